//! Starts and loads games.

use std::{io::Write, path::Path};

use brudno::terminal::display;
use shakmaty::Color;

use super::{draws::DrawOffer, played_game::PlayedGame, start, start::Chess960};
use crate::play::{PlayError, PlaySession};

impl<W: Write> PlaySession<W> {
    /// Starts a new game, optionally with another colour or a start of Chess960.
    pub(super) fn new_game(&mut self, words: &str) -> Result<(), PlayError> {
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
        self.begin_anew()
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
        // The last word is a move number if it parses as one; paths may have spaces.
        let (path, until) = match words.rsplit_once(char::is_whitespace) {
            Some((path, last)) if last.parse::<start::MoveNumber>().is_ok() => {
                (path.trim_end(), last.parse().ok())
            }
            _ => (words, None),
        };
        match start::load(Path::new(path), until) {
            Ok(game) => {
                self.saved = game.moves().to_vec();
                self.game = game;
            }
            Err(error) => return self.say(&error.to_string()),
        }
        self.begin_anew()
    }

    /// Resets the engine and the clocks for another game.
    fn begin_anew(&mut self) -> Result<(), PlayError> {
        self.engine.new_game();
        self.coach.new_game();
        self.offer = DrawOffer::default();
        self.opening = None;
        self.hint = None;
        if let Some(clocks) = &mut self.clocks {
            clocks.reset();
        }
        writeln!(self.out, "You play {}.\n", display::side(self.person))?;
        self.show_board()?;
        self.go_on()
    }
}
