//! Static evaluation of a node: the network's, with optimism, damping and corrections.

use shakmaty::{Board, Move, Role};

use super::{node_type::SearchMode, tt_view::TtView, worker::Worker};
use crate::{
    chess::{
        Position,
        score::{DRAW, MAX_EVALUATION, NO_SCORE, Score},
    },
    params,
    search::tt::TtEntry,
};

impl Worker<'_> {
    /// Sets the static evaluation of a node. Returns its evaluation by the network, `NO_SCORE` if it
    /// has none, and its estimated score. A singular search takes over the static evaluation of the
    /// node that it is part of, and a node in check that of the same side's last turn.
    #[inline]
    pub(in crate::search) fn evaluate_node<M: SearchMode>(
        &mut self,
        position: &Position,
        ply: usize,
        tt: &TtView,
        tt_pv: bool,
        correction: Score,
    ) -> (Score, Score) {
        if position.is_check() {
            let evaluation = self.before(ply, 2).static_evaluation;
            self.at_mut(ply).static_evaluation = evaluation;
            return (NO_SCORE, evaluation);
        }
        if self.at(ply).excluded.is_some() {
            return (NO_SCORE, self.at(ply).static_evaluation);
        }
        let raw = match tt.evaluation() {
            Some(evaluation) => evaluation,
            None => self.evaluate::<M>(position, ply),
        };
        if tt.is_empty() {
            // Pruning may leave the node without another entry, and the next visit would evaluate
            // again (Stockfish).
            self.tt.store(position.tt_key(), TtEntry::new(raw, tt_pv));
        }
        let evaluation = self.corrected::<M>(position, ply, raw, correction);
        self.at_mut(ply).static_evaluation = evaluation;
        (raw, tt.refine(evaluation))
    }

    /// Returns the static evaluation without corrections, as the transposition table stores it.
    #[inline]
    pub(in crate::search) fn evaluate<M: SearchMode>(
        &mut self,
        position: &Position,
        ply: usize,
    ) -> Score {
        if M::OBSERVED
            && let Some(observer) = &mut self.observer
        {
            observer(position);
        }
        self.data.evaluator.evaluate(position, ply)
    }

    /// Returns the correction of the evaluation from correction history.
    #[inline]
    pub(in crate::search) fn correction(&self, position: &Position, ply: usize) -> Score {
        self.data.histories.correction_history().get(position, self.last_moves(ply))
    }

    /// Returns the static evaluation as the search uses it: plus optimism for the side that is
    /// better at the root, which keeps the pieces on (Stockfish), scaled to a draw as the
    /// fifty-move clock runs, and corrected.
    #[inline]
    pub(in crate::search) fn corrected<M: SearchMode>(
        &self,
        position: &Position,
        ply: usize,
        evaluation: Score,
        correction: Score,
    ) -> Score {
        if !M::SELECTIVE {
            return evaluation;
        }
        debug_assert_eq!(self.at(ply).material, material(position.board()));
        let optimism = self.root.optimism[position.turn() as usize]
            * (params::optimism_material() + self.at(ply).material)
            / params::optimism_divisor();
        let plies = params::fifty_move_damping();
        let left = (plies - position.halfmoves() as Score).max(0);
        let damped = (evaluation + optimism) * left / plies;
        (damped + correction).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// Returns the score of a node at the largest ply.
    pub(in crate::search) fn score_at_limit<M: SearchMode>(
        &mut self,
        position: &Position,
        ply: usize,
    ) -> Score {
        if position.is_check() {
            return DRAW;
        }
        let evaluation = self.evaluate::<M>(position, ply);
        self.corrected::<M>(position, ply, evaluation, self.correction(position, ply))
    }
}

/// Returns the material of both sides in Stockfish's units, which scales the optimism.
pub(in crate::search) fn material(board: &Board) -> i32 {
    Role::ALL.map(|role| value(role) * board.by_role(role).count() as i32).iter().sum()
}

/// Returns the change of the material by a move.
#[inline]
pub(in crate::search) fn material_gain(m: Move) -> i32 {
    let promoted = m.promotion().map_or(0, |role| value(role) - value(Role::Pawn));
    promoted - m.capture().map_or(0, value)
}

fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => params::optimism_pawn(),
        Role::Knight => 781,
        Role::Bishop => 825,
        Role::Rook => 1276,
        Role::Queen => 2538,
        Role::King => 0,
    }
}
