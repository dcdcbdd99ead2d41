//! Checks games and positions for problems.

use brudno::chess::{
    Position, PositionError,
    score::{MATE, Score},
};
use shakmaty::{KnownOutcome, Position as _};
use thiserror::Error;

use super::{
    packed::{PackedPosition, UNLABELLED},
    record::{Record, ReplayError},
};

/// Maximum number of pieces in tablebases.
const TB_MAX_MEN: usize = 7;

/// A problem of a game or a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Problem {
    /// An illegal start position or move.
    #[error(transparent)]
    Rules(ReplayError),
    /// A score is beyond mate scores. Contains the number of the move, from 1, and the score.
    #[error("move {0}: score {1} is beyond ±{MATE}")]
    Score(usize, Score),
    /// The last position contradicts the result.
    #[error("the result is {result}, but the result of the last position is {board}")]
    Board {
        /// Result of the last position.
        board: KnownOutcome,
        /// Result of the game.
        result: KnownOutcome,
    },
    /// The game is won without mate, but the last score favours the other side.
    #[error("the result is {result}, but white's last score is {score:+}")]
    LastScore {
        /// White's last score.
        score: Score,
        /// Result of the game.
        result: KnownOutcome,
    },
    /// An illegal position.
    #[error(transparent)]
    Position(PositionError),
    /// The score of a position is beyond mate scores.
    #[error("score {0} is beyond ±{MATE}")]
    PositionScore(Score),
    /// A derived position has no parent.
    #[error("a derived position without a parent")]
    Orphan,
}

/// Returns the first problem of a position, if any. `is_orphan` is true if the position is derived
/// and has no parent.
pub fn position_problem(position: &PackedPosition, is_orphan: bool) -> Option<Problem> {
    let score = Score::from(position.score());
    if let Err(error) = position.to_position() {
        Some(Problem::Position(error))
    } else if score.abs() > MATE && position.score() != UNLABELLED {
        Some(Problem::PositionScore(score))
    } else {
        is_orphan.then_some(Problem::Orphan)
    }
}

/// Returns all problems of a game.
pub fn problems(record: &Record) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (index, score) in record.scores().enumerate() {
        if score.abs() > MATE {
            problems.push(Problem::Score(index + 1, score));
        }
    }
    match record.replay(|_, _, _| ()) {
        Ok(end) => problems.extend(contradiction(record, end.position())),
        Err(error) => problems.push(Problem::Rules(error)),
    }
    problems
}

fn contradiction(record: &Record, end: &Position) -> Option<Problem> {
    let result = record.result();
    if let Some(board) = end.chess().outcome().known() {
        return (board != result).then_some(Problem::Board { board, result });
    }
    if end.board().occupied().count() <= TB_MAX_MEN {
        // The tablebases may have decided the game against the score.
        return None;
    }
    let score = record.scores().last()?;
    let winner = result.winner()?;
    (winner.fold_wb(score, -score) < 0).then_some(Problem::LastScore { score, result })
}
