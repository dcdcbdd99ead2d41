//! The transposition table, shared by all search threads without locks.
//!
//! A cluster is half a cache line: three entries of one atomic word each, and a fourth word with
//! a 16-bit check for each. The check is folded with the data (Hyatt and Mann, "A lock-less
//! transposition-table implementation for parallel search"), so a torn pair of words reads as a
//! miss. Another position's entry passes the check about once in 20,000 misses. The reader detects
//! most of these by their move, which is illegal.

mod entry;

use std::{
    io,
    ops::Range,
    sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed},
};

use memmap2::MmapRaw;

pub use entry::TtEntry;
use entry::age_of;
pub(crate) use entry::score_from_tt;

use crate::{
    chess::score::Bound,
    platform::{
        memory::{PAGE, map_zeroed},
        prefetch::prefetch,
    },
};

const MEBIBYTE: usize = 1 << 20;
const ENTRIES: usize = 3;
/// Ages wrap here: five bits hold them.
const AGES: u8 = 32;
/// Plies of depth that an entry loses for each search since it was stored, for replacement.
const AGE_PENALTY: i32 = 4;

/// The low 16 bits of the key, which the index does not use, folded with the data.
const fn check_of(key: u64, bits: u64) -> u16 {
    (key ^ bits ^ bits >> 16 ^ bits >> 32 ^ bits >> 48) as u16
}

#[derive(Default)]
#[repr(align(32))]
struct Cluster {
    entries: [AtomicU64; ENTRIES],
    checks: AtomicU64,
}

const _: () = assert!(size_of::<Cluster>() == 32);

impl Cluster {
    /// Writes an entry and its check, beside the checks that were read.
    fn write(&self, slot: usize, key: u64, bits: u64, checks: u64) {
        let shift = 16 * slot;
        let check = u64::from(check_of(key, bits)) << shift;
        self.entries[slot].store(bits, Relaxed);
        // A check that another thread stores in between is lost: its entry becomes a miss.
        self.checks.store(checks & !(0xFFFF << shift) | check, Relaxed);
    }
}

/// The transposition table.
pub struct TranspositionTable {
    memory: MmapRaw,
    clusters: usize,
    age: AtomicU8,
}

impl TranspositionTable {
    /// Returns an empty table of `mebibytes` MiB. The system commits the memory on first use:
    /// reserving a huge table takes no time. `TranspositionTable::touch` commits it beforehand.
    ///
    /// # Errors
    ///
    /// The system refuses the memory.
    pub fn new(mebibytes: usize) -> io::Result<TranspositionTable> {
        let bytes = mebibytes
            .max(1)
            .checked_mul(MEBIBYTE)
            .ok_or_else(|| io::Error::other("more than the address space"))?;
        Ok(TranspositionTable {
            memory: MmapRaw::from(map_zeroed(bytes)?),
            clusters: bytes / size_of::<Cluster>(),
            age: AtomicU8::new(0),
        })
    }

    fn clusters(&self) -> &[Cluster] {
        // SAFETY: the mapping is zeroed, page aligned, no shorter than `clusters` clusters, and lives
        // as long as `self`. Nothing else points into it, and a cluster is made of atomics alone,
        // for which every bit pattern is valid.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast::<Cluster>(), self.clusters) }
    }

    fn cluster(&self, key: u64) -> &Cluster {
        // The high half of key × length: no division, any length (Lemire, "fast range").
        let index = (u128::from(key) * self.clusters as u128) >> 64;
        &self.clusters()[index as usize]
    }

