//! Temporary files and folders.

use std::{
    fs,
    path::{Path, PathBuf},
};

use tempfile::TempDir;

/// A temporary folder. It is removed when dropped.
pub struct TempFolder(TempDir);

impl TempFolder {
    /// Makes an empty folder, with a space in its name.
    pub fn new() -> TempFolder {
        TempFolder::with_prefix("brudno tests ")
    }

    /// Makes an empty folder, for commands that take no spaces in a path.
    pub fn without_spaces() -> TempFolder {
        TempFolder::with_prefix("brudno-tests-")
    }

    fn with_prefix(prefix: &str) -> TempFolder {
        let folder = tempfile::Builder::new().prefix(prefix).tempdir();
        TempFolder(folder.expect("the temporary folder can be written to"))
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Returns the path of a file of the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Returns the path of a file of the folder, as text.
    pub fn name(&self, name: &str) -> String {
        path_text(&self.file(name)).to_owned()
    }

    /// Writes a file. Returns its path.
    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        fs::write(self.file(name), contents).expect("the temporary folder can be written to");
        self.name(name)
    }

    /// Makes a pipe. Returns its path.
    #[cfg(unix)]
    pub fn pipe(&self, name: &str) -> String {
        let made = std::process::Command::new("mkfifo").arg(self.file(name)).status();
        assert!(made.expect("mkfifo is there").success());
        self.name(name)
    }

    /// Makes a link. Returns its path.
    #[cfg(unix)]
    pub fn link(&self, name: &str, target: &str) -> String {
        std::os::unix::fs::symlink(target, self.file(name)).expect("the link can be made");
        self.name(name)
    }
}

/// A file in a temporary folder of its own.
pub struct TempFile {
    folder: TempFolder,
    path: String,
}

impl TempFile {
    /// Writes a file.
    pub fn new(name: &str, contents: impl AsRef<[u8]>) -> TempFile {
        let folder = TempFolder::new();
        let path = folder.write(name, contents);
        TempFile { folder, path }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the folder of the file.
    pub fn folder(&self) -> &TempFolder {
        &self.folder
    }
}

/// Returns a path as text.
pub fn path_text(path: &Path) -> &str {
    path.to_str().expect("the path is text")
}
