//! Opens Syzygy tablebases for commands.

use crate::{
    platform::stdio::remark,
    tablebase,
    tablebase::{FolderError, Tablebase},
};

/// Opens the tablebases in folders as in the option `SyzygyPath`. Prints their number to stderr.
///
/// # Errors
///
/// The first folder that has a problem.
pub fn open(folders: &str) -> Result<Tablebase, FolderError> {
    let (tablebase, problems) = Tablebase::open(&tablebase::folders(folders));
    if let Some(problem) = problems.into_iter().next() {
        return Err(problem);
    }
    remark(tablebase.summary());
    Ok(tablebase)
}
