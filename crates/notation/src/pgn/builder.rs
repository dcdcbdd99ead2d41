//! Builds the tree of a game from its tokens.

use std::mem;

use brudno::{
    chess::{Game, PositionError},
    notation::movetext::MoveError,
};
use shakmaty::Role;

use super::{
    error::GameError,
    language::Language,
    moves::{ReadMove, read_move},
    tokens::{Token, TokenKind, collapse},
    tree::{Line, PlayedMove, Remark},
};

/// Most variations within each other: each costs some stack of those who read the tree.
const MAX_NESTING: usize = 500;

/// The movetext of a game.
pub(super) struct Tree {
    pub main: Line,
    /// The result after the moves, and its byte.
    pub result: Option<(usize, &'static str)>,
    /// Remarks, each with its byte.
    pub notes: Vec<(usize, String)>,
    /// Whether a move has a piece letter that is no English one.
    pub is_foreign: bool,
}

/// Error of a game, with its byte and the reason.
pub(super) type Failure = (usize, GameError);

/// Unfinished line, with the games before and after its last move.
#[derive(Clone)]
struct OpenLine {
    /// Byte of its opening bracket.
    at: usize,
    line: Line,
    before: Game,
    current: Game,
    /// The last move number has no move yet.
    awaits_move: bool,
    /// Glyphs before the next move.
    early: Vec<u8>,
}

impl OpenLine {
    /// Creates a line that opens at this byte.
    fn new(at: usize, start: Game) -> OpenLine {
        OpenLine {
            at,
            line: Line::default(),
            before: start.clone(),
            current: start,
            awaits_move: false,
            early: Vec::new(),
        }
    }
}

/// Builds the tree of a game from its tokens.
#[derive(Clone)]
pub(super) struct Builder<'a> {
    lines: Vec<OpenLine>,
    /// The text, if a variation with an illegal move is kept as a comment.
    keeps_text: Option<&'a str>,
    /// An illegal move was found in the innermost line, which ends after this number of brackets.
    skipped: Option<usize>,
    is_foreign: bool,
    result: Option<(usize, &'static str)>,
    notes: Vec<(usize, String)>,
    numbers: Numbers,
    /// Whether pawn moves begin with `P`. `None` before the first pawn move.
    pawns_have_letter: Option<bool>,
}

/// Relation of the written move numbers to those of the positions.
#[derive(Clone, Copy)]
enum Numbers {
    /// No number has been read.
    Unknown,
    /// They are higher by this number.
    Ahead(i64),
    /// They differ irregularly. Only the first difference is reported.
    Wrong,
}

impl<'a> Builder<'a> {
    pub fn new(start: &Game, first: Option<u32>) -> Builder<'a> {
        let ahead = |first| i64::from(first) - i64::from(start.position().fullmoves());
        let numbers = first.map_or(Numbers::Unknown, |first| Numbers::Ahead(ahead(first)));
        Builder {
            lines: vec![OpenLine::new(0, start.clone())],
            keeps_text: None,
            skipped: None,
            is_foreign: false,
            result: None,
            notes: Vec::new(),
            numbers,
            pawns_have_letter: None,
        }
    }

