//! A game in PGN that is pasted line by line.

use shakmaty::Move;
use thiserror::Error;

use crate::{
    chess::{Game, PositionError},
    notation::{
        movetext,
        movetext::{MainLine, MovetextError, is_tag_line, result},
    },
};

/// The lines of a game, until it is complete.
pub struct PastedGame {
    /// Position from which the moves continue; `None` for a game of its own.
    base: Option<Game>,
    text: String,
    tags: Vec<(String, String)>,
    main_line: MainLine,
    has_moves: bool,
}

/// A pasted game that was read.
pub struct ReadGame {
    /// Position before the moves.
    pub start: Game,
    /// True if the moves continue the current game.
    pub continues: bool,
    /// Moves of the main line.
    pub moves: Vec<Move>,
    /// Result after the moves, or of the tag.
    pub result: Option<&'static str>,
    /// Players by the tags as `White - Black`; `None` for a game without tags.
    pub players: Option<String>,
}

/// Errors of pasted games.
#[derive(Debug, Error)]
pub enum PastedGameError {
    /// The tag `FEN` has no position.
    #[error("tag FEN: {0}")]
    Start(PositionError),
    /// A word is no legal move.
    #[error(transparent)]
    Move(MovetextError),
}

/// What a line is to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Added {
    /// A part, which more may follow.
    Part,
    /// The last part.
    Last,
    /// A tag of the next game; not added.
    Next,
    /// A command; not added.
    Command,
}

impl PastedGame {
    /// Creates a game without lines. `base` is the position from which its moves continue.
    pub fn new(base: Option<Game>) -> PastedGame {
        PastedGame {
            base,
            text: String::new(),
            tags: Vec::new(),
            main_line: MainLine::default(),
            has_moves: false,
        }
    }

    /// Returns true if a game begins with this line: it is a tag.
    pub fn begins_with(line: &str) -> bool {
        is_tag_line(line)
    }

    /// Adds a line, unless it begins with a command or is a tag of the next game.
    pub fn add(&mut self, line: &str, is_command: impl Fn(&str) -> bool) -> Added {
        let line = line.trim();
        if !self.main_line.is_comment() && is_tag_line(line) {
            if self.has_moves {
                return Added::Next;
            }
            self.tags.extend(tag(line));
        } else if !self.main_line.is_open() {
            if line.split_whitespace().next().is_some_and(&is_command) {
                return Added::Command;
            }
            // An empty line stands after the tags and after the moves.
            if line.is_empty() && self.has_moves {
                return Added::Last;
            }
        }
        let words = self.main_line.words(line);
        self.text += line;
        self.text.push('\n');
        self.has_moves |= !words.is_empty();
        let is_over = words.last().is_some_and(|(_, word)| result(word).is_some());
        if is_over && !self.main_line.is_open() { Added::Last } else { Added::Part }
    }

    /// Returns the players by the tags as `White - Black`.
    pub fn players(&self) -> String {
        let [white, black] = ["White", "Black"].map(|name| self.tag(name).unwrap_or("?"));
        format!("{white} - {black}")
    }

    /// Returns the game. `None` for tags without a position and without moves.
    ///
    /// # Errors
    ///
    /// The position of the tags or a move is invalid.
    pub fn read(&self) -> Result<Option<ReadGame>, PastedGameError> {
        let fen = self.tag("FEN").filter(|fen| !fen.is_empty());
        let start = match (&self.base, fen) {
            (Some(base), _) => base.clone(),
            (None, Some(fen)) => Game::from_fen(fen, false).map_err(PastedGameError::Start)?,
            (None, None) => Game::default(),
        };
        let read = movetext::read(&start, &self.text).map_err(PastedGameError::Move)?;
        if read.moves.is_empty() && fen.is_none() {
            return Ok(None);
        }
        Ok(Some(ReadGame {
            start,
            continues: self.base.is_some(),
            moves: read.moves,
            result: read.result.or_else(|| result(self.tag("Result")?)),
            players: (!self.tags.is_empty()).then(|| self.players()),
        }))
    }

    /// Returns the value of the first tag with this name, in any case.
    fn tag(&self, name: &str) -> Option<&str> {
        let (_, value) = self.tags.iter().find(|(other, _)| other.eq_ignore_ascii_case(name))?;
        Some(value)
    }
}

/// Parses the name and the value of a tag.
fn tag(line: &str) -> Option<(String, String)> {
    let (name, value) = line.strip_prefix('[')?.strip_suffix(']')?.split_once('"')?;
    let value = value.trim_end().trim_end_matches('"');
    Some((name.trim().to_owned(), value.replace("\\\"", "\"").replace(r"\\", r"\")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::is_command;

    /// Adds lines, and returns what the last one is.
    fn add(game: &mut PastedGame, lines: &str) -> Added {
        lines.lines().map(|line| game.add(line, is_command)).last().unwrap()
    }

    #[test]
    fn a_game_ends_with_its_result_or_an_empty_line() {
        for (lines, last) in [
            ("[White \"A\"]", Added::Part),
            ("[White \"A\"]\n", Added::Part),
            ("[White \"A\"]\n\n1. e4 e5", Added::Part),
            ("[White \"A\"]\n\n1. e4 e5 1-0", Added::Last),
            ("[White \"A\"]\n\n1. e4 e5 *", Added::Last),
            ("[White \"A\"]\n\n1. e4 e5\n ", Added::Last),
            ("[White \"A\"]\n\n1. e4 e5\n[White \"B\"]", Added::Next),
            ("[White \"A\"]\n\n1. e4 e5\ngo depth 5", Added::Command),
            ("[White \"A\"]\n\n1. e4 {a\ngo player 1-0", Added::Part),
            ("[White \"A\"]\n\n1. e4 {a\n\nb} e5 1-0", Added::Last),
            ("[White \"A\"]\n\n1. e4 (1. d4 *\nd5) 1... e5 ; 1-0", Added::Part),
            ("[White \"A\"]\n\n1. e4 (1. d4 *\nd5) 1... e5 1/2-1/2", Added::Last),
        ] {
            assert_eq!(add(&mut PastedGame::new(None), lines), last, "{lines}");
        }
    }

    #[test]
    fn the_game_is_read_with_its_tags() {
        let mut game = PastedGame::new(None);
        add(&mut game, "[White \"A\"]\n[Black \"B\"]\n\n1. e4 {x\ny} e5 (1... c5\n2. Nf3) 2. d4 *");
        let read = game.read().unwrap().unwrap();
        assert!(!read.continues && read.result == Some("*"));
        assert_eq!((read.players.as_deref(), read.moves.len()), (Some("A - B"), 3));
        let mut tags = PastedGame::new(None);
        add(&mut tags, "[White \"A\"]");
        assert!(tags.read().unwrap().is_none());
        add(&mut tags, "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]");
        assert!(tags.read().unwrap().is_some_and(|read| read.players.unwrap() == "A - ?"));
        add(&mut tags, "\n1. Ke5");
        assert!(tags.read().is_err());
        let mut continued = PastedGame::new(Some(read.start));
        add(
            &mut continued,
            "[Black \"\\\"C\\\\\"]\n[Result \"0-1\"]\n\n1. c4 {[Event \"x\"]} 1... c5\n",
        );
        let read = continued.read().unwrap().unwrap();
        assert!(read.continues && read.result == Some("0-1"));
        assert_eq!((read.players.as_deref(), read.moves.len()), (Some("? - \"C\\"), 2));
    }
}
