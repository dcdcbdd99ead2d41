//! Parses and loads the starts of games.

use std::{
    io,
    path::{Path, PathBuf},
    str::FromStr,
};

use brudno::{
    chess::{Game, Position},
    search::Skill,
    tools::openings,
};
use brudno_console::format::count;
use brudno_notation::{
    ReadTextError, TextFile,
    pgn::{BrokenGame, PgnGame, PgnStream},
};
use rand::Rng as _;
use shakmaty::Color;
use thiserror::Error;

use super::{
    clock::{Clocks, TimeControl},
    played_game::PlayedGame,
    setup::engine_side,
};
use crate::shared::clock_tags;

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
    /// Returns the move number of a position.
    fn of(position: &Position) -> MoveNumber {
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

/// A game with the settings to continue it.
pub struct LoadedGame {
    /// Game.
    pub game: PlayedGame,
    /// The player's side; `None` if the game is not one against the engine.
    pub person: Option<Color>,
    /// The engine's strength; `None` is its full strength.
    pub elo: Option<u32>,
    /// The clocks, stopped.
    pub clocks: Option<Clocks>,
}

impl Default for LoadedGame {
    fn default() -> LoadedGame {
        LoadedGame::of(PlayedGame::new(Game::default()))
    }
}

impl LoadedGame {
    /// Returns a game without settings.
    pub const fn of(game: PlayedGame) -> LoadedGame {
        LoadedGame { game, person: None, elo: None, clocks: None }
    }

    /// Returns the settings of a game, and its start without its moves.
    pub fn of_pgn(game: &PgnGame) -> LoadedGame {
        let loaded = LoadedGame::of(PlayedGame::new(game.start.clone()));
        let Some(engine) = engine_side(["White", "Black"].map(|name| game.tag(name))) else {
            return loaded;
        };
        let elo = game.tag(engine.fold_wb("WhiteElo", "BlackElo"));
        let elo = elo.and_then(|elo| elo.parse().ok()).filter(|elo| Skill::ELO.contains(elo));
        let control = game.tag("TimeControl").and_then(TimeControl::of_tag);
        let clocks = control.map(|control| Clocks::resumed(control, clock_tags::last(game)));
        LoadedGame { person: Some(!engine), elo, clocks, ..loaded }
    }
}

/// Result of loading a file.
pub enum Loaded {
    /// A game.
    Game(Box<LoadedGame>),
    /// The file has several games: lines about the first ones, and their number.
    Several(Vec<String>, usize),
}

/// Maximum number of games in a list.
const LISTED: usize = 15;

/// Loads a game of a PGN file, up to a move if one is given. `number` is its number in the file,
/// from 1. Without it, the file has to have one game only.
///
/// # Errors
///
/// The file cannot be read, or the game cannot be continued from there.
pub fn load(
    path: &Path,
    number: Option<usize>,
    until: Option<MoveNumber>,
) -> Result<Loaded, LoadError> {
    read(path, number, until).map_err(|kind| LoadError { path: path.to_owned(), kind })
}

fn read(
    path: &Path,
    number: Option<usize>,
    until: Option<MoveNumber>,
) -> Result<Loaded, LoadErrorKind> {
    let stream = TextFile::open(path).and_then(|mut file| file.stream());
    let stream = stream.map_err(|ReadTextError { error, .. }| error)?;
    let mut games = PgnStream::of(stream);
    for _ in 1..number.unwrap_or(1) {
        games.next_game()?;
    }
    let game = games.next_game()?.ok_or(LoadErrorKind::NoGame)?;
    if number.is_none()
        && let Some(second) = games.next_game()?
    {
        let mut lines = vec![line(game), line(second)];
        let mut all = lines.len();
        while let Some(game) = games.next_game()? {
            all += 1;
            if lines.len() < LISTED {
                lines.push(line(game));
            }
        }
        return Ok(Loaded::Several(lines, all));
    }
    let mut game = game?;
    let plies = plies(&game, until)?;
    game.main.moves.truncate(plies);
    let mut loaded = LoadedGame::of_pgn(&game);
    for (m, left) in game.moves().into_iter().zip(clock_tags::after_moves(&game)) {
        loaded.game.play_timed(m, left);
    }
    Ok(Loaded::Game(Box::new(loaded)))
}

/// Returns the number of plies before a move.
fn plies(game: &PgnGame, until: Option<MoveNumber>) -> Result<usize, LoadErrorKind> {
    if game.main.moves.iter().any(|played| played.m.is_none()) {
        return Err(LoadErrorKind::Pass);
    }
    let Some(until) = until else { return Ok(game.main.moves.len()) };
    let mut positions = game.positions().into_iter();
    let found = positions.position(|game| MoveNumber::of(game.position()) == until);
    found.ok_or(LoadErrorKind::NoSuchMove)
}

/// Describes a game of a file in a line.
fn line(game: Result<PgnGame, BrokenGame>) -> String {
    let game = match game {
        Ok(game) => game,
        Err(error) => return format!("{error}"),
    };
    let date = game.tag("Date").filter(|date| !date.starts_with('?'));
    let date = date.map_or_else(String::new, |date| format!(", {date}"));
    let moves = count(game.main.moves.len().div_ceil(2) as u64, "move", "moves");
    format!("{}{date}, {}, {moves}", game.players(), game.result())
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
        Ok(match load(&path, None, until)? {
            Loaded::Game(loaded) => loaded.game.current().position().fen(),
            Loaded::Several(lines, all) => format!("{all}: {}", lines.join("; ")),
        })
    }

    #[test]
    fn a_game_is_loaded_up_to_a_move() {
        let pgn = "[White \"A\"]\n\n1. e4 {good} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 1-0\n";
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
    fn several_games_are_listed() {
        let pgn = "[White \"A\"]\n[Black \"B\"]\n[Date \"2026.03.01\"]\n\n1. e4 e5 2. d4 1-0\n\n\
                   [White \"C\"]\n\n1. d4 *\n";
        let list = fen_of(pgn, "").unwrap();
        assert_eq!(list, "2: A - B, 2026.03.01, 1-0, 2 moves; C - ?, *, 1 move");
        let many = pgn.repeat(20);
        assert!(fen_of(&many, "").unwrap().starts_with("40: "));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        fs::write(&path, many).unwrap();
        let Ok(Loaded::Game(second)) = load(&path, Some(40), None) else { panic!("it is there") };
        assert_eq!(second.game.moves().len(), 1);
        assert!(load(&path, Some(41), None).is_err());
    }

    #[test]
    fn a_game_against_the_engine_comes_back_with_its_settings() {
        let pgn = "[White \"Brudno 0.0.1\"]\n[Black \"Player\"]\n[WhiteElo \"1500\"]\n\
                   [TimeControl \"300+3\"]\n\n1. e4 {[%clk 0:04:58]} e5 {[%clk 0:00:07.5]} \
                   2. d4 {[%clk 0:04:50]} *\n";
        let game = brudno_notation::pgn::games(pgn).next().unwrap().unwrap();
        let loaded = LoadedGame::of_pgn(&game);
        assert_eq!((loaded.person, loaded.elo), (Some(Color::Black), Some(1500)));
        assert_eq!(loaded.clocks.unwrap().to_string(), "White 4:50, Black 7.5");
        let other = pgn.replace("Brudno 0.0.1", "Brudnova");
        let game = brudno_notation::pgn::games(&other).next().unwrap().unwrap();
        let loaded = LoadedGame::of_pgn(&game);
        assert!(loaded.person.is_none() && loaded.clocks.is_none());
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
        assert!(load(Path::new("no such file.pgn"), None, None).is_err());
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
