//! Context of quiet moves that indexes their histories.

use super::{attack_map::AttackMap, history_entry::PieceTarget};
use crate::chess::{PIECE_TARGETS, Position};

/// Rows of continuation history: each (piece, target) pair four times, and no move.
pub(super) const ROWS: usize = 4 * PIECE_TARGETS + 1;
/// Plies from the root that have a separate history.
pub(super) const LOW_PLIES: usize = 5;

/// Index of an earlier move in the continuation history: its (piece, target), whether it evaded a
/// check, and whether it was tactical.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ContHistIndex(u16);

impl ContHistIndex {
    /// No move: before the root, or a null move.
    pub const NONE: ContHistIndex = ContHistIndex(ROWS as u16 - 1);

    /// Returns the index of a move.
    #[inline]
    pub fn new(moved: PieceTarget, in_check: bool, tactical: bool) -> ContHistIndex {
        let kind = 2 * u16::from(in_check) + u16::from(tactical);
        ContHistIndex(kind * PIECE_TARGETS as u16 + moved.index() as u16)
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Context of quiet moves that indexes their histories.
#[derive(Clone, Copy, Debug)]
pub struct QuietContext {
    /// The moves 1 to 6 plies ago.
    pub continuation: [ContHistIndex; 6],
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Plies from the root.
    pub ply: usize,
    /// Squares that the side not to move attacks.
    pub attacks: AttackMap,
}

impl QuietContext {
    /// Returns the context of a position without earlier moves.
    pub fn new(position: &Position) -> QuietContext {
        QuietContext {
            continuation: [ContHistIndex::NONE; 6],
            in_check: position.is_check(),
            ply: LOW_PLIES,
            attacks: AttackMap::new(position),
        }
    }
}
