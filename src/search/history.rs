//! What the search learns about moves and evaluations while it runs.

use bytemuck::Zeroable;
use shakmaty::{Bitboard, Color, Move, Role};

use super::threats::Threats;
use crate::{
    memory::Table,
    params,
    position::{Position, from_square},
    prefetch::prefetch,
    score::{MAX_EVALUATION, Score},
};

/// History values stay within ± this.
const HISTORY_MAX: i32 = 16_384;
/// Correction values stay within ± this.
const CORRECTION_MAX: i32 = 1_024;

/// Number of (piece, target) pairs.
const PIECE_TARGETS: usize = 12 * 64;
/// The same, and no move.
const MOVED: usize = PIECE_TARGETS + 1;
const PAWN_BUCKETS: usize = 1_024;
const CORRECTION_BUCKETS: usize = 16_384;

/// A bounded value that forgets: each update also shrinks it in proportion to its size, so that
/// it stays within ± `MAX` (the "gravity" of Stockfish's `StatsEntry`).
#[derive(Clone, Copy, Default, Zeroable)]
#[repr(transparent)]
struct Entry<const MAX: i32>(i16);

impl<const MAX: i32> Entry<MAX> {
    #[inline]
    fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-MAX, MAX);
        let value = i32::from(self.0);
        self.0 = (value + bonus - value * bonus.abs() / MAX) as i16;
    }

    #[inline]
    fn get(self) -> i32 {
        i32::from(self.0)
    }

    fn halve(&mut self) {
        self.0 /= 2;
    }
}

type History = Entry<HISTORY_MAX>;
type Correction = Entry<CORRECTION_MAX>;
type ByPieceTarget = [History; PIECE_TARGETS];
/// By which ends of a move are attacked, origin and target.
type ByThreats = [[[History; 64]; 64]; 4];

/// A (piece, target) pair: what continuation history knows of an earlier move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceTarget(u16);

impl PieceTarget {
    /// No move: before the root, or a null move.
    pub const NONE: PieceTarget = PieceTarget(PIECE_TARGETS as u16);

    /// The pair of a move by `color`.
    #[inline]
    pub fn new(color: Color, m: Move) -> PieceTarget {
        PieceTarget((piece_index(color, m.role()) * 64 + m.to() as usize) as u16)
    }

    #[inline]
    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What the history of a quiet move depends on beside the move and the position.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The moves 1, 2 and 4 plies ago.
    pub moves: [PieceTarget; 3],
    /// What the side not to move attacks.
    pub threats: Threats,
}

impl Context {
    /// The context of a position that nothing is known to have led to.
    pub fn new(position: &Position) -> Context {
        Context { moves: [PieceTarget::NONE; 3], threats: Threats::new(position) }
    }
}

#[inline]
fn piece_index(color: Color, role: Role) -> usize {
    color as usize * 6 + role as usize - 1
}

/// History tables of one search thread.
pub struct Histories(Table<Tables>);

#[derive(Zeroable)]
struct Tables {
    /// Quiet moves by side.
    butterfly: [ByThreats; 2],
    /// Captures by piece, target and captured role (0 for a promotion without capture).
    captures: [[[History; 6]; 64]; 12],
    /// Quiet moves by an earlier move's (piece, target) and their own.
    continuation: [ByPieceTarget; MOVED],
    /// Quiet moves by pawn structure.
    pawns: [ByPieceTarget; PAWN_BUCKETS],
    corrections: Corrections,
}

/// What the tables hold for one position: found once, for all its quiet moves.
pub struct QuietHistory<'a> {
    us: Color,
    threats: Bitboard,
    butterfly: &'a ByThreats,
    pawns: &'a ByPieceTarget,
    continuation: [&'a ByPieceTarget; 3],
}

/// How much the static evaluation has been off, by side to move and a feature of the position
/// (correction history, from Caissa and Stockfish): several tables in one.
#[derive(Zeroable)]
struct Corrections([Correction; Corrections::ALL]);

impl Default for Histories {
    /// Tables that know nothing.
    fn default() -> Histories {
        Histories(Table::zeroed())
    }
}

