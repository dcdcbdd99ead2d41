//! Writes the game as PGN.

use std::{io::Write, path::Path};

use brudno::{
    chess::{Opening, Position},
    platform::files::write_new,
    uci::NAME,
};
use brudno_notation::pgn::{self, Line, PgnGame, PlayedMove, Tag, result};
use jiff::{Zoned, civil::Date};

use super::played_game::PlayedGame;
use crate::{
    play::{PlayError, PlaySession},
    shared::review,
};

impl<W: Write> PlaySession<W> {
    /// Prints the game, or writes it to a file.
    pub(super) fn write_pgn(&mut self, path: &str) -> Result<(), PlayError> {
        let game = pgn_game(&self.game, Zoned::now().date(), self.names());
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

    /// Returns the names of White and Black.
    pub(super) fn names(&self) -> [&'static str; 2] {
        self.person.fold_wb(["Player", NAME], [NAME, "Player"])
    }
}

/// Returns the game with its date and the players' names.
pub fn pgn_game(game: &PlayedGame, date: Date, [white, black]: [&str; 2]) -> PgnGame {
    let result = result(game.outcome());
    let mut tags: Vec<Tag> = Vec::new();
    let mut tag =
        |name: &str, value: &str| tags.push(Tag { name: name.to_owned(), value: value.to_owned() });
    tag("Event", "Game against Brudno");
    tag("Date", &date.strftime("%Y.%m.%d").to_string());
    tag("Round", "-");
    tag("White", white);
    tag("Black", black);
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
    let moves = game.moves().iter().map(|&m| PlayedMove::new(Some(m))).collect();
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

    fn write(game: &PlayedGame, date: Date, names: [&str; 2]) -> String {
        pgn::write(&pgn_game(game, date, names))
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
