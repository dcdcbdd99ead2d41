//! Removes the findings of an earlier analysis by Brudno or lichess from a game.

use brudno::{chess::Game, notation::san};
use brudno_notation::pgn::{Line, PgnGame, PlayedMove, Remark};

use crate::shared::review::Judgement;

/// Lichess's texts for moves around a mate.
const LICHESS_MATES: [&str; 3] = [
    "Checkmate is now unavoidable.",
    "Lost forced checkmate sequence.",
    "Not the best checkmate sequence.",
];

/// Finding about a move in an earlier analysis.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Finding {
    judgement: Option<Judgement>,
    /// First move of the better line.
    best: Option<String>,
    /// True if the better line was one of several.
    is_listed: bool,
}

/// Removes evaluations, sentences, their glyphs and the better lines from the main line. Keeps
/// everything else, including variations and their comments.
pub fn remove(game: &mut PgnGame) {
    for comment in &mut game.main.comments {
        *comment = without_evaluation(comment);
    }
    game.main.comments.retain(|comment| !comment.is_empty());
    let positions = game.positions();
    for (played, before) in game.main.moves.iter_mut().zip(&positions) {
        let mut finding = Finding::default();
        let mut kept = Vec::new();
        for remark in std::mem::take(&mut played.remarks) {
            match remark {
                Remark::Comment(text) => {
                    let (own, found) = split(&text);
                    finding.judgement = found.judgement.or(finding.judgement);
                    finding.best = found.best.or(finding.best);
                    if !own.is_empty() {
                        kept.push(Remark::Comment(own));
                    }
                }
                Remark::Variation(line) if is_better_line(&line, &finding, before) => {
                    finding.best = None;
                    finding.is_listed = has_score(&line);
                }
                // Further better lines follow the first one.
                Remark::Variation(line) if finding.is_listed && has_score(&line) => {}
                variation => kept.push(variation),
            }
        }
        played.remarks = kept;
        let nag = finding.judgement.map(Judgement::nag);
        if let Some(at) = played.nags.iter().position(|&other| Some(other) == nag) {
            played.nags.remove(at);
        }
    }
}

/// Brudno's evaluation and finding about a move.
pub struct StoredFinding {
    /// Value of `[%eval …]`, such as `0.35` or `#-3`.
    pub value: String,
    /// Judgement of a bad move.
    pub judgement: Option<Judgement>,
    /// First move of the better line, in SAN.
    pub best: Option<String>,
    /// Sentence after the evaluation.
    pub sentence: String,
}

/// Parses a comment with `[%eval …]`. `None` if there is no such command.
pub fn stored(comment: &str) -> Option<StoredFinding> {
    let (before, after) = evaluation(comment)?;
    let (value, _) = comment[before.len()..].strip_prefix("[%eval")?.split_once(']')?;
    let (value, sentence) = (value.trim().to_owned(), after.trim().to_owned());
    let Finding { judgement, best, .. } = self::sentence(&sentence);
    Some(StoredFinding { value, judgement, best, sentence })
}

/// Returns true if a variation starts with the better move of a finding.
fn is_better_line(line: &Line, finding: &Finding, before: &Game) -> bool {
    let first = line.moves.first().and_then(|played| played.m);
    first.is_some_and(|m| finding.best.as_deref() == Some(&san(before.position(), m)))
}

/// Returns true if a line is one of several better lines. Its only annotation is then a score after
/// its first move.
fn has_score(line: &Line) -> bool {
    let Some((first, rest)) = line.moves.split_first() else { return false };
    let [Remark::Comment(score)] = &first.remarks[..] else { return false };
    let is_score = evaluation(score) == Some(("", ""));
    let is_bare = |played: &PlayedMove| played.nags.is_empty() && played.remarks.is_empty();
    is_score && line.comments.is_empty() && first.nags.is_empty() && rest.iter().all(is_bare)
}

/// Splits a comment into the text to keep and the finding of an earlier analysis. Brudno's sentence
/// follows `[%eval …]`. Lichess's sentence is the whole comment.
fn split(text: &str) -> (String, Finding) {
    if let Some(found) = lichess(text) {
        return (String::new(), found);
    }
    let Some((before, after)) = evaluation(text) else {
        return (text.to_owned(), Finding::default());
    };
    let found = sentence(after.trim_start());
    let own = if found.judgement.is_some() { before.to_owned() } else { before.to_owned() + after };
    (tidy(&own), found)
}

/// Returns the text before and after `[%eval …]`.
fn evaluation(text: &str) -> Option<(&str, &str)> {
    let (before, rest) = text.split_once("[%eval")?;
    Some((before, rest.split_once(']').map_or("", |(_, after)| after)))
}

/// Parses Brudno's sentence, which ends with the better move: `Mistake: from +0.35 to -1.20; e5 was
/// best.` or `Blunder: misses mate with Qh5#.` Other remarks are not matched.
fn sentence(text: &str) -> Finding {
    let Some((name, rest)) = text.split_once(": ") else { return Finding::default() };
    let judgement = Judgement::ALL.into_iter().find(|judgement| judgement.name() == name);
    let end = if rest.starts_with("misses ") { "." } else { " was best." };
    let best = rest.strip_suffix(end).and_then(|rest| rest.rsplit(' ').next());
    match judgement.zip(best) {
        Some((judgement, best)) => {
            let best = Some(best.to_owned());
            Finding { judgement: Some(judgement), best, ..Finding::default() }
        }
        None => Finding::default(),
    }
}

