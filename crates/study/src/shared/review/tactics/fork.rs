//! Fork: a piece attacks several others and takes one of them.

use brudno::chess::from_square;
use shakmaty::Role;

use super::{is_target, stays, unit};
use crate::shared::review::{
    material::points,
    reason::{Motif, Unit},
    rest::Line,
};

/// Returns the fork if the piece that makes the key move attacks two pieces, and takes one of them
/// from its square.
pub fn find(line: &Line, key: usize, payoff: usize) -> Option<Motif> {
    let m = line.moves[key];
    let after = &line.positions[key + 1];
    let forker = unit(after, m.to()).filter(|_| !m.is_castle())?;
    let capture = line.moves[payoff];
    if from_square(capture) != forker.square || !stays(line, forker.square, key + 1, payoff) {
        return None;
    }
    let attacked = after.board().attacks_from(forker.square) & after.us();
    let mut targets: Vec<Unit> = attacked
        .into_iter()
        .filter_map(|square| unit(after, square))
        .filter(|target| target.role != Role::Pawn && is_target(after, forker.role, *target))
        .collect();
    targets.sort_by_key(|target| -points(target.role));
    let is_taken = |target: &Unit| target.square == capture.to();
    (targets.len() >= 2
        && targets.iter().any(is_taken)
        && stays(line, capture.to(), key + 1, payoff))
    .then_some(Motif::Fork(targets))
}
