//! Forward pruning of nodes and moves.

use std::cell::OnceCell;

use shakmaty::Role;

use super::{
    node_state::{Candidate, Node},
    node_type::{NonPv, SearchMode},
    reductions::PLY,
    worker::Worker,
};
use crate::{
    chess::{
        Position,
        score::{Bound, DRAW, Score, blend, is_decisive, is_loss, is_win},
        see,
    },
    params,
    search::ordering::{history::MoveHistory, move_picker::MovePicker},
};

/// Reverse futility pruning (RFP): an estimate far above beta rarely comes back below it. Returns
/// the score of the node (Stockfish).
#[inline]
pub(in crate::search) fn reverse_futility(node: &Node<'_>, beta: Score) -> Option<Score> {
    let &Node { depth, estimated_score, ref tt, .. } = node;
    if node.tt_pv
        || depth >= params::reverse_futility_depth()
        || estimated_score < beta
        || tt.best.is_some_and(|m| !m.is_tactical())
        || is_loss(beta)
        || is_win(estimated_score)
    {
        return None;
    }
    // In hundredths of an internal unit per ply.
    let mut margin = (params::reverse_futility_margin()
        + depth * params::reverse_futility_growth())
    .min(params::reverse_futility_margin_max());
    if tt.is_empty() {
        margin -= params::reverse_futility_tt_miss();
    }
    let discount = i32::from(node.improving) * params::reverse_futility_improving()
        + i32::from(node.opponent_worsening) * params::reverse_futility_worsening();
    let margin = (margin * depth - discount * margin / 1024) / 100
        + node.correction.abs() * params::reverse_futility_correction() / 100;
    (estimated_score - margin >= beta)
        .then(|| blend(params::reverse_futility_return(), estimated_score, beta))
}

/// Small ProbCut: a lower bound in the TT that beats beta by a margin, from a search nearly as deep
/// (Stockfish).
#[inline]
pub(in crate::search) fn small_probcut(node: &Node<'_>, beta: Score) -> Option<Score> {
    let tt = &node.tt;
    let raised = beta + params::small_probcut_margin();
    let applies = tt.is_lower()
        && tt.depth() >= node.depth - 4
        && tt.score >= raised
        && !is_decisive(tt.score);
    applies.then_some(raised)
}

/// Late move pruning (LMP): number of moves after which quiet ones are skipped.
#[inline]
pub(in crate::search) fn late_move_count(depth: i32, improving: bool) -> i32 {
    (params::late_move_base() + depth * depth) / if improving { 1 } else { 2 }
}

