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
pub struct EpdEntry {
    /// Line number in the file, from 1.
    pub line: usize,
    /// Position, without history.
    pub game: Game,
    /// Name (`id`).
    pub id: Option<String>,
    /// First comment (`c0`).
    pub comment: Option<String>,
    /// Best moves (`bm`), any of which is a solution; empty if not given.
    pub best_moves: Vec<Move>,
    /// Moves to avoid (`am`).
    pub avoid_moves: Vec<Move>,
    /// Moves to mate (`dm`).
    pub mate: Option<u32>,
}

impl EpdEntry {
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
#[error("line {line}: {kind}")]
pub struct EpdError {
    /// Line number, from 1.
    pub line: usize,
    /// Error.
    pub kind: EpdErrorKind,
}

/// EpdErrorKind why a line cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EpdErrorKind {
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

/// Parses a suite, with a result for each line. Ignores empty lines, lines that start with `#`, and
/// operations other than `id`, `c0`, `bm`, `am`, `dm`, `hmvc` and `fmvn`.
pub fn entries(text: &str) -> impl Iterator<Item = Result<EpdEntry, EpdError>> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(line, text)| parse_line(text, line).map_err(|kind| EpdError { line, kind }))
}

/// Reads a whole suite, of which every line has to be understood.
///
/// # Errors
///
/// The first line that cannot be understood.
pub fn parse(text: &str) -> Result<Vec<EpdEntry>, EpdError> {
    entries(text).collect()
}

/// Reads the position of a line and its name (`id`), whatever else the line says.
///
/// # Errors
///
/// [`EpdErrorKind::MissingFields`], [`EpdErrorKind::Position`], or [`EpdErrorKind::Number`] for a counter.
pub fn position(text: &str) -> Result<(Game, Option<String>), EpdErrorKind> {
    let (position, operations) = cut_fen(text)?;
    Ok((position.game(&operations)?, quoted(&operations, "id")))
}

fn parse_line(text: &str, line: usize) -> Result<EpdEntry, EpdErrorKind> {
    let (position, operations) = cut_fen(text)?;
    if operations.iter().any(|operation| operation.quotes % 2 == 1) {
        return Err(EpdErrorKind::OpenQuote);
    }
    let game = position.game(&operations)?;
    let [id, comment] = ["id", "c0"].map(|opcode| quoted(&operations, opcode));
    let (best_moves, avoid_moves) = (Vec::new(), Vec::new());
    let mut entry = EpdEntry { line, game, id, comment, best_moves, avoid_moves, mate: None };
    for &Operation { opcode, operands, .. } in &operations {
        match opcode {
            "bm" => entry.best_moves = parse_moves(entry.game.position(), opcode, operands)?,
            "am" => entry.avoid_moves = parse_moves(entry.game.position(), opcode, operands)?,
            "dm" => entry.mate = Some(parse_number(opcode, operands)?),
            _ => {}
        }
    }
    Ok(entry)
}

/// The fields of a position, as they are written.
struct PositionFields<'a> {
    /// Pieces, side to move, castling, en passant.
    fields: [&'a str; 4],
    /// The counters of a full FEN: half-moves since a capture or pawn move, number of the move.
    counters: Option<[&'a str; 2]>,
}

impl PositionFields<'_> {
    /// The position, its counters by the FEN or by the operations `hmvc` and `fmvn`.
    fn game(&self, operations: &[Operation<'_>]) -> Result<Game, EpdErrorKind> {
        let counter = |opcode: &str, field: Option<&str>, least: &str| {
            let operation = operations.iter().find(|operation| operation.opcode == opcode);
            match (operation, field) {
                (Some(Operation { opcode, operands, .. }), _) => {
                    parse_number(opcode, operands).map(|number| number.to_string())
                }
                (None, field) => Ok(field.unwrap_or(least).to_owned()),
            }
        };
        let halfmoves = counter("hmvc", self.counters.map(|[halfmoves, _]| halfmoves), "0")?;
        let fullmoves = counter("fmvn", self.counters.map(|[_, fullmoves]| fullmoves), "1")?;
        let fen = format!("{} {halfmoves} {fullmoves}", self.fields.join(" "));
        Game::from_fen(&fen, false).map_err(EpdErrorKind::Position)
    }
}

/// An operation: an opcode and its operands.
struct Operation<'a> {
    opcode: &'a str,
    operands: &'a str,
    /// Quotation marks in the operands.
    quotes: usize,
}

