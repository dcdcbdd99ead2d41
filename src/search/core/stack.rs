//! What a node of the search keeps while the nodes below it are searched.

use crate::{
    chess::{
        SearchMove,
        score::{MAX_PLY, NO_SCORE, Score},
    },
    search::ordering::{attack_map::AttackMap, history::ContHistIndex, history_entry::PieceTarget},
};

/// Sentinel plies below the root: looking back needs no test.
pub(in crate::search) const SENTINELS: usize = 7;
/// Plies of the stack.
pub(in crate::search) const STACK_PLIES: usize = SENTINELS + MAX_PLY + 3;

/// What a node leaves for the nodes above and below it.
#[derive(Clone, Copy)]
pub(in crate::search) struct StackEntry {
    /// Corrected static evaluation; in check that of the same side's last turn.
    pub static_evaluation: Score,
    pub in_check: bool,
    /// Whether the table knew the position.
    pub tt_hit: bool,
    /// The move being searched from here; `NONE` for a null move.
    pub moved: PieceTarget,
    pub cont_hist: ContHistIndex,
    pub current: Option<SearchMove>,
    /// How many moves have been looked at, the current one among them.
    pub move_count: i32,
    /// What the histories say of the current move.
    pub stat_score: i32,
    /// The move left out by a singular search.
    pub excluded: Option<SearchMove>,
    /// Whether the line here is that of the last iteration.
    pub follows_pv: bool,
    /// How often the children of this ply failed high.
    pub fail_highs: u32,
    /// By how much the move being searched is reduced, plies.
    pub reduction: i32,
    pub tt_pv: bool,
    /// What the side not to move attacks, where quiet moves are looked at.
    pub attacks: AttackMap,
}

impl StackEntry {
    /// What stands before the root.
    pub const EMPTY: StackEntry = StackEntry {
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
        fail_highs: 0,
        reduction: 0,
        tt_pv: false,
        attacks: AttackMap::NONE,
    };
}
