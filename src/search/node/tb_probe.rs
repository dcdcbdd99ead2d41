//! Tablebase probes below the root.

use super::worker::Worker;
use crate::{
    chess::{
        Position,
        score::{Bound, DRAW, Score, TB_WIN},
    },
    tablebase::Wdl,
};

impl Worker<'_> {
    /// Probes the tablebases for a position after a capture or a pawn move. Returns a score and its
    /// bound: a win may be a nearer mate than its score shows.
    pub(super) fn probe_tb(
        &mut self,
        position: &Position,
        depth: i32,
        ply: usize,
    ) -> Option<(Score, Bound)> {
        let tb = &self.shared.tb;
        // A mate on the board is worth more than the tablebase score.
        if !tb.applies(position, depth) || position.is_check() && !position.has_legal_move() {
            return None;
        }
        let wdl = tb.wdl(position);
        // The file may be on a slow disk.
        self.check_clock();
        let win = TB_WIN - ply as Score;
        Some(match wdl? {
            Wdl::Draw => (DRAW, Bound::Exact),
            Wdl::CursedWin if tb.fifty_moves() => (DRAW + 2, Bound::Exact),
            Wdl::BlessedLoss if tb.fifty_moves() => (DRAW - 2, Bound::Exact),
            Wdl::Win | Wdl::CursedWin => (win, Bound::Lower),
            Wdl::Loss | Wdl::BlessedLoss => (-win, Bound::Upper),
        })
    }
}
