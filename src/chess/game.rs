//! A game: the current position and the keys of the earlier ones.

use shakmaty::{Move, fen::Fen};

use super::{
    parse::PositionError,
    position::{FIFTY_MOVES, Position},
};

/// A position with the history for detecting repetitions.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    /// Keys of the positions before the current one since the last capture or pawn move, oldest
    /// first. At most [`FIFTY_MOVES`], after which the game is drawn, so a copy is small.
    history: Vec<u64>,
    /// The last moves, the latest first.
    last_moves: [Option<Move>; 2],
}

impl Default for Game {
    fn default() -> Game {
        Game::new(Position::startpos())
    }
}

impl Game {
    /// Returns a game that starts from `position`.
    pub const fn new(position: Position) -> Game {
        Game { position, history: Vec::new(), last_moves: [None; 2] }
    }

    /// Parses a FEN of one to six fields, with standard, X-FEN or Shredder-FEN castling rights. Drops
    /// impossible rights and en-passant squares. `chess960` selects Chess960 castling even if the
    /// rights are possible in standard chess.
    ///
    /// # Errors
    ///
    /// [`PositionError::Fen`] or [`PositionError::Position`].
    pub fn from_fen(fen: &str, chess960: bool) -> Result<Game, PositionError> {
        let setup =
            fen.parse::<Fen>().map_err(|error| PositionError::Fen(error.to_string()))?.into_setup();
        Ok(Game::new(Position::from_setup(setup, chess960)?))
    }

    /// Returns the current position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the keys of the positions before the current one, oldest first: those since the last
    /// capture or pawn move, as far as the fifty-move rule needs them.
    pub fn history(&self) -> &[u64] {
        &self.history
    }

    /// Returns the last keys of [`Game::history`], at most this number.
    pub fn last_keys(&self, plies: usize) -> &[u64] {
        &self.history[self.history.len().saturating_sub(plies)..]
    }

    /// Returns the last two moves, the latest first: the opponent's, and that of the side to move.
    /// `None` stands for a null move, and for a move before the start of the game.
    pub const fn last_moves(&self) -> [Option<Move>; 2] {
        self.last_moves
    }

    /// Returns true if the current position has occurred three times: a draw.
    pub fn is_threefold(&self) -> bool {
        self.reversible().iter().filter(|&&key| key == self.position.key()).count() >= 2
    }

    /// Returns true if any position since the last capture or pawn move has occurred twice.
    pub fn has_repetition(&self) -> bool {
        let mut keys = self.reversible().to_vec();
        keys.push(self.position.key());
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Returns the known keys since the last capture or pawn move, without the current one.
    fn reversible(&self) -> &[u64] {
        self.last_keys(self.position.halfmoves() as usize)
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.advance(self.position.play(m), Some(m));
    }

    /// Plays a legal move, or a null move for `None`. Returns false and changes nothing for a null move
    /// in check.
    pub fn play_or_pass(&mut self, m: Option<Move>) -> bool {
        let next = match m {
            Some(m) => Some(self.position.play(m)),
            None => self.position.play_null(),
        };
        let Some(next) = next else { return false };
        self.advance(next, m);
        true
    }

    fn advance(&mut self, next: Position, m: Option<Move>) {
        if next.halfmoves() == 0 {
            self.history.clear();
        } else {
            if self.history.len() == FIFTY_MOVES as usize {
                self.history.remove(0);
            }
            self.history.push(self.position.key());
        }
        self.position = next;
        self.last_moves = [m, self.last_moves[0]];
    }

    /// Parses and plays a UCI move. Castling is king-to-target or king-takes-rook.
    ///
    /// # Errors
    ///
    /// [`PositionError::Notation`] or [`PositionError::Illegal`]; the game does not change.
    pub fn play_uci(&mut self, text: &str) -> Result<(), PositionError> {
        let m = self.position.parse_uci(text)?;
        self.play(m);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_notations_of_castling_are_parsed() {
        for text in ["e1g1", "e1h1", "E1G1"] {
            let mut game = Game::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1", false).unwrap();
            game.play_uci(text).unwrap();
            assert_eq!(game.position().fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
        }
    }

    #[test]
    fn repetitions_are_counted() {
        let mut game = Game::default();
        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
        for (played, text) in shuffle.into_iter().cycle().take(12).enumerate() {
            assert_eq!(game.has_repetition(), played >= 4, "{played}");
            assert_eq!(game.is_threefold(), played >= 8, "{played}");
            game.play_uci(text).unwrap();
        }
        game.play_uci("e2e4").unwrap();
        assert!(!game.has_repetition() && !game.is_threefold());
    }

    #[test]
    fn the_history_is_bounded() {
        let mut game = Game::default();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(1001) {
            game.play_uci(text).unwrap();
        }
        assert_eq!(game.history().len(), 100);
        assert_eq!(game.history()[99], Position::startpos().key());
        assert!(game.is_threefold() && game.last_keys(2) == &game.history()[98..]);
        game.play_uci("e7e5").unwrap();
        assert!(game.history().is_empty() && game.last_keys(2).is_empty());
    }

    #[test]
    fn the_fifty_move_clock_saturates() {
        let fen = format!("4k3/8/8/8/8/8/8/4K2R w K - {} 1", "9".repeat(80));
        let mut game = Game::from_fen(&fen, false).unwrap();
        game.play_uci("h1h2").unwrap();
        assert_eq!(game.position().halfmoves(), u32::MAX);
    }

    #[test]
    fn the_last_moves_are_kept() {
        let mut game = Game::default();
        assert_eq!(game.last_moves(), [None, None]);
        for (text, expected) in
            [("e2e4", ["e2e4", ""]), ("e7e5", ["e7e5", "e2e4"]), ("g1f3", ["g1f3", "e7e5"])]
        {
            game.play_uci(text).unwrap();
            let last = game
                .last_moves()
                .map(|m| m.map_or(String::new(), |m| game.position().to_uci(m, false).to_string()));
            assert_eq!(last, expected);
        }
        assert!(game.play_or_pass(None));
        assert_eq!(game.last_moves()[0], None);
        assert!(game.play_uci("e2e4").is_err());
        assert_eq!(game.last_moves()[0], None);
    }

    #[test]
    fn a_refused_move_changes_nothing() {
        let mut game = Game::default();
        for text in ["e2e5", "0000", "e9e4", "", "e2e4q", "P@e4"] {
            assert!(game.play_uci(text).is_err(), "{text}");
        }
        assert_eq!(game.position().key(), Position::startpos().key());
        assert!(game.history().is_empty());
    }
}
