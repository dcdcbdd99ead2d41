//! Output files, which get their final name when they are complete.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use super::{error::DataError, record::Record};

/// A new file of games or positions. It is called `NAME.partial` until [`Output::finish`].
pub struct Output {
    path: PathBuf,
    partial: PathBuf,
    out: BufWriter<File>,
}

impl Output {
    /// Creates a file.
    ///
    /// # Errors
    ///
    /// [`DataError::Exists`], and I/O errors.
    pub fn create(path: &Path) -> Result<Output, DataError> {
        if path.exists() {
            return Err(DataError::Exists(path.to_owned()));
        }
        let mut partial = path.as_os_str().to_owned();
        partial.push(".partial");
        let partial = PathBuf::from(partial);
        let file = File::create(&partial).map_err(DataError::io(&partial))?;
        Ok(Output { path: path.to_owned(), partial, out: BufWriter::new(file) })
    }

    /// Writes a game.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn write(&mut self, record: &Record) -> Result<(), DataError> {
        self.attempt(|out| record.write_to(out))
    }

    /// Returns the folder of the file, which is used for temporary files.
    pub(super) fn folder(&self) -> &Path {
        match self.path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        }
    }

    /// Writes the bytes of games or positions.
    pub(super) fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), DataError> {
        self.attempt(|out| out.write_all(bytes))
    }

    /// Completes the file, and renames it.
    ///
    /// # Errors
    ///
    /// I/O errors.
    pub fn finish(mut self) -> Result<(), DataError> {
        self.attempt(|out| out.flush().and_then(|()| out.get_ref().sync_all()))?;
        fs::rename(&self.partial, &self.path).map_err(DataError::io(&self.path))
    }

    fn attempt(
        &mut self,
        write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), DataError> {
        write(&mut self.out).map_err(DataError::io(&self.partial))
    }
}