/// Returns the text of an operation, without its quotation marks.
fn quoted(operations: &[Operation<'_>], opcode: &str) -> Option<String> {
    let operation = operations.iter().find(|operation| operation.opcode == opcode)?;
    Some(operation.operands.trim_matches('"').to_owned())
}

/// Separates the fields of a position from the operations that follow.
fn cut_fen(text: &str) -> Result<(PositionFields<'_>, Vec<Operation<'_>>), EpdErrorKind> {
    let mut fields = [""; 4];
    let mut rest = text;
    for field in &mut fields {
        (*field, rest) = cut_word(rest);
        if field.is_empty() {
            return Err(EpdErrorKind::MissingFields);
        }
    }
    // A suite may write `0 1;`, and `;D1 20` after that.
    let (halfmoves, after) = cut_word(rest);
    let (fullmoves, after) = cut_word(after);
    let (fullmoves, glued) = fullmoves.split_at(fullmoves.find(';').unwrap_or(fullmoves.len()));
    let mut counters = None;
    if [halfmoves, fullmoves].iter().all(|counter| counter.parse::<u32>().is_ok()) {
        counters = Some([halfmoves, fullmoves]);
        rest = &rest[rest.len() - after.len() - glued.len()..];
    }
    let mut operations = Vec::new();
    while !rest.is_empty() {
        let operation;
        (operation, rest) = cut_operation(rest);
        let (opcode, operands) = cut_word(operation);
        let operands = operands.trim();
        if !opcode.is_empty() {
            operations.push(Operation { opcode, operands, quotes: operands.matches('"').count() });
        }
    }
    Ok((PositionFields { fields, counters }, operations))
}

/// Splits off the first word.
fn cut_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

/// Splits off the text before the first unquoted semicolon, which may be missing at the end.
fn cut_operation(text: &str) -> (&str, &str) {
    let mut quoted = false;
    let end = text.find(|c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    end.map_or((text, ""), |end| (&text[..end], &text[end + 1..]))
}

fn parse_number(opcode: &str, operands: &str) -> Result<u32, EpdErrorKind> {
    operands.parse().map_err(|_| EpdErrorKind::Number(opcode.to_owned(), operands.to_owned()))
}

/// Parses moves in SAN. Accepts coordinates, commas and annotation marks.
fn parse_moves(
    position: &Position,
    opcode: &str,
    operands: &str,
) -> Result<Vec<Move>, EpdErrorKind> {
    let words = operands.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    let moves: Vec<Move> = words
        .map(|word| {
            position
                .parse_move(word)
                .map_err(|_| EpdErrorKind::Move(opcode.to_owned(), word.to_owned()))
        })
        .collect::<Result<_, _>>()?;
    if moves.is_empty() {
        return Err(EpdErrorKind::Move(opcode.to_owned(), operands.to_owned()));
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> EpdEntry {
        let mut entries = parse(text).unwrap();
        assert_eq!(entries.len(), 1, "{text}");
        entries.remove(0)
    }

    fn uci(entry: &EpdEntry, moves: &[Move]) -> Vec<String> {
        moves.iter().map(|&m| entry.game.position().to_uci(m, false).to_string()).collect()
    }

    #[test]
    fn operations_are_read() {
        let entry = one(
            r#"r1bqk1r1/1p1p1n2/p1n2pN1/2p1b2Q/2P1Pp2/1PN5/PB4PP/R4RK1 w q - bm Rxf4 Nxe5+; am h3; c0 "a; b"; acd 12; id "a name";"#,
        );
        assert_eq!(entry.id.as_deref(), Some("a name"));
        assert_eq!(entry.comment.as_deref(), Some("a; b"));
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
    fn the_rest_of_a_suite_is_read_beside_what_is_wrong() {
        let text = "4k2r/8/8/8/8/8/8/4K3 b k - bm O-O;\n; a comment\n8/P6k/8/8/8/8/8/K7 w - - dm -15;\n\
                    r3k2r/8/8/8/8/8/8/4K3 b kq - bm Rd8 R8;\n8/P6k/8/8/8/8/8/K7 w - - dm 9;";
        let lines: Vec<_> = entries(text).map(|entry| entry.map(|entry| entry.line)).collect();
        let errors: Vec<String> =
            lines.iter().filter_map(|line| Some(line.as_ref().err()?.to_string())).collect();
        assert_eq!(
            lines.iter().filter_map(|line| line.as_ref().ok()).collect::<Vec<_>>(),
            [&1, &5]
        );
        assert_eq!(
            errors,
            [
                "line 2: expected pieces, side to move, castling and en passant",
                "line 3: dm: not a number: \"-15\"",
                "line 4: bm: no legal move: \"R8\"",
            ]
        );
    }

    #[test]
    fn the_position_is_read_whatever_else_the_line_says() {
        for (text, expected) in [
            ("8/P6k/8/8/8/8/8/K7 w - - dm -15; bm Qa1;", "0 1"),
            ("8/P6k/8/8/8/8/8/K7 w - - hmvc 7; fmvn 41; id \"x\";", "7 41"),
            ("8/P6k/8/8/8/8/8/K7 w - - 3 9 hmvc 7;", "7 9"),
            ("8/P6k/8/8/8/8/8/K7 w - - ;D1 4 ;D2 20", "0 1"),
            ("8/P6k/8/8/8/8/8/K7 w - - 5 6 ;D1 4 ;D2 20", "5 6"),
            ("8/P6k/8/8/8/8/8/K7 w - - 5 6;D1 4;D2 20", "5 6"),
            ("8/P6k/8/8/8/8/8/K7 w - - id \"open;", "0 1"),
        ] {
            let (game, _) = position(text).unwrap();
            assert_eq!(
                game.position().fen(),
                format!("8/P6k/8/8/8/8/8/K7 w - - {expected}"),
                "{text}"
            );
        }
        let clock = position("8/P6k/8/8/8/8/8/K7 w - - hmvc x;").unwrap_err();
        assert_eq!(clock.to_string(), "hmvc: not a number: \"x\"");
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
        let mut names: Vec<String> = entries.iter().map(EpdEntry::name).collect();
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
