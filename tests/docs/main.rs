//! Checks of the documentation against the engine: commands, outputs, options, paths and links of
//! README.md and docs/*.md, and the table docs/experiments.csv.
//!
//! - A line of a `sh` block that starts the engine has to parse. It is run if it has no placeholder
//!   and is not in [`commands::NOT_RUN`]. Other programs have to be in a list or in the repository.
//! - The table after a command with `--format markdown` is its output.
//! - In a block without a language, the lines after `$ brudno ...` are the output; `...` matches
//!   the rest of a line, or any lines. If the paragraph before the block names a commit, the output
//!   is of that commit, and only its lines without digits are compared.
//! - Every other block without a language has such a commit.

mod checks;
mod commands;
mod experiments;
mod markdown;
#[path = "../support/mod.rs"]
mod support;

use std::{
    fs,
    path::{Path, PathBuf},
};

use markdown::Page;

/// The folder of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// README.md and the pages of `docs`.
fn pages() -> Vec<Page> {
    let docs = fs::read_dir(root().join("docs")).expect("docs is there");
    let mut paths: Vec<PathBuf> = docs.map(|entry| entry.expect("it can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.push(root().join("README.md"));
    paths.sort();
    assert!(paths.len() > 8, "{paths:?}");
    paths.iter().map(|path| Page::read(path)).collect()
}
