//! The moves of a position ranked by the tables, after Stockfish's `root_probe`.

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

/// The rank of a win that the fifty-move rule does not endanger; losses mirror it.
const CERTAIN: i32 = 1 << 18;
/// The rank of a win by a move that zeroes the clock at once, were the clock full. Each ply of the
/// way and of the clock costs one.
const UNCERTAIN: i32 = CERTAIN / 2;
/// Plies of way and clock together that the fifty-move rule allows.
const FIFTY_MOVES: i32 = chess::FIFTY_MOVES as i32;
/// Wins by so many plies or more look like a draw, give or take a little.
const FAR: i32 = 200;
/// The score of a win that the fifty-move rule makes a draw by one ply, internal units.
pub const NEAREST_CURSED: Score = cursed(FIFTY_MOVES + 1);
/// The least score of such a win.
const LEAST_CURSED: Score = cursed(FAR);

/// The score of a win that the fifty-move rule makes a draw, from the plies of way and clock: 3 to 99
/// 200ths of a pawn (Stockfish).
const fn cursed(way: i32) -> Score {
    let share = if way > FAR - 3 { 3 } else { FAR - way };
    share * HALF_WIN as Score / 200
}

/// A move and what the tables say of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// The move.
    pub m: Move,
    /// Higher is better; moves of one rank are for the search to choose from. Draws have 0.
    pub rank: i32,
    /// What to show for it, in internal units: a win by the tables is [`TB_WIN`], one that the
    /// fifty-move rule makes a draw less than half a pawn.
    pub score: Score,
}

/// The moves of a position, the best first; of those with one rank the first given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking {
    /// The moves.
    pub moves: Vec<RankedMove>,
    /// Whether DTZ tables were there: following the best moves makes progress.
    pub makes_progress: bool,
}

/// One reader of the tables.
pub struct SyzygyProber<'a> {
    tables: &'a Tablebase,
    /// Positions with more men are not looked up.
    limit: usize,
    pub(super) fifty_moves: bool,
    deadline: Option<Instant>,
}

impl<'a> SyzygyProber<'a> {
    /// A reader without a deadline.
    pub fn new(tables: &'a Tablebase, settings: &TbSettings) -> SyzygyProber<'a> {
        SyzygyProber {
            tables,
            limit: settings.limit.min(tables.largest()),
            fifty_moves: settings.fifty_moves,
            deadline: None,
        }
    }

    /// Gives up at this time.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// Whether the position is one for the tables, were they all there.
    pub fn covers(&self, position: &Position) -> bool {
        position.board().occupied().count() <= self.limit && !position.has_castling_rights()
    }

    /// Ranks moves of a game's position, by DTZ where these tables are there. Wins that are certain
    /// have one rank, unless `shortest` prefers those with the nearest capture or pawn move, and
    /// for the losing side the farthest. `None` where the tables do not know all of the moves, or
    /// the deadline has passed.
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

    /// Whether the deadline has passed.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn rank_by_dtz(&self, game: &Game, moves: &[Move], shortest: bool) -> Option<Vec<RankedMove>> {
        let clock = game.position().halfmoves().min(FAR as u32) as i32;
        let repeated = game.has_repetition();
        moves
            .iter()
            .map(|&m| {
                let dtz = self.dtz_of(game, m)?;
                let way = dtz.abs() + clock;
                let preference = if shortest { dtz.abs() } else { 0 };
                let rank = if dtz > 0 && way < FIFTY_MOVES && !repeated {
                    CERTAIN - preference
                } else if dtz > 0 {
                    UNCERTAIN - way
                } else if dtz < 0 && 2 * dtz.abs() + clock < FIFTY_MOVES {
                    preference - CERTAIN
                } else if dtz < 0 {
                    way - UNCERTAIN
                } else {
                    0
                };
                let wins = way <= FIFTY_MOVES || !self.fifty_moves;
                let size = if wins { TB_WIN } else { cursed(way) };
                Some(RankedMove { m, rank, score: dtz.signum() * size })
            })
            .collect()
    }

    /// DTZ after a move, as the side that plays it sees it and counted from before it.
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
        // Mate ends the game, whatever the clock says.
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
                    Wdl::Win => (CERTAIN, false),
                    Wdl::CursedWin => (CERTAIN - FIFTY_MOVES - 1, true),
                    Wdl::Draw => (0, false),
                    Wdl::BlessedLoss => (FIFTY_MOVES + 1 - CERTAIN, true),
                    Wdl::Loss => (-CERTAIN, false),
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
