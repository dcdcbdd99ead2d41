//! Compares the documentation with the programs: commands, outputs, options, paths and links of
//! README.md and docs/*.md, and the table docs/experiments.csv.
//!
//! - A line of a `sh` block that starts the engine has to parse. It is run if it has no placeholder
//!   and is not in [`commands::NOT_RUN`]. Other programs have to be in a list or in the repository.
//! - The table after a command with `--format markdown` is its output.
//! - In a block without a language, the lines after `$ brudno ...` are the output; `...` matches
//!   the rest of a line, or any lines. If the paragraph before the block names a commit, the output
//!   is of that commit, and only its lines without digits are compared.
//! - In a `console` block, the lines after a move number are the input of the command in its first
//!   line, and the others are the output.
//! - Every other block without a language has such a commit.

mod checks;
mod commands;
mod experiments;
mod markdown;
#[path = "../../../../tests/support/mod.rs"]
mod support;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use markdown::Page;
use support::{
    command::{BRUDNO, piped},
    files::path_text,
};

/// Returns the folder of the repository.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Returns a command that runs the engine. For commands of the companion, the engine runs the
/// companion.
///
/// # Panics
///
/// Panics if the engine is not built. Cargo builds it with the tests of the whole workspace.
fn brudno(arguments: &[&str]) -> Command {
    let engine = Path::new(BRUDNO).with_file_name(format!("brudno{}", env::consts::EXE_SUFFIX));
    assert!(engine.is_file(), "no {}: use cargo test --workspace", engine.display());
    piped(path_text(&engine), arguments)
}

/// Returns README.md and the pages of `docs`.
fn pages() -> Vec<Page> {
    let docs = fs::read_dir(root().join("docs")).expect("docs is there");
    let mut paths: Vec<PathBuf> = docs.map(|entry| entry.expect("it can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.push(root().join("README.md"));
    paths.sort();
    assert!(paths.len() > 8, "{paths:?}");
    paths.iter().map(|path| Page::read(path)).collect()
}
