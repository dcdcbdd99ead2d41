//! The engine's lines among the variations of the input.
//!
//! A line that begins like a variation joins it. A sign in a comment then tells which moves are the
//! engine's, and a later analysis removes only these:
//!
//! - `(2. Nf3 Nc6 3. Bb5 {added by Brudno} 3... a6)`: the moves from the sign on;
//! - `(2. Nf3 d6 (2... Nc6 {added by Brudno} 3. Bb5) 3. d4)`: the inner variation;
//! - `(2. Nf3 {also Brudno's line} 2... Nc6)`: none, because the variation has the whole line.
//!
//! If the move has several lines, each has its score as `[%eval …]` after the sign.

use std::cmp::Reverse;

use brudno_notation::pgn::{Line, PlayedMove, Remark};
use shakmaty::Move;

/// Sign at the first move that is added to a variation.
const ADDED: &str = "added by Brudno";
/// Sign at the first move of a variation that has the whole line.
const REPEATED: &str = "also Brudno's line";

/// A line of the engine.
pub struct EngineLine<'a> {
    /// Moves, at least one.
    pub moves: &'a [Move],
    /// `[%eval …]`, if the move has several lines.
    pub eval: Option<String>,
}

impl EngineLine<'_> {
    /// Returns the line as a variation of its own.
    pub fn alone(self) -> Line {
        Line { comments: Vec::new(), moves: self.after(0, "") }
    }

    /// Adds the line to the variation that begins like it. Returns the line if there is none.
    ///
    /// # Errors
    ///
    /// No variation begins with the same move.
    pub fn join(self, variations: &mut [Line]) -> Result<(), Self> {
        let closest = variations.iter_mut().min_by_key(|line| Reverse(shared(line, self.moves)));
        match closest.filter(|line| shared(line, self.moves) > 0) {
            Some(line) => {
                if !self.add(0, line) {
                    line.moves[0].remarks.extend(self.comment(REPEATED));
                }
                Ok(())
            }
            None => Err(self),
        }
    }

    /// Adds the moves from this one on to a variation that begins with it. Returns false if the
    /// variation has all of them.
    fn add(&self, from: usize, line: &mut Line) -> bool {
        let length = shared(line, &self.moves[from..]);
        let next = from + length;
        let Some(m) = self.moves.get(next) else { return false };
        let Some(other) = line.moves.get_mut(length) else {
            line.moves.extend(self.after(next, ADDED));
            return true;
        };
        let inner = other.remarks.iter_mut().find_map(|remark| match remark {
            Remark::Variation(line) if line.moves[0].m == Some(*m) => Some(line),
            _ => None,
        });
        if let Some(inner) = inner {
            return self.add(next, inner);
        }
        let line = Line { comments: Vec::new(), moves: self.after(next, ADDED) };
        other.remarks.push(Remark::Variation(line));
        true
    }

    /// Returns the moves from this one on, with the sign and the score at the first one.
    fn after(&self, from: usize, sign: &str) -> Vec<PlayedMove> {
        let moves = self.moves[from..].iter().map(|&m| PlayedMove::new(Some(m)));
        let mut moves: Vec<PlayedMove> = moves.collect();
        moves[0].remarks.extend(self.comment(sign));
        moves
    }

    /// Returns the comment with a sign and the score, if it has one of them.
    fn comment(&self, sign: &str) -> Option<Remark> {
        let text = format!("{sign} {}", self.eval.as_deref().unwrap_or_default());
        let text = text.trim();
        (!text.is_empty()).then(|| Remark::Comment(text.to_owned()))
    }
}

/// Returns the number of moves with which both lines begin.
fn shared(line: &Line, moves: &[Move]) -> usize {
    line.moves.iter().zip(moves).take_while(|(played, m)| played.m == Some(**m)).count()
}

