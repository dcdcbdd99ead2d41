//! The lines that the main thread reports: scored, extended and in order.

use shakmaty::{KnownOutcome, Move};

use super::{
    root_move::RootMove,
    search_manager::{Progress, SearchManager},
    standing::Standing,
};
use crate::{
    chess::{
        SearchMove,
        score::{Bound, DRAW, mated_in},
    },
    search::{node::worker::Worker, report::ScoredLine},
};

impl Worker<'_> {
    /// Reports the best `count` lines.
    pub(in crate::search) fn report(&mut self, count: usize) {
        self.report_lines(count, false);
    }

    /// Reports the best `count` lines at the end of the search.
    pub(in crate::search) fn report_end(&mut self, count: usize) {
        self.report_lines(count, true);
    }

    fn report_lines(&mut self, count: usize, is_end: bool) {
        if !self.reports() {
            return;
        }
        let lines = self.prepare_lines(count, is_end);
        let progress = self.progress();
        if let Some(manager) = &mut self.manager {
            for (rank, line) in lines {
                manager.report(rank, line, progress);
            }
            manager.report_tb_failure(self.shared);
        }
    }

    /// Reports an error of the tablebase files, once.
    pub(in crate::search) fn report_tb_failure(&mut self) {
        if let Some(manager) = &mut self.manager {
            manager.report_tb_failure(self.shared);
        }
    }

    /// Reports that the best move has failed high or low.
    pub(in crate::search) fn report_fail(&mut self) {
        let best = &self.root.moves[0];
        // A tablebase score does not change.
        if !self.reports() || best.tb_score.is_some() {
            return;
        }
        let Some(mut line) = best.latest() else { return };
        self.extend_bound(&mut line, best);
        let progress = self.progress();
        if let Some(manager) = &mut self.manager {
            manager.report(1, line, progress);
        }
    }

    /// Reports that there is no legal move: mate or stalemate.
    pub(in crate::search) fn report_game_over(&mut self) {
        let score = if self.shared.game.position().is_check() { mated_in(0) } else { DRAW };
        let progress = Progress { nodes: 0, tbhits: 0, ..self.progress() };
        if let Some(manager) = &mut self.manager {
            manager.report_game_over(score, progress);
        }
    }

    fn reports(&self) -> bool {
        self.manager.as_ref().is_some_and(SearchManager::has_reporter)
    }

    fn progress(&self) -> Progress {
        Progress {
            nodes: self.total_nodes(),
            hashfull: self.tt.hashfull(),
            tbhits: self.shared.tb.hits(),
            time: self.shared.start.elapsed(),
        }
    }

    /// Prepares the best `count` lines, each with its rank and the score that stands. Extends them,
    /// and notes in the root moves what is reported.
    fn prepare_lines(&mut self, count: usize, is_end: bool) -> Vec<(usize, ScoredLine)> {
        let mut lines = Vec::new();
        let mut above: Option<ScoredLine> = None;
        for index in 0..count.min(self.root.moves.len()) {
            let Some(mut standing) = self.root.moves[index].standing() else { continue };
            standing.line.is_draw = self.is_drawn_by_rule(standing.line.pv[0]);
            self.apply_tb(index, &mut standing, is_end && index == 0);
            let root_move = &self.root.moves[index];
            if let Some(above) = &above {
                standing.cap(above, root_move.tb_score.is_some());
            }
            let Standing { mut line, cut_off } = standing;
            let rank = index + 1;
            if let Some(mut cut_off) = cut_off {
                self.extend_bound(&mut cut_off, root_move);
                lines.push((rank, cut_off));
            }
            self.extend_bound(&mut line, root_move);
            self.root.moves[index].reported.clone_from(&line.pv);
            lines.push((rank, line.clone()));
            above = Some(line);
        }
        lines
    }

    /// Returns true if a root move ends the game in a draw.
    fn is_drawn_by_rule(&self, m: Move) -> bool {
        let mut game = self.shared.game.clone();
        game.play(m);
        game.outcome() == Some(KnownOutcome::Draw)
    }

    /// Extends the line of a bound, which the search leaves short, by moves of the transposition
    /// table up to its depth. At a position without one, the last exact line of the move continues.
    fn extend_bound(&self, line: &mut ScoredLine, root_move: &RootMove) {
        if line.bound == Bound::Exact {
            return;
        }
        let mut game = self.shared.game.clone();
        line.pv.iter().for_each(|&m| game.play(m));
        while line.pv.len() < line.depth as usize && game.ending().is_none() {
            let position = game.position();
            let stored = self.probe(position.tt_key()).and_then(|entry| entry.best);
            let stored = stored.and_then(|packed| position.unpack(packed)).map(SearchMove::unpack);
            let exact = root_move.exact.as_ref().filter(|exact| exact.pv.starts_with(&line.pv));
            let exact = exact.and_then(|exact| exact.pv.get(line.pv.len()).copied());
            let Some(m) = stored.or(exact) else { break };
            game.play(m);
            if game.last_keys(line.pv.len() + 1).contains(&game.position().key()) {
                break;
            }
            line.pv.push(m);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::Game,
        search::{
            limits::Limits,
            report::{Info, Reporter},
            threads::{shared_search::SharedSearch, thread_data::ThreadData},
            tt::TranspositionTable,
        },
    };

    /// Collects the reported scores.
    #[derive(Default)]
    struct Scores(Vec<(i32, Bound)>);

    impl Reporter for Scores {
        fn info(&mut self, info: Info) {
            self.0.push((info.line.score, info.line.bound));
        }

        fn message(&mut self, _text: &str) {}

        fn best_move(&mut self, _best: Option<Move>, _ponder: Option<Move>) {}
    }

    #[test]
    fn a_score_of_the_tablebases_never_fails() {
        for (tb_score, reported) in [(None, vec![(50, Bound::Lower)]), (Some(DRAW), vec![])] {
            let shared = SharedSearch::new(Game::default(), Limits::default());
            let (tt, mut data) = (TranspositionTable::new(1).unwrap(), ThreadData::new());
            let mut scores = Scores::default();
            let mut worker = Worker::main(&shared, &tt, &mut data, Some(&mut scores));
            let best = &mut worker.root.moves[0];
            (best.score, best.bound, best.tb_score) = (50, Bound::Lower, tb_score);
            worker.report_fail();
            assert_eq!(scores.0, reported);
        }
    }
}
