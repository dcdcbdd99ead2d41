//! What makes the tree small without a search, or with a smaller one: nodes and moves left out.

use std::cell::OnceCell;

use super::{
    node::{Candidate, Node, NonPv},
    ordering::MovePicker,
    reductions::PLY,
    worker::Search,
};
use crate::{
    params,
    position::{Checks, PackedMove, is_tactical},
    score::{Bound, Score, is_decisive},
    see,
    transposition::{TtEntry, score_to_tt},
};

/// Reverse futility: so far above beta that a search will hardly come back below it.
#[inline]
pub(super) fn reverse_futility(node: &Node<'_>) -> Option<Score> {
    let &Node { beta, depth, estimate, improving, .. } = node;
    let margin = params::reverse_futility_margin() * depth
        - params::reverse_futility_improving() * i32::from(improving);
    let applies = depth <= params::reverse_futility_depth()
        && estimate - margin >= beta
        && !is_decisive(estimate);
    applies.then(|| beta + (estimate - beta) / 3)
}

/// Quiet moves tried at a depth before the rest is left out.
#[inline]
pub(super) fn late_move_count(depth: i32, improving: bool) -> i32 {
    (params::late_move_base() + depth * depth) / if improving { 1 } else { 2 }
}

impl Node<'_> {
    /// Whether a move is left out: too far below alpha, too often refuted, or losing too much. Then
    /// the best score of the node, which futility may raise, is given back.
    #[inline]
    pub(super) fn prunes(
        &self,
        candidate: &Candidate,
        checks: &Checks,
        is_bad_capture: bool,
        alpha: Score,
        best: Score,
    ) -> Option<Score> {
        let &Candidate { m, quiet, history, reduction, .. } = candidate;
        if quiet && !checks.gives(m) {
            // Futility: too far below alpha for a quiet move to reach it.
            let reduced_depth = (self.depth - reduction / PLY).max(0);
            let reached = self.static_evaluation
                + params::futility_base()
                + params::futility_margin() * reduced_depth
                + history / params::futility_history();
            if !self.in_check && reduced_depth < params::futility_depth() && reached <= alpha {
                return Some(if is_decisive(best) { best } else { best.max(reached) });
            }
            let refuted = reduced_depth < params::history_pruning_depth()
                && history < -params::history_pruning_margin() * self.depth;
            let lost = params::see_quiet_margin() * reduced_depth * reduced_depth;
            (refuted || !see::see_ge(self.position, m, -lost)).then_some(best)
        } else {
            // Captures and checks that lose too much.
            let lost = params::see_capture_margin() * self.depth + history / params::see_history();
            ((quiet || is_bad_capture) && !see::see_ge(self.position, m, -lost.max(0)))
                .then_some(best)
        }
    }
}

impl Search<'_> {
    /// Razoring: so far below alpha that only captures can help; look at them alone.
    #[inline]
    pub(super) fn razor(&mut self, node: &Node<'_>, alpha: Score) -> Option<Score> {
        let margin = params::razoring_base() + params::razoring_margin() * node.depth;
        if node.depth > params::razoring_depth() || node.estimate + margin >= alpha {
            return None;
        }
        let score = self.quiescence::<NonPv>(node.position, alpha, alpha + 1, node.ply);
        (score <= alpha).then_some(score)
    }

    /// Null move: if passing the turn still fails high, a move will too. Deep cut-offs are
    /// verified without null moves, since zugzwang exists.
    pub(super) fn null_move(&mut self, node: &Node<'_>) -> Option<Score> {
        let &Node { position, beta, depth, ply, estimate, .. } = node;
        let demanded = beta
            - params::null_move_evaluation_base()
            - params::null_move_evaluation_margin() * depth;
        let after_null = ply > 0 && self.before(ply, 1).current.is_none();
        if !node.cut_node
            || depth < params::null_move_depth()
            || after_null
            || ply < self.null_move_from
            || estimate < beta
            || node.static_evaluation < demanded
            || !position.has_pieces(position.turn())
        {
            return None;
        }
        let reduction = params::null_move_base()
            + depth / params::null_move_divisor()
            + ((estimate - beta) / params::null_move_margin()).min(3);
        let reduced = depth - reduction;
        let score = self.after_null(position, ply, |search, child| {
            -search.negamax::<NonPv>(child, -beta, -beta + 1, reduced, ply + 1, false)
        })?;
        if self.is_stopped() || score < beta {
            return None;
        }
        // A win after a null move is not proven.
        let score = if is_decisive(score) { beta } else { score };
        if self.null_move_from > 0 || depth < params::null_move_verification() {
            return Some(score);
        }
        self.null_move_from = ply + 3 * (reduced.max(1) as usize) / 4 + 1;
        let verified = self.negamax::<NonPv>(position, beta - 1, beta, reduced, ply, false);
        self.null_move_from = 0;
        (verified >= beta).then_some(score)
    }

    /// ProbCut: a capture that beats beta by a margin in a shallow search will beat it in a deep
    /// one (Buro).
    pub(super) fn probcut(&mut self, node: &Node<'_>) -> Option<Score> {
        let &Node { position, beta, depth, ply, ref tt, .. } = node;
        let raised = beta + params::probcut_margin();
        let denied = tt.depth() >= depth - 3 && tt.score().is_some_and(|score| score < raised);
        if depth < params::probcut_depth() || denied {
            return None;
        }
        let threshold = raised - node.static_evaluation;
        let tt_move = tt.best.filter(|&m| is_tactical(m) && see::see_ge(position, m, threshold));
        let mut picker = MovePicker::tactical(tt_move, threshold);
        let context = self.context(ply);
        let checks = OnceCell::new();
        while let Some(m) = picker.next(position, &self.data.histories, &context, &checks) {
            let child = self.make(position, m, ply);
            let mut score = -self.quiescence::<NonPv>(&child, -raised, -raised + 1, ply + 1);
            if score >= raised {
                score = -self.negamax::<NonPv>(
                    &child,
                    -raised,
                    -raised + 1,
                    depth - 4,
                    ply + 1,
                    !node.cut_node,
                );
            }
            self.unmake();
            if self.is_stopped() {
                return None;
            }
            if score >= raised {
                let entry = TtEntry {
                    best: Some(PackedMove::new(m)),
                    score: score_to_tt(score, ply),
                    evaluation: node.evaluation,
                    depth: depth - 3,
                    bound: Some(Bound::Lower),
                    pv: tt.pv(),
                };
                self.tt.store(position.tt_key(), entry);
                return Some(if is_decisive(score) { score } else { score - (raised - beta) });
            }
        }
        None
    }
}
