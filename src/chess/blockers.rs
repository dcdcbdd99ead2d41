//! Lazily computed blockers of both kings.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use shakmaty::{Bitboard, Color};

/// Marks blockers that are not computed: never a valid set.
const UNKNOWN: u64 = u64::MAX;

/// The blockers of both kings, computed on first use. Move generation, SEE and check detection use
/// them often; most positions of the quiescence search never need them.
///
/// Atomic because threads share positions; a race computes the same value twice.
#[derive(Debug)]
pub(super) struct Blockers([AtomicU64; 2]);

impl Default for Blockers {
    fn default() -> Blockers {
        Blockers([const { AtomicU64::new(UNKNOWN) }; 2])
    }
}

impl Clone for Blockers {
    fn clone(&self) -> Blockers {
        Blockers([0, 1].map(|side: usize| AtomicU64::new(self.0[side].load(Relaxed))))
    }
}

impl Blockers {
    #[inline]
    pub(super) fn get_or_find(&self, king: Color, find: impl FnOnce() -> Bitboard) -> Bitboard {
        let known = &self.0[king as usize];
        match known.load(Relaxed) {
            UNKNOWN => {
                let found = find();
                known.store(found.into(), Relaxed);
                found
            }
            blockers => Bitboard(blockers),
        }
    }
}
