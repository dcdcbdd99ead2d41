//! Opening tablebase files.

use std::{
    collections::HashSet,
    ffi::OsString,
    fs::{self, OpenOptions},
    io::{self, Read},
    path::{Path, PathBuf},
};

use shakmaty::Chess;
use shakmaty_syzygy::{Syzygy, TableType};
use thiserror::Error;

use crate::{
    platform::files::{open_regular, unquoted, written_path},
    tablebase::Tablebase,
};

/// Why the tables of a folder, or some of them, are not used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// The folder cannot be read.
    #[error("cannot read the folder '{0}' of tablebases: {1}")]
    Read(PathBuf, io::Error),
    /// Files cannot be read or are no tables.
    #[error("skipped tablebase files: {count}, the first {first}: {error}")]
    LeftOut {
        /// Number of these files.
        count: usize,
        /// The first of them.
        first: PathBuf,
        /// What is wrong with it.
        error: io::Error,
    },
}

/// Splits the value of `SyzygyPath` at `;`, or at a `:` that does not follow a Windows drive letter.
/// Each folder or the whole value may stand in quotation marks.
pub fn folders(text: &str) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    let mut rest = unquoted(text);
    while !rest.is_empty() {
        let drive = match rest.trim_start().as_bytes() {
            [letter, b':', b'\\' | b'/', ..] if letter.is_ascii_alphabetic() => {
                rest.len() - rest.trim_start().len() + 2
            }
            _ => 0,
        };
        let end = rest[drive..].find([';', ':']).map_or(rest.len(), |end| drive + end);
        folders.push(rest[..end].trim());
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    folders.into_iter().filter(|folder| !folder.is_empty()).map(written_path).collect()
}

impl Tablebase {
    /// Opens the tables in some folders. Returns them with an error message for each folder that has
    /// problems. Of two files with the same name the first is used.
    pub fn open(folders: &[PathBuf]) -> (Tablebase, Vec<FolderError>) {
        let mut tablebase = Tablebase::default();
        let mut known = HashSet::new();
        let problems =
            folders.iter().filter_map(|folder| tablebase.add_folder(folder, &mut known).err());
        let problems = problems.collect();
        (tablebase, problems)
    }

    /// Opens the tables in the folders of a text, which has the form of `SyzygyPath`.
    ///
    /// # Errors
    ///
    /// The first folder that has a problem.
    pub fn open_all(text: &str) -> Result<Tablebase, FolderError> {
        let (tablebase, problems) = Tablebase::open(&folders(text));
        problems.into_iter().next().map_or(Ok(tablebase), Err)
    }

    fn add_folder(
        &mut self,
        folder: &Path,
        known: &mut HashSet<OsString>,
    ) -> Result<(), FolderError> {
        let cannot = |error: io::Error| FolderError::Read(folder.to_owned(), error);
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(cannot)? {
            paths.push(entry.map_err(cannot)?.path());
        }
        paths.sort();
        let mut refused = Vec::new();
        for path in paths {
            let Some(kind) = [Chess::TBW, Chess::TBZ]
                .into_iter()
                .find(|kind| path.extension().is_some_and(|extension| extension == kind.ext))
            else {
                continue;
            };
            let name = path.file_name().unwrap_or_default().to_owned();
            if known.contains(&name) {
                continue;
            }
            match check_start(&path, &kind).and_then(|()| self.tables.add_file(&path)) {
                Ok(()) => {
                    self.count(&path, &kind);
                    known.insert(name);
                }
                // Not the name of a table.
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
                Err(error) => refused.push((path, error)),
            }
        }
        let count = refused.len();
        match refused.into_iter().next() {
            None => Ok(()),
            Some((first, error)) => Err(FolderError::LeftOut { count, first, error }),
        }
    }

    fn count(&mut self, path: &Path, kind: &TableType) {
        if *kind == Chess::TBZ {
            self.dtz_files += 1;
            return;
        }
        self.wdl_files += 1;
        // One letter per piece, and `v` between the sides.
        let men = path.file_stem().unwrap_or_default().len() - 1;
        self.largest = self.largest.max(men);
    }
}

/// Checks the magic number of a file.
fn check_start(path: &Path, kind: &TableType) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut start = [0; 4];
    open_regular(path, OpenOptions::new().read(true))?.read_exact(&mut start)?;
    if start != kind.magic {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "not a table of this kind"));
    }
    Ok(())
}
