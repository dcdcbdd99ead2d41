//! Updates of the histories after a node (Stockfish).

use shakmaty::Role;

use super::{
    node_state::{Node, SearchedMoves},
    worker::Worker,
};
use crate::{
    chess::{
        SearchMove,
        score::{Bound, Score},
    },
    params,
    search::ordering::history::QuietContext,
};

impl Worker<'_> {
    /// Rewards the best move of a node and punishes the moves searched before it.
    pub(in crate::search) fn update_histories(
        &mut self,
        node: &Node<'_>,
        context: &QuietContext,
        best: SearchMove,
        searched: &SearchedMoves,
        is_pv: bool,
    ) {
        let &Node { position, depth, ply, .. } = node;
        let is_tt_move = Some(best) == node.tt.best;
        let mut bonus = bonus(depth)
            + if is_tt_move { params::history_tt_bonus() } else { 0 }
            + self.before(ply, 1).stat_score / params::history_stat_score_divisor();
        let penalty = penalty(depth);
        if !is_pv {
            let moves = searched.quiets.len() + searched.captures.len();
            bonus += bonus * moves as i32 * params::history_tried() / 1024;
        }
        let histories = &mut self.data.histories;
        if best.is_tactical() {
            histories.update_capture(best, bonus * params::history_best_capture() / 1024);
        } else {
            histories.update_quiet(
                position,
                context,
                best,
                bonus * params::history_best_quiet() / 1024,
            );
            // Late moves were expected to fail, so they lose less.
            let mut penalty = penalty * params::history_tried_quiet() / 1024;
            for &m in &searched.quiets {
                penalty = penalty * params::history_tried_decay() / 1024;
                histories.update_quiet(position, context, m, -penalty);
            }
        }
        for &m in &searched.captures {
            histories.update_capture(m, -penalty * params::history_tried_capture() / 1024);
        }
        // Punish an early move that led here: it is refuted.
        let before = self.before(ply, 1);
        if before.move_count == 1 + i32::from(before.tt_hit) {
            self.update_prior_continuation(ply, -penalty * params::history_refuted() / 1024);
        }
        if !is_pv {
            let bonus = if is_tt_move { params::tt_move_best() } else { -params::tt_move_worse() };
            self.data.histories.update_tt_move(bonus);
        }
    }

    /// Updates the continuation history of the quiet move that led here.
    pub(in crate::search) fn update_prior_continuation(&mut self, ply: usize, bonus: i32) {
        let Some(m) = self.before(ply, 1).current.filter(|&m| !m.is_tactical()) else { return };
        let context = self.context(ply - 1);
        self.data.histories.update_continuation(&context, m, bonus);
    }

    /// Rewards the move that led to a node that fails low.
    pub(in crate::search) fn update_prior_countermove(&mut self, node: &Node<'_>, best: Score) {
        let &Node { position, depth, ply, .. } = node;
        let before = self.before(ply, 1);
        let Some(m) = before.current else { return };
        let them = !position.turn();
        if m.is_tactical() {
            self.data.histories.update_capture(m, params::fail_low_capture());
            return;
        }
        let is_below_eval =
            !node.in_check() && best <= self.at(ply).static_evaluation - params::fail_low_margin();
        let is_below_prior_eval = !before.in_check
            && best <= -before.static_evaluation - params::fail_low_margin_before();
        let scale = params::fail_low_offset()
            - before.stat_score / params::fail_low_stat_score_divisor()
            + (params::fail_low_depth() * depth).min(params::fail_low_depth_max())
            + params::fail_low_late() * i32::from(before.move_count > 9)
            + params::fail_low_below_eval() * i32::from(is_below_eval)
            + params::fail_low_below_prior_eval() * i32::from(is_below_prior_eval);
        let bonus = (params::fail_low_bonus() * depth - params::fail_low_bonus_offset())
            .min(params::fail_low_bonus_max())
            * scale.max(0);
        let context = self.context(ply - 1);
        let histories = &mut self.data.histories;
        histories.update_continuation(
            &context,
            m,
            bonus * params::fail_low_continuation() / 16_384,
        );
        histories.update_main(them, &context, m, bonus * params::fail_low_main() / 32_768);
        if m.role() != Role::Pawn {
            histories.update_pawns(position, m, bonus * params::fail_low_pawns() / 8_192);
        }
    }

    /// Updates the histories of the quiet move that led here by the static evaluation it gained.
    pub(in crate::search) fn eval_diff_bonus(&mut self, node: &Node<'_>) {
        let &Node { position, ply, .. } = node;
        let before = self.before(ply, 1);
        let Some(m) = before.current.filter(|&m| !m.is_tactical() && !before.in_check) else {
            return;
        };
        let largest = params::eval_diff_max();
        let difference = (-before.static_evaluation - self.at(ply).static_evaluation)
            .clamp(-largest, largest)
            + params::eval_diff_offset();
        let context = self.context(ply - 1);
        let them = !position.turn();
        let bonus = difference * params::eval_diff() / 16;
        self.data.histories.update_main(them, &context, m, bonus);
        // A pawn move has changed the structure that indexes the history.
        if node.tt.is_empty() && m.role() != Role::Pawn {
            self.data.histories.update_pawns(position, m, bonus * params::eval_diff_pawns() / 11);
        }
    }

    /// Adds the difference between score and static evaluation to the correction history, if the
    /// bound confirms its sign and the best move is no capture.
    pub(in crate::search) fn update_correction_history(
        &mut self,
        node: &Node<'_>,
        best: Score,
        bound: Bound,
        best_move: Option<SearchMove>,
    ) {
        let error = best - self.at(node.ply).static_evaluation;
        let is_confirmed = if bound == Bound::Upper { error <= 0 } else { error > 0 };
        if !node.in_check() && best_move.is_none_or(|m| m.captured() == 0) && is_confirmed {
            let weight = if best_move.is_some() {
                params::correction_best()
            } else {
                params::correction_none()
            };
            self.add_correction(node, error * node.depth * weight / 128);
        }
    }

    /// Adds a weighted error of the static evaluation to the correction history.
    pub(in crate::search) fn add_correction(&mut self, node: &Node<'_>, bonus: i32) {
        let moves = self.last_moves(node.ply);
        self.data.histories.correction_history_mut().update(node.position, moves, bonus);
    }
}

/// Returns the bonus of a best move, history units.
fn bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth - params::history_bonus_offset())
        .min(params::history_bonus_max())
}

/// Returns the penalty of a move that was not the best, history units.
fn penalty(depth: i32) -> i32 {
    (params::history_penalty() * depth - params::history_penalty_offset())
        .min(params::history_penalty_max())
}
