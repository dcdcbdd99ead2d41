//! Parses and loads the starts of games.

use std::{
    io,
    path::{Path, PathBuf},
    str::FromStr,
};

use brudno::{chess::Game, tools::openings};
use brudno_notation::{
    ReadTextError, TextFile,
    pgn::{BrokenGame, PgnStream},
};
use rand::Rng as _;
use shakmaty::Color;
use thiserror::Error;

use super::played_game::PlayedGame;

/// Start position of Chess960.
#[derive(Clone, Copy, Debug)]
pub enum Chess960 {
    /// Random position, drawn for each game.
    Random,
    /// Position with this number.
    Numbered(u32),
}

/// The text is not a start position of Chess960.
#[derive(Debug, Error)]
#[error("expected random or a number from 0 to {max}", max = openings::ARRANGEMENTS - 1)]
pub struct Chess960Error;

impl FromStr for Chess960 {
    type Err = Chess960Error;

    fn from_str(text: &str) -> Result<Chess960, Chess960Error> {
        match text.parse() {
            _ if text.eq_ignore_ascii_case("random") => Ok(Chess960::Random),
            Ok(number) if number < openings::ARRANGEMENTS => Ok(Chess960::Numbered(number)),
            _ => Err(Chess960Error),
        }
    }
}

impl Chess960 {
    /// Returns the number of the start position, and the game.
    pub fn draw(self) -> (u32, Game) {
        let number = match self {
            Chess960::Random => rand::rng().random_range(0..openings::ARRANGEMENTS),
            Chess960::Numbered(number) => number,
        };
        (number, Game::new(openings::fischer_random(number, number)))
    }
}

/// A point in a game, before a side's move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveNumber {
    number: u32,
    side: Color,
}

/// The text is not a move number.
#[derive(Debug, Error)]
#[error("not a move number: {0}; expected 12 or 12...")]
pub struct MoveNumberError(String);

impl FromStr for MoveNumber {
    type Err = MoveNumberError;

    /// Parses `12` or `12.` as White's move, `12...` as Black's.
    fn from_str(text: &str) -> Result<MoveNumber, MoveNumberError> {
        let digits = text.trim_end_matches('.');
        let side = if text.len() - digits.len() > 1 { Color::Black } else { Color::White };
        let number = digits.parse().ok().filter(|&number| number > 0);
        number
            .map(|number| MoveNumber { number, side })
            .ok_or_else(|| MoveNumberError(text.to_owned()))
    }
}

impl MoveNumber {
    /// Returns the move number of the current position.
    fn of(game: &PlayedGame) -> MoveNumber {
        let position = game.current().position();
        MoveNumber { number: position.fullmoves(), side: position.turn() }
    }
}

/// The game cannot be loaded.
#[derive(Debug, Error)]
#[error("cannot load {path}: {kind}")]
pub struct LoadError {
    path: PathBuf,
    kind: LoadErrorKind,
}

#[derive(Debug, Error)]
enum LoadErrorKind {
    #[error(transparent)]
    Read(#[from] io::Error),
    #[error("the file has no game")]
    NoGame,
    #[error(transparent)]
    Broken(#[from] BrokenGame),
    #[error("the game has a null move")]
    Pass,
    #[error("the game has no such move")]
    NoSuchMove,
}

/// Loads the first game of a PGN file, up to a move if one is given.
///
/// # Errors
///
/// The file cannot be read, or its first game cannot be continued from there.
pub fn load(path: &Path, until: Option<MoveNumber>) -> Result<PlayedGame, LoadError> {
    read(path, until).map_err(|kind| LoadError { path: path.to_owned(), kind })
}

fn read(path: &Path, until: Option<MoveNumber>) -> Result<PlayedGame, LoadErrorKind> {
    let stream = TextFile::open(path).and_then(|mut file| file.stream());
    let stream = stream.map_err(|ReadTextError { error, .. }| error)?;
    let game = PgnStream::of(stream).next_game()?.ok_or(LoadErrorKind::NoGame)??;
    let mut played = PlayedGame::new(game.start.clone());
    if game.main.moves.iter().any(|played| played.m.is_none()) {
        return Err(LoadErrorKind::Pass);
    }
    for m in game.moves() {
        if until == Some(MoveNumber::of(&played)) {
            break;
        }
        played.play(m);
    }
    match until {
        Some(until) if until != MoveNumber::of(&played) => Err(LoadErrorKind::NoSuchMove),
        _ => Ok(played),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn fen_of(pgn: &str, until: &str) -> Result<String, LoadError> {
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
            assert_eq!(fen_of(pgn, until).unwrap(), fen, "{until}");
        }
        let chess960 =
            "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/4KR2 w F - 0 1\"]\n\n1. O-O *";
        assert!(fen_of(chess960, "").unwrap().starts_with("4k3/8/8/8/8/8/8/5RK1 b"));
    }

    #[test]
    fn what_cannot_be_loaded_is_explained() {
        for (pgn, until, why) in [
            ("", "", "no game"),
            ("1. e4 e4 *", "", "1...e4 is not a legal move"),
            ("1. e4 e5 *", "4", "no such move"),
            ("[FEN \"nonsense\"]\n\n1. e4 *", "", "not a FEN"),
            ("[Variant \"Atomic\"]\n\n1. e4 *", "", "variant Atomic"),
            ("1. e4 -- 2. d4 *", "", "null move"),
        ] {
            let refusal = fen_of(pgn, until).unwrap_err().to_string();
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
