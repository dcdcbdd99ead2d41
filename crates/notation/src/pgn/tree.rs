//! The game tree.

use std::ops::Range;

use brudno::chess::Game;
use shakmaty::{Color, KnownOutcome, Move};

use super::{deviations::tagged_result, error::Note};

/// A tag pair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// Name as written.
    pub name: String,
    /// Value without quotes and escapes.
    pub value: String,
}

/// A game with variations, comments and glyphs.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// Number of the game in the file, from 1.
    pub number: usize,
    /// Tags in the order of the file.
    pub tags: Vec<Tag>,
    /// Start position.
    pub start: Game,
    /// Main line.
    pub main: Line,
    /// Result after the moves, if there is one.
    pub termination: Option<String>,
    /// Corrections and omissions of the reader.
    pub notes: Vec<Note>,
    /// Byte range of the game in the text.
    pub range: Range<usize>,
}

/// A main line or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// Moves in order.
    pub moves: Vec<PlayedMove>,
}

/// A move of a line with its annotations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// Move; `None` is a null move (`--`).
    pub m: Option<Move>,
    /// Numeric annotation glyphs, in the order of the text.
    pub nags: Vec<u8>,
    /// Comments and variations, in the order of the text.
    pub remarks: Vec<Remark>,
}

/// A comment or a variation after a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// Comment.
    Comment(String),
    /// Variation, which starts from the position before the move.
    Variation(Line),
}

impl PlayedMove {
    /// Creates a move without annotations.
    pub const fn new(m: Option<Move>) -> PlayedMove {
        PlayedMove { m, nags: Vec::new(), remarks: Vec::new() }
    }

    /// Returns the comments on the move.
    pub fn comments(&self) -> impl Iterator<Item = &str> {
        self.remarks.iter().filter_map(|remark| match remark {
            Remark::Comment(text) => Some(text.as_str()),
            Remark::Variation(_) => None,
        })
    }

    /// Returns the variations, which start from the position before the move.
    pub fn variations(&self) -> impl Iterator<Item = &Line> {
        self.remarks.iter().filter_map(|remark| match remark {
            Remark::Variation(line) => Some(line),
            Remark::Comment(_) => None,
        })
    }
}

impl PgnGame {
    /// Returns the value of the first tag with this name, case-insensitive.
    pub fn tag(&self, name: &str) -> Option<&str> {
        tag(&self.tags, name)
    }

    /// Returns the players as `White - Black`.
    pub fn players(&self) -> String {
        players(&self.tags)
    }

    /// Returns the moves of the main line up to the first null move.
    pub fn moves(&self) -> Vec<Move> {
        self.main.moves.iter().map_while(|played| played.m).collect()
    }

    /// Returns the positions of the main line, which are the start and one position after each
    /// move.
    pub fn positions(&self) -> Vec<Game> {
        let mut positions = vec![self.start.clone()];
        for played in &self.main.moves {
            let mut next = positions.last().expect("never empty").clone();
            // The reader accepts a null move only if it is possible.
            let _ = next.play_or_pass(played.m);
            positions.push(next);
        }
        positions
    }

    /// Returns the position after the main line.
    fn last_position(&self) -> Game {
        let mut game = self.start.clone();
        for played in &self.main.moves {
            // The reader accepts a null move only if it is possible.
            let _ = game.play_or_pass(played.m);
        }
        game
    }

    /// Returns the result after the moves. Without it, returns the result of the tag, or else the
    /// result by the rules.
    pub fn result(&self) -> String {
        let by_tag = || self.tag("Result").and_then(tagged_result).map(str::to_owned);
        let by_rules = || result(self.last_position().outcome()).to_owned();
        self.termination.clone().or_else(by_tag).unwrap_or_else(by_rules)
    }
}

/// Returns the value of the first tag with this name, case-insensitive.
pub(super) fn tag<'a>(tags: &'a [Tag], name: &str) -> Option<&'a str> {
    tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name)).map(|tag| tag.value.as_str())
}

/// Returns the players as `White - Black`.
pub(super) fn players(tags: &[Tag]) -> String {
    let [white, black] = ["White", "Black"].map(|name| tag(tags, name).unwrap_or("?"));
    format!("{white} - {black}")
}

/// Formats an outcome as in PGN. An unfinished game has `*`.
pub const fn result(outcome: Option<KnownOutcome>) -> &'static str {
    match outcome {
        Some(KnownOutcome::Decisive { winner: Color::White }) => "1-0",
        Some(KnownOutcome::Decisive { winner: Color::Black }) => "0-1",
        Some(KnownOutcome::Draw) => "1/2-1/2",
        None => "*",
    }
}
