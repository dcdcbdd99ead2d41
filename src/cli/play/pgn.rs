//! The game as PGN.

use std::{io::Write, path::Path};

use jiff::{Zoned, civil::Date};

use super::played_game::PlayedGame;
use crate::{
    chess::Position,
    cli::play::{PlayError, PlaySession},
    display::Opening,
    notation::pgn::{Line, PlayedMove, Tag, Writer, result},
    platform::files::write_new,
    uci::NAME,
};

impl<W: Write> PlaySession<W> {
    /// Prints the game, or writes it to a file.
    pub(super) fn write_pgn(&mut self, path: &str) -> Result<(), PlayError> {
        let names = self.person.fold_wb(["Player", NAME], [NAME, "Player"]);
        let text = write(&self.game, Zoned::now().date(), names);
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
}

/// Formats the game with its date and the players' names.
fn write(game: &PlayedGame, date: Date, [white, black]: [&str; 2]) -> String {
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
    let mut writer = Writer::default();
    writer.tags(&tags, result);
    writer.line(&Line { comments: Vec::new(), moves }, game.start());
    writer.word(result);
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Game;

    const DAY: Date = Date::constant(2026, 3, 9);

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
