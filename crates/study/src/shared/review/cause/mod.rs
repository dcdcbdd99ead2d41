//! Finds the reason for a judgement, from the best lines before and after the move.

mod doubt;
mod mate;
mod opinion;
mod quiet;
mod threat;
mod trade;

use std::cell::OnceCell;

use brudno::{
    chess::{Ending, Game, Opening, Position, score::moves_to_mate},
    eval::wdl::centipawns,
    search::ScoredLine,
};
use doubt::{cautious, is_doubtful, is_whole_piece};
use mate::mate_of;
use opinion::Opinion;
use shakmaty::{Move, Role};

use super::{
    material::{Gain, Material, points},
    reason::{Draw, Fault, Feat, Motif, Reason, Unit},
    rest::{Effort, Line, Probe, settle},
    tactics::{self, Tactic},
};

/// Minimum centipawn loss per pawn of material that is lost, not given.
const LEAST_LOSS: i32 = 50;
/// Centipawn loss per pawn of material, and of a single pawn, below which there is something in
/// return, and minimum score of the player in this case.
const PRICE: i32 = 110;
const PRICE_OF_A_PAWN: i32 = 60;
const PLAYABLE: i32 = -100;
/// Score of a player who needs nothing in return, centipawns.
const WON: i32 = 500;
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
/// Value of a minor piece, pawns.
const MINOR: i32 = points(Role::Knight);
/// Minimum score of a player who is said to win material, centipawns.
const HOPELESS: i32 = -400;

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
        let best = self.before.pv.first().copied();
        let mut merit = || match &fault {
            Some(Fault::Misses { .. }) => None,
            _ => self.merit(&outcome, probe),
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

    /// Returns true if the score changes by what material of this many points is worth.
    fn explains(&self, points: i32) -> bool {
        let loss = self.loss();
        loss >= LEAST_LOSS * points && (points > 1 || loss <= WORTH_OF_A_PAWN)
    }

    /// Returns true if the player has something for material of this many points.
    fn is_compensated(&self, points: i32) -> bool {
        let price = if points == 1 { PRICE_OF_A_PAWN } else { PRICE * points };
        let is_book = Opening::of(self.next.position()).is_some();
        let is_playable = -centipawns(self.after.score) >= PLAYABLE;
        let was_won = centipawns(self.before.score) >= WON;
        is_playable && !was_won && (is_book || self.loss() < price)
    }

    /// Explains the judgement by material that the opponent's best line wins.
    fn lost(&self, outcome: &Outcome, probe: &mut Probe<'_>) -> Option<Fault> {
        let anyway = outcome.lost_anyway();
        let fits = |lost: Material| {
            let more = lost.points() - anyway;
            let is_explained = more >= 1 && self.explains(more.max(lost.points().min(2)));
            is_explained && !self.is_compensated(more)
        };
        let fault = |line: &Line, gain: Gain, tactic: Option<Tactic>| {
            let (motif, plies) =
                tactic.map_or((Motif::Force, 1), |Tactic { motif, plies }| (motif, plies));
            let gain = cautious(line, gain, &motif)?;
            let feat = Feat::Material { gain, motif, is_regained: false };
            Some(Fault::Allows { feat, shown: line.moves[..plies].to_vec() })
        };
        let tactic = |line: &Line| self.in_between(line).or_else(|| tactics::find(line));
        for (line, lost) in candidates(&outcome.reply, LONGEST_LOSS, fits) {
            let is_proved = line.moves.len() <= PLAIN && is_whole_piece(line);
            if is_proved || outcome.on_reply(self, probe)?.agrees(*lost) {
                let fault = fault(line, Gain::exactly(*lost), tactic(line));
                if fault.is_some() {
                    return fault;
                }
            }
        }
        let (line, lost) = outcome.reply.last()?;
        let least = outcome.on_reply(self, probe)?.least(*lost)?;
        fault(line, Gain::at_least(least), tactic(line)).filter(|_| fits(least))
    }

    /// Returns the tactic if the opponent recaptures, but only after a check or another capture.
    fn in_between(&self, line: &Line) -> Option<Tactic> {
        let square = self.m.to();
        let (&reply, &later) = (line.moves.first()?, line.moves.get(2)?);
        let is_forcing = reply.is_capture() || line.positions[1].is_check();
        let recaptures = |m: Move| m.is_capture() && m.to() == square;
        let was_possible = tactics::takes_on(line.start(), square);
        (self.m.is_capture() && !recaptures(reply) && recaptures(later) && is_forcing)
            .then_some(Tactic { motif: Motif::InBetween, plies: 1 })
            .filter(|_| was_possible)
    }

    /// Explains the judgement by material that the best line would have won.
    fn missed(&self, outcome: &Outcome, probe: &mut Probe<'_>) -> Option<Fault> {
        let kept = outcome.won_anyway();
        let fits = |won: Material| {
            let more = won.points() - kept;
            more >= 1 && self.explains(more)
        };
        let fault = |line: &Line, gain: Gain| {
            let (feat, plies) = self.winning(line, gain)?;
            Some(Fault::Misses { feat, shown: line.moves[..plies].to_vec() })
        };
        for (line, won) in candidates(&outcome.best, LONGEST_WIN, fits) {
            if outcome.on_best(self, probe)?.agrees(*won) {
                let fault = fault(line, Gain::exactly(*won));
                if fault.is_some() {
                    return fault;
                }
            }
        }
        let (line, won) = outcome.best.last()?;
        let least = outcome.on_best(self, probe)?.least(*won)?;
        fault(line, Gain::at_least(least)).filter(|_| fits(least))
    }

    /// Describes a win of material by the best line, and returns the plies to its key move. `None` if
    /// it is too doubtful.
    fn winning(&self, line: &Line, gain: Gain) -> Option<(Feat, usize)> {
        let last = self.game.last_moves()[0];
        let taken = last.and_then(|last| last.capture().zip(Some(last.to())));
        let is_regained = taken.is_some_and(|(role, _)| points(role) >= gain.points());
        let recapture = taken.and_then(|(_, square)| {
            let takes = line.moves.first().is_some_and(|m| m.is_capture() && m.to() == square);
            let role = self.position().board().role_at(square).filter(|_| takes)?;
            Some(Tactic { motif: Motif::Recapture(Unit { role, square }), plies: 1 })
        });
        let tactic = recapture.filter(|_| is_regained).or_else(|| tactics::find(line));
        let (motif, plies) =
            tactic.map_or((Motif::Force, 1), |Tactic { motif, plies }| (motif, plies));
        let takes = matches!(motif, Motif::Hanging(_) | Motif::Recapture(_));
        if takes && self.m.is_capture() && line.moves.first()?.to() == self.m.to() {
            // The played move takes the same piece.
            return None;
        }
        let gain = cautious(line, gain, &motif)?;
        Some((Feat::Material { gain, motif, is_regained }, plies))
    }

    /// Explains the judgement by material that is given for too little.
    fn given(&self, outcome: &Outcome, probe: &mut Probe<'_>) -> Option<Fault> {
        let anyway = outcome.lost_anyway();
        let fits = |given: Material| {
            let more = given.points() - anyway;
            more >= 1 && self.is_compensated(more)
        };
        candidates(&outcome.reply, PLAIN, fits).find_map(|(line, given)| {
            let reply = *line.moves.first()?;
            let agrees = outcome.on_reply(self, probe)?.agrees(*given);
            agrees.then_some(Fault::Gives { given: *given, reply })
        })
    }

    /// Returns what the best move achieves besides avoiding the fault.
    fn merit(&self, outcome: &Outcome, probe: &mut Probe<'_>) -> Option<Feat> {
        if let Some(moves @ 1..) = moves_to_mate(self.before.score) {
            return Some(mate_of(self.position(), self.before, moves.unsigned_abs()));
        }
        if centipawns(self.before.score) < HOPELESS {
            return None;
        }
        candidates(&outcome.best, PLAIN, |won| !won.is_pawns()).find_map(|(line, won)| {
            let agrees = outcome.on_best(self, probe)?.agrees(*won);
            let (feat, _) = self.winning(line, Gain::exactly(*won)).filter(|_| agrees)?;
            let is_known = !matches!(feat, Feat::Material { motif: Motif::Force, .. });
            let first = *line.moves.first().filter(|_| is_known)?;
            let opinion = self.opinion(self.game, first, Effort::Independent, probe)?;
            opinion.confirms(*won).then_some(feat)
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_that_the_move_takes_is_not_missed() {
        let fen = "4k3/8/8/8/8/5b2/4B1P1/4K3 w - - 0 1";
        let game = Game::from_fen(fen, false).unwrap();
        let line = Line::parse(fen, "Bxf3 Ke7");
        let none = ScoredLine::without_moves(0);
        let is_named = |played: &str| {
            let m = game.position().parse_move(played).unwrap();
            let judged = JudgedMove { game: &game, m, before: &none, next: &game, after: &none };
            judged.winning(&line, Gain::exactly(Material::one(Role::Bishop))).is_some()
        };
        assert!(is_named("Kd2") && !is_named("gxf3"));
    }
}
