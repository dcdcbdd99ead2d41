//! Comments of a game that may have been analysed before.

use super::accuracy::Judgement;

/// Leaves of comments what no earlier analysis wrote.
pub fn keep_own(comments: &mut Vec<String>) {
    comments.iter_mut().for_each(|comment| *comment = own(comment));
    comments.retain(|comment| !comment.is_empty());
}

/// A comment without what an earlier analysis wrote, on one line.
fn own(text: &str) -> String {
    let mut text = text.to_owned();
    while let Some(start) = text.find("[%eval") {
        let end = text[start..].find(']').map_or(text.len(), |length| start + length + 1);
        text.replace_range(start..end, "");
    }
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let names = Judgement::ALL.map(|judgement| format!("{}:", judgement.name()));
    if let Some(judged) = words.iter().position(|word| names.iter().any(|name| name == word)) {
        words.truncate(judged);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_and_judgements_are_dropped() {
        for (text, left) in [
            ("Hello", "Hello"),
            ("[%eval -0.3] [%clk 0:01:00] dubious", "[%clk 0:01:00] dubious"),
            ("[%eval #-1] Blunder: allows mate with Qh4#; e3 was best.", ""),
            ("good [%eval 0.3", "good"),
        ] {
            assert_eq!(own(text), left, "{text}");
        }
    }
}
