//! Parses Brudno's own part of a comment: the evaluation, the kind of a mistake, the sentence.

use crate::shared::review::{Mark, pgn::AGREED, reason::Kind};

/// Brudno's evaluation and finding about a move.
pub struct StoredFinding {
    /// Value of `[%eval …]`, such as `0.35` or `#-3`.
    pub value: String,
    /// Mark of a judged or praised move.
    pub mark: Option<Mark>,
    /// First move of the better line of a bad move, in SAN.
    pub best: Option<String>,
    /// Kind of the mistake.
    pub kind: Option<Kind>,
    /// Sentence about the marked move. Empty if there is none.
    pub sentence: String,
}

/// Parses a comment with `[%eval …]`. `None` if there is no such command.
pub fn stored(comment: &str) -> Option<StoredFinding> {
    let Evaluated { value, after, .. } = Evaluated::first(comment)?;
    let value = value.to_owned();
    Some(match Sentence::parse(after) {
        Some(Sentence { kind, mark, what, best, .. }) => StoredFinding {
            value,
            kind,
            mark: Some(mark),
            best: best.map(str::to_owned),
            sentence: format!("{}: {what}.", mark.name()),
        },
        None => {
            StoredFinding { value, mark: None, best: None, kind: None, sentence: String::new() }
        }
    })
}

/// A command `[%eval …]` in a comment.
pub struct Evaluated<'a> {
    pub before: &'a str,
    pub value: &'a str,
    pub after: &'a str,
}

impl Evaluated<'_> {
    /// Finds the first command. A bracket that is not closed before the next one begins none.
    pub fn first(text: &str) -> Option<Evaluated<'_>> {
        text.match_indices("[%eval").find_map(|(at, name)| {
            let rest = &text[at + name.len()..];
            let (value, after) = rest.split_at(rest.find(['[', ']'])?);
            let after = after.strip_prefix(']')?;
            Some(Evaluated { before: &text[..at], value: value.trim(), after })
        })
    }
}

/// Brudno's sentence about a marked move, and the kind of the mistake before it: `[%reason material]
/// Mistake: loses a pawn after Qb3; e5 was best (+0.35 to -1.20).`
pub struct Sentence<'a> {
    pub kind: Option<Kind>,
    pub mark: Mark,
    /// True if the move had the glyph of the mark before the analysis.
    pub is_agreed: bool,
    /// Words between the colon and the full stop.
    pub what: &'a str,
    /// First move of the better line of a bad move.
    pub best: Option<&'a str>,
    /// Text after the sentence.
    pub after: &'a str,
}

impl Sentence<'_> {
    /// Parses the sentence at the start of a text. It ends with the first full stop before a space.
    /// Other remarks, and words that follow the sentence, are those of people.
    pub fn parse(text: &str) -> Option<Sentence<'_>> {
        let (kind, text) = kind(text.trim_start());
        let (name, rest) = text.split_once(": ")?;
        let agreed = name.strip_suffix(AGREED);
        let is_named = |mark: &Mark| mark.name() == agreed.unwrap_or(name);
        let mark = Mark::ALL.into_iter().find(is_named)?;
        let stops = rest.match_indices('.').map(|(at, _)| at);
        let is_end = |&at: &usize| !rest[at + 1..].starts_with(|next: char| !next.is_whitespace());
        let end = stops.into_iter().find(is_end)?;
        let (what, after) = (&rest[..end], &rest[end + 1..]);
        // A praised move is the best one.
        let best = Some(named_move(what)?).filter(|_| mark.judgement().is_some());
        Some(Sentence { kind, mark, is_agreed: agreed.is_some(), what, best, after })
    }
}

/// Splits `[%reason fork] Blunder: …` into the kind of the mistake and the sentence.
fn kind(text: &str) -> (Option<Kind>, &str) {
    let split = text.strip_prefix("[%reason ").and_then(|rest| rest.split_once(']'));
    match split {
        Some((name, sentence)) => (Kind::parse(name.trim()), sentence.trim_start()),
        None => (None, text),
    }
}

/// Returns the better or second-best move that begins the last part of a sentence before the scores.
/// In files of older versions, a sentence ends with `; e5 was best` or `misses mate with Qh5#`.
fn named_move(what: &str) -> Option<&str> {
    let scored = what.strip_suffix(')').and_then(|what| what.rsplit_once(" ("));
    if let Some((words, _)) = scored.filter(|(_, scores)| scores.contains(" to ")) {
        return words.rsplit("; ").next()?.split(' ').next();
    }
    if what.starts_with("misses ") {
        return what.rsplit(' ').next();
    }
    let (_, best) = what.strip_suffix(" was best")?.rsplit_once("; ")?;
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::review::{Judgement, Praise};

    #[test]
    fn praise_names_no_better_move() {
        let sentence = "Great: the only move that holds; Kf1 was next best (+0.10 to -2.40).";
        let found = stored(&format!("[%eval 0.10] {sentence} Mine.")).unwrap();
        assert_eq!(found.mark, Some(Mark::Good(Praise::Great)));
        assert_eq!((found.best, found.sentence.as_str()), (None, sentence));
        assert!(stored("[%eval 0.10] Great: I love it.").unwrap().mark.is_none());
    }

    #[test]
    fn a_stored_finding_has_the_sentence_without_the_words_around_it() {
        let comment = "Mine. [%clk 0:01:00] [%eval -1.20] Mistake indeed: from +0.35 to -1.20; e5 was best. Late.";
        let found = stored(comment).unwrap();
        let mistake = Some(Mark::Bad(Judgement::Mistake));
        assert_eq!((found.value.as_str(), found.mark), ("-1.20", mistake));
        assert_eq!(found.best.as_deref(), Some("e5"));
        assert_eq!(found.sentence, "Mistake: from +0.35 to -1.20; e5 was best.");
        let bare = stored("dubious [%eval #-3] [%clk 0:01:00]").unwrap();
        assert_eq!((bare.value.as_str(), bare.mark, bare.sentence.as_str()), ("#-3", None, ""));
        assert!(stored("[%clk 0:01:00] Mistake: from +0.35 to -1.20; e5 was best.").is_none());
    }
}
