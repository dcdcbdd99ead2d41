//! Counts the games of the input, and reports those that are corrected or skipped.

use brudno::platform::stdio::remark;
use brudno_notation::pgn::{BrokenGame, PgnGame};

use super::{AnnotateArgs, AnnotateError, input::Input};

/// Numbers of games.
#[derive(Default)]
pub struct Tally {
    readable: usize,
    broken: usize,
    of_player: usize,
}

impl Tally {
    /// Adds a game. Reports its corrections, or why it is skipped, with the name of its file.
    pub fn add(
        &mut self,
        game: &Result<PgnGame, BrokenGame>,
        arguments: &AnnotateArgs,
        file: Option<&str>,
    ) {
        let file = file.map_or_else(String::new, |name| format!("{name}: "));
        match game {
            Ok(game) => {
                self.readable += 1;
                self.of_player += usize::from(arguments.is_of_player(game));
                let (number, players) = (game.number, game.players());
                for note in &game.notes {
                    remark(format_args!("brudno: {file}game {number} ({players}): {note}"));
                }
            }
            Err(broken) => {
                self.broken += 1;
                let BrokenGame { number, players, .. } = broken;
                remark(format_args!(
                    "brudno: {file}game {number} ({players}) is skipped: {broken}"
                ));
            }
        }
    }

    /// Returns the number of games.
    pub const fn games(&self) -> usize {
        self.readable + self.broken
    }

    /// Returns true if every game can be read.
    pub const fn is_whole(&self) -> bool {
        self.broken == 0
    }

    /// Checks at the end of the input that there was something to annotate.
    ///
    /// # Errors
    ///
    /// [`AnnotateError::NoGames`], [`AnnotateError::AllBroken`], [`AnnotateError::NoPlayer`].
    pub fn check(&self, input: &Input, arguments: &AnnotateArgs) -> Result<(), AnnotateError> {
        let names = || input.names().join(", ");
        match (self.readable, &arguments.player) {
            (0, _) if self.is_whole() => Err(AnnotateError::NoGames(names())),
            (0, _) => Err(AnnotateError::AllBroken(names())),
            (_, Some(player)) if self.of_player == 0 => {
                Err(AnnotateError::NoPlayer(player.clone()))
            }
            _ => Ok(()),
        }
    }
}
