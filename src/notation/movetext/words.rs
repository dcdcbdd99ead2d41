//! The words of movetext: moves, numbers, results, and what stands between them.

/// Follows comments and variations through the lines of a game.
#[derive(Clone, Copy, Default)]
pub struct MainLine {
    is_comment: bool,
    /// Depth of variations.
    depth: usize,
}

impl MainLine {
    /// Returns true inside a comment in braces.
    pub const fn is_comment(self) -> bool {
        self.is_comment
    }

    /// Returns true inside a comment or a variation.
    pub const fn is_open(self) -> bool {
        self.is_comment || self.depth > 0
    }

    /// Returns the words of the main line in the next line of the text, each with its first byte.
    pub fn words<'a>(&mut self, line: &'a str) -> Vec<(usize, &'a str)> {
        let mut words = Vec::new();
        // The standard leaves lines that begin with `%` to programs.
        if !self.is_comment && (line.starts_with('%') || is_tag_line(line)) {
            return words;
        }
        let mut at = 0;
        while let Some(letter) = line[at..].chars().next() {
            let rest = &line[at..];
            let end_of = |bracket| rest.find(bracket).map_or(rest.len(), |end| end + 1);
            at += match letter {
                _ if self.is_comment => {
                    self.is_comment = !rest.contains('}');
                    end_of('}')
                }
                ';' => rest.len(),
                // A command such as `[%clk 0:01:00]` without braces.
                '[' => end_of(']'),
                '{' => {
                    self.is_comment = true;
                    1
                }
                '(' => {
                    self.depth += 1;
                    1
                }
                ')' => {
                    self.depth = self.depth.saturating_sub(1);
                    1
                }
                '}' | ']' => 1,
                _ if is_space(letter) => letter.len_utf8(),
                _ => {
                    let length = word_length(rest);
                    if self.depth == 0 {
                        words.push((at, &rest[..length]));
                    }
                    length
                }
            };
        }
        words
    }
}

/// Returns the length in bytes of the word at the start of a text.
pub fn word_length(text: &str) -> usize {
    let ends_word = |(at, letter): (usize, char)| {
        // `e8(Q)` is a move.
        let promotes = letter == '('
            && text[..at].ends_with(['1', '8'])
            && text[at..].chars().nth(1).is_some_and(char::is_uppercase)
            && text[at..].chars().nth(2) == Some(')');
        let closes = letter == ')' && text[..at].contains('(');
        let is_bracket = "{}()[];".contains(letter) && !promotes && !closes;
        // The standard lets a glyph and `*` follow a move without a space.
        is_space(letter) || is_bracket || at > 0 && "$*".contains(letter)
    };
    text.char_indices().find(|&letter| ends_word(letter)).map_or(text.len(), |(at, _)| at)
}

/// Returns true for white space, a byte order mark, zero-width spaces, and marks of the direction of
/// writing.
pub fn is_space(letter: char) -> bool {
    letter.is_whitespace()
        || matches!(
            letter,
            '\u{feff}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{2069}'
        )
}

/// Returns true if a text starts with a PGN tag pair on its own line.
pub fn is_tag_line(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default().trim_matches(is_space);
    let Some((name, value)) =
        line.strip_prefix('[').and_then(|line| line.split_once(|c: char| is_space(c) || c == '"'))
    else {
        return false;
    };
    let is_name = |letter: char| letter.is_alphanumeric() || "_+#=:-".contains(letter);
    !name.is_empty() && name.chars().all(is_name) && line.ends_with(']') && value.contains('"')
}

/// Spellings of results, and their form in the PGN standard.
const RESULTS: [(&str, &str); 14] = [
    ("1-0", "1-0"),
    ("0-1", "0-1"),
    ("1/2-1/2", "1/2-1/2"),
    ("*", "*"),
    ("1/2", "1/2-1/2"),
    ("½-½", "1/2-1/2"),
    ("½", "1/2-1/2"),
    ("1–0", "1-0"),
    ("0–1", "0-1"),
    ("½–½", "1/2-1/2"),
    ("1/2–1/2", "1/2-1/2"),
    ("1:0", "1-0"),
    ("0:1", "0-1"),
    ("0.5-0.5", "1/2-1/2"),
];

/// Returns a result in the form of the PGN standard. `None` if the word is no result.
pub fn result(word: &str) -> Option<&'static str> {
    let word = word.trim_end_matches(',');
    RESULTS.iter().find(|(written, _)| *written == word).map(|&(_, result)| result)
}

/// Returns true if a word is only a move number: `1`, `1.`, `12...`.
pub fn is_move_number(word: &str) -> bool {
    !word.is_empty() && unnumbered(word).is_empty()
}

/// Returns a word without its move number: `e4` for `1.e4`, empty for `1.`.
pub fn unnumbered(word: &str) -> &str {
    split_number(word).1
}

/// Splits the move number off a word. The number is `None` if it is missing or too large.
pub fn split_number(word: &str) -> (Option<u32>, &str) {
    const DOTS: [char; 5] = ['.', '…', ')', ':', ','];
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    // `0000` is a null move, `0-0` and `00` castle. A FEN may begin with move `0.`.
    if word.starts_with('0') && !rest.starts_with(['.', '…']) {
        return (None, word);
    }
    if rest.is_empty() || rest.starts_with(DOTS) {
        let digits = &word[..word.len() - rest.len()];
        let rest = rest.trim_start_matches(DOTS);
        // `1.-e4`, but `1.--` is a null move.
        let m = rest.strip_prefix(['-', '–']).filter(|m| m.starts_with(char::is_alphanumeric));
        return (digits.parse().ok(), m.unwrap_or(rest));
    }
    (None, word)
}

/// Returns true for a word after a move that adds nothing to it, such as `e.p.` or `mate`.
pub fn is_remark(word: &str) -> bool {
    ["e.p.", "ep", "e.p", "+", "++", "#", "†", "‡", "ch", "ch.", "mate"].contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lose_their_numbers() {
        for (word, rest) in [
            ("1.e4", "e4"),
            ("12...e5", "e5"),
            ("3)", ""),
            ("…", ""),
            ("0-0", "0-0"),
            ("00", "00"),
            ("0.", ""),
            ("0...e5", "e5"),
            ("1.-e4", "e4"),
            ("1.,e4", "e4"),
            ("1:e4", "e4"),
            ("1.--", "--"),
            ("e4", "e4"),
        ] {
            assert_eq!(unnumbered(word), rest, "{word}");
        }
        assert!(is_move_number("7") && is_move_number("7...") && !is_move_number("0000"));
        assert!(!is_move_number("") && !is_move_number("7.e4"));
    }
}
