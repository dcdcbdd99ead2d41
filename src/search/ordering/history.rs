//! Histories: statistics of moves that order, prune and reduce later ones.

use std::io;

use bytemuck::Zeroable;
use shakmaty::{Bitboard, Color};

use super::{
    correction_history::CorrectionHistory,
    history_entry::{HistoryEntry, HistoryRow, HistoryTable, entries_of_rows},
    quiet_context::{ContHistIndex, LOW_PLIES, QuietContext, ROWS},
};
use crate::{
    chess::{PIECE_TARGET_NUMBERS, Position, SearchMove},
    params,
    platform::memory::HugePageBox,
};

/// Bounds of the values (Stockfish). A small bound makes a history adapt fast.
const MAIN_MAX: i32 = 7_183;
const LOW_PLY_MAX: i32 = 7_183;
const CAPTURE_MAX: i32 = 10_692;
const CONTINUATION_MAX: i32 = 30_000;
const PAWN_MAX: i32 = 8_192;

/// Initial values (Stockfish).
const MAIN_START: i16 = -5;
const LOW_PLY_START: i16 = 102;
const CAPTURE_START: i16 = -742;
const CONTINUATION_START: i16 = -586;
const PAWN_START: i16 = -1_338;

const PAWN_BUCKETS: usize = 1_024;

type Main = HistoryEntry<MAIN_MAX>;
type LowPly = HistoryEntry<LOW_PLY_MAX>;
type Capture = HistoryEntry<CAPTURE_MAX>;
type ContinuationRow = HistoryRow<CONTINUATION_MAX>;
type PawnRow = HistoryRow<PAWN_MAX>;
type FromTo<T> = [T; 64 * 64];
/// Indexed by which of a move's origin and target are attacked.
type ByAttacks = [FromTo<Main>; 4];

/// History tables of one search thread.
pub struct Histories(HugePageBox<Tables>);

#[derive(Zeroable)]
struct Tables {
    /// Quiet moves by side.
    main: [ByAttacks; 2],
    /// Quiet moves near the root, by ply.
    low_ply: [FromTo<LowPly>; LOW_PLIES],
    /// Captures by (piece, target) and captured role (0 for a promotion without capture).
    captures: [[Capture; 8]; PIECE_TARGET_NUMBERS],
    /// Quiet moves by an earlier move's index and their own (piece, target).
    continuation: HistoryTable<CONTINUATION_MAX, { entries_of_rows(ROWS) }>,
    /// Quiet moves by pawn structure.
    pawns: HistoryTable<PAWN_MAX, { entries_of_rows(PAWN_BUCKETS) }>,
    /// Errors of the static evaluation.
    corrections: CorrectionHistory,
    /// How often the TT move is the best.
    tt_move: HistoryEntry<8192>,
}

