//! What a node teaches the history of moves.

use shakmaty::{Move, Role};

use super::{history::Context, node::Node, worker::Search};
use crate::{
    params,
    position::{PackedMove, Position, is_tactical},
    score::{Bound, NO_SCORE, Score},
};

impl Search<'_> {
    /// Learns from the best move of a node: it is rewarded, those tried before it are punished.
    #[expect(clippy::too_many_arguments)]
    pub(super) fn learn(
        &mut self,
        position: &Position,
        context: &Context,
        best: Move,
        quiets_tried: &[Move],
        captures_tried: &[Move],
        depth: i32,
        ply: usize,
    ) {
        let histories = &mut self.data.histories;
        if is_tactical(best) {
            histories.update_capture(position, best, bonus(depth));
        } else {
            histories.update_quiet(position, context, best, bonus(depth));
            for &m in quiets_tried {
                histories.update_quiet(position, context, m, -penalty(depth));
            }
            self.at_mut(ply).killer = Some(PackedMove::new(best));
        }
        for &m in captures_tried {
            self.data.histories.update_capture(position, m, -penalty(depth));
        }
    }

    /// Nothing here reached alpha: the quiet move that led here is rewarded for it (Stockfish).
    pub(super) fn reward_last_move(&mut self, position: &Position, depth: i32, ply: usize) {
        let Some(m) = self.before(ply, 1).current.filter(|&m| !is_tactical(m)) else { return };
        let context = self.context(ply - 1);
        let bonus = bonus(depth) * params::last_move_bonus() / 100;
        self.data.histories.update_played(!position.turn(), &context, m, bonus);
    }

    /// What a quiet move did to the static evaluation tells something of it (Stockfish).
    pub(super) fn judge_last_move(&mut self, position: &Position, gain: Score, ply: usize) {
        let Some(m) = self.before(ply, 1).current.filter(|&m| !is_tactical(m)) else { return };
        let largest = params::evaluation_gain_max();
        let bonus = (gain * params::evaluation_gain() / 16).clamp(-largest, largest);
        let context = self.context(ply - 1);
        let them = !position.turn();
        self.data.histories.update_butterfly(them, &context, m, bonus);
        // A pawn's move has changed the structure.
        if m.role() != Role::Pawn {
            self.data.histories.update_pawns(position, them, m, bonus);
        }
    }

    /// The search tells how wrong the evaluation was, where its bound says so and no capture
    /// explains it.
    pub(super) fn learn_correction(
        &mut self,
        node: &Node<'_>,
        best: Score,
        bound: Bound,
        best_move: Option<Move>,
    ) {
        let error = best - node.static_evaluation;
        let tells = match bound {
            Bound::Lower => error > 0,
            Bound::Upper => error < 0,
            Bound::Exact => true,
        };
        if !node.in_check && !best_move.is_some_and(is_tactical) && tells {
            let moves = self.last_moves(node.ply);
            self.data.histories.update_corrections(node.position, moves, node.depth, error);
        }
    }

    /// By how much the last move changed the static evaluation for the side that made it; `None`
    /// where a check leaves it without one.
    pub(super) fn gain_of_last_move(&self, ply: usize) -> Option<Score> {
        let before = self.before(ply, 1).static_evaluation;
        let now = self.at(ply).static_evaluation;
        (before != NO_SCORE && now != NO_SCORE).then(|| -now - before)
    }
}

/// What a good move at this depth is rewarded with, history units.
pub(super) fn bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth - params::history_bonus_offset())
        .min(params::history_bonus_max())
}

/// What a move that did not help at this depth is punished with, history units.
pub(super) fn penalty(depth: i32) -> i32 {
    (params::history_penalty() * depth).min(params::history_penalty_max())
}
