//! Removes the findings of an earlier analysis by Brudno or lichess from a game.

use brudno::{chess::Game, notation::san};
use brudno_notation::pgn::{Line, PgnGame, Remark};

use super::written_finding::{Evaluated, Sentence};
use crate::shared::review::{
    Judgement, Mark,
    engine_line::{self, is_bare},
};

/// Lichess's texts for moves around a mate.
const LICHESS_MATES: [&str; 3] = [
    "Checkmate is now unavoidable.",
    "Lost forced checkmate sequence.",
    "Not the best checkmate sequence.",
];

/// Finding about a move in an earlier analysis.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Finding {
    mark: Option<Mark>,
    /// True if the move had the glyph of the mark before the analysis.
    is_agreed: bool,
    /// First move of the better line.
    best: Option<String>,
}

/// Removes evaluations, sentences, their glyphs and the better lines from the main line. Keeps
/// everything else, including variations and their comments.
pub fn remove(game: &mut PgnGame) {
    for comment in &mut game.main.comments {
        *comment = split(comment).0;
    }
    game.main.comments.retain(|comment| !comment.is_empty());
    let positions = game.positions();
    for (played, before) in game.main.moves.iter_mut().zip(&positions) {
        let mut finding = Finding::default();
        for remark in &mut played.remarks {
            if let Remark::Comment(text) = remark {
                let found;
                (*text, found) = split(text);
                finding.mark = found.mark.or(finding.mark);
                finding.best = found.best.or(finding.best);
                finding.is_agreed |= found.is_agreed;
            }
        }
        remove_lines(&mut played.remarks, finding.best, before);
        played.remarks.retain(|remark| *remark != Remark::Comment(String::new()));
        let nag = finding.mark.filter(|_| !finding.is_agreed).map(Mark::nag);
        if let Some(at) = played.nags.iter().rposition(|&other| Some(other) == nag) {
            played.nags.remove(at);
        }
    }
}

/// Removes the better lines of a finding, of which the best one starts with this move, from the
/// annotations of a move.
fn remove_lines(remarks: &mut Vec<Remark>, mut best: Option<String>, before: &Game) {
    let starts_with = |line: &Line, best: &Option<String>| {
        let first = line.moves.first().and_then(|played| played.m);
        first.is_some_and(|m| best.as_deref() == Some(&san(before.position(), m)))
    };
    // Variations that lines have joined are those of the input.
    let mut has_scores = false;
    let mut is_joined = Vec::new();
    remarks.retain_mut(|remark| {
        let removed = match remark {
            Remark::Variation(line) => {
                let removed = engine_line::remove(line);
                if removed.is_signed && starts_with(line, &best) {
                    best = None;
                }
                removed
            }
            Remark::Comment(_) => engine_line::Removed::default(),
        };
        has_scores |= removed.has_score;
        if !removed.is_whole {
            is_joined.push(removed.is_signed);
        }
        !removed.is_whole
    });
    let mut is_joined = is_joined.into_iter();
    remarks.retain(|remark| match (remark, is_joined.next()) {
        (Remark::Variation(line), Some(false)) => {
            let is_scored = has_score(line);
            let is_best = (is_scored || is_plain(line)) && starts_with(line, &best);
            if is_best {
                best = None;
                has_scores |= is_scored;
            }
            // Further better lines follow the first one.
            !(is_best || has_scores && is_scored)
        }
        _ => true,
    });
}

/// Returns true if a line has no annotations.
fn is_plain(line: &Line) -> bool {
    line.comments.is_empty() && line.moves.iter().all(is_bare)
}

/// Returns true if a line is one of several better lines. Its only annotation is then a score after
/// its first move.
fn has_score(line: &Line) -> bool {
    let Some((first, rest)) = line.moves.split_first() else { return false };
    let [Remark::Comment(score)] = &first.remarks[..] else { return false };
    let is_score = Evaluated::first(score)
        .is_some_and(|Evaluated { before, after, .. }| before.is_empty() && after.is_empty());
    is_score && line.comments.is_empty() && first.nags.is_empty() && rest.iter().all(is_bare)
}

/// Splits a comment into the text to keep and the finding of an earlier analysis. Brudno's sentence
/// follows `[%eval …]`. Lichess's sentence is the whole comment besides commands.
fn split(text: &str) -> (String, Finding) {
    let mut found = Finding::default();
    let mut own = String::new();
    let mut rest = text;
    while let Some(Evaluated { before, after, .. }) = Evaluated::first(rest) {
        append(&mut own, before);
        rest = after;
        if let Some(Sentence { mark, is_agreed, best, after, .. }) = Sentence::parse(after) {
            let best = best.map(str::to_owned);
            found = Finding { mark: Some(mark), is_agreed, best };
            rest = after;
        }
    }
    append(&mut own, rest);
    let (words, commands) = own.split_at(own.find("[%").unwrap_or(own.len()));
    match lichess(words.trim_end()) {
        Some(lichess) => (commands.to_owned(), lichess),
        None => (own, found),
    }
}

