//! Internal iterative reductions and late move reductions (Stockfish).

use super::{
    node_state::{Candidate, Node},
    node_type::NodeType,
    worker::Worker,
};
use crate::{
    chess::{
        SearchMove,
        score::{Score, is_decisive},
        see,
    },
    params,
};

/// One ply in the units of reductions.
pub(in crate::search) const PLY: i32 = 1024;

impl Worker<'_> {
    /// Internal iterative reduction (IIR), plies: without a TT move the ordering is poor, and a
    /// shallower search finds one for the next iteration (Ed Schröder).
    #[inline]
    pub(in crate::search) fn internal_iterative_reduction(&self, node: &Node<'_>) -> i32 {
        let applies = !node.in_check()
            && node.tt.best.is_none()
            && !self.at(node.ply).follows_pv
            && node.depth >= params::iir_depth();
        i32::from(applies)
    }

    /// Returns the discount of a node's reductions for the width of its window, in 1/1024 plies.
    #[inline]
    pub(in crate::search) fn window_reduction(&self, window: Score) -> i32 {
        window * params::reduction_window() / self.root.window.max(1)
    }

    /// Returns the base reduction of the `count`th move, in 1/1024 plies, which pruning uses too.
    /// `window_reduction` is that of the node's window.
    #[inline]
    pub(in crate::search) fn base_reduction(
        &self,
        node: &Node<'_>,
        count: i32,
        window_reduction: i32,
    ) -> i32 {
        let product = self.logarithm(node.depth) * self.logarithm(count) / PLY;
        let scale = product * 100 / params::reduction_divisor();
        let mut reduction = params::reduction_base() + scale - window_reduction;
        if !node.improving {
            reduction += scale * params::reduction_not_improving() / 512;
        }
        if node.tt_pv {
            reduction += params::reduction_tt_pv_base();
        }
        reduction
    }

    /// Late move reductions (LMR): the reduction of a move, in 1/1024 plies. A negative one extends.
    /// It is 0 in a full-width search.
    #[inline]
    pub(in crate::search) fn reduction<N: NodeType>(
        &self,
        node: &Node<'_>,
        candidate: &Candidate,
        stat_score: i32,
        alpha: Score,
        count: i32,
    ) -> i32 {
        if !N::SELECTIVE {
            return 0;
        }
        let &Node { ply, cut_node, ref tt, .. } = node;
        let all_node = !N::PV && !cut_node;
        let mut reduction = candidate.reduction;
        if node.tt_pv {
            reduction -= params::reduction_tt_pv();
            if N::PV {
                reduction -= params::reduction_pv();
            }
            // `NO_SCORE` is above alpha, as in Stockfish.
            if tt.score > alpha {
                reduction -= params::reduction_tt_score();
            }
            if tt.depth() >= node.depth {
                reduction -= params::reduction_tt_depth();
                if cut_node {
                    reduction -= params::reduction_tt_depth_cut();
                }
            }
        }
        reduction += params::reduction_offset() - count * params::reduction_count();
        // A large correction means an uncertain evaluation.
        reduction -= node.correction.abs() * params::reduction_correction() / 16;
        if cut_node {
            reduction += params::reduction_cut_node();
            if tt.best.is_none() {
                reduction += params::reduction_no_tt_move();
            }
        }
        if tt.best.is_some_and(SearchMove::is_tactical) {
            reduction += params::reduction_tt_capture();
        }
        let cutoffs = self.at(ply + 1).cutoff_count;
        if cutoffs > 1 {
            reduction += params::reduction_fail_highs();
            if cutoffs > 2 {
                reduction += params::reduction_more_fail_highs();
            }
            if all_node {
                reduction += params::reduction_fail_highs_all();
            }
        } else if Some(candidate.m) == tt.best {
            reduction -= params::reduction_tt_move();
        }
        reduction -= stat_score * params::reduction_history() / 4096;
        if all_node {
            reduction += reduction * params::reduction_all_node()
                / (256 * node.depth + params::reduction_all_node_offset());
        }
        reduction
    }
}

/// Plies by which the remaining moves are searched less deep after a move has raised alpha: they
/// rarely beat it (Stockfish).
#[inline]
pub(in crate::search) fn raised_alpha_reduction(depth: i32, score: Score) -> i32 {
    let depths = params::raised_alpha_depth_min()..=params::raised_alpha_depth_max();
    if depths.contains(&depth) && !is_decisive(score) {
        params::raised_alpha_reduction()
    } else {
        0
    }
}

/// Returns the stat score of a capture or promotion, history units.
#[inline]
pub(in crate::search) fn capture_stat_score(m: SearchMove, history: i32) -> i32 {
    see::captured_value(m) * params::reduction_victim() / 16 + history
}
