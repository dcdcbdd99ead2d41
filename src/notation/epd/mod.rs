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
    /// Line from the position (`pv`), as far as it is legal.
    pub line_of_play: Vec<Move>,
    /// Moves to avoid (`am`).
    pub avoid_moves: Vec<Move>,
    /// Moves to mate (`dm`, or `bm #N`).
    pub mate: Option<u32>,
    /// Operations that cannot be read. Each costs only itself.
    pub faults: Vec<EpdErrorKind>,
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
    let whole = |mut entry: EpdEntry| match entry.faults.pop() {
        Some(kind) => Err(EpdError { line: entry.line, kind }),
        None => Ok(entry),
    };
    entries(text).map(|entry| entry.and_then(whole)).collect()
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
    let game = position.game(&operations)?;
    let [id, comment] = ["id", "c0"].map(|opcode| quoted(&operations, opcode));
    let mut entry = EpdEntry {
        line,
        game,
        id,
        comment,
        best_moves: Vec::new(),
        line_of_play: Vec::new(),
        avoid_moves: Vec::new(),
        mate: None,
        faults: Vec::new(),
    };
    for operation in &operations {
        if let Err(fault) = entry.add(operation) {
            entry.faults.push(fault);
        }
    }
    Ok(entry)
}

impl EpdEntry {
    /// Adds the goal of an operation, if it is one.
    fn add(&mut self, operation: &Operation<'_>) -> Result<(), EpdErrorKind> {
        let &Operation { opcode, operands, quotes } = operation;
        if quotes % 2 == 1 {
            return Err(EpdErrorKind::OpenQuote);
        }
        let position = self.game.position();
        match opcode.to_ascii_lowercase().as_str() {
            // Some suites give the length of the mate in place of the move.
            "bm" if operands.starts_with('#') => {
                self.mate = Some(parse_number(opcode, operands[1..].trim())?);
            }
            "bm" => self.best_moves = parse_moves(position, opcode, operands)?,
            "pv" => self.line_of_play = parse_line_of_play(position, operands),
            "am" => self.avoid_moves = parse_moves(position, opcode, operands)?,
            // A sign tells who mates.
            "dm" => self.mate = Some(parse_number(opcode, operands.trim_start_matches('-'))?),
            _ => {}
        }
        Ok(())
    }
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
            let operation =
                operations.iter().find(|operation| operation.opcode.eq_ignore_ascii_case(opcode));
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
    let operation =
        operations.iter().find(|operation| operation.opcode.eq_ignore_ascii_case(opcode))?;
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
    // `w - -; bm e4`
    fields[3] = fields[3].trim_end_matches(';');
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

/// Parses a line of moves, up to the first word that is no legal move.
fn parse_line_of_play(position: &Position, operands: &str) -> Vec<Move> {
    let mut position = position.clone();
    let mut line = Vec::new();
    for word in operands.split_whitespace() {
        let Ok(m) = position.parse_move(word) else { break };
        line.push(m);
        position = position.play(m);
    }
    line
}

/// Parses moves in SAN. Accepts coordinates, commas, annotation marks, and a sign of check after a
/// space.
fn parse_moves(
    position: &Position,
    opcode: &str,
    operands: &str,
) -> Result<Vec<Move>, EpdErrorKind> {
    let is_sign = |word: &str| word.chars().all(|letter| "+#!?".contains(letter));
    let words = operands.split([' ', '\t', ',']).filter(|word| !is_sign(word));
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
mod tests;
