//! The engine resigns when a person would, and the player may refuse.

use std::io::Write;

use brudno::{
    chess::score::{Score, moves_to_mate},
    eval::wdl::centipawns,
    uci::NAME,
};

use crate::play::{PlayError, PlaySession};

/// Score of a lost game, about a queen down, centipawns.
const LOST: i32 = -900;
/// Number of the engine's moves in a row with such a score before it resigns.
const PATIENCE: usize = 6;
/// Centipawns that the player may give back meanwhile, since scores vary.
const SLIP: i32 = 200;
/// A mate that is so close, moves, is left to the player.
const CLOSE: i32 = 3;

/// State of the engine's resignation.
#[derive(Default)]
pub struct Resignation {
    /// Scores of the engine's last moves that were all lost.
    lost: Vec<Score>,
    /// True if the player may accept.
    is_open: bool,
    /// True if the player refused. The engine then plays to the end.
    is_refused: bool,
}

impl Resignation {
    /// Updates the state with the score of the engine's move.
    pub fn consider(&mut self, score: Option<Score>) {
        self.is_refused |= self.is_open;
        self.is_open = false;
        match score.filter(|&score| centipawns(score) <= LOST) {
            Some(score) => self.lost.push(score),
            None => self.lost.clear(),
        }
        let [.., first, _, _, _, _, last] = self.lost[..] else { return };
        let is_mated = moves_to_mate(last).is_some_and(|moves| moves.abs() <= CLOSE);
        // A player who gives something back has yet to show that the game is won.
        let slip = centipawns(last).saturating_sub(centipawns(first));
        self.is_open = !self.is_refused && !is_mated && slip <= SLIP;
    }

    /// Returns true if the player may accept.
    pub const fn is_open(&self) -> bool {
        self.is_open
    }
}

const _: () = assert!(PATIENCE == 6, "the pattern of consider has as many scores");

impl<W: Write> PlaySession<W> {
    /// Prints that the engine resigns, if it does.
    pub(super) fn offer_resignation(&mut self) -> Result<(), PlayError> {
        if self.resignation.is_open() {
            writeln!(self.out, "{NAME} resigns: accept ends the game, a move plays on\n")?;
        }
        Ok(())
    }

    /// Accepts the engine's resignation or its draw offer.
    pub(super) fn accept(&mut self) -> Result<(), PlayError> {
        if self.refuse_after_the_end()? {
            return Ok(());
        }
        if self.resignation.is_open() {
            self.game.resign(!self.person);
            return self.go_on();
        }
        if self.offer.is_open() {
            return self.draw();
        }
        self.say("there is nothing to accept")
    }
}

#[cfg(test)]
mod tests {
    use brudno::{chess::score::mated_in, eval::wdl::score_of};

    use super::*;

    /// Returns the numbers of the moves, from 1, at which an engine with these scores resigns.
    fn resigns(scores: &[Score]) -> Vec<usize> {
        let mut resignation = Resignation::default();
        let open = scores.iter().enumerate().filter(|&(_, &score)| {
            resignation.consider(Some(score));
            resignation.is_open()
        });
        open.map(|(index, _)| index + 1).collect()
    }

    #[test]
    fn it_resigns_once_and_after_a_while() {
        assert_eq!(resigns(&[score_of(-1000); 20]), [6]);
        assert!(resigns(&[score_of(-700); 20]).is_empty());
        assert!(resigns(&[score_of(-1000); 5]).is_empty());
    }

    #[test]
    fn a_player_who_lets_the_advantage_go_is_not_believed() {
        let slipping: Vec<Score> = (0..10).map(|n| score_of(-1900 + 90 * n)).collect();
        assert!(resigns(&slipping).is_empty());
        let mut interrupted = vec![score_of(-1000); 5];
        interrupted.push(score_of(-100));
        interrupted.extend([score_of(-1000); 6]);
        assert_eq!(resigns(&interrupted), [12]);
    }

    #[test]
    fn a_close_mate_is_left_to_the_player() {
        assert!(resigns(&[mated_in(4); 8]).is_empty());
        assert_eq!(resigns(&[mated_in(30); 8]), [6]);
    }
}