/// Parses lichess's comment: `(0.35 → -1.20) Mistake. e5 was best.`
fn lichess(text: &str) -> Option<Finding> {
    let text = match text.strip_prefix('(').and_then(|rest| rest.split_once(") ")) {
        Some((scores, rest)) if scores.contains('→') => rest,
        _ => text,
    };
    let judgements =
        Judgement::ALL.into_iter().map(|judgement| (Some(judgement), judgement.name()));
    for (judgement, name) in judgements.chain(LICHESS_MATES.map(|name| (None, name))) {
        let Some(rest) = text.strip_prefix(name) else { continue };
        let rest = rest.trim_start_matches('.').trim_start();
        let best = rest.strip_suffix(" was best.");
        let old = || rest.strip_prefix("Best move was ")?.strip_suffix('.');
        let best = best.or_else(old).filter(|best| !best.contains(' '));
        if best.is_some() || rest.is_empty() && judgement.is_none() {
            let best = best.map(str::to_owned);
            return Some(Finding { judgement, best, ..Finding::default() });
        }
    }
    None
}

fn without_evaluation(text: &str) -> String {
    match evaluation(text) {
        Some((before, after)) => tidy(&format!("{before}{after}")),
        None => text.to_owned(),
    }
}

fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use brudno_notation::pgn::{games, write};

    use super::*;

    #[test]
    fn comments_of_an_analysis_are_known_by_their_place() {
        for (text, own, judgement, best) in [
            ("Hello", "Hello", None, None),
            ("[%eval -0.3] [%clk 0:01:00] dubious", "[%clk 0:01:00] dubious", None, None),
            (
                "[%eval #-1] Blunder: allows mate with Qh4#; e3 was best.",
                "",
                Some(Judgement::Blunder),
                Some("e3"),
            ),
            (
                "[%eval 0.3] Mistake: misses mate in 3, beginning with Qh5.",
                "",
                Some(Judgement::Mistake),
                Some("Qh5"),
            ),
            ("good [%eval 0.3", "good", None, None),
            ("Mistake: I wanted d4 here", "Mistake: I wanted d4 here", None, None),
            ("[%eval 0.3] Mistake: I wanted d4.", "Mistake: I wanted d4.", None, None),
            (
                "A typical Blunder: he said so [%clk 0:01:00]",
                "A typical Blunder: he said so [%clk 0:01:00]",
                None,
                None,
            ),
            ("Mistake. e5 was best.", "", Some(Judgement::Mistake), Some("e5")),
            ("(0.35 → -1.20) Blunder. Nf3 was best.", "", Some(Judgement::Blunder), Some("Nf3")),
            ("Inaccuracy. Best move was c4.", "", Some(Judgement::Inaccuracy), Some("c4")),
            ("Mistake. I saw that e5 was best.", "Mistake. I saw that e5 was best.", None, None),
            ("Checkmate is now unavoidable. Kf1 was best.", "", None, Some("Kf1")),
        ] {
            let (kept, found) = split(text);
            assert_eq!(kept, own, "{text}");
            assert_eq!((found.judgement, found.best.as_deref()), (judgement, best), "{text}");
        }
    }

    #[test]
    fn glyphs_and_better_lines_go_with_their_sentence() {
        let text = "1. e4 $1 {mine} (1. d4) 1... f6 $6 {[%eval 0.9] Inaccuracy: from +0.30 to +0.90; \
                    e5 was best.} (1... e5 2. Nf3) (1... c5) 2. d4 $2 {mine, too} *";
        let mut game = games(text).next().unwrap().unwrap();
        remove(&mut game);
        let text = write(&game).replace('\n', " ");
        let moves = text.split("]  ").last().unwrap().trim();
        assert_eq!(moves, "1. e4 $1 {mine} (1. d4) 1... f6 (1... c5) 2. d4 $2 {mine, too} *");
    }

    #[test]
    fn several_better_lines_are_those_with_a_score_after_the_first() {
        let sentence = "{[%eval 0.9] Inaccuracy: from +0.30 to +0.90; e5 was best.}";
        let own = "(1... d5 {[%eval 0.4] mine} 2. d4) (1... c5)";
        for (lines, kept) in [
            ("(1... e5 {[%eval 0.3]} 2. Nf3) (1... c5 {[%eval 0.5]} 2. Nf3)", ""),
            ("(1... e5 2. Nf3)", "(1... c5 {[%eval 0.5]} 2. Nf3) "),
        ] {
            let others = if kept.is_empty() { lines.to_owned() } else { format!("{lines} {kept}") };
            let text = format!("1. e4 f6 {sentence} {others} {own} *");
            let mut game = games(&text).next().unwrap().unwrap();
            remove(&mut game);
            let text = write(&game).replace('\n', " ");
            let moves = text.split("]  ").last().unwrap().trim();
            assert_eq!(moves, format!("1. e4 f6 {kept}{own} *"));
        }
    }
}
