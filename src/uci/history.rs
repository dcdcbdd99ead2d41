//! The lines typed at the terminal, kept in a file from one conversation to the next.

use std::{env, fs, path::PathBuf};

use etcetera::BaseStrategy as _;
use rustyline::{Editor, Helper, Result, history::FileHistory};

/// Names another file, or none where it is empty.
const VARIABLE: &str = "BRUDNO_HISTORY";
/// Lines that are kept.
pub const LINES: usize = 1000;

/// Where lines are kept, if anywhere: a conversation goes on without.
pub struct HistoryFile(Option<PathBuf>);

impl HistoryFile {
    /// Reads the lines of earlier conversations into an editor.
    pub fn load(editor: &mut Editor<impl Helper, FileHistory>) -> HistoryFile {
        let path = path();
        if let Some(path) = path.as_ref().filter(|path| path.exists())
            && let Err(error) = editor.load_history(path)
        {
            log::info!("{}: {error}", path.display());
        }
        HistoryFile(path)
    }

    /// Keeps the lines that were typed since. Each is kept at once, since terminals are closed
    /// without a word.
    pub fn append(&mut self, editor: &mut Editor<impl Helper, FileHistory>) {
        let Some(path) = &self.0 else { return };
        let mut write = || -> Result<()> {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            editor.append_history(path)
        };
        if let Err(error) = write() {
            log::info!("{}: {error}", path.display());
            self.0 = None;
        }
    }
}

fn path() -> Option<PathBuf> {
    if let Some(path) = env::var_os(VARIABLE) {
        return (!path.is_empty()).then(|| path.into());
    }
    let folders = etcetera::choose_base_strategy().ok()?;
    // Windows has no folder for state.
    let folder = folders.state_dir().unwrap_or_else(|| folders.data_dir());
    Some(folder.join("brudno").join("history"))
}
