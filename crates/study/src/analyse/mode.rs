//! What `brudno analyse` does with its input, decided once.

use std::io::{self, BufRead as _, Cursor, Read as _};

use brudno::platform::files;
use brudno_notation::{
    TextFile,
    input::{self, ParsedGame},
    pgn::is_pgn,
};

use super::{AnalyseArgs, AnalyseError, batch::LinePlace};
use crate::shared::position_args::{PositionArgsError, PositionSource};

/// Bytes of empty lines at which standard input no longer counts as a list that is sent line by line.
const MAX_EMPTY: usize = 1 << 20;

/// Mode of a run.
pub enum Mode {
    /// Prints a full report on one position.
    Position(Box<ParsedGame>),
    /// Prints a short report on each line of a list.
    List(PositionList),
    /// Annotates games.
    Games(Vec<PositionSource<TextFile>>),
}

/// Positions, one per line.
pub struct PositionList {
    /// Lines with their places, read as needed.
    pub lines: Box<dyn Iterator<Item = io::Result<(LinePlace, String)>>>,
    /// Number of lines. `None` if another program sends them one by one.
    pub total: Option<usize>,
}

/// Content of a source without games.
enum Content<'a> {
    /// One position per line, with line numbers from 1.
    List(Vec<(usize, &'a str)>),
    /// One position, in any notation.
    Position,
}

impl Content<'_> {
    /// An argument is one position.
    fn of(source: &PositionSource) -> Content<'_> {
        match source {
            PositionSource::Argument(_) => Content::Position,
            _ => input::lines(source.text()).map_or(Content::Position, Content::List),
        }
    }
}

/// Games are a PGN with tags, or a file named `.pgn`.
fn has_games(source: &PositionSource<TextFile>) -> bool {
    match source {
        PositionSource::Argument(_) => false,
        PositionSource::Stdin(file) => is_pgn(file.start()),
        PositionSource::File(path, file) => {
            // A compressed file has two extensions.
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let is_named = name.to_ascii_lowercase().split('.').skip(1).any(|end| end == "pgn");
            is_named || is_pgn(file.start())
        }
    }
}

impl Mode {
    /// Reads the input, and decides by its content and the options.
    ///
    /// # Errors
    ///
    /// The input cannot be read, or does not fit together or to the options.
    pub fn of(arguments: &AnalyseArgs) -> Result<Mode, AnalyseError> {
        let sources = if arguments.json && arguments.position.is_stdin() {
            let mut stdin = io::stdin().lock();
            let begun = read_to_first_position(&mut stdin).map_err(AnalyseError::Read)?;
            let first = String::from_utf8_lossy(&begun);
            if first.lines().last().is_some_and(input::begins_with_position) {
                // Programs send a position and wait for its report before they send the next one.
                arguments.refuse_games_options()?;
                return Ok(Mode::List(PositionList::of_stream(&first, stdin)));
            }
            drop(stdin);
            let file = TextFile::of_stdin(Cursor::new(begun).chain(io::stdin()));
            vec![PositionSource::Stdin(
                file.map_err(PositionArgsError::Read).map_err(AnalyseError::Position)?,
            )]
        } else {
            arguments.position.sources().map_err(AnalyseError::Position)?
        };
        let is_games: Vec<bool> = sources.iter().map(has_games).collect();
        if is_games.iter().all(|&is_games| is_games) {
            return Mode::of_games(arguments, sources);
        }
        let first = |wanted: bool| is_games.iter().position(|&is_games| is_games == wanted);
        if let Some((games, positions)) = first(true).zip(first(false)) {
            let [games, positions] = [games, positions].map(|index| sources[index].to_string());
            return Err(AnalyseError::Mixed { games, positions });
        }
        arguments.refuse_games_options()?;
        let sources = sources.into_iter().map(PositionSource::read).collect::<Result<Vec<_>, _>>();
        let sources = sources.map_err(AnalyseError::Position)?;
        let contents: Vec<Content<'_>> = sources.iter().map(Content::of).collect();
        match (&sources[..], &contents[..]) {
            ([source], [Content::Position]) => Mode::of_position(arguments, source),
            // People get the full report on a single line.
            ([source], [Content::List(lines)]) if lines.len() <= 1 && !arguments.json => {
                Mode::of_position(arguments, source)
            }
            _ => PositionList::of_sources(&sources, contents).map(Mode::List),
        }
    }

    fn of_games(
        arguments: &AnalyseArgs,
        sources: Vec<PositionSource<TextFile>>,
    ) -> Result<Mode, AnalyseError> {
        if arguments.position.has_moves() {
            return Err(AnalyseError::Option("--moves does not apply to games"));
        }
        Ok(Mode::Games(sources))
    }

    fn of_position(arguments: &AnalyseArgs, source: &PositionSource) -> Result<Mode, AnalyseError> {
        let parsed = arguments.position.one_of(source).map_err(AnalyseError::Position)?;
        Ok(Mode::Position(Box::new(parsed)))
    }
}

impl AnalyseArgs {
    /// Refuses the options that apply to games only.
    fn refuse_games_options(&self) -> Result<(), AnalyseError> {
        let names = "--output, --html, --puzzles, --player and --resume need games in PGN";
        if self.games.is_used() { Err(AnalyseError::Option(names)) } else { Ok(()) }
    }
}

impl PositionList {
    /// Returns the lines of standard input, the first of which are already read.
    fn of_stream(begun: &str, stdin: io::StdinLock<'static>) -> PositionList {
        let begun: Vec<String> = begun.lines().map(str::to_owned).collect();
        let lines = begun.into_iter().map(Ok).chain(files::lines(stdin)).zip(1..);
        let lines = lines.map(|(line, number)| Ok((LinePlace { file: None, number }, line?)));
        PositionList { lines: Box::new(lines), total: None }
    }

    /// Returns the lines of all sources, which have to be lists.
    fn of_sources(
        sources: &[PositionSource],
        contents: Vec<Content<'_>>,
    ) -> Result<PositionList, AnalyseError> {
        let mut all = Vec::new();
        for (source, content) in sources.iter().zip(contents) {
            let Content::List(lines) = content else {
                return Err(AnalyseError::NoList(source.to_string()));
            };
            let file = (sources.len() > 1).then(|| source.to_string());
            all.extend(lines.into_iter().map(|(number, line)| {
                Ok((LinePlace { file: file.clone(), number }, line.to_owned()))
            }));
        }
        let total = Some(all.len());
        Ok(PositionList { lines: Box::new(all.into_iter()), total })
    }
}

/// Reads standard input up to the first line that is not empty.
fn read_to_first_position(stdin: &mut io::StdinLock<'_>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    loop {
        let start = bytes.len();
        stdin.take(files::MAX_LINE).read_until(b'\n', &mut bytes)?;
        let line = bytes[start..].trim_ascii();
        let is_empty = line.is_empty() || line.starts_with(b"#");
        if bytes.len() == start || !is_empty || bytes.len() > MAX_EMPTY {
            return Ok(bytes);
        }
    }
}