/// Histories of one position, looked up once for all its quiet moves.
pub struct QuietHistory<'a> {
    attacked: Bitboard,
    main: &'a ByAttacks,
    low_ply: Option<(&'a FromTo<LowPly>, i32)>,
    pawns: &'a PawnRow,
    continuation: [&'a ContinuationRow; 6],
}

/// Histories of one quiet move.
#[derive(Clone, Copy)]
pub struct MoveHistory {
    main: i32,
    pawns: i32,
    first: i32,
    second: i32,
}

impl Default for Histories {
    /// Returns histories with initial values.
    fn default() -> Histories {
        let mut histories = Histories(HugePageBox::zeroed());
        histories.clear();
        histories
    }
}

impl Histories {
    /// Reserves the memory. Call [`Histories::clear`] before use.
    ///
    /// # Errors
    ///
    /// The system refuses the memory.
    pub(in crate::search) fn reserve() -> io::Result<Histories> {
        HugePageBox::try_zeroed().map(Histories)
    }

    /// Resets all histories.
    pub fn clear(&mut self) {
        let tables = &mut *self.0;
        bytemuck::write_zeroes(&mut tables.corrections);
        tables.main.as_flattened_mut().as_flattened_mut().fill(HistoryEntry(MAIN_START));
        tables.low_ply.as_flattened_mut().fill(HistoryEntry(LOW_PLY_START));
        tables.captures.as_flattened_mut().fill(HistoryEntry(CAPTURE_START));
        tables.continuation.fill(CONTINUATION_START);
        tables.pawns.fill(PAWN_START);
        tables.tt_move = HistoryEntry(0);
    }

    /// Ages the histories before a search of the game's next position: scales the main history down
    /// and resets the low-ply history (Stockfish).
    pub(crate) fn age(&mut self) {
        let main = self.0.main.as_flattened_mut().as_flattened_mut();
        let kept = params::history_kept();
        main.iter_mut().for_each(|entry| entry.scale_down(kept));
        self.0.low_ply.as_flattened_mut().fill(HistoryEntry(LOW_PLY_START));
    }

    /// Returns the correction history.
    #[inline]
    pub(in crate::search) fn correction_history(&self) -> &CorrectionHistory {
        &self.0.corrections
    }

    /// Returns the correction history, to update it.
    pub(in crate::search) fn correction_history_mut(&mut self) -> &mut CorrectionHistory {
        &mut self.0.corrections
    }

    /// Returns the histories of the quiet moves of a position.
    #[inline]
    pub fn quiets(&self, position: &Position, context: &QuietContext) -> QuietHistory<'_> {
        let ply = context.ply;
        QuietHistory {
            attacked: context.attacks.all,
            main: &self.0.main[position.turn() as usize],
            low_ply: self.0.low_ply.get(ply).map(|low_ply| (low_ply, 1 + ply as i32)),
            pawns: self.0.pawns.row(pawn_bucket(position)),
            continuation: context.continuation.map(|row| self.0.continuation.row(row.index())),
        }
    }

    /// Returns the histories of a quiet move for pruning and reductions.
    #[inline]
    pub fn quiet(&self, position: &Position, context: &QuietContext, m: SearchMove) -> MoveHistory {
        let (tables, piece_target) = (&self.0, m.piece_target());
        let threatened = attacked_ends(context.attacks.all, m);
        let continuation =
            |row: ContHistIndex| tables.continuation.entry(row.index(), piece_target).get();
        let [first, second, ..] = context.continuation;
        MoveHistory {
            main: tables.main[position.turn() as usize][threatened][m.from_to()].get(),
            pawns: tables.pawns.entry(pawn_bucket(position), piece_target).get(),
            first: continuation(first),
            second: continuation(second),
        }
    }

    /// Returns the history of a capture or promotion.
    #[inline]
    pub fn capture(&self, m: SearchMove) -> i32 {
        self.0.captures[m.piece_target()][m.captured()].get()
    }

    /// Returns how often the TT move was the best, ± 8192.
    pub(crate) fn tt_move(&self) -> i32 {
        self.0.tt_move.get()
    }

    /// Updates how often the TT move was the best.
    pub(crate) fn update_tt_move(&mut self, bonus: i32) {
        self.0.tt_move.update(bonus);
    }

    /// Adds a bonus, perhaps negative, to all histories of a quiet move.
    pub fn update_quiet(
        &mut self,
        position: &Position,
        context: &QuietContext,
        m: SearchMove,
        bonus: i32,
    ) {
        self.update_main(position.turn(), context, m, bonus);
        if let Some(low_ply) = self.0.low_ply.get_mut(context.ply) {
            low_ply[m.from_to()].update(bonus * params::history_low_ply() / 1024);
        }
        self.update_continuation(context, m, bonus * params::history_continuation() / 1024);
        let share =
            if bonus > -4 { params::history_pawns() } else { params::history_pawns_penalty() };
        self.update_pawns(position, m, bonus * share / 1024);
    }

    /// Adds a bonus to the pawn history of a quiet move.
    pub(crate) fn update_pawns(&mut self, position: &Position, m: SearchMove, bonus: i32) {
        self.0.pawns.entry_mut(pawn_bucket(position), m.piece_target()).update(bonus);
    }

    /// Adds a bonus to the main history of a quiet move of side `us`.
    pub(crate) fn update_main(
        &mut self,
        us: Color,
        context: &QuietContext,
        m: SearchMove,
        bonus: i32,
    ) {
        let threatened = attacked_ends(context.attacks.all, m);
        self.0.main[us as usize][threatened][m.from_to()].update(bonus);
    }

    /// Adds a bonus to the continuation history of a quiet move. It is weighted by the number of
    /// earlier moves for which the history is positive (Stockfish).
    pub(crate) fn update_continuation(
        &mut self,
        context: &QuietContext,
        m: SearchMove,
        bonus: i32,
    ) {
        let weights = [
            params::continuation_first(),
            params::continuation_second(),
            params::continuation_third(),
            params::continuation_fourth(),
            params::continuation_fifth(),
            params::continuation_sixth(),
        ];
        let consistency = [
            params::continuation_good_0(),
            params::continuation_good_1(),
            params::continuation_good_2(),
            params::continuation_good_3(),
            params::continuation_good_4(),
            params::continuation_good_5(),
            params::continuation_good_6(),
        ];
        let piece_target = m.piece_target();
        let plies = if context.in_check { 2 } else { 6 };
        let mut good = 0;
        for (back, (row, weight)) in
            context.continuation.into_iter().zip(weights).take(plies).enumerate()
        {
            if row == ContHistIndex::NONE {
                continue;
            }
            let entry = self.0.continuation.entry_mut(row.index(), piece_target);
            good += usize::from(entry.get() > 0);
            let offset = if back == 0 { params::continuation_offset() } else { 0 };
            entry.update(bonus * weight / 1024 * consistency[good] / 128 + offset);
        }
    }

    /// Adds a bonus to the history of a capture or promotion.
    pub(crate) fn update_capture(&mut self, m: SearchMove, bonus: i32) {
        self.0.captures[m.piece_target()][m.captured()].update(bonus);
    }
}

