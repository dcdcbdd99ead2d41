//! Main search: fail-soft principal variation search in the form of negamax.
//!
//! [`Worker::negamax`] is a numbered recipe. Its longer steps are in `pruning`, `extensions`,
//! `reductions`, `tt_access` and `update_histories`.

use std::{
    cell::OnceCell,
    ops::ControlFlow::{Break, Continue},
};

use super::{
    node_state::{Candidate, Child, Node, SearchedMoves},
    node_type::NodeType,
    pruning::{late_move_count, reverse_futility, small_probcut},
    reductions::{capture_stat_score, raised_alpha_reduction},
    tt_view::is_cutoff,
    worker::Worker,
};
use crate::{
    chess::{
        Checks, Position, SearchMove,
        score::{Bound, DRAW, INFINITE, MAX_PLY, Score, is_decisive, is_loss, mate_in, mated_in},
    },
    search::ordering::move_picker::MovePicker,
};

/// Plies added to the depth of a tablebase entry: no search of the next iterations is better
/// (Stockfish).
const TB_DEPTH_BONUS: i32 = 6;

impl Worker<'_> {
    /// Returns the fail-soft score of a position searched `depth` plies deep: an upper bound if at
    /// most `alpha`, a lower bound if at least `beta`.
    pub(in crate::search) fn negamax<N: NodeType>(
        &mut self,
        position: &Position,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        debug_assert!(alpha < beta && (N::PV || alpha + 1 == beta));

        // Step 1. Quiescence search at the horizon
        if !N::ROOT && depth <= 0 {
            return self.quiescence::<N>(position, alpha, beta, ply, 0);
        }
        if N::PV {
            self.data.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }

        // Step 2. Limits, upcoming repetition, draws, maximum ply
        if self.should_stop() {
            return DRAW;
        }
        let in_check = position.is_check();
        if !N::ROOT {
            if alpha < DRAW && self.is_repetition_near(position, ply) {
                alpha = self.draw::<N::Mode>();
                if alpha >= beta {
                    return alpha;
                }
            }
            if self.is_draw(position, ply) {
                return self.draw::<N::Mode>();
            }
            if ply >= MAX_PLY {
                return self.score_at_limit::<N::Mode>(position, ply);
            }

            // Step 3. Mate distance pruning (MDP)
            // No line from here beats a shorter mate already found, or loses faster than being
            // mated at once.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let excluded = self.at(ply).excluded;
        let prior_reduction = self.enter::<N>(ply, in_check);
        // Read before the table: its memory is still on the way.
        let correction = self.correction(position, ply);

        // Step 4. Transposition table (TT) lookup
        let tt = self.look_up::<N>(position, ply);
        let tt_pv = self.at(ply).tt_pv;

        // Step 5. Static evaluation, hindsight adjustment of the depth
        let (raw_evaluation, estimated_score) =
            self.evaluate_node::<N::Mode>(position, ply, &tt, tt_pv, correction);
        let (improving, opponent_worsening) = self.evaluation_trend(ply);
        let mut node = Node {
            position,
            depth: depth + self.hindsight(ply, depth, prior_reduction, opponent_worsening),
            ply,
            cut_node,
            tt,
            tt_pv,
            raw_evaluation,
            correction,
            estimated_score,
            improving,
            opponent_worsening,
        };

        // Step 6. TT cut-off
        if !N::PV
            && excluded.is_none()
            && let Some(score) = self.tt_cutoff::<N::Mode>(&node, alpha, beta)
        {
            return score;
        }

        // Step 7. Tablebase probe
        let (mut tb_floor, mut tb_ceiling) = (-INFINITE, INFINITE);
        if !N::ROOT
            && self.tb_limit > 0
            && excluded.is_none()
            && let Some((score, bound)) = self.probe_tb(position, node.depth, ply)
        {
            if is_cutoff(Some(bound), score, alpha, beta) {
                self.store(&node, score, bound, node.depth + TB_DEPTH_BONUS, None);
                return score;
            }
            if bound == Bound::Lower {
                tb_floor = score;
                alpha = alpha.max(score);
            } else {
                tb_ceiling = score;
            }
        }

        // Step 8. Quiet move ordering by the evaluation difference
        if !N::ROOT && !in_check {
            self.eval_diff_bonus(&node);
        }

        if N::PRUNES && !N::PV && !in_check {
            // Step 9. Razoring
            if let Some(score) = self.razor::<N::Mode>(&node, alpha) {
                return score;
            }

            // Step 10. Reverse futility pruning (RFP)
            if let Some(score) = reverse_futility(&node, beta) {
                return score;
            }

            // Step 11. Null move pruning (NMP)
            if excluded.is_none()
                && let Some(score) = self.null_move::<N::Mode>(&node, beta)
            {
                return score;
            }
        }
        // A static evaluation of at least beta counts as improving (Stockfish).
        node.improving |= !in_check && self.at(ply).static_evaluation >= beta;

        // Step 12. Internal iterative reductions (IIR)
        if N::PRUNES && (N::PV || cut_node) {
            node.depth -= self.internal_iterative_reduction(&node);
        }

        // Step 13. ProbCut, by a search and by the TT alone
        if N::PRUNES && !is_decisive(beta) {
            if !in_check && let Some(score) = self.probcut::<N::Mode>(&node, beta) {
                return score;
            }
            if let Some(score) = small_probcut(&node, beta) {
                return score;
            }
        }

        // Step 14. Move loop, in the order of the move picker
        self.find_attacks(position, ply);
        let context = self.context(ply);
        let mut picker = MovePicker::all(position, node.tt.best);
        let mut best = tb_floor;
        let mut best_move = None;
        let mut count = 0;
        let mut searched = SearchedMoves::default();
        let may_prune_moves = N::PRUNES && position.non_pawn_pieces(position.turn()).any();
        let may_extend = N::PRUNES && excluded.is_none();
        let checks = OnceCell::from(Checks::new(position));
        let mut window_reduction = self.window_reduction(beta - alpha);

        loop {
            // Step 15. Late move pruning (LMP)
            // After many moves the remaining quiet ones rarely raise alpha.
            if may_prune_moves
                && !in_check
                && !is_loss(best)
                && count >= late_move_count(node.depth, node.improving)
            {
                picker.skip_quiets();
            }
            let Some(m) = picker.next(position, &self.data.histories, &context, &checks) else {
                break;
            };
            let at_root = if N::ROOT { self.root_candidate(m.unpack()) } else { None };
            if Some(m) == excluded || N::ROOT && at_root.is_none() {
                continue;
            }
            count += 1;
            self.at_mut(ply).move_count = count;
            if N::ROOT {
                self.report_current(m.unpack(), count);
            }
            let quiet = !m.is_tactical();
            let gives_check = checks.get_or_init(|| Checks::new(position)).gives(m);
            let reduction = self.base_reduction(&node, count, window_reduction);
            let candidate = Candidate { m, gives_check, reduction };

            // Step 16. Futility pruning (FP), history pruning (HP), SEE pruning
            let histories = &self.data.histories;
            let prunes = may_prune_moves && !is_loss(best);
            let as_capture = !quiet || gives_check;
            let capture_history = if as_capture { histories.capture(m) } else { 0 };
            let stat_score = if quiet {
                let history = histories.quiet(position, &context, m);
                if prunes
                    && !gives_check
                    && !(N::PV && self.at(ply).follows_pv)
                    && let Some(score) = self.prunes_quiet(&node, &candidate, &history, alpha, best)
                {
                    best = score;
                    continue;
                }
                history.stat_score()
            } else {
                capture_stat_score(m, capture_history)
            };
            if prunes
                && as_capture
                && self.prunes_tactical(&node, &candidate, capture_history, alpha)
            {
                continue;
            }

            self.prefetch(position, m);

            // Step 17. Singular extensions (SE)
            let mut new_depth = node.depth - 1;
            let mut extension = 0;
            if may_extend && self.may_be_singular(&node, m) {
                match self.singular::<N>(&node, m, beta) {
                    Continue(plies) => extension = plies,
                    Break(score) => return score,
                }
                node.depth += i32::from(extension > 0);
                new_depth += extension;
            }

            // Step 18. Make the move
            let nodes_before = self.nodes;
            let reduction = self.reduction::<N>(&node, &candidate, stat_score, alpha, count);
            let mut child = position.clone();
            self.make_move(&mut child, m, ply, gives_check || m.is_special());
            self.at_mut(ply).stat_score = stat_score;
            let mut child = Child { position: &child, m, depth: new_depth, reduction };
            let mut score = -INFINITE;

            // Step 19. Late move reductions (LMR)
            if N::SELECTIVE && node.depth >= 2 && count > 1 {
                score = self.search_reduced::<N>(&node, &mut child, &context, alpha, best);
            }
            // Step 20. Full depth search with a zero window (FDS)
            else if !N::PV || count > 1 {
                score = self.search_full_depth::<N>(&node, &child, alpha);
            }

            // Step 21. Principal variation search (PVS)
            // The first move of a PV node, and any that beats it, gets the full window.
            if N::PV && (count == 1 || score > alpha) {
                score = self.search_full_window::<N>(&node, &child, alpha, beta);
            }

            // Step 22. Undo the move
            self.undo_move();
            if self.is_stopped() {
                return DRAW;
            }
            if let Some(index) = at_root {
                self.note_root_move(index, score, alpha, beta, count, nodes_before);
            }

            // Step 23. New best move
            // At random a move that only equals the best one takes its place (Stockfish).
            let is_equal = N::SELECTIVE
                && score == best
                && ply as i32 + 2 >= self.root.depth
                && self.nodes & 14 == 0
                && !is_decisive(score);
            if score > best || is_equal {
                best = score;
                if score + i32::from(is_equal) > alpha {
                    best_move = Some(m);
                    if N::PV {
                        if score <= alpha {
                            // A search with a zero window leaves no line.
                            self.data.pv.clear(ply + 1);
                        }
                        self.data.pv.update(ply, m.unpack());
                    }
                    if score >= beta {
                        self.at_mut(ply).cutoff_count += u32::from(extension < 2 || N::PV);
                        break;
                    }
                    alpha = score;
                    window_reduction = self.window_reduction(beta - alpha);
                    if N::SELECTIVE {
                        node.depth -= raised_alpha_reduction(node.depth, score);
                    }
                }
            }
            if Some(m) != best_move {
                searched.push(m);
            }
        }

        // Step 24. Checkmate, stalemate, damped fail high
        if count == 0 {
            return match excluded {
                Some(_) => alpha,
                None if in_check => mated_in(ply),
                None => DRAW,
            };
        }
        // The shallower the search, the less a score far above beta is trusted (Stockfish).
        if N::SELECTIVE && best >= beta && !is_decisive(best) && !is_decisive(alpha) {
            best = (best * node.depth + beta) / (node.depth + 1);
        }

        // Step 25. Histories
        if let Some(best_move) = best_move {
            self.update_histories(&node, &context, best_move, &searched, N::PV);
        } else if !N::ROOT {
            self.update_prior_countermove(&node, best);
        }
        best = best.min(tb_ceiling);
        // On a fail low, inherit `tt_pv` from the parent.
        if !N::ROOT && best <= alpha {
            node.tt_pv |= self.before(ply, 1).tt_pv;
            self.at_mut(ply).tt_pv = node.tt_pv;
        }

        // Step 26. TT entry, correction history
        let bound = match best_move {
            _ if best >= beta => Bound::Lower,
            Some(_) if N::PV => Bound::Exact,
            _ => Bound::Upper,
        };
        if excluded.is_none() && !(N::ROOT && self.root.line > 0) {
            self.store(&node, best, bound, node.depth, best_move);
        }
        self.update_correction_history(&node, best, bound, best_move);
        best
    }

    /// Prepares the stack entry of a node. Returns the reduction of the move that led to it, plies.
    fn enter<N: NodeType>(&mut self, ply: usize, in_check: bool) -> i32 {
        let follows_pv = N::ROOT
            || self.before(ply, 1).follows_pv
                && self.before(ply, 1).current.map(SearchMove::unpack).as_ref()
                    == self.root.last_pv.get(ply - 1);
        let prior_reduction = self.before(ply, 1).reduction;
        if !N::ROOT {
            self.at_mut(ply - 1).reduction = 0;
        }
        self.at_mut(ply + 2).cutoff_count = 0;
        let this = self.at_mut(ply);
        this.in_check = in_check;
        this.follows_pv = follows_pv;
        this.move_count = 0;
        this.stat_score = 0;
        prior_reduction
    }
}
