//! The main search: fail-soft negamax alpha-beta with zero windows (principal variation search).
//!
//! [`Search::negamax`] is a recipe in numbered steps; those that are more than a few lines stand in
//! `pruning`, `extensions`, `reductions` and `learning`.

use std::{
    cell::OnceCell,
    ops::ControlFlow::{Break, Continue},
};

use arrayvec::ArrayVec;

use super::{
    mode::SearchMode,
    node::{Candidate, Node, NodeType, NonPv, Pv},
    pruning::{late_move_count, reverse_futility},
    reductions::{PLY, capture_statistic},
    tt_view::{TtView, is_cutoff},
    update_histories::Lesson,
    worker::Search,
};
use crate::{
    chess::{
        Checks, Position, SearchMove,
        score::{
            Bound, DRAW, INFINITE, MAX_PLY, NO_SCORE, Score, is_decisive, is_loss, mate_in,
            mated_in,
        },
    },
    params,
    search::{
        ordering::{move_picker::MovePicker, threats::Threats},
        tt::TtEntry,
    },
};

/// Above this fifty-move clock table scores may hide a draw: no cut-offs by them.
const HALFMOVES_TRUSTED: u32 = 96;
/// Plies by which an endgame table's answer is stored as deeper than the node: no search of the
/// next few iterations will know better (Stockfish).
const TB_DEPTH_BONUS: i32 = 6;

type Tried = ArrayVec<SearchMove, 32>;

