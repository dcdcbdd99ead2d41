//! Looks for what a game must not have.

use std::fmt;

use shakmaty::{KnownOutcome, Position as _};

use super::record::{Record, ReplayError};
use crate::{
    position::Position,
    score::{MATE, Score},
};

/// Endgame tables exist up to so many men.
const TB_MAX_MEN: usize = 7;

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// A start or a move that the rules forbid.
    Rules(ReplayError),
    /// A score beyond a mate's: the number of the move, from 1, and the score.
    Score(usize, Score),
    /// The board says another result.
    Board {
        /// What the last position says.
        board: KnownOutcome,
        /// What the game says.
        result: KnownOutcome,
    },
    /// Someone wins without mating although the last score was the other side's.
    LastScore {
        /// White's score before the last move.
        score: Score,
        /// What the game says.
        result: KnownOutcome,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Rules(error) => error.fmt(f),
            Problem::Score(number, score) => {
                write!(f, "move {number}: score {score} is beyond ±{MATE}")
            }
            Problem::Board { board, result } => {
                write!(f, "the result is {result}, but the last position says {board}")
            }
            Problem::LastScore { score, result } => {
                write!(f, "the result is {result}, but white's last score is {score:+}")
            }
        }
    }
}

/// Everything that is wrong with a game; nothing where it may be trained on.
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
        // Endgame tables may have known better than the score.
        return None;
    }
    let score = record.scores().last()?;
    let winner = result.winner()?;
    (winner.fold_wb(score, -score) < 0).then_some(Problem::LastScore { score, result })
}
