//! What a package of the engine has beside the binary: shell completions and manual pages.

use std::{fs, io, path::PathBuf};

use clap::Command;
use clap_complete::Shell;

/// Which completions to print.
#[derive(clap::Args)]
pub struct CompletionsArgs {
    /// The shell that reads them
    shell: Shell,
}

/// Where manual pages go.
#[derive(clap::Args)]
pub struct ManArgs {
    /// Folder for the pages of all commands; without, brudno(1) is printed
    folder: Option<PathBuf>,
}

/// Prints the completions of the commands and their options.
pub fn print_completions(arguments: &CompletionsArgs, mut command: Command) {
    let name = command.get_name().to_owned();
    clap_complete::generate(arguments.shell, &mut command, name, &mut io::stdout());
}

/// Prints the manual page, or writes those of all commands into a folder.
///
/// # Errors
///
/// The system's.
pub fn write_manual(arguments: &ManArgs, command: Command) -> io::Result<()> {
    match &arguments.folder {
        None => clap_mangen::Man::new(command).render(&mut io::stdout()),
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
