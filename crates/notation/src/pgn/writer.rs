//! Writes games in the export format of the PGN standard.

use std::{borrow::Cow, mem};

use brudno::{
    chess::{Game, Position},
    notation::san,
};
use shakmaty::Move;

use super::tree::{Line, PgnGame, Tag, tag};

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

/// Returns true for a result that stands for an unknown one.
fn is_unknown(result: &str) -> bool {
    result.chars().all(|letter| "*?- ".contains(letter))
}

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
    /// keep their order. `result` replaces an unknown value of the tag `Result`.
    pub fn tags(&mut self, tags: &[Tag], result: &str) {
        for (name, unknown) in ROSTER {
            let value = tag(tags, name);
            let value = match name {
                "Result" => value.filter(|value| !is_unknown(value)).unwrap_or(result),
                _ => value.unwrap_or(unknown),
            };
            self.tag(name, value);
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

    /// Writes a line from its start position. After each move come its glyphs, its comments as one
    /// comment, and its variations. Many programs refuse another order.
    pub fn line(&mut self, line: &Line, start: &Game) {
        self.is_interrupted = true;
        self.comment(&line.comments.join(" "));
        let mut current = start.clone();
        for played in &line.moves {
            self.played_move(current.position(), played.m);
            for nag in &played.nags {
                self.word(&format!("${nag}"));
            }
            self.comment(&played.comments().collect::<Vec<_>>().join(" "));
            for variation in played.variations() {
                self.variation(variation, &current);
            }
            current.play_or_pass(played.m);
        }
    }

    /// Writes a variation in brackets.
    fn variation(&mut self, line: &Line, start: &Game) {
        self.word("(");
        self.is_opened = true;
        self.line(line, start);
        self.last.push(')');
        self.is_interrupted = true;
    }

    /// Writes a move, with its number if needed. `None` is a null move.
    fn played_move(&mut self, position: &Position, m: Option<Move>) {
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

    /// Writes a comment, whose paragraphs stay apart. If it contains a closing brace, which would
    /// end it, its braces become parentheses.
    fn comment(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        self.is_interrupted = true;
        let text = match text.contains('}') {
            true => Cow::Owned(text.replace('{', "(").replace('}', ")")),
            false => Cow::Borrowed(text),
        };
        // A bracket after an empty line would look like the tags of the next game.
        let text = text.replace("\n\n[", " [");
        let mut open = "{";
        for (index, paragraph) in text.split("\n\n").enumerate() {
            if index > 0 {
                self.flush();
                self.text += "\n\n";
                self.column = 0;
            }
            let mut words = paragraph.split(' ');
            while let Some(first) = words.next() {
                let mut word = mem::take(&mut open).to_owned() + first;
                // Commands such as `[%eval 0.35]` are not broken, because other programs would not
                // find them.
                while first.starts_with("[%") && !word.ends_with(']') {
                    let Some(part) = words.next() else { break };
                    word += " ";
                    word += part;
                }
                self.word(&word);
            }
        }
        self.last.push('}');
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
