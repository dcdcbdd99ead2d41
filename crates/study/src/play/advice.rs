//! Remarks, hints, evaluations and the review for the player.

use std::io::Write;

use brudno::{
    notation::san_line,
    search::ScoredLine,
    terminal::display::{self, best_move, describe_chances, verdict},
};
use brudno_console::format::count;
use shakmaty::Move;

use super::{hint, hint::GivenHint, lesson::Lesson, threat};
use crate::{
    play::{PlayError, PlaySession},
    shared::review::{Judgement, Review, summary},
};

/// Maximum length of a line, plies.
const SHOWN: usize = 6;

impl<W: Write> PlaySession<W> {
    /// Names what the player's last move overlooked, if it was a mistake.
    pub(super) fn remark(&mut self) -> Result<(), PlayError> {
        if self.is_silent {
            return Ok(());
        }
        let (mut coach, game) = (self.coach.take(), self.game.clone());
        let (coach, reviewed) = self.wait("judging", move || {
            let reviewed = coach.judge_last_move(&game);
            (coach, reviewed)
        })?;
        self.coach = coach;
        let Some(reviewed) = reviewed else { return Ok(()) };
        let (Some(judgement), Some(sentence)) = (reviewed.judgement, reviewed.sentence) else {
            return Ok(());
        };
        let (Some(before), Some(m)) = (self.game.previous(), self.game.last()) else {
            return Ok(());
        };
        if judgement < Judgement::Mistake {
            return Ok(());
        }
        let played = san_line(before.position(), &[m]).join(" ") + judgement.sign();
        let offer = if self.clocks.is_none() { " undo takes it back." } else { "" };
        self.say(&format!("{played}  {sentence}{offer}"))?;
        writeln!(self.out)?;
        Ok(())
    }

    /// Prints a reason for the best move, and the move if it is asked for again.
    pub(super) fn give_hint(&mut self) -> Result<(), PlayError> {
        if self.refuse_after_the_end()? {
            return Ok(());
        }
        let place = (self.game.moves().len(), self.game.current().position().key());
        if let Some(given) = self.hint.as_ref().filter(|given| given.place == place) {
            let line = given.line.clone();
            return self.show_best_move(&line);
        }
        let Some(best) = self.coach.current(&self.game) else { return Ok(()) };
        let position = self.game.current().position().clone();
        let threat = || threat::of_opponent(&self.coach, self.game.current(), &best);
        let reason = hint::reason(&position, &best, threat);
        self.hint = Some(GivenHint { place, line: best.pv });
        let text = self.style.wrap(&format!("{reason}; hint again shows the move"), "  ");
        Ok(writeln!(self.out, "{text}")?)
    }

    fn show_best_move(&mut self, line: &[Move]) -> Result<(), PlayError> {
        let position = self.game.current().position();
        let Some(&m) = line.first() else { return Ok(()) };
        let m = best_move(position, m, false, self.style);
        let line = san_line(position, &line[..line.len().min(SHOWN)]).join(" ");
        let text = self.style.wrap(&format!("{m}, to go on with {line}"), "  ");
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Prints what the opponent threatens.
    pub(super) fn show_threat(&mut self) -> Result<(), PlayError> {
        if self.refuse_after_the_end()? {
            return Ok(());
        }
        let position = self.game.current().position();
        if let Some(checkers) = threat::checkers(position) {
            return self.say(&format!("you are in check from {checkers}"));
        }
        let Some(best) = self.coach.current(&self.game) else { return Ok(()) };
        let text = match threat::of_opponent(&self.coach, self.game.current(), &best) {
            Some(threat) => threat.describe(),
            None => "no threat: left alone, the opponent would have no legal move".to_owned(),
        };
        let text = self.style.wrap(&text, "  ");
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Prints the evaluation.
    pub(super) fn evaluate(&mut self) -> Result<(), PlayError> {
        if self.refuse_after_the_end()? {
            return Ok(());
        }
        let turn = self.game.current().position().turn();
        if let Some(best) = self.think() {
            let score = display::score(best.score, turn, best.bound, self.style);
            let chances = describe_chances(display::chances(&best, turn));
            let (verdict, depth) = (verdict(&best, turn), best.depth);
            writeln!(self.out, "{verdict}: {score} at depth {depth}\n{chances}")?;
        }
        Ok(())
    }

    /// Prints the accuracy of both sides. Then the player tries again at each own mistake; without
    /// one, prints the turning points.
    pub(super) fn review(&mut self) -> Result<(), PlayError> {
        let Some(review) = self.reviewed()? else { return Ok(()) };
        match Lesson::mistakes(&review, self.person) {
            mistakes if mistakes.is_empty() => {
                Ok(writeln!(self.out, "{}", summary::statistics(&review, self.style))?)
            }
            mistakes => {
                writeln!(self.out, "{}\n", summary::figures(&review, self.style))?;
                self.begin_lesson(Lesson::new(review, mistakes))
            }
        }
    }

    /// Prints the accuracy of both sides after the game, and names the player's mistakes.
    pub(super) fn show_figures(&mut self) -> Result<(), PlayError> {
        let Some(review) = self.reviewed()? else { return Ok(()) };
        writeln!(self.out, "{}", summary::figures(&review, self.style))?;
        let mistakes = Lesson::mistakes(&review, self.person).len();
        if mistakes > 0 {
            let number = count(mistakes as u64, "mistake", "mistakes");
            writeln!(self.out, "{number} of yours: review lets you try again\n")?;
        }
        Ok(())
    }

    /// Reviews the game. `None` if there is nothing to review.
    fn reviewed(&mut self) -> Result<Option<Review>, PlayError> {
        if self.game.moves().is_empty() {
            self.say("there is no move to review")?;
            return Ok(None);
        }
        let review = self.coach.review(self.pgn());
        if review.is_empty() {
            self.say("stopped; review begins it again")?;
            return Ok(None);
        }
        Ok(Some(review))
    }

    /// Switches remarks, review and annotations off or on; without a word, to the other state.
    pub(super) fn set_silent(&mut self, word: &str) -> Result<(), PlayError> {
        self.is_silent = match word.to_ascii_lowercase().as_str() {
            "" => !self.is_silent,
            "on" => true,
            "off" => false,
            _ => return self.say("silent accepts on or off"),
        };
        self.say(if self.is_silent {
            "no remarks on mistakes, no review"
        } else {
            "remarks on mistakes, and a review of the game"
        })
    }

    /// Searches the position at full strength.
    pub(super) fn think(&self) -> Option<ScoredLine> {
        self.coach.search(self.game.current(), self.limits()[1].clone())
    }
}
