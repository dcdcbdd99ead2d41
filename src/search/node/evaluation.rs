//! Static evaluation of a node: the network's, with optimism, damping and corrections.

use shakmaty::{Board, Move, Role};

use super::{node_state::Node, node_type::SearchMode, worker::Worker};
use crate::{
    chess::{
        Position,
        score::{DRAW, MAX_EVALUATION, Score},
    },
    params,
    search::tt::TtEntry,
};

impl Worker<'_> {
    /// Sets the evaluations of a node. A singular search takes over those of the node that it is
    /// part of. A node in check takes over those of the same side's last turn.
    #[inline]
    pub(in crate::search) fn evaluate_node<M: SearchMode>(&mut self, node: &mut Node<'_>) {
        let (position, ply) = (node.position, node.ply);
        if node.in_check {
            node.static_evaluation = self.before(ply, 2).static_evaluation;
            node.estimated_score = node.static_evaluation;
        } else if node.excluded.is_some() {
            node.static_evaluation = self.at(ply).static_evaluation;
            node.estimated_score = node.static_evaluation;
        } else {
            node.raw_evaluation = match node.tt.evaluation() {
                Some(evaluation) => evaluation,
                None => self.evaluate::<M>(position, ply),
            };
            if node.tt.is_empty() {
                // Pruning may leave the node without another entry, and the next visit would
                // evaluate again (Stockfish).
                self.tt.store(position.tt_key(), TtEntry::new(node.raw_evaluation, node.tt_pv));
            }
            node.static_evaluation =
                self.corrected::<M>(position, ply, node.raw_evaluation, node.correction);
            node.estimated_score = node.tt.refine(node.static_evaluation);
        }
        self.at_mut(ply).static_evaluation = node.static_evaluation;
        let before = |back| self.before(ply, back).static_evaluation;
        node.improving = node.static_evaluation > before(2);
        node.opponent_worsening = node.static_evaluation > -before(1);
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

const fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 534,
        Role::Knight => 781,
        Role::Bishop => 825,
        Role::Rook => 1276,
        Role::Queen => 2538,
        Role::King => 0,
    }
}