impl QuietHistory<'_> {
    #[inline(always)]
    fn main(&self, m: SearchMove) -> i32 {
        let threatened = attacked_ends(self.attacked, m);
        self.main[threatened][m.from_to()].get()
    }

    /// Returns the ordering score of a quiet move, history units.
    #[inline(always)]
    pub fn ordering(&self, m: SearchMove) -> i32 {
        let piece_target = m.piece_target();
        let continuation: i32 =
            [0, 1, 2, 3, 5].map(|back| self.continuation[back][piece_target].get()).iter().sum();
        let low_ply =
            self.low_ply.map_or(0, |(low_ply, divisor)| 8 * low_ply[m.from_to()].get() / divisor);
        2 * self.main(m) + 2 * self.pawns[piece_target].get() + continuation + low_ply
    }

    /// Returns the ordering score of a quiet evasion, history units.
    #[inline]
    pub fn evasion(&self, m: SearchMove) -> i32 {
        self.main(m) + self.continuation[0][m.piece_target()].get()
    }
}

impl MoveHistory {
    /// Returns the score for history pruning: continuation histories 1 and 2 plies back, pawn history.
    #[inline]
    pub const fn history_pruning(&self) -> i32 {
        self.first + self.second + self.pawns
    }

    /// Returns the score for the depth of futility pruning, history units.
    #[inline]
    pub fn futility(&self) -> i32 {
        self.history_pruning() + params::futility_main_history() * self.main / 32
    }

    /// Returns the stat score, for late move reductions.
    #[inline]
    pub fn stat_score(&self) -> i32 {
        (params::reduction_main_history() * self.main
            + params::reduction_first_continuation() * self.first
            + params::reduction_second_continuation() * self.second)
            / 1024
    }
}

/// Returns the index of a move by which of its origin and target are attacked.
#[inline]
fn attacked_ends(attacked: Bitboard, m: SearchMove) -> usize {
    let leaves = attacked.contains(m.from());
    let enters = attacked.contains(m.to());
    usize::from(leaves) * 2 + usize::from(enters)
}

#[inline]
fn pawn_bucket(position: &Position) -> usize {
    position.keys().pawns as usize % PAWN_BUCKETS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::ordering::history_entry::PieceTarget;

    #[test]
    fn a_rewarded_move_is_ordered_before_a_punished_one() {
        let (mut histories, position) = (Histories::default(), Position::startpos());
        let knight = position.search_move(position.parse_uci("g1f3").unwrap());
        let pawn = position.search_move(position.parse_uci("h2h4").unwrap());
        let answered = position.parse_uci("b1a3").unwrap();
        let answered = PieceTarget::new(SearchMove::new(Color::Black, answered));
        let mut context = QuietContext::new(&position);
        context.continuation[0] = ContHistIndex::new(answered, false, false);
        context.ply = 0;
        histories.update_quiet(&position, &context, knight, 500);
        histories.update_quiet(&position, &context, pawn, -500);
        let quiets = histories.quiets(&position, &context);
        for history in [QuietHistory::ordering, QuietHistory::evasion] {
            assert!(history(&quiets, knight) > history(&quiets, pawn));
        }
        for history in
            [MoveHistory::history_pruning, MoveHistory::futility, MoveHistory::stat_score]
        {
            let [knight, pawn] = [knight, pawn].map(|m| histories.quiet(&position, &context, m));
            assert!(history(&knight) > history(&pawn));
        }
        // After another move only the histories that do not depend on it count.
        context.continuation[0] = ContHistIndex::new(answered, false, true);
        context.ply = 1;
        let elsewhere = histories.quiets(&position, &context);
        assert!(elsewhere.ordering(knight) < quiets.ordering(knight));
        assert!(elsewhere.ordering(knight) > elsewhere.ordering(pawn));
    }

    #[test]
    fn clear_resets_the_correction_history() {
        let (mut histories, position) = (Histories::default(), Position::startpos());
        let moves = [PieceTarget::NONE; 3];
        histories.correction_history_mut().update(&position, moves, 200);
        assert_ne!(histories.correction_history().get(&position, moves), 0);
        histories.clear();
        assert_eq!(histories.correction_history().get(&position, moves), 0);
    }
}
