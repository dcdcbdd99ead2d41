//! Writes games in the export format of the PGN standard.

use std::mem;

use brudno::{
    chess::{Game, Position},
    notation::san,
};
use shakmaty::Move;

use super::tree::{Line, PgnGame, PlayedMove, Remark, Tag, tag};

/// Maximum length of a line, characters.
const WIDTH: usize = 79;
/// Tags that every game must have, in the standard's order, with their default values.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// Names of other tags that are needed to read a game.
const STANDARD_NAMES: [&str; 3] = ["FEN", "SetUp", "Variant"];

/// Formats a game, with an empty line after it.
pub fn write(game: &PgnGame) -> String {
    let result = game.result();
    let mut writer = Writer::default();
    writer.tags(&game.tags, &result);
    writer.line(&game.main, &game.start);
    writer.word(&result);
    writer.finish()
}

/// Builder for the text of a game, which has tags, and words in lines of limited length.
#[derive(Default)]
pub struct Writer {
    text: String,
    /// Length of the current line, characters.
    column: usize,
    /// Last word, which a bracket may extend.
    last: String,
    /// True if the last word is an opening bracket. No space follows it.
    is_opened: bool,
    /// True if Black's next move needs its number.
    is_interrupted: bool,
}

impl Writer {
    /// Writes the tags. The required tags come first, in the order of the standard. The other tags
    /// keep their order.
    pub fn tags(&mut self, tags: &[Tag], result: &str) {
        for (name, unknown) in ROSTER {
            let unknown = if name == "Result" { result } else { unknown };
            self.tag(name, tag(tags, name).unwrap_or(unknown));
        }
        let is_roster =
            |name: &str| ROSTER.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
        let mut seen: Vec<&str> = Vec::new();
        for Tag { name, value } in tags {
            // A roster tag that occurs twice is kept.
            let first =
                is_roster(name) && !seen.iter().any(|other| other.eq_ignore_ascii_case(name));
            seen.push(name);
            if !first {
                // Other programs look for these names with exactly these letters.
                let known = STANDARD_NAMES.iter().find(|known| known.eq_ignore_ascii_case(name));
                self.tag(known.unwrap_or(&name.as_str()), value);
            }
        }
        self.text.push('\n');
        self.is_interrupted = true;
    }

    fn tag(&mut self, name: &str, value: &str) {
        let value = value.replace('\\', r"\\").replace('"', "\\\"");
        self.text += &format!("[{name} \"{value}\"]\n");
    }

    /// Writes a line from its start position.
    pub fn line(&mut self, line: &Line, start: &Game) {
        self.is_interrupted = true;
        self.comments(&line.comments);
        let mut current = start.clone();
        for played in &line.moves {
            self.played_move(current.position(), played.m);
            for nag in &played.nags {
                self.word(&format!("${nag}"));
            }
            self.remarks(played, &current);
            current.play_or_pass(played.m);
        }
    }

    /// Writes the comments before the first move of a line.
    pub fn comments(&mut self, comments: &[String]) {
        comments.iter().for_each(|comment| self.comment(comment));
    }

    /// Writes the comments and variations of a move.
    pub fn remarks(&mut self, played: &PlayedMove, before: &Game) {
        for remark in &played.remarks {
            match remark {
                Remark::Comment(text) => self.comment(text),
                Remark::Variation(line) => self.variation(line, before),
            }
        }
    }

    /// Writes a variation in brackets.
    pub fn variation(&mut self, line: &Line, start: &Game) {
        self.word("(");
        self.is_opened = true;
        self.line(line, start);
        self.last.push(')');
        self.is_interrupted = true;
    }

    /// Writes a move, with its number if needed. `None` is a null move.
    pub fn played_move(&mut self, position: &Position, m: Option<Move>) {
        let san = m.map_or_else(|| "--".to_owned(), |m| san(position, m));
        let number = position.fullmoves();
        if position.turn().is_white() {
            self.word(&format!("{number}. {san}"));
        } else if self.is_interrupted {
            self.word(&format!("{number}... {san}"));
        } else {
            self.word(&san);
        }
        self.is_interrupted = false;
    }

    /// Writes a comment. If it contains a closing brace, it is written as a comment to the end of
    /// the line, because braces cannot contain it.
    pub fn comment(&mut self, text: &str) {
        self.is_interrupted = true;
        if text.contains('}') {
            self.word(&format!("; {text}"));
            self.flush();
            self.text.push('\n');
            self.column = 0;
            return;
        }
        let mut words = text.split(' ').peekable();
        let mut word = "{".to_owned();
        while let Some(next) = words.next() {
            word += next;
            // Commands such as `[%eval 0.35]` are not broken, because other programs would not find
            // them.
            while next.starts_with("[%") && !word.ends_with(']') {
                let Some(part) = words.next() else { break };
                word += " ";
                word += part;
            }
            if words.peek().is_some() {
                self.word(&word);
                word.clear();
            }
        }
        self.word(&(word + "}"));
    }

    /// Adds a word.
    pub fn word(&mut self, word: &str) {
        if !mem::take(&mut self.is_opened) {
            self.flush();
        }
        self.last += word;
    }

    /// Writes the last word, on a new line if the current line is full.
    fn flush(&mut self) {
        let length = self.last.chars().count();
        if length == 0 {
            return;
        }
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text += &mem::take(&mut self.last);
        self.column += length;
    }

    /// Returns the text, including the empty line that ends a game.
    pub fn finish(mut self) -> String {
        self.flush();
        self.text += "\n\n";
        self.text
    }
}
