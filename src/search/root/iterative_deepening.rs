//! Iterative deepening with aspiration windows.

use std::ops::Range;

use shakmaty::uci::UciMove;

use super::{mate::MateSearch, root_move::RootMove, standing::Standing};
use crate::{
    chess::score::{Bound, DRAW, INFINITE, MATE_IN_MAX_PLY, MAX_PLY, Score, is_loss},
    params,
    search::{
        node::{
            node_type::{Root, SearchMode, Selective},
            worker::Worker,
        },
        time::Iteration,
    },
};

/// Milliseconds before fail highs and fail lows are reported: a flood of lines stalls some GUIs.
const FAILS_AFTER: f64 = 3000.0;

impl Worker<'_> {
    /// Searches with increasing depth until a limit or a stop. The root moves are then sorted, best
    /// first.
    pub(in crate::search) fn iterate(&mut self) {
        self.iterate_as::<Selective>();
    }

    /// Iterative deepening in the given mode.
    pub(in crate::search) fn iterate_as<M: SearchMode>(&mut self) {
        if self.root.moves.is_empty() {
            return;
        }
        // A mate search finds the first line before others.
        let is_mate_search = self.shared.limits.mate.is_some();
        let lines = if is_mate_search { 1 } else { self.shared.multi_pv };
        let lines = lines.clamp(1, self.root.moves.len());
        let deepest =
            self.shared.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 1) as i32;
        self.data.histories.age();
        let mut stability = 0;
        let mut last_best = None;
        let mut average = DRAW;
        let last_score = self.data.last_score.take();
        let mate_moves = self.shared.limits.mate.filter(|_| self.is_main());
        let mut mate_search = mate_moves.map(|moves| MateSearch::new(&self.shared.game, moves));
        for depth in 1..=deepest {
            let previous_line = self.root.moves[0].clone();
            for root_move in &mut self.root.moves {
                root_move.previous_score = root_move.score;
            }
            self.root.depth = depth;
            self.root.best_move_changes /= 2.0;
            for line in 0..lines {
                self.seldepth = 0;
                if !self.search_line::<M>(line, lines, depth) {
                    break;
                }
            }
            self.root.line = 0;
            let stopped = self.is_stopped();
            self.keep_proven(&previous_line, stopped);
            if stopped {
                self.score_first_move();
                break;
            }
            self.forget_exact_scores();
            self.complete(depth);
            self.report(lines);
            if !self.is_main() {
                continue;
            }

            let best = &self.root.moves[0];
            stability = if last_best == Some(best.first()) { stability + 1 } else { 0 };
            last_best = Some(best.first());
            let trend = if depth == 1 { 0 } else { best.score - average };
            average = if depth == 1 { best.score } else { (2 * average + best.score) / 3 };
            self.data.last_score = Some(average);
            let iteration = Iteration {
                stability,
                node_fraction: best.nodes as f64 / self.nodes.max(1) as f64,
                changes: self.root.best_move_changes,
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
            } else if self.shared.control.has_ended() {
                "stopped"
            } else {
                continue;
            };
            log::debug!("{why} after depth {depth}, {:.1} ms", self.shared.elapsed());
            if is_mate_search {
                self.search_further_lines::<M>();
            }
            return;
        }
    }

    /// Searches the lines after the first, to half of its depth.
    fn search_further_lines<M: SearchMode>(&mut self) {
        let lines = self.shared.multi_pv.min(self.root.moves.len());
        if lines < 2 || self.is_stopped() {
            return;
        }
        let depth = self.root.depth;
        self.root.depth = (depth / 2).max(1);
        for line in 1..lines {
            if !self.search_line::<M>(line, lines, self.root.depth) {
                break;
            }
        }
        (self.root.line, self.root.depth) = (0, depth);
        self.report(lines);
    }

    /// Searches one of several lines, and sorts those that have been searched. Returns false if the
    /// search was stopped; some lines are then of the iteration before.
    fn search_line<M: SearchMode>(&mut self, line: usize, lines: usize, depth: i32) -> bool {
        self.root.line = line;
        self.root.group = self.group_of(line);
        self.aspiration::<M>(depth);
        let stopped = self.is_stopped();
        self.sort_lines(if stopped { lines - 1 } else { line });
        !stopped
    }

    fn log_iteration(&self, depth: i32) {
        let best = &self.root.moves[0];
        log::debug!(
            "depth {depth}/{}: {} {} after {} nodes, {:.1} ms",
            best.seldepth,
            UciMove::from_chess960(best.first()),
            best.score,
            self.nodes,
            self.shared.elapsed(),
        );
    }

    /// Searches one line with an aspiration window around its last score, widened until the score
    /// is inside.
    fn aspiration<M: SearchMode>(&mut self, depth: i32) {
        let mut alpha = -INFINITE;
        let mut beta = INFINITE;
        let mut delta = params::aspiration_window();
        self.root.last_pv.clone_from(&self.root.moves[self.root.line].pv);
        if M::SELECTIVE
            && let Some(centre) = self.root.moves[self.root.line].average_score
        {
            let square = self.root.moves[self.root.line].average_square.abs();
            let wider = square / i64::from(params::aspiration_score_divisor());
            delta += wider.min(i64::from(INFINITE)) as Score;
            alpha = (centre - delta).max(-INFINITE);
            beta = (centre + delta).min(INFINITE);
            // Optimism: the better side gets a bonus (Stockfish).
            let hope = params::optimism() * centre / (centre.abs() + params::optimism_offset());
            let us = self.shared.game.position().turn();
            self.root.optimism[us as usize] = hope;
            self.root.optimism[!us as usize] = -hope;
        }
        let mut reduction = 0;
        loop {
            let position = self.shared.game.position();
            let reduced = (depth - reduction).max(1);
            self.root.window = beta - alpha;
            let score = self.negamax::<Root<M>>(position, alpha, beta, reduced, 0, false);
            log::trace!("depth {reduced}, line {}: {score} in {alpha}..{beta}", self.root.line + 1);
            // The sort is stable: moves that are not better keep their order.
            self.root.moves[self.root.line..self.root.group.end]
                .sort_by_key(|root_move| -root_move.score);
            if self.is_stopped() {
                return;
            }
            if score > alpha && score < beta {
                return;
            }
            if self.shared.elapsed() > FAILS_AFTER && self.shared.multi_pv == 1 {
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

    /// Sorts the lines from the first to `last` by the scores that stand, the deepest first. If the
    /// search was stopped, some are of the iteration before. An upper bound alone stays last.
    fn sort_lines(&mut self, last: usize) {
        let found = self.root.group.start..self.root.group.end.min(last + 1);
        self.root.moves[found].sort_by_key(|root_move| {
            root_move.standing().map_or((0, true, INFINITE), |Standing { line, .. }| {
                (-(line.depth as i32), line.bound == Bound::Upper, -line.score)
            })
        });
    }

    /// Restores the line of the last iteration if this one lost its mate or found only a longer
    /// one, and if it was stopped with a best move that loses by force: that is no proof
    /// (Stockfish).
    fn keep_proven(&mut self, previous: &RootMove, stopped: bool) {
        let best = &self.root.moves[0];
        let forgets_mate = previous.score >= MATE_IN_MAX_PLY
            && (best.score < previous.score || best.bound != Bound::Exact);
        let doubtful_loss = stopped && self.root.completed_depth > 0 && is_loss(best.score);
        if !forgets_mate && !doubtful_loss {
            return;
        }
        let is_previous = |root_move: &RootMove| root_move.first() == previous.first();
        if let Some(index) = self.root.moves.iter().position(is_previous) {
            let root_move = &mut self.root.moves[index];
            (root_move.score, root_move.bound) = (previous.score, previous.bound);
            (root_move.depth, root_move.seldepth) = (previous.depth, previous.seldepth);
            root_move.pv.clone_from(&previous.pv);
            root_move.exact.clone_from(&previous.exact);
            self.root.moves[..=index].rotate_right(1);
        }
    }

    /// Returns the range of root moves with the tablebase rank of a line.
    pub(super) fn group_of(&self, line: usize) -> Range<usize> {
        let rank = self.root.moves[line].tb_rank;
        let is_same = |root_move: &RootMove| root_move.tb_rank == rank;
        let start = self.root.moves.iter().position(is_same).unwrap_or(line);
        let length = self.root.moves[start..].iter().take_while(|m| is_same(m)).count();
        start..start + length
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{Game, score::mate_in},
        search::{
            limits::Limits,
            threads::{shared_search::SharedSearch, thread_data::ThreadData},
            tt::TranspositionTable,
        },
    };

    #[test]
    fn an_exact_score_ends_with_an_iteration_that_does_not_confirm_it() {
        let shared = SharedSearch::new(Game::default(), Limits::default());
        let (tt, mut data) = (TranspositionTable::new(1).unwrap(), ThreadData::new());
        let mut worker = Worker::main(&shared, &tt, &mut data, None);
        // Exact at depth 3, then no better than another move, then a fail high at depth 30.
        let [best, other, ..] = &mut worker.root.moves[..] else { panic!("there are moves") };
        for root_move in [best, other] {
            (root_move.score, root_move.depth) = (230, 3);
            root_move.exact = root_move.latest();
        }
        worker.root.moves[1].score = -INFINITE;
        worker.forget_exact_scores();
        let late = &mut worker.root.moves[1];
        (late.score, late.depth, late.bound) = (-9, 30, Bound::Lower);
        let stands = |root_move: &RootMove| {
            let Standing { line, cut_off } = root_move.standing().unwrap();
            (line.depth, line.score, cut_off.is_some())
        };
        assert_eq!(stands(late), (30, -9, false));
        assert_eq!(stands(&worker.root.moves[0]), (3, 230, false));
    }

    #[test]
    fn a_stop_sorts_the_lines_and_no_other_moves() {
        let shared = SharedSearch::new(Game::default(), Limits::default()).with_lines(2);
        let (tt, mut data) = (TranspositionTable::new(1).unwrap(), ThreadData::new());
        let mut worker = Worker::main(&shared, &tt, &mut data, None);
        // The scores are of the iteration before. The third move was the best one then.
        for (root_move, score) in worker.root.moves.iter_mut().zip([10, 20, 30]) {
            (root_move.score, root_move.depth) = (score, 3);
            root_move.exact = root_move.latest();
            root_move.score = -INFINITE;
        }
        let [first, second, third] = [0, 1, 2].map(|index| worker.root.moves[index].first());
        worker.complete(3);
        shared.control.stop();
        assert!(!worker.search_line::<Selective>(0, 2, 4));
        let order = [0, 1, 2].map(|index| worker.root.moves[index].first());
        assert_eq!(order, [second, first, third]);
    }

    #[test]
    fn a_mate_that_was_found_stays_found() {
        let shared = SharedSearch::new(Game::default(), Limits::default());
        let (tt, mut data) = (TranspositionTable::new(1).unwrap(), ThreadData::new());
        let mut worker = Worker::main(&shared, &tt, &mut data, None);
        let [first, second] = [0, 1].map(|index| worker.root.moves[index].first());
        // The move of each iteration, and the best move after it.
        for ((m, score, bound), expected) in [
            ((first, 90, Bound::Exact), (first, 90)),
            ((first, mate_in(9), Bound::Exact), (first, mate_in(9))),
            ((second, 300, Bound::Exact), (first, mate_in(9))),
            ((second, mate_in(7), Bound::Lower), (first, mate_in(9))),
            ((second, mate_in(7), Bound::Exact), (second, mate_in(7))),
            ((first, mate_in(11), Bound::Exact), (second, mate_in(7))),
        ] {
            let previous = worker.root.moves[0].clone();
            let is_found = |root_move: &RootMove| root_move.first() == m;
            let index = worker.root.moves.iter().position(is_found).unwrap();
            worker.root.moves[..=index].rotate_right(1);
            let best = &mut worker.root.moves[0];
            (best.score, best.bound) = (score, bound);
            worker.keep_proven(&previous, false);
            let best = &worker.root.moves[0];
            assert_eq!(
                (best.first(), best.score, best.bound),
                (expected.0, expected.1, Bound::Exact)
            );
        }
    }

    #[test]
    fn the_better_side_is_optimistic() {
        for (fen, white_is_better) in [
            ("r3k3/pp6/8/8/8/8/PP6/R2QK3 w - - 0 1", true),
            ("r3k3/pp6/8/8/8/8/PP6/R2QK3 b - - 0 1", true),
            ("r2qk3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1", false),
        ] {
            let limits = Limits { depth: Some(3), ..Limits::default() };
            let shared = SharedSearch::new(Game::from_fen(fen, false).unwrap(), limits);
            let (tt, mut data) = (TranspositionTable::new(1).unwrap(), ThreadData::new());
            let mut worker = Worker::main(&shared, &tt, &mut data, None);
            worker.iterate();
            let [black, white] = worker.root.optimism;
            assert_eq!(black, -white, "{fen}");
            assert!(white != 0 && (white > 0) == white_is_better, "{fen}: {white}");
        }
    }
}
