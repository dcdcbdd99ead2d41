//! Transposition table (TT) at a node: lookup, cut-off, store.

use super::{
    node_state::Node,
    node_type::{NodeType, SearchMode},
    tt_view::{TtView, is_cutoff},
    worker::Worker,
};
use crate::{
    chess::{
        Position, SearchMove,
        score::{Bound, Score, is_decisive},
    },
    params,
    search::{ordering::attack_map::AttackMap, tt::TtEntry},
};

/// From this fifty-move clock on, half moves, table scores may hide a draw and give no cut-off.
const MAX_HALFMOVES: u32 = 96;

impl Worker<'_> {
    /// Looks a node up, and notes on the stack whether it was found and whether it is or was on a
    /// principal variation.
    #[inline]
    pub(in crate::search) fn look_up<N: NodeType>(
        &mut self,
        position: &Position,
        ply: usize,
    ) -> TtView {
        let mut tt = TtView::new(self.probe(position.tt_key()), position, ply);
        if N::ROOT {
            let root_move = self.root.moves.get(self.root.line);
            tt.best = root_move.map(|root_move| position.search_move(root_move.first()));
        }
        let entry = self.at_mut(ply);
        // A singular search keeps the `tt_pv` of its node.
        if entry.excluded.is_none() {
            entry.tt_pv = N::PV || tt.pv();
        }
        entry.tt_hit = !tt.is_empty();
        tt
    }

    /// Returns the score by which the table cuts a node off, if it does. A TT move that fails high
    /// updates the histories in any case.
    pub(in crate::search) fn tt_cutoff<M: SearchMode>(
        &mut self,
        node: &Node<'_>,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let &Node { position, depth, ply, cut_node, ref tt, .. } = node;
        let score = tt.score()?;
        let fails_high = score >= beta;
        let is_deep = if M::SELECTIVE {
            // A fail high needs a deeper search. A result that the node type does not predict gives
            // a cut-off only where the search would be costly (Stockfish).
            tt.depth() > depth - i32::from(score <= beta) && (cut_node == fails_high || depth > 4)
        } else {
            tt.depth() == depth
        };
        if !is_deep || !is_cutoff(tt.bound(), score, alpha, beta) {
            return None;
        }
        if fails_high && let Some(m) = tt.best {
            if !m.is_tactical() {
                self.at_mut(ply).attacks = AttackMap::new(position);
                let context = self.context(ply);
                let bonus =
                    (params::history_tt_cutoff() * depth).min(params::history_tt_cutoff_max());
                self.data.histories.update_quiet(position, &context, m, bonus);
            }
            if ply > 0 && self.before(ply, 1).move_count < 5 {
                self.update_prior_continuation(ply, -params::history_tt_refuted());
            }
        }
        if position.halfmoves() >= MAX_HALFMOVES {
            return None;
        }
        // The entry of the position after the TT move must not contradict the score (Stockfish).
        if M::SELECTIVE
            && depth >= 7
            && !is_decisive(score)
            && let Some(m) = tt.best
        {
            self.prefetch(position, m);
            let child = position.play(m.unpack());
            let next = self.probe(child.tt_key()).filter(|next| next.bound.is_some());
            if next.is_some_and(|next| fails_high != (-next.score >= beta)) {
                return None;
            }
        }
        Some(score)
    }

    /// Stores the result of a search of a node.
    #[inline]
    pub(in crate::search) fn store(
        &self,
        node: &Node<'_>,
        score: Score,
        bound: Bound,
        depth: i32,
        best: Option<SearchMove>,
    ) {
        let entry = TtEntry::new(node.raw_evaluation, node.tt_pv);
        let entry = entry.with_score(node.ply, score, bound, depth, best);
        self.tt.store(node.position.tt_key(), entry);
    }
}
