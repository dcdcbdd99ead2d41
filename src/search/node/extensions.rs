//! Singular extensions and hindsight adjustments of the depth.

use std::ops::ControlFlow;

use super::{
    node_state::Node,
    node_type::{NodeType, NonPv},
    worker::Worker,
};
use crate::{
    chess::{
        SearchMove,
        score::{DRAW, Score, is_decisive},
    },
    params,
};

impl Worker<'_> {
    /// Hindsight reductions and extensions: the change of depth, plies, after a reduced move. One ply
    /// more if the opponent's evaluation did not get worse, one less if it fell by much (Stockfish).
    #[inline]
    pub(in crate::search) fn hindsight(
        &self,
        ply: usize,
        depth: i32,
        reduction: i32,
        opponent_worsening: bool,
    ) -> i32 {
        let before = self.before(ply, 1).static_evaluation;
        let deeper = reduction >= params::hindsight_deeper() && !opponent_worsening;
        let shallower = reduction >= params::hindsight_shallower()
            && depth + i32::from(deeper) >= 2
            && self.at(ply).static_evaluation + before > params::hindsight_margin();
        i32::from(deeper) - i32::from(shallower)
    }

    /// Returns true for a TT move with a lower bound from a search nearly as deep, unless it only
    /// shuffles a piece.
    #[inline]
    pub(in crate::search) fn may_be_singular(&self, node: &Node<'_>, m: SearchMove) -> bool {
        let Node { depth, tt, .. } = node;
        Some(m) == tt.best
            && *depth >= params::singular_depth() + i32::from(node.tt_pv)
            && tt.depth() >= depth - 3
            && tt.is_lower()
            && !is_decisive(tt.score)
            && !self.is_shuffling(node, m)
    }

    /// Returns true if a side moves a piece back and forth, far from the root (Stockfish).
    fn is_shuffling(&self, node: &Node<'_>, m: SearchMove) -> bool {
        let &Node { position, ply, .. } = node;
        if m.is_tactical() || position.halfmoves() < 10 || ply < 20 || self.since_null() < 6 {
            return false;
        }
        let [second, fourth] = [2, 4].map(|back| self.before(ply, back).current);
        second.is_some_and(|second| m.from() == second.to())
            && second.zip(fourth).is_some_and(|(second, fourth)| second.from() == fourth.to())
    }

    /// Singular extensions (SE): a search without the TT move decides (Stockfish).
    ///
    /// Returns `Continue` with the plies of extension: positive if all other moves fail low, negative
    /// if another move is likely to fail high. Returns `Break` with the node's score if another move
    /// does fail high (multi-cut), or if the search was stopped.
    pub(in crate::search) fn singular<N: NodeType>(
        &mut self,
        node: &Node<'_>,
        m: SearchMove,
        beta: Score,
    ) -> ControlFlow<Score, i32> {
        let &Node { position, depth, ply, cut_node, ref tt, .. } = node;
        let margin = params::singular_margin()
            + if node.tt_pv && !N::PV { params::singular_tt_pv() } else { 0 };
        let singular_beta = tt.score - margin * depth / 64;
        let reduced = (depth - 1) / 2;
        let move_count = self.at(ply).move_count;
        self.at_mut(ply).excluded = Some(m);
        let score = self.negamax::<NonPv<N::Mode>>(
            position,
            singular_beta - 1,
            singular_beta,
            reduced,
            ply,
            cut_node,
        );
        self.at_mut(ply).excluded = None;
        self.at_mut(ply).move_count = move_count;
        if self.is_stopped() {
            return ControlFlow::Break(DRAW);
        }
        if score < singular_beta {
            let [pv, quiet, tt_pv, deep] =
                [N::PV, !m.is_tactical(), node.tt_pv, ply > self.root.depth as usize]
                    .map(i32::from);
            let correction = node.correction.abs() * params::extension_correction() / 100;
            let double = params::double_extension_margin() + params::double_extension_pv() * pv
                - params::double_extension_quiet() * quiet
                - correction
                - params::double_extension_tt_move() * self.data.histories.tt_move() / 131_072
                - params::double_extension_deep() * deep;
            let triple = params::triple_extension_margin() + params::triple_extension_pv() * pv
                - params::triple_extension_quiet() * quiet
                + params::triple_extension_tt_pv() * tt_pv
                - correction
                - params::triple_extension_deep() * deep;
            return ControlFlow::Continue(
                1 + i32::from(score < singular_beta - double)
                    + i32::from(score < singular_beta - triple),
            );
        }
        if score >= beta && !is_decisive(score) {
            self.data.histories.update_tt_move(
                -params::tt_move_multi_cut() - params::tt_move_multi_cut_depth() * depth,
            );
            let static_evaluation = self.at(ply).static_evaluation;
            if !node.in_check() && score > static_evaluation {
                let bonus = (score - static_evaluation) * reduced;
                self.add_correction(node, bonus * params::correction_multi_cut() / 1024);
            }
            return ControlFlow::Break(score);
        }
        ControlFlow::Continue(if tt.score >= beta || cut_node { -3 } else { 0 })
    }
}
