//! A game: the current position and the keys of the earlier ones.

use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, Move, Position as _, PositionErrorKinds, Setup,
    fen::Fen,
    san::{San, SanError},
    uci::UciMove,
};
use thiserror::Error;

use super::position::{FIFTY_MOVES, Position};

/// Most pieces of a side: move lists have a fixed size, and no game has more.
const MAX_MEN: usize = 16;

/// Errors of FENs and moves.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// The text is not a FEN.
    #[error(
        "not a FEN: {0}; one looks like \
         rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    )]
    Fen(String),
    /// The position of the FEN is not legal.
    #[error("impossible position: {0}")]
    Position(String),
    /// The text is not a move in UCI notation.
    #[error("not a move: {0}")]
    Notation(String),
    /// The move is not legal in a position (FEN).
    #[error("illegal move {0} in {1}")]
    Illegal(String, String),
    /// The SAN matches several moves.
    #[error("more than one piece can move so: {0}; name its file or rank")]
    Ambiguous(String),
    /// The promotion piece is missing.
    #[error("the pawn promotes, to which piece? {0}=Q, {0}=R, {0}=B, {0}=N")]
    Promotion(String),
}

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

/// Describes the errors of an illegal position.
fn explain(error: &shakmaty::PositionError<Chess>) -> String {
    let reasons: Vec<&str> = [
        (PositionErrorKinds::EMPTY_BOARD, "the board is empty"),
        (PositionErrorKinds::MISSING_KING, "a king is missing"),
        (PositionErrorKinds::TOO_MANY_KINGS, "a side has more than one king"),
        (PositionErrorKinds::PAWNS_ON_BACKRANK, "a pawn stands on the first or the last rank"),
        (PositionErrorKinds::OPPOSITE_CHECK, "the side that is not to move is in check"),
    ]
    .into_iter()
    .filter_map(|(kind, reason)| error.kinds().contains(kind).then_some(reason))
    .collect();
    if reasons.is_empty() { error.to_string() } else { reasons.join(", ") }
}

impl Position {
    /// Returns the position of a setup. Drops impossible castling rights and en-passant squares.
    /// `chess960` selects Chess960 castling even if the rights are possible in standard chess.
    ///
    /// # Errors
    ///
    /// [`PositionError::Position`].
    pub fn from_setup(setup: Setup, chess960: bool) -> Result<Position, PositionError> {
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
            .map_err(|error| PositionError::Position(explain(&error)))?;
        Ok(Position::from_chess(chess))
    }

    /// Returns the position with the colours exchanged: the board is mirrored vertically, and the other
    /// side is to move.
    pub fn flipped(&self) -> Position {
        let setup = self.chess().to_setup(EnPassantMode::Legal).into_mirrored();
        let flipped = Position::from_setup(setup, self.is_chess960());
        flipped.expect("a position is as legal as its mirror image")
    }

    /// Parses a UCI move. Castling is king-to-target or king-takes-rook; upper case is accepted.
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

    /// Parses a move in SAN, long algebraic or UCI notation, with or without check and annotation
    /// signs. Accepts lower-case pieces where they are unambiguous, and castling with zeros.
    ///
    /// # Errors
    ///
    /// [`PositionError::Notation`], [`PositionError::Illegal`], [`PositionError::Ambiguous`] or
    /// [`PositionError::Promotion`].
    pub fn parse_move(&self, text: &str) -> Result<Move, PositionError> {
        let plain = text.trim_end_matches(['!', '?', '+', '#']);
        let as_written = self.parse_san(plain);
        let uci = self.parse_uci(plain);
        let tidy = tidy_san(plain);
        let tidied = self.parse_san(&tidy).or_else(|error| {
            // `ed6` and `Ne5` for captures.
            with_capture(&tidy).and_then(|san| self.parse_san(&san).ok()).ok_or(error)
        });
        let illegal = |san: &Result<_, _>| matches!(san, Err(Some(SanError::IllegalSan)));
        match (as_written, uci, tidied) {
            (Ok(m), ..) | (_, Ok(m), _) | (_, _, Ok(m)) => Ok(m),
            (Err(Some(SanError::AmbiguousSan)), ..) | (.., Err(Some(SanError::AmbiguousSan))) => {
                Err(PositionError::Ambiguous(text.to_owned()))
            }
            _ if self.promotes(plain) || self.promotes(&tidy) => {
                Err(PositionError::Promotion(plain.to_owned()))
            }
            (as_written, Err(_), tidied) if illegal(&as_written) || illegal(&tidied) => {
                Err(PositionError::Illegal(text.to_owned(), self.fen()))
            }
            (_, Err(error), _) => Err(error),
        }
    }

