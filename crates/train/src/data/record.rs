//! A game as stored in a file.

use std::io::{self, Write};

use brudno::chess::{
    Game, Position, PositionError,
    score::{MATE, Score},
};
use shakmaty::{Color, KnownOutcome, Move};
use thiserror::Error;
use viriformat::{
    chess::board::{DrawType, GameOutcome, WinType},
    dataformat::{Game as Stored, WDL},
};

use super::convert::{from_board, from_packed, to_board, to_packed};

/// Number of bytes of the start position, before the first move.
pub const HEADER: usize = 32;
/// Number of bytes of a move with its score, and of the end marker.
const ELEMENT: usize = 4;

/// A game: its start position, its result, and each move with the score of the position before it.
#[derive(Debug, PartialEq, Eq)]
pub struct Record(pub(super) Stored);

impl Clone for Record {
    fn clone(&self) -> Record {
        let Stored { initial_position, ref moves } = self.0;
        Record(Stored { initial_position, moves: moves.clone() })
    }
}

impl Record {
    /// Returns viriformat's game.
    pub const fn stored(&self) -> &Stored {
        &self.0
    }

    /// Returns a game without moves. Its result is a draw until [`Record::set_result`].
    pub fn new(start: &Position) -> Record {
        let mut record = Record(Stored::new(&to_board(start)));
        record.set_result(KnownOutcome::Draw);
        record
    }

    /// Appends a move with White's score of the position before it. Clamps the score to mate
    /// scores.
    pub fn push(&mut self, m: Move, score: Score) {
        self.0.add_move(to_packed(m), score.clamp(-MATE, MATE) as i16);
    }

    /// Returns the result.
    pub fn result(&self) -> KnownOutcome {
        KnownOutcome::from_winner(match self.0.outcome() {
            WDL::Win => Some(Color::White),
            WDL::Draw => None,
            WDL::Loss => Some(Color::Black),
        })
    }

    /// Sets the result.
    pub fn set_result(&mut self, result: KnownOutcome) {
        // The format stores only the winner.
        self.0.set_outcome(match result.winner() {
            Some(Color::White) => GameOutcome::WhiteWin(WinType::Adjudication),
            Some(Color::Black) => GameOutcome::BlackWin(WinType::Adjudication),
            None => GameOutcome::Draw(DrawType::Adjudication),
        });
    }

    /// Replaces the scores. There must be one per move.
    pub fn rescored(&self, scores: &[Score]) -> Record {
        debug_assert_eq!(scores.len(), self.len());
        let initial_position = self.0.initial_position;
        let mut stored = Stored { initial_position, moves: Vec::with_capacity(scores.len()) };
        for (m, &score) in self.0.moves().zip(scores) {
            stored.add_move(m, score.clamp(-MATE, MATE) as i16);
        }
        Record(stored)
    }

    /// Returns the number of moves, which is also the number of positions with a score.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true for a game without moves.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the size of the game in a file, bytes.
    pub fn size(&self) -> usize {
        HEADER + ELEMENT * (self.len() + 1)
    }

    /// Returns White's scores.
    pub fn scores(&self) -> impl Iterator<Item = Score> + '_ {
        self.0.moves.iter().map(|(_, score)| Score::from(score.get()))
    }

    /// Returns the number of plies before the start position, computed from its move number.
    pub fn first_ply(&self) -> usize {
        self.0.initial_position().ply()
    }

    /// Replays the game. Calls `visit` for each position with its move and White's score. Returns
    /// the game at its end.
    ///
    /// # Errors
    ///
    /// The start position or a move is not legal.
    pub fn replay(&self, mut visit: impl FnMut(&Game, Move, Score)) -> Result<Game, ReplayError> {
        let start = from_board(&self.0.initial_position()).map_err(ReplayError::Start)?;
        let mut game = Game::new(start);
        for (number, (packed, score)) in self.0.moves.iter().enumerate() {
            let position = game.position();
            let m = from_packed(position, *packed).ok_or_else(|| ReplayError::Illegal {
                number: number + 1,
                text: packed.display(true).to_string(),
                fen: position.fen(),
            })?;
            visit(&game, m, score.get().into());
            game.play(m);
        }
        Ok(game)
    }

    /// Writes the game.
    ///
    /// # Errors
    ///
    /// I/O errors of the writer.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        self.0.serialise_into(out)
    }
}

/// Errors of replaying a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplayError {
    /// The start position is not legal.
    #[error("start position: {0}")]
    Start(PositionError),
    /// A move is not legal.
    #[error("move {number}, {text}, is not legal in {fen}")]
    Illegal {
        /// The move's number in the game, from 1.
        number: usize,
        /// The move in Chess960's UCI notation.
        text: String,
        /// The position before it.
        fen: String,
    },
}
