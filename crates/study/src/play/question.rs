//! Questions that the next line answers: the piece of a promotion, the game of a file.

use std::{io::Write, path::PathBuf};

use brudno::chess::PositionError;

use super::{PlayError, PlaySession, commands::PlayCommand, start::MoveNumber};

/// Question that the next line answers.
pub enum Question {
    /// To which piece the pawn move promotes.
    Promotion(String),
    /// Which game of a file is continued.
    Game {
        /// File.
        path: PathBuf,
        /// Number of its games.
        games: usize,
        /// Move to continue from.
        until: Option<MoveNumber>,
    },
}

impl<W: Write> PlaySession<W> {
    /// Handles the answer to a question. Returns false to quit.
    pub(super) fn answer(
        &mut self,
        question: Question,
        word: &str,
        rest: &str,
    ) -> Result<bool, PlayError> {
        match question {
            Question::Promotion(pawn_move) => self.promote(pawn_move, word, rest),
            Question::Game { path, games, until } => match word.trim_end_matches('.').parse() {
                Ok(number) if (1..=games).contains(&number) => {
                    self.load_game(&path, Some(number), until)?;
                    Ok(true)
                }
                Ok(_) => {
                    self.ask_for_game(path, games, until)?;
                    Ok(true)
                }
                // A command or a move gives up the question.
                Err(_) => self.run(word, rest),
            },
        }
    }

    /// Handles the answer to the question for a promotion piece. Asks again unless the answer is a
    /// piece, a command or another move. Returns false to quit.
    fn promote(&mut self, pawn_move: String, word: &str, rest: &str) -> Result<bool, PlayError> {
        if let Some(piece) = promoted(word) {
            self.enter(&format!("{pawn_move}={piece} {rest}"))?;
            return Ok(true);
        }
        let command = PlayCommand::parse(word, rest);
        let is_command = command.is_some_and(|command| command != PlayCommand::Nothing);
        let is_move = || {
            let parsed = self.game.current().position().parse_move(word);
            matches!(parsed, Ok(_) | Err(PositionError::Promotion(_)))
        };
        if is_command || is_move() {
            let before = (self.game.moves().len(), self.game.current().position().key());
            let goes_on = self.run(word, rest)?;
            let after = (self.game.moves().len(), self.game.current().position().key());
            // `help` and similar commands leave the question open.
            let is_open = before == after && self.game.ending().is_none();
            if goes_on && is_open && self.question.is_none() {
                self.ask_for_piece(pawn_move)?;
            }
            return Ok(goes_on);
        }
        if !word.is_empty() {
            self.say(&format!("no piece to promote to: {word}"))?;
        }
        self.ask_for_piece(pawn_move)?;
        Ok(true)
    }

    /// Asks for the piece of a promotion.
    pub(super) fn ask_for_piece(&mut self, pawn_move: String) -> Result<(), PlayError> {
        self.say(&format!("{pawn_move} promotes: to Q, R, B or N?"))?;
        self.question = Some(Question::Promotion(pawn_move));
        Ok(())
    }

    /// Asks for a game of a file.
    pub(super) fn ask_for_game(
        &mut self,
        path: PathBuf,
        games: usize,
        until: Option<MoveNumber>,
    ) -> Result<(), PlayError> {
        self.say(&format!("which game, 1 to {games}?"))?;
        self.question = Some(Question::Game { path, games, until });
        Ok(())
    }
}

/// Returns the letter of a promotion piece, from its letter or name.
pub fn promoted(word: &str) -> Option<char> {
    let word = word.trim_start_matches('=').to_ascii_lowercase();
    [('Q', "queen"), ('R', "rook"), ('B', "bishop"), ('N', "knight")].into_iter().find_map(
        |(letter, name)| {
            let is_letter = word.len() == 1 && word.starts_with(letter.to_ascii_lowercase());
            (is_letter || word == name).then_some(letter)
        },
    )
}
