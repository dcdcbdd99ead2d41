//! The game between a person and the engine.

use std::fmt;

use shakmaty::{Color, KnownOutcome, Move};

use crate::{
    display::side,
    position::{self, Game},
};

/// The moves of a game, and where it began.
pub struct Record {
    start: Game,
    moves: Vec<Move>,
    game: Game,
    resigned: Option<Color>,
}

/// Why the game is over.
pub enum Ending {
    /// By the rules.
    Rules(position::Ending),
    /// The side has given up.
    Resignation(Color),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Rules(ending) => ending.fmt(f),
            Ending::Resignation(loser) => {
                write!(f, "{} resigns: {} wins", side(*loser), side(!*loser))
            }
        }
    }
}

impl Record {
    /// A game without moves.
    pub fn new(start: Game) -> Record {
        Record { game: start.clone(), start, moves: Vec::new(), resigned: None }
    }

    /// Where the game began.
    pub const fn start(&self) -> &Game {
        &self.start
    }

    /// Where it stands now.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The last move.
    pub fn last(&self) -> Option<Move> {
        self.moves.last().copied()
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.moves.push(m);
        self.game.play(m);
    }

    /// Ends the game.
    pub const fn resign(&mut self, side: Color) {
        self.resigned = Some(side);
    }

    /// Takes back the last move of a side and what came after it, or its resignation. False where
    /// it has not moved.
    pub fn undo(&mut self, side: Color) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        // The plies of a side are all even or all odd.
        let first = usize::from(self.start.position().turn() != side);
        let Some(last) = (first..self.moves.len()).step_by(2).next_back() else { return false };
        self.moves.truncate(last);
        self.game = self.start.clone();
        self.moves.iter().for_each(|&m| self.game.play(m));
        true
    }

    /// Why the game is over, where it is.
    pub fn ending(&self) -> Option<Ending> {
        let resigned = self.resigned.map(Ending::Resignation);
        resigned.or_else(|| self.game.ending().map(Ending::Rules))
    }

    /// The result, where the game is over.
    pub fn outcome(&self) -> Option<KnownOutcome> {
        self.ending().map(|ending| match ending {
            Ending::Rules(ending) => ending.outcome(),
            Ending::Resignation(side) => KnownOutcome::Decisive { winner: !side },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(moves: &str) -> Record {
        let mut record = Record::new(Game::default());
        for text in moves.split_whitespace() {
            let m = record.game().position().parse_move(text).unwrap();
            record.play(m);
        }
        record
    }

    #[test]
    fn a_side_takes_back_its_own_move_and_the_answer() {
        for (moves, side, left) in [
            ("e4 e5", Color::White, ""),
            ("e4", Color::White, ""),
            ("e4 e5 Nf3", Color::Black, "e4"),
            ("e4 e5 Nf3 Nc6", Color::White, "e4 e5"),
            ("f3 e5 g4 Qh4", Color::White, "f3 e5"),
        ] {
            let mut after = record(moves);
            assert!(after.undo(side), "{moves}");
            assert_eq!(after.moves(), record(left).moves(), "{moves}");
            assert_eq!(after.game().position().key(), record(left).game().position().key());
        }
        assert!(!record("").undo(Color::White));
        assert!(!record("e4").undo(Color::Black));
    }

    #[test]
    fn resignation_ends_the_game_until_taken_back() {
        let mut record = record("e4 e5");
        assert_eq!(record.outcome(), None);
        record.resign(Color::White);
        assert_eq!(record.outcome(), Some(KnownOutcome::Decisive { winner: Color::Black }));
        assert_eq!(record.ending().unwrap().to_string(), "White resigns: Black wins");
        assert!(record.undo(Color::White));
        assert_eq!((record.outcome(), record.moves().len()), (None, 2));
    }
}