/// What was removed from a variation.
#[derive(Default)]
pub struct Removed {
    /// True if there was a sign.
    pub is_signed: bool,
    /// True if no move of the variation is left.
    pub is_whole: bool,
    /// True if a sign had a score.
    pub has_score: bool,
}

/// Removes signs and signed moves from a variation. Moves that were annotated since then stay.
pub fn remove(line: &mut Line) -> Removed {
    let mut removed = Removed::default();
    for index in 0..line.moves.len() {
        let (before, after) = line.moves.split_at_mut(index);
        let (played, rest) = after.split_first_mut().expect("the index is that of a move");
        if let Some(has_score) = added(played).filter(|_| rest.iter().all(is_bare)) {
            removed.is_signed = true;
            removed.has_score |= has_score;
            removed.is_whole = before.is_empty();
            line.moves.truncate(index);
            break;
        }
        if index == 0
            && let Some(has_score) = remove_repeated(played)
        {
            removed.is_signed = true;
            removed.has_score |= has_score;
        }
        played.remarks.retain_mut(|remark| {
            let Remark::Variation(line) = remark else { return true };
            let inner = remove(line);
            removed.is_signed |= inner.is_signed;
            removed.has_score |= inner.has_score;
            !inner.is_whole
        });
    }
    removed
}

/// Returns true if a move has no annotations.
pub const fn is_bare(played: &PlayedMove) -> bool {
    played.nags.is_empty() && played.remarks.is_empty()
}

/// Returns whether the sign of an added move has a score. `None` if there is no sign, or if it is
/// not the only annotation.
fn added(played: &PlayedMove) -> Option<bool> {
    let [Remark::Comment(text)] = &played.remarks[..] else { return None };
    let (own, has_score) = unsigned(text, ADDED)?;
    (own.is_empty() && played.nags.is_empty()).then_some(has_score)
}

/// Removes the sign of a repeated line. Returns whether it had a score; `None` if there is no sign.
fn remove_repeated(played: &mut PlayedMove) -> Option<bool> {
    let comments = played.remarks.iter().enumerate();
    let (at, own, has_score) = comments.rev().find_map(|(at, remark)| match remark {
        Remark::Comment(text) => {
            let (own, has_score) = unsigned(text, REPEATED)?;
            Some((at, own.to_owned(), has_score))
        }
        Remark::Variation(_) => None,
    })?;
    if own.is_empty() {
        played.remarks.remove(at);
    } else {
        played.remarks[at] = Remark::Comment(own);
    }
    Some(has_score)
}

/// Splits a sign off the end of a comment. Returns the words before it, and whether it has a score.
fn unsigned<'a>(text: &'a str, sign: &str) -> Option<(&'a str, bool)> {
    let (own, score) = text.rsplit_once(sign)?;
    let is_score = score.starts_with(" [%eval ") && score.find(']') == Some(score.len() - 1);
    (score.is_empty() || is_score).then(|| (own.trim_end(), is_score))
}

#[cfg(test)]
mod tests {
    use brudno::chess::Game;
    use brudno_notation::pgn::{PgnGame, games, write};

    use super::*;

    fn read(variations: &str) -> PgnGame {
        games(&format!("1. f3 {variations} *")).next().unwrap().unwrap()
    }

    fn movetext(game: &PgnGame) -> String {
        let text = write(game).replace('\n', " ");
        text.split("]  1. f3 ").last().unwrap().trim().trim_end_matches('*').trim().to_owned()
    }

    /// Returns the variations after a line has joined them, and after it is removed again.
    fn joined(variations: &str, line: &str, eval: Option<&str>) -> [String; 2] {
        let mut game = read(variations);
        let mut position = Game::default();
        let words = line.split(' ').map(|word| {
            let m = position.position().parse_move(word).unwrap();
            position.play(m);
            m
        });
        let moves: Vec<Move> = words.collect();
        let played = &mut game.main.moves[0];
        let mut lines: Vec<Line> = played.variations().cloned().collect();
        let line = EngineLine { moves: &moves, eval: eval.map(str::to_owned) };
        if let Err(line) = line.join(&mut lines) {
            lines.insert(0, line.alone());
        }
        played.remarks = lines.into_iter().map(Remark::Variation).collect();
        let text = movetext(&game);
        // The signs survive a file.
        let mut game = read(&text);
        game.main.moves[0].remarks.retain_mut(|remark| match remark {
            Remark::Variation(line) => !remove(line).is_whole,
            Remark::Comment(_) => true,
        });
        [text, movetext(&game)]
    }

