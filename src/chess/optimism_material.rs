//! Material on the board, in Stockfish's units: scales the optimism of an evaluation.

use shakmaty::{Board, Move, Role};

const fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 534,
        Role::Knight => 781,
        Role::Bishop => 825,
        Role::Rook => 1276,
        Role::Queen => 2538,
        Role::King => 0,
    }
}

/// Returns the material of both sides.
pub(super) fn of(board: &Board) -> i32 {
    Role::ALL.map(|role| value(role) * board.by_role(role).count() as i32).iter().sum()
}

/// Returns the change of the material by a move.
#[inline]
pub(super) fn gain(m: Move) -> i32 {
    let promoted = m.promotion().map_or(0, |role| value(role) - value(Role::Pawn));
    promoted - m.capture().map_or(0, value)
}
