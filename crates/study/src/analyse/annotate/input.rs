//! Reads the games of the input in a thread of its own: a pipe without data or a long game does not
//! delay the answer to Ctrl-C.

use std::{
    io,
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender},
    thread,
    time::{Duration, Instant},
};

use brudno::platform::{StopSignal, files::is_same_file};
use brudno_notation::{
    ReadTextError, TextFile, TextStream,
    pgn::{BrokenGame, PgnGame, PgnStream, StreamedGame},
};

/// Interval at which Ctrl-C is looked for while a game is awaited.
const POLL: Duration = Duration::from_millis(50);
/// Time to read the rest of the input after Ctrl-C.
const GRACE: Duration = Duration::from_millis(400);

/// A game of the input.
pub struct InputGame {
    /// The game, numbered in its file, or the reason why it cannot be read.
    pub game: Result<PgnGame, BrokenGame>,
    /// Text of the game.
    pub text: String,
    /// Index of its file.
    pub file: usize,
    /// Bytes of the input up to the end of the game.
    pub read: u64,
}

impl InputGame {
    /// Returns the end of the game in the text of its file.
    const fn end(&self) -> usize {
        match &self.game {
            Ok(game) => game.range.end,
            Err(broken) => broken.range.end,
        }
    }
}

/// The games of files.
pub struct Input {
    names: Vec<String>,
    /// Paths of regular files.
    paths: Vec<Option<PathBuf>>,
    /// Size of the files, bytes. `None` with a pipe.
    size: Option<u64>,
    games: Receiver<Result<InputGame, ReadTextError>>,
    /// File and end of the last game.
    at: (usize, usize),
    /// End of the time to read after Ctrl-C.
    deadline: Option<Instant>,
    is_cut: bool,
}

impl Input {
    /// Begins to read files.
    pub fn start(files: Vec<TextFile>) -> Input {
        let names = files.iter().map(|file| file.path().display().to_string()).collect();
        let size = files.iter().map(TextFile::size).sum();
        let regular = |file: &TextFile| file.size().map(|_| file.path().to_owned());
        let paths = files.iter().map(regular).collect();
        let (sender, games) = mpsc::sync_channel(1);
        thread::spawn(move || send(files, &sender));
        Input { names, paths, size, games, at: (0, 0), deadline: None, is_cut: false }
    }

    /// Returns the names of the files.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns true if a path names one of the files.
    pub fn has_file(&self, path: &Path) -> bool {
        self.paths.iter().flatten().any(|own| is_same_file(own, path))
    }

    /// Returns the size of the files, in bytes. `None` with a pipe.
    pub const fn size(&self) -> Option<u64> {
        self.size
    }

