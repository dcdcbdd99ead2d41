//! Threats: what a line's first move would achieve if the other side passed.

use brudno::{
    chess::{Game, score::moves_to_mate},
    eval::wdl::centipawns,
    search::ScoredLine,
};

use super::{JudgedMove, LONGEST_WIN, candidates, doubt::cautious};
use crate::shared::review::{
    material::Gain,
    reason::{Fault, Feat, Motif, Threat},
    rest::{Effort, Probe, settle},
    tactics,
};

/// Maximum number of moves of a mate that is a threat.
const MATE: i32 = 3;
/// Minimum material that is a threat, pawns: the exchange.
const LEAST: i32 = 2;
/// Minimum rise of the score if the other side passes, centipawns.
const LEAST_RISE: i32 = 50;

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

/// Returns what the first move of a line threatens, unless it can be answered by a recapture.
fn threat(start: &Game, line: &ScoredLine, probe: &mut Probe<'_>) -> Option<Threat> {
    let first = *line.pv.first()?;
    let mut game = start.clone();
    game.play(first);
    let reference = game.position().clone();
    let is_recaptured = first.is_capture() && tactics::takes_on(&reference, first.to());
    if is_recaptured || !game.play_or_pass(None) {
        return None;
    }
    let found = probe(&game, Effort::Long)?;
    if let Some(moves @ 1..=MATE) = moves_to_mate(found.score) {
        return Some(Threat::Mate(moves.unsigned_abs()));
    }
    if centipawns(found.score) - centipawns(line.score) < LEAST_RISE {
        return None;
    }
    let settled = settle(&game, &found, &reference, probe);
    let lines = settled.gains(&reference, game.position().turn());
    candidates(&lines, LONGEST_WIN, |won| won.points() >= LEAST && !won.is_pawns()).find_map(
        |(line, won)| {
            let motif = tactics::find(line).map_or(Motif::Force, |tactic| tactic.motif);
            // A new queen is no win of one.
            let promotes = matches!(motif, Motif::Promotion(_));
            let gain = cautious(line, Gain::exactly(*won), &motif).filter(|_| !promotes);
            gain.map(Threat::Material)
        },
    )
}
