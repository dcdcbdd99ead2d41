//! Splits PGN text into tokens with their places.

use std::collections::VecDeque;

use brudno::{
    notation::movetext::{is_remark, is_space, is_tag_line, result, split_number, word_length},
    platform::stdio::printable,
};

use super::{
    deviations::{bracket_length, is_quoted_tag, long_result, time_length},
    moves::{is_iccf, is_null_move},
    nag,
};

/// A token and its first byte.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token<'a> {
    pub at: usize,
    pub kind: TokenKind<'a>,
}

/// Kind of a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TokenKind<'a> {
    /// Name and value of a tag pair. The value has neither quotes nor escapes.
    Tag(&'a str, String),
    /// Comment with collapsed white space. An empty line separates paragraphs.
    Comment(String),
    Open,
    Close,
    Nag(u8),
    /// Result as in the standard.
    Result(&'static str),
    /// A move number.
    Number {
        number: u32,
        /// Dots mark the move as Black's: `12...`.
        is_black: bool,
    },
    /// Other word without its move number, usually a move.
    Word(&'a str),
    /// Remark for the user about the previous token.
    Fault(&'static str),
}

impl Token<'_> {
    /// Returns true for a comment or a fault.
    pub fn is_remark(&self) -> bool {
        matches!(self.kind, TokenKind::Comment(_) | TokenKind::Fault(_))
    }
}

/// Splits a text into tokens.
#[derive(Clone)]
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// Tokens that were read but not yet returned.
    pending: VecDeque<Token<'a>>,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str) -> Tokens<'a> {
        Tokens { text, at: 0, pending: VecDeque::new() }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn push(&mut self, at: usize, kind: TokenKind<'a>) {
        self.pending.push_back(Token { at, kind });
    }

    /// Returns true if only white space precedes this byte in its line.
    fn begins_line(&self, at: usize) -> bool {
        let before = self.text[..at].trim_end_matches(|c| c != '\n' && is_space(c));
        before.is_empty() || before.ends_with('\n')
    }

    /// Parses a tag pair up to its bracket, or to the end of the line if the bracket is missing.
    fn tag(&mut self) {
        let start = self.at;
        let end = self.rest().find('\n').map_or(self.text.len(), |length| start + length);
        let line = self.text[start + 1..end].trim_start_matches(is_space);
        let name_end = line.find(|c: char| is_space(c) || c == '"' || c == ']');
        let (name, after) = line.split_at(name_end.unwrap_or(line.len()));
        let Some(quoted) = after.trim_start_matches(is_space).strip_prefix('"') else {
            // The value has no quotes.
            let value = after.split(']').next().unwrap_or_default();
            let close = after.find(']').map_or(end, |at| end - after.len() + at + 1);
            self.at = close;
            return self.push(start, TokenKind::Tag(name, printable(value.trim_matches(is_space))));
        };
        let before = end - quoted.len();
        let mut value = String::new();
        let mut letters = quoted.char_indices();
        while let Some((at, letter)) = letters.next() {
            let next = &quoted[at + letter.len_utf8()..];
            match letter {
                '\\' if next.starts_with(['"', '\\']) => {
                    value.extend(letters.next().map(|(_, letter)| letter));
                }
                // An unescaped quotation mark within the value does not end it.
                '"' if next.trim_start_matches(is_space).starts_with(']') => {
                    let bracket = next.find(']').unwrap_or_default();
                    self.at = before + at + 1 + bracket + 1;
                    return self.push(start, TokenKind::Tag(name, printable(&value)));
                }
                letter => value.push(letter),
            }
        }
        self.at = end;
        let value = value.trim_end_matches(|c: char| is_space(c) || c == '"' || c == ']');
        self.push(start, TokenKind::Tag(name, printable(value)));
        self.push(start, TokenKind::Fault("the tag is not closed"));
    }

    /// Reads a command such as `[%clk 0:01:00]` outside of braces as a comment.
    fn command(&mut self) {
        let start = self.at;
        let rest = self.rest();
        let end = rest.find([']', '\n']).map_or(rest.len(), |at| at + 1);
        self.at = start + end;
        self.push(start, TokenKind::Comment(collapse(&rest[..end])));
    }

    /// Parses a comment in braces. Without a closing brace, the comment ends before the next game.
    fn brace(&mut self) {
        let start = self.at;
        let body = &self.text[start + 1..];
        let close = body.find('}');
        let next_game = body[..close.unwrap_or(body.len())]
            .match_indices('\n')
            .map(|(at, _)| at + 1)
            .find(|&at| is_tag_line(&body[at..]));
        let end = match (close, next_game) {
            // The brace closes a comment of the next game.
            (Some(close), Some(game)) if body[game..close].contains('{') => game,
            (Some(close), _) => {
                self.at = start + 1 + close + 1;
                return self.push(start, TokenKind::Comment(collapse(&body[..close])));
            }
            (None, Some(game)) => game,
            (None, None) => body.len(),
        };
        self.at = start + 1 + end;
        self.push(start, TokenKind::Comment(collapse(&body[..end])));
        self.push(start, TokenKind::Fault("the comment is not closed"));
    }

    fn word(&mut self) {
        let start = self.at;
        let rest = self.rest();
        if let Some((length, result)) = long_result(rest) {
            self.at = start + length;
            return self.push(start, TokenKind::Result(result));
        }
        let end = word_length(rest);
        let word = &rest[..end];
        self.at = start + end;
        let word = word.trim_end_matches(',');
        if let Some(result) = result(word) {
            return self.push(start, TokenKind::Result(result));
        }
        if let Some(nag) = nag::number(word) {
            return self.push(start, TokenKind::Nag(nag));
        }
        if word.starts_with('$') {
            return self.push(start, TokenKind::Fault("glyph without a number up to 255, ignored"));
        }
        let length = word.len();
        let (number, word) = if is_iccf(word) { (None, word) } else { split_number(word) };
        let word_at = start + length - word.len();
        if let Some(number) = number {
            let dots = self.text[start..].trim_start_matches(|c: char| c.is_ascii_digit());
            let dots = dots.trim_start_matches(is_space);
            let after = dots.strip_prefix(['.', ')']).unwrap_or_default();
            let is_black =
                dots.starts_with('…') || after.trim_start_matches(is_space).starts_with(['.', '…']);
            self.push(start, TokenKind::Number { number, is_black });
        }
        if word.is_empty() || is_remark(word) {
            return;
        }
        let (word, signs) = nag::split(word);
        let is_sign = !word.contains(char::is_alphanumeric) && !is_null_move(word);
        self.push(
            word_at,
            match nag::number(word) {
                // Signs that are words of their own, such as `?!±`.
                Some(number) => TokenKind::Nag(number),
                // A sign of a book without a number in the standard.
                None if is_sign => TokenKind::Comment(printable(word)),
                None => TokenKind::Word(word),
            },
        );
        for sign in signs {
            self.push(start + end, TokenKind::Nag(sign));
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            if let Some(token) = self.pending.pop_front() {
                return Some(token);
            }
            self.at += self.rest().len() - self.rest().trim_start_matches(is_space).len();
            let at = self.at;
            let first = self.rest().chars().next()?;
            // Looked for only where it is needed: a game may be one long line.
            let line = || self.rest().find('\n').unwrap_or(self.rest().len());
            match first {
                // An escaped line, whose content the standard does not define.
                '%' if at == 0 || self.text[..at].ends_with('\n') => self.at += line(),
                ';' => {
                    self.at += line();
                    self.push(at, TokenKind::Comment(collapse(&self.text[at + 1..self.at])));
                }
                '{' => self.brace(),
                '[' if self.rest().starts_with("[%") => self.command(),
                '[' if is_quoted_tag(self.rest()) || self.begins_line(at) => self.tag(),
                '[' if let Some(length) = bracket_length(self.rest()) => {
                    self.at += length;
                    self.push(at, TokenKind::Comment(collapse(&self.text[at + 1..self.at - 1])));
                }
                '(' if let Some(length) = time_length(self.rest()) => {
                    self.at += length;
                    self.push(at, TokenKind::Comment(self.text[at..at + length].to_owned()));
                }
                '(' => {
                    self.at += 1;
                    self.push(at, TokenKind::Open);
                }
                ')' => {
                    self.at += 1;
                    self.push(at, TokenKind::Close);
                }
                '}' | ']' | '[' => {
                    self.at += 1;
                    self.push(at, TokenKind::Fault("unmatched bracket, ignored"));
                }
                _ => self.word(),
            }
        }
    }
}

/// Collapses white space, and removes control characters, which the standard forbids. Empty lines
/// between paragraphs become one empty line.
pub(super) fn collapse(text: &str) -> String {
    let mut collapsed = String::new();
    let mut between = "";
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.is_empty() && !collapsed.is_empty() {
            between = "\n\n";
        } else if !words.is_empty() {
            collapsed += between;
            collapsed += &printable(&words.join(" "));
            between = " ";
        }
    }
    collapsed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tokens without move numbers.
    fn kinds(text: &str) -> Vec<TokenKind<'_>> {
        let kinds = Tokens::new(text).map(|token| token.kind);
        kinds.filter(|kind| !matches!(kind, TokenKind::Number { .. })).collect()
    }

    fn tag<'a>(name: &'a str, value: &str) -> TokenKind<'a> {
        TokenKind::Tag(name, value.to_owned())
    }

    #[test]
    fn tags_are_read_as_people_write_them() {
        for (text, name, value) in [
            ("[White \"A\"]", "White", "A"),
            ("[White\t\"A\"]", "White", "A"),
            ("[White   \"A\" ]", "White", "A"),
            ("  [White \"A\\\"B\\\\\"]", "White", "A\"B\\"),
            ("[White \"Bobby \"Kid\" F\"]", "White", "Bobby \"Kid\" F"),
            ("[White \"a [new] \"\"]", "White", "a [new] \""),
            ("[Result 1-0]", "Result", "1-0"),
            ("[White \"\"]", "White", ""),
            ("[White\"A\"]", "White", "A"),
            ("[ White \"A\" ]", "White", "A"),
        ] {
            assert_eq!(kinds(text), [tag(name, value)], "{text}");
        }
        let open = kinds("[White \"A\n[Black \"B\"]");
        assert_eq!(open[0], tag("White", "A"));
        assert!(matches!(open[1], TokenKind::Fault(_)));
        assert_eq!(open[2], tag("Black", "B"));
        assert_eq!(kinds("[A \"1\"] [B \"2\"]"), [tag("A", "1"), tag("B", "2")]);
    }

    #[test]
    fn words_lose_numbers_and_signs() {
        let text = "1.e4 e5 2 Nf3!? 2...Nc6 3.O-O! $14 +/- 4.e8(Q) exd6 e.p. 1-0";
        let words = kinds(text);
        let word = TokenKind::Word;
        assert_eq!(
            words,
            [
                word("e4"),
                word("e5"),
                word("Nf3"),
                TokenKind::Nag(5),
                word("Nc6"),
                word("O-O"),
                TokenKind::Nag(1),
                TokenKind::Nag(14),
                TokenKind::Nag(16),
                word("e8(Q)"),
                word("exd6"),
                TokenKind::Result("1-0"),
            ]
        );
    }

    #[test]
    fn numbers_have_a_side() {
        for (text, number, is_black) in [
            ("12.e4", 12, false),
            ("12...e5", 12, true),
            ("12 e4", 12, false),
            ("12. ... e5", 12, true),
            ("12 . e4", 12, false),
            ("12 ... e5", 12, true),
            ("12… e5", 12, true),
            ("3) e4", 3, false),
        ] {
            let first = Tokens::new(text).next().unwrap().kind;
            assert_eq!(first, TokenKind::Number { number, is_black }, "{text}");
        }
    }

    #[test]
    fn glyphs_need_no_space() {
        let text = "Nf3$1$14 Qd2± e4!+/- c5 [%clk 0:01:00] d4*";
        let word = TokenKind::Word;
        let expected = [
            word("Nf3"),
            TokenKind::Nag(1),
            TokenKind::Nag(14),
            word("Qd2"),
            TokenKind::Nag(16),
            word("e4"),
            TokenKind::Nag(1),
            TokenKind::Nag(16),
            word("c5"),
            TokenKind::Comment("[%clk 0:01:00]".to_owned()),
            word("d4"),
            TokenKind::Result("*"),
        ];
        assert_eq!(kinds(text), expected);
        assert!(matches!(kinds("e4 $256")[1], TokenKind::Fault(_)));
    }

    #[test]
    fn comments_end_before_the_next_game() {
        let text = "1. e4 {open\n\n[Event \"x\"]\n\n1. d4 {closed} *";
        let all = kinds(text);
        assert_eq!(all[1], TokenKind::Comment("open".to_owned()));
        assert!(matches!(all[2], TokenKind::Fault(_)));
        assert_eq!(all[3], tag("Event", "x"));
        assert_eq!(kinds("; to the\tend\ne4")[0], TokenKind::Comment("to the end".to_owned()));
        assert_eq!(kinds("% none\ne4"), [TokenKind::Word("e4")]);
        let quoted = "{see\n[Event \"x\"]\nthere} e4";
        assert_eq!(kinds(quoted)[0], TokenKind::Comment("see [Event \"x\"] there".to_owned()));
    }
}
