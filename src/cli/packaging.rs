//! Shell completions and manual pages for packages.

use std::{
    fs,
    io::{self, Write as _},
    path::PathBuf,
};

use clap::Command;
use clap_complete::Shell;

use crate::platform::stdio::output_error;

/// Arguments of `brudno completions`.
#[derive(clap::Args)]
pub struct CompletionsArgs {
    /// Shell to print completions for
    shell: Shell,
}

/// Arguments of `brudno man`.
#[derive(clap::Args)]
pub struct ManArgs {
    /// Folder for the manual pages of all commands; by default brudno(1) is printed
    folder: Option<PathBuf>,
}

/// Prints shell completions.
///
/// # Errors
///
/// Standard output cannot be written.
pub fn print_completions(arguments: &CompletionsArgs, mut command: Command) -> io::Result<()> {
    let name = command.get_name().to_owned();
    // clap_complete would panic on a failed write to standard output.
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut text);
    print_bytes(&text)
}

/// Prints the manual page, or writes the pages of all commands into a folder.
///
/// # Errors
///
/// Standard output or a file cannot be written.
pub fn write_manual(arguments: &ManArgs, command: Command) -> io::Result<()> {
    match &arguments.folder {
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            print_bytes(&page)
        }
        Some(folder) => {
            fs::create_dir_all(folder)?;
            let whole = tempfile::tempdir_in(folder)?;
            clap_mangen::generate_to(command, &whole)?;
            for page in fs::read_dir(&whole)? {
                let page = page?;
                fs::rename(page.path(), folder.join(page.file_name()))?;
            }
            Ok(())
        }
    }
}

fn print_bytes(bytes: &[u8]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(bytes).and_then(|()| output.flush()).map_err(output_error)
}
