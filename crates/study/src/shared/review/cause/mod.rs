//! Finds the reason for a judgement, from the best lines before and after the move.

mod doubt;
mod lost;
mod mate;
mod missed;
mod opinion;
mod quiet;
mod threat;
mod trade;

use std::cell::OnceCell;

use brudno::{
    chess::{Ending, Game, Position, score::moves_to_mate},
    eval::wdl::centipawns,
    search::ScoredLine,
};
use doubt::is_doubtful;
pub use lost::LEAD;
use mate::mate_of;
use opinion::Opinion;
use shakmaty::Move;

use super::{
    decided::is_decided,
    material::{MINOR, Material},
    reason::{Draw, Fault, Feat, Reason},
    rest::{Effort, Line, Probe, settle},
};

/// Minimum centipawn loss per pawn of material that is lost, not given.
const LEAST_LOSS: i32 = 50;
/// Maximum centipawn loss that a single pawn explains. It includes what the pawn protects.
const WORTH_OF_A_PAWN: i32 = 550;

/// Maximum length of a line in which the opponent wins material, and of one in which the player
/// would have won it, plies.
const LONGEST_LOSS: usize = 12;
const LONGEST_WIN: usize = 9;
/// Plies in which material that is lost may be won back.
const SOON: usize = 6;
/// Maximum length of a line that takes a whole piece, and needs no second opinion, of one that takes
/// what is given on purpose, and of one that is the merit of a move, plies.
const PLAIN: usize = 4;
/// Largest difference between material that counts as equal, pawns.
const TOLERANCE: i32 = 1;

/// A judged move with the best lines before and after it.
pub struct JudgedMove<'a> {
    /// Game before the move.
    pub game: &'a Game,
    /// The move.
    pub m: Move,
    /// Best line before the move.
    pub before: &'a ScoredLine,
    /// Game after the move.
    pub next: &'a Game,
    /// Best line after the move.
    pub after: &'a ScoredLine,
}

/// Lines up to their rests, and what the side that begins them gains since the position before the
/// move.
struct Outcome {
    reply: Vec<(Line, Material)>,
    best: Vec<(Line, Material)>,
    /// Second opinions on the lines. `None` inside if there is none.
    on_reply: OnceCell<Option<Opinion>>,
    on_best: OnceCell<Option<Opinion>>,
}

impl JudgedMove<'_> {
    fn position(&self) -> &Position {
        self.game.position()
    }

    /// Returns the centipawn loss. A mate counts as a large score.
    fn loss(&self) -> i32 {
        centipawns(self.before.score) + centipawns(self.after.score)
    }

    /// Finds the reason. `probe` searches the ends of the lines.
    pub fn reason(&self, probe: &mut Probe<'_>) -> Reason {
        let outcome = self.outcome(probe);
        let fault = self.fault(&outcome, probe);
        self.with_better(fault, &outcome, probe)
    }

    /// Finds the reason if it is the loss of a piece.
    pub fn loss_of_a_piece(&self, probe: &mut Probe<'_>) -> Option<Reason> {
        let outcome = self.outcome(probe);
        let fault = self.lost(&outcome, probe).filter(Fault::loses_a_piece)?;
        self.is_confirmed(&fault, probe).then(|| self.with_better(Some(fault), &outcome, probe))
    }

    /// Adds what was better than the move.
    fn with_better(
        &self,
        fault: Option<Fault>,
        outcome: &Outcome,
        probe: &mut Probe<'_>,
    ) -> Reason {
        let best = self.before.pv.first().copied();
        let mut merit = || match &fault {
            Some(Fault::Misses { .. }) => None,
            _ => self.merit(outcome, probe),
        };
        let better = best.map(|best| (best, merit()));
        Reason { fault, better, scores: [self.before.score, -self.after.score] }
    }

    /// Finds a reason that needs no search, or a trade, whose result a search confirms.
    pub fn plain_reason(&self, probe: &mut Probe<'_>) -> Reason {
        let mut reason = self.reason(&mut |_, _| None);
        reason.fault = reason.fault.or_else(|| self.trade(probe));
        reason
    }

    fn outcome(&self, probe: &mut Probe<'_>) -> Outcome {
        let position = self.position();
        let mut lines = |game: &Game, best: &ScoredLine| {
            settle(game, best, position, probe).gains(position, game.position().turn())
        };
        let is_over = self.next.ending().is_some();
        let reply = if is_over { Vec::new() } else { lines(self.next, self.after) };
        let best = lines(self.game, self.before);
        Outcome { reply, best, on_reply: OnceCell::new(), on_best: OnceCell::new() }
    }

    fn fault(&self, outcome: &Outcome, probe: &mut Probe<'_>) -> Option<Fault> {
        let mate = |line: &ScoredLine| {
            moves_to_mate(line.score).and_then(|moves| u32::try_from(moves).ok()).filter(|&m| m > 0)
        };
        if let Some(moves) = mate(self.after) {
            let feat = mate_of(self.next.position(), self.after, moves);
            return Some(Fault::Allows { feat, shown: first(self.after) });
        }
        match self.next.ending() {
            Some(Ending::Stalemate) => return Some(Fault::Draws(Draw::Stalemate)),
            Some(Ending::Repetition) => return Some(Fault::Draws(Draw::Repetition)),
            Some(Ending::InsufficientMaterial) => return Some(Fault::Draws(Draw::Material)),
            _ => {}
        }
        let lost = self.lost(outcome, probe);
        if let Some(fault) = lost.filter(|fault| self.is_confirmed(fault, probe)) {
            return Some(fault);
        }
        if let Some(moves) = mate(self.before) {
            let feat = mate_of(self.position(), self.before, moves);
            return Some(Fault::Misses { feat, shown: first(self.before) });
        }
        let missed = self.missed(outcome, probe);
        let fault = missed.filter(|fault| self.is_confirmed(fault, probe));
        let given = |probe: &mut Probe<'_>| {
            let given = self.given(outcome, probe);
            given.filter(|fault| self.is_confirmed(fault, probe))
        };
        let fault = fault.or_else(|| given(probe)).or_else(|| self.quiet(probe));
        fault
            .or_else(|| self.threats(probe))
            .or_else(|| self.at_least_a_pawn(outcome, probe))
            .or_else(|| self.trade(probe))
    }

    /// Returns true unless the fault is a gain of material that further searches do not confirm. If
    /// the independent search does not confirm it, the continued one decides. Doubtful gains need
    /// both.
    fn is_confirmed(&self, fault: &Fault, probe: &mut Probe<'_>) -> bool {
        let (start, first, gain, is_doubtful) = match fault {
            Fault::Allows { feat: Feat::Material { gain, motif, .. }, shown } => {
                (self.next, shown.first(), gain.material, is_doubtful(*gain, motif))
            }
            Fault::Misses { feat: Feat::Material { gain, motif, .. }, shown } => {
                (self.game, shown.first(), gain.material, is_doubtful(*gain, motif))
            }
            Fault::Gives { given, reply } => (self.next, Some(reply), *given, true),
            _ => return true,
        };
        let mut confirms = |effort: Effort| {
            let opinion = first.and_then(|&first| self.opinion(start, first, effort, probe));
            opinion.is_some_and(|opinion| opinion.confirms(gain))
        };
        match (confirms(Effort::Independent), is_doubtful) {
            (true, true) | (false, false) => confirms(Effort::Continued),
            (is_confirmed, _) => is_confirmed,
        }
    }

    /// Returns true if the score changes by what material of this many points is worth. In decided
    /// games, it need not.
    fn explains(&self, points: i32) -> bool {
        let loss = self.loss();
        let suffices = loss >= LEAST_LOSS * points
            || points >= MINOR && is_decided(self.before.score, -self.after.score);
        suffices && (points > 1 || loss <= WORTH_OF_A_PAWN)
    }
}

