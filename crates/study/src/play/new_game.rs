//! Starts and loads games.

use std::{io::Write, path::Path};

use brudno::{platform::stdio::printable, terminal::display};
use shakmaty::Color;

use super::{
    played_game::PlayedGame,
    setup::Given,
    start::{self, Chess960, Loaded, MoveNumber},
};
use crate::play::{PlayError, PlaySession};

impl<W: Write> PlaySession<W> {
    /// Starts a new game, optionally with another colour or a start of Chess960.
    pub(super) fn new_game(&mut self, words: &str) -> Result<(), PlayError> {
        if self.loses_unfinished("new")? {
            return Ok(());
        }
        let (mut person, mut chess960) = (self.person, self.chess960);
        let mut words = words.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word.to_ascii_lowercase().as_str() {
                "white" => person = Color::White,
                "black" => person = Color::Black,
                "chess960" => {
                    let number = words.next_if(|word| word.parse::<u32>().is_ok());
                    match number.unwrap_or("random").parse() {
                        Ok(start) => chess960 = Some(start),
                        Err(error) => return self.say(&format!("new chess960: {error}")),
                    }
                }
                _ => return self.say("new accepts white or black, and chess960 [NUMBER]"),
            }
        }
        (self.person, self.chess960) = (person, chess960);
        self.game = match chess960 {
            Some(start) => self.draw_start(start)?,
            None => PlayedGame::new(self.start.clone()),
        };
        self.saved.clear();
        if let Some(clocks) = &mut self.clocks {
            clocks.reset();
        }
        self.begin_anew()
    }

    /// Asks a person once before an unfinished game is lost. Returns true if it asked.
    fn loses_unfinished(&mut self, way: &str) -> Result<bool, PlayError> {
        Ok(self.game.ending().is_none() && self.stays(way)?)
    }

    /// Draws a start of Chess960 and prints its number.
    pub(super) fn draw_start(&mut self, start: Chess960) -> Result<PlayedGame, PlayError> {
        let (number, game) = start.draw();
        writeln!(self.out, "Chess960, start position {number}. Castling: O-O, O-O-O.")?;
        Ok(PlayedGame::new(game))
    }

    /// Continues a game from a PGN file.
    pub(super) fn load(&mut self, words: &str) -> Result<(), PlayError> {
        if words.is_empty() {
            return self.say(
                "load needs a PGN file, and optionally the move to continue from: 12 or 12...",
            );
        }
        if self.loses_unfinished("load")? {
            return Ok(());
        }
        // The last word is a move number if it parses as one; paths may have spaces.
        let split = words.rsplit_once(char::is_whitespace);
        let numbered = split.and_then(|(path, last)| Some((path.trim_end(), last.parse().ok()?)));
        match numbered {
            Some((path, until)) => self.load_game(Path::new(path), None, Some(until)),
            None => self.load_game(Path::new(words), None, None),
        }
    }

    /// Continues the game of a file with this number. Without a number, lists several games and
    /// asks for one.
    pub(super) fn load_game(
        &mut self,
        path: &Path,
        number: Option<usize>,
        until: Option<MoveNumber>,
    ) -> Result<(), PlayError> {
        match start::load(path, number, until) {
            Ok(Loaded::Game(loaded)) => {
                self.take_over(*loaded, Given::default());
                self.begin_anew()
            }
            Ok(Loaded::Several(lines, all)) => {
                for (number, line) in (1..).zip(&lines) {
                    let line =
                        self.style.wrap(&format!("{number:>3}  {}", printable(line)), "     ");
                    writeln!(self.out, "{line}")?;
                }
                if lines.len() < all {
                    writeln!(self.out, "     and {} more", all - lines.len())?;
                }
                self.ask_for_game(path.to_owned(), all, until)
            }
            Err(error) => self.say(&error.to_string()),
        }
    }

    /// Resets the engine for another game, and begins it.
    pub(super) fn begin_anew(&mut self) -> Result<(), PlayError> {
        self.engine.new_game();
        self.coach.new_game();
        self.forget_offers();
        self.opening = None;
        self.hint = None;
        writeln!(self.out, "You play {}.\n", display::side(self.person))?;
        self.show_board()?;
        self.begin_turn()
    }
}
