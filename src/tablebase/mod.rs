//! Syzygy tablebases, read by `shakmaty-syzygy`.
//!
//! A WDL table has the result of perfect play, a DTZ table also the distance to the next capture or
//! pawn move in plies. Files are opened on first use.

mod files;
mod line;
mod prober;
#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

pub use files::{FolderError, folders};
pub(crate) use line::Extension;
pub(crate) use prober::NEAREST_CURSED;
pub use prober::{RankedMove, Ranking, SyzygyProber};
use shakmaty::Chess;
pub use shakmaty_syzygy::Wdl;
use shakmaty_syzygy::{ProbeError, SyzygyError};

use crate::chess::Position;

/// Size of the DTZ cache, positions: 1 to 2 MiB.
const MAX_CACHED_DTZ: usize = 1 << 16;

/// How a search uses the tablebases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TbSettings {
    /// Least remaining depth, plies, at which positions with as many pieces as the largest tables
    /// are probed.
    pub depth: i32,
    /// Most pieces of a position to probe.
    pub limit: usize,
    /// Whether the fifty-move rule applies.
    pub fifty_moves: bool,
}

impl Default for TbSettings {
    fn default() -> TbSettings {
        TbSettings { depth: 1, limit: 7, fifty_moves: true }
    }
}

/// A set of tables, possibly empty.
#[derive(Default)]
pub struct Tablebase {
    tables: shakmaty_syzygy::Tablebase<Chess>,
    /// Most pieces of a WDL table; 0 without tables.
    largest: usize,
    wdl_files: usize,
    dtz_files: usize,
    /// DTZ by position key. A probe takes about 40 µs, and successive iterations extend similar
    /// lines.
    dtz_cache: Mutex<HashMap<u64, i32>>,
    /// Message of the first read error, until [`Tablebase::take_failure`] takes it.
    failure: Mutex<Option<String>>,
    failed: AtomicBool,
}

impl Tablebase {
    /// Opens the tables of `tests/syzygy`: all of three pieces, and rook against rook.
    #[cfg(test)]
    pub(crate) fn for_tests() -> Tablebase {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy");
        let (tablebase, problems) = Tablebase::open(&[folder.into()]);
        assert!(problems.is_empty(), "{problems:?}");
        tablebase
    }

    /// Returns the most pieces of a position that can be probed; 0 without tables.
    #[inline]
    pub const fn largest(&self) -> usize {
        self.largest
    }

    /// Describes the tables in a line for users.
    pub fn summary(&self) -> String {
        format!(
            "Found {} WDL and {} DTZ tablebase files (up to {}-man).",
            self.wdl_files, self.dtz_files, self.largest
        )
    }

    /// Probes the WDL tables for a position right after a capture or a pawn move, side to move's view.
    /// `None` if a table is missing or unreadable, or a side may castle.
    pub fn wdl(&self, position: &Position) -> Option<Wdl> {
        self.guarded(|| self.tables.probe_wdl_after_zeroing(position.chess()))
    }

    /// Probes the DTZ tables: plies to the next capture or pawn move, at most one too few, positive
    /// if the side to move wins, above 100 if the fifty-move rule makes it a draw, 0 for a draw.
    /// `None` as for [`Tablebase::wdl`].
    pub fn dtz(&self, position: &Position) -> Option<i32> {
        let known = || self.dtz_cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&dtz) = known().get(&position.key()) {
            return Some(dtz);
        }
        let dtz = self.guarded(|| self.tables.probe_dtz(position.chess()))?.ignore_rounding().0;
        let mut known = known();
        if known.len() >= MAX_CACHED_DTZ {
            known.clear();
        }
        known.insert(position.key(), dtz);
        Some(dtz)
    }

    /// Takes the message of the first read error; `None` if there was none or it is already taken.
    pub fn take_failure(&self) -> Option<String> {
        if !self.failed.load(Relaxed) {
            return None;
        }
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Runs a probe. A damaged file must not end the game, even if the reader panics.
    fn guarded<T>(&self, probe: impl FnOnce() -> Result<T, SyzygyError>) -> Option<T> {
        match catch_unwind(AssertUnwindSafe(probe)) {
            Ok(Ok(found)) => return Some(found),
            Ok(Err(SyzygyError::ProbeFailed { metric, material, error })) => {
                let why = match *error {
                    ProbeError::Read { error } => error.to_string(),
                    ProbeError::Magic { .. } => "not a table of this kind".to_owned(),
                    ProbeError::CorruptedTable { .. } => "damaged".to_owned(),
                };
                self.fail(&format!("cannot read the {metric} table {material}: {why}"));
            }
            // A missing table is not a failure: few users have all of them.
            Ok(Err(_)) => {}
            Err(_) => self.fail("cannot read a tablebase file: damaged"),
        }
        None
    }

    /// Keeps the message of the first failure.
    #[cold]
    fn fail(&self, why: &str) {
        if !self.failed.swap(true, Relaxed) {
            let text = format!("{why}; the search continues without it");
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
        }
    }
}
