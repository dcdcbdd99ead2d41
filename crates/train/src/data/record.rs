//! One game as the file holds it.

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

/// Bytes of a game before its first move: the start position.
pub const HEADER: usize = 32;
/// Bytes of a move and its score, and of the end.
const ELEMENT: usize = 4;

/// A game: its start, its result, and each move with the score of the position it was played in.
#[derive(Debug, PartialEq, Eq)]
pub struct Record(pub(super) Stored);

impl Clone for Record {
    fn clone(&self) -> Record {
        let Stored { initial_position, ref moves } = self.0;
        Record(Stored { initial_position, moves: moves.clone() })
    }
}

impl Record {
    /// The game as viriformat has it.
    pub const fn stored(&self) -> &Stored {
        &self.0
    }

    /// A game without moves, drawn until told otherwise.
    pub fn new(start: &Position) -> Record {
        let mut record = Record(Stored::new(&to_board(start)));
        record.set_result(KnownOutcome::Draw);
        record
    }

    /// Adds a move and the score, white's, of the position that it was played in. Scores beyond
    /// a mate's are cut off there.
    pub fn push(&mut self, m: Move, score: Score) {
        self.0.add_move(to_packed(m), score.clamp(-MATE, MATE) as i16);
    }

    /// How the game ended.
    pub fn result(&self) -> KnownOutcome {
        KnownOutcome::from_winner(match self.0.outcome() {
            WDL::Win => Some(Color::White),
            WDL::Draw => None,
            WDL::Loss => Some(Color::Black),
        })
    }

    /// Says how the game ended.
    pub fn set_result(&mut self, result: KnownOutcome) {
        // The format keeps only the winner.
        self.0.set_outcome(match result.winner() {
            Some(Color::White) => GameOutcome::WhiteWin(WinType::Adjudication),
            Some(Color::Black) => GameOutcome::BlackWin(WinType::Adjudication),
            None => GameOutcome::Draw(DrawType::Adjudication),
        });
    }

    /// The same game with other scores, one for each move.
    pub fn rescored(&self, scores: &[Score]) -> Record {
        debug_assert_eq!(scores.len(), self.len());
        let initial_position = self.0.initial_position;
        let mut stored = Stored { initial_position, moves: Vec::with_capacity(scores.len()) };
        for (m, &score) in self.0.moves().zip(scores) {
            stored.add_move(m, score.clamp(-MATE, MATE) as i16);
        }
        Record(stored)
    }

    /// How many moves, and thus positions with a score, the game has.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the game has no move.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Bytes that the game takes in a file.
    pub fn size(&self) -> usize {
        HEADER + ELEMENT * (self.len() + 1)
    }

    /// The scores, white's.
    pub fn scores(&self) -> impl Iterator<Item = Score> + '_ {
        self.0.moves.iter().map(|(_, score)| Score::from(score.get()))
    }

    /// Plies that were played before the start position, by its move number.
    pub fn first_ply(&self) -> usize {
        self.0.initial_position().ply()
    }

    /// Plays the game through: `visit` sees each position with the move that was played there and
    /// the score, white's. Returns the game at its end.
    ///
    /// # Errors
    ///
    /// The start is no position of chess, or a move is not legal.
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
    /// The writer's.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        self.0.serialise_into(out)
    }
}

/// Why a game cannot be played through.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplayError {
    /// The start is no position of chess.
    #[error("start position: {0}")]
    Start(PositionError),
    /// A move is not legal.
    #[error("move {number}, {text}, is not legal in {fen}")]
    Illegal {
        /// The move's number in the game, from 1.
        number: usize,
        /// The move in Chess960's UCI notation.
        text: String,
        /// The position that it should be played in.
        fen: String,
    },
}
