//! Late move reductions: how much less deep a move is searched at first.

use super::{
    node::{Candidate, Node, NodeType},
    worker::Search,
};
use crate::{
    params,
    position::{Position, is_tactical},
    score::NO_SCORE,
};

/// One ply in the units of reductions.
pub(super) const PLY: i32 = 1024;

impl Search<'_> {
    /// Base reduction of the `count`th move, in 1/1024 plies.
    #[inline]
    pub(super) fn base_reduction(&self, depth: i32, count: i32) -> i32 {
        let product = self.logarithm(depth) * self.logarithm(count) / PLY;
        params::reduction_base() + product * 100 / params::reduction_divisor()
    }

    /// The reduction of a move that leads to `child`, in 1/1024 plies; negative where it deserves
    /// more than the others.
    #[inline]
    pub(super) fn reduction<N: NodeType>(
        &self,
        node: &Node<'_>,
        candidate: &Candidate,
        child: &Position,
    ) -> i32 {
        let mut reduction = candidate.reduction;
        if node.tt_pv {
            reduction -= params::reduction_tt_pv();
        }
        if N::PV {
            reduction -= params::reduction_pv();
        }
        // Where the evaluation errs, look closer (Stockfish).
        if node.evaluation != NO_SCORE {
            let correction = (node.static_evaluation - node.evaluation).abs();
            reduction -= correction * params::reduction_correction();
        }
        if node.cut_node {
            reduction += params::reduction_cut_node();
        }
        if !node.improving {
            reduction += params::reduction_not_improving();
        }
        if node.tt.best.is_some_and(is_tactical) {
            reduction += params::reduction_tt_capture();
        }
        if self.at(node.ply + 1).fail_highs > params::reduction_fail_high_count() as u32 {
            reduction += params::reduction_fail_highs();
        }
        if child.is_check() {
            reduction -= params::reduction_check();
        }
        reduction - candidate.history * PLY / params::reduction_history()
    }
}