impl Histories {
    /// Forgets everything.
    pub fn clear(&mut self) {
        bytemuck::write_zeroes(&mut *self.0);
    }

    /// Makes room for what a search of the game's next position will learn: moves that were good in
    /// the last one count half, but as answers to others they stay (Stockfish).
    pub fn age(&mut self) {
        let butterfly = self.0.butterfly.as_flattened_mut().as_flattened_mut().as_flattened_mut();
        butterfly.iter_mut().for_each(History::halve);
    }

    /// The histories of the quiet moves of a position.
    #[inline]
    pub fn quiets(&self, position: &Position, context: &Context) -> QuietHistory<'_> {
        let us = position.turn();
        QuietHistory {
            us,
            threats: context.threats.all,
            butterfly: &self.0.butterfly[us as usize],
            pawns: &self.0.pawns[pawn_bucket(position)],
            continuation: context.moves.map(|earlier| &self.0.continuation[earlier.index()]),
        }
    }

    /// The history of a capture or promotion.
    #[inline]
    pub fn capture(&self, position: &Position, m: Move) -> i32 {
        self.0.captures[piece_index(position.turn(), m.role())][m.to() as usize][captured_index(m)]
            .get()
    }

    /// Rewards (or, with a negative bonus, punishes) a quiet move.
    pub fn update_quiet(&mut self, position: &Position, context: &Context, m: Move, bonus: i32) {
        let us = position.turn();
        self.update_played(us, context, m, bonus);
        self.update_pawns(position, us, m, bonus);
    }

    /// Rewards or punishes a quiet move of `us` as good or bad with this pawn structure.
    pub fn update_pawns(&mut self, position: &Position, us: Color, m: Move, bonus: i32) {
        self.0.pawns[pawn_bucket(position)][PieceTarget::new(us, m).index()].update(bonus);
    }

    /// Rewards or punishes a quiet move that `us` have already played.
    pub fn update_played(&mut self, us: Color, context: &Context, m: Move, bonus: i32) {
        self.update_butterfly(us, context, m, bonus);
        self.update_continuation(context, us, m, bonus);
    }

    /// Rewards or punishes a quiet move that `us` have already played, whatever went before it.
    pub fn update_butterfly(&mut self, us: Color, context: &Context, m: Move, bonus: i32) {
        let threatened = threatened_ends(context.threats.all, m);
        self.0.butterfly[us as usize][threatened][from_square(m) as usize][m.to() as usize]
            .update(bonus);
    }

    /// Rewards or punishes a move as an answer to the moves before it.
    pub fn update_continuation(&mut self, context: &Context, us: Color, m: Move, bonus: i32) {
        let piece_target = PieceTarget::new(us, m).index();
        for &earlier in &context.moves {
            // The row of no move stays zero, as if it were not there.
            if earlier != PieceTarget::NONE {
                self.0.continuation[earlier.index()][piece_target].update(bonus);
            }
        }
    }

    /// Rewards or punishes a capture or promotion.
    pub fn update_capture(&mut self, position: &Position, m: Move, bonus: i32) {
        self.0.captures[piece_index(position.turn(), m.role())][m.to() as usize][captured_index(m)]
            .update(bonus);
    }

    /// Asks for the corrections of a position before they are used: each would be a cache miss.
    #[inline]
    pub fn prefetch_corrections(&self, position: &Position, moves: [PieceTarget; 2]) {
        for place in Corrections::places(position, moves) {
            prefetch(&self.0.corrections.0[place]);
        }
    }

    /// The static evaluation with what the corrections know, internal units. `moves` are the last
    /// move and the one before it.
    #[inline]
    pub fn corrected(
        &self,
        position: &Position,
        moves: [PieceTarget; 2],
        evaluation: Score,
    ) -> Score {
        let places = Corrections::places(position, moves);
        let sum: i32 = places.into_iter().map(|place| self.0.corrections.0[place].get()).sum();
        (evaluation + sum / params::correction_divisor()).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// Learns that a search of `depth` plies found the evaluation off by `error`.
    pub fn update_corrections(
        &mut self,
        position: &Position,
        moves: [PieceTarget; 2],
        depth: i32,
        error: Score,
    ) {
        let bonus = (error * depth / params::correction_update_divisor())
            .clamp(-params::correction_update_max(), params::correction_update_max());
        for place in Corrections::places(position, moves) {
            self.0.corrections.0[place].update(bonus);
        }
    }
}

