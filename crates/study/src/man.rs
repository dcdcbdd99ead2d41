//! `brudno man`: manual pages.

use std::{fs, io, path::PathBuf, process::ExitCode};

use brudno::platform::stdio::print_bytes;
use brudno_console::process::result;
use clap::Command;

/// Arguments of `brudno man`.
#[derive(clap::Args)]
pub struct ManArgs {
    /// Folder for the manual pages of all commands [default: print brudno(1)]
    folder: Option<PathBuf>,
}

/// Prints the manual page, or writes the pages of all commands into a folder.
pub fn run(arguments: &ManArgs, command: Command) -> ExitCode {
    result(write(arguments, command))
}

fn write(arguments: &ManArgs, command: Command) -> io::Result<()> {
    let Some(folder) = &arguments.folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        return print_bytes(&page);
    };
    fs::create_dir_all(folder)?;
    let whole = tempfile::tempdir_in(folder)?;
    clap_mangen::generate_to(command, &whole)?;
    for page in fs::read_dir(&whole)? {
        let page = page?;
        fs::rename(page.path(), folder.join(page.file_name()))?;
    }
    Ok(())
}
