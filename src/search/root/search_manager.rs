//! What only the main thread has: the reports, and what they and the time limits have come to
//! (Stockfish's `SearchManager`).

use std::time::{Duration, Instant};

use shakmaty::Move;

use crate::{
    chess::score::{DRAW, Score},
    search::{
        report::{Info, Reporter, ScoredLine},
        threads::shared_search::SharedSearch,
    },
    tablebase::{Extension, SyzygyProber},
};

/// Milliseconds after which the root move being searched is reported.
const CURRENT_MOVE_AFTER: f64 = 3000.0;
/// The share of a search's time that may go into extending lines from tablebases.
const EXTENSION_SHARE: f64 = 0.1;

/// The main thread's part of a search. Helper threads have none.
pub(in crate::search) struct SearchManager<'a> {
    /// `None` in searches without reports.
    reporter: Option<&'a mut dyn Reporter>,
    prober: SyzygyProber<'a>,
    /// Time spent on extending lines from tablebases.
    extension_time: Duration,
    /// The soft time limit has passed while pondering: the search ends at `ponderhit`.
    soft_limit_passed: bool,
}

/// How far a search is.
#[derive(Clone, Copy)]
pub(in crate::search) struct Progress {
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Permille of the transposition table in use.
    pub hashfull: u32,
    /// Tablebase hits by all threads.
    pub tbhits: u64,
    /// Time since the search began.
    pub time: Duration,
}

impl<'a> SearchManager<'a> {
    /// Creates the manager of a search that reports to `reporter`.
    pub fn new(
        shared: &'a SharedSearch,
        reporter: Option<&'a mut dyn Reporter>,
    ) -> SearchManager<'a> {
        SearchManager {
            reporter,
            prober: shared.tb.prober(),
            extension_time: Duration::ZERO,
            soft_limit_passed: false,
        }
    }

    /// Returns true if the search reports.
    pub const fn has_reporter(&self) -> bool {
        self.reporter.is_some()
    }

    /// Reports a line and its rank, from 1.
    pub fn report(&mut self, multipv: usize, line: ScoredLine, progress: Progress) {
        let Some(reporter) = &mut self.reporter else { return };
        let Progress { nodes, hashfull, tbhits, time } = progress;
        reporter.info(Info { multipv, line, nodes, hashfull, tbhits, time });
    }

    /// Reports the score of a position without a legal move.
    pub fn report_game_over(&mut self, score: Score, progress: Progress) {
        let line = ScoredLine { is_draw: score == DRAW, ..ScoredLine::without_moves(score) };
        self.report(1, line, progress);
    }

    /// Reports the root move being searched and its number, once the search takes long.
    pub fn report_current_move(
        &mut self,
        shared: &SharedSearch,
        depth: i32,
        m: Move,
        number: usize,
    ) {
        if let Some(reporter) = &mut self.reporter
            && shared.elapsed() > CURRENT_MOVE_AFTER
        {
            reporter.current_move(depth as u32, m, number);
        }
    }

    /// Reports an error of the tablebase files, once.
    pub fn report_tb_failure(&mut self, shared: &SharedSearch) {
        if let Some(reporter) = &mut self.reporter
            && let Some(text) = shared.tb.take_failure()
        {
            reporter.message(&text);
        }
    }

    /// Reports a message for the user.
    pub fn message(&mut self, text: &str) {
        if let Some(reporter) = &mut self.reporter {
            reporter.message(text);
        }
    }

    /// Extends a line from the tablebases to its end. Returns `None` if the time is too short: the
    /// line may then be extended in part. A share of the time that has passed is for this, since
    /// late lines matter most; `insist` allows any time if the limits do.
    pub fn extend_from_tb(
        &mut self,
        shared: &SharedSearch,
        pv: &mut Vec<Move>,
        insist: bool,
    ) -> Option<Extension> {
        let begin = Instant::now();
        let share = (begin - shared.start).mul_f64(EXTENSION_SHARE);
        let fair = begin + share.saturating_sub(self.extension_time);
        let hard = |hard: f64| shared.start + Duration::from_secs_f64(hard / 1000.0);
        let deadline = match shared.budget {
            Some(budget) => Some(fair.min(hard(budget.hard))),
            None => (!insist).then_some(fair),
        };
        if deadline.is_some_and(|deadline| deadline <= begin) {
            return None;
        }
        self.prober.set_deadline(deadline);
        let extension = self.prober.extend(&shared.game, pv);
        self.extension_time += begin.elapsed();
        (!self.prober.is_late()).then_some(extension)
    }

    /// Notes that the soft time limit has passed. Returns true if the search ends there: while it
    /// ponders the clock is the opponent's, and it goes on until `ponderhit`.
    pub const fn pass_soft_limit(&mut self, pondering: bool) -> bool {
        self.soft_limit_passed = pondering;
        !pondering
    }

    /// Returns true if the soft time limit has passed while pondering.
    pub const fn soft_limit_passed(&self) -> bool {
        self.soft_limit_passed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::Game,
        search::{
            limits::Limits, node::worker::Worker, threads::thread_data::ThreadData,
            tt::TranspositionTable,
        },
    };

    /// Collects the root moves being searched, with their depths and numbers.
    #[derive(Default)]
    struct CurrentMoves(Vec<(u32, Move, usize)>);

    impl Reporter for CurrentMoves {
        fn info(&mut self, _info: Info) {}

        fn current_move(&mut self, depth: u32, m: Move, number: usize) {
            self.0.push((depth, m, number));
        }

        fn message(&mut self, _text: &str) {}

        fn best_move(&mut self, _best: Option<Move>, _ponder: Option<Move>) {}
    }

    #[test]
    fn only_a_long_search_reports_its_current_moves() {
        let long = Instant::now().checked_sub(Duration::from_secs(4)).unwrap();
        let later = Instant::now() + Duration::from_secs(3600);
        for (start, is_long) in [(long, true), (later, false)] {
            let limits = Limits { depth: Some(1), ..Limits::default() };
            let shared = SharedSearch { start, ..SharedSearch::new(Game::default(), limits) };
            let (tt, mut data) = (TranspositionTable::new(1).unwrap(), ThreadData::new());
            let mut current = CurrentMoves::default();
            Worker::main(&shared, &tt, &mut data, Some(&mut current)).iterate();
            let moves = shared.root_moves().into_iter().map(|root_move| root_move.first());
            let all: Vec<_> = (1..).zip(moves).map(|(number, m)| (1, m, number)).collect();
            assert_eq!(current.0, if is_long { all } else { vec![] });
        }
    }
}
