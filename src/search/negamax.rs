//! The main search: fail-soft negamax alpha-beta with zero windows (principal variation search).
//!
//! [`Search::negamax`] is a recipe in numbered steps; those that are more than a few lines stand in
//! `pruning`, `extensions`, `reductions` and `learning`.

use std::{
    cell::OnceCell,
    ops::ControlFlow::{Break, Continue},
};

use arrayvec::ArrayVec;
use shakmaty::Move;

use super::{
    learning::{bonus, penalty},
    node::{Candidate, Node, NodeType, NonPv, Pv},
    ordering::MovePicker,
    pruning::{late_move_count, reverse_futility},
    reductions::PLY,
    threats::Threats,
    tt_view::{TtView, is_cutoff},
    worker::Search,
};
use crate::{
    params,
    position::{Checks, PackedMove, Position, is_tactical},
    score::{
        Bound, DRAW, INFINITE, MAX_PLY, NO_SCORE, Score, is_decisive, is_loss, mate_in, mated_in,
    },
    transposition::{TtEntry, score_to_tt},
};

/// Above this fifty-move clock table scores may hide a draw: no cut-offs by them.
const HALFMOVES_TRUSTED: u32 = 90;
/// Plies by which an endgame table's answer is stored as deeper than the node: no search of the
/// next few iterations will know better (Stockfish).
const TB_DEPTH_BONUS: i32 = 6;

type Tried = ArrayVec<Move, 64>;

