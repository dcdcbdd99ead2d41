//! The principal variations of the current path, as a triangular table.

use std::io;

use arrayvec::ArrayVec;
use shakmaty::Move;

use crate::{chess::score::MAX_PLY, platform::memory::room_for};

type Line = ArrayVec<Move, { MAX_PLY + 1 }>;

pub struct PvTable {
    lines: Vec<Line>,
}

const LINES: usize = MAX_PLY + 2;

impl PvTable {
    /// Reserves the memory. Call [`PvTable::fill`] before use.
    ///
    /// # Errors
    ///
    /// The system refuses the memory.
    pub fn reserve() -> io::Result<PvTable> {
        Ok(PvTable { lines: room_for(LINES)? })
    }

    pub fn fill(&mut self) {
        self.lines.resize(LINES, Line::new());
    }

    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Sets the line at `ply` to a move and the line of the next ply.
    pub fn update(&mut self, ply: usize, m: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(m);
        // The next ply's line is at least one move shorter than the capacity.
        line.extend(lower[0].iter().copied().take(MAX_PLY));
    }

    /// Returns the line from `ply` on.
    pub fn line(&self, ply: usize) -> &[Move] {
        &self.lines[ply]
    }
}
