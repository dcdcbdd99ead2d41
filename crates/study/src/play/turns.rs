//! Plays the moves of the player and of the engine.

use std::io::Write;

use brudno::{chess::PositionError, notation::san_line, terminal::illegal::explain, uci::NAME};
use brudno_notation::pgn;
use shakmaty::{ByColor, Move};

use super::{PlayError, PlaySession, commands::PlayCommand, draws::DrawOffer};

impl<W: Write> PlaySession<W> {
    /// Plays the player's move and the engine's answer.
    pub(super) fn enter(&mut self, text: &str) -> Result<(), PlayError> {
        if self.refuse_after_the_end()? {
            return Ok(());
        }
        match self.game.current().position().parse_move(text) {
            Ok(m) => {
                if let Some(clocks) = &mut self.clocks {
                    clocks.press();
                }
                self.game.play(m);
                self.show_board()?;
                self.remark()?;
                self.go_on()
            }
            Err(PositionError::Promotion(text)) => self.ask_for_piece(text),
            Err(PositionError::Notation(text)) => {
                let meant = PlayCommand::meant(&text)
                    .map_or_else(String::new, |meant| format!("did you mean {meant}? "));
                self.say(&format!(
                    "unknown move or command: {text}; {meant}help lists the commands"
                ))
            }
            Err(error) => {
                let why = explain(self.game.current().position(), &error);
                self.say(&why)
            }
        }
    }

    /// Plays the engine's move if it is to move, and prints the end of the game.
    pub(super) fn go_on(&mut self) -> Result<(), PlayError> {
        let position = self.game.current().position().clone();
        if self.game.ending().is_none()
            && position.turn() != self.person
            && let Some(m) = self.engine_move()?
        {
            self.game.play(m);
            let line = san_line(&position, &[m]).join(" ");
            let uci = position.to_uci(m, false);
            writeln!(self.out, "{NAME} plays {} ({uci})\n", self.style.bold(&line))?;
            self.show_board()?;
        }
        if let Some(ending) = self.game.ending() {
            let result = pgn::result(self.game.outcome());
            let text = self.style.bold(&format!("{result}  {ending}"));
            let undo = if self.clocks.is_none() { "undo, " } else { "" };
            writeln!(self.out, "{text}")?;
            if !self.is_silent {
                self.review()?;
            }
            writeln!(self.out, "new, {undo}pgn FILE or quit?")?;
            return Ok(());
        }
        self.offer_draw()?;
        if let Some(clocks) = &mut self.clocks {
            writeln!(self.out, "Clocks: {clocks}\n")?;
            clocks.start(self.person);
        }
        Ok(())
    }

    /// Searches the engine's move. `None` if its time runs out.
    fn engine_move(&mut self) -> Result<Option<Move>, PlayError> {
        let mut limits = self.limits.clone();
        if let Some(clocks) = &mut self.clocks {
            clocks.start(!self.person);
            let left = |side| i64::try_from(clocks.left(side).as_millis()).ok();
            limits.time = ByColor::new_with(left);
            let increment = u64::try_from(clocks.increment().as_millis()).unwrap_or(0);
            limits.increment = ByColor { white: increment, black: increment };
        }
        let (found, m) = self.search(limits, self.skill);
        let number = self.game.current().position().fullmoves();
        self.offer.consider(found.map(|found| found.best.score), number);
        if let Some(clocks) = &mut self.clocks {
            clocks.press();
            if let Some(side) = clocks.fallen() {
                self.game.run_out_of_time(side);
                return Ok(None);
            }
        }
        Ok(m)
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
        self.offer = DrawOffer::default();
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
