//! Handles the draw offers of both sides.

use std::io::Write;

use brudno::{chess::score::Score, eval::wdl::centipawns, uci::NAME};

use crate::play::{PlayError, PlaySession};

/// The engine considers a draw in an equal position from this move number on, and in a worse one
/// from the earlier one on.
const LATE: u32 = 40;
const EARLY: u32 = 20;
/// Bound of an equal score, of a worse one and of a bad one, centipawns.
const EQUAL: i32 = 20;
const WORSE: i32 = -50;
const BAD: i32 = -150;
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

    /// Returns true if the player may accept.
    pub const fn is_open(&self) -> bool {
        self.open
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

    /// Answers a draw offer of the player. The engine accepts if it is bad, later also if it is
    /// worse, and late in the game if it is not better. If the engine has offered a draw, this
    /// accepts it.
    pub(super) fn draw(&mut self) -> Result<(), PlayError> {
        if self.refuse_after_the_end()? {
            return Ok(());
        }
        // The player's clock is stopped while the engine decides.
        if let Some(clocks) = &mut self.clocks {
            clocks.stop();
        }
        if self.offer.open || self.agrees() {
            self.game.agree();
        } else {
            self.say("the engine declines the draw")?;
        }
        self.go_on()
    }

    /// Returns true if the engine accepts a draw before the player's move. After Ctrl-C it does
    /// not.
    fn agrees(&mut self) -> bool {
        let number = self.game.current().position().fullmoves();
        let best = self.coach.uninterrupted(&self.game);
        best.is_some_and(|best| accepts(number, -centipawns(best.score)))
    }
}

/// Returns true if a side with this score accepts a draw at a move number.
const fn accepts(number: u32, centipawns: i32) -> bool {
    let most = match number {
        LATE.. => EQUAL,
        EARLY.. => WORSE,
        _ => BAD,
    };
    centipawns <= most
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
    fn early_draws_are_for_bad_positions() {
        for (number, score, expected) in [
            (2, -60, false),
            (2, 0, false),
            (10, -200, true),
            (25, -60, true),
            (25, 0, false),
            (45, 15, true),
            (45, 60, false),
        ] {
            assert_eq!(accepts(number, score), expected, "{number}, {score}");
        }
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
