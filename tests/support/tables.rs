//! Tablebases that are not part of the repository.

use std::{
    io::{self, Write as _},
    path::Path,
};

/// Returns the folder of all three- and four-piece tables: `SYZYGY_PATH`, or `../shared/syzygy`.
/// Without them, prints a line to stderr directly, since the test harness hides output of tests
/// that pass.
pub fn four_piece_tables() -> Option<String> {
    let beside = || concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/syzygy").to_owned();
    let folder = std::env::var("SYZYGY_PATH").unwrap_or_else(|_| beside());
    if Path::new(&folder).join("KBNvK.rtbz").exists() {
        return Some(folder);
    }
    let _ = writeln!(io::stderr(), "skipped: no four-piece tables in {folder}");
    None
}
