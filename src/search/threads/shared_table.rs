//! The search threads' transposition table: replaced, emptied and committed.

use std::{io, sync::Arc};

use super::helper::Helpers;
use crate::search::tt::TranspositionTable;

/// The transposition table, and how much of it the system has committed.
pub(in crate::search) struct SharedTable {
    tt: Arc<TranspositionTable>,
    /// So many MiB have been touched.
    touched: usize,
    /// Nothing has been stored yet.
    is_empty: bool,
}

impl SharedTable {
    /// Reserves an empty table of `mebibytes` MiB.
    ///
    /// # Errors
    ///
    /// The system's, where it refuses the memory.
    pub fn new(mebibytes: usize) -> io::Result<SharedTable> {
        let tt = Arc::new(TranspositionTable::new(mebibytes)?);
        Ok(SharedTable { tt, touched: 0, is_empty: true })
    }

    /// The table itself.
    pub const fn tt(&self) -> &Arc<TranspositionTable> {
        &self.tt
    }

    /// The table for a search.
    pub fn for_search(&mut self) -> &Arc<TranspositionTable> {
        self.is_empty = false;
        &self.tt
    }

    /// Empties the table, each thread a share of it.
    pub fn clear(&mut self, helpers: &Helpers) {
        if self.is_empty {
            return;
        }
        let tt = Arc::clone(&self.tt);
        helpers.share_out(move |share, shares| tt.clear_share(share, shares));
        self.touched = self.tt.mebibytes();
        self.is_empty = true;
    }

    /// Whether the system has committed all of the table.
    pub fn is_touched(&self) -> bool {
        self.touched == self.tt.mebibytes()
    }

    /// Has the system commit the rest of the table.
    pub fn touch_rest(&mut self, helpers: &Helpers) {
        self.touch_to(self.tt.mebibytes(), helpers);
    }

    /// Has the system commit some more of the table, which takes some milliseconds: each thread a
    /// huge page.
    pub fn touch_some(&mut self, helpers: &Helpers) {
        let step = 2 * (helpers.len() + 1);
        self.touch_to(self.tt.mebibytes().min(self.touched + step), helpers);
    }

    fn touch_to(&mut self, end: usize, helpers: &Helpers) {
        let (tt, start) = (Arc::clone(&self.tt), self.touched);
        // In whole huge pages, as far as there are any.
        let pages = (end - start).div_ceil(2);
        let place =
            move |share: usize, shares: usize| (start + 2 * (share * pages / shares)).min(end);
        if start < end {
            helpers.share_out(move |share, shares| {
                tt.touch(place(share, shares)..place(share + 1, shares));
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
        let mut table = SharedTable::new(5).unwrap();
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
            let tt = Arc::clone(table.for_search());
            keys.clone().for_each(|key| tt.store(key, entry));
            table.touch_some(&helpers);
            table.touch_rest(&helpers);
            assert!(table.is_touched());
            assert!(keys.clone().any(|key| tt.probe(key).is_some()));
            table.clear(&helpers);
            assert!(keys.clone().all(|key| tt.probe(key).is_none()), "{threads} threads");
        }
    }
}