    /// Prefetches the cluster of `key`.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// Returns the entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        let cluster = self.cluster(key);
        let checks = cluster.checks.load(Relaxed);
        (0..ENTRIES).find_map(|slot| {
            let bits = cluster.entries[slot].load(Relaxed);
            let hit = (checks >> (16 * slot)) as u16 == check_of(key, bits);
            hit.then(|| TtEntry::from_bits(bits)).flatten()
        })
    }

    /// Stores an entry. It replaces the same position's entry, unless that is deeper, of this search
    /// and the new score is not exact: then only the move is replaced. Otherwise it replaces the
    /// shallowest and oldest of the cluster. An entry without a move keeps the old one.
    pub fn store(&self, key: u64, mut entry: TtEntry) {
        let cluster = self.cluster(key);
        let age = self.age.load(Relaxed);
        let checks = cluster.checks.load(Relaxed);
        let mut slot = 0;
        let mut lowest = i32::MAX;
        for candidate in 0..ENTRIES {
            let bits = cluster.entries[candidate].load(Relaxed);
            let Some(old) = TtEntry::from_bits(bits) else {
                slot = candidate;
                lowest = i32::MIN;
                continue;
            };
            let searches_ago = (AGES + age - age_of(bits)) % AGES;
            if (checks >> (16 * candidate)) as u16 == check_of(key, bits) {
                let keeps = entry.bound != Some(Bound::Exact)
                    && searches_ago == 0
                    && entry.depth + 4 + 2 * i32::from(entry.pv) <= old.depth;
                if keeps {
                    // The newer move is the better one (Stockfish). Another position's entry that
                    // passes the check stays whole: its evaluation is another one.
                    if entry.best.is_some() && entry.evaluation == old.evaluation {
                        let kept = TtEntry { best: entry.best, ..old };
                        cluster.write(candidate, key, kept.to_bits(age), checks);
                    }
                    return;
                }
                entry.best = entry.best.or(old.best);
                slot = candidate;
                break;
            }
            let worth = old.depth - AGE_PENALTY * i32::from(searches_ago);
            if worth < lowest {
                lowest = worth;
                slot = candidate;
            }
        }
        cluster.write(slot, key, entry.to_bits(age), checks);
    }

    /// Ages the entries. Called once at the start of a search.
    pub fn new_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    /// Empties the table.
    pub fn clear(&self) {
        self.clear_share(0, 1);
    }

    /// Empties share number `share`, from 0, of `shares`: each thread may empty one.
    pub(crate) fn clear_share(&self, share: usize, shares: usize) {
        let length = self.clusters.div_ceil(shares);
        for cluster in self.clusters().chunks(length).nth(share).unwrap_or_default() {
            for word in cluster.entries.iter().chain([&cluster.checks]) {
                word.store(0, Relaxed);
            }
        }
        self.age.store(0, Relaxed);
    }

    /// Commits the memory of these MiB of the table, if it is not yet: the search would wait
    /// milliseconds for each page. Entries stay.
    pub(crate) fn touch(&self, mebibytes: Range<usize>) {
        let clusters = |mebibytes: usize| mebibytes * (MEBIBYTE / size_of::<Cluster>());
        let clusters = &self.clusters()[clusters(mebibytes.start)..clusters(mebibytes.end)];
        for cluster in clusters.iter().step_by(PAGE / size_of::<Cluster>()) {
            // A write that changes nothing. A load would map the system's zero page.
            cluster.checks.compare_exchange(0, 0, Relaxed, Relaxed).ok();
        }
    }

    /// Returns the share of a sample of the table that this search has stored, permille.
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = &self.clusters()[..1000.min(self.clusters)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.entries)
            .filter(|word| {
                let bits = word.load(Relaxed);
                TtEntry::from_bits(bits).is_some() && age_of(bits) == age
            })
            .count();
        (used * 1000 / (sample.len() * ENTRIES)) as u32
    }

    /// Returns the size in MiB.
    pub fn mebibytes(&self) -> usize {
        self.clusters * size_of::<Cluster>() / MEBIBYTE
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::chess::{PackedMove, score::Score};

    fn entry(n: u64) -> TtEntry {
        TtEntry {
            best: PackedMove::from_bits(n as u16),
            score: (n % 60_000) as Score - 30_000,
            evaluation: -((n % 20_000) as Score),
            depth: (n % 256) as i32,
            bound: [Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact), None]
                [(n % 4) as usize],
            pv: n % 2 == 1,
        }
    }

    /// Spreads a small number over 64 bits.
    fn key(n: u64) -> u64 {
        (n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    #[test]
    fn entries_come_back_as_stored() {
        let table = TranspositionTable::new(1).unwrap();
        for n in 0..10_000 {
            table.store(key(n), entry(n));
            assert_eq!(table.probe(key(n)), Some(entry(n)));
        }
        table.touch(0..1);
        assert_eq!(table.probe(key(9_999)), Some(entry(9_999)));
        (0..3).for_each(|share| table.clear_share(share, 3));
        assert!((0..10_000).all(|n| table.probe(key(n)).is_none()));
    }

    #[test]
    fn every_bit_of_an_entry_changes_its_check() {
        for n in 0..100 {
            let bits = entry(n).to_bits(5);
            for bit in 0..64 {
                let torn = bits ^ 1 << bit;
                assert_ne!(check_of(key(n), torn), check_of(key(n), bits), "{bits:x} {bit}");
            }
        }
    }

    #[test]
    fn a_missing_move_keeps_the_known_one_and_depth_is_preferred() {
        let table = TranspositionTable::new(1).unwrap();
        let deep = TtEntry { depth: 20, bound: Some(Bound::Lower), ..entry(7) };
        table.store(1, deep);
        table.store(1, TtEntry { depth: 3, best: None, ..deep });
        assert_eq!(table.probe(1), Some(deep));
        let newer = TtEntry { depth: 3, best: entry(8).best, ..deep };
        table.store(1, TtEntry { evaluation: deep.evaluation + 1, ..newer });
        assert_eq!(table.probe(1), Some(deep), "another position's entry");
        table.store(1, newer);
        let deep = TtEntry { best: newer.best, ..deep };
        assert_eq!(table.probe(1), Some(deep));
        table.store(1, TtEntry { best: None, depth: 21, ..deep });
        assert_eq!(table.probe(1).unwrap(), TtEntry { depth: 21, ..deep });
        table.new_search();
        table.store(1, TtEntry { depth: 3, ..deep });
        assert_eq!(table.probe(1).unwrap().depth, 3);
    }

    #[test]
    fn the_oldest_and_shallowest_entry_of_a_cluster_is_replaced() {
        let table = TranspositionTable::new(1).unwrap();
        // Equal high halves: the same cluster; different checks.
        for depth in [9, 5, 7, 6] {
            table.store(depth, TtEntry { depth: depth as i32, ..entry(4) });
        }
        let left: Vec<u64> = (0..10).filter(|&key| table.probe(key).is_some()).collect();
        assert_eq!(left, [6, 7, 9]);
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri aborts where the system would refuse")]
    fn too_much_memory_is_an_error() {
        assert!(TranspositionTable::new(usize::MAX).is_err());
        assert!(TranspositionTable::new(1 << 40).is_err());
    }

    #[test]
    fn threads_read_only_stored_entries() {
        let table = TranspositionTable::new(1).unwrap();
        // Few clusters, for collisions. The entry follows from the key.
        let crowded = |n: u64| key(n) >> 60 | n << 5;
        let stored: Vec<TtEntry> = (0..64).map(|n| entry(crowded(n))).collect();
        let rounds = if cfg!(miri) { 500 } else { 200_000 };
        let strangers: u64 = thread::scope(|scope| {
            let workers: Vec<_> = (0..4)
                .map(|thread| {
                    let (table, stored) = (&table, &stored);
                    scope.spawn(move || {
                        let mut strangers = 0;
                        for round in 0..rounds {
                            let n = (round * 7 + thread) % 64;
                            table.store(crowded(n), entry(crowded(n)));
                            if let Some(found) = table.probe(crowded(n)) {
                                assert!(stored.contains(&found));
                                strangers += u64::from(found != entry(crowded(n)));
                            }
                        }
                        strangers
                    })
                })
                .collect();
            workers.into_iter().map(|worker| worker.join().unwrap()).sum()
        });
        // A 16-bit check rarely accepts another position's entry.
        assert!(strangers < 4 * rounds / 1_000, "{strangers}");
    }
}
