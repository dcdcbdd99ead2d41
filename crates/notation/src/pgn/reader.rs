//! Reads the games of a text.

use std::{iter, mem};

use brudno::{
    chess::{Game, PositionError},
    notation::movetext::{MoveError, result},
    platform::stdio::printable,
};
use shakmaty::Role;

use super::{
    error::{BrokenGame, GameError, Note},
    language::{ENGLISH, LANGUAGES, Language},
    moves::read_move,
    split::{Part, paragraph_start},
    tokens::{Token, TokenKind, Tokens, location},
    tree::{Line, PgnGame, PlayedMove, Remark, Tag, players, tag},
};
use crate::variant::is_chess960;

/// Returns true if the text starts with a PGN tag.
pub fn is_pgn(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(['%', ';']));
    first.is_some_and(|line| line.starts_with('['))
}

/// Iterates over the games of a text and parses them on demand. Lines must end with `\n`.
///
/// # Errors
///
/// A game that cannot be read gives an error item. The iteration continues after it.
pub fn games(text: &str) -> impl Iterator<Item = Result<PgnGame, BrokenGame>> {
    let mut tokens = Tokens::new(text).peekable();
    let mut number = 0;
    let mut carried: Vec<Token<'_>> = Vec::new();
    iter::from_fn(move || {
        let mut draft = mem::take(&mut carried);
        let mut state = Part::Before;
        while let Some(token) = tokens.peek() {
            let is_next = state.is_ended_by(token, text, &draft);
            // Comments at the end of the file belong to the last game.
            if is_next && !tokens.clone().all(|token| token.is_remark()) {
                break;
            }
            let Some(token) = tokens.next() else { break };
            state = state.after(&token);
            draft.push(token);
        }
        if draft.is_empty() {
            return None;
        }
        if let (Part::Moves(_), Some(TokenKind::Number { .. })) =
            (state, tokens.peek().map(|token| &token.kind))
        {
            carried = draft.split_off(paragraph_start(text, &draft));
        }
        let next = carried.first().or_else(|| tokens.peek());
        let end = next.map_or(text.len(), |token| token.at);
        number += 1;
        Some(Draft { text, number, end, tokens: draft }.read())
    })
}

/// Parses a game without tags from a start position.
///
/// # Errors
///
/// The moves cannot be parsed.
pub fn game_from(start: &Game, text: &str) -> Result<PgnGame, BrokenGame> {
    let tokens: Vec<Token<'_>> = Tokens::new(text).collect();
    Draft { text, number: 1, end: text.len(), tokens }.read_from(&[], start.clone(), None)
}

/// Tokens of a game that is not yet parsed.
struct Draft<'a> {
    text: &'a str,
    number: usize,
    end: usize,
    tokens: Vec<Token<'a>>,
}

/// Error of a draft, with its byte and the reason.
type Failure = (usize, GameError);

impl Draft<'_> {
    fn read(self) -> Result<PgnGame, BrokenGame> {
        let tags: Vec<Tag> = self.tags();
        let start = self.start(&tags).map_err(|failure| self.broken(&tags, failure))?;
        // A game from a position may begin with any move number.
        let first = tag(&tags, "FEN").is_none().then_some(1);
        self.read_from(&tags, start, first)
    }

    /// Reads the moves from a position. `first` is the number of the first move. If it is `None`,
    /// the moves may begin with any number.
    fn read_from(
        &self,
        tags: &[Tag],
        start: Game,
        first: Option<u32>,
    ) -> Result<PgnGame, BrokenGame> {
        let builder = Builder::new(&start, first);
        let tree = self.tree(&builder, &ENGLISH);
        let tree = tree.or_else(|failure| self.translated(&builder, failure));
        let mut tree = tree.map_err(|failure| self.broken(tags, failure))?;
        let by_tag = tag(tags, "Result").and_then(result);
        if let Some((result, (at, written))) = by_tag.zip(tree.result)
            && result != written
            && result != "*"
            && written != "*"
        {
            let text = format!("the moves end with {written}, but the Result tag is {result}");
            tree.notes.push((at, text));
        }
        let notes = tree.notes.into_iter();
        Ok(PgnGame {
            number: self.number,
            start,
            main: tree.main,
            termination: tree.result.map(|(_, result)| result.to_owned()),
            notes: notes
                .map(|(at, text)| Note { location: location(self.text, at), text })
                .collect(),
            range: self.source(),
            tags: tags.to_vec(),
        })
    }

    fn tags(&self) -> Vec<Tag> {
        let pairs = self.tokens.iter().filter_map(|token| match &token.kind {
            TokenKind::Tag(name, value) => {
                Some(Tag { name: printable(name), value: value.clone() })
            }
            _ => None,
        });
        pairs.collect()
    }

    fn start(&self, tags: &[Tag]) -> Result<Game, Failure> {
        let at = |name: &str| {
            let is_it = |token: &&Token<'_>| matches!(&token.kind, TokenKind::Tag(other, _) if other.eq_ignore_ascii_case(name));
            self.tokens.iter().find(is_it).map_or(0, |token| token.at)
        };
        let chess960 = is_chess960(tag(tags, "Variant").unwrap_or_default())
            .map_err(|error| (at("Variant"), GameError::Variant(error)))?;
        match tag(tags, "FEN").filter(|fen| !fen.is_empty()) {
            Some(fen) => {
                Game::from_fen(fen, chess960).map_err(|error| (at("FEN"), GameError::Start(error)))
            }
            None => Ok(Game::default()),
        }
    }

    /// Parses the moves in another language, if exactly one language fits. Otherwise returns the
    /// error of the language that reads most moves.
    fn translated(&self, start: &Builder, english: Failure) -> Result<Tree, Failure> {
        let mut furthest = english;
        let mut readings: Vec<Tree> = Vec::new();
        for language in &LANGUAGES {
            match self.tree(start, language) {
                Ok(tree) if readings.iter().any(|other| other.main == tree.main) => {}
                Ok(tree) => readings.push(tree),
                Err(failure) if failure.0 > furthest.0 => furthest = failure,
                Err(_) => {}
            }
        }
        match readings.pop() {
            Some(tree) if readings.is_empty() => Ok(tree),
            _ => Err(furthest),
        }
    }

    fn tree(&self, start: &Builder, language: &Language) -> Result<Tree, Failure> {
        let mut builder = start.clone();
        for token in &self.tokens {
            builder.add(token, language)?;
        }
        Ok(builder.finish())
    }

    fn source(&self) -> std::ops::Range<usize> {
        self.tokens.first().map_or(0, |token| token.at)..self.end
    }

    fn broken(&self, tags: &[Tag], (at, why): Failure) -> BrokenGame {
        BrokenGame {
            number: self.number,
            players: players(tags),
            location: location(self.text, at),
            why,
            range: self.source(),
        }
    }
}

