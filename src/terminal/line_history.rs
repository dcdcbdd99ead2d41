//! History of typed lines, stored in a file.

use std::{
    env,
    ffi::OsString,
    fs::{self, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use crate::platform::files::{open_regular, read_regular, replace};

/// Path of the history file; none if empty.
const VARIABLE: &str = "BRUDNO_HISTORY";
/// Number of lines kept.
pub const LINES: usize = 1000;
/// Larger files, in bytes, are not history files.
const MAX_SIZE: u64 = 1 << 26;
/// First line of the file (rustyline's format).
const VERSION: &str = "#V2";

/// Path of the history file. `None` if there is no history.
pub struct HistoryFile(Option<PathBuf>);

impl HistoryFile {
    /// Returns the file, and its lines, oldest first.
    pub fn load() -> (HistoryFile, Vec<String>) {
        let Some(path) = path() else { return (HistoryFile(None), Vec::new()) };
        match load(&path) {
            Ok(lines) => (HistoryFile(Some(path)), lines),
            Err(error) => {
                log::info!("{}: {error}", path.display());
                (HistoryFile(None), Vec::new())
            }
        }
    }

    /// Appends a line at once: a terminal may be closed at any time.
    pub fn append(&mut self, line: &str) {
        let Some(path) = &self.0 else { return };
        if let Err(error) = append(path, line) {
            log::info!("{}: {error}", path.display());
            self.0 = None;
        }
    }
}

fn path() -> Option<PathBuf> {
    if let Some(path) = env::var_os(VARIABLE) {
        return (!path.is_empty()).then(|| path.into());
    }
    Some(state_folder()?.join("brudno").join("history"))
}

/// Returns the folder for state by the XDG base directory specification, or on Windows, which has
/// none for state, the folder for application data.
fn state_folder() -> Option<PathBuf> {
    let (variable, default) = if cfg!(windows) {
        ("APPDATA", "AppData/Roaming")
    } else {
        ("XDG_STATE_HOME", ".local/state")
    };
    folder_or_default(env::var_os(variable), env::home_dir(), default)
}

fn folder_or_default(
    named: Option<OsString>,
    home: Option<PathBuf>,
    default: &str,
) -> Option<PathBuf> {
    // The specification ignores relative paths.
    let named = named.map(PathBuf::from).filter(|path| path.is_absolute());
    named.or_else(|| Some(home?.join(default)))
}

/// Reads the last lines of a file, and truncates a file with many more.
fn load(path: &Path) -> io::Result<Vec<String>> {
    let bytes = match read_regular(path, MAX_SIZE) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        result => result?,
    };
    let text = String::from_utf8_lossy(&bytes);
    let all: Vec<&str> = text.lines().filter(|line| !line.is_empty() && *line != VERSION).collect();
    let kept = &all[all.len().saturating_sub(LINES)..];
    if all.len() > 2 * LINES {
        replace(path, format!("{VERSION}\n{}\n", kept.join("\n")).as_bytes())?;
    }
    // Control characters would affect the terminal.
    let shown = kept.iter().filter(|line| !line.contains(char::is_control));
    Ok(shown.map(|line| line.replace(r"\\", r"\")).collect())
}

fn append(path: &Path, line: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = open_regular(path, &mut options)?;
    let version = if file.metadata()?.len() == 0 { format!("{VERSION}\n") } else { String::new() };
    // A single write: other processes may append to the file.
    file.write_all(format!("{version}{}\n", line.replace('\\', r"\\")).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back_and_a_long_file_is_shortened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("history");
        assert_eq!(load(&path).unwrap(), Vec::<String>::new());
        for line in ["uci", r"export_net C:\new\a.nnue", "d"] {
            append(&path, line).unwrap();
        }
        let text = "#V2\nuci\nexport_net C:\\\\new\\\\a.nnue\nd\n";
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        assert_eq!(load(&path).unwrap(), ["uci", r"export_net C:\new\a.nnue", "d"]);
        fs::write(&path, "go\n\u{1b}]0;x\u{7}\n\u{e9}\n").unwrap();
        assert_eq!(load(&path).unwrap(), ["go", "\u{e9}"]);
        let many: String = (0..=2 * LINES).map(|number| format!("go nodes {number}\n")).collect();
        fs::write(&path, format!("{VERSION}\n{many}")).unwrap();
        let lines = load(&path).unwrap();
        assert_eq!((lines.len(), lines[LINES - 1].as_str()), (LINES, "go nodes 2000"));
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), LINES + 1);
        assert_eq!(load(&path).unwrap(), lines);
    }

    #[test]
    fn a_relative_state_folder_is_ignored() {
        let root = if cfg!(windows) { r"C:\" } else { "/" };
        let home = Path::new(root).join("home");
        let folder = |named: &str| {
            folder_or_default(Some(named.into()), Some(home.clone()), ".local/state").unwrap()
        };
        assert_eq!(folder(root), Path::new(root));
        assert_eq!(folder("relative"), home.join(".local/state"));
        assert_eq!(folder(""), home.join(".local/state"));
        assert_eq!(folder_or_default(None, None, ".local/state"), None);
    }

    #[test]
    fn only_a_file_is_read_and_written() {
        let folder = tempfile::tempdir().unwrap();
        assert!(load(folder.path()).is_err() && append(folder.path(), "uci").is_err());
        if cfg!(unix) {
            assert!(load(Path::new("/dev/zero")).is_err());
            assert!(append(Path::new("/dev/full"), "uci").is_err());
        }
    }
}
