//! Handles the draw offers of both sides.

use std::io::Write;

use brudno::{chess::score::Score, eval::wdl::centipawns, uci::NAME};

use crate::play::{PlayError, PlaySession};

/// The engine considers a draw from this move number on.
const LATE: u32 = 40;
/// Bound of an equal score and of a worse one, centipawns.
const EQUAL: i32 = 20;
const WORSE: i32 = -50;
/// Number of equal moves in a row before a draw offer of the engine.
const PATIENCE: u32 = 8;

/// Draw offer of the engine.
#[derive(Default)]
pub struct DrawOffer {
    /// Equal moves of the engine in a row since the last offer.
    equal: u32,
    /// True if the player may accept.
    open: bool,
}

impl DrawOffer {
    /// Updates the state with the score and number of the engine's move.
    pub fn consider(&mut self, score: Option<Score>, number: u32) {
        let is_equal = score.is_some_and(|score| centipawns(score).abs() <= EQUAL);
        self.equal = if is_equal { self.equal + 1 } else { 0 };
        self.open = self.equal >= PATIENCE && number >= LATE;
        if self.open {
            self.equal = 0;
        }
    }
}

impl<W: Write> PlaySession<W> {
    /// Prints the engine's draw offer, if there is one.
    pub(super) fn offer_draw(&mut self) -> Result<(), PlayError> {
        if self.offer.open {
            writeln!(self.out, "{NAME} offers a draw: draw accepts it, a move declines it\n")?;
        }
        Ok(())
    }

    /// Answers a draw offer of the player. The engine accepts if it is worse, and late in the game
    /// if it is not better. If the engine has offered a draw, this accepts it.
    pub(super) fn draw(&mut self) -> Result<(), PlayError> {
        if self.refuse_after_the_end()? {
            return Ok(());
        }
        // The player's clock is stopped while the engine decides.
        if let Some(clocks) = &mut self.clocks {
            clocks.stop();
        }
        if self.offer.open || self.agrees()? {
            self.game.agree();
        } else {
            self.say("the engine declines the draw")?;
        }
        self.go_on()
    }

    /// Returns true if the engine accepts a draw before the player's move.
    fn agrees(&self) -> Result<bool, PlayError> {
        let late = self.game.current().position().fullmoves() >= LATE;
        let most = if late { EQUAL } else { WORSE };
        Ok(self.think().is_some_and(|best| -centipawns(best.score) <= most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the move numbers at which an engine with this constant score offers a draw.
    fn offers(score: Score, numbers: std::ops::Range<u32>) -> Vec<u32> {
        let mut offer = DrawOffer::default();
        numbers
            .filter(|&number| {
                offer.consider(Some(score), number);
                offer.open
            })
            .collect()
    }

    #[test]
    fn draws_are_offered_late_and_not_with_each_move() {
        assert_eq!(offers(0, 1..57), [40, 48, 56]);
        assert_eq!(offers(5, 50..60), [57]);
        assert!(offers(500, 1..80).is_empty());
    }

    #[test]
    fn one_move_that_is_not_equal_begins_the_count_anew() {
        let mut offer = DrawOffer::default();
        for number in 50..57 {
            offer.consider(Some(0), number);
        }
        for score in [Some(-500), Some(0)] {
            offer.consider(score, 57);
            assert!(!offer.open);
        }
    }
}
