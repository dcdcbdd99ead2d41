//! Reads the puzzles of a file: EPD with `bm`, or PGN games that begin with a position and its
//! solution.

use std::path::{Path, PathBuf};

use brudno::{
    chess::Game,
    notation::epd::{self, EpdEntry},
    platform::stdio::remark,
};
use brudno_notation::{
    ReadTextError,
    pgn::{self, PgnGame, is_pgn},
    read_text,
};
use shakmaty::Move;
use thiserror::Error;

/// A position with its solution.
pub struct Puzzle {
    /// Position.
    pub game: Game,
    /// The solutions, of which one is enough.
    pub solutions: Vec<Move>,
    /// Line that begins with a solution: moves to find and the answers to them.
    pub line: Vec<Move>,
    /// Theme, if it is known.
    pub theme: Option<String>,
    /// Game that the position comes from.
    pub about: Option<String>,
}

/// Errors of reading puzzles.
#[derive(Debug, Error)]
pub enum ReadPuzzlesError {
    /// Standard input is used for the answers.
    #[error("puzzles cannot come from standard input, which is used for the answers; give a file")]
    Stdin,
    /// The file cannot be read.
    #[error(transparent)]
    File(ReadTextError),
    /// The file has no puzzle.
    #[error(
        "{0} contains no puzzle; expected EPD with bm, or PGN with the tag FEN and the solution"
    )]
    NoPuzzles(PathBuf),
}

/// Reads the puzzles of a file. Skips lines and games that are not puzzles, with a message.
///
/// # Errors
///
/// The file cannot be read, or has no puzzle.
pub fn read(path: &Path) -> Result<Vec<Puzzle>, ReadPuzzlesError> {
    if path == Path::new("-") {
        return Err(ReadPuzzlesError::Stdin);
    }
    let text = read_text(path).map_err(ReadPuzzlesError::File)?;
    let is_named = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
    let results: Vec<Result<Puzzle, String>> = if is_named || is_pgn(&text) {
        pgn::games(&text).map(|game| of_game(game.map_err(|error| error.to_string())?)).collect()
    } else {
        epd::entries(&text)
            .map(|entry| of_entry(entry.map_err(|error| error.to_string())?))
            .collect()
    };
    let mut puzzles = Vec::new();
    for result in results {
        match result {
            Ok(puzzle) => puzzles.push(puzzle),
            Err(why) => remark(format_args!("brudno: {}: {why}; skipped", path.display())),
        }
    }
    if puzzles.is_empty() { Err(ReadPuzzlesError::NoPuzzles(path.to_owned())) } else { Ok(puzzles) }
}

fn of_entry(entry: EpdEntry) -> Result<Puzzle, String> {
    if entry.best_moves.is_empty() {
        return Err(format!("line {}: no bm", entry.line));
    }
    let theme = entry.id.as_deref().and_then(theme);
    // A name without a theme is all that is known about the puzzle.
    let about = entry.comment.or_else(|| entry.id.filter(|_| theme.is_none()));
    let solutions = entry.best_moves;
    let line = entry.line_of_play;
    let line =
        if line.first().is_some_and(|m| solutions.contains(m)) { line } else { vec![solutions[0]] };
    Ok(Puzzle { game: entry.game, solutions, line, theme, about })
}

fn of_game(game: PgnGame) -> Result<Puzzle, String> {
    let number = game.number;
    if game.tag("FEN").is_none() {
        return Err(format!("game {number}: no tag FEN"));
    }
    let line = game.moves();
    let &solution = line.first().ok_or_else(|| format!("game {number}: no solution"))?;
    let known = |tag: &&str| tag.contains(|letter: char| !"?.".contains(letter));
    let mut about = Vec::new();
    if ["White", "Black"].iter().any(|&name| game.tag(name).filter(known).is_some()) {
        about.push(game.players());
    }
    about.extend(game.tag("Date").filter(known).map(str::to_owned));
    let mut found = None;
    for comment in &game.main.comments {
        // `mate-in-2.1: 4.d3 was played`
        match comment.split_once(": ").and_then(|(id, rest)| Some((theme(id)?, rest))) {
            Some((theme, rest)) => {
                found = Some(theme);
                about.push(rest.to_owned());
            }
            None => about.push(comment.clone()),
        }
    }
    let about = (!about.is_empty()).then(|| about.join(", "));
    Ok(Puzzle { game: game.start, solutions: vec![solution], line, theme: found, about })
}

/// Returns the theme in the name of a puzzle of `analyse --puzzles`: `mate in 2` of `mate-in-2.1`.
fn theme(id: &str) -> Option<String> {
    let (theme, number) = id.rsplit_once('.')?;
    let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    let is_known = theme.starts_with(MATE) || THEMES.iter().any(|(name, _)| *name == theme);
    let words = THEMES.iter().find(|(name, _)| *name == theme).map(|&(_, words)| words.to_owned());
    (is_number && is_known).then(|| words.unwrap_or_else(|| theme.replace('-', " ")))
}

/// Start of the names of mates, which end with the number of moves.
const MATE: &str = "mate-in-";
/// Names of the other themes, and their words.
const THEMES: [(&str, &str); 4] = [
    ("material", "wins material"),
    ("promotion", "promotion"),
    ("win", "wins"),
    ("draw", "holds the draw"),
];

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn puzzles(name: &str, text: &str) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        let puzzles = read(&path).map_err(|error| error.to_string())?;
        let texts = puzzles.into_iter().map(|puzzle| {
            let position = puzzle.game.position();
            let moves: Vec<String> =
                puzzle.solutions.iter().map(|&m| position.to_uci(m, false).to_string()).collect();
            format!("{} {}", moves.join(","), puzzle.about.unwrap_or_default())
        });
        Ok(texts.collect())
    }

    #[test]
    fn both_forms_are_read() {
        let epd = "7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#; id \"a\"; c0 \"A - B, 2026\";\n\
                   7k/8/6K1/8/8/8/8/R7 w - - am Ra7;\n7k/8/6K1/8/8/8/8/R7 w - - bm Ra8 Rb1;\n";
        assert_eq!(puzzles("a.epd", epd).unwrap(), ["a1a8 A - B, 2026", "a1a8,a1b1 "]);
        let pgn = "[White \"A\"]\n[Black \"B\"]\n[Date \"2026.??.??\"]\n\
                   [FEN \"7k/8/6K1/8/8/8/8/R7 w - - 0 1\"]\n\n{mate.1: 1.Ra7 was played} 1. Ra8# *\n\n\
                   [White \"A\"]\n\n1. e4 *\n\n[FEN \"7k/8/6K1/8/8/8/8/R7 w - - 0 1\"]\n\n*\n";
        for name in ["a.pgn", "a.txt"] {
            let found = puzzles(name, pgn).unwrap();
            assert_eq!(found, ["a1a8 A - B, 2026.??.??, mate.1: 1.Ra7 was played"]);
        }
    }

    #[test]
    fn a_file_without_puzzles_is_refused() {
        for (name, text) in [("a.epd", ""), ("a.epd", "8/8 w"), ("a.pgn", "1. e4 *")] {
            assert!(puzzles(name, text).unwrap_err().contains("no puzzle"), "{text}");
        }
        assert!(matches!(read(Path::new("-")), Err(ReadPuzzlesError::Stdin)));
    }
}
