//! Endgame tables for commands that name their folders.

use crate::{
    platform::stdio::remark,
    tablebase,
    tablebase::{FolderError, Tablebase},
};

/// The tables in folders as `SyzygyPath` takes them; how many were found is told on stderr.
///
/// # Errors
///
/// What is wrong with the first folder where something is.
pub fn open(folders: &str) -> Result<Tablebase, FolderError> {
    let (tablebase, problems) = Tablebase::open(&tablebase::folders(folders));
    if let Some(problem) = problems.into_iter().next() {
        return Err(problem);
    }
    remark(tablebase.summary());
    Ok(tablebase)
}
