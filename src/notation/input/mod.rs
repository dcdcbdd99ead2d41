//! Parses positions as users paste them: FEN, EPD, move lists, PGN, addresses of analysis boards.

use thiserror::Error;
mod movetext;

pub use movetext::is_move_number;
use shakmaty::Move;

use crate::{
    chess::{Game, PositionError},
    notation::{
        epd::{self, EpdErrorKind},
        variant::UnknownVariant,
    },
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
    /// [`InputError::Move`]; the moves before it are played.
    pub fn play(&mut self, text: &str) -> Result<(), InputError> {
        movetext::play(self, text)
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
    /// The address contains no FEN.
    #[error("no FEN in the address: {0}")]
    Address(String),
    /// The FEN is invalid.
    #[error(transparent)]
    Position(PositionError),
    /// The game's variant is not supported.
    #[error(transparent)]
    Variant(UnknownVariant),
    /// The EPD operations are invalid.
    #[error(transparent)]
    Epd(EpdErrorKind),
    /// A move is invalid: its number and the error.
    #[error("move {0}: {1}")]
    Move(u32, PositionError),
    /// A game starts with a variation.
    #[error("a variation before the first move")]
    Variation,
    /// One of several games is invalid: its number, from 1, and its players.
    #[error("game {0} ({1}): {2}")]
    Game(usize, String, Box<InputError>),
    /// The text has this many positions instead of one.
    #[error("expected one position, found {0}")]
    Several(usize),
    /// A line, from 1, is invalid.
    #[error("line {0}: {1}")]
    Line(usize, Box<InputError>),
}

/// Parses all positions of a text: one per line, or the last position of each game of a PGN.
///
/// # Errors
///
/// The first error.
pub fn read(text: &str) -> Result<Vec<ParsedGame>, InputError> {
    let Some(lines) = lines(text) else {
        return movetext::games(text);
    };
    let several = lines.len() > 1;
    let at = |line, error| if several { InputError::Line(line, Box::new(error)) } else { error };
    lines.into_iter().map(|(line, text)| read_line(text).map_err(|e| at(line, e))).collect()
}

/// Parses a text with a single position.
///
/// # Errors
///
/// The text is invalid; [`InputError::Several`] if it has several positions.
pub fn read_one(text: &str) -> Result<ParsedGame, InputError> {
    let mut all = read(text)?;
    match all.len() {
        0 => Err(InputError::Empty),
        1 => Ok(all.remove(0)),
        count => Err(InputError::Several(count)),
    }
}

/// Returns the lines of a list of positions with their numbers, from 1. Skips empty lines and lines
/// that start with `#`. `None` if the text is moves or a PGN.
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

/// Returns true if a line starts with a position, not with a move or a PGN tag.
pub fn begins_with_position(line: &str) -> bool {
    let line = without_label(line);
    let word = line.split_whitespace().next().unwrap_or_default();
    is_startpos(word) || word.contains("://") || is_placement(word)
}

/// Parses a line: a FEN, EPD, `startpos`, moves from the start position, or an address. Accepts
/// UCI's `position fen ... moves ...` and the `Fen:` line of `d`.
///
/// # Errors
///
/// The line is invalid.
pub fn read_line(line: &str) -> Result<ParsedGame, InputError> {
    let line = without_label(line);
    if line.is_empty() {
        return Err(InputError::Empty);
    }
    if !begins_with_position(line) {
        let mut games = movetext::games(line)?;
        return match games.len() {
            1 => Ok(games.remove(0)),
            count => Err(InputError::Several(count)),
        };
    }
    let (place, moves) = split_moves(line);
    let mut parsed = match place.split_once("://") {
        Some((_, address)) => {
            let fen = fen_of_address(address);
            fen_or_epd(&fen.ok_or_else(|| InputError::Address(place.to_owned()))?)?
        }
        None if is_startpos(place) => ParsedGame::default(),
        None => fen_or_epd(place)?,
    };
    parsed.play(moves)?;
    Ok(parsed)
}

/// Removes quotation marks and words before a FEN.
fn without_label(line: &str) -> &str {
    const MARKS: [char; 3] = ['"', '\'', '`'];
    let mut line = line.trim_start_matches('\u{feff}').trim();
    // A single final quotation mark belongs to an EPD operand.
    if line.starts_with(MARKS) {
        line = line.trim_matches(MARKS).trim();
    }
    for label in ["position", "fen:", "fen"] {
        if let Some((start, rest)) = line.split_at_checked(label.len())
            && start.eq_ignore_ascii_case(label)
            && rest.starts_with(char::is_whitespace)
        {
            line = rest.trim_start();
        }
    }
    line
}

/// Splits a position from the moves after the word `moves`, which may also be in a quoted operand
/// of an EPD.
fn split_moves(line: &str) -> (&str, &str) {
    let mut quoted = false;
    let mut start = 0;
    for word in line.split_inclusive(char::is_whitespace) {
        let end = start + word.len();
        if !quoted && start > 0 && word.trim_end().eq_ignore_ascii_case("moves") {
            return (line[..start].trim_end(), &line[end..]);
        }
        quoted ^= word.matches('"').count() % 2 == 1;
        start = end;
    }
    (line, "")
}

fn is_startpos(word: &str) -> bool {
    word.eq_ignore_ascii_case("startpos")
}

/// Returns true if a word may be the pieces of a FEN. A result also has a slash, but only one.
fn is_placement(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_alphanumeric())
        && word.contains('/')
        && !word.starts_with("1/2")
}