    /// Keeps a variation with an illegal move as a comment with its text, in place of an error.
    pub fn keeping_text(mut self, text: &'a str) -> Builder<'a> {
        self.keeps_text = Some(text);
        self
    }

    /// Returns the innermost line.
    fn innermost(&mut self) -> &mut OpenLine {
        self.lines.last_mut().expect("the main line is never closed")
    }

    pub fn add(&mut self, token: &Token<'_>, language: &Language) -> Result<(), Failure> {
        if let Some(open) = &mut self.skipped {
            match &token.kind {
                TokenKind::Open => *open += 1,
                TokenKind::Close if *open > 0 => *open -= 1,
                TokenKind::Close => self.keep_as_text(token.at + 1),
                _ => {}
            }
            return Ok(());
        }
        match &token.kind {
            TokenKind::Tag(..)
                if self.lines.len() == 1 && self.innermost().line.moves.is_empty() => {}
            TokenKind::Tag(..) => {
                self.notes.push((token.at, "tag among the moves".to_owned()));
            }
            TokenKind::Number { number, is_black } => {
                self.number(token.at, *number, *is_black);
                self.innermost().awaits_move = true;
            }
            TokenKind::Fault(text) => self.notes.push((token.at, (*text).to_owned())),
            TokenKind::Comment(text) => self.comment(text),
            TokenKind::Nag(number) => self.glyph(*number),
            TokenKind::Word(word) => {
                let played = self.play(token.at, word, language);
                if let Err((at, why)) = played {
                    self.skip(at, why)?;
                }
            }
            TokenKind::Open => self.open(token.at)?,
            TokenKind::Close => self.close(token.at),
            TokenKind::Result(result) if self.lines.len() == 1 => {
                self.result = Some((token.at, result));
            }
            // A variation that ends with a result does not end the game.
            TokenKind::Result(result) => self.result = self.result.or(Some((token.at, result))),
        }
        Ok(())
    }

    /// Adds a glyph to the last move, or to the next one if it stands before it.
    fn glyph(&mut self, number: u8) {
        let open = self.innermost();
        match open.line.moves.last_mut() {
            Some(last) if !open.awaits_move => last.nags.push(number),
            _ => open.early.push(number),
        }
    }

    /// Compares a move number with that of the position.
    fn number(&mut self, at: usize, number: u32, is_black: bool) {
        let position = self.innermost().current.position();
        let (turn, fullmoves) = (position.turn(), i64::from(position.fullmoves()));
        let ahead = match self.numbers {
            Numbers::Wrong => return,
            Numbers::Unknown => i64::from(number) - fullmoves,
            Numbers::Ahead(ahead) => ahead,
        };
        self.numbers = Numbers::Ahead(ahead);
        let expected = fullmoves + ahead;
        if i64::from(number) != expected || is_black && turn.is_white() {
            let (written, dots) = (if is_black { "..." } else { "." }, turn.fold_wb(".", "..."));
            let text = format!("the number {number}{written} is before move {expected}{dots}");
            self.notes.push((at, text));
            self.numbers = Numbers::Wrong;
        }
    }

    fn comment(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let line = &mut self.innermost().line;
        match line.moves.last_mut() {
            Some(last) => last.remarks.push(Remark::Comment(text.to_owned())),
            None => line.comments.push(text.to_owned()),
        }
    }

    fn play(&mut self, at: usize, word: &str, language: &Language) -> Result<(), Failure> {
        let open = self.innermost();
        let position = open.current.position();
        let (number, turn) = (position.fullmoves(), position.turn());
        let ReadMove { m, is_foreign } =
            read_move(&open.current, word, language).map_err(|error| {
                (at, GameError::Move(MoveError { number, turn, word: word.to_owned(), error }))
            })?;
        self.is_foreign |= is_foreign;
        if m.is_some_and(|m| m.role() == Role::Pawn) {
            // If pawn moves have no letter, as in `e4`, `Pf3` is a knight's move in Dutch.
            let has_letter = word.starts_with('P');
            if *self.pawns_have_letter.get_or_insert(has_letter) != has_letter {
                let error = PositionError::Notation(word.to_owned());
                let error = MoveError { number, turn, word: word.to_owned(), error };
                return Err((at, GameError::Move(error)));
            }
        }
        let open = self.innermost();
        let mut next = open.current.clone();
        if !next.play_or_pass(m) {
            return Err((at, GameError::PassInCheck(number)));
        }
        open.before = mem::replace(&mut open.current, next);
        open.awaits_move = false;
        let nags = mem::take(&mut open.early);
        open.line.moves.push(PlayedMove { nags, ..PlayedMove::new(m) });
        Ok(())
    }

    fn open(&mut self, at: usize) -> Result<(), Failure> {
        let parent = self.innermost();
        if parent.line.moves.is_empty() {
            return Err((at, GameError::Variation));
        }
        let start = parent.before.clone();
        if self.lines.len() > MAX_NESTING {
            return Err((at, GameError::Nesting(MAX_NESTING)));
        }
        self.lines.push(OpenLine::new(at, start));
        Ok(())
    }

    fn close(&mut self, at: usize) {
        if self.lines.len() == 1 {
            self.notes.push((at, "unmatched bracket, ignored".to_owned()));
            return;
        }
        self.place_early_glyphs(at);
        let Some(OpenLine { mut line, .. }) = self.lines.pop() else { return };
        // Most variations are short, and a game may have millions.
        line.moves.shrink_to_fit();
        // A result inside a variation is not the result of the game.
        self.result = None;
        let parent = &mut self.innermost().line;
        let last = parent.moves.last_mut().expect("a variation has a move before it");
        if line.moves.is_empty() {
            // The brackets contain only comments.
            last.remarks.extend(line.comments.into_iter().map(Remark::Comment));
        } else {
            last.remarks.push(Remark::Variation(line));
        }
    }

    /// Moves glyphs that no move follows to the last one. Without a move they are ignored.
    fn place_early_glyphs(&mut self, at: usize) {
        let open = self.innermost();
        let early = mem::take(&mut open.early);
        match open.line.moves.last_mut() {
            Some(last) => last.nags.extend(early),
            None if early.is_empty() => {}
            None => self.notes.push((at, "glyphs without a move, ignored".to_owned())),
        }
    }

    /// Skips the rest of a variation with an illegal move, which is kept as a comment.
    ///
    /// # Errors
    ///
    /// The main line has the move, or variations must be right.
    fn skip(&mut self, at: usize, why: GameError) -> Result<(), Failure> {
        if self.lines.len() == 1 || self.keeps_text.is_none() {
            return Err((at, why));
        }
        self.notes.push((at, format!("{why}; the variation is kept as a comment")));
        self.skipped = Some(0);
        Ok(())
    }

    /// Replaces the innermost line by a comment with its text, which ends before this byte.
    fn keep_as_text(&mut self, end: usize) {
        self.skipped = None;
        let Some(text) = self.keeps_text else { return };
        let Some(OpenLine { at, .. }) = self.lines.pop() else { return };
        // A comment ends with the first brace.
        let text = text[at..end].replace('{', "[").replace('}', "]");
        self.comment(&collapse(&text));
    }

    pub fn finish(mut self, end: usize) -> Tree {
        if self.skipped.is_some() {
            self.keep_as_text(end);
        }
        let result = self.result;
        while self.lines.len() > 1 {
            let at = self.lines[self.lines.len() - 1].at;
            self.notes.push((at, "the variation is not closed".to_owned()));
            self.close(at);
        }
        self.place_early_glyphs(end);
        let main = self.lines.remove(0).line;
        Tree { main, result, notes: self.notes, is_foreign: self.is_foreign }
    }
}
