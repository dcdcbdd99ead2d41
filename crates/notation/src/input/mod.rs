//! Parses positions in the forms that users paste: FEN, EPD, move lists, PGN, addresses of analysis
//! boards.

mod games;

use shakmaty::Move;
use thiserror::Error;

use crate::{pgn::PgnGame, variant::UnknownVariant};
pub use brudno::notation::line::begins_with_position;
use brudno::{
    chess::{Game, PositionError},
    notation::line::{self, PositionLineError},
};

/// A position as the game that led to it.
#[derive(Clone, Debug, Default)]
pub struct ParsedGame {
    /// Start position.
    pub start: Game,
    /// Moves from the start.
    pub moves: Vec<Move>,
    /// `id` of an EPD line.
    pub id: Option<String>,
    /// The game of a PGN or a move list, with its tags and comments.
    pub pgn: Option<Box<PgnGame>>,
}

impl ParsedGame {
    /// Returns the game after its moves.
    pub fn game(&self) -> Game {
        let mut game = self.start.clone();
        self.moves.iter().for_each(|&m| game.play(m));
        game
    }

    /// Plays further moves of a move list.
    ///
    /// # Errors
    ///
    /// [`InputError::Move`]. The moves before the invalid one are played.
    pub fn play(&mut self, text: &str) -> Result<(), InputError> {
        games::play(self, text)
    }
}

/// Errors of parsing a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum InputError {
    /// The text is empty.
    #[error("no position given")]
    Empty,
    /// The format is unknown.
    #[error(
        "not a position: {0}; expected a FEN, an EPD line, startpos, moves such as \"1. e4 e5\", a \
         PGN, a file of these, or - for standard input"
    )]
    Unknown(String),
    /// The position is invalid.
    #[error(transparent)]
    Position(#[from] PositionLineError),
    /// The game's variant is not supported.
    #[error(transparent)]
    Variant(UnknownVariant),
    /// A move is invalid. Contains its number and the error.
    #[error("move {0}: {1}")]
    Move(u32, PositionError),
    /// A game has words, but none of them is a move.
    #[error("no word is a move")]
    NoMoves,
    /// Variations within variations, more than this number.
    #[error("more than {0} variations within each other")]
    Nesting(usize),
    /// A game starts with a variation.
    #[error("a variation before the first move")]
    Variation,
    /// One of several games is invalid. Contains its number, from 1, and its players.
    #[error("game {0} ({1}): {2}")]
    Game(usize, String, Box<InputError>),
    /// The text has this number of positions instead of one.
    #[error("expected one position, found {0}")]
    Several(usize),
    /// A line is invalid. Contains its number, from 1.
    #[error("line {0}: {1}")]
    Line(usize, Box<InputError>),
}

/// Parses all positions of a text, which has one position per line or is a PGN. A PGN game stands
/// for its last position.
///
/// # Errors
///
/// The error of the first invalid position.
pub fn read(text: &str) -> Result<Vec<ParsedGame>, InputError> {
    let Some(lines) = lines(text) else {
        return games::games(text);
    };
    let several = lines.len() > 1;
    let at = |line, error| if several { InputError::Line(line, Box::new(error)) } else { error };
    lines.into_iter().map(|(line, text)| read_line(text).map_err(|e| at(line, e))).collect()
}

/// Parses a text with a single position.
///
/// # Errors
///
/// The text is invalid, or has several positions ([`InputError::Several`]).
pub fn read_one(text: &str) -> Result<ParsedGame, InputError> {
    let mut all = read(text)?;
    match all.len() {
        0 => Err(InputError::Empty),
        1 => Ok(all.remove(0)),
        count => Err(InputError::Several(count)),
    }
}

/// Returns the lines of a list of positions with their numbers, from 1. Skips empty lines and lines
/// that start with `#`. `None` if the text is a move list or a PGN.
pub fn lines(text: &str) -> Option<Vec<(usize, &str)>> {
    let lines: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .collect();
    // Comments of a PGN may contain anything.
    let is_pgn = lines.iter().any(|(_, line)| line.starts_with('['));
    let positions = !is_pgn && lines.iter().any(|(_, line)| begins_with_position(line));
    let openings = lines.len() > 1 && lines.iter().all(|(_, line)| line.starts_with("1."));
    (positions || openings).then_some(lines)
}

/// Parses a line, which is a FEN, an EPD, `startpos`, moves from the start position, or an address.
/// Accepts UCI's `position fen ... moves ...` and the `Fen:` line of `d`.
///
/// # Errors
///
/// The line is invalid.
pub fn read_line(line: &str) -> Result<ParsedGame, InputError> {
    let line = line::without_label(line);
    if !begins_with_position(line) {
        let mut games = games::games(line)?;
        return match games.len() {
            1 => Ok(games.remove(0)),
            count => Err(InputError::Several(count)),
        };
    }
    let position = line::parse(line)?;
    let mut parsed = ParsedGame { start: position.start, id: position.id, ..ParsedGame::default() };
    parsed.play(position.moves)?;
    Ok(parsed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

    #[test]
    fn a_line_has_a_position_and_its_moves() {
        for (line, moves) in [
            (FEN.to_owned(), 0),
            (format!("{FEN} id \"Ruy Lopez\"; bm Bb5"), 0),
            ("position startpos moves e4 e5 2.Sf3 Sc6".to_owned(), 4),
            ("position 1. e4 e5".to_owned(), 2),
        ] {
            let parsed = read_line(&line).unwrap();
            assert_eq!(parsed.moves.len(), moves, "{line}");
            assert_eq!(parsed.id.is_some(), line.contains("id"), "{line}");
        }
    }

    #[test]
    fn lists_and_games_are_told_apart() {
        let text = format!("# remark\n\n{FEN}\nstartpos\n1. e4 e5\n");
        let ids: Vec<usize> = lines(&text).unwrap().iter().map(|&(line, _)| line).collect();
        assert_eq!(ids, [3, 4, 5]);
        assert_eq!(read(&text).unwrap().len(), 3);
        assert_eq!(read("1. e4 e5\n1. d4 d5\n1. c4").unwrap().len(), 3);
        assert!(lines("1. e4 e5\n2. Nf3 Nc6").is_none());
        assert!(lines("[Event \"a/b\"]\n\n1. e4 {better\nand/or worse} *").is_none());
        assert_eq!(read_one("1. e4 e5\n2. Nf3 Nc6").unwrap().moves.len(), 4);
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, message) in [
            ("", "no position given"),
            ("# remark", "not a position: # remark"),
            ("nonsense", "not a position: nonsense; expected"),
            ("8/8 w", "not a FEN: "),
            ("8/8/8/8/8/8/8/8 w - - 0 1", "impossible position: the board is empty"),
            ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "not a FEN"),
            ("4k3/8/8/8/8/8/8/4K3 w - - hmvc x;", "hmvc: not a number"),
            ("startpos\nstartpos", "expected one position, found 2"),
            ("startpos\n8/8 w", "line 2: not a FEN"),
            ("https://lichess.org/abcdefgh", "no FEN in the address"),
            ("1. e4 e5 2. Nf6", "move 2: illegal move Nf6 in rnbqkbnr/"),
            ("startpos moves e2e5", "move 1: illegal move e2e5"),
            ("1. e4 hello", "move 1: not a move: hello"),
            (
                "[Variant \"Atomic\"]\n\n1. e4",
                "unsupported variant Atomic: expected chess or Chess960",
            ),
        ] {
            let error = read_one(text).map(drop).unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