    #[test]
    fn a_line_joins_the_variation_that_begins_like_it() {
        for (input, line, expected) in [
            ("(1. e4 e5)", "e4 e5 Nf3 Nc6", "(1. e4 e5 2. Nf3 {added by Brudno} 2... Nc6)"),
            (
                "(1. d4) (1. e4 $1 {mine} 1... c5 2. Nf3)",
                "e4 e5 Nf3",
                "(1. d4) (1. e4 $1 {mine} 1... c5 (1... e5 {added by Brudno} 2. Nf3) 2. Nf3)",
            ),
            (
                "(1. e4 c5 (1... e5 2. Nc3) 2. Nf3)",
                "e4 e5 Nf3 Nc6",
                "(1. e4 c5 (1... e5 2. Nc3 (2. Nf3 {added by Brudno} 2... Nc6)) 2. Nf3)",
            ),
            ("(1. e4 c5) (1. e4 e5)", "e4 e5 d4", "(1. e4 c5) (1. e4 e5 2. d4 {added by Brudno})"),
            ("(1. e4 e5 2. Nf3)", "e4 e5", "(1. e4 {also Brudno's line} 1... e5 2. Nf3)"),
            (
                "(1. e4 {mine} 1... c5 (1... e5) 2. c3)",
                "e4 e5",
                "(1. e4 {mine also Brudno's line} 1... c5 (1... e5) 2. c3)",
            ),
        ] {
            assert_eq!(joined(input, line, None), [expected, input], "{line}");
        }
        let scored = Some("[%eval 0.30]");
        let [text, again] = joined("(1. e4 e5)", "e4 e5 d4 exd4", scored);
        assert_eq!(text, "(1. e4 e5 2. d4 {added by Brudno [%eval 0.30]} 2... exd4)");
        assert_eq!(again, "(1. e4 e5)");
        let [text, again] = joined("(1. e4 {[%eval 0.5]} 1... e5)", "e4 e5", scored);
        assert_eq!(text, "(1. e4 {[%eval 0.5] also Brudno's line [%eval 0.30]} 1... e5)");
        assert_eq!(again, "(1. e4 {[%eval 0.5]} 1... e5)");
        let [text, again] = joined("(1. e4 {[%eval 0.5]} 1... e5)", "e4 e5", None);
        assert_eq!(text, "(1. e4 {[%eval 0.5] also Brudno's line} 1... e5)");
        assert_eq!(again, "(1. e4 {[%eval 0.5]} 1... e5)");
        let [text, _] = joined("(1. d4)", "e4 e5", None);
        assert_eq!(text, "(1. e4 e5) (1. d4)", "no variation begins like it");
    }

    #[test]
    fn moves_that_were_annotated_are_not_removed() {
        for kept in [
            "(1. e4 e5 2. d4 {added by Brudno} 2... exd4 $1)",
            "(1. e4 e5 2. d4 {added by Brudno, and good})",
            "(1. e4 e5 2. d4 $5 {added by Brudno})",
            "(1. e4 e5 2. d4 {added by Brudno} (2. c3) 2... exd4)",
            "(1. e4 {also Brudno's line, too} 1... e5)",
        ] {
            let mut game = read(kept);
            for remark in &mut game.main.moves[0].remarks {
                let Remark::Variation(line) = remark else { panic!("{kept}") };
                assert!(!remove(line).is_whole);
            }
            assert_eq!(movetext(&game), kept);
        }
    }
}
