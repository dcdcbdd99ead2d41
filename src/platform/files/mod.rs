//! Files that users name: size limits when reading, atomic replacement when writing.

mod new_file;

use std::{
    env,
    fs::{self, File, FileType, OpenOptions},
    io::{self, BufRead, Read},
    path,
    path::{Path, PathBuf},
};

pub use new_file::{NewFile, discard_unfinished, replace, write_new};
use thiserror::Error;

/// Longest list of openings, bytes.
pub const MAX_TEXT: u64 = 1 << 30;
/// Longest line of a conversation, bytes.
pub const MAX_LINE: u64 = 1 << 24;

/// Why a file is refused; the source of an [`io::Error`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum FileProblem {
    /// A folder, a device or a pipe.
    #[error("not a regular file")]
    NotRegular,
    /// A folder.
    #[error("a folder; name the files in it")]
    Folder,
    /// A device.
    #[error("neither a regular file nor a pipe")]
    NoText,
    /// More than this number of bytes.
    #[error("larger than {0} bytes")]
    TooLarge(u64),
    /// A line of more than this number of bytes.
    #[error("a line is longer than {0} bytes")]
    LongLine(u64),
    /// A game of more than this number of bytes.
    #[error("a game is longer than {0} bytes")]
    LongGame(u64),
    /// Links that lead to each other.
    #[error("a cycle of links, or too many of them")]
    Links,
    /// A container of several files.
    #[error("an archive of several files: unpack it first")]
    Archive,
    /// Bytes that are no text in any known encoding or compression.
    #[error("neither a text nor one compressed by gzip, zstd or bzip2")]
    Binary,
}

impl From<FileProblem> for io::Error {
    fn from(problem: FileProblem) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, problem)
    }
}

/// Returns a text without the quotation marks around it, as a shell would pass it.
pub fn unquoted(text: &str) -> &str {
    let inner = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.filter(|inner| !inner.is_empty() && !inner.contains('"')).unwrap_or(text)
}

/// Returns the path that a user wrote, as a shell would: without the quotation marks around it, and
/// with the home folder for a leading `~`. GUIs pass options without a shell.
pub fn written_path(text: &str) -> PathBuf {
    let path = unquoted(text);
    let below = match path.strip_prefix('~') {
        Some(below) if below.is_empty() || below.starts_with(path::is_separator) => below,
        _ => return path.into(),
    };
    match env::home_dir() {
        Some(home) => home.join(below.trim_start_matches(path::is_separator)),
        None => path.into(),
    }
}

/// Opens a regular file. Never blocks, as opening a pipe can.
///
/// # Errors
///
/// [`FileProblem::NotRegular`], and the system's.
pub fn open_regular(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    // Opening a device can have side effects.
    refuse_special(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // A pipe may have replaced the file since the check.
        options.custom_flags(nix::libc::O_NONBLOCK);
    }
    let file = options.open(path)?;
    if !file.metadata()?.is_file() {
        return Err(FileProblem::NotRegular.into());
    }
    Ok(file)
}

/// Returns an error if the path exists and is not a regular file.
///
/// # Errors
///
/// [`FileProblem::NotRegular`].
pub(crate) fn refuse_special(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err(FileProblem::NotRegular.into()),
        _ => Ok(()),
    }
}

/// Reads a regular file of at most `limit` bytes.
///
/// # Errors
///
/// [`FileProblem::NotRegular`], [`FileProblem::TooLarge`], and the system's.
pub fn read_regular(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let file = open_regular(path, OpenOptions::new().read(true))?;
    if file.metadata()?.len() > limit {
        return Err(FileProblem::TooLarge(limit).into());
    }
    read_bounded(file, limit)
}

/// Opens a file or a pipe for reading. Waits for a pipe's writer: for shell commands only.
///
/// # Errors
///
/// [`FileProblem::Folder`], [`FileProblem::NoText`], and the system's.
pub fn open_argument(path: &Path) -> io::Result<File> {
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(FileProblem::Folder.into());
    }
    if !metadata.is_file() && !is_pipe(metadata.file_type()) && !is_terminal(path) {
        return Err(FileProblem::NoText.into());
    }
    File::open(path)
}

/// Returns true if two paths name the same file, there or not.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    let absolute = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    };
    let real = |path: &Path| path.canonicalize().ok().or_else(|| absolute(path));
    real(one).zip(real(other)).is_some_and(|(one, other)| one == other)
}

/// Returns true if a file or a pipe can be read at the path.
pub fn is_readable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| {
        metadata.is_file() || is_pipe(metadata.file_type()) || is_terminal(path)
    })
}

/// Reads all of an input of at most `limit` bytes.
///
/// # Errors
///
/// [`FileProblem::TooLarge`], and the system's.
pub fn read_bounded(input: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(FileProblem::TooLarge(limit).into());
    }
    Ok(bytes)
}

/// Reads a line of at most [`MAX_LINE`] bytes with its line break; `None` at the end of the input.
/// Bytes that are not UTF-8 are replaced.
///
/// # Errors
///
/// [`FileProblem::LongLine`] after skipping the line, and the system's.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    read_line_within(input, MAX_LINE)
}

