//! State of a played game.

use std::{fmt, time::Duration};

use brudno::{
    chess::{self, Game},
    terminal::display::side,
};
use shakmaty::{Color, KnownOutcome, Move, Position as _};

/// Start and moves of a game.
#[derive(Clone)]
pub struct PlayedGame {
    start: Game,
    moves: Vec<Move>,
    /// The time that the side had left after each move, if it is known.
    times: Vec<Option<Duration>>,
    game: Game,
    /// End of the game by resignation, agreement or time.
    ended: Option<Termination>,
}

/// Reason for the end of a game.
#[derive(Clone, Copy)]
pub enum Termination {
    /// End by the rules.
    Rules(chess::Ending),
    /// The side resigned.
    Resignation(Color),
    /// Draw by agreement.
    Agreement,
    /// The side's time is up. True if the opponent has mating material.
    Time(Color, bool),
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Termination::Rules(ending) => ending.fmt(f),
            Termination::Resignation(loser) => {
                write!(f, "{} resigns: {} wins", side(*loser), side(!*loser))
            }
            Termination::Agreement => f.write_str("a draw by agreement"),
            Termination::Time(loser, true) => {
                write!(f, "{}'s time is up: {} wins", side(*loser), side(!*loser))
            }
            Termination::Time(loser, false) => {
                let (loser, other) = (side(*loser), side(!*loser));
                write!(f, "a draw: {loser}'s time is up, but {other} cannot mate")
            }
        }
    }
}

impl PlayedGame {
    /// Creates a game without moves.
    pub fn new(start: Game) -> PlayedGame {
        PlayedGame { game: start.clone(), start, moves: Vec::new(), times: Vec::new(), ended: None }
    }

    /// Returns the start.
    pub const fn start(&self) -> &Game {
        &self.start
    }

    /// Returns the current position with its history.
    pub const fn current(&self) -> &Game {
        &self.game
    }

    /// Returns the moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the last move.
    pub fn last(&self) -> Option<Move> {
        self.moves.last().copied()
    }

    /// Returns the position before the last move.
    pub fn previous(&self) -> Option<Game> {
        let (_, moves) = self.moves.split_last()?;
        let mut game = self.start.clone();
        moves.iter().for_each(|&m| game.play(m));
        Some(game)
    }

    /// Returns the time that the side had left after each move, if it is known.
    pub fn times(&self) -> &[Option<Duration>] {
        &self.times
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.play_timed(m, None);
    }

    /// Plays a legal move. `left` is the time that the side has left after it.
    pub fn play_timed(&mut self, m: Move, left: Option<Duration>) {
        self.moves.push(m);
        self.times.push(left);
        self.game.play(m);
    }

    /// Resigns for a side.
    pub const fn resign(&mut self, side: Color) {
        self.ended = Some(Termination::Resignation(side));
    }

    /// Agrees on a draw.
    pub const fn agree(&mut self) {
        self.ended = Some(Termination::Agreement);
    }

    /// Ends the game: the side's time is up.
    pub fn run_out_of_time(&mut self, side: Color) {
        let mates = !self.game.position().chess().has_insufficient_material(!side);
        self.ended = Some(Termination::Time(side, mates));
    }

    /// Takes back the last move of a side and everything after it. Returns false if the side has
    /// not moved.
    pub fn undo(&mut self, side: Color) -> bool {
        if self.ended.take().is_some() {
            return true;
        }
        // All plies of a side have the same parity.
        let first = usize::from(self.start.position().turn() != side);
        let Some(last) = (first..self.moves.len()).step_by(2).next_back() else { return false };
        self.moves.truncate(last);
        self.times.truncate(last);
        self.game = self.start.clone();
        self.moves.iter().for_each(|&m| self.game.play(m));
        true
    }

    /// Returns the reason for the end of the game, if it is over.
    pub fn ending(&self) -> Option<Termination> {
        self.ended.or_else(|| self.game.ending().map(Termination::Rules))
    }

    /// Returns the result, if the game is over.
    pub fn outcome(&self) -> Option<KnownOutcome> {
        self.ending().map(|ending| match ending {
            Termination::Rules(ending) => ending.outcome(),
            Termination::Resignation(side) | Termination::Time(side, true) => {
                KnownOutcome::Decisive { winner: !side }
            }
            Termination::Agreement | Termination::Time(_, false) => KnownOutcome::Draw,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str) -> PlayedGame {
        let mut game = PlayedGame::new(Game::default());
        for text in moves.split_whitespace() {
            let m = game.current().position().parse_move(text).unwrap();
            game.play(m);
        }
        game
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
            let mut after = game(moves);
            assert!(after.undo(side), "{moves}");
            assert_eq!(after.moves(), game(left).moves(), "{moves}");
            assert_eq!(after.current().position().key(), game(left).current().position().key());
        }
        assert!(!game("").undo(Color::White));
        assert!(!game("e4").undo(Color::Black));
    }

    #[test]
    fn resignation_ends_the_game_until_taken_back() {
        let mut game = game("e4 e5");
        assert_eq!(game.outcome(), None);
        game.resign(Color::White);
        assert_eq!(game.outcome(), Some(KnownOutcome::Decisive { winner: Color::Black }));
        assert_eq!(game.ending().unwrap().to_string(), "White resigns: Black wins");
        assert!(game.undo(Color::White));
        assert_eq!((game.outcome(), game.moves().len()), (None, 2));
        game.agree();
        assert_eq!(game.outcome(), Some(KnownOutcome::Draw));
    }

    #[test]
    fn time_is_lost_only_to_those_who_can_mate() {
        let mut whole = game("e4");
        whole.run_out_of_time(Color::White);
        assert_eq!(whole.outcome(), Some(KnownOutcome::Decisive { winner: Color::Black }));
        assert_eq!(whole.ending().unwrap().to_string(), "White's time is up: Black wins");
        let bare = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let mut bare = PlayedGame::new(Game::from_fen(bare, false).unwrap());
        bare.run_out_of_time(Color::White);
        assert_eq!(bare.outcome(), Some(KnownOutcome::Draw));
        bare.run_out_of_time(Color::Black);
        assert_eq!(bare.outcome(), Some(KnownOutcome::Decisive { winner: Color::White }));
    }
}
