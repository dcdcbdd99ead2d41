//! The game set up by `position` lines.

use shakmaty::Move;

use crate::{
    chess::{Game, Position, PositionError},
    notation::{
        fen,
        movetext::{self, is_move_number, unnumbered},
    },
};

/// The current game and the line that set it up. A line that continues it costs only the new moves.
#[derive(Default)]
pub struct GameRecord {
    game: Game,
    fen: Option<String>,
    moves: Vec<String>,
    last_move: Option<Move>,
    chess960: bool,
}

impl GameRecord {
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the last move, `None` at the start of the game.
    pub const fn last_move(&self) -> Option<Move> {
        self.last_move
    }

    pub fn play(&mut self, moves: &[Move]) {
        for &m in moves {
            let text = self.game.position().to_uci(m, self.chess960);
            self.moves.push(text.to_string());
            self.last_move = Some(m);
            self.game.play(m);
        }
    }

    /// Replaces the game by another one, from its start position.
    pub fn replace(&mut self, start: &Game, moves: &[Move], chess960: bool) {
        let fen = Some(start.position().fen());
        *self = GameRecord { game: start.clone(), fen, chess960, ..GameRecord::default() };
        self.play(moves);
    }

    /// Sets up the game from `fen`, or the start position, and `moves` in UCI notation or in SAN,
    /// with or without move numbers. Returns what it ignored of the FEN, in words.
    ///
    /// # Errors
    ///
    /// The FEN or a move is illegal; the game stays unchanged.
    pub fn set(
        &mut self,
        fen: Option<String>,
        moves: Vec<String>,
        chess960: bool,
    ) -> Result<Option<String>, PositionError> {
        let mut remark = None;
        let same_start = self.fen == fen && self.chess960 == chess960;
        let continues = same_start && moves.starts_with(&self.moves);
        let mut last_move = self.last_move.filter(|_| continues);
        let (mut game, played) = if continues {
            (self.game.clone(), self.moves.len())
        } else {
            let game = match &fen {
                Some(text) => {
                    let (fen, ignored) = fen::split(text);
                    remark = ignored;
                    Game::from_fen(&fen, chess960)?
                }
                None => Game::from_fen(STARTPOS, chess960)?,
            };
            (game, 0)
        };
        for word in moves[played..].iter().filter(|word| !is_move_number(word)) {
            let m = parse_move(game.position(), word)?;
            last_move = Some(m);
            game.play(m);
        }
        *self = GameRecord { game, fen, moves, last_move, chess960 };
        Ok(remark)
    }

    /// Exchanges the colours of the current position, which begins a new game.
    pub fn flip(&mut self) {
        let game = Game::new(self.game.position().flipped());
        let fen = Some(game.position().fen());
        let chess960 = self.chess960;
        *self = GameRecord { game, fen, chess960, ..GameRecord::default() };
    }
}

/// Parses a move in any notation that games are read in. UCI notation first: it is what GUIs send,
/// and no move of theirs is taken for SAN.
///
/// # Errors
///
/// The text is not a move, or not a legal one.
pub fn parse_move(position: &Position, word: &str) -> Result<Move, PositionError> {
    match position.parse_uci(word) {
        Err(PositionError::Notation(_)) => movetext::read_move(position, unnumbered(word)),
        result => result,
    }
}

/// The start position, which unlike [`Game::default`] may be read as Chess960.
const STARTPOS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    fn from_scratch(fen: Option<&str>, text: &str) -> GameRecord {
        let mut record = GameRecord::default();
        record.set(fen.map(str::to_owned), moves(text), false).unwrap();
        record
    }

    #[test]
    fn continuing_equals_starting_anew() {
        let fen = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
        let mut record = GameRecord::default();
        for (fen, text) in [
            (None, ""),
            (None, "g1f3 g8f6"),
            (None, "g1f3 g8f6 f3g1 f6g8"),
            (None, "g1f3 g8f6 f3g1 f6g8 e2e4"),
            (None, "g1f3 d7d5"),
            (None, ""),
            (Some(fen), ""),
            (Some(fen), "e1g1 e8c8"),
            (Some(fen), "e1g1 e8c8"),
            (None, "e2e4"),
        ] {
            record.set(fen.map(str::to_owned), moves(text), false).unwrap();
            let fresh = from_scratch(fen, text);
            assert_eq!(record.game().position().fen(), fresh.game().position().fen(), "{text}");
            assert_eq!(record.game().history(), fresh.game().history(), "{text}");
        }
    }

    #[test]
    fn the_last_move_is_known() {
        let last_move = |text| {
            let record = from_scratch(None, text);
            record.last_move().map(|m| record.game().position().to_uci(m, false).to_string())
        };
        assert_eq!(last_move(""), None);
        assert_eq!(last_move("e2e4 E7E5").as_deref(), Some("e7e5"));
        assert_eq!(last_move("1.e4 e5").as_deref(), Some("e7e5"));
    }

    #[test]
    fn lines_are_read_as_terminals_show_them() {
        let uci = from_scratch(None, "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1");
        for text in [
            "1.e4 e5 2.Nf3 Nc6 3.Bb5 Nf6 4.O-O",
            "1. e4 e5 2. Nf3 2... Nc6 3. Bb5 Nf6 4. O-O",
            "e2e4 e5 g1f3 Nc6 Bb5 g8f6 e1g1",
            "1.♙e4 e7-e5 2.♘f3 ♞c6 3.Bf1–b5 Nf6 4.OO",
        ] {
            let record = from_scratch(None, text);
            assert_eq!(record.game().history(), uci.game().history(), "{text}");
            assert_eq!(record.game().position().key(), uci.game().position().key(), "{text}");
        }
    }

    #[test]
    fn moves_are_played_and_games_replaced() {
        let mut record = from_scratch(None, "e2e4");
        let reply = record.game().position().parse_move("e5").unwrap();
        record.play(&[reply]);
        let fresh = from_scratch(None, "e2e4 e7e5");
        assert_eq!(record.game().position().fen(), fresh.game().position().fen());
        record.set(None, moves("e2e4 e7e5 g1f3"), false).unwrap();
        assert_eq!(record.game().history().len(), 1);
        record.replace(&Game::default(), &[], false);
        assert_eq!(record.game().history().len(), 0);
        assert_eq!(record.last_move(), None);
    }

    #[test]
    fn refusals_change_nothing() {
        let mut record = from_scratch(None, "e2e4");
        let before = record.game().position().fen();
        for (fen, text) in [
            (None, "e2e4 e7e4"),
            (None, "e2e4 e7e5 xx"),
            (None, "0000"),
            (None, "e2e4 1...Nf3"),
            (Some("nonsense"), ""),
            (Some(""), ""),
            (Some("8/8/8/8/8/8/8/8 w - - 0 1"), ""),
        ] {
            assert!(record.set(fen.map(str::to_owned), moves(text), false).is_err(), "{text}");
            assert_eq!(record.game().position().fen(), before);
            assert_eq!(record.game().last_moves()[1], None);
        }
        record.set(None, moves("e2e4 e7e5"), false).unwrap();
        assert!(record.game().last_moves()[1].is_some());
    }

    #[test]
    fn chess960_castling_of_the_start_position() {
        let mut record = GameRecord::default();
        assert!(!record.game().position().is_chess960());
        record.set(None, Vec::new(), true).unwrap();
        assert!(record.game().position().is_chess960());
    }
}