    /// Returns true for a move that lacks only its promotion piece.
    fn promotes(&self, san: &str) -> bool {
        self.parse_san(&format!("{san}=Q")).is_ok()
    }

    /// Parses SAN. The error is `None` if the text is not SAN.
    fn parse_san(&self, text: &str) -> Result<Move, Option<SanError>> {
        let san = San::from_ascii(text.as_bytes()).map_err(|_| None)?;
        san.to_move(self.chess()).map_err(Some)
    }
}

/// Normalises SAN: `o-o` and `0-0` to `O-O`, `e8Q` to `e8=Q`, `nf3` to `Nf3`, `Ng1-f3` to `Ng1f3`,
/// `Bb5:c6` to `Bb5xc6`.
pub(crate) fn tidy_san(text: &str) -> String {
    if text.starts_with(['o', 'O', '0']) {
        return text.replace(['o', '0'], "O");
    }
    let mut san = text.replace('-', "").replace(':', "x");
    if let [.., b'1' | b'8', b'Q' | b'R' | b'B' | b'N'] = san.as_bytes() {
        san.insert(san.len() - 1, '=');
    } else if let [b'n' | b'k' | b'q' | b'r', ..] | [b'b', b'a'..=b'h' | b'x', ..] = san.as_bytes()
    {
        san[..1].make_ascii_uppercase();
    }
    san
}

/// Inserts the missing capture sign before the target.
fn with_capture(san: &str) -> Option<String> {
    let end = san.rfind(|letter: char| letter.is_ascii_digit())?;
    let target = end.checked_sub(1).filter(|&at| at > 0 && !san.contains('x'))?;
    san.is_char_boundary(target).then(|| format!("{}x{}", &san[..target], &san[target..]))
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
    fn both_notations_of_castling_are_parsed() {
        for text in ["e1g1", "e1h1", "E1G1"] {
            let mut game = Game::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1", false).unwrap();
            game.play_uci(text).unwrap();
            assert_eq!(game.position().fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
        }
    }

    #[test]
    fn common_notations_of_moves_are_parsed() {
        let fen = "r3k2r/1P6/8/8/4p3/2b5/3P1P2/R3K2R w KQkq - 0 1";
        let position = Game::from_fen(fen, false).unwrap().position().clone();
        for (text, uci) in [
            ("dxc3", "d2c3"),
            ("d2c3", "d2c3"),
            ("O-O", "e1g1"),
            ("0-0-0", "e1c1"),
            ("o-o!?", "e1g1"),
            ("e1g1", "e1g1"),
            ("Rxh8+", "h1h8"),
            ("Rh8+", "h1h8"),
            ("dc3", "d2c3"),
            ("ba8Q", "b7a8q"),
            ("rxh8", "h1h8"),
            ("b8=Q+", "b7b8q"),
            ("b8N", "b7b8n"),
            ("bxa8=R", "b7a8r"),
            ("B7B8Q", "b7b8q"),
            ("Ke2", "e1e2"),
            ("ke1-e2", "e1e2"),
            ("f4", "f2f4"),
            ("f2-f4", "f2f4"),
            ("d2:c3", "d2c3"),
            ("b7-b8Q+", "b7b8q"),
        ] {
            let m = position.parse_move(text).map(|m| position.to_uci(m, false).to_string());
            assert_eq!(m, Ok(uci.to_owned()), "{text}");
        }
        let error = |text| position.parse_move(text).unwrap_err();
        for text in ["", "xyz", "e9e4", "Nx", "é4"] {
            assert!(matches!(error(text), PositionError::Notation(_)), "{text}");
        }
        for text in ["e2e4", "Nf3", "b6", "Qd4", "0000"] {
            assert!(matches!(error(text), PositionError::Illegal(..)), "{text}: {:?}", error(text));
        }
        for text in ["b8", "b7b8", "b7-b8", "bxa8", "bxa8+"] {
            assert!(matches!(error(text), PositionError::Promotion(_)), "{text}");
        }
        let knights = Game::from_fen("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", false).unwrap();
        let ambiguous = Err(PositionError::Ambiguous("Nd2".to_owned()));
        assert_eq!(knights.position().parse_move("Nd2"), ambiguous);
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
