//! Writes the game as PGN.

use std::{io::Write, path::Path};

use brudno::{
    chess::{Opening, Position},
    platform::files::write_new,
};
use brudno_notation::pgn::{self, Line, PgnGame, PlayedMove, Remark, Tag, result};
use jiff::{Zoned, civil::Date};
use shakmaty::Color;

use super::{
    clock::{Clocks, TimeControl},
    played_game::PlayedGame,
};
use crate::{
    play::{PlayError, PlaySession},
    shared::{clock_tags, review},
};

impl<W: Write> PlaySession<W> {
    /// Prints the game, or writes it to a file.
    pub(super) fn write_pgn(&mut self, path: &str) -> Result<(), PlayError> {
        let game = self.pgn();
        let text = if self.is_silent {
            pgn::write(&game)
        } else {
            review::pgn::write(&self.coach.review(game))
        };
        if path.is_empty() {
            return Ok(write!(self.out, "{text}")?);
        }
        match write_new(Path::new(path), text.as_bytes()) {
            Ok(()) => {
                self.saved = self.game.moves().to_vec();
                self.say(&format!("wrote {path}"))
            }
            Err(error) => self.say(&format!("cannot write {path}: {error}")),
        }
    }

    /// Returns the game as PGN, with what is needed to continue it.
    pub(super) fn pgn(&self) -> PgnGame {
        let settings = Settings {
            names: self.names(),
            elo: self.elo.map(|elo| (!self.person, elo)),
            control: self.clocks.as_ref().map(Clocks::control),
        };
        pgn_game(&self.game, Zoned::now().date(), &settings)
    }
}

/// Players and conditions of a game.
pub struct Settings {
    /// Names of White and Black.
    names: [&'static str; 2],
    /// Side and strength of the engine, if it is limited.
    elo: Option<(Color, u32)>,
    control: Option<TimeControl>,
}

/// Returns the game with its date and settings.
pub fn pgn_game(game: &PlayedGame, date: Date, settings: &Settings) -> PgnGame {
    let [white, black] = settings.names;
    let result = result(game.outcome());
    let mut tags: Vec<Tag> = Vec::new();
    let mut tag =
        |name: &str, value: &str| tags.push(Tag { name: name.to_owned(), value: value.to_owned() });
    tag("Event", "Game against Brudno");
    tag("Date", &date.strftime("%Y.%m.%d").to_string());
    tag("Round", "-");
    tag("White", white);
    tag("Black", black);
    if let Some((side, elo)) = settings.elo {
        tag(side.fold_wb("WhiteElo", "BlackElo"), &elo.to_string());
    }
    if let Some(control) = settings.control {
        tag("TimeControl", &control.to_string());
    }
    let start = game.start().position();
    if let Some(opening) = Opening::of_game(start, game.moves()) {
        tag("ECO", opening.eco);
        tag("Opening", opening.name);
    }
    if start.key() != Position::startpos().key() {
        if start.is_chess960() {
            tag("Variant", "Chess960");
        }
        tag("SetUp", "1");
        tag("FEN", &start.fen());
    }
    let timed = game.moves().iter().zip(game.times()).map(|(&m, &left)| {
        let remarks = left.map(|left| Remark::Comment(clock_tags::comment(left)));
        PlayedMove { remarks: remarks.into_iter().collect(), ..PlayedMove::new(Some(m)) }
    });
    let moves = timed.collect();
    PgnGame {
        number: 1,
        tags,
        start: game.start().clone(),
        main: Line { comments: Vec::new(), moves },
        termination: Some(result.to_owned()),
        notes: Vec::new(),
        range: 0..0,
    }
}

#[cfg(test)]
mod tests {
    use brudno::chess::Game;

    use super::*;

    const DAY: Date = Date::constant(2026, 3, 9);

    fn write(game: &PlayedGame, date: Date, names: [&'static str; 2]) -> String {
        pgn::write(&pgn_game(game, date, &Settings { names, elo: None, control: None }))
    }

    #[test]
    fn what_is_needed_to_continue_is_written() {
        let mut game = PlayedGame::new(Game::default());
        for (text, millis) in [("e4", 298_999), ("e5", 7_450)] {
            let m = game.current().position().parse_move(text).unwrap();
            game.play_timed(m, Some(std::time::Duration::from_millis(millis)));
        }
        let settings = Settings {
            names: ["Player", "Brudno 1"],
            elo: Some((Color::Black, 1500)),
            control: Some("5+3".parse().unwrap()),
        };
        let text = pgn::write(&pgn_game(&game, DAY, &settings));
        for part in [
            "[BlackElo \"1500\"]",
            "[TimeControl \"300+3\"]",
            "1. e4 {[%clk 0:04:58.9]} 1... e5 {[%clk 0:00:07.4]}",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let read = pgn::games(&text).next().unwrap().unwrap();
        let loaded = crate::play::start::LoadedGame::of_pgn(&read);
        assert_eq!((loaded.person, loaded.elo), (Some(Color::White), Some(1500)));
        assert_eq!(loaded.clocks.unwrap().to_string(), "White 4:58, Black 7.4");
    }

    #[test]
    fn a_whole_game() {
        let mut game = PlayedGame::new(Game::default());
        for text in ["f3", "e5", "g4", "Qh4"] {
            game.play(game.current().position().parse_move(text).unwrap());
        }
        assert_eq!(
            write(&game, DAY, ["A", "B"]),
            "[Event \"Game against Brudno\"]\n[Site \"?\"]\n[Date \"2026.03.09\"]\n\
             [Round \"-\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n\
             1. f3 e5 2. g4 Qh4# 0-1\n\n"
        );
    }

    #[test]
    fn the_opening_is_named() {
        let mut game = PlayedGame::new(Game::default());
        for text in ["e4", "c6", "d4", "d5", "e5", "Bf5"] {
            game.play(game.current().position().parse_move(text).unwrap());
        }
        let text = write(&game, DAY, ["A", "B"]);
        let tags = "[ECO \"B12\"]\n[Opening \"Caro-Kann Defence, Advance Variation\"]\n\n1. e4";
        assert!(text.contains(tags), "{text}");
    }

    #[test]
    fn another_start_and_long_lines() {
        let fen = "4k3/8/8/8/8/8/8/R3K3 b Q - 0 40";
        let mut game = PlayedGame::new(Game::from_fen(fen, false).unwrap());
        for text in ["Kd7", "Rb1", "Ke7", "Ra1"].iter().cycle().take(36) {
            game.play(game.current().position().parse_move(text).unwrap());
        }
        let text = write(&game, DAY, ["A", "B"]);
        assert!(text.contains(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n40... Kd7 41. Rb1 ")));
        let moves: Vec<&str> = text.lines().skip_while(|line| !line.is_empty()).collect();
        assert!(moves.len() > 4 && moves.iter().all(|line| line.len() <= 79), "{text}");
    }
}
