//! The main search: fail-soft negamax alpha-beta with zero windows (principal variation search)
//! and everything that makes its tree small.

use arrayvec::ArrayVec;
use shakmaty::Move;

use super::{
    learning::{bonus, penalty},
    node_type::{NodeType, NonPv, Pv},
    ordering::MovePicker,
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
    see,
    transposition::{TtEntry, score_to_tt},
};

/// Above this fifty-move clock table scores may hide a draw: no cut-offs by them.
const HALFMOVES_TRUSTED: u32 = 90;
/// Milliseconds after which the root move being searched is told.
const CURRENT_MOVE_AFTER: f64 = 3000.0;
/// One ply in the units of reductions.
const PLY: i32 = 1024;

type Tried = ArrayVec<Move, 64>;

impl Search<'_> {
    /// The value of a position searched `depth` plies deep, fail-soft: at most `alpha` means at
    /// most the returned value, at least `beta` at least that.
    pub(super) fn negamax<N: NodeType>(
        &mut self,
        position: &Position,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        debug_assert!(alpha < beta && (N::PV || alpha + 1 == beta));
        if depth <= 0 {
            return if N::PV {
                self.quiescence::<Pv>(position, alpha, beta, ply)
            } else {
                self.quiescence::<NonPv>(position, alpha, beta, ply)
            };
        }
        if N::PV {
            self.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
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
            if self.job.selective {
                // Mate distance: no line from here is better than a mate already found, or worse
                // than being mated at once.
                alpha = alpha.max(mated_in(ply));
                beta = beta.min(mate_in(ply + 1));
                if alpha >= beta {
                    return alpha;
                }
            }
        }

        let excluded = self.at(ply).excluded;
        let key = position.tt_key();
        let probed = if excluded.is_none() { self.probe(key) } else { None };
        let mut view = TtView::new(probed, position, ply);
        if N::ROOT {
            view.best = self.root_moves.get(self.line).map(|root_move| root_move.first());
        }
        let tt_pv = N::PV || view.pv() || excluded.is_some() && self.at(ply).tt_pv;
        self.at_mut(ply).tt_pv = tt_pv;
        if !N::PV
            && self.is_deep_enough(&view, depth)
            && let Some(score) = view.score()
            && is_cutoff(view.bound(), score, alpha, beta)
            && position.halfmoves() < HALFMOVES_TRUSTED
        {
            if score >= beta
                && let Some(m) = view.best
                && !is_tactical(m)
            {
                self.at_mut(ply).threats = Threats::new(position);
                let context = self.context(ply);
                self.data.histories.update_quiet(position, &context, m, bonus(depth));
            }
            return score;
        }

        // What the endgame tables prove: the least and the most that the node is worth.
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
                    // No search of the next few iterations will know better.
                    depth: depth + 6,
                    bound,
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

        // The static evaluation, and the best estimate of the value before searching.
        let mut evaluation = NO_SCORE;
        let mut estimate = NO_SCORE;
        let mut static_evaluation = NO_SCORE;
        if excluded.is_some() {
            static_evaluation = self.at(ply).static_evaluation;
            estimate = static_evaluation;
        } else {
            if !in_check {
                evaluation = match view.evaluation() {
                    Some(evaluation) => evaluation,
                    None => self.evaluate(position, ply),
                };
                static_evaluation = self.corrected(position, ply, evaluation);
                estimate = view.refine(static_evaluation);
            }
            self.at_mut(ply).static_evaluation = static_evaluation;
            if self.job.selective
                && !N::ROOT
                && let Some(gain) = self.gain_of_last_move(ply)
            {
                self.judge_last_move(position, gain, ply);
                depth += self.hindsight(depth, gain, ply);
            }
        }
        let mut improving = self.is_improving(ply);
        self.at_mut(ply + 1).killer = None;
        self.at_mut(ply + 2).fail_highs = 0;

        let may_prune = self.job.selective && !N::PV && !in_check && excluded.is_none();
        if may_prune && !is_decisive(beta) {
            // Reverse futility: so far above beta that a search will hardly come back below it.
            if depth <= params::reverse_futility_depth() {
                let margin = params::reverse_futility_margin() * depth
                    - params::reverse_futility_improving() * i32::from(improving);
                if estimate - margin >= beta && !is_decisive(estimate) {
                    return beta + (estimate - beta) / 3;
                }
            }
            // Razoring: so far below alpha that only captures can help; look at them alone.
            if depth <= params::razoring_depth()
                && estimate + params::razoring_base() + params::razoring_margin() * depth < alpha
            {
                let score = self.quiescence::<NonPv>(position, alpha, alpha + 1, ply);
                if score <= alpha {
                    return score;
                }
            }
            if let Some(score) = self.null_move(position, beta, depth, ply, cut_node, estimate) {
                return score;
            }
        }
        if self.is_stopped() {
            return DRAW;
        }
        // A side that stands above beta does well enough (Stockfish).
        improving |= !in_check && static_evaluation >= beta;

        // Internal iterative reduction: without a table move the ordering is poor, and a shallower
        // search finds one for the next iteration (Ed Schröder).
        if self.job.selective
            && (N::PV || cut_node)
            && excluded.is_none()
            && view.best.is_none()
            && depth >= params::iir_depth()
        {
            depth -= 1;
        }

        if may_prune
            && !is_decisive(beta)
            && let Some(score) = self.probcut(position, beta, depth, ply, cut_node, &view)
        {
            return score;
        }

        self.at_mut(ply).threats = Threats::new(position);
        let context = self.context(ply);
        let tt_capture = view.best.is_some_and(is_tactical);
        let killer = self
            .at(ply)
            .killer
            .and_then(|killer| position.unpack(killer))
            .filter(|&killer| !is_tactical(killer));
        let mut picker = MovePicker::all(view.best, killer);
        let mut best = floor;
        let mut best_move = None;
        let mut count = 0;
        let mut quiets_tried = Tried::new();
        let mut captures_tried = Tried::new();
        let first_alpha = alpha;
        let us = position.turn();
        let may_prune_moves = self.job.selective && !N::ROOT && position.has_pieces(us);
        let checks = Checks::new(position);

        loop {
            // After many moves the rest of the quiet ones is hopeless.
            if may_prune_moves && !is_loss(best) && count >= late_move_count(depth, improving) {
                picker.skip_quiets();
            }
            let Some(m) = picker.next(position, &self.data.histories, &context) else { break };
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
            let mut reduction = self.reduction(depth, count);

            if may_prune_moves && !is_loss(best) {
                let reduced_depth = (depth - reduction / PLY).max(0);
                if quiet && !checks.gives(m) {
                    // Futility: too far below alpha for a quiet move to reach it.
                    let reached = static_evaluation
                        + params::futility_base()
                        + params::futility_margin() * reduced_depth
                        + history / params::futility_history();
                    if !in_check && reduced_depth < params::futility_depth() && reached <= alpha {
                        if !is_decisive(best) && best < reached {
                            best = reached;
                        }
                        continue;
                    }
                    if reduced_depth < params::history_pruning_depth()
                        && history < -params::history_pruning_margin() * depth
                    {
                        continue;
                    }
                    let lost = params::see_quiet_margin() * reduced_depth * reduced_depth;
                    if !see::see_ge(position, m, -lost) {
                        continue;
                    }
                } else {
                    // Captures and checks that lose too much.
                    let lost =
                        params::see_capture_margin() * depth + history / params::see_history();
                    if (quiet || picker.is_bad_stage()) && !see::see_ge(position, m, -lost.max(0)) {
                        continue;
                    }
                }
            }

            let mut extension = 0;
            if self.job.selective
                && !N::ROOT
                && excluded.is_none()
                && Some(m) == view.best
                && depth >= params::singular_depth()
                && view.depth() >= depth - 3
                && view.is_lower()
                && !is_decisive(view.score)
                && ply < 2 * self.root_depth as usize
            {
                match self.singular::<N>(position, m, beta, depth, ply, cut_node, &view) {
                    Ok(plies) => extension = plies,
                    Err(cutoff) => return cutoff,
                }
                if self.is_stopped() {
                    return DRAW;
                }
            }

            let nodes_before = self.nodes;
            let child = self.make(position, m, ply);
            let new_depth = depth - 1 + extension;
            let mut score = -INFINITE;
            let full_depth_zero_window = if self.job.selective && depth >= 2 && count > 1 {
                if tt_pv {
                    reduction -= params::reduction_tt_pv();
                }
                if N::PV {
                    reduction -= params::reduction_pv();
                }
                // Where the evaluation errs, look closer (Stockfish).
                if evaluation != NO_SCORE {
                    let correction = (static_evaluation - evaluation).abs();
                    reduction -= correction * params::reduction_correction();
                }
                if cut_node {
                    reduction += params::reduction_cut_node();
                }
                if !improving {
                    reduction += params::reduction_not_improving();
                }
                if tt_capture {
                    reduction += params::reduction_tt_capture();
                }
                if self.at(ply + 1).fail_highs > params::reduction_fail_high_count() as u32 {
                    reduction += params::reduction_fail_highs();
                }
                if child.is_check() {
                    reduction -= params::reduction_check();
                }
                reduction -= history * PLY / params::reduction_history();
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
                        let bonus = if score > alpha { bonus(depth) } else { -penalty(depth) };
                        self.data.histories.update_continuation(&context, us, m, bonus);
                    }
                }
                false
            } else {
                !N::PV || count > 1
            };
            if full_depth_zero_window {
                score = -self.negamax::<NonPv>(
                    &child,
                    -alpha - 1,
                    -alpha,
                    new_depth,
                    ply + 1,
                    !cut_node,
                );
            }
            if N::PV && (count == 1 || score > alpha) {
                score = -self.negamax::<Pv>(&child, -beta, -alpha, new_depth, ply + 1, false);
            }
            self.unmake();
            if self.is_stopped() {
                return DRAW;
            }
            if N::ROOT {
                self.note_root_move(m, score, alpha, beta, count, nodes_before);
            }

            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(m);
                    if N::PV {
                        self.pv.update(ply, m);
                    }
                    if score >= beta {
                        self.at_mut(ply).fail_highs += 1;
                        break;
                    }
                    alpha = score;
                    // The moves that are left hardly beat this one (Stockfish).
                    if self.job.selective
                        && depth >= params::raised_alpha_depth_min()
                        && depth <= params::raised_alpha_depth_max()
                        && !is_decisive(score)
                    {
                        depth -= 1;
                    }
                }
            }
            if Some(m) != best_move {
                let tried = if quiet { &mut quiets_tried } else { &mut captures_tried };
                // Past the capacity the moves are too late to learn from.
                let _ = tried.try_push(m);
            }
        }

        if count == 0 {
            return match excluded {
                Some(_) => alpha,
                None if in_check => mated_in(ply),
                None => DRAW,
            };
        }
        best = best.min(ceiling);
        if let Some(m) = best_move {
            // What fails high by far, or against the static evaluation, is learned as from a deeper
            // search (Stockfish).
            let clear = best > beta + params::history_clear_margin() && !is_decisive(best);
            let surprising = !in_check && static_evaluation <= first_alpha;
            let depth = depth + i32::from(clear) + i32::from(surprising);
            self.learn(position, &context, m, &quiets_tried, &captures_tried, depth, ply);
        } else if !N::ROOT && excluded.is_none() {
            self.reward_last_move(position, depth, ply);
        }
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
                    evaluation,
                    depth,
                    bound,
                    pv: tt_pv,
                };
                self.tt.store(key, entry);
            }
            // The search tells how wrong the evaluation was, where its bound says so and no
            // capture explains it.
            let error = best - static_evaluation;
            let tells = match bound {
                Bound::Lower => error > 0,
                Bound::Upper => error < 0,
                Bound::Exact => true,
            };
            if self.job.selective && !in_check && !best_move.is_some_and(is_tactical) && tells {
                let moves = self.last_moves(ply);
                self.data.histories.update_corrections(position, moves, depth, error);
            }
        }
        best
    }

    /// Null move: if passing the turn still fails high, a move will too. Deep cut-offs are
    /// verified without null moves, since zugzwang exists.
    fn null_move(
        &mut self,
        position: &Position,
        beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
        estimate: Score,
    ) -> Option<Score> {
        let demanded = beta
            - params::null_move_evaluation_base()
            - params::null_move_evaluation_margin() * depth;
        let after_null = ply > 0 && self.before(ply, 1).current.is_none();
        if !cut_node
            || depth < params::null_move_depth()
            || after_null
            || ply < self.null_move_from
            || estimate < beta
            || self.at(ply).static_evaluation < demanded
            || !position.has_pieces(position.turn())
        {
            return None;
        }
        let reduction = params::null_move_base()
            + depth / params::null_move_divisor()
            + ((estimate - beta) / params::null_move_margin()).min(3);
        let reduced = depth - reduction;
        let child = self.make_null(position, ply)?;
        let score = -self.negamax::<NonPv>(&child, -beta, -beta + 1, reduced, ply + 1, false);
        self.unmake();
        if self.is_stopped() || score < beta {
            return None;
        }
        // A win after a null move is not proven.
        let score = if is_decisive(score) { beta } else { score };
        if self.null_move_from > 0 || depth < params::null_move_verification() {
            return Some(score);
        }
        self.null_move_from = ply + 3 * (reduced.max(1) as usize) / 4 + 1;
        let verified = self.negamax::<NonPv>(position, beta - 1, beta, reduced, ply, false);
        self.null_move_from = 0;
        (verified >= beta).then_some(score)
    }

    /// ProbCut: a capture that beats beta by a margin in a shallow search will beat it in a deep
    /// one (Buro).
    fn probcut(
        &mut self,
        position: &Position,
        beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
        view: &TtView,
    ) -> Option<Score> {
        let raised = beta + params::probcut_margin();
        let denied = view.depth() >= depth - 3 && view.score().is_some_and(|score| score < raised);
        if depth < params::probcut_depth() || denied {
            return None;
        }
        let threshold = raised - self.at(ply).static_evaluation;
        let tt_move = view.best.filter(|&m| is_tactical(m) && see::see_ge(position, m, threshold));
        let mut picker = MovePicker::tactical(tt_move, threshold);
        let context = self.context(ply);
        while let Some(m) = picker.next(position, &self.data.histories, &context) {
            let child = self.make(position, m, ply);
            let mut score = -self.quiescence::<NonPv>(&child, -raised, -raised + 1, ply + 1);
            if score >= raised {
                let reduced = depth - 4;
                score = -self.negamax::<NonPv>(
                    &child,
                    -raised,
                    -raised + 1,
                    reduced,
                    ply + 1,
                    !cut_node,
                );
            }
            self.unmake();
            if self.is_stopped() {
                return None;
            }
            if score >= raised {
                let entry = TtEntry {
                    best: Some(PackedMove::new(m)),
                    score: score_to_tt(score, ply),
                    evaluation: view.evaluation().unwrap_or(NO_SCORE),
                    depth: depth - 3,
                    bound: Bound::Lower,
                    pv: view.pv(),
                };
                self.tt.store(position.tt_key(), entry);
                return Some(if is_decisive(score) { score } else { score - (raised - beta) });
            }
        }
        None
    }

    /// Singular extension: a table move that is much better than all others is searched deeper;
    /// if another move fails high too, the node is cut (multi-cut), and where that is only likely
    /// the table move is searched less deep. `Err` holds the value of a cut node.
    #[expect(clippy::too_many_arguments)]
    fn singular<N: NodeType>(
        &mut self,
        position: &Position,
        m: Move,
        beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
        view: &TtView,
    ) -> Result<i32, Score> {
        let bound = view.score - params::singular_margin() * depth / 16;
        let reduced = (depth - 1) / 2;
        self.at_mut(ply).excluded = Some(m);
        let score = self.negamax::<NonPv>(position, bound - 1, bound, reduced, ply, cut_node);
        self.at_mut(ply).excluded = None;
        if score < bound {
            let double = !N::PV && score < bound - params::double_extension_margin();
            let triple =
                double && !is_tactical(m) && score < bound - params::triple_extension_margin();
            return Ok(1 + i32::from(double) + i32::from(triple));
        }
        if bound >= beta && !is_decisive(bound) {
            return Err(bound);
        }
        Ok(if view.score >= beta {
            -2
        } else if cut_node {
            -1
        } else {
            0
        })
    }

    /// Whether the table's score comes from a search that is deep enough to be trusted here.
    /// Without selectivity only the very same depth will do.
    pub(super) fn is_deep_enough(&self, view: &TtView, depth: i32) -> bool {
        if self.job.selective { view.depth() >= depth } else { view.depth() == depth }
    }

    /// Base reduction of the `count`th move, in 1/1024 plies.
    fn reduction(&self, depth: i32, count: i32) -> i32 {
        let product = self.logarithm(depth) * self.logarithm(count) / PLY;
        params::reduction_base() + product * 100 / params::reduction_divisor()
    }

    /// The plies by which the depth of a reduced move was wrong, as the static evaluation after it
    /// tells: more where the move did not fall back, less where it lost much (Stockfish).
    fn hindsight(&self, depth: i32, gain: Score, ply: usize) -> i32 {
        let reduction = self.before(ply, 1).reduction;
        if reduction >= params::hindsight_deeper() && gain >= 0 {
            1
        } else if reduction >= params::hindsight_shallower()
            && depth >= 2
            && gain < -params::hindsight_margin()
        {
            -1
        } else {
            0
        }
    }

    /// Whether a root move belongs to the lines not yet found, and is none that the endgame tables
    /// rank below one of them.
    fn is_root_candidate(&self, m: Move) -> bool {
        self.root_moves[self.line..self.group.end].iter().any(|root_move| root_move.first() == m)
    }

    fn report_current(&self, m: Move, count: i32) {
        if let Some(reporter) = self.reporter
            && self.job.elapsed() > CURRENT_MOVE_AFTER
        {
            reporter.current_move(self.root_depth as u32, m, self.line + count as usize);
        }
    }

    /// Keeps what the search of a root move found.
    fn note_root_move(
        &mut self,
        m: Move,
        score: Score,
        alpha: Score,
        beta: Score,
        count: i32,
        nodes_before: u64,
    ) {
        let spent = self.nodes - nodes_before;
        let seldepth = self.seldepth;
        let line = self.pv.line(1);
        let Some(root_move) = self.root_moves.iter_mut().find(|root_move| root_move.first() == m)
        else {
            return;
        };
        root_move.nodes += spent;
        if count == 1 || score > alpha {
            root_move.score = score;
            root_move.bound = if score >= beta {
                Bound::Lower
            } else if score <= alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            root_move.seldepth = seldepth;
            root_move.average_score =
                Some(root_move.average_score.map_or(score, |average| (2 * score + average) / 3));
            root_move.pv.truncate(1);
            root_move.pv.extend_from_slice(line);
        } else {
            // Worse than the best, nobody knows how much: the sort keeps its place.
            root_move.score = -INFINITE;
        }
    }
}

/// Quiet moves tried at a depth before the rest is left out.
fn late_move_count(depth: i32, improving: bool) -> i32 {
    (params::late_move_base() + depth * depth) / if improving { 1 } else { 2 }
}
