//! Parses a position as people paste it in one line: FEN, EPD, `startpos`, or the address of an
//! analysis board.

use thiserror::Error;

use crate::{
    chess::{Game, PositionError},
    notation::epd::{self, EpdErrorKind},
};

/// A position and the moves after it.
#[derive(Clone, Debug)]
pub struct PositionLine<'a> {
    /// Position before the moves.
    pub start: Game,
    /// `id` of an EPD line.
    pub id: Option<String>,
    /// Text of the moves, for [`movetext::read`](super::movetext::read).
    pub moves: &'a str,
}

/// A position that cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionLineError {
    /// The address contains no FEN.
    #[error("no FEN in the address: {0}")]
    Address(String),
    /// The FEN is invalid.
    #[error(transparent)]
    Position(PositionError),
    /// The EPD operations are invalid.
    #[error(transparent)]
    Epd(EpdErrorKind),
}

/// Returns true if a line starts with a position, not with a move or a PGN tag.
pub fn begins_with_position(line: &str) -> bool {
    let line = without_label(line);
    let word = line.split_whitespace().next().unwrap_or_default();
    is_startpos(word) || word.contains("://") || is_placement(word)
}

/// Parses a line: a position, and moves after the word `moves`. A line that does not begin with a
/// position has moves only, from the start position. Accepts UCI's `position fen ... moves ...` and
/// the `Fen:` line of `d`.
///
/// # Errors
///
/// The position is invalid. The moves are not parsed.
pub fn parse(line: &str) -> Result<PositionLine<'_>, PositionLineError> {
    let line = without_label(line);
    let startpos = |moves| PositionLine { start: Game::default(), id: None, moves };
    if !begins_with_position(line) {
        return Ok(startpos(line));
    }
    let (place, moves) = split_moves(line);
    let (start, id) = match place.split_once("://") {
        Some((_, address)) => {
            let fen = fen_of_address(address);
            fen_or_epd(&fen.ok_or_else(|| PositionLineError::Address(place.to_owned()))?)?
        }
        None if is_startpos(place) => return Ok(startpos(moves)),
        None => fen_or_epd(place)?,
    };
    Ok(PositionLine { start, id, moves })
}

/// Removes quotation marks, and the words before a FEN.
pub fn without_label(line: &str) -> &str {
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

fn fen_or_epd(text: &str) -> Result<(Game, Option<String>), PositionLineError> {
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
        return Ok((start.map_err(PositionLineError::Position)?, None));
    }
    epd::position(&text).map_err(|kind| match kind {
        EpdErrorKind::Position(error) => PositionLineError::Position(error),
        kind => PositionLineError::Epd(kind),
    })
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
    use crate::notation::movetext;

    const FEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

    fn fen(text: &str) -> String {
        let line = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut game = line.start;
        for m in movetext::read(&game, line.moves).unwrap().moves {
            game.play(m);
        }
        game.position().fen()
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
        assert_eq!(fen("STARTPOS"), Game::default().position().fen());
        let four = "4k3/8/8/8/8/8/8/4K2R w K -";
        assert_eq!(fen(four), format!("{four} 0 1"));
        assert_eq!(fen("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"x\";"), format!("{four} 0 1"));
        assert_eq!(fen("4k3/8/8/8/8/8/8/4K2R w H - 5 9"), "4k3/8/8/8/8/8/8/4K2R w K - 5 9");
        assert_eq!(parse(&format!("{FEN} id \"a b\";")).unwrap().id.as_deref(), Some("a b"));
    }

    #[test]
    fn invalid_positions_are_refused() {
        for (line, message) in [
            ("8/8 w", "not a FEN: "),
            ("8/8/8/8/8/8/8/8 w - - 0 1", "impossible position: the board is empty"),
            ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "not a FEN"),
            ("4k3/8/8/8/8/8/8/4K3 w - - hmvc x;", "hmvc: not a number"),
            ("https://lichess.org/abcdefgh", "no FEN in the address"),
        ] {
            let error = parse(line).map(drop).unwrap_err().to_string();
            assert!(error.starts_with(message), "{line}: {error}");
        }
    }

    #[test]
    fn moves_and_tags_are_no_positions() {
        for (line, is_position) in [
            (FEN, true),
            ("\"startpos\"", true),
            ("fen 8/8 w", true),
            ("https://lichess.org/", true),
            ("1. e4 e5 1/2-1/2", false),
            ("1/2-1/2", false),
            ("[Event \"a/b\"]", false),
            ("e2e4", false),
            ("", false),
        ] {
            assert_eq!(begins_with_position(line), is_position, "{line}");
        }
    }
}
