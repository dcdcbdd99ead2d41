//! Static evaluation of a node.

use super::{mode::SearchMode, node_state::Node, worker::Worker};
use crate::search::tt::TtEntry;

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
                self.corrected::<M>(position, node.raw_evaluation, node.correction);
            node.estimated_score = node.tt.refine(node.static_evaluation);
        }
        self.at_mut(ply).static_evaluation = node.static_evaluation;
        let before = |back| self.before(ply, back).static_evaluation;
        node.improving = node.static_evaluation > before(2);
        node.opponent_worsening = node.static_evaluation > -before(1);
    }
}
