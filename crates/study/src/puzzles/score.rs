//! Score of the puzzles.

/// Outcome of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solved {
    /// Solved with the first answer, without a hint.
    AtOnce,
    /// Solved with hints or by a later answer.
    Later,
    /// Skipped.
    Not,
}

/// Numbers of puzzles by outcome.
#[derive(Default)]
pub struct Score {
    at_once: usize,
    later: usize,
    skipped: usize,
}

impl Score {
    /// Adds a puzzle.
    pub const fn add(&mut self, solved: Solved) {
        let number = match solved {
            Solved::AtOnce => &mut self.at_once,
            Solved::Later => &mut self.later,
            Solved::Not => &mut self.skipped,
        };
        *number += 1;
    }

    /// Formats the score of a file with this many puzzles.
    pub fn text(&self, all: usize) -> String {
        let Score { at_once, later, skipped } = self;
        let mut text = format!("{at_once} of {all} solved at once");
        if *later > 0 {
            text += &format!(", {later} with hints or more tries");
        }
        if *skipped > 0 {
            text += &format!("; {skipped} skipped");
        }
        let left = all - at_once - later - skipped;
        if left > 0 {
            text += &format!("; {left} not asked or not answered");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_adds_up() {
        let mut score = Score::default();
        assert_eq!(score.text(2), "0 of 2 solved at once; 2 not asked or not answered");
        for solved in [Solved::AtOnce, Solved::AtOnce, Solved::Later, Solved::Not] {
            score.add(solved);
        }
        assert_eq!(
            score.text(5),
            "2 of 5 solved at once, 1 with hints or more tries; 1 skipped; \
             1 not asked or not answered"
        );
        score.add(Solved::AtOnce);
        assert_eq!(score.text(5), "3 of 5 solved at once, 1 with hints or more tries; 1 skipped");
    }
}