/// Returns the remaining lines of an input, without their line breaks.
pub fn lines(mut input: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    std::iter::from_fn(move || {
        let line = read_line(&mut input).transpose()?;
        Some(line.map(|line| line.trim_end_matches(['\r', '\n']).to_owned()))
    })
}

fn read_line_within(input: &mut impl BufRead, limit: u64) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    input.take(limit).read_until(b'\n', &mut bytes)?;
    if bytes.len() as u64 == limit && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Err(FileProblem::LongLine(limit).into());
    }
    let line = || String::from_utf8_lossy(&bytes).into_owned();
    Ok((!bytes.is_empty()).then(line))
}

/// Returns true for [`FileProblem::LongLine`], after which the next line can be read.
pub fn is_long_line(error: &io::Error) -> bool {
    let problem = error.get_ref().and_then(|source| source.downcast_ref());
    matches!(problem, Some(FileProblem::LongLine(_)))
}

#[cfg(unix)]
fn is_pipe(kind: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    kind.is_fifo() || kind.is_socket()
}

#[cfg(not(unix))]
fn is_pipe(_kind: FileType) -> bool {
    false
}

/// Returns true if a device is a terminal. Other devices may have no end.
#[cfg(unix)]
fn is_terminal(path: &Path) -> bool {
    use std::{io::IsTerminal as _, os::unix::fs::OpenOptionsExt as _};

    let flags = nix::libc::O_NONBLOCK | nix::libc::O_NOCTTY;
    let file = OpenOptions::new().read(true).custom_flags(flags).open(path);
    file.is_ok_and(|file| file.is_terminal())
}

#[cfg(not(unix))]
fn is_terminal(_path: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem<T>(result: io::Result<T>) -> Option<FileProblem> {
        result.err()?.get_ref()?.downcast_ref().copied()
    }

    #[test]
    fn paths_are_read_as_by_a_shell() {
        let home = env::home_dir().expect("the test has a home folder");
        for (written, path) in [
            ("~", home.clone()),
            ("~/nets/a.nnue", home.join("nets/a.nnue")),
            ("~someone/a.nnue", "~someone/a.nnue".into()),
            ("a~/b", "a~/b".into()),
            ("\"my nets/a.nnue\"", "my nets/a.nnue".into()),
            ("\"~/nets/a.nnue\"", home.join("nets/a.nnue")),
            ("\"a", "\"a".into()),
            ("a \"b\"", "a \"b\"".into()),
            ("\"a\" \"b\"", "\"a\" \"b\"".into()),
            ("\"", "\"".into()),
            ("\"\"", "\"\"".into()),
            ("", "".into()),
        ] {
            assert_eq!(written_path(written), path, "{written}");
        }
    }

    #[test]
    fn regular_files_are_read_up_to_their_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        fs::write(&path, "12345").unwrap();
        assert_eq!(read_regular(&path, 5).unwrap(), b"12345");
        assert_eq!(problem(read_regular(&path, 4)), Some(FileProblem::TooLarge(4)));
        let missing = folder.path().join("none");
        assert_eq!(read_regular(&missing, 5).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(open_argument(&missing).unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(problem(read_regular(folder.path(), 5)), Some(FileProblem::NotRegular));
        assert!(open_argument(&path).is_ok());
        assert_eq!(problem(open_argument(folder.path())), Some(FileProblem::Folder));
        assert!(is_readable(&path) && !is_readable(folder.path()));
        assert_eq!(problem(read_bounded(io::repeat(0), 100)), Some(FileProblem::TooLarge(100)));
    }

    #[test]
    fn a_file_is_the_same_by_any_path() {
        let folder = tempfile::tempdir().unwrap();
        let (there, missing) = (folder.path().join("there"), folder.path().join("missing"));
        fs::write(&there, "").unwrap();
        let around = |name: &str| folder.path().join(".").join(name);
        assert!(
            is_same_file(&there, &around("there")) && is_same_file(&missing, &around("missing"))
        );
        assert!(!is_same_file(&there, &missing));
    }

    #[cfg(unix)]
    #[test]
    fn pipes_and_devices_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [&pipe, Path::new("/dev/zero"), Path::new("/dev/null")] {
            assert_eq!(problem(read_regular(path, 5)), Some(FileProblem::NotRegular));
            let append = open_regular(path, OpenOptions::new().append(true).create(true));
            assert_eq!(problem(append), Some(FileProblem::NotRegular));
        }
        assert_eq!(problem(open_argument(Path::new("/dev/zero"))), Some(FileProblem::NoText));
        assert!(is_readable(&pipe) && !is_readable(Path::new("/dev/zero")));
    }

    #[test]
    fn a_long_line_is_skipped() {
        let mut input = &b"one\r\ntwo\nlonger than that\nlast"[..];
        let mut next = || read_line_within(&mut input, 5);
        assert_eq!(next().unwrap().as_deref(), Some("one\r\n"));
        assert_eq!(next().unwrap().as_deref(), Some("two\n"));
        let error = next().unwrap_err();
        assert!(is_long_line(&error), "{error}");
        assert_eq!(next().unwrap().as_deref(), Some("last"));
        assert_eq!(next().unwrap(), None);
        let read: io::Result<Vec<_>> = lines(&b"a\r\n\nb\xff"[..]).collect();
        assert_eq!(read.unwrap(), ["a", "", "b\u{fffd}"]);
    }
}
