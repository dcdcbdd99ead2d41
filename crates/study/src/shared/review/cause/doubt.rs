//! What is claimed of a gain whose proof is weak.

use brudno::chess::Position;
use shakmaty::Role;

use super::MINOR;
use crate::shared::review::{
    material::{Gain, Material, points},
    reason::Motif,
    rest::Line,
};

/// Maximum value of the pieces of both sides in an ending, pawns.
const ENDING: i32 = 20;

/// Returns the gain that is claimed. Without a known tactic, the other side may have a better
/// defence, so only a piece is claimed of a larger gain, and a pawn only in endings.
pub fn cautious(line: &Line, gain: Gain, motif: &Motif) -> Option<Gain> {
    let is_force = *motif == Motif::Force;
    let is_small = gain.points() <= 1 || gain.material.is_pawns();
    if is_force && is_small && (gain.is_least || !is_ending(line.start())) {
        return None;
    }
    let is_doubtful = is_force && gain.points() > MINOR;
    Some(if is_doubtful { Gain::at_least(Material::one(Role::Knight)) } else { gain })
}

/// Returns true if the first move of a line takes a piece, and nothing else is gained.
pub fn is_whole_piece(line: &Line, gain: Material) -> bool {
    let taken = line.moves.first().and_then(|m| m.capture()).filter(|&role| role != Role::Pawn);
    taken.is_some_and(|role| gain == Material::one(role))
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