impl Worker<'_> {
    /// Returns true if a capture or check is pruned, by futility or by static exchange evaluation
    /// (SEE).
    #[inline]
    pub(in crate::search) fn prunes_tactical(
        &self,
        node: &Node<'_>,
        candidate: &Candidate,
        history: i32,
        alpha: Score,
    ) -> bool {
        let &Candidate { m, gives_check, reduction, .. } = candidate;
        let reduced_depth = node.depth - 1 - reduction / PLY;
        if !gives_check && reduced_depth < params::capture_futility_depth() {
            let futility = self.at(node.ply).static_evaluation
                + params::capture_futility_base()
                + params::capture_futility_margin() * reduced_depth
                + see::captured_value(m)
                + params::capture_futility_history() * history / 1024;
            if futility <= alpha {
                return true;
            }
        }
        let margin =
            params::see_capture_margin() * node.depth + params::see_history() * history / 1024;
        // Giving up the last piece may force stalemate.
        let is_last_piece = alpha < DRAW && is_last_piece(node.position, m.role());
        !is_last_piece && !see::see_ge(node.position, m, -margin)
    }

    /// History pruning (HP), futility pruning (FP) and SEE pruning of a quiet move. Returns the best
    /// score of the node, which futility may raise, if the move is pruned (Stockfish).
    #[inline]
    pub(in crate::search) fn prunes_quiet(
        &self,
        node: &Node<'_>,
        candidate: &Candidate,
        history: &MoveHistory,
        alpha: Score,
        best: Score,
    ) -> Option<Score> {
        let &Candidate { m, reduction, .. } = candidate;
        if history.history_pruning() < -params::history_pruning_margin() * node.depth {
            return Some(best);
        }
        let reduced_depth =
            node.depth - 1 - reduction / PLY + history.futility() / params::futility_history();
        if !node.in_check() && reduced_depth < params::futility_depth() {
            let static_evaluation = self.at(node.ply).static_evaluation;
            let futility = static_evaluation
                + params::futility_base()
                + params::futility_margin() * reduced_depth
                + params::futility_above_alpha() * i32::from(static_evaluation > alpha);
            if futility <= alpha {
                let raises = best <= futility && !is_decisive(best) && !is_win(futility);
                return Some(if raises { futility } else { best });
            }
        }
        let reduced_depth = reduced_depth.max(0);
        let margin = params::see_quiet_margin() * reduced_depth * reduced_depth / 16;
        (!see::see_ge(node.position, m, -margin)).then_some(best)
    }

    /// Razoring: far below alpha only captures can help, so quiescence search decides (Stockfish).
    #[inline]
    pub(in crate::search) fn razor<M: SearchMode>(
        &mut self,
        node: &Node<'_>,
        alpha: Score,
    ) -> Option<Score> {
        let margin = params::razoring_base() + params::razoring_margin() * node.depth * node.depth;
        (node.estimated_score < alpha - margin)
            .then(|| self.quiescence::<NonPv<M>>(node.position, alpha, alpha + 1, node.ply, 0))
    }

    /// Null move pruning (NMP): if passing the turn fails high, a move will too. A search without null
    /// moves verifies deep cut-offs and those of a side with a king and one piece, against zugzwang
    /// (Stockfish).
    pub(in crate::search) fn null_move<M: SearchMode>(
        &mut self,
        node: &Node<'_>,
        beta: Score,
    ) -> Option<Score> {
        let &Node { position, depth, ply, .. } = node;
        let static_evaluation = self.at(ply).static_evaluation;
        let threshold = beta + params::null_move_base_margin()
            - params::null_move_depth_margin() * depth / 16
            - params::null_move_improving() * i32::from(node.improving);
        if !node.cut_node
            || static_evaluation < threshold
            || ply < self.null_move_from
            || beta < -params::null_move_worst()
            || position.non_pawn_pieces(position.turn()).is_empty()
        {
            return None;
        }
        let reduction = params::null_move_base()
            + depth / params::null_move_divisor()
            + ((static_evaluation - beta) / params::null_move_margin()).max(0);
        let reduced = depth - reduction;
        let score = self.after_null(position, ply, |search, child| {
            -search.negamax::<NonPv<M>>(child, -beta, -beta + 1, reduced, ply + 1, false)
        })?;
        if self.is_stopped() {
            return Some(DRAW);
        }
        // A win after a null move is not proven.
        if score < beta || is_win(score) {
            return None;
        }
        // With pawns a waiting move usually exists, so zugzwang is unlikely.
        let is_almost_bare = position.us().count() == 2;
        let needs_verification = is_almost_bare || depth >= params::null_move_verification();
        if self.null_move_from > 0 || !needs_verification {
            return Some(score);
        }
        self.null_move_from = ply + 3 * (reduced.max(1) as usize) / 4 + 1;
        let verified = self.negamax::<NonPv<M>>(position, beta - 1, beta, reduced, ply, false);
        self.null_move_from = 0;
        if self.is_stopped() {
            return Some(DRAW);
        }
        (verified >= beta).then_some(score)
    }

    /// ProbCut: a capture that beats beta by a margin in a shallow search beats it in a deep one (Buro
    /// 1995).
    pub(in crate::search) fn probcut<M: SearchMode>(
        &mut self,
        node: &Node<'_>,
        beta: Score,
    ) -> Option<Score> {
        let &Node { position, depth, ply, improving, ref tt, .. } = node;
        let raised = beta + params::probcut_margin()
            - if improving { params::probcut_improving() } else { 0 };
        let is_refuted = tt.score().is_some_and(|score| score < raised);
        if depth < params::probcut_depth() || is_refuted {
            return None;
        }
        let reduced = depth - if improving { 5 } else { 3 };
        let threshold = raised - self.at(ply).static_evaluation;
        let tt_move = tt.best.filter(|m| m.is_tactical());
        let mut picker = MovePicker::probcut(tt_move, threshold);
        let context = self.context(ply);
        let checks = OnceCell::new();
        while let Some(m) = picker.next(position, &self.data.histories, &context, &checks) {
            if Some(m) == self.at(ply).excluded {
                continue;
            }
            self.prefetch(position, m);
            let mut child = position.clone();
            self.make_move(&mut child, m, ply, true);
            let mut score = -self.quiescence::<NonPv<M>>(&child, -raised, -raised + 1, ply + 1, 0);
            if score >= raised && reduced > 0 {
                score = -self.negamax::<NonPv<M>>(
                    &child,
                    -raised,
                    -raised + 1,
                    reduced,
                    ply + 1,
                    !node.cut_node,
                );
            }
            self.undo_move();
            if self.is_stopped() {
                return Some(DRAW);
            }
            if score >= raised {
                self.store(node, score, Bound::Lower, reduced + 1, Some(m));
                if !is_decisive(score) {
                    return Some(score - (raised - beta));
                }
            }
        }
        None
    }
}

fn is_last_piece(position: &Position, role: Role) -> bool {
    let pieces = position.non_pawn_pieces(position.turn());
    !matches!(role, Role::Pawn | Role::King) && !pieces.more_than_one()
}
