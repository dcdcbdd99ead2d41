//! Iterative deepening with aspiration windows, and the decision when to stop.

use std::ops::Range;

use shakmaty::uci::UciMove;

use super::mate::MateSearch;
use crate::{
    chess::score::{
        Bound, DRAW, INFINITE, MATE, MATE_IN_MAX_PLY, MAX_PLY, Score, is_loss, is_mate,
    },
    params,
    search::{
        core::{
            mode::{SearchMode, Selective},
            node::Root,
            root_move::RootMove,
            worker::Search,
        },
        time,
        time::Iteration,
    },
};

/// Milliseconds before fails and unfinished lines are told: GUIs choke on a flood.
const FAILS_AFTER: f64 = 3000.0;
/// The share of the soft limit that a forced move gets.
const FORCED_MOVE_SHARE: f64 = 0.1;

impl Search<'_> {
    /// Searches deeper and deeper until a limit or a stop. The root moves are then in order, the
    /// best first.
    pub(in crate::search) fn iterate(&mut self) {
        self.iterate_as::<Selective>();
    }

    /// Iterative deepening in the given mode.
    pub(in crate::search) fn iterate_as<M: SearchMode>(&mut self) {
        if self.root_moves.is_empty() {
            return;
        }
        // The mate comes before further lines.
        let is_mate_search = self.job.limits.mate.is_some();
        let lines = if is_mate_search { 1 } else { self.job.multi_pv };
        let lines = lines.clamp(1, self.root_moves.len());
        let deepest = self.job.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1) as i32;
        self.data.histories.age();
        let mut stability = 0;
        let mut last_best = None;
        let mut average = DRAW;
        let last_score = self.data.last_score.take();
        let mate_moves = self.job.limits.mate.filter(|_| self.thread == 0);
        let mut mate_search = mate_moves.map(|moves| MateSearch::new(&self.job.game, moves));
        for depth in 1..=deepest {
            let previous_line = self.root_moves[0].clone();
            for root_move in &mut self.root_moves {
                root_move.previous_score = root_move.score;
            }
            self.root_depth = depth;
            self.best_move_changes /= 2.0;
            for line in 0..lines {
                self.line = line;
                self.group = self.group_of(line);
                self.seldepth = 0;
                self.aspiration::<M>(depth);
                if self.is_stopped() {
                    break;
                }
                let found = self.group.start..=line;
                self.root_moves[found].sort_by_key(|root_move| -root_move.score);
            }
            self.line = 0;
            let stopped = self.is_stopped();
            self.keep_proven(&previous_line, stopped);
            if stopped {
                break;
            }
            self.complete(depth);
            self.report(lines);
            if self.thread != 0 {
                continue;
            }

            let best = &self.root_moves[0];
            stability = if last_best == Some(best.first()) { stability + 1 } else { 0 };
            last_best = Some(best.first());
            let trend = if depth == 1 { 0 } else { best.score - average };
            average = if depth == 1 { best.score } else { (2 * average + best.score) / 3 };
            self.data.last_score = Some(average);
            let iteration = Iteration {
                stability,
                node_fraction: best.nodes as f64 / self.nodes.max(1) as f64,
                changes: self.best_move_changes,
                trend,
                since_last_move: last_score.map_or(0, |last| best.score - last),
            };
            self.log_iteration(depth);
            let why = if self.is_mate_found() {
                "mate found"
            } else if self.is_soft_node_limit_passed() {
                "soft node limit"
            } else if self.is_soft_limit_passed(iteration) {
                "soft time limit"
            } else if let Some(why) = self.search_mate(&mut mate_search) {
                why
            } else if self.control.is_halted() {
                "stopped"
            } else {
                continue;
            };
            log::debug!("{why} after depth {depth}, {:.1} ms", self.job.elapsed());
            if is_mate_search {
                self.search_further_lines::<M>();
            }
            return;
        }
    }

    /// Searches the lines after the first, which is found, to half of its depth.
    fn search_further_lines<M: SearchMode>(&mut self) {
        let lines = self.job.multi_pv.min(self.root_moves.len());
        if lines < 2 || self.is_stopped() {
            return;
        }
        let depth = self.root_depth;
        self.root_depth = (depth / 2).max(1);
        for line in 1..lines {
            self.line = line;
            self.group = self.group_of(line);
            self.aspiration::<M>(self.root_depth);
            if self.is_stopped() {
                break;
            }
            let found = self.group.start.max(1)..=line;
            self.root_moves[found].sort_by_key(|root_move| -root_move.score);
        }
        (self.line, self.root_depth) = (0, depth);
        self.report(lines);
    }

    fn log_iteration(&self, depth: i32) {
        let best = &self.root_moves[0];
        log::debug!(
            "depth {depth}/{}: {} {} after {} nodes, {:.1} ms",
            best.seldepth,
            UciMove::from_chess960(best.first()),
            best.score,
            self.nodes,
            self.job.elapsed(),
        );
    }

    /// Searches one line with a window around the last score, widened until the score is inside.
    fn aspiration<M: SearchMode>(&mut self, depth: i32) {
        let mut alpha = -INFINITE;
        let mut beta = INFINITE;
        let mut delta = params::aspiration_window();
        self.last_pv.clone_from(&self.root_moves[self.line].pv);
        if M::SELECTIVE
            && let Some(centre) = self.root_moves[self.line].average_score
        {
            let square = self.root_moves[self.line].average_square.abs();
            let wider = square / i64::from(params::aspiration_score_divisor());
            delta += wider.min(i64::from(INFINITE)) as Score;
            alpha = (centre - delta).max(-INFINITE);
            beta = (centre + delta).min(INFINITE);
            // Whoever stands better hopes for more (Stockfish).
            let hope = params::optimism() * centre / (centre.abs() + params::optimism_offset());
            let us = self.job.game.position().turn();
            self.optimism[us as usize] = hope;
            self.optimism[!us as usize] = -hope;
        }
        let mut reduction = 0;
        loop {
            let position = self.job.game.position();
            let reduced = (depth - reduction).max(1);
            self.root_window = beta - alpha;
            let score = self.negamax::<Root<M>>(position, alpha, beta, reduced, 0, false);
            log::trace!("depth {reduced}, line {}: {score} in {alpha}..{beta}", self.line + 1);
            // Stable, so that moves that are merely not better keep their order.
            self.root_moves[self.line..self.group.end].sort_by_key(|root_move| -root_move.score);
            if self.is_stopped() {
                return;
            }
            if score > alpha && score < beta {
                return;
            }
            if self.job.elapsed() > FAILS_AFTER && self.job.multi_pv == 1 {
                self.report_fail();
            }
            if score <= alpha {
                beta = alpha;
                alpha = (score - delta).max(-INFINITE);
                reduction = 0;
            } else {
                alpha = (beta - delta).max(alpha);
                beta = (score + delta).min(INFINITE);
                reduction += 1;
            }
            delta += (delta * params::aspiration_growth() / 100).max(1);
        }
    }

    /// The last iteration's line stands where this one has forgotten its mate, or sees only a longer
    /// one, and where it was stopped while its best move seemed to lose by force: that proves
    /// nothing (Stockfish).
    fn keep_proven(&mut self, previous: &RootMove, stopped: bool) {
        let best = &self.root_moves[0];
        let forgets_mate = previous.score >= MATE_IN_MAX_PLY
            && (best.score < previous.score || best.bound != Bound::Exact);
        let doubtful_loss = stopped && self.completed_depth > 0 && is_loss(best.score);
        if !forgets_mate && !doubtful_loss {
            return;
        }
        let is_previous = |root_move: &RootMove| root_move.first() == previous.first();
        if let Some(index) = self.root_moves.iter().position(is_previous) {
            let root_move = &mut self.root_moves[index];
            (root_move.score, root_move.bound) = (previous.score, previous.bound);
            (root_move.depth, root_move.seldepth) = (previous.depth, previous.seldepth);
            root_move.pv.clone_from(&previous.pv);
            root_move.exact.clone_from(&previous.exact);
            self.root_moves[..=index].rotate_right(1);
        }
    }

    /// The root moves that the endgame tables rank as that of a line.
    fn group_of(&self, line: usize) -> Range<usize> {
        let rank = self.root_moves[line].tb_rank;
        let is_same = |root_move: &RootMove| root_move.tb_rank == rank;
        let start = self.root_moves.iter().position(is_same).unwrap_or(line);
        let length = self.root_moves[start..].iter().take_while(|m| is_same(m)).count();
        start..start + length
    }

    fn is_mate_found(&self) -> bool {
        let best: Score = self.root_moves[0].score;
        self.job.limits.mate.is_some_and(|moves| {
            let plies = MATE - best.abs();
            is_mate(best) && i64::from(plies) <= 2 * i64::from(moves)
        })
    }

    fn is_soft_node_limit_passed(&self) -> bool {
        self.job.limits.soft_nodes.is_some_and(|limit| self.total_nodes() >= limit)
    }

    fn is_soft_limit_passed(&mut self, iteration: Iteration) -> bool {
        let Some(budget) = self.job.budget else { return false };
        let factor =
            if self.group_of(0).len() == 1 { FORCED_MOVE_SHARE } else { time::scale(iteration) };
        let limit = (budget.soft * factor).min(budget.hard);
        log::trace!("{iteration:?}: time for this move {limit:.1} ms");
        if self.elapsed() < limit {
            return false;
        }
        // While pondering the clock is the opponent's: go on until the move is played.
        self.soft_limit_passed = self.control.is_pondering();
        !self.soft_limit_passed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{Game, score::mate_in},
        search::{
            core::{job::Job, thread_data::ThreadData},
            limits::{Control, Limits},
            tt::TranspositionTable,
        },
    };

    #[test]
    fn a_mate_that_was_found_stays_found() {
        let (job, control) = (Job::new(Game::default(), Limits::default()), Control::default());
        let (tt, mut data) = (TranspositionTable::new(1).unwrap(), ThreadData::new());
        let mut search = Search::new(&job, &control, &tt, &mut data, None, 0);
        let [first, second] = [0, 1].map(|index| search.root_moves[index].first());
        // What iterations bring to the front, and what stands there then.
        for ((m, score, bound), expected) in [
            ((first, 90, Bound::Exact), (first, 90)),
            ((first, mate_in(9), Bound::Exact), (first, mate_in(9))),
            ((second, 300, Bound::Exact), (first, mate_in(9))),
            ((second, mate_in(7), Bound::Lower), (first, mate_in(9))),
            ((second, mate_in(7), Bound::Exact), (second, mate_in(7))),
            ((first, mate_in(11), Bound::Exact), (second, mate_in(7))),
        ] {
            let previous = search.root_moves[0].clone();
            let is_found = |root_move: &RootMove| root_move.first() == m;
            let index = search.root_moves.iter().position(is_found).unwrap();
            search.root_moves[..=index].rotate_right(1);
            let best = &mut search.root_moves[0];
            (best.score, best.bound) = (score, bound);
            search.keep_proven(&previous, false);
            let best = &search.root_moves[0];
            assert_eq!(
                (best.first(), best.score, best.bound),
                (expected.0, expected.1, Bound::Exact)
            );
        }
    }
}