    /// Waits for the next game. `None` at the end, and a short time after a stop.
    ///
    /// # Errors
    ///
    /// A file cannot be read. No game follows.
    pub fn next(&mut self, stop: &StopSignal) -> Option<Result<InputGame, ReadTextError>> {
        loop {
            if stop.is_requested() {
                let deadline = *self.deadline.get_or_insert_with(|| Instant::now() + GRACE);
                if Instant::now() >= deadline {
                    self.is_cut = true;
                    return None;
                }
            }
            match self.games.recv_timeout(POLL) {
                Ok(Ok(game)) => {
                    self.at = (game.file, game.end());
                    return Some(Ok(game));
                }
                // What follows is not annotated anyway.
                Ok(Err(_)) if stop.is_requested() => {
                    self.is_cut = true;
                    return None;
                }
                Ok(Err(error)) => return Some(Err(error)),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Returns true if games were not read because of a stop.
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Passes the text after the last game on, without parsing it. The rest of a pipe is lost.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or `write` fails.
    pub fn rest<E: From<ReadTextError>>(
        &self,
        mut write: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let (first, end) = self.at;
        for (index, path) in self.paths.iter().enumerate().skip(first) {
            let Some(path) = path else { continue };
            let failed = |error| ReadTextError { path: path.clone(), error };
            let mut stream = TextFile::open(path)?.stream()?;
            let mut skipped = if index == first { end } else { 0 };
            if index > first {
                // The file before it may end within a line.
                write("\n\n")?;
            }
            while let Some(text) = next_block(&mut stream).map_err(failed)? {
                let start = skipped.min(text.len());
                skipped -= start;
                write(&text[start..])?;
            }
        }
        Ok(())
    }
}

fn next_block(stream: &mut TextStream) -> io::Result<Option<String>> {
    while stream.text().is_empty() && !stream.has_ended() {
        stream.read_block()?;
    }
    let text = stream.text().to_owned();
    stream.drop_start(text.len());
    Ok((!text.is_empty()).then_some(text))
}

/// Sends the games of files until they end, or until the receiver is gone.
fn send(files: Vec<TextFile>, games: &SyncSender<Result<InputGame, ReadTextError>>) {
    let mut before = 0;
    for (index, mut file) in files.into_iter().enumerate() {
        let sent = send_file(index, &mut file, before, games);
        match sent {
            Ok(true) => before += file.size().unwrap_or_default(),
            Ok(false) => return,
            Err(error) => return drop(games.send(Err(error))),
        }
    }
}

/// Sends the games of a file. Returns false if the receiver is gone.
fn send_file(
    index: usize,
    file: &mut TextFile,
    before: u64,
    games: &SyncSender<Result<InputGame, ReadTextError>>,
) -> Result<bool, ReadTextError> {
    let mut stream = PgnStream::of(file.stream()?);
    let failed = |error| ReadTextError { path: file.path().to_owned(), error };
    while let Some(StreamedGame { game, text, read }) = stream.next_with_text().map_err(failed)? {
        let game = InputGame { game, text, file: index, read: before + read };
        if games.send(Ok(game)).is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns true if a line of the files contains a name, in any case. Such a line may be something
/// else than the tag of a player. `None` with a pipe, which can be read only once.
///
/// # Errors
///
/// A file cannot be read.
pub fn mentions(files: &mut [TextFile], name: &str) -> Result<Option<bool>, ReadTextError> {
    if files.iter().any(|file| file.size().is_none()) {
        return Ok(None);
    }
    // Quotation marks of a tag are escaped.
    let plain = |text: &str| text.to_lowercase().replace('\\', "");
    let name = plain(name);
    for file in files {
        let path = file.path().to_owned();
        let mut stream = file.stream()?;
        let failed = |error| ReadTextError { path: path.clone(), error };
        while let Some(text) = next_block(&mut stream).map_err(failed)? {
            if plain(&text).contains(&name) {
                return Ok(Some(true));
            }
        }
    }
    Ok(Some(false))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const ONE: &str = "[White \"A\"]\n\n1. e4 *\n\n";
    const TWO: &str = "[White \"B\"]\r\n\r\n1. d4 *\r\n\r\n[White \"C\"]\n\n1. c4 *";

    #[test]
    fn games_come_in_order_and_the_rest_as_text() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["one.pgn", "two.pgn"].map(|name| folder.path().join(name));
        fs::write(&paths[0], format!("{ONE}{TWO}")).unwrap();
        fs::write(&paths[1], ONE).unwrap();
        let open = || paths.iter().map(|path| TextFile::open(path).unwrap()).collect::<Vec<_>>();
        let mut input = Input::start(open());
        let size = (2 * ONE.len() + TWO.len()) as u64;
        assert_eq!(input.size(), Some(size));
        assert!(input.has_file(&paths[1]) && !input.has_file(folder.path()));
        let stop = StopSignal::default();
        let whole = format!("{ONE}{TWO}\n\n{ONE}").replace('\r', "");
        let mut end = 0;
        for (white, file) in [("A", 0), ("B", 0), ("C", 0), ("A", 1)] {
            let found = input.next(&stop).unwrap().unwrap();
            assert_eq!((found.game.unwrap().tag("White"), found.file), (Some(white), file));
            end += whole[end..].find(found.text.trim_end()).unwrap() + found.text.len();
            let mut rest = String::new();
            let written: Result<(), ReadTextError> = input.rest(|text| {
                rest += text;
                Ok(())
            });
            written.unwrap();
            assert_eq!(rest.trim_start(), whole[end.min(whole.len())..].trim_start(), "{white}");
            assert!(found.read <= size);
        }
        assert!(input.next(&stop).is_none() && !input.is_cut());
        assert!(mentions(&mut open(), "c").unwrap().is_some_and(|found| found));
        assert_eq!(mentions(&mut open(), "nobody").unwrap(), Some(false));
    }

    #[test]
    fn a_stop_does_not_wait_for_a_pipe() {
        let (reader, writer) = io::pipe().unwrap();
        let feeder = thread::spawn(move || {
            io::Write::write_all(&mut &writer, ONE.repeat(20_000).as_bytes()).unwrap();
            writer
        });
        let mut input = Input::start(vec![TextFile::of_stdin(reader).unwrap()]);
        let stop = StopSignal::default();
        assert!(input.next(&stop).is_some_and(|game| game.is_ok()));
        stop.request();
        while input.next(&stop).is_some() {}
        assert!(input.is_cut() && input.size().is_none());
        drop(input);
        drop(feeder.join());
    }
}
