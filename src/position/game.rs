//! A game: the position on the board and the keys of those before it.

use std::fmt;

use shakmaty::{CastlingMode, Chess, Color, KnownOutcome, Move, fen::Fen, uci::UciMove};

use super::Position;

/// A side with more men than this is refused: no game has one, and move lists are bounded.
const MAX_MEN: usize = 16;

/// Why a FEN or a move was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// The text is not a FEN.
    Fen(String),
    /// The FEN describes a position that chess cannot be played from.
    Position(String),
    /// The text is not a move in UCI notation.
    Notation(String),
    /// The move is not legal in the position whose FEN follows.
    Illegal(String, String),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Fen(why) => write!(f, "not a FEN: {why}"),
            PositionError::Position(why) => write!(f, "impossible position: {why}"),
            PositionError::Notation(text) => write!(f, "not a move: {text}"),
            PositionError::Illegal(text, fen) => write!(f, "illegal move {text} in {fen}"),
        }
    }
}

impl std::error::Error for PositionError {}

/// A position with the history that repetitions need.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    /// Keys of the positions before the current one, oldest first.
    history: Vec<u64>,
}

impl Default for Game {
    fn default() -> Game {
        Game::new(Position::startpos())
    }
}

impl Game {
    /// A game that begins with `position`.
    pub const fn new(position: Position) -> Game {
        Game { position, history: Vec::new() }
    }

    /// A game that begins with a FEN of one to six fields. X-FEN and Shredder-FEN castling rights
    /// are understood; rights and en-passant squares that cannot be are dropped. `chess960` makes
    /// castling Chess960's even where the rights would be standard chess's.
    ///
    /// # Errors
    ///
    /// [`PositionError::Fen`] or [`PositionError::Position`].
    pub fn from_fen(fen: &str, chess960: bool) -> Result<Game, PositionError> {
        let setup =
            fen.parse::<Fen>().map_err(|error| PositionError::Fen(error.to_string()))?.into_setup();
        if Color::ALL.into_iter().any(|color| setup.board.by_color(color).count() > MAX_MEN) {
            return Err(PositionError::Position(format!("more than {MAX_MEN} men of a colour")));
        }
        let mode = match CastlingMode::detect(&setup) {
            CastlingMode::Standard => CastlingMode::from_chess960(chess960),
            CastlingMode::Chess960 => CastlingMode::Chess960,
        };
        let chess = setup
            .position::<Chess>(mode)
            .or_else(|error| error.ignore_invalid_castling_rights())
            .or_else(|error| error.ignore_invalid_ep_square())
            .or_else(|error| error.ignore_too_much_material())
            .or_else(|error| error.ignore_impossible_check())
            .map_err(|error| PositionError::Position(error.to_string()))?;
        Ok(Game::new(Position::from_chess(chess)))
    }

    /// The current position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Keys of the positions before the current one, oldest first.
    pub fn history(&self) -> &[u64] {
        &self.history
    }

    /// The end of the game by the rules, where it has come to one.
    pub fn outcome(&self) -> Option<KnownOutcome> {
        let position = &self.position;
        if !position.has_legal_move() {
            let winner = position.is_check().then_some(!position.turn());
            return Some(KnownOutcome::from_winner(winner));
        }
        let drawn = self.is_threefold()
            || position.is_fifty_move_draw()
            || position.is_insufficient_material();
        drawn.then_some(KnownOutcome::Draw)
    }

    /// Whether the current position has been there twice before: a draw.
    pub fn is_threefold(&self) -> bool {
        self.reversible().iter().filter(|&&key| key == self.position.key()).count() >= 2
    }

    /// Whether any position has been there twice since the last capture or pawn move.
    pub fn has_repetition(&self) -> bool {
        let mut keys = self.reversible().to_vec();
        keys.push(self.position.key());
        keys.sort_unstable();
        keys.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// Keys of the positions since the last capture or pawn move, as far as they are known, the
    /// current one's left out.
    fn reversible(&self) -> &[u64] {
        let plies = (self.position.halfmoves() as usize).min(self.history.len());
        &self.history[self.history.len() - plies..]
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.history.push(self.position.key());
        self.position = self.position.play(m, |_| ());
    }

    /// Plays a move in UCI notation; castling may be king-to-target or king-takes-rook.
    ///
    /// # Errors
    ///
    /// [`PositionError::Notation`] or [`PositionError::Illegal`]; the game stays as it was.
    pub fn play_uci(&mut self, text: &str) -> Result<(), PositionError> {
        let m = self.position.parse_uci(text)?;
        self.play(m);
        Ok(())
    }
}

impl Position {
    /// Reads a move in UCI notation; castling may be king-to-target or king-takes-rook, a
    /// promotion letter upper case.
    ///
    /// # Errors
    ///
    /// [`PositionError::Notation`] or [`PositionError::Illegal`].
    pub fn parse_uci(&self, text: &str) -> Result<Move, PositionError> {
        let uci = UciMove::from_ascii(text.to_ascii_lowercase().as_bytes())
            .map_err(|_| PositionError::Notation(text.to_owned()))?;
        match uci {
            UciMove::Normal { .. } => uci.to_move(self.chess()).ok(),
            UciMove::Null | UciMove::Put { .. } => None,
        }
        .ok_or_else(|| PositionError::Illegal(text.to_owned(), self.fen()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_positions_are_refused() {
        for fen in [
            "",
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "4k3/8/8/8/8/8/8/8 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K2P w - - 0 1",
            "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
            "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
            "k7/QQQQQQQQ/QQQQQQQQ/8/8/8/8/K7 b - - 0 1",
        ] {
            assert!(Game::from_fen(fen, false).is_err(), "{fen}");
        }
    }

    #[test]
    fn castling_is_understood_in_both_notations() {
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
    fn a_refused_move_changes_nothing() {
        let mut game = Game::default();
        for text in ["e2e5", "0000", "e9e4", "", "e2e4q", "P@e4"] {
            assert!(game.play_uci(text).is_err(), "{text}");
        }
        assert_eq!(game.position().key(), Position::startpos().key());
        assert!(game.history().is_empty());
    }

    fn after(fen: &str, moves: &[&str]) -> Game {
        let mut game = Game::from_fen(fen, false).unwrap();
        for m in moves {
            game.play_uci(m).unwrap();
        }
        game
    }

    #[test]
    fn the_rules_end_games() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let black = KnownOutcome::Decisive { winner: Color::Black };
        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
        for (fen, moves, expected) in [
            (start, vec![], None),
            (start, vec!["f2f3", "e7e5", "g2g4", "d8h4"], Some(black)),
            (start, shuffle.to_vec(), None),
            (start, [shuffle, shuffle].concat(), Some(KnownOutcome::Draw)),
            ("k7/8/1Q6/8/8/8/8/7K b - - 0 1", vec![], Some(KnownOutcome::Draw)),
            ("k7/8/8/8/8/8/8/6NK w - - 0 1", vec![], Some(KnownOutcome::Draw)),
            ("k7/8/8/8/8/8/R7/7K b - - 99 80", vec![], None),
            ("1k6/8/8/8/8/8/R7/7K b - - 99 80", vec!["b8c8"], Some(KnownOutcome::Draw)),
        ] {
            assert_eq!(after(fen, &moves).outcome(), expected, "{fen} {moves:?}");
        }
    }
}
