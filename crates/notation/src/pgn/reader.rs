//! Reads the games of a text.

use std::{iter, mem};

use brudno::{chess::Game, platform::stdio::printable};

use super::{
    builder::{Builder, Failure, Tree},
    deviations::tagged_result,
    error::{BrokenGame, GameError, Note},
    language::{ENGLISH, LANGUAGES, Language},
    locations::{Locations, location},
    split::{Part, paragraph_start},
    tokens::{Token, TokenKind, Tokens},
    tree::{PgnGame, Tag, players, tag},
};
use crate::variant::{bughouse, is_bughouse_number, is_chess960};

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
        let strict = Builder::new(&start, first);
        let lenient = strict.clone().keeping_text(self.text);
        let is_bughouse = |token: &&Token<'_>| matches!(token.kind, TokenKind::Word(word) if is_bughouse_number(word));
        if let Some(first) = self.tokens.iter().find(is_bughouse) {
            return Err(self.broken(tags, (first.at, GameError::Variant(bughouse()))));
        }
        let tree = self.reading(&strict).or_else(|_| self.reading(&lenient));
        let mut tree = tree.map_err(|failure| self.broken(tags, failure))?;
        let is_number = |token: &&Token<'_>| matches!(token.kind, TokenKind::Number { .. });
        if tree.main.moves.is_empty()
            && let Some(second) = self.tokens.iter().filter(is_number).nth(1)
        {
            return Err(self.broken(tags, (second.at, GameError::NoMoves)));
        }
        let by_tag = tag(tags, "Result").and_then(tagged_result);
        if let Some((result, (at, written))) = by_tag.zip(tree.result)
            && result != written
            && result != "*"
            && written != "*"
        {
            let text = format!("the moves end with {written}, but the Result tag is {result}");
            tree.notes.push((at, text));
        }
        let mut locations = Locations::new(self.text);
        let notes = tree.notes.into_iter();
        let notes = notes.map(|(at, text)| Note { location: locations.find(at), text }).collect();
        Ok(PgnGame {
            number: self.number,
            start,
            main: tree.main,
            termination: tree.result.map(|(_, result)| result.to_owned()),
            notes,
            range: self.source(),
            tags: tags.to_vec(),
        })
    }

    fn tags(&self) -> Vec<Tag> {
        let pairs = self.tokens.iter().filter_map(|token| match &token.kind {
            TokenKind::Tag(name, value) => {
                let is_result = name.eq_ignore_ascii_case("Result");
                let result = is_result.then(|| tagged_result(value)).flatten();
                let value = result.map_or_else(|| value.clone(), str::to_owned);
                Some(Tag { name: printable(name), value })
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

    /// Parses the moves in English, or else in the one other language that fits. Otherwise returns
    /// the error of the language that reads most moves.
    fn reading(&self, start: &Builder<'_>) -> Result<Tree, Failure> {
        let mut furthest = match self.tree(start, &ENGLISH) {
            Ok(tree) => return Ok(tree),
            Err(failure) => failure,
        };
        let mut readings: Vec<(&Language, Tree)> = Vec::new();
        for language in &LANGUAGES {
            match self.tree(start, language) {
                // Its letters are all English, in which a move is illegal.
                Ok(tree) if !tree.is_foreign => {}
                Ok(tree) if readings.iter().any(|(_, other)| other.main == tree.main) => {}
                Ok(tree) => readings.push((language, tree)),
                Err(failure) if failure.0 > furthest.0 => furthest = failure,
                Err(_) => {}
            }
        }
        match readings.pop() {
            Some((language, mut tree)) if readings.is_empty() => {
                let text = format!("read with the piece letters of {}", language.names);
                tree.notes.insert(0, (self.source().start, text));
                Ok(tree)
            }
            _ => Err(furthest),
        }
    }

    fn tree(&self, start: &Builder<'_>, language: &Language) -> Result<Tree, Failure> {
        let mut builder = start.clone();
        for token in &self.tokens {
            builder.add(token, language)?;
        }
        Ok(builder.finish(self.end))
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
