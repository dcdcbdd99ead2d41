//! Hints and evaluations for the player.

use std::io::Write;

use crate::{
    cli::{
        play::{PlayError, PlaySession},
        shared::evaluation::Evaluation,
    },
    display,
    display::{best_move, describe_chances, verdict},
    notation::san_line,
};

/// Maximum length of a line, plies.
const SHOWN: usize = 6;

impl<W: Write> PlaySession<W> {
    /// Prints the best move.
    pub(super) fn hint(&mut self) -> Result<(), PlayError> {
        if self.refuse_after_the_end()? {
            return Ok(());
        }
        let line = self.think().map(|best| best.line).unwrap_or_default();
        let position = self.game.current().position();
        if let Some(&m) = line.first() {
            let m = best_move(position, m, false, self.style);
            let line = san_line(position, &line[..line.len().min(SHOWN)]).join(" ");
            writeln!(self.out, "{m}, to go on with {line}")?;
        }
        Ok(())
    }

    /// Prints the evaluation.
    pub(super) fn evaluate(&mut self) -> Result<(), PlayError> {
        if self.refuse_after_the_end()? {
            return Ok(());
        }
        let turn = self.game.current().position().turn();
        if let Some(best) = self.think() {
            let score = display::score(best.score, turn, best.bound, self.style);
            let chances = describe_chances(display::chances(best.score, turn));
            let (verdict, depth) = (verdict(best.score, turn), best.depth);
            writeln!(self.out, "{verdict}: {score} at depth {depth}\n{chances}")?;
        }
        Ok(())
    }

    /// Searches the position at full strength.
    pub(super) fn think(&self) -> Option<Evaluation> {
        let (best, _) = self.search(self.advice.clone(), None);
        best.found
    }
}