impl Search<'_> {
    /// The value of a position searched `depth` plies deep, fail-soft: at most `alpha` means at
    /// most the returned value, at least `beta` at least that.
    pub(super) fn negamax<N: NodeType>(
        &mut self,
        position: &Position,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        debug_assert!(alpha < beta && (N::PV || alpha + 1 == beta));
        let selective = self.job.selective;

        // Step 1. At the horizon, play the captures out
        if depth <= 0 {
            return if N::PV {
                self.quiescence::<Pv>(position, alpha, beta, ply)
            } else {
                self.quiescence::<NonPv>(position, alpha, beta, ply)
            };
        }
        if N::PV {
            self.data.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }

        // Step 2. Stop, draw by rule, deepest ply
        if self.is_halted() {
            return DRAW;
        }
        let in_check = position.is_check();
        if !N::ROOT {
            if self.is_draw(position, ply) {
                return DRAW;
            }
            if ply >= MAX_PLY {
                return self.score_at_limit(position, ply);
            }

            // Step 3. Mate distance pruning: no line from here is better than a mate already found,
            // or worse than being mated at once
            if selective {
                alpha = alpha.max(mated_in(ply));
                beta = beta.min(mate_in(ply + 1));
                if alpha >= beta {
                    return alpha;
                }
            }
        }

        // Step 4. Transposition table
        let excluded = self.at(ply).excluded;
        let key = position.tt_key();
        let probed = if excluded.is_none() { self.probe(key) } else { None };
        let mut tt = TtView::new(probed, position, ply);
        if N::ROOT {
            tt.best = self.root_moves.get(self.line).map(|root_move| root_move.first());
        }
        let tt_pv = N::PV || tt.pv() || excluded.is_some() && self.at(ply).tt_pv;
        self.at_mut(ply).tt_pv = tt_pv;
        if !N::PV
            && self.is_deep_enough(&tt, depth)
            && let Some(score) = tt.score()
            && is_cutoff(tt.bound(), score, alpha, beta)
            && position.halfmoves() < HALFMOVES_TRUSTED
        {
            if score >= beta
                && let Some(m) = tt.best
                && !is_tactical(m)
            {
                self.at_mut(ply).threats = Threats::new(position);
                let context = self.context(ply);
                self.data.histories.update_quiet(position, &context, m, bonus(depth));
            }
            return score;
        }

        // Step 5. Endgame tables: the least and the most that the node is worth
        let mut floor = -INFINITE;
        let mut ceiling = INFINITE;
        if !N::ROOT
            && self.tb_limit > 0
            && excluded.is_none()
            && let Some((score, bound)) = self.probe_tb(position, depth, ply)
        {
            if is_cutoff(Some(bound), score, alpha, beta) {
                let entry = TtEntry {
                    best: None,
                    score: score_to_tt(score, ply),
                    evaluation: NO_SCORE,
                    depth: depth + TB_DEPTH_BONUS,
                    bound: Some(bound),
                    pv: tt_pv,
                };
                self.tt.store(key, entry);
                return score;
            }
            if bound == Bound::Lower {
                floor = score;
                alpha = alpha.max(score);
            } else {
                ceiling = score;
            }
        }

        // Step 6. Static evaluation
        let mut node = Node {
            position,
            beta,
            depth,
            ply,
            cut_node,
            in_check,
            excluded,
            tt,
            tt_pv,
            evaluation: NO_SCORE,
            static_evaluation: NO_SCORE,
            estimate: NO_SCORE,
            improving: false,
        };
        self.evaluate_node(&mut node);

        // Step 7. Judge the move that led here, and its reduction, by what it did to the evaluation
        if selective
            && !N::ROOT
            && excluded.is_none()
            && let Some(gain) = self.gain_of_last_move(ply)
        {
            self.judge_last_move(position, gain, ply);
            node.depth += self.hindsight(node.depth, gain, ply);
        }
        node.improving = self.is_improving(ply);
        self.at_mut(ply + 1).killer = None;
        self.at_mut(ply + 2).fail_highs = 0;

        let may_prune =
            selective && !N::PV && !in_check && excluded.is_none() && !is_decisive(beta);
        if may_prune {
            // Step 8. Reverse futility pruning
            if let Some(score) = reverse_futility(&node) {
                return score;
            }

            // Step 9. Razoring
            if let Some(score) = self.razor(&node, alpha) {
                return score;
            }

            // Step 10. Null move pruning
            if let Some(score) = self.null_move(&node) {
                return score;
            }
        }
        if self.is_stopped() {
            return DRAW;
        }
        // A side that stands above beta does well enough (Stockfish).
        node.improving |= !in_check && node.static_evaluation >= beta;

        // Step 11. Internal iterative reduction: without a table move the ordering is poor, and a
        // shallower search finds one for the next iteration (Ed Schröder)
        if selective
            && (N::PV || cut_node)
            && excluded.is_none()
            && node.tt.best.is_none()
            && node.depth >= params::iir_depth()
        {
            node.depth -= 1;
        }

        // Step 12. ProbCut
        if may_prune && let Some(score) = self.probcut(&node) {
            return score;
        }

        // Step 13. Loop through the moves, the best guess first
        self.at_mut(ply).threats = Threats::new(position);
        let context = self.context(ply);
        let killer = self
            .at(ply)
            .killer
            .and_then(|killer| position.unpack(killer))
            .filter(|&killer| !is_tactical(killer));
        let mut picker = MovePicker::all(node.tt.best, killer);
        let mut best = floor;
        let mut best_move = None;
        let mut count = 0;
        let mut quiets_tried = Tried::new();
        let mut captures_tried = Tried::new();
        let first_alpha = alpha;
        let us = position.turn();
        let may_prune_moves = selective && !N::ROOT && position.has_pieces(us);
        let may_extend = selective && !N::ROOT && excluded.is_none();
        let checks = OnceCell::new();

        loop {
            // Step 14. Late move pruning: after many moves the rest of the quiet ones is hopeless
            if may_prune_moves
                && !is_loss(best)
                && count >= late_move_count(node.depth, node.improving)
            {
                picker.skip_quiets();
            }
            let Some(m) = picker.next(position, &self.data.histories, &context, &checks) else {
                break;
            };
            if Some(m) == excluded || N::ROOT && !self.is_root_candidate(m) {
                continue;
            }
            count += 1;
            if N::ROOT {
                self.report_current(m, count);
            }
            let quiet = !is_tactical(m);
            let history = if quiet {
                self.data.histories.quiets(position, &context).get(m)
            } else {
                self.data.histories.capture(position, m)
            };
            let reduction = self.base_reduction(node.depth, count);
            let candidate = Candidate { m, quiet, history, reduction };

            // Step 15. Pruning of single moves: futility, history and exchanges
            if may_prune_moves
                && !is_loss(best)
                && let Some(score) = node.prunes(
                    &candidate,
                    checks.get_or_init(|| Checks::new(position)),
                    picker.is_bad_stage(),
                    alpha,
                    best,
                )
            {
                best = score;
                continue;
            }

            // Step 16. Singular extension
            let mut extension = 0;
            if may_extend && self.may_be_singular(&node, m) {
                match self.singular::<N>(&node, m) {
                    Continue(plies) => extension = plies,
                    Break(score) => return score,
                }
                if self.is_stopped() {
                    return DRAW;
                }
            }

            // Step 17. Make the move
            let nodes_before = self.nodes;
            let child = self.make(position, m, ply);
            let new_depth = node.depth - 1 + extension;
            let mut score = -INFINITE;

            // Step 18. Late move reduction: a shallower search first, a deeper one if it fails high
            if selective && node.depth >= 2 && count > 1 {
                let reduction = self.reduction::<N>(&node, &candidate, &child);
                let reduced = (new_depth - reduction / PLY).clamp(1.min(new_depth), new_depth);
                self.at_mut(ply).reduction = new_depth - reduced;
                score = -self.negamax::<NonPv>(&child, -alpha - 1, -alpha, reduced, ply + 1, true);
                self.at_mut(ply).reduction = 0;
                if score > alpha && reduced < new_depth {
                    // How much the reduced search found tells how deep to look again.
                    let deeper = score > best + params::deeper_margin();
                    let shallower = score < best + params::shallower_margin();
                    let again = new_depth + i32::from(deeper && !N::ROOT) - i32::from(shallower);
                    if again > reduced {
                        score = -self.negamax::<NonPv>(
                            &child,
                            -alpha - 1,
                            -alpha,
                            again,
                            ply + 1,
                            !cut_node,
                        );
                    }
                    if quiet {
                        let bonus =
                            if score > alpha { bonus(node.depth) } else { -penalty(node.depth) };
                        self.data.histories.update_continuation(&context, us, m, bonus);
                    }
                }
            }
            // Step 19. Full depth with a zero window, where no reduction applies
            else if !N::PV || count > 1 {
                score = -self.negamax::<NonPv>(
                    &child,
                    -alpha - 1,
                    -alpha,
                    new_depth,
                    ply + 1,
                    !cut_node,
                );
            }

            // Step 20. Full window: the first move of a PV node, and those that beat it
            if N::PV && (count == 1 || score > alpha) {
                score = -self.negamax::<Pv>(&child, -beta, -alpha, new_depth, ply + 1, false);
            }

            // Step 21. Unmake the move
            self.unmake();
            if self.is_stopped() {
                return DRAW;
            }
            if N::ROOT {
                self.note_root_move(m, score, alpha, beta, count, nodes_before);
            }

            // Step 22. A new best move
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(m);
                    if N::PV {
                        self.data.pv.update(ply, m);
                    }
                    if score >= beta {
                        self.at_mut(ply).fail_highs += 1;
                        break;
                    }
                    alpha = score;
                    // The moves that are left hardly beat this one (Stockfish).
                    if selective && is_raised_alpha_depth(node.depth) && !is_decisive(score) {
                        node.depth -= 1;
                    }
                }
            }
            if Some(m) != best_move {
                let tried = if quiet { &mut quiets_tried } else { &mut captures_tried };
                // Past the capacity the moves are too late to learn from.
                let _ = tried.try_push(m);
            }
        }

        // Step 23. Checkmate and stalemate
        if count == 0 {
            return match excluded {
                Some(_) => alpha,
                None if in_check => mated_in(ply),
                None => DRAW,
            };
        }
        best = best.min(ceiling);

        // Step 24. Learn from the best move, or from the move before that nothing here answers
        if let Some(m) = best_move {
            // What fails high by far, or against the static evaluation, is learned as from a deeper
            // search (Stockfish).
            let clear = best > beta + params::history_clear_margin() && !is_decisive(best);
            let surprising = !in_check && node.static_evaluation <= first_alpha;
            let depth = node.depth + i32::from(clear) + i32::from(surprising);
            self.learn(position, &context, m, &quiets_tried, &captures_tried, depth, ply);
        } else if !N::ROOT && excluded.is_none() {
            self.reward_last_move(position, node.depth, ply);
        }

        // Step 25. Store what was found, and how far off the evaluation was
        if excluded.is_none() {
            let bound = if best >= beta {
                Bound::Lower
            } else if N::PV && best_move.is_some() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            if !(N::ROOT && self.line > 0) {
                let entry = TtEntry {
                    best: best_move.map(PackedMove::new),
                    score: score_to_tt(best, ply),
                    evaluation: node.evaluation,
                    depth: node.depth,
                    bound: Some(bound),
                    pv: tt_pv,
                };
                self.tt.store(key, entry);
            }
            if selective {
                self.learn_correction(&node, best, bound, best_move);
            }
        }
        best
    }

    /// Finds the evaluation of a node that is not in check, and the best estimate of its value. A
    /// singular search takes over what the node it is part of has found.
    #[inline]
    fn evaluate_node(&mut self, node: &mut Node<'_>) {
        let (position, ply) = (node.position, node.ply);
        if node.excluded.is_some() {
            node.static_evaluation = self.at(ply).static_evaluation;
            node.estimate = node.static_evaluation;
            return;
        }
        if !node.in_check {
            node.evaluation = match node.tt.evaluation() {
                Some(evaluation) => evaluation,
                None => self.evaluate(position, ply),
            };
            if node.tt.is_empty() {
                // Pruning may leave the node without storing more, and the next visit would
                // evaluate again (Stockfish).
                let entry = TtEntry {
                    best: None,
                    score: NO_SCORE,
                    evaluation: node.evaluation,
                    depth: 0,
                    bound: None,
                    pv: node.tt_pv,
                };
                self.tt.store(position.tt_key(), entry);
            }
            node.static_evaluation = self.corrected(position, ply, node.evaluation);
            node.estimate = node.tt.refine(node.static_evaluation);
        }
        self.at_mut(ply).static_evaluation = node.static_evaluation;
    }

    /// Whether the table's score comes from a search that is deep enough to be trusted here.
    /// Without selectivity only the very same depth will do.
    pub(super) fn is_deep_enough(&self, tt: &TtView, depth: i32) -> bool {
        if self.job.selective { tt.depth() >= depth } else { tt.depth() == depth }
    }
}

/// Whether a node of this depth is searched less deep once a move has raised alpha.
#[inline]
fn is_raised_alpha_depth(depth: i32) -> bool {
    (params::raised_alpha_depth_min()..=params::raised_alpha_depth_max()).contains(&depth)
}
