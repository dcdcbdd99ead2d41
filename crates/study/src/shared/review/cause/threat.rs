//! Threats: what a line's first move would achieve if the other side passed.

use brudno::{
    chess::{Game, score::moves_to_mate},
    eval::wdl::centipawns,
    search::ScoredLine,
};

use super::{JudgedMove, LONGEST_WIN, candidates, doubt::cautious};
use crate::shared::review::{
    material::{Gain, Material},
    reason::{Fault, Feat, Motif, Threat},
    rest::{Effort, Line, Probe, settle},
    tactics,
};

/// Maximum number of moves of a mate that is a threat.
const MATE: i32 = 5;
/// Minimum material that is a threat, pawns: the exchange.
const LEAST: i32 = 2;
/// Minimum rise of the score if the other side passes, centipawns.
const LEAST_RISE: i32 = 100;

impl JudgedMove<'_> {
    /// Returns the fault if the best reply threatens mate or a piece, or if the best move would have
    /// done so.
    pub(super) fn threats(&self, probe: &mut Probe<'_>) -> Option<Fault> {
        if let Some(threat) = threat(self.next, self.after, probe) {
            let shown = super::first(self.after);
            return Some(Fault::Allows { feat: Feat::Threat(threat), shown });
        }
        let threat = threat(self.game, self.before, probe)?;
        Some(Fault::Misses { feat: Feat::Threat(threat), shown: super::first(self.before) })
    }
}

/// Returns what the first move of a line threatens, unless it can be answered by a recapture. It
/// is found by an independent search, and confirmed by a longer one if no tactic is known.
fn threat(start: &Game, line: &ScoredLine, probe: &mut Probe<'_>) -> Option<Threat> {
    let first = *line.pv.first()?;
    let mut game = start.clone();
    game.play(first);
    let reference = game.position().clone();
    let is_recaptured = first.is_capture() && tactics::takes_on(&reference, first.to());
    if is_recaptured || !game.play_or_pass(None) {
        return None;
    }
    let rises = |found: &ScoredLine| centipawns(found.score) - centipawns(line.score) >= LEAST_RISE;
    probe(&game, Effort::Long).filter(rises)?;
    let found = probe(&game, Effort::Independent)?;
    if let Some(moves @ 1..=MATE) = moves_to_mate(found.score) {
        return Some(Threat::Mate(moves.unsigned_abs()));
    }
    let gains = |found: &ScoredLine, probe: &mut Probe<'_>| {
        settle(&game, found, &reference, probe).gains(&reference, game.position().turn())
    };
    let lines = gains(&found, probe);
    let is_enough = |won: Material| won.points() >= LEAST && !won.is_pawns();
    candidates(&lines, LONGEST_WIN, is_enough).find_map(|(line, won)| {
        let motif = tactics::find(line).map_or(Motif::Force, |tactic| tactic.motif);
        // A new queen is no win of one.
        let promotes = matches!(motif, Motif::Promotion(_));
        let gain = cautious(line, Gain::exactly(*won), &motif).filter(|_| !promotes)?;
        if motif == Motif::Force {
            let again = probe(&game, Effort::Continued)?;
            let mates = moves_to_mate(again.score).is_some_and(|moves| moves > 0);
            let is_won = |(_, won): &(Line, Material)| won.points() >= LEAST;
            (mates || gains(&again, probe).last().is_some_and(is_won)).then_some(())?;
        }
        Some(Threat::Material(gain))
    })
}
