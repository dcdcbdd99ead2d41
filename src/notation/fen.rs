//! FEN as people and programs write it: with text after it, or with impossible counters.

/// Fields before the counters: board, side to move, castling rights, en-passant square.
const POSITION_FIELDS: usize = 4;
/// Smallest half-move clock and move number.
const LEAST: [&str; 2] = ["0", "1"];

/// Returns the FEN at the start of a text, and what was ignored or replaced, in words. `None` if
/// all of the text is a FEN. Negative counters count as the smallest ones.
pub fn split(text: &str) -> (String, Option<String>) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (position, mut rest) = words.split_at(words.len().min(POSITION_FIELDS));
    let mut fields: Vec<&str> = position.to_vec();
    let mut remarks = Vec::new();
    for least in LEAST {
        let Some((&word, later)) = rest.split_first() else { break };
        let digits = &word[..word.bytes().take_while(u8::is_ascii_digit).count()];
        if !digits.is_empty() {
            fields.push(digits);
            if digits.len() < word.len() {
                remarks.push(format!("ignored '{}'", &word[digits.len()..]));
            }
        } else if word.parse::<i64>().is_ok() {
            fields.push(least);
            remarks.push(format!("read '{word}' as {least}"));
        } else {
            break;
        }
        rest = later;
    }
    if !rest.is_empty() {
        remarks.push(format!("ignored '{}'", rest.join(" ")));
    }
    let remark = (!remarks.is_empty()).then(|| remarks.join(", "));
    (fields.join(" "), remark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fen_is_read_and_the_rest_is_named() {
        for (text, fen, remark) in [
            ("8/8 w KQkq - 0 1", "8/8 w KQkq - 0 1", None),
            ("8/8  w - e3", "8/8 w - e3", None),
            ("8/8 w", "8/8 w", None),
            ("8/8 w - - 7", "8/8 w - - 7", None),
            ("8/8 w - - 0 1 foo bar", "8/8 w - - 0 1", Some("ignored 'foo bar'")),
            ("8/8 w - - 0 1;", "8/8 w - - 0 1", Some("ignored ';'")),
            ("8/8 w - - bm e4;", "8/8 w - -", Some("ignored 'bm e4;'")),
            ("8/8 w - - 3 bm e4;", "8/8 w - - 3", Some("ignored 'bm e4;'")),
            ("8/8 w - - -1 1", "8/8 w - - 0 1", Some("read '-1' as 0")),
            ("8/8 w - - -2 -3", "8/8 w - - 0 1", Some("read '-2' as 0, read '-3' as 1")),
            ("8/8 w - - 0 -1 x", "8/8 w - - 0 1", Some("read '-1' as 1, ignored 'x'")),
            ("8/8 w - - é", "8/8 w - -", Some("ignored 'é'")),
            ("8/8 w - - abc 1", "8/8 w - -", Some("ignored 'abc 1'")),
            ("", "", None),
        ] {
            assert_eq!(split(text), (fen.to_owned(), remark.map(str::to_owned)), "{text}");
        }
    }
}