impl QuietHistory<'_> {
    /// The history of a move, all tables together, for ordering and reductions.
    #[inline]
    pub fn get(&self, m: Move) -> i32 {
        let piece_target = PieceTarget::new(self.us, m).index();
        let continuation: i32 =
            self.continuation.iter().map(|answers| answers[piece_target].get()).sum();
        let threatened = threatened_ends(self.threats, m);
        self.butterfly[threatened][from_square(m) as usize][m.to() as usize].get()
            + self.pawns[piece_target].get()
            + continuation
    }
}

impl Corrections {
    /// Those of four keys for each side; behind them stand those of the last moves.
    const BY_KEYS: usize = 4 * 2 * CORRECTION_BUCKETS;

    const ALL: usize = Self::BY_KEYS + (2 + MOVED) * MOVED;

    /// Where a position's corrections stand: by the pawns, by the minor pieces, by the pieces of
    /// each side, by the last move, and by the last two, whoever is to move.
    #[inline]
    fn places(position: &Position, [last, before]: [PieceTarget; 2]) -> [usize; 6] {
        let us = position.turn() as usize;
        let keys = position.keys();
        let by_key = |table: usize, key: u64| {
            (2 * table + us) * CORRECTION_BUCKETS + key as usize % CORRECTION_BUCKETS
        };
        let by_moves = |row: usize| Self::BY_KEYS + row * MOVED + last.index();
        [
            by_key(0, keys.pawns),
            by_key(1, keys.minors),
            by_key(2, keys.non_pawns[0]),
            by_key(3, keys.non_pawns[1]),
            by_moves(us),
            by_moves(2 + before.index()),
        ]
    }
}

/// Which of a move's ends are attacked.
#[inline]
fn threatened_ends(threats: Bitboard, m: Move) -> usize {
    let leaves = threats.contains(from_square(m));
    let enters = threats.contains(m.to());
    usize::from(leaves) * 2 + usize::from(enters)
}

#[inline]
fn pawn_bucket(position: &Position) -> usize {
    position.keys().pawns as usize % PAWN_BUCKETS
}

#[inline]
fn captured_index(m: Move) -> usize {
    m.capture().map_or(0, |role| role as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_follow_the_errors_that_searches_find() {
        let (mut histories, position) = (Histories::default(), Position::startpos());
        let moves = [PieceTarget::NONE; 2];
        let corrected =
            |histories: &Histories, position: &Position| histories.corrected(position, moves, 100);
        assert_eq!(corrected(&histories, &position), 100);
        let mut last = 100;
        for _ in 0..5 {
            histories.update_corrections(&position, moves, 8, 50);
            assert!(corrected(&histories, &position) > last);
            last = corrected(&histories, &position);
        }
        // However often it is told, a correction has its bounds, either way.
        for error in [30_000, -30_000] {
            for _ in 0..1_000 {
                histories.update_corrections(&position, moves, 20, error);
            }
            let largest = 6 * CORRECTION_MAX / params::correction_divisor();
            let correction = corrected(&histories, &position) - 100;
            assert_eq!(correction.signum(), error.signum());
            assert!(correction.abs() > largest / 2 && correction.abs() <= largest);
        }
        // The other side to move has corrections of its own, but for those by the last two moves.
        let other = position.play_null().unwrap();
        let share = (corrected(&histories, &other) - 100).abs();
        assert!(share <= CORRECTION_MAX / params::correction_divisor(), "{share}");
        histories.clear();
        assert_eq!(corrected(&histories, &position), 100);
    }

    #[test]
    fn values_stay_bounded_and_follow_their_updates() {
        let mut entry = History::default();
        for _ in 0..1_000 {
            entry.update(3_000);
        }
        assert!(entry.get() > HISTORY_MAX * 9 / 10 && entry.get() <= HISTORY_MAX);
        for _ in 0..1_000 {
            entry.update(-100_000);
        }
        assert_eq!(entry.get(), -HISTORY_MAX);
    }
}