fn fen_or_epd(text: &str) -> Result<ParsedGame, InputError> {
    // lichess writes addresses this way, and chess.com and others copy it.
    let underscores = text.contains('_') && !text.contains(char::is_whitespace);
    let text = if underscores { text.replace('_', " ") } else { text.to_owned() };
    let fields: Vec<&str> = text.split_whitespace().collect();
    // EPD operations follow the four fields or the counters. Semicolons are rarely omitted.
    let is_operation = |index: usize| {
        fields.get(index).is_some_and(|field| {
            let ends = text.contains(';') && field.starts_with(char::is_alphabetic);
            ends || field.starts_with(';') || ["am", "bm", "dm", "id"].contains(field)
        })
    };
    let is_glued = fields.get(5).is_some_and(|field| field.contains(';'));
    if !is_operation(4) && !is_operation(6) && !is_glued {
        let fen = fields.join(" ");
        let start = Game::from_fen(fen.trim_end_matches([';', ' ']), false);
        let start = start.map_err(InputError::Position)?;
        return Ok(ParsedGame { start, ..ParsedGame::default() });
    }
    let (start, id) = epd::position(&text).map_err(|kind| match kind {
        EpdErrorKind::Position(error) => InputError::Position(error),
        kind => InputError::Epd(kind),
    })?;
    Ok(ParsedGame { start, id, ..ParsedGame::default() })
}

/// Returns the FEN in the address of an analysis board: lichess's `analysis/FEN` and `editor/FEN`,
/// chess.com's `analysis?fen=FEN`.
fn fen_of_address(address: &str) -> Option<String> {
    let plain = address.replace("%2F", "/").replace("%2f", "/").replace("%20", " ");
    if let Some((_, query)) = plain.split_once("fen=") {
        return query.split(['&', '#']).next().map(|fen| fen.replace('+', " "));
    }
    let path = plain.split(['?', '#']).next()?.trim_end_matches('/');
    let parts: Vec<&str> = path.split('/').collect();
    // The host and eight ranks.
    (parts.len() > 8).then(|| parts[parts.len() - 8..].join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

    fn fen(text: &str) -> String {
        let parsed = read_one(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        parsed.game().position().fen()
    }

    #[test]
    fn one_position_in_many_forms() {
        let underscores = FEN.replace(' ', "_");
        let encoded = FEN.replace('/', "%2F").replace(' ', "+");
        for text in [
            FEN.to_owned(),
            format!("  \"{FEN}\"\r\n"),
            format!("fen {FEN}"),
            format!("Fen: {FEN}"),
            format!("position fen {FEN}"),
            format!("{FEN} bm Bb5; id \"Ruy Lopez\";"),
            format!("{FEN};"),
            format!("{FEN} bm Bb5"),
            format!("{FEN} id \"two moves are best\"; bm Bb5"),
            format!("{FEN} id \"two moves are best\""),
            format!("{FEN} ;D1 20 ;D2 400"),
            format!("{FEN};D1 20;D2 400"),
            format!("{FEN} bm Qa1; dm -15"),
            underscores.clone(),
            format!("https://lichess.org/analysis/{underscores}"),
            format!("https://lichess.org/analysis/standard/{underscores}?color=black#0"),
            format!("https://lichess.org/editor/{}", underscores.replace('/', "%2F")),
            format!("https://www.chess.com/analysis?fen={encoded}&flip=true"),
            "startpos moves e2e4 e7e5 g1f3 b8c6".to_owned(),
            "position startpos moves e4 e5 2.Nf3 Nc6".to_owned(),
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 3 moves Nf3 Nf6 Ng1 Ng8 \
             3. Nf3"
                .to_owned(),
        ] {
            let expected = FEN.split(' ').next().unwrap();
            assert!(fen(&text).starts_with(expected), "{text}: {}", fen(&text));
        }
        assert_eq!(fen(&underscores), FEN);
        assert_eq!(fen("STARTPOS"), ParsedGame::default().start.position().fen());
        let four = "4k3/8/8/8/8/8/8/4K2R w K -";
        assert_eq!(fen(four), format!("{four} 0 1"));
        assert_eq!(fen("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"x\";"), format!("{four} 0 1"));
        assert_eq!(fen("4k3/8/8/8/8/8/8/4K2R w H - 5 9"), "4k3/8/8/8/8/8/8/4K2R w K - 5 9");
        assert_eq!(read_one(&format!("{FEN} id \"a b\";")).unwrap().id.as_deref(), Some("a b"));
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
