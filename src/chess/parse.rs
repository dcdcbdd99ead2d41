//! Positions and moves as people and programs write them.

use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, Move, Position as _, PositionErrorKinds, Setup,
    san::{San, SanError},
    uci::UciMove,
};
use thiserror::Error;

use super::position::Position;

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
    use crate::chess::Game;

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
}
