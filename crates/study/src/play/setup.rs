//! Level, clock and colour of a game: from the arguments, from its PGN, and changed in the middle.

use std::{io::Write, iter};

use brudno::{terminal::display, uci::NAME};
use shakmaty::Color;

use super::{
    PlayError, PlaySession,
    clock::{Clocks, TimeControl},
    level::{self, Level},
    played_game::PlayedGame,
    start::LoadedGame,
};
use crate::shared::{
    clock_tags,
    position_args::{PositionArgs, PositionArgsError},
};

/// Settings that the command line gives. They take precedence over those of a loaded game.
#[derive(Clone, Copy, Default)]
pub struct Given {
    pub side: bool,
    pub level: bool,
    pub clock: bool,
}

/// Returns the game of the command line.
///
/// # Errors
///
/// The file cannot be read, or its text is rejected.
pub fn loaded(arguments: &PositionArgs) -> Result<LoadedGame, PositionArgsError> {
    let parsed = arguments.one()?;
    let game = parsed.pgn.as_deref();
    let mut loaded = game.map_or_else(LoadedGame::default, LoadedGame::of_pgn);
    let times = game.map_or_else(Vec::new, clock_tags::after_moves);
    loaded.game = PlayedGame::new(parsed.start);
    // The moves of an option follow those of the game.
    let times = times.into_iter().chain(iter::repeat(None));
    parsed.moves.iter().zip(times).for_each(|(&m, left)| loaded.game.play_timed(m, left));
    Ok(loaded)
}

impl<W: Write> PlaySession<W> {
    /// Takes over a game with its level, clocks and colours, as far as the game has them.
    pub(super) fn take_over(&mut self, loaded: LoadedGame, given: Given) {
        let LoadedGame { game, person, elo, clocks } = loaded;
        self.saved = game.moves().to_vec();
        self.game = game;
        if let Some(clocks) = &mut self.clocks {
            clocks.reset();
        }
        if let Some(person) = person {
            if !given.side {
                self.person = person;
            }
            if !given.level {
                self.elo = elo;
            }
            if !given.clock {
                self.clocks = clocks;
            }
        }
    }

    /// Changes the engine's level. Without a word, lists the levels.
    pub(super) fn set_level(&mut self, word: &str) -> Result<(), PlayError> {
        if word.is_empty() {
            writeln!(self.out, "{}\n", level::table())?;
        } else {
            match word.parse::<Level>() {
                Ok(level) => self.elo = level.elo,
                Err(error) => return self.say(&error.to_string()),
            }
        }
        self.say(&format!("{NAME} plays at {}", Level { elo: self.elo }))
    }

    /// Gives both sides another time, or ends the game's clocks.
    pub(super) fn set_clock(&mut self, word: &str) -> Result<(), PlayError> {
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "off" => self.clocks = None,
            word => match word.parse::<TimeControl>() {
                Ok(control) => self.clocks = Some(Clocks::new(control)),
                Err(error) => return self.say(&format!("clock accepts off, or a time: {error}")),
            },
        }
        let is_over = self.game.ending().is_some();
        match &mut self.clocks {
            Some(clocks) => {
                writeln!(self.out, "Clocks: {clocks}")?;
                if !is_over {
                    clocks.start(self.person);
                }
                Ok(())
            }
            None => self.say("no clocks"),
        }
    }

    /// Exchanges the sides. The engine goes on with the player's pieces.
    pub(super) fn switch_sides(&mut self) -> Result<(), PlayError> {
        if self.refuse_after_the_end()? {
            return Ok(());
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.stop();
        }
        self.person = !self.person;
        self.forget_offers();
        writeln!(self.out, "You play {}.\n", display::side(self.person))?;
        self.show_board()?;
        self.go_on()
    }

    /// Returns the names of White and Black.
    pub(super) fn names(&self) -> [&'static str; 2] {
        self.person.fold_wb(["Player", NAME], [NAME, "Player"])
    }
}

/// Returns the side of the engine by the names of the players, which have any version.
pub fn engine_side([white, black]: [Option<&str>; 2]) -> Option<Color> {
    let name = NAME.split(' ').next().unwrap_or(NAME);
    let is_engine =
        |player: Option<&str>| player.is_some_and(|player| player.split(' ').next() == Some(name));
    match (is_engine(white), is_engine(black)) {
        (true, false) => Some(Color::White),
        (false, true) => Some(Color::Black),
        _ => None,
    }
}
