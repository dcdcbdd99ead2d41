//! Names of common openings with their ECO codes, and how many of them pass through a position.

use std::{collections::HashMap, fmt, sync::LazyLock};

use shakmaty::Move;

use super::position::Position;

/// One opening per line: code, name and moves.
const TABLE: &str = include_str!("opening_names.txt");

/// The positions of the table by their keys, which covers transpositions.
static POSITIONS: LazyLock<HashMap<u64, Entry>> = LazyLock::new(|| {
    let mut entries: HashMap<u64, Entry> = HashMap::new();
    for line in TABLE.lines() {
        let (positions, opening) = read(line).expect("tested to be legal");
        for position in &positions {
            entries.entry(position.key()).or_default().lines += 1;
        }
        let last = positions.last().map(Position::key);
        last.and_then(|key| entries.get_mut(&key)).expect("just inserted").opening = Some(opening);
    }
    entries
});

#[derive(Default)]
struct Entry {
    opening: Option<Opening>,
    /// Number of lines that pass through it.
    lines: u32,
}

/// Returns the number of named openings whose moves pass through a position.
pub(crate) fn named_lines(position: &Position) -> u32 {
    POSITIONS.get(&position.key()).map_or(0, |entry| entry.lines)
}

/// A named opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// ECO code, such as `C50`.
    pub eco: &'static str,
    /// Name, such as `Italian Game`.
    pub name: &'static str,
}

impl Opening {
    /// Returns the opening of a position, if it has a name.
    pub fn of(position: &Position) -> Option<Opening> {
        POSITIONS.get(&position.key())?.opening
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

/// Parses a line of the table: its positions from the start position on, and its name. `None` if
/// its form or its moves are invalid.
fn read(line: &'static str) -> Option<(Vec<Position>, Opening)> {
    let (eco, rest) = line.split_once(' ')?;
    let (name, moves) = rest.split_once(": ")?;
    let mut positions = vec![Position::startpos()];
    for text in moves.split(' ') {
        let position = positions.last()?;
        positions.push(position.play(position.parse_move(text).ok()?));
    }
    Some((positions, Opening { eco, name }))
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
        let named = POSITIONS.values().filter(|entry| entry.opening.is_some());
        assert_eq!(named.count(), TABLE.lines().count());
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
        let (positions, opening) = read("B20 Sicilian Defence: e4 c5").unwrap();
        assert_eq!(Opening::of_game(&positions[2], &[]), Some(opening));
    }

    #[test]
    fn main_lines_have_the_most_names() {
        let start = Position::startpos();
        let lines = |text| named_lines(&start.play(start.parse_move(text).unwrap()));
        assert_eq!(named_lines(&start), TABLE.lines().count() as u32);
        assert!(lines("e4") > 3 * lines("Nf3") && lines("d4") > 3 * lines("Nf3"));
        assert!(lines("Nf3") > lines("g3") && lines("g3") > lines("a3"));
        assert_eq!(lines("a3"), 0);
    }
}
