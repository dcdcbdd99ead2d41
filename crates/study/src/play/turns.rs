//! Plays the moves of the player and of the engine.

use std::io::Write;

use brudno::{notation::san_line, uci::NAME};
use brudno_notation::pgn;
use shakmaty::{ByColor, Move};

use super::{PlayError, PlaySession, draws::DrawOffer, resignation::Resignation};

impl<W: Write> PlaySession<W> {
    /// Plays a move of the player and the engine's answer.
    pub(super) fn play_own(&mut self, m: Move) -> Result<(), PlayError> {
        self.play(m);
        self.remark()?;
        self.go_on()
    }

    /// Plays a move of the side to move. Its clock stops.
    fn play(&mut self, m: Move) {
        let side = self.game.current().position().turn();
        let left = self.clocks.as_mut().map(|clocks| {
            clocks.press();
            clocks.left(side)
        });
        self.game.play_timed(m, left);
        self.is_board_shown = false;
    }

    /// Begins the turn after the start or the loading of a game. A game that is over is not reviewed
    /// unasked.
    pub(super) fn begin_turn(&mut self) -> Result<(), PlayError> {
        if self.game.ending().is_none() {
            return self.go_on();
        }
        self.show_ending()?;
        Ok(writeln!(self.out, "{}", self.after_the_end())?)
    }

    /// Plays the engine's move if it is to move. Then prints offers and clocks, or the end of the
    /// game.
    pub(super) fn go_on(&mut self) -> Result<(), PlayError> {
        self.answer_move()?;
        if self.game.ending().is_some() {
            self.show_ending()?;
            if !self.is_silent {
                self.show_figures()?;
            }
            return Ok(writeln!(self.out, "{}", self.after_the_end())?);
        }
        self.offer_draw()?;
        self.offer_resignation()?;
        if let Some(clocks) = &mut self.clocks {
            writeln!(self.out, "Clocks: {clocks}\n")?;
            clocks.start(self.person);
        }
        Ok(())
    }

    fn show_ending(&mut self) -> Result<(), PlayError> {
        let Some(ending) = self.game.ending() else { return Ok(()) };
        let result = pgn::result(self.game.outcome());
        Ok(writeln!(self.out, "{}", self.style.bold(&format!("{result}  {ending}")))?)
    }

    /// Returns what the player can do after the end of the game.
    const fn after_the_end(&self) -> &'static str {
        if self.clocks.is_some() {
            "new, review, pgn FILE or quit?"
        } else {
            "new, review, undo, pgn FILE or quit?"
        }
    }

    /// Plays the engine's move if it is to move, and draws the board.
    fn answer_move(&mut self) -> Result<(), PlayError> {
        let position = self.game.current().position().clone();
        if self.game.ending().is_none()
            && position.turn() != self.person
            && let Some(m) = self.engine_move()?
        {
            self.play(m);
            let line = san_line(&position, &[m]).join(" ");
            let uci = position.to_uci(m, false);
            writeln!(self.out, "{NAME} plays {} ({uci})\n", self.style.bold(&line))?;
        }
        if self.is_board_shown { Ok(()) } else { self.show_board() }
    }

    /// Searches the engine's move. `None` if its time runs out.
    fn engine_move(&mut self) -> Result<Option<Move>, PlayError> {
        let mut limits = self.limits()[0].clone();
        if let Some(clocks) = &mut self.clocks {
            clocks.start(!self.person);
            let left = |side| i64::try_from(clocks.left(side).as_millis()).ok();
            limits.time = ByColor::new_with(left);
            let increment = u64::try_from(clocks.increment().as_millis()).unwrap_or(0);
            limits.increment = ByColor { white: increment, black: increment };
        }
        let (found, m) = self.search(limits, self.skill())?;
        let score = found.map(|found| found.best.score);
        self.offer.consider(score, self.game.current().position().fullmoves());
        self.resignation.consider(score);
        if let Some(clocks) = &mut self.clocks
            && let Some(side) = clocks.fallen()
        {
            clocks.stop();
            self.game.run_out_of_time(side);
            return Ok(None);
        }
        Ok(m)
    }

    /// Forgets the engine's offers.
    pub(super) fn forget_offers(&mut self) {
        self.offer = DrawOffer::default();
        self.resignation = Resignation::default();
    }

    /// Ends the game if the player's time is up.
    pub(super) fn lose_on_time(&mut self) -> Result<(), PlayError> {
        let Some(clocks) = &mut self.clocks else { return Ok(()) };
        if self.game.ending().is_none()
            && let Some(side) = clocks.fallen()
        {
            clocks.stop();
            self.game.run_out_of_time(side);
            self.go_on()?;
        }
        Ok(())
    }

    pub(super) fn undo(&mut self) -> Result<(), PlayError> {
        if self.clocks.is_some() {
            return self.say("undo is not possible with clocks");
        }
        if !self.game.undo(self.person) {
            return self.say("there is no move to undo");
        }
        self.coach.truncate(self.game.moves().len());
        self.forget_offers();
        self.show_board()
    }

    pub(super) fn resign(&mut self) -> Result<(), PlayError> {
        if self.refuse_after_the_end()? {
            return Ok(());
        }
        self.game.resign(self.person);
        self.go_on()
    }

    pub(super) fn refuse_after_the_end(&mut self) -> Result<bool, PlayError> {
        let over = self.game.ending().is_some();
        if over {
            self.say("the game is over; new starts another one")?;
        }
        Ok(over)
    }
}