impl Search<'_> {
    /// The value of a position searched `depth` plies deep, fail-soft: at most `alpha` means at
    /// most the returned value, at least `beta` at least that.
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

        // Step 1. At the horizon, play the captures out
        if depth <= 0 {
            return if N::PV {
                self.quiescence::<Pv<N::Mode>>(position, alpha, beta, ply, true)
            } else {
                self.quiescence::<NonPv<N::Mode>>(position, alpha, beta, ply, true)
            };
        }
        if N::PV {
            self.data.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }

        // Step 2. Stop, draw by rule or by a repetition that is at hand, deepest ply
        if self.is_halted() {
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

            // Step 3. Mate distance pruning: no line from here is better than a mate already found,
            // or worse than being mated at once
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let excluded = self.at(ply).excluded;
        let prior_reduction = self.enter::<N>(ply, in_check);
        // Before the table's memory is waited for.
        let correction = self.correction(position, ply);

        // Step 4. Transposition table
        let mut tt = TtView::new(self.probe(position.tt_key()), position, ply);
        if N::ROOT {
            tt.best = self
                .root_moves
                .get(self.line)
                .map(|root_move| position.search_move(root_move.first()));
        }
        let tt_pv = match excluded {
            Some(_) => self.at(ply).tt_pv,
            None => N::PV || tt.pv(),
        };
        self.at_mut(ply).tt_pv = tt_pv;
        self.at_mut(ply).tt_hit = !tt.is_empty();

        // Step 5. Static evaluation
        let mut node = Node {
            position,
            depth,
            ply,
            cut_node,
            in_check,
            excluded,
            tt,
            tt_pv,
            evaluation: NO_SCORE,
            correction,
            static_evaluation: NO_SCORE,
            estimate: NO_SCORE,
            improving: false,
            opponent_worsening: false,
        };
        self.evaluate_node::<N::Mode>(&mut node);
        node.depth += self.hindsight(&node, prior_reduction);

        // Step 6. Cut-off by the transposition table
        if !N::PV
            && excluded.is_none()
            && let Some(score) = self.tt_cutoff::<N::Mode>(&node, alpha, beta)
        {
            return score;
        }

        // Step 7. Endgame tables: the least and the most that the node is worth
        let mut floor = -INFINITE;
        let mut ceiling = INFINITE;
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
                floor = score;
                alpha = alpha.max(score);
            } else {
                ceiling = score;
            }
        }

        // Step 8. Judge the move that led here by what it did to the evaluation
        if !N::ROOT && !in_check {
            self.judge_last_move(&node);
        }

        let may_prune = N::PRUNES && !N::PV && !in_check;
        if may_prune {
            // Step 9. Razoring
            if let Some(score) = self.razor::<N::Mode>(&node, alpha) {
                return score;
            }

            // Step 10. Reverse futility pruning
            if let Some(score) = reverse_futility(&node, beta) {
                return score;
            }

            // Step 11. Null move pruning
            if excluded.is_none()
                && let Some(score) = self.null_move::<N::Mode>(&node, beta)
            {
                return score;
            }
        }
        if self.is_stopped() {
            return DRAW;
        }
        // A side that stands above beta does well enough (Stockfish).
        node.improving |= !in_check && node.static_evaluation >= beta;

        // Step 12. Internal iterative reduction: without a table move the ordering is poor, and a
        // shallower search finds one for the next iteration (Ed Schröder)
        if N::PRUNES
            && !in_check
            && (N::PV || cut_node)
            && node.tt.best.is_none()
            && !self.at(ply).follows_pv
            && node.depth >= params::iir_depth()
        {
            node.depth -= 1;
        }

        // Step 13. ProbCut, by a search and by the table alone
        if N::PRUNES && !is_decisive(beta) {
            if !in_check && let Some(score) = self.probcut::<N::Mode>(&node, beta) {
                return score;
            }
            if self.is_stopped() {
                return DRAW;
            }
            let raised = beta + params::small_probcut_margin();
            if node.tt.is_lower()
                && node.tt.depth() >= node.depth - 4
                && node.tt.score >= raised
                && !is_decisive(node.tt.score)
            {
                return raised;
            }
        }

        // Step 14. Loop through the moves, the best guess first
        self.find_threats(position, ply);
        let context = self.context(ply);
        let mut picker = MovePicker::all(position, node.tt.best);
        let mut best = floor;
        let mut best_move = None;
        let mut count = 0;
        let mut quiets_tried = Tried::new();
        let mut captures_tried = Tried::new();
        let us = position.turn();
        let may_prune_moves = N::PRUNES && position.pieces(us).any();
        let may_extend = N::PRUNES && excluded.is_none();
        let checks = OnceCell::from(Checks::new(position));
        let mut window_reduction = self.window_reduction(beta - alpha);

        loop {
            // Step 15. Late move pruning: after many moves the rest of the quiet ones is hopeless
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
            if Some(m) == excluded || N::ROOT && !self.is_root_candidate(m.unpack()) {
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
            let histories = &self.data.histories;
            let as_capture = !quiet || gives_check;
            let capture_history = if as_capture { histories.capture(m) } else { 0 };
            let statistic;

            // Step 16. Pruning of single moves: futility, history and exchanges
            let prunes = may_prune_moves && !is_loss(best);
            if quiet {
                let history = histories.quiets(position, &context).of(m);
                statistic = history.statistic();
                if prunes
                    && !gives_check
                    && !(N::PV && self.at(ply).follows_pv)
                    && let Some(score) = node.prunes_quiet(&candidate, &history, alpha, best)
                {
                    best = score;
                    continue;
                }
            } else {
                statistic = capture_statistic(m, capture_history);
            }
            if prunes && as_capture && node.prunes_tactical(&candidate, capture_history, alpha) {
                continue;
            }

            self.prefetch(position, m);

            // Step 17. Singular extension
            let mut new_depth = node.depth - 1;
            let mut extension = 0;
            if may_extend && self.may_be_singular(&node, m) {
                match self.singular::<N>(&node, m, beta) {
                    Continue(plies) => extension = plies,
                    Break(score) => return score,
                }
                if self.is_stopped() {
                    return DRAW;
                }
                self.at_mut(ply).move_count = count;
                node.depth += i32::from(extension > 0);
            }

            // Step 18. Make the move
            let nodes_before = self.nodes;
            let reduction = self.reduction::<N>(&node, &candidate, statistic, alpha, count);
            let mut child = position.clone();
            self.make(&mut child, m, ply, gives_check || m.is_special());
            self.at_mut(ply).statistic = statistic;
            new_depth += extension;
            let mut score = -INFINITE;

            // Step 19. Late move reduction: a shallower search first, a deeper one if it fails high
            if N::SELECTIVE && node.depth >= 2 && count > 1 {
                let reduced =
                    (new_depth - reduction / PLY).min(new_depth + 2).max(1) + i32::from(N::PV);
                self.at_mut(ply).reduction = new_depth - reduced;
                score = -self.negamax::<NonPv<N::Mode>>(
                    &child,
                    -alpha - 1,
                    -alpha,
                    reduced,
                    ply + 1,
                    true,
                );
                self.at_mut(ply).reduction = 0;
                if score > alpha {
                    // How much the reduced search found tells how deep to look again.
                    let deeper = reduced < new_depth && score > best + params::deeper_margin();
                    let shallower = score < best + params::shallower_margin();
                    new_depth += i32::from(deeper) - i32::from(shallower);
                    if new_depth > reduced {
                        score = -self.negamax::<NonPv<N::Mode>>(
                            &child,
                            -alpha - 1,
                            -alpha,
                            new_depth,
                            ply + 1,
                            !cut_node,
                        );
                    }
                    self.data.histories.update_continuation(
                        &context,
                        m,
                        params::history_research(),
                    );
                }
            }
            // Step 20. A zero window where no such reduction applies: hopeless moves are still
            // searched a little less deep
            else if !N::PV || count > 1 {
                let mut reduction = reduction;
                if node.tt.best.is_none() {
                    reduction += params::full_depth_no_tt_move();
                }
                let less = i32::from(reduction > params::full_depth_reduction())
                    + i32::from(reduction > params::full_depth_reduction_more() && new_depth > 2);
                score = -self.negamax::<NonPv<N::Mode>>(
                    &child,
                    -alpha - 1,
                    -alpha,
                    new_depth - less,
                    ply + 1,
                    !cut_node,
                );
            }

            // Step 21. Full window: the first move of a PV node, and those that beat it
            if N::PV && (count == 1 || score > alpha) {
                // The table's move is not left to the quiescence search.
                let known = if node.tt.score().is_some_and(is_decisive) { 0 } else { 1 };
                if N::SELECTIVE && Some(m) == node.tt.best && node.tt.depth() > known {
                    new_depth = new_depth.max(1);
                }
                score =
                    -self.negamax::<Pv<N::Mode>>(&child, -beta, -alpha, new_depth, ply + 1, false);
            }

            // Step 22. Unmake the move
            self.unmake();
            if self.is_stopped() {
                return DRAW;
            }
            if N::ROOT {
                self.note_root_move(m.unpack(), score, alpha, beta, count, nodes_before);
            }

            // Step 23. A new best move; now and then one that is as good as the best (Stockfish)
            let is_equal = N::SELECTIVE
                && score == best
                && ply as i32 + 2 >= self.root_depth
                && self.nodes & 14 == 0
                && !is_decisive(score);
            if score > best || is_equal {
                best = score;
                if score + i32::from(is_equal) > alpha {
                    best_move = Some(m);
                    if N::PV {
                        if score <= alpha {
                            // A zero window has left no line.
                            self.data.pv.clear(ply + 1);
                        }
                        self.data.pv.update(ply, m.unpack());
                    }
                    if score >= beta {
                        self.at_mut(ply).fail_highs += u32::from(extension < 2 || N::PV);
                        break;
                    }
                    alpha = score;
                    window_reduction = self.window_reduction(beta - alpha);
                    // The moves that are left hardly beat this one (Stockfish).
                    if N::SELECTIVE && is_raised_alpha_depth(node.depth) && !is_decisive(score) {
                        node.depth -= params::raised_alpha_reduction();
                    }
                }
            }
            if Some(m) != best_move {
                let tried = if quiet { &mut quiets_tried } else { &mut captures_tried };
                // Past the capacity the moves are too late to learn from.
                let _ = tried.try_push(m);
            }
        }

        // Step 24. Checkmate and stalemate
        if count == 0 {
            return match excluded {
                Some(_) => alpha,
                None if in_check => mated_in(ply),
                None => DRAW,
            };
        }
        // What fails high by far is not trusted in full, the less the shallower it was.
        if N::SELECTIVE && best >= beta && !is_decisive(best) && !is_decisive(alpha) {
            best = (best * node.depth + beta) / (node.depth + 1);
        }

        // Step 25. Learn from the best move, or from the move before that nothing here answers
        if let Some(best) = best_move {
            let lesson = Lesson {
                best,
                quiets_tried: &quiets_tried,
                captures_tried: &captures_tried,
                is_pv: N::PV,
            };
            self.learn(&node, &context, &lesson);
        } else if !N::ROOT {
            self.reward_last_move(&node, best);
        }
        best = best.min(ceiling);
        // A position that refutes the last move of a principal variation's neighbour is part of
        // what the variation rests on.
        if !N::ROOT && best <= alpha {
            node.tt_pv |= self.before(ply, 1).tt_pv;
            self.at_mut(ply).tt_pv = node.tt_pv;
        }

        // Step 26. Store what was found, and how far off the evaluation was
        let bound = if best >= beta {
            Bound::Lower
        } else if N::PV && best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if excluded.is_none() && !(N::ROOT && self.line > 0) {
            self.store(&node, best, bound, node.depth, best_move);
        }
        self.learn_correction(&node, best, bound, best_move);
        best
    }

    /// Prepares what the nodes above and below read of this ply. Returns by how much the move that
    /// led here is reduced, plies.
    fn enter<N: NodeType>(&mut self, ply: usize, in_check: bool) -> i32 {
        let follows_pv = N::ROOT
            || self.before(ply, 1).follows_pv
                && self.before(ply, 1).current.map(SearchMove::unpack).as_ref()
                    == self.last_pv.get(ply - 1);
        let prior_reduction = self.before(ply, 1).reduction;
        if !N::ROOT {
            self.at_mut(ply - 1).reduction = 0;
        }
        self.at_mut(ply + 2).fail_highs = 0;
        let this = self.at_mut(ply);
        this.in_check = in_check;
        this.follows_pv = follows_pv;
        this.move_count = 0;
        this.statistic = 0;
        prior_reduction
    }

    /// The score by which the table cuts the node, if it does. What it says of the best move is
    /// learned in any case.
    fn tt_cutoff<M: SearchMode>(
        &mut self,
        node: &Node<'_>,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let &Node { position, depth, ply, cut_node, ref tt, .. } = node;
        let score = tt.score()?;
        let fails_high = score >= beta;
        let deep_enough = if M::SELECTIVE {
            // A fail high must come from a deeper search, and where the node is not of the kind
            // that was expected the search goes on, unless it is costly (Stockfish).
            tt.depth() > depth - i32::from(score <= beta) && (cut_node == fails_high || depth > 4)
        } else {
            tt.depth() == depth
        };
        if !deep_enough || !is_cutoff(tt.bound(), score, alpha, beta) {
            return None;
        }
        if fails_high && let Some(m) = tt.best {
            if !m.is_tactical() {
                self.at_mut(ply).threats = Threats::new(position);
                let context = self.context(ply);
                let bonus =
                    (params::history_tt_cutoff() * depth).min(params::history_tt_cutoff_max());
                self.data.histories.update_quiet(position, &context, m, bonus);
            }
            if ply > 0 && self.before(ply, 1).move_count < 5 {
                self.judge_last_answer(ply, -params::history_tt_refuted());
            }
        }
        if position.halfmoves() >= HALFMOVES_TRUSTED {
            return None;
        }
        // The position after the move must not tell the contrary (Stockfish).
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

    /// Finds the evaluation of a node and the best estimate of its value. A singular search takes
    /// over what the node it is part of has found, a node in check what the side to move had at its
    /// last turn.
    #[inline]
    fn evaluate_node<M: SearchMode>(&mut self, node: &mut Node<'_>) {
        let (position, ply) = (node.position, node.ply);
        if node.in_check {
            node.static_evaluation = self.before(ply, 2).static_evaluation;
            node.estimate = node.static_evaluation;
        } else if node.excluded.is_some() {
            node.static_evaluation = self.at(ply).static_evaluation;
            node.estimate = node.static_evaluation;
        } else {
            node.evaluation = match node.tt.evaluation() {
                Some(evaluation) => evaluation,
                None => self.evaluate::<M>(position, ply),
            };
            if node.tt.is_empty() {
                // Pruning may leave the node without storing more, and the next visit would
                // evaluate again (Stockfish).
                self.tt.store(position.tt_key(), TtEntry::new(node.evaluation, node.tt_pv));
            }
            node.static_evaluation =
                self.corrected::<M>(position, node.evaluation, node.correction);
            node.estimate = node.tt.refine(node.static_evaluation);
        }
        self.at_mut(ply).static_evaluation = node.static_evaluation;
        let before = |back| self.before(ply, back).static_evaluation;
        node.improving = node.static_evaluation > before(2);
        node.opponent_worsening = node.static_evaluation > -before(1);
    }
}

/// Whether a node of this depth is searched less deep once a move has raised alpha.
#[inline]
fn is_raised_alpha_depth(depth: i32) -> bool {
    (params::raised_alpha_depth_min()..=params::raised_alpha_depth_max()).contains(&depth)
}
