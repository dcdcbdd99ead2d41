//! Search stack: state of the nodes on the current path.

use crate::{
    chess::{
        SearchMove,
        score::{MAX_PLY, NO_SCORE, Score},
    },
    search::ordering::{
        attack_map::AttackMap, history_entry::PieceTarget, quiet_context::ContHistIndex,
    },
};

/// Entries before the root, so looking back needs no test.
pub(in crate::search) const SENTINELS: usize = 7;
pub(in crate::search) const STACK_PLIES: usize = SENTINELS + MAX_PLY + 3;

/// State of a node that nodes above and below it read.
#[derive(Clone, Copy)]
pub(in crate::search) struct StackEntry {
    /// Material on the board, in the units of [`material`](super::evaluation::material).
    pub material: i32,
    /// Corrected static evaluation. In check that of the same side's last turn.
    pub static_evaluation: Score,
    pub in_check: bool,
    /// Whether the transposition table had an entry.
    pub tt_hit: bool,
    /// Piece and target of the current move. `NONE` for a null move.
    pub moved: PieceTarget,
    /// Row of the continuation history for replies to the current move.
    pub cont_hist: ContHistIndex,
    /// The current move. `None` for a null move.
    pub current: Option<SearchMove>,
    /// Number of moves so far, including the current one.
    pub move_count: i32,
    /// History score of the current move.
    pub stat_score: i32,
    /// The move that a singular search excludes.
    pub excluded: Option<SearchMove>,
    /// Whether the path follows the principal variation of the last iteration.
    pub follows_pv: bool,
    /// Number of nodes at this ply that failed high below the same grandparent.
    pub cutoff_count: u32,
    /// Reduction of the current move, plies.
    pub reduction: i32,
    /// Whether the node is or was on a principal variation, as its children inherit it. A singular
    /// search at the same ply may set it, without effect on the node that asked for it.
    pub tt_pv: bool,
    /// Squares that the side not to move attacks. Set before quiet moves are ordered.
    pub attacks: AttackMap,
}

impl StackEntry {
    /// Entry before the root.
    pub const EMPTY: StackEntry = StackEntry {
        material: 0,
        static_evaluation: NO_SCORE,
        in_check: false,
        tt_hit: false,
        moved: PieceTarget::NONE,
        cont_hist: ContHistIndex::NONE,
        current: None,
        move_count: 0,
        stat_score: 0,
        excluded: None,
        follows_pv: false,
        cutoff_count: 0,
        reduction: 0,
        tt_pv: false,
        attacks: AttackMap::NONE,
    };
}
