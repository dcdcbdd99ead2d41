//! EPD test suites: positions with their solutions.
//!
//! A line is a FEN of four (or six) fields and operations, each an opcode, operands and a
//! semicolon: `8/8/8/8/8/k7/p7/K7 w - - id "stalemate";`. Standard: S. J. Edwards, PGN
//! specification (1994), chapter 16.

use shakmaty::Move;
use thiserror::Error;

use crate::chess::{Game, Position, PositionError};

/// A position with its solution.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Line number in the file, from 1.
    pub line: usize,
    /// Position, without history.
    pub game: Game,
    /// Name (`id`).
    pub id: Option<String>,
    /// Best moves (`bm`), any of which is a solution; empty if not given.
    pub best_moves: Vec<Move>,
    /// Moves to avoid (`am`).
    pub avoid_moves: Vec<Move>,
    /// Moves to mate (`dm`).
    pub mate: Option<u32>,
}

impl Entry {
    /// Returns the `id`, or the line number without one.
    pub fn name(&self) -> String {
        self.id.clone().unwrap_or_else(|| format!("line {}", self.line))
    }

    /// Returns true if the entry has a solution.
    pub const fn has_goal(&self) -> bool {
        !self.best_moves.is_empty() || !self.avoid_moves.is_empty() || self.mate.is_some()
    }

    /// Returns true if a search that plays `best` and claims a mate in `mate` moves solves the
    /// entry.
    pub fn is_solved_by(&self, best: Move, mate: Option<u32>) -> bool {
        (self.best_moves.is_empty() || self.best_moves.contains(&best))
            && !self.avoid_moves.contains(&best)
            && self.mate.is_none_or(|wanted| mate.is_some_and(|found| found <= wanted))
    }
}

/// A line that cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {reason}")]
pub struct EpdError {
    /// Line number, from 1.
    pub line: usize,
    /// Reason.
    pub reason: Reason,
}

/// Reason why a line cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Reason {
    /// Fewer than four fields.
    #[error("expected pieces, side to move, castling and en passant")]
    MissingFields,
    /// The position is invalid.
    #[error(transparent)]
    Position(PositionError),
    /// A quoted operand has no closing quotation mark.
    #[error("a quotation mark is missing")]
    OpenQuote,
    /// An operand is not a legal move: opcode and text.
    #[error("{0}: no legal move: {1:?}")]
    Move(String, String),
    /// An operand is not a number: opcode and text.
    #[error("{0}: not a number: {1:?}")]
    Number(String, String),
}

/// Parses a suite. Ignores empty lines, lines that start with `#`, and operations other than `id`,
/// `bm`, `am` and `dm`.
///
/// # Errors
///
/// The first line that cannot be parsed.
pub fn parse(text: &str) -> Result<Vec<Entry>, EpdError> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(line, text)| parse_line(text, line).map_err(|reason| EpdError { line, reason }))
        .collect()
}

fn parse_line(text: &str, line: usize) -> Result<Entry, Reason> {
    let (fen, mut rest) = cut_fen(text)?;
    let game = Game::from_fen(&fen, false).map_err(Reason::Position)?;
    let mut entry =
        Entry { line, game, id: None, best_moves: vec![], avoid_moves: vec![], mate: None };
    while !rest.is_empty() {
        let operation;
        (operation, rest) = cut_operation(rest)?;
        let (opcode, operands) = cut_word(operation);
        let operands = operands.trim();
        match opcode {
            "id" => entry.id = Some(operands.trim_matches('"').to_owned()),
            "bm" => entry.best_moves = parse_moves(entry.game.position(), opcode, operands)?,
            "am" => entry.avoid_moves = parse_moves(entry.game.position(), opcode, operands)?,
            "dm" => {
                let number = operands.parse();
                let error = |_| Reason::Number(opcode.to_owned(), operands.to_owned());
                entry.mate = Some(number.map_err(error)?);
            }
            _ => {}
        }
    }
    Ok(entry)
}

/// Splits off the four fields of a position, and the two counters of a full FEN if they follow.
fn cut_fen(text: &str) -> Result<(String, &str), Reason> {
    let mut fields = Vec::with_capacity(6);
    let mut rest = text;
    for _ in 0..4 {
        let field;
        (field, rest) = cut_word(rest);
        if field.is_empty() {
            return Err(Reason::MissingFields);
        }
        fields.push(field);
    }
    let (halfmoves, after) = cut_word(rest);
    let (fullmoves, after) = cut_word(after);
    let fullmoves = fullmoves.trim_end_matches(';');
    if [halfmoves, fullmoves].iter().all(|counter| counter.parse::<u32>().is_ok()) {
        fields.extend([halfmoves, fullmoves]);
        rest = after;
    }
    Ok((fields.join(" "), rest))
}

/// Splits off the first word.
fn cut_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

