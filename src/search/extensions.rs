//! Where the search goes deeper, or less deep, than the depth left says.

use std::ops::ControlFlow;

use shakmaty::Move;

use super::{
    node::{Node, NodeType, NonPv},
    worker::Search,
};
use crate::{
    params,
    position::is_tactical,
    score::{Score, is_decisive},
};

impl Search<'_> {
    /// The plies by which the depth of a reduced move was wrong, as the static evaluation after it
    /// tells: more where the move did not fall back, less where it lost much (Stockfish).
    pub(super) fn hindsight(&self, depth: i32, gain: Score, ply: usize) -> i32 {
        let reduction = self.before(ply, 1).reduction;
        if reduction >= params::hindsight_deeper() && gain >= 0 {
            1
        } else if reduction >= params::hindsight_shallower()
            && depth >= 2
            && gain < -params::hindsight_margin()
        {
            -1
        } else {
            0
        }
    }

    /// Whether it is worth finding out if a move is much better than all others: the table's move
    /// with a score from a search nearly as deep, not too far below the horizon.
    #[inline]
    pub(super) fn may_be_singular(&self, node: &Node<'_>, m: Move) -> bool {
        let Node { depth, tt, .. } = node;
        Some(m) == tt.best
            && *depth >= params::singular_depth()
            && tt.depth() >= depth - 3
            && tt.is_lower()
            && !is_decisive(tt.score)
            && node.ply < 2 * self.root_depth as usize
    }

    /// Singular extension: a table move that is much better than all others is searched deeper, by
    /// so many plies; if another move fails high too, the node is cut (multi-cut), with this value;
    /// and where that is only likely the table move is searched less deep (Stockfish).
    pub(super) fn singular<N: NodeType>(
        &mut self,
        node: &Node<'_>,
        m: Move,
    ) -> ControlFlow<Score, i32> {
        let &Node { position, beta, depth, ply, cut_node, ref tt, .. } = node;
        let singular_beta = tt.score - params::singular_margin() * depth / 16;
        let reduced = (depth - 1) / 2;
        self.at_mut(ply).excluded = Some(m);
        let score = self.negamax::<NonPv>(
            position,
            singular_beta - 1,
            singular_beta,
            reduced,
            ply,
            cut_node,
        );
        self.at_mut(ply).excluded = None;
        if score < singular_beta {
            let double = !N::PV && score < singular_beta - params::double_extension_margin();
            let triple = double
                && !is_tactical(m)
                && score < singular_beta - params::triple_extension_margin();
            return ControlFlow::Continue(1 + i32::from(double) + i32::from(triple));
        }
        if singular_beta >= beta && !is_decisive(singular_beta) {
            return ControlFlow::Break(singular_beta);
        }
        ControlFlow::Continue(if tt.score >= beta {
            -2
        } else if cut_node {
            -1
        } else {
            0
        })
    }
}
