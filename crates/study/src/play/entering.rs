//! Reads the moves of the player: one move, a move with the expected answer, or a pasted game.

use std::{io::Write, ops::ControlFlow};

use brudno::{
    chess::PositionError,
    notation::movetext::read_move,
    terminal::{
        illegal::explain,
        pasted_game::{Added, PastedGame},
        typed_moves::TypedMoves,
    },
};

use super::{
    PlayError, PlaySession, commands::PlayCommand, played_game::PlayedGame, question::promoted,
    start::LoadedGame,
};

/// A line with more moves, beginning with move 1, is a pasted game.
const BY_HAND: usize = 2;

impl<W: Write> PlaySession<W> {
    /// Plays the moves of a line. After the first one, each pair is the answer that the player
    /// expects and the next move. The rest is ignored once the engine answers otherwise.
    pub(super) fn enter(&mut self, line: &str) -> Result<(), PlayError> {
        let typed = TypedMoves::parse(line);
        if typed.is_open() || typed.begins_game() && typed.words().len() > BY_HAND {
            let mut game = PastedGame::new(None);
            game.add(line, is_command);
            self.pasted = Some(game);
            return if typed.is_open() { Ok(()) } else { self.end_paste() };
        }
        if self.refuse_after_the_end()? {
            return Ok(());
        }
        let words = typed.words();
        let Some((&first, rest)) = words.split_first() else {
            return self.unknown(line.trim());
        };
        let mut left = rest;
        let mut next = first;
        loop {
            if self.enter_move(next, &mut left)?.is_break() {
                return Ok(());
            }
            let Some(after) = self.skip_expected(left) else { break };
            (next, left) = after;
        }
        if left.is_empty() {
            return Ok(());
        }
        // The engine's own move is no news.
        let is_answer = left.len() == 1 && self.is_last_move(left[0]);
        if is_answer { Ok(()) } else { self.say(&format!("ignored: {}", left.join(" "))) }
    }

    /// Plays a move. Breaks if it is refused.
    fn enter_move(&mut self, word: &str, left: &mut &[&str]) -> Result<ControlFlow<()>, PlayError> {
        let position = self.game.current().position();
        let m = match (read_move(position, word), left) {
            (Ok(m), _) => m,
            // `a8 Q`
            (Err(PositionError::Promotion(text)), left) => {
                let piece = left.first().and_then(|answer| promoted(answer));
                let m =
                    piece.and_then(|piece| read_move(position, &format!("{text}={piece}")).ok());
                let Some(m) = m else {
                    self.ask_for_piece(text)?;
                    return Ok(ControlFlow::Break(()));
                };
                *left = &left[1..];
                m
            }
            (Err(PositionError::Notation(_)), _) => {
                self.unknown(word)?;
                return Ok(ControlFlow::Break(()));
            }
            (Err(error), _) => {
                let why = explain(position, &error);
                self.say(&why)?;
                return Ok(ControlFlow::Break(()));
            }
        };
        self.play_own(m)?;
        Ok(ControlFlow::Continue(()))
    }

    /// Returns the next move of the player and the words after it, if the engine has answered as
    /// expected.
    fn skip_expected<'a>(&self, words: &'a [&'a str]) -> Option<(&'a str, &'a [&'a str])> {
        let (&answer, rest) = words.split_first()?;
        let (&next, rest) = rest.split_first()?;
        let is_turn = self.game.current().position().turn() == self.person;
        (is_turn && self.game.ending().is_none() && self.is_last_move(answer))
            .then_some((next, rest))
    }

    /// Returns true if a word is the last move of the game.
    fn is_last_move(&self, word: &str) -> bool {
        let Some((before, m)) = self.game.previous().zip(self.game.last()) else { return false };
        read_move(before.position(), word) == Ok(m)
    }

    fn unknown(&mut self, word: &str) -> Result<(), PlayError> {
        let meant = PlayCommand::meant(word)
            .map_or_else(String::new, |meant| format!("did you mean {meant}? "));
        self.say(&format!("unknown move or command: {word}; {meant}help lists the commands"))
    }

    /// Adds a line to a pasted game. Returns false if the line is to be run.
    pub(super) fn paste(&mut self, line: &str) -> Result<bool, PlayError> {
        if let Some(mut game) = self.pasted.take() {
            let added = game.add(line, is_command);
            self.pasted = Some(game);
            match added {
                Added::Part => return Ok(true),
                Added::Last => {
                    self.end_paste()?;
                    return Ok(true);
                }
                Added::Next | Added::Command => self.end_paste()?,
            }
        }
        if !PastedGame::begins_with(line) {
            return Ok(false);
        }
        let mut game = PastedGame::new(None);
        game.add(line, is_command);
        self.pasted = Some(game);
        Ok(true)
    }

    /// Continues the pasted game, if there is one.
    pub(super) fn end_paste(&mut self) -> Result<(), PlayError> {
        let Some(pasted) = self.pasted.take() else { return Ok(()) };
        match pasted.read() {
            Ok(Some(read)) => {
                if self.game.ending().is_none() && self.stays("pasting")? {
                    return Ok(());
                }
                let mut game = PlayedGame::new(read.start);
                read.moves.into_iter().for_each(|m| game.play(m));
                self.take_over(LoadedGame::of(game), Default::default());
                self.begin_anew()
            }
            Ok(None) => Ok(()),
            Err(error) => self.say(&format!("the pasted game cannot be read: {error}")),
        }
    }
}

/// Returns true if a line that begins with this word is no part of a game.
fn is_command(word: &str) -> bool {
    PlayCommand::parse(word, "").is_some()
}