/// Appends a part of a comment. A paragraph break at the seam stays.
fn append(text: &mut String, part: &str) {
    let is_break = text.ends_with('\n') || part.starts_with('\n');
    text.truncate(text.trim_end().len());
    let next = part.trim_start();
    if !text.is_empty() && !next.is_empty() {
        *text += if is_break { "\n\n" } else { " " };
    }
    *text += next;
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
            let mark = judgement.map(Mark::Bad);
            return Some(Finding { mark, best, is_agreed: false });
        }
    }
    None
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
            (
                "[%clk 0:01:00] Mine. [%eval -1.2] Mistake indeed: from +0.35 to -1.20; e5 was best.",
                "[%clk 0:01:00] Mine.",
                Some(Judgement::Mistake),
                Some("e5"),
            ),
            (
                "[%eval -1.2] Mistake: from +0.35 to -1.20; e5 was best. It was late.",
                "It was late.",
                Some(Judgement::Mistake),
                Some("e5"),
            ),
            ("[%eval 0.3] Mistake: d4 was best.", "Mistake: d4 was best.", None, None),
            ("Mistake: e4; d4 was best. [%eval 0.3]", "Mistake: e4; d4 was best.", None, None),
            ("one [%eval 0.3] [%eval 0.4] two", "one two", None, None),
            ("one\n\ntwo [%eval 0.3]\n\nthree", "one\n\ntwo\n\nthree", None, None),
            ("good [%eval 0.3", "good [%eval 0.3", None, None),
            ("good [%eval 0.3 [%eval 0.4]", "good [%eval 0.3", None, None),
            (
                "(0.3 → -1.2) Mistake. e5 was best. [%eval -1.2] [%clk 0:01:00]",
                "[%clk 0:01:00]",
                Some(Judgement::Mistake),
                Some("e5"),
            ),
            (
                "[%eval 0.3] [%reason missed_fork] Mistake: misses a fork; Nxf7 forks queen and \
                 rook and wins the exchange (+0.20 to mate in 3).",
                "",
                Some(Judgement::Mistake),
                Some("Nxf7"),
            ),
            (
                "[%eval -0.3] Inaccuracy: d4 was best (+0.30 to -0.30).",
                "",
                Some(Judgement::Inaccuracy),
                Some("d4"),
            ),
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
            let found_judgement = found.mark.and_then(Mark::judgement);
            assert_eq!((found_judgement, found.best.as_deref()), (judgement, best), "{text}");
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

    /// Returns the moves of a game after the earlier analysis is removed.
    fn removed(text: &str) -> String {
        let mut game = games(text).next().unwrap().unwrap();
        remove(&mut game);
        let text = write(&game).replace('\n', " ");
        text.split("]  ").last().unwrap().trim().to_owned()
    }

    #[test]
    fn what_people_wrote_stays() {
        let sentence = "[%eval 0.9] Inaccuracy: from +0.30 to +0.90; e5 was best.";
        for (text, kept) in [
            // A glyph that the input had, or that does not fit the sentence.
            (format!("f6 $6 {{{}}}", sentence.replace(':', " indeed:")), "f6 $6"),
            (format!("f6 $1 $14 {{{sentence}}}"), "f6 $1 $14"),
            // Praise has no better line, so a variation with the second-best move stays.
            ("f6 $1 {[%eval 0.1] Great: by far the best move; e5 was next best (+0.10 to -2.40).} (1... e5 2. Nf3)".to_owned(), "f6 (1... e5 2. Nf3)"),
            ("f6 $3 {x [%eval 0.1] Brilliant indeed: by far the best move; e5 was next best (+0.10 to -2.40).}".to_owned(), "f6 $3 {x}"),
            // Variations with annotations, and the second with the same first move.
            (format!("f6 $6 {{{sentence}}} (1... e5 2. Nf3 $1)"), "f6 (1... e5 2. Nf3 $1)"),
            (format!("f6 $6 {{{sentence}}} (1... e5 {{x}})"), "f6 (1... e5 {x})"),
            (
                format!("f6 $6 {{{sentence}}} (1... e5 2. Nf3) (1... e5 2. d4)"),
                "f6 (1... e5 2. d4)",
            ),
            (
                format!("f6 $6 {{{sentence}}} (1... e5 2. d4 {{added by Brudno}} 2... d5)"),
                "f6 (1... e5)",
            ),
            (
                format!(
                    "f6 $6 {{{sentence}}} (1... e5 {{also Brudno's line [%eval 0.3]}}) (1... c5 \
                     {{[%eval 0.4]}} 2. Nf3)"
                ),
                "f6 (1... e5)",
            ),
            (
                format!(
                    "f6 $6 {{{sentence}}} (1... c5 {{[%eval 0.4]}} 2. Nf3) (1... e5 2. Nc3) (1... e5 2. d4 \
                     {{added by Brudno [%eval 0.3]}} 2... d5)"
                ),
                "f6 (1... e5 2. Nc3) (1... e5)",
            ),
        ] {
            assert_eq!(removed(&format!("1. e4 {text} *")), format!("1. e4 {kept} *"), "{text}");
        }
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
