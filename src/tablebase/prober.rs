//! Ranks root moves by the tablebases, after Stockfish's `root_probe`.

use std::time::Instant;

use shakmaty::Move;
use shakmaty_syzygy::{Dtz, Wdl};

use crate::{
    chess,
    chess::{
        Game, Position,
        score::{DRAW, Score, TB_WIN},
    },
    eval::wdl::HALF_WIN,
    tablebase::{Tablebase, TbSettings},
};

/// Rank of a win that the fifty-move rule does not endanger. Losses have the negated rank.
const SAFE_WIN: i32 = 1 << 18;
/// Rank of a win that the fifty-move rule may turn into a draw, minus DTZ and clock in plies.
const UNSAFE_WIN: i32 = SAFE_WIN / 2;
/// Limit of DTZ plus clock under the fifty-move rule, plies.
const FIFTY_MOVES: i32 = chess::FIFTY_MOVES as i32;
/// DTZ plus clock, plies, from which a cursed win gets the least score.
const MAX_DISTANCE: i32 = 200;
/// Score of a win that misses the fifty-move limit by one ply, internal units.
pub(crate) const NEAREST_CURSED: Score = cursed(FIFTY_MOVES + 1);
/// Least score of a cursed win.
const LEAST_CURSED: Score = cursed(MAX_DISTANCE);

/// Returns the score of a win that the fifty-move rule makes a draw, from DTZ plus clock: 3 to 99
/// 200ths of a pawn (Stockfish).
const fn cursed(distance: i32) -> Score {
    let share = if distance > MAX_DISTANCE - 3 { 3 } else { MAX_DISTANCE - distance };
    share * HALF_WIN as Score / 200
}

/// A move with its tablebase rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// The move.
    pub m: Move,
    /// Higher is better. The search chooses among moves of the same rank. Draws have 0.
    pub rank: i32,
    /// Score to display, internal units: [`TB_WIN`] for a win, less than half a pawn for a win that
    /// the fifty-move rule makes a draw.
    pub score: Score,
}

/// Moves of a position, best first. Moves of the same rank keep their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking {
    /// The moves.
    pub moves: Vec<RankedMove>,
    /// True with DTZ tables: playing the best moves makes progress.
    pub makes_progress: bool,
}

/// Probes the tablebases for one caller.
pub struct SyzygyProber<'a> {
    tables: &'a Tablebase,
    /// Most pieces of a position to probe.
    limit: usize,
    pub(super) fifty_moves: bool,
    deadline: Option<Instant>,
}

impl<'a> SyzygyProber<'a> {
    /// Returns a prober without a deadline.
    pub fn new(tables: &'a Tablebase, settings: &TbSettings) -> SyzygyProber<'a> {
        SyzygyProber {
            tables,
            limit: settings.limit.min(tables.largest()),
            fifty_moves: settings.fifty_moves,
            deadline: None,
        }
    }

    /// Sets the time at which ranking gives up.
    pub(crate) fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// Returns true if the number of pieces and the castling rights allow a probe.
    pub fn covers(&self, position: &Position) -> bool {
        position.board().occupied().count() <= self.limit && !position.has_castling_rights()
    }

    /// Ranks moves of a game's position by DTZ, or by WDL without DTZ tables. All safe wins have the
    /// same rank, unless `shortest` prefers low DTZ for the winner and high DTZ for the loser. `None`
    /// if a table is missing for one of the moves, or the deadline has passed.
    pub fn rank(&self, game: &Game, moves: &[Move], shortest: bool) -> Option<Ranking> {
        if !self.covers(game.position()) {
            return None;
        }
        let (mut moves, makes_progress) = match self.rank_by_dtz(game, moves, shortest) {
            Some(moves) => (moves, true),
            None => (self.rank_by_wdl(game, moves)?, false),
        };
        moves.sort_by_key(|ranked| -ranked.rank);
        Some(Ranking { moves, makes_progress })
    }

    /// Returns true if the deadline has passed.
    pub(crate) fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn rank_by_dtz(&self, game: &Game, moves: &[Move], shortest: bool) -> Option<Vec<RankedMove>> {
        let clock = game.position().halfmoves().min(MAX_DISTANCE as u32) as i32;
        let repeated = game.has_repetition();
        moves
            .iter()
            .map(|&m| {
                let dtz = self.dtz_of(game, m)?;
                let distance = dtz.abs() + clock;
                let preference = if shortest { dtz.abs() } else { 0 };
                let rank = if dtz > 0 && distance < FIFTY_MOVES && !repeated {
                    SAFE_WIN - preference
                } else if dtz > 0 {
                    UNSAFE_WIN - distance
                } else if dtz < 0 && 2 * dtz.abs() + clock < FIFTY_MOVES {
                    preference - SAFE_WIN
                } else if dtz < 0 {
                    distance - UNSAFE_WIN
                } else {
                    0
                };
                let wins = distance <= FIFTY_MOVES || !self.fifty_moves;
                let size = if wins { TB_WIN } else { cursed(distance) };
                Some(RankedMove { m, rank, score: dtz.signum() * size })
            })
            .collect()
    }

    /// Returns the DTZ of a move, counted from the position before it, in the mover's view.
    fn dtz_of(&self, game: &Game, m: Move) -> Option<i32> {
        if self.is_late() {
            return None;
        }
        let mut after = game.clone();
        after.play(m);
        let position = after.position();
        if position.halfmoves() == 0 {
            return self.tables.wdl(position).map(|wdl| Dtz::before_zeroing(-wdl).0);
        }
        if self.fifty_moves && position.is_fifty_move_draw() || after.is_threefold() {
            return Some(0);
        }
        let dtz = -self.tables.dtz(position)?;
        // Mate takes precedence over the fifty-move rule.
        let mates = dtz == 1 && position.is_check() && !position.has_legal_move();
        Some(if mates { 1 } else { dtz + dtz.signum() })
    }

    fn rank_by_wdl(&self, game: &Game, moves: &[Move]) -> Option<Vec<RankedMove>> {
        moves
            .iter()
            .map(|&m| {
                if self.is_late() {
                    return None;
                }
                let mut after = game.clone();
                after.play(m);
                let position = after.position();
                let drawn = after.is_threefold() || position.is_fifty_move_draw();
                let wdl = if drawn { Wdl::Draw } else { -self.tables.wdl(position)? };
                let (rank, cursed) = match wdl {
                    Wdl::Win => (SAFE_WIN, false),
                    Wdl::CursedWin => (SAFE_WIN - FIFTY_MOVES - 1, true),
                    Wdl::Draw => (0, false),
                    Wdl::BlessedLoss => (FIFTY_MOVES + 1 - SAFE_WIN, true),
                    Wdl::Loss => (-SAFE_WIN, false),
                };
                let score = match wdl.signum() {
                    0 => DRAW,
                    sign if cursed && self.fifty_moves => sign * LEAST_CURSED,
                    sign => sign * TB_WIN,
                };
                Some(RankedMove { m, rank, score })
            })
            .collect()
    }
}
