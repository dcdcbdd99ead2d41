//! A piece that is attacked and has no safe square.

use brudno::chess::from_square;
use shakmaty::{Position as _, Role};

use super::{victim, wins_on};
use crate::shared::review::{reason::Motif, rest::Line};

/// Returns the trapped piece if the key move attacks it, each of its moves loses it, and the line
/// takes it.
pub fn find(line: &Line, key: usize, payoff: usize) -> Option<Motif> {
    let (before, after) = (&line.positions[key], &line.positions[key + 1]);
    let trapped = victim(line, key, payoff).filter(|unit| unit.role != Role::Pawn)?;
    let square = trapped.square;
    let is_new = after.play_null().is_some_and(|passed| wins_on(&passed, square));
    if !is_new || wins_on(before, square) {
        return None;
    }
    let moves = after.chess().legal_moves();
    let mut own = moves.into_iter().filter(|&m| from_square(m) == square).peekable();
    // A piece without a move is pinned or blocked; it cannot escape either.
    own.all(|m| wins_on(&after.play(m), m.to())).then_some(Motif::Trapped(trapped))
}
