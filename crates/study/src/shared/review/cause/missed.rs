//! Material that the best move wins.

use brudno::{chess::score::moves_to_mate, eval::wdl::centipawns};

use super::{JudgedMove, LONGEST_WIN, Outcome, PLAIN, candidates, doubt::cautious, mate::mate_of};
use crate::shared::review::{
    material::{Gain, Material, points},
    reason::{Fault, Feat, Motif, Unit},
    rest::{Effort, Line, Probe},
    tactics::{self, Tactic},
};

/// Minimum score of a player who is said to win material, centipawns.
const HOPELESS: i32 = -400;

impl JudgedMove<'_> {
    /// Explains the judgement by material that the best line would have won.
    pub(super) fn missed(&self, outcome: &Outcome, probe: &mut Probe<'_>) -> Option<Fault> {
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
    pub(super) fn winning(&self, line: &Line, gain: Gain) -> Option<(Feat, usize)> {
        let last = self.game.last_moves()[0];
        let taken = last.and_then(|last| last.capture().zip(Some(last.to())));
        let is_regained = taken.is_some_and(|(role, _)| points(role) >= gain.points());
        let recapture = taken.and_then(|(_, square)| {
            let takes = line.moves.first().is_some_and(|m| m.is_capture() && m.to() == square);
            let role = self.position().board().role_at(square).filter(|_| takes)?;
            Some(Tactic { motif: Motif::Recapture(Unit { role, square }), plies: 1 })
        });
        let tactic = recapture.filter(|_| is_regained).or_else(|| tactics::find(line));
        let Tactic { motif, plies } = tactic.unwrap_or(Tactic::FORCE);
        let takes = matches!(motif, Motif::Hanging(_) | Motif::Recapture(_));
        if takes && self.m.is_capture() && line.moves.first()?.to() == self.m.to() {
            // The played move takes the same piece.
            return None;
        }
        let gain = cautious(line, gain, &motif)?;
        Some((Feat::Material { gain, motif, is_regained }, plies))
    }

    /// Returns what the best move achieves besides avoiding the fault.
    pub(super) fn merit(&self, outcome: &Outcome, probe: &mut Probe<'_>) -> Option<Feat> {
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

#[cfg(test)]
mod tests {
    use brudno::{chess::Game, search::ScoredLine};
    use shakmaty::Role;

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
