//! Atomic replacement of files: write a temporary file, then rename it.

use std::{
    ffi::OsString,
    fs::{self, File, Metadata, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tempfile::NamedTempFile;

use super::FileProblem;

/// Links to follow before they count as a cycle.
const MAX_LINKS: usize = 40;
/// Temporary files of the process, for [`discard_unfinished`].
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file that gets its name when it is complete. Until [`NewFile::finish`] it is called
/// `NAME.XXXXXX.partial`, and an old file stays. Pipes and devices are written directly.
pub struct NewFile {
    target: PathBuf,
    content: Content,
}

enum Content {
    Beside(Unfinished),
    Direct(File),
}

/// A temporary file. It is removed when it is dropped, or by [`discard_unfinished`].
struct Unfinished {
    file: NamedTempFile,
    _entry: Entry,
}

/// An entry of [`UNFINISHED`].
struct Entry(PathBuf);

impl NewFile {
    /// Creates a file. Follows links, and keeps the permissions of an old file.
    ///
    /// # Errors
    ///
    /// [`FileProblem::Links`], and the system's, also if the old file is not writable.
    pub fn create(path: &Path) -> io::Result<NewFile> {
        let old = fs::metadata(path).ok();
        if is_descriptor(path) || old.as_ref().is_some_and(|old| !old.is_file()) {
            let file = OpenOptions::new().append(true).open(path)?;
            return Ok(NewFile { target: path.to_owned(), content: Content::Direct(file) });
        }
        let target = follow_links(path)?;
        if old.is_some() {
            // A rename does not check the permission to write.
            OpenOptions::new().write(true).open(&target)?;
        }
        let file = begin(&target)?;
        if let Some(old) = old {
            keep_permissions(file.file.as_file(), &old)?;
        }
        Ok(NewFile { target, content: Content::Beside(file) })
    }

    /// Flushes the file to the disk, and renames it.
    ///
    /// # Errors
    ///
    /// The system's; the old file stays.
    pub fn finish(self) -> io::Result<()> {
        if let Content::Beside(file) = self.content {
            file.file.as_file().sync_all()?;
            file.file.persist(&self.target)?;
        }
        Ok(())
    }

    fn file(&mut self) -> &mut File {
        match &mut self.content {
            Content::Beside(file) => file.file.as_file_mut(),
            Content::Direct(file) => file,
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

/// Writes or replaces a file atomically: a kill leaves the old content or the new.
///
/// # Errors
///
/// The system's; an old file stays.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}

/// Writes a file that does not exist yet, and leaves nothing behind on failure.
///
/// # Errors
///
/// [`io::ErrorKind::AlreadyExists`], and the system's.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = begin(path)?;
    file.file.write_all(bytes)?;
    file.file.as_file().sync_all()?;
    file.file.persist_noclobber(path)?;
    Ok(())
}

/// Removes the files that are not finished, before the process exits without dropping them.
pub fn discard_unfinished() {
    for path in unfinished().drain(..) {
        fs::remove_file(path).ok();
    }
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Unfinished {
    fn new(file: NamedTempFile) -> Unfinished {
        let path = file.path().to_owned();
        unfinished().push(path.clone());
        Unfinished { file, _entry: Entry(path) }
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.0);
    }
}

/// Creates a temporary file beside its target.
fn begin(target: &Path) -> io::Result<Unfinished> {
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // Gives the plain error if the folder does not exist.
    fs::metadata(folder)?;
    let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut prefix = OsString::from(name);
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".partial");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // As for other new files: the system applies the umask.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // The full error would name the temporary file.
    let file = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
    Ok(Unfinished::new(file))
}

/// Copies the permissions of an old file, and its owner where the system allows it.
fn keep_permissions(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        // Needs privileges, except for a group that the user belongs to.
        fchown(file, Some(old.uid()), Some(old.gid())).ok();
    }
    file.set_permissions(old.permissions())
}

/// Returns the path at the end of a chain of links, whether it exists or not.
///
/// # Errors
///
/// [`FileProblem::Links`].
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..=MAX_LINKS {
        let Ok(link) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().unwrap_or(Path::new("")).join(link);
    }
    Err(FileProblem::Links.into())
}

/// Returns true if a path names an open file descriptor, such as standard output.
fn is_descriptor(path: &Path) -> bool {
    let named = ["/dev/stdout", "/dev/stderr"].iter().any(|name| path == Path::new(name));
    named || path.starts_with("/dev/fd") || path.starts_with("/proc")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the files in a folder, sorted.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        replace(&path, b"old").unwrap();
        let mut file = NewFile::create(&path).unwrap();
        file.write_all(b"ne").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        let all = names(folder.path());
        assert!(all.len() == 2 && all[1].starts_with("file.") && all[1].ends_with(".partial"));
        file.write_all(b"w").unwrap();
        file.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        // Dropped without `finish`.
        drop(NewFile::create(&path).unwrap());
        assert_eq!(names(folder.path()), ["file"]);
        assert!(replace(folder.path(), b"").is_err());
        assert!(replace(&folder.path().join("none").join("file"), b"").is_err());
    }

    #[test]
    fn a_new_file_replaces_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write_new(&path, b"first").unwrap();
        let error = write_new(&path, b"second").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};

        let folder = tempfile::tempdir().unwrap();
        let [path, link, dangling] =
            ["file", "link", "dangling"].map(|name| folder.path().join(name));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("file", &link).unwrap();
        replace(&link, b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        symlink("target", &dangling).unwrap();
        replace(&dangling, b"new").unwrap();
        assert!(dangling.is_symlink());
        assert_eq!(fs::read(folder.path().join("target")).unwrap(), b"new");
        // As for other files: by the umask.
        let plain = folder.path().join("plain");
        fs::write(&plain, "").unwrap();
        let mode = |path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(folder.path().join("target")), mode(plain));
    }

    #[cfg(unix)]
    #[test]
    fn a_cycle_of_links_is_an_error() {
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().unwrap();
        let [one, two, own] = ["one", "two", "own"].map(|name| folder.path().join(name));
        symlink("two", &one).unwrap();
        symlink("one", &two).unwrap();
        symlink("own", &own).unwrap();
        for path in [&one, &two, &own] {
            let error = replace(path, b"new").unwrap_err();
            assert!(error.to_string().contains("cycle of links"), "{error}");
            assert!(path.is_symlink());
        }
        assert_eq!(names(folder.path()), ["one", "own", "two"]);
    }

    #[test]
    fn only_unfinished_files_are_listed() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        replace(&path("finished"), b"new").unwrap();
        drop(NewFile::create(&path("dropped")).unwrap());
        let _open = NewFile::create(&path("open")).unwrap();
        let paths = unfinished();
        let own: Vec<&PathBuf> =
            paths.iter().filter(|each| each.starts_with(folder.path())).collect();
        assert!(own.len() == 1 && own[0].to_string_lossy().contains("open."), "{own:?}");
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_written_directly() {
        use std::os::fd::AsRawFd as _;

        replace(Path::new("/dev/null"), b"nothing").unwrap();
        // As for redirected standard output: the file's content stays.
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"before ").unwrap();
        let descriptor = format!("/dev/fd/{}", file.as_file().as_raw_fd());
        replace(Path::new(&descriptor), b"after").unwrap();
        assert_eq!(fs::read(file.path()).unwrap(), b"before after");
        assert!(!is_descriptor(Path::new("/dev/shm/file")));
        if cfg!(target_os = "linux") {
            let error = replace(Path::new("/dev/full"), b"much").unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        }
    }
}