/// Splits off the text before the first unquoted semicolon, which may be missing at the end.
fn cut_operation(text: &str) -> Result<(&str, &str), Reason> {
    let mut quoted = false;
    let end = text.find(|c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    match end {
        Some(end) => Ok((&text[..end], &text[end + 1..])),
        None if quoted => Err(Reason::OpenQuote),
        None => Ok((text, "")),
    }
}

/// Parses moves in SAN. Accepts coordinates, commas and annotation marks.
fn parse_moves(position: &Position, opcode: &str, operands: &str) -> Result<Vec<Move>, Reason> {
    let words = operands.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    let moves: Vec<Move> = words
        .map(|word| {
            position.parse_move(word).map_err(|_| Reason::Move(opcode.to_owned(), word.to_owned()))
        })
        .collect::<Result<_, _>>()?;
    if moves.is_empty() {
        return Err(Reason::Move(opcode.to_owned(), operands.to_owned()));
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Entry {
        let mut entries = parse(text).unwrap();
        assert_eq!(entries.len(), 1, "{text}");
        entries.remove(0)
    }

    fn uci(entry: &Entry, moves: &[Move]) -> Vec<String> {
        moves.iter().map(|&m| entry.game.position().to_uci(m, false).to_string()).collect()
    }

    #[test]
    fn operations_are_read() {
        let entry = one(
            r#"r1bqk1r1/1p1p1n2/p1n2pN1/2p1b2Q/2P1Pp2/1PN5/PB4PP/R4RK1 w q - bm Rxf4 Nxe5+; am h3; c0 "a; b"; acd 12; id "a name";"#,
        );
        assert_eq!(entry.id.as_deref(), Some("a name"));
        assert_eq!(uci(&entry, &entry.best_moves), ["f1f4", "g6e5"]);
        assert_eq!(uci(&entry, &entry.avoid_moves), ["h2h3"]);
        assert_eq!(entry.mate, None);
        assert!(entry.has_goal());
    }

    #[test]
    fn layouts_that_suites_use_are_read() {
        for (text, best) in [
            ("4k2r/8/8/8/8/8/8/4K3 b k - bm O-O", "e8g8"),
            ("4k2r/8/8/8/8/8/8/4K3 b k - 5 17 bm O-O;", "e8g8"),
            ("4k2r/8/8/8/8/8/8/4K3 b k - 5 17; bm\tO-O!;", "e8g8"),
            ("8/P6k/8/8/8/8/8/K7 w - - bm a8=Q;", "a7a8q"),
            ("8/P6k/8/8/8/8/8/K7 w - - dm 9; bm a7a8q,Kb2 ;", "a7a8q"),
            ("  4k3/8/8/3pP3/8/8/8/4K3  w  -  d6  bm exd6 ; \r", "e5d6"),
        ] {
            let entry = one(text);
            assert_eq!(uci(&entry, &entry.best_moves)[0], best, "{text}");
        }
        let full = one("4k2r/8/8/8/8/8/8/4K3 b k - 5 17 id \"clock\"");
        assert_eq!(full.game.position().halfmoves(), 5);
        assert_eq!(full.name(), "clock");
        assert!(!full.has_goal());
    }

    #[test]
    fn blank_lines_and_remarks_are_counted_but_not_read() {
        let entries = parse("# a suite\n\n8/8/8/8/8/k7/p7/K7 w - -\n").unwrap();
        assert_eq!(entries.len(), 1);
        assert_eq!(entries[0].name(), "line 3");
    }

    #[test]
    fn errors_name_line_and_reason() {
        for (text, message) in [
            ("8/8 w", "line 2: expected pieces, side to move, castling and en passant"),
            ("8/8/8/8/8/8/8/8 w - -", "line 2: impossible position: "),
            ("k7/8/8/8/8/8/8/7x w - -", "line 2: not a FEN: "),
            ("k7/8/8/8/8/8/8/7K w - - bm Qa1;", "line 2: bm: no legal move: \"Qa1\""),
            ("k7/8/8/8/8/8/8/7K w - - am;", "line 2: am: no legal move: \"\""),
            ("k7/8/8/8/8/8/8/7K w - - dm x;", "line 2: dm: not a number: \"x\""),
            ("k7/8/8/8/8/8/8/7K w - - dm -1;", "line 2: dm: not a number: \"-1\""),
            ("k7/8/8/8/8/8/8/7K w - - id \"open;", "line 2: a quotation mark is missing"),
        ] {
            let error = parse(&format!("# first\n{text}")).unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }

    #[test]
    fn every_goal_counts() {
        let entry = one("7k/8/6K1/8/8/8/8/R3Q3 w - - bm Qe8# Ra8#; am Qe7; dm 1;");
        let m = |text| entry.game.position().parse_uci(text).unwrap();
        assert!(entry.is_solved_by(m("e1e8"), Some(1)));
        assert!(entry.is_solved_by(m("a1a8"), Some(1)));
        assert!(!entry.is_solved_by(m("a1a8"), Some(2)));
        assert!(!entry.is_solved_by(m("a1a8"), None));
        assert!(!entry.is_solved_by(m("e1e7"), Some(1)));
        let avoid = one("7k/8/6K1/8/8/8/8/R3Q3 w - - am Qe7;");
        assert!(!avoid.is_solved_by(m("e1e7"), Some(1)));
        assert!(avoid.is_solved_by(m("e1e2"), None));
    }

    #[test]
    fn the_bench_positions_are_sound() {
        let entries = parse(include_str!("../../bench.epd")).unwrap();
        assert!(entries.len() >= 50);
        let mut names: Vec<String> = entries.iter().map(Entry::name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), entries.len(), "every position has its own name");
        let ended = |check: bool| {
            entries
                .iter()
                .map(|entry| entry.game.position())
                .any(|position| !position.has_legal_move() && position.is_check() == check)
        };
        assert!(ended(true), "a mate");
        assert!(ended(false), "a stalemate");
        assert!(entries.iter().any(|entry| entry.game.position().is_chess960()));
    }
}
