//! A game in PGN that is pasted line by line.

use crate::{
    chess::Game,
    notation::{
        pgn,
        pgn::{BrokenGame, PgnGame, is_result, is_tag_line},
    },
    uci::is_command,
};

/// The lines of a game, until it is complete.
pub struct PastedGame {
    /// Position from which the moves continue; `None` for a game of its own.
    base: Option<Game>,
    text: String,
    has_moves: bool,
    /// True inside of a comment.
    is_comment: bool,
    /// Depth of variations.
    depth: usize,
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
    pub const fn new(base: Option<Game>) -> PastedGame {
        PastedGame { base, text: String::new(), has_moves: false, is_comment: false, depth: 0 }
    }

    /// Returns true if a game begins with this line: it is a tag.
    pub fn begins_with(line: &str) -> bool {
        is_tag_line(line)
    }

    /// Adds a line, unless it is a command or the tag of the next game.
    pub fn add(&mut self, line: &str) -> Added {
        let line = line.trim();
        let is_between = !self.is_comment && self.depth == 0;
        if !self.is_comment && is_tag_line(line) {
            if self.has_moves {
                return Added::Next;
            }
            self.push(line);
            return Added::Part;
        }
        if is_between && line.split_whitespace().next().is_some_and(is_command) {
            return Added::Command;
        }
        self.push(line);
        if is_between && line.is_empty() {
            // An empty line stands after the tags and after the moves.
            return if self.has_moves { Added::Last } else { Added::Part };
        }
        if self.scan(line) { Added::Last } else { Added::Part }
    }

    /// Returns true inside of a comment or variation.
    pub const fn is_open(&self) -> bool {
        self.is_comment || self.depth > 0
    }

    /// Returns the base position, and the game or its error. `None` for tags without a position and
    /// without moves.
    pub fn read(&self) -> Option<(Option<&Game>, Result<PgnGame, BrokenGame>)> {
        let base = self.base.as_ref();
        let game = match base {
            Some(base) => pgn::game_from(base, &self.text),
            None => pgn::games(&self.text).last()?,
        };
        let is_empty = |game: &PgnGame| game.main.moves.is_empty() && game.tag("FEN").is_none();
        (!game.as_ref().is_ok_and(is_empty)).then_some((base, game))
    }

    fn push(&mut self, line: &str) {
        self.text += line;
        self.text.push('\n');
    }

    /// Follows comments and variations through a line of moves. Returns true if the line ends with
    /// the game's result.
    fn scan(&mut self, line: &str) -> bool {
        let mut word = String::new();
        let mut is_over = false;
        // The space ends the last word.
        for letter in line.chars().chain([' ']) {
            if self.is_comment {
                self.is_comment = letter != '}';
                continue;
            }
            if letter.is_whitespace() || "{}();".contains(letter) {
                if !word.is_empty() {
                    is_over = self.depth == 0 && is_result(&word);
                    self.has_moves = true;
                    word.clear();
                }
                match letter {
                    '{' => self.is_comment = true,
                    '(' => self.depth += 1,
                    ')' => self.depth = self.depth.saturating_sub(1),
                    ';' => break,
                    _ => {}
                }
            } else {
                word.push(letter);
            }
        }
        is_over && !self.is_open()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds lines, and returns what the last one is.
    fn add(game: &mut PastedGame, lines: &str) -> Added {
        lines.lines().map(|line| game.add(line)).last().unwrap()
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
        let (base, read) = game.read().unwrap();
        let read = read.unwrap();
        assert!(base.is_none());
        assert_eq!((read.players().as_str(), read.moves().len()), ("A - B", 3));
        let mut tags = PastedGame::new(None);
        add(&mut tags, "[White \"A\"]");
        assert!(tags.read().is_none());
        add(&mut tags, "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]");
        assert!(tags.read().is_some_and(|(_, game)| game.is_ok()));
        add(&mut tags, "\n1. Ke5");
        assert!(tags.read().is_some_and(|(_, game)| game.is_err()));
    }
}
