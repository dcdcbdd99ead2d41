//! Names of common openings, with their ECO codes.

use std::{collections::HashMap, fmt, sync::LazyLock};

use serde::Serialize;
use shakmaty::Move;

use crate::chess::Position;

/// One opening per line: code, name and moves.
const TABLE: &str = include_str!("opening_names.txt");

/// Openings by position key, which covers transpositions.
static OPENINGS: LazyLock<HashMap<u64, Opening>> = LazyLock::new(|| {
    let openings = TABLE.lines().map(|line| read(line).expect("tested to be legal"));
    openings.map(|(position, opening)| (position.key(), opening)).collect()
});

/// A named opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Opening {
    /// ECO code, such as `C50`.
    pub eco: &'static str,
    /// Name, such as `Italian Game`.
    pub name: &'static str,
}

impl Opening {
    /// Returns the opening of a position, if it has a name.
    pub fn of(position: &Position) -> Option<Opening> {
        OPENINGS.get(&position.key()).copied()
    }

    /// Returns the opening of a game: that of the last position with a name.
    pub fn of_game(start: &Position, moves: &[Move]) -> Option<Opening> {
        let mut position = start.clone();
        let mut last = Opening::of(start);
        for &m in moves {
            position = position.play(m);
            last = Opening::of(&position).or(last);
        }
        last
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.eco)
    }
}

/// Parses a line of the table. `None` if its form or its moves are invalid.
fn read(line: &'static str) -> Option<(Position, Opening)> {
    let (eco, rest) = line.split_once(' ')?;
    let (name, moves) = rest.split_once(": ")?;
    let mut position = Position::startpos();
    for text in moves.split(' ') {
        position = position.play(position.parse_move(text).ok()?);
    }
    Some((position, Opening { eco, name }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(moves: &str) -> Option<Opening> {
        let start = Position::startpos();
        let mut position = start.clone();
        let mut played = Vec::new();
        for text in moves.split_whitespace() {
            let m = position.parse_move(text).unwrap();
            position = position.play(m);
            played.push(m);
        }
        Opening::of_game(&start, &played)
    }

    #[test]
    fn each_line_leads_to_a_position_of_its_own() {
        let lines = TABLE.lines().map(|line| (line, read(line)));
        for (line, read) in lines {
            let (_, opening) = read.unwrap_or_else(|| panic!("{line}"));
            let [letter, digits @ ..] = opening.eco.as_bytes() else { panic!("{line}") };
            assert!(matches!(letter, b'A'..=b'E') && digits.len() == 2, "{line}");
            assert!(digits.iter().all(u8::is_ascii_digit), "{line}");
        }
        assert_eq!(OPENINGS.len(), TABLE.lines().count());
    }

    #[test]
    fn games_are_named_by_their_last_known_position() {
        let name = |moves| named(moves).map(|opening| opening.to_string());
        assert_eq!(name("e4 e5 Nf3 Nc6 Bc4 h6 a3").unwrap(), "Italian Game (C50)");
        let najdorf = "Sicilian Defence, Najdorf Variation (B90)";
        assert_eq!(name("Nf3 c5 e4 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6").unwrap(), najdorf);
        assert_eq!(name("a3"), None);
        assert_eq!(name(""), None);
        // A game may start from a named position.
        let (start, opening) = read("B20 Sicilian Defence: e4 c5").unwrap();
        assert_eq!(Opening::of_game(&start, &[]), Some(opening));
    }
}