/// Parser of the movetext.
struct Tree {
    main: Line,
    result: Option<(usize, &'static str)>,
    notes: Vec<(usize, String)>,
}

/// Unfinished line, with the games before and after its last move.
#[derive(Clone)]
struct OpenLine {
    /// Byte of its opening bracket.
    at: usize,
    line: Line,
    before: Game,
    current: Game,
}

#[derive(Clone)]
struct Builder {
    lines: Vec<OpenLine>,
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

impl Builder {
    fn new(start: &Game, first: Option<u32>) -> Builder {
        let ahead = |first| i64::from(first) - i64::from(start.position().fullmoves());
        let numbers = first.map_or(Numbers::Unknown, |first| Numbers::Ahead(ahead(first)));
        let main = OpenLine {
            at: 0,
            line: Line::default(),
            before: start.clone(),
            current: start.clone(),
        };
        Builder {
            lines: vec![main],
            result: None,
            notes: Vec::new(),
            numbers,
            pawns_have_letter: None,
        }
    }

    /// Returns the innermost line.
    fn innermost(&mut self) -> &mut OpenLine {
        self.lines.last_mut().expect("the main line is never closed")
    }

    fn add(&mut self, token: &Token<'_>, language: &Language) -> Result<(), Failure> {
        match &token.kind {
            TokenKind::Tag(..)
                if self.lines.len() == 1 && self.innermost().line.moves.is_empty() => {}
            TokenKind::Tag(..) => {
                self.notes.push((token.at, "tag among the moves".to_owned()));
            }
            TokenKind::Number { number, is_black } => self.number(token.at, *number, *is_black),
            TokenKind::Fault(text) => self.notes.push((token.at, (*text).to_owned())),
            TokenKind::Comment(text) => self.comment(text),
            TokenKind::Nag(number) => match self.innermost().line.moves.last_mut() {
                Some(last) => last.nags.push(*number),
                None => self.notes.push((token.at, format!("glyph ${number} before a move"))),
            },
            TokenKind::Word(word) => self.play(token.at, word, language)?,
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
        let m = read_move(&open.current, word, language).map_err(|error| {
            (at, GameError::Move(MoveError { number, turn, word: word.to_owned(), error }))
        })?;
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
        open.line.moves.push(PlayedMove::new(m));
        Ok(())
    }

    fn open(&mut self, at: usize) -> Result<(), Failure> {
        let parent = self.innermost();
        if parent.line.moves.is_empty() {
            return Err((at, GameError::Variation));
        }
        let start = parent.before.clone();
        self.lines.push(OpenLine {
            at,
            line: Line::default(),
            before: start.clone(),
            current: start,
        });
        Ok(())
    }

    fn close(&mut self, at: usize) {
        if self.lines.len() == 1 {
            self.notes.push((at, "unmatched bracket, ignored".to_owned()));
            return;
        }
        let Some(OpenLine { line, .. }) = self.lines.pop() else { return };
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

    fn finish(mut self) -> Tree {
        let result = self.result;
        while self.lines.len() > 1 {
            let at = self.lines[self.lines.len() - 1].at;
            self.notes.push((at, "the variation is not closed".to_owned()));
            self.close(at);
        }
        let main = self.lines.remove(0).line;
        Tree { main, result, notes: self.notes }
    }
}
