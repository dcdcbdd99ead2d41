//! What shields the kings, remembered with the position.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use shakmaty::{Bitboard, Color};

/// The whole board shields no king.
const UNKNOWN: u64 = u64::MAX;

/// The blockers of both kings, each found when it is first asked for: move generation, exchanges
/// and checks want them again and again, most positions of a quiescence search never.
///
/// Atomic because threads share positions: two of them may find the same at the same time.
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
