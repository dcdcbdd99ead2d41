//! Forms that the PGN standard does not have.

use brudno::notation::movetext::{is_space, result};

/// Returns true if a text starts with the name and the quotation mark of a tag pair, which may
/// follow a result without a space.
pub(super) fn is_quoted_tag(text: &str) -> bool {
    let name = text.strip_prefix('[').unwrap_or(text).trim_start_matches([' ', '\t']);
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let after = name.trim_start_matches(is_name);
    after.len() < name.len() && after.trim_start_matches([' ', '\t']).starts_with('"')
}

/// Longest comment in square brackets, bytes.
const MAX_BRACKETS: usize = 1000;
/// Longest time in brackets, bytes.
const MAX_TIME: usize = 20;

/// Returns the length of a comment in square brackets.
pub(super) fn bracket_length(text: &str) -> Option<usize> {
    let mut bytes = text.bytes().take(MAX_BRACKETS);
    let end = bytes.position(|byte| matches!(byte, b']' | b'\n'))?;
    text[end..].starts_with(']').then_some(end + 1)
}

/// Returns the length of a time in brackets, as in `e4 (0:05)`.
pub(super) fn time_length(text: &str) -> Option<usize> {
    let end = text.bytes().take(MAX_TIME).position(|byte| byte == b')')?;
    let time = text.get(1..end)?;
    let is_time = time.contains(':')
        && time.starts_with(|digit: char| digit.is_ascii_digit())
        && time.chars().all(|letter| letter.is_ascii_digit() || ":.".contains(letter));
    is_time.then_some(end + 1)
}

/// Results of several words, or with signs that PGN does not have, in small letters.
const LONG_RESULTS: [(&str, &str); 16] = [
    ("1 - 0", "1-0"),
    ("0 - 1", "0-1"),
    ("1 – 0", "1-0"),
    ("0 – 1", "0-1"),
    ("1/2 - 1/2", "1/2-1/2"),
    ("1/2 – 1/2", "1/2-1/2"),
    ("½ - ½", "1/2-1/2"),
    ("½ – ½", "1/2-1/2"),
    ("1-0f", "1-0"),
    ("0-1f", "0-1"),
    ("1-0 ff", "1-0"),
    ("0-1 ff", "0-1"),
    ("white resigns", "0-1"),
    ("black resigns", "1-0"),
    ("draw agreed", "1/2-1/2"),
    ("draw", "1/2-1/2"),
];

/// Returns the result that the tag `Result` gives, in the form of the standard.
pub(super) fn tagged_result(value: &str) -> Option<&'static str> {
    let value = value.trim();
    let long = || long_result(value).filter(|&(length, _)| length == value.len());
    result(value).or_else(|| long().map(|(_, result)| result))
}

/// Returns the length of such a result at the start of a text, and its form in the standard.
pub(super) fn long_result(text: &str) -> Option<(usize, &'static str)> {
    LONG_RESULTS.iter().find_map(|&(written, result)| {
        let start = text.get(..written.len())?;
        let after = text[written.len()..].strip_prefix('.').unwrap_or(&text[written.len()..]);
        let is_whole = after.chars().next().is_none_or(|c| is_space(c) || "[{(;".contains(c));
        (start.eq_ignore_ascii_case(written) && is_whole)
            .then(|| (text.len() - after.len(), result))
    })
}
