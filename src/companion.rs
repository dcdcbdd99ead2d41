//! The companion program `brudno-study`, which has the commands for people: analysis, play, puzzles,
//! textbook searches. `brudno analyse` runs it as `git` and `cargo` run theirs.

use std::{
    env, io,
    path::PathBuf,
    process::{Command, ExitCode},
};

use crate::platform::stdio::remark;

/// Name of the companion's binary, without the suffix of Windows.
pub const PROGRAM: &str = "brudno-study";

/// Commands of one use: a heading, and each command with what it does.
pub type Group = (&'static str, &'static [(&'static str, &'static str)]);

/// The companion's commands by use.
pub const GROUPS: [Group; 3] = [
    (
        "Play and learn",
        &[
            ("play", "Play against the engine"),
            ("puzzles", "Solve the puzzles of a file"),
            ("compare", "Compare textbook search algorithms on a position"),
            ("savings", "Show how many leaves alpha-beta saves, computed and measured"),
            ("tree", "Draw a search tree with windows, values and pruned moves"),
        ],
    ),
    (
        "Analyse",
        &[
            (
                "analyse",
                "Analyse a position and print a report, or annotate the games of a PGN file",
            ),
            ("solve", "Run an EPD test suite and count the solved positions"),
            ("perft", "Count the leaf nodes of the tree of legal moves, for each move"),
        ],
    ),
    (
        "Shell",
        &[
            ("completions", "Print shell completions"),
            ("man", "Print the manual page, or write the pages of all commands into a folder"),
        ],
    ),
];

/// Returns the companion's commands, and what each does.
pub fn commands() -> impl Iterator<Item = (&'static str, &'static str)> {
    GROUPS.into_iter().flat_map(|(_, commands)| commands.iter().copied())
}

/// Returns the names of the companion's commands.
pub fn names() -> impl Iterator<Item = &'static str> {
    commands().map(|(name, _)| name)
}

/// Returns true if the companion has a command of this name, in any case.
pub fn has_command(name: &str) -> bool {
    names().any(|command| command.eq_ignore_ascii_case(name))
}

/// Runs the companion with the arguments of this process. Looks beside this program, then in the
/// PATH. On Unix the companion replaces this process, and does not return.
pub fn run() -> ExitCode {
    let mut command = Command::new(path());
    command.args(env::args_os().skip(1));
    match replace_process(&mut command) {
        Ok(code) => code,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let name = env::args().nth(1).unwrap_or_default();
            remark(format_args!(
                "brudno: '{name}' is a command of {PROGRAM}, which is neither beside brudno nor in \
                 the PATH; in Brudno's repository, cargo build --release --workspace builds both"
            ));
            ExitCode::FAILURE
        }
        Err(error) => {
            remark(format_args!("brudno: cannot run {PROGRAM}: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// Returns the companion beside this program, or its bare name, which the system looks up in the
/// PATH.
fn path() -> PathBuf {
    let name = format!("{PROGRAM}{}", env::consts::EXE_SUFFIX);
    let beside = env::current_exe().map(|engine| engine.with_file_name(&name));
    beside.ok().filter(|path| path.is_file()).unwrap_or_else(|| name.into())
}

/// Returns only on failure.
#[cfg(unix)]
fn replace_process(command: &mut Command) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt as _;

    Err(command.exec())
}

/// Waits for the companion. Ctrl-C goes to both processes: this one ignores it, and ends with the
/// companion's status.
#[cfg(not(unix))]
fn replace_process(command: &mut Command) -> io::Result<ExitCode> {
    ctrlc::set_handler(|| {}).map_err(io::Error::other)?;
    let status = command.status()?;
    Ok(status
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .map_or(ExitCode::FAILURE, ExitCode::from))
}
