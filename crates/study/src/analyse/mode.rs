//! What `brudno analyse` does with its input, decided once.

use std::io::{self, BufRead as _, Read as _};

use brudno::platform::files;
use brudno_notation::{
    input::{self, ParsedGame},
    pgn::is_pgn,
    text,
};

use super::{AnalyseArgs, AnalyseError, batch::LinePlace};
use crate::shared::position_args::PositionSource;

/// Mode of a run.
pub enum Mode {
    /// Prints a full report on one position.
    Position(Box<ParsedGame>),
    /// Prints a short report on each line of a list.
    List(PositionList),
    /// Annotates games.
    Games(Vec<PositionSource>),
}

/// Positions, one per line.
pub struct PositionList {
    /// Lines with their places, read as needed.
    pub lines: Box<dyn Iterator<Item = io::Result<(LinePlace, String)>>>,
    /// Number of lines. `None` if another program sends them one by one.
    pub total: Option<usize>,
}

/// Content of a source.
enum Content<'a> {
    /// Games in PGN.
    Games,
    /// One position per line, with line numbers from 1.
    List(Vec<(usize, &'a str)>),
    /// One position, in any notation.
    Position,
}

impl Content<'_> {
    /// Games are a PGN with tags, or a file named `.pgn`. An argument is one position.
    fn of(source: &PositionSource) -> Content<'_> {
        let is_games = match source {
            PositionSource::Argument(_) => return Content::Position,
            PositionSource::Stdin(text) => is_pgn(text),
            PositionSource::File(path, text) => {
                // A compressed file has two extensions.
                let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                let is_named = name.to_ascii_lowercase().split('.').skip(1).any(|end| end == "pgn");
                is_named || is_pgn(text)
            }
        };
        if is_games {
            return Content::Games;
        }
        input::lines(source.text()).map_or(Content::Position, Content::List)
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
            let mut begun = read_to_first_position(&mut stdin).map_err(AnalyseError::Read)?;
            let first = String::from_utf8_lossy(&begun);
            if first.lines().last().is_some_and(input::begins_with_position) {
                // Programs send a position and wait for its report before they send the next one.
                arguments.refuse_games_options()?;
                return Ok(Mode::List(PositionList::of_stream(&first, stdin)));
            }
            begun.extend(files::read_bounded(stdin, files::MAX_TEXT).map_err(AnalyseError::Read)?);
            vec![PositionSource::Stdin(text(begun).map_err(AnalyseError::Read)?)]
        } else {
            arguments.position.sources().map_err(AnalyseError::Position)?
        };
        let contents: Vec<Content<'_>> = sources.iter().map(Content::of).collect();
        let is_games: Vec<bool> =
            contents.iter().map(|content| matches!(content, Content::Games)).collect();
        if is_games.iter().all(|&is_games| is_games) {
            return Mode::of_games(arguments, sources);
        }
        let first = |wanted: bool| is_games.iter().position(|&is_games| is_games == wanted);
        if let Some((games, positions)) = first(true).zip(first(false)) {
            let [games, positions] = [games, positions].map(|index| sources[index].to_string());
            return Err(AnalyseError::Mixed { games, positions });
        }
        arguments.refuse_games_options()?;
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
        sources: Vec<PositionSource>,
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
        if bytes.len() == start || !line.is_empty() && !line.starts_with(b"#") {
            return Ok(bytes);
        }
    }
}
