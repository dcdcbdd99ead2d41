//! The transposition table of all search threads: replaced, cleared and committed.

use std::{io, sync::Arc};

use super::helper::Helpers;
use crate::search::tt::TranspositionTable;

/// The transposition table, and how much of its memory is committed.
pub(in crate::search) struct SharedTt {
    tt: Arc<TranspositionTable>,
    /// MiB touched, from the start.
    touched: usize,
    /// Nothing has been stored yet.
    is_empty: bool,
}

impl SharedTt {
    /// Reserves an empty table of `mebibytes` MiB.
    ///
    /// # Errors
    ///
    /// The system refuses the memory.
    pub fn new(mebibytes: usize) -> io::Result<SharedTt> {
        let tt = Arc::new(TranspositionTable::new(mebibytes)?);
        Ok(SharedTt { tt, touched: 0, is_empty: true })
    }

    pub const fn get(&self) -> &Arc<TranspositionTable> {
        &self.tt
    }

    /// Returns the table for a search.
    pub fn for_search(&mut self) -> &Arc<TranspositionTable> {
        self.is_empty = false;
        &self.tt
    }

    /// Clears the table, each thread a share of it.
    pub fn clear(&mut self, helpers: &Helpers) {
        if self.is_empty {
            return;
        }
        let tt = Arc::clone(&self.tt);
        helpers.share_out(move |share, shares| tt.clear_share(share, shares));
        self.touched = self.tt.mebibytes();
        self.is_empty = true;
    }

    /// Returns true if all of the table is committed.
    pub fn is_touched(&self) -> bool {
        self.touched == self.tt.mebibytes()
    }

    /// Commits the rest of the table.
    pub fn touch_rest(&mut self, helpers: &Helpers) {
        self.touch_to(self.tt.mebibytes(), helpers);
    }

    /// Commits some more of the table, which takes some milliseconds: a huge page for each thread.
    pub fn touch_some(&mut self, helpers: &Helpers) {
        let step = 2 * (helpers.len() + 1);
        self.touch_to(self.tt.mebibytes().min(self.touched + step), helpers);
    }

    fn touch_to(&mut self, end: usize, helpers: &Helpers) {
        let (tt, start) = (Arc::clone(&self.tt), self.touched);
        // In whole huge pages, if the size allows.
        let pages = (end - start).div_ceil(2);
        let bound =
            move |share: usize, shares: usize| (start + 2 * (share * pages / shares)).min(end);
        if start < end {
            helpers.share_out(move |share, shares| {
                tt.touch(bound(share, shares)..bound(share + 1, shares));
            });
        }
        self.touched = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chess::score::Bound, eval::nnue, search::tt::TtEntry};

    #[test]
    fn every_thread_empties_and_touches_its_share() {
        let mut shared = SharedTt::new(5).unwrap();
        let mut helpers = Helpers::default();
        for threads in [1, 3, 4] {
            helpers.set(threads - 1, &nnue::embedded()).unwrap();
            let keys = (0..1000_u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let entry = TtEntry {
                best: None,
                score: 0,
                evaluation: 0,
                depth: 1,
                bound: Some(Bound::Exact),
                pv: false,
            };
            let tt = Arc::clone(shared.for_search());
            keys.clone().for_each(|key| tt.store(key, entry));
            shared.touch_some(&helpers);
            shared.touch_rest(&helpers);
            assert!(shared.is_touched());
            assert!(keys.clone().any(|key| tt.probe(key).is_some()));
            shared.clear(&helpers);
            assert!(keys.clone().all(|key| tt.probe(key).is_none()), "{threads} threads");
        }
    }
}
