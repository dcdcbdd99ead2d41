//! Searches of a move that has been made: reduced, at full depth, with the full window.

use super::{
    node_state::{Child, Node},
    node_type::{NodeType, NonPv, Pv},
    reductions::PLY,
    worker::Worker,
};
use crate::{
    chess::score::{Score, is_decisive},
    params,
    search::ordering::quiet_context::QuietContext,
};

impl Worker<'_> {
    /// Late move reductions (LMR): a reduced search with a zero window, and one at full depth if it
    /// fails high. Changes the child's depth by how far the reduced search is from the best score.
    #[inline]
    pub(in crate::search) fn search_reduced<N: NodeType>(
        &mut self,
        node: &Node<'_>,
        child: &mut Child<'_>,
        context: &QuietContext,
        alpha: Score,
        best: Score,
    ) -> Score {
        let ply = node.ply;
        let reduced =
            (child.depth - child.reduction / PLY).min(child.depth + 2).max(1) + i32::from(N::PV);
        self.at_mut(ply).reduction = child.depth - reduced;
        let mut score = self.search_zero_window::<N>(child, alpha, reduced, ply, true);
        self.at_mut(ply).reduction = 0;
        if score > alpha {
            let deeper = reduced < child.depth && score > best + params::deeper_margin();
            let shallower = score < best + params::shallower_margin();
            child.depth += i32::from(deeper) - i32::from(shallower);
            if child.depth > reduced {
                let cut_node = !node.cut_node;
                score = self.search_zero_window::<N>(child, alpha, child.depth, ply, cut_node);
            }
            self.data.histories.update_continuation(context, child.m, params::history_research());
        }
        score
    }

    /// Full depth search (FDS): a zero window where LMR do not apply. A move with a large reduction
    /// still loses a ply or two (Stockfish).
    #[inline]
    pub(in crate::search) fn search_full_depth<N: NodeType>(
        &mut self,
        node: &Node<'_>,
        child: &Child<'_>,
        alpha: Score,
    ) -> Score {
        let no_tt_move = node.tt.best.is_none();
        let reduction =
            child.reduction + if no_tt_move { params::full_depth_no_tt_move() } else { 0 };
        let plies = i32::from(reduction > params::full_depth_reduction())
            + i32::from(reduction > params::full_depth_reduction_more() && child.depth > 2);
        self.search_zero_window::<N>(child, alpha, child.depth - plies, node.ply, !node.cut_node)
    }

    /// Principal variation search (PVS): the full window, for the first move and any that beats
    /// alpha.
    #[inline]
    pub(in crate::search) fn search_full_window<N: NodeType>(
        &mut self,
        node: &Node<'_>,
        child: &Child<'_>,
        alpha: Score,
        beta: Score,
    ) -> Score {
        // The TT move does not drop into quiescence search (Stockfish).
        let known = if node.tt.score().is_some_and(is_decisive) { 0 } else { 1 };
        let is_deep = Some(child.m) == node.tt.best && node.tt.depth() > known;
        let depth = if N::SELECTIVE && is_deep { child.depth.max(1) } else { child.depth };
        -self.negamax::<Pv<N::Mode>>(child.position, -beta, -alpha, depth, node.ply + 1, false)
    }

    #[inline]
    fn search_zero_window<N: NodeType>(
        &mut self,
        child: &Child<'_>,
        alpha: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        -self.negamax::<NonPv<N::Mode>>(
            child.position,
            -alpha - 1,
            -alpha,
            depth,
            ply + 1,
            cut_node,
        )
    }
}
