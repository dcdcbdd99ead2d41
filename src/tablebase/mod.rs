//! Syzygy endgame tables: what perfect play makes of a position with few men, by
//! `shakmaty-syzygy`.
//!
//! A WDL table knows who wins, a DTZ table also how many plies away the next capture or pawn move
//! is. Files are opened when they are first needed.

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

pub use files::folders;
pub use line::Extension;
pub use prober::{NEAREST_CURSED, RankedMove, Ranking, SyzygyProber};
use shakmaty::Chess;
pub use shakmaty_syzygy::Wdl;
use shakmaty_syzygy::{ProbeError, SyzygyError};

use crate::chess::Position;

/// Positions whose DTZ is remembered: a MiB or two.
const MOST_KNOWN: usize = 1 << 16;

/// How a search uses the tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TbSettings {
    /// Positions with as many men as the largest tables are looked up at this depth or more, in
    /// plies.
    pub depth: i32,
    /// Positions with more men are not looked up.
    pub limit: usize,
    /// Whether the fifty-move rule makes draws of wins that take too long.
    pub fifty_moves: bool,
}

impl Default for TbSettings {
    fn default() -> TbSettings {
        TbSettings { depth: 1, limit: 7, fifty_moves: true }
    }
}

/// A set of tables, perhaps empty.
#[derive(Default)]
pub struct Tablebase {
    tables: shakmaty_syzygy::Tablebase<Chess>,
    /// Most men of a WDL table; 0 without any.
    largest: usize,
    wdl_files: usize,
    dtz_files: usize,
    /// DTZ of positions by their keys: a probe takes some 40 µs, and the lines that it is asked for
    /// change little from one iteration to the next.
    known: Mutex<HashMap<u64, i32>>,
    /// What was wrong when a file could first not be read, until somebody takes it.
    failure: Mutex<Option<String>>,
    failed: AtomicBool,
}

impl Tablebase {
    /// The tables of `tests/syzygy`: all of three men, and rook against rook.
    #[cfg(test)]
    pub(crate) fn for_tests() -> Tablebase {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy");
        let (tablebase, problems) = Tablebase::open(&[folder.into()]);
        assert_eq!(problems, Vec::<String>::new());
        tablebase
    }

    /// Most men of a position that a table answers for; 0 without tables.
    #[inline]
    pub const fn largest(&self) -> usize {
        self.largest
    }

    /// What was found, for the person at the keyboard.
    pub fn summary(&self) -> String {
        format!(
            "Found {} WDL and {} DTZ tablebase files (up to {}-man).",
            self.wdl_files, self.dtz_files, self.largest
        )
    }

    /// Who wins a position that a capture or a pawn move has just led to, as the side to move sees
    /// it. `None` where no table tells: one is missing or cannot be read, or a side may castle.
    pub fn wdl(&self, position: &Position) -> Option<Wdl> {
        self.guarded(|| self.tables.probe_wdl_after_zeroing(position.chess()))
    }

    /// Plies to the next capture or pawn move, at most one too few, positive where the side to
    /// move wins; more than 100 where the fifty-move rule would make it a draw. 0 is a draw,
    /// `None` as for [`Tablebase::wdl`].
    pub fn dtz(&self, position: &Position) -> Option<i32> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&dtz) = known().get(&position.key()) {
            return Some(dtz);
        }
        let dtz = self.guarded(|| self.tables.probe_dtz(position.chess()))?.ignore_rounding().0;
        let mut known = known();
        if known.len() >= MOST_KNOWN {
            known.clear();
        }
        known.insert(position.key(), dtz);
        Some(dtz)
    }

    /// What was wrong when a file could first not be read; `None` if nothing was, or if it has been
    /// told before.
    pub fn take_failure(&self) -> Option<String> {
        if !self.failed.load(Relaxed) {
            return None;
        }
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// A damaged file must not end the game, even where the reader trips over it.
    fn guarded<T>(&self, probe: impl FnOnce() -> Result<T, SyzygyError>) -> Option<T> {
        match catch_unwind(AssertUnwindSafe(probe)) {
            Ok(Ok(found)) => return Some(found),
            Ok(Err(SyzygyError::ProbeFailed { metric, material, error })) => {
                let why = match *error {
                    ProbeError::Read { error } => error.to_string(),
                    ProbeError::Magic { .. } => "it is no such table".to_owned(),
                    ProbeError::CorruptedTable { .. } => "it is damaged".to_owned(),
                };
                self.fail(&format!("cannot read the {metric} table {material}: {why}"));
            }
            // Tables that are not there are no failure: few have them all.
            Ok(Err(_)) => {}
            Err(_) => self.fail("cannot read an endgame table: it is damaged"),
        }
        None
    }

    /// Keeps what was wrong, if it is the first time.
    #[cold]
    fn fail(&self, why: &str) {
        if !self.failed.swap(true, Relaxed) {
            let text = format!("{why}; the search goes on without it");
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
        }
    }
}
