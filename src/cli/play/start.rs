//! Where games of `brudno play` begin.

use std::{fmt::Display, path::Path, str::FromStr};

use rand::Rng as _;
use shakmaty::Color;

use super::played_game::PlayedGame;
use crate::{
    chess::Game,
    notation::{decode, pgn},
    platform::files::{MAX_TEXT, read_argument},
    tools::openings,
};

/// A start of Chess960.
#[derive(Clone, Copy, Debug)]
pub enum Chess960 {
    /// Another one in each game.
    Random,
    /// The one with this number.
    Numbered(u32),
}

impl FromStr for Chess960 {
    type Err = String;

    fn from_str(text: &str) -> Result<Chess960, String> {
        match text.parse() {
            _ if text.eq_ignore_ascii_case("random") => Ok(Chess960::Random),
            Ok(number) if number < openings::ARRANGEMENTS => Ok(Chess960::Numbered(number)),
            _ => Err(format!("neither random nor a number below {}", openings::ARRANGEMENTS)),
        }
    }
}

impl Chess960 {
    /// The number of a start, and its game.
    pub fn draw(self) -> (u32, Game) {
        let number = match self {
            Chess960::Random => rand::rng().random_range(0..openings::ARRANGEMENTS),
            Chess960::Numbered(number) => number,
        };
        (number, Game::new(openings::fischer_random(number, number)))
    }
}

/// A place in a game: before the move of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveNumber {
    number: u32,
    side: Color,
}

impl FromStr for MoveNumber {
    type Err = String;

    /// Reads `12` or `12.` as White's move, `12...` as Black's.
    fn from_str(text: &str) -> Result<MoveNumber, String> {
        let digits = text.trim_end_matches('.');
        let side = if text.len() - digits.len() > 1 { Color::Black } else { Color::White };
        let number = digits.parse().ok().filter(|&number| number > 0);
        number
            .map(|number| MoveNumber { number, side })
            .ok_or_else(|| format!("not a move number like 12 or 12...: {text}"))
    }
}

impl MoveNumber {
    /// The place that a game is at.
    fn of(game: &PlayedGame) -> MoveNumber {
        let position = game.current().position();
        MoveNumber { number: position.fullmoves(), side: position.turn() }
    }
}

/// The first game of a PGN file, up to a move if one is given.
///
/// # Errors
///
/// What is wrong with the file, for the player.
pub fn load(path: &Path, until: Option<MoveNumber>) -> Result<PlayedGame, String> {
    let error = |why: &dyn Display| format!("cannot load {}: {why}", path.display());
    let bytes = read_argument(path, MAX_TEXT).map_err(|why| error(&why))?;
    let text = decode(&bytes);
    let game = pgn::games(&text).next().ok_or_else(|| error(&"no game in it"))?;
    let game = game.map_err(|broken| error(&broken))?;
    let mut played = PlayedGame::new(game.start.clone());
    if game.main.moves.iter().any(|played| played.m.is_none()) {
        return Err(error(&"a side passes the turn in it, which cannot be played on"));
    }
    for m in game.moves() {
        if until == Some(MoveNumber::of(&played)) {
            break;
        }
        played.play(m);
    }
    match until {
        Some(until) if until != MoveNumber::of(&played) => Err(error(&"the game has no such move")),
        _ => Ok(played),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn fen_of(pgn: &str, until: &str) -> Result<String, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.pgn");
        fs::write(&path, pgn).unwrap();
        let until = (!until.is_empty()).then(|| until.parse().unwrap());
        load(&path, until).map(|game| game.current().position().fen())
    }

    #[test]
    fn a_game_is_loaded_up_to_a_move() {
        let pgn =
            "[White \"A\"]\n\n1. e4 {good} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 1-0\n\n1. d4 *\n";
        for (until, fen) in [
            ("", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"),
            ("3", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"),
            ("1...", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
            ("2.", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
        ] {
            assert_eq!(fen_of(pgn, until).as_deref(), Ok(fen), "{until}");
        }
        let chess960 =
            "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/4KR2 w F - 0 1\"]\n\n1. O-O *";
        assert!(fen_of(chess960, "").unwrap().starts_with("4k3/8/8/8/8/8/8/5RK1 b"));
    }

    #[test]
    fn what_cannot_be_loaded_is_explained() {
        for (pgn, until, why) in [
            ("", "", "no game"),
            ("1. e4 e4 *", "", "1...e4 is no legal move"),
            ("1. e4 e5 *", "4", "no such move"),
            ("[FEN \"nonsense\"]\n\n1. e4 *", "", "not a FEN"),
            ("[Variant \"Atomic\"]\n\n1. e4 *", "", "variant Atomic"),
            ("1. e4 -- 2. d4 *", "", "passes the turn"),
        ] {
            let refusal = fen_of(pgn, until).unwrap_err();
            assert!(refusal.contains(why), "{pgn}: {refusal}");
        }
        assert!(load(Path::new("no such file.pgn"), None).is_err());
        for text in ["", "x", "0", "12.x", "-3"] {
            assert!(text.parse::<MoveNumber>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_start_has_its_number() {
        for (text, number) in [("518", 518), ("0", 0), ("959", 959)] {
            let (drawn, game) = text.parse::<Chess960>().unwrap().draw();
            assert_eq!(drawn, number);
            assert!(game.position().is_chess960());
        }
        let (number, _) = "random".parse::<Chess960>().unwrap().draw();
        assert!(number < openings::ARRANGEMENTS);
        assert!("960".parse::<Chess960>().is_err() && "x".parse::<Chess960>().is_err());
    }
}