impl Outcome {
    /// Returns the second opinion on the best line after the move.
    fn on_reply(&self, judged: &JudgedMove<'_>, probe: &mut Probe<'_>) -> Option<&Opinion> {
        let first = *judged.after.pv.first()?;
        let search = || judged.opinion(judged.next, first, Effort::Long, probe);
        self.on_reply.get_or_init(search).as_ref()
    }

    /// Returns the second opinion on the best line before the move.
    fn on_best(&self, judged: &JudgedMove<'_>, probe: &mut Probe<'_>) -> Option<&Opinion> {
        let first = *judged.before.pv.first()?;
        let search = || judged.opinion(judged.game, first, Effort::Long, probe);
        self.on_best.get_or_init(search).as_ref()
    }

    /// Returns the points that are lost in the best line too.
    fn lost_anyway(&self) -> i32 {
        self.best.last().map_or(0, |(_, won)| -won.points()).max(0)
    }

    /// Returns the points that are won in the line of the game too.
    fn won_anyway(&self) -> i32 {
        self.reply.last().map_or(0, |(_, lost)| -lost.points()).max(0)
    }
}

/// Returns the lines of at most `longest` plies to be claimed: the first with most of the largest gain
/// that has a name, fits, and is not given back soon, and the first that wins a piece.
fn candidates(
    lines: &[(Line, Material)],
    longest: usize,
    fits: impl Fn(Material) -> bool,
) -> impl Iterator<Item = &(Line, Material)> {
    let lasts = |index: usize| {
        let (line, gain) = &lines[index];
        // A pawn is often won back later.
        let is_pawn = gain.points() == 1;
        let (soon, tolerance) =
            if is_pawn { (usize::MAX, 0) } else { (line.moves.len() + SOON, TOLERANCE) };
        let later = lines[index..].iter().take_while(|(later, _)| later.moves.len() <= soon);
        later.map(|(_, later)| later.points()).all(|later| later >= gain.points() - tolerance)
    };
    let lasting = lines.iter().enumerate().filter(|&(index, _)| lasts(index));
    let near = lasting.map(|(_, line)| line).filter(|(line, _)| line.moves.len() <= longest);
    let fitting: Vec<&(Line, Material)> =
        near.filter(|(_, gain)| gain.name().is_some() && fits(*gain)).collect();
    let most = fitting.iter().map(|(_, gain)| gain.points()).max().unwrap_or(0);
    let first = |least: i32| fitting.iter().copied().find(|(_, gain)| gain.points() >= least);
    // A lost queen needs no further losses, which may be those of a side that is lost anyway.
    let largest = first(if most > MINOR { most * 2 / 3 } else { most - TOLERANCE });
    let earliest = first(MINOR);
    let other = earliest.filter(|(line, _)| {
        largest.is_some_and(|(known, _)| known.moves.len() != line.moves.len())
    });
    largest.into_iter().chain(other)
}

/// Returns the first move of a line.
fn first(line: &ScoredLine) -> Vec<Move> {
    line.pv.first().copied().into_iter().collect()
}
