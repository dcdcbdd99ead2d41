//! The positions of the benchmark.

use std::path::{Path, PathBuf};

use crate::{
    chess::{Game, Position},
    notation::{
        epd,
        epd::{EpdEntry, EpdError},
    },
    platform::files::{MAX_TEXT, read_regular, written_path},
    tools::openings::OpeningsError,
};

/// Embedded positions.
const POSITIONS: &str = include_str!("../../../bench.epd");

/// A position of the benchmark.
pub struct BenchPosition {
    /// Its name, or its line in the file.
    pub name: String,
    /// The position, without history.
    pub game: Game,
}

/// Where the positions come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionSource {
    /// `bench.epd`.
    Default,
    /// The current position.
    Current,
    /// A file of FENs or EPD lines.
    File(PathBuf),
}

impl From<&str> for PositionSource {
    fn from(name: &str) -> PositionSource {
        match name.to_ascii_lowercase().as_str() {
            "default" => PositionSource::Default,
            "current" => PositionSource::Current,
            _ => PositionSource::File(written_path(name)),
        }
    }
}

impl PositionSource {
    /// Returns the positions.
    ///
    /// # Errors
    ///
    /// The file cannot be read, a line is not a position, or there is none.
    pub fn read(&self, current: &Position) -> Result<Vec<BenchPosition>, OpeningsError> {
        let named = |entry: EpdEntry| BenchPosition { name: entry.name(), game: entry.game };
        match self {
            PositionSource::Default => {
                let entries = epd::parse(POSITIONS).expect("the embedded positions are valid");
                Ok(entries.into_iter().map(named).collect())
            }
            PositionSource::Current => {
                let game = Game::new(current.clone());
                Ok(vec![BenchPosition { name: current.fen(), game }])
            }
            PositionSource::File(path) => read_file(path),
        }
    }
}

/// Reads the positions of a file. Operations of EPD other than `id` are not read, nor `setoption`
/// lines of Stockfish: a FEN shows whether it is one of Chess960.
fn read_file(path: &Path) -> Result<Vec<BenchPosition>, OpeningsError> {
    let bytes =
        read_regular(path, MAX_TEXT).map_err(|error| OpeningsError::Io(path.to_owned(), error))?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    let positions: Result<Vec<BenchPosition>, EpdError> = lines
        .map(|(number, line)| (number, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .filter(|(_, line)| !line.starts_with("setoption"))
        .map(|(line, text)| match epd::position(text) {
            Ok((game, id)) => {
                Ok(BenchPosition { name: id.unwrap_or_else(|| format!("line {line}")), game })
            }
            Err(kind) => Err(EpdError { line, kind }),
        })
        .collect();
    let positions = positions.map_err(|error| OpeningsError::Epd(path.to_owned(), error))?;
    if positions.is_empty() {
        return Err(OpeningsError::Empty(path.to_owned()));
    }
    Ok(positions)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_has_a_position_a_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("positions");
        let read = |text: &str| {
            fs::write(&path, text).unwrap();
            PositionSource::File(path.clone()).read(&Position::startpos())
        };
        let text = "\u{feff}8/8/8/8/8/k7/p7/K7 w - - 0 1\r\n\n# a comment\n\
                    setoption name UCI_Chess960 value true\n\
                    bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\n\
                    4k3/8/8/8/8/8/8/4K2R w K - id \"rook\"; bm Kd9; ;D1 15 ;D2 66\n";
        let positions = read(text).unwrap();
        let names: Vec<&str> = positions.iter().map(|position| position.name.as_str()).collect();
        assert_eq!(names, ["line 1", "line 5", "rook"]);
        assert!(positions[1].game.position().is_chess960());
        for (text, error) in [
            ("\n# nothing\n", ": no position"),
            ("8/8/8/8/8/k7/p7/K7 w - -\nnonsense\n", ": line 2: expected pieces"),
        ] {
            let refused = read(text).err().unwrap().to_string();
            assert!(refused.contains(error), "{refused}");
        }
        let missing = PositionSource::File(folder.path().join("missing"));
        assert!(missing.read(&Position::startpos()).is_err());
    }
}
