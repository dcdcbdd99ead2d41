//! What is claimed of a gain whose proof is weak.

use brudno::chess::{Game, Position};
use shakmaty::{Move, Role};

use super::{JudgedMove, Outcome};
use crate::shared::review::{
    material::{Gain, MINOR, Material, points},
    reason::{Fault, Feat, Motif},
    rest::{Effort, Line, Probe},
};

/// Maximum value of the pieces of both sides in an ending, pawns.
const ENDING: i32 = 20;

/// Returns the gain that is claimed. Without a known tactic, or if two searches differ, the other
/// side may have a better defence, so only a piece is claimed of a larger gain. Pawns are claimed if
/// the searches agree, and the tactic is known or the position is an ending.
pub fn cautious(line: &Line, gain: Gain, motif: &Motif) -> Option<Gain> {
    let is_force = *motif == Motif::Force;
    let is_small = gain.points() <= 1 || gain.material.is_pawns();
    let takes_a_pawn = matches!(motif, Motif::Hanging(unit) if unit.role == Role::Pawn);
    if takes_a_pawn && line.moves.len() == 1 && gain.material == Material::one(Role::Pawn) {
        // Further searches have to confirm it.
        return Some(Gain::exactly(gain.material));
    }
    if is_small && (gain.is_least || is_force && !is_ending(line.start())) {
        return None;
    }
    if let Motif::Hanging(unit) = motif {
        if gain.points() <= points(unit.role) {
            // The piece itself is taken at once.
            return Some(Gain::exactly(gain.material));
        }
        if unit.role != Role::Pawn {
            // What else falls later is less certain.
            return Some(Gain::at_least(Material::one(unit.role)));
        }
    }
    let is_weak = is_force || gain.is_least;
    let is_doubtful = is_weak && gain.points() > MINOR;
    Some(if is_doubtful { Gain::at_least(Material::one(Role::Knight)) } else { gain })
}

impl JudgedMove<'_> {
    /// Explains the judgement by at least a pawn that all searches win.
    pub(super) fn at_least_a_pawn(
        &self,
        outcome: &Outcome,
        probe: &mut Probe<'_>,
    ) -> Option<Fault> {
        let gain = Gain::at_least(Material::one(Role::Pawn));
        let feat = Feat::Material { gain, motif: Motif::Force, is_regained: false };
        let [reply, best] = [self.after, self.before].map(super::first);
        let mut is_won = |start: &Game, first: &[Move], lines: &[(Line, Material)], anyway: i32| {
            let first = first.first();
            let least = first.and_then(|&m| self.least_gain(start, m, lines, anyway, probe));
            least.is_some_and(|least| self.explains(least))
        };
        let is_given = outcome.reply.last().is_some_and(|(_, lost)| self.leads_without(*lost));
        if !is_given && is_won(self.next, &reply, &outcome.reply, outcome.lost_anyway()) {
            return Some(Fault::Allows { feat, shown: reply });
        }
        is_won(self.game, &best, &outcome.best, outcome.won_anyway())
            .then_some(Fault::Misses { feat, shown: best })
    }

    /// Returns the smallest gain of all searches of a line, in pawns, beyond what is gained anyway.
    /// `None` if one of them gains nothing.
    fn least_gain(
        &self,
        start: &Game,
        first: Move,
        lines: &[(Line, Material)],
        anyway: i32,
        probe: &mut Probe<'_>,
    ) -> Option<i32> {
        let (_, known) = lines.last()?;
        let mut least = known.points() - anyway;
        for effort in [Effort::Long, Effort::Independent, Effort::Continued] {
            if least < 1 {
                return None;
            }
            least = least.min(self.opinion(start, first, effort, probe)?.points()? - anyway);
        }
        (least >= 1).then_some(least)
    }
}

/// Returns true if the first move of a line takes a piece, and the line gains nothing else.
pub fn is_whole_piece(line: &Line) -> bool {
    let taken = line.moves.first().and_then(|m| m.capture()).filter(|&role| role != Role::Pawn);
    taken.is_some_and(|role| line.gain() == Material::one(role))
}

/// Returns true for a gain without a known tactic, and for pawns.
pub fn is_doubtful(gain: Gain, motif: &Motif) -> bool {
    *motif == Motif::Force || gain.material.is_pawns()
}

/// Returns true if the pieces of both sides have little value.
fn is_ending(position: &Position) -> bool {
    let board = position.board();
    let pieces = board.occupied() & !board.pawns() & !board.kings();
    let values = pieces.into_iter().filter_map(|square| board.role_at(square)).map(points);
    values.sum::<i32>() <= ENDING
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::*;
    use crate::shared::review::reason::Unit;

    const ENDING: &str = "8/5k2/2p5/8/2R5/8/5PK1/8 w - - 0 1";
    const MIDDLEGAME: &str = "r2q1rk1/pp3ppp/2p2n2/8/2R5/2N5/PP3PPP/3Q1RK1 w - - 0 1";

    #[test]
    fn without_a_tactic_little_is_claimed() {
        let [ending, middlegame] = [ENDING, MIDDLEGAME].map(|fen| Line::parse(fen, "Rxc6"));
        let pawn = Gain::exactly(Material::one(Role::Pawn));
        let piece = Gain::exactly(Material::one(Role::Bishop));
        let rook = Gain::exactly(Material::one(Role::Rook));
        assert_eq!(cautious(&ending, pawn, &Motif::Force), Some(pawn));
        assert_eq!(cautious(&middlegame, pawn, &Motif::Force), None);
        let least = Gain { is_least: true, ..pawn };
        assert_eq!(cautious(&ending, least, &Motif::Force), None);
        let hanging_pawn = Motif::Hanging(Unit { role: Role::Pawn, square: Square::C6 });
        assert_eq!(cautious(&middlegame, least, &hanging_pawn), Some(pawn));
        assert_eq!(cautious(&middlegame, piece, &Motif::Force), Some(piece));
        let name = cautious(&middlegame, rook, &Motif::Force).map(Gain::name);
        assert_eq!(name.as_deref(), Some("at least a piece"));
        assert_eq!(cautious(&middlegame, rook, &Motif::DoubleCheck), Some(rook));
        assert_eq!(cautious(&ending, least, &Motif::DoubleCheck), None);
        let least = Gain::at_least(Material::one(Role::Rook));
        let hanging = |role| Motif::Hanging(Unit { role, square: Square::C6 });
        assert_eq!(cautious(&ending, least, &hanging(Role::Rook)), Some(rook));
        let knight = Gain::at_least(Material::one(Role::Knight));
        assert_eq!(cautious(&ending, rook, &hanging(Role::Knight)), Some(knight));
        assert_ne!(cautious(&ending, least, &Motif::DoubleCheck), Some(least));
        assert!(is_doubtful(rook, &Motif::Force) && is_doubtful(pawn, &Motif::DoubleCheck));
        assert!(!is_doubtful(rook, &Motif::DoubleCheck));
    }

    #[test]
    fn a_whole_piece_is_taken_at_once_and_nothing_else_is() {
        assert!(is_whole_piece(&Line::parse("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "Rxd5 Ke7")));
        assert!(!is_whole_piece(&Line::parse(ENDING, "Rxc6 Ke7")));
        let exchange = Line::parse("4k3/8/2p5/3n4/8/8/8/3RK3 w - - 0 1", "Rxd5 cxd5");
        assert!(!is_whole_piece(&exchange));
    }
}
