//! Which score and line stand for a root move, above all where its search was cut off, and their
//! report.

use super::{
    root_move::{RootMove, ScoredLine},
    worker::Search,
};
use crate::{
    chess::{
        SearchMove,
        score::{Bound, DRAW, Score, mated_in},
    },
    eval::wdl::HALF_WIN,
    search::report::Info,
};

/// A bound contradicts the last exact score if it differs by more, internal units: a quarter of a
/// pawn.
const CONTRADICTION: Score = HALF_WIN as Score / 4;

/// What stands for a root move.
pub(in crate::search) struct Standing {
    /// The line, and the score that counts.
    pub line: ScoredLine,
    /// The fail high or fail low at which the search of a deeper iteration was cut off.
    pub cut_off: Option<ScoredLine>,
}

impl RootMove {
    /// The score and the line to report: the last exact one. A bound of a later search that
    /// contradicts it takes its place; another one is told beside it. `None` where no search has
    /// shown anything.
    pub(in crate::search) fn standing(&self) -> Option<Standing> {
        let (line, cut_off) = match (self.latest(), self.exact.clone()) {
            (Some(latest), Some(exact))
                if latest.bound != Bound::Exact && !contradicts(&latest, &exact) =>
            {
                (exact, Some(latest))
            }
            (latest, exact) => (latest.or(exact)?, None),
        };
        Some(Standing { line, cut_off })
    }
}

fn contradicts(bound: &ScoredLine, exact: &ScoredLine) -> bool {
    let beyond = bound.score - exact.score;
    match bound.bound {
        Bound::Lower => beyond > CONTRADICTION,
        Bound::Upper => beyond < -CONTRADICTION,
        Bound::Exact => true,
    }
}

impl Standing {
    /// Keeps the scores of several lines in order. A line from an earlier iteration, or one that the
    /// endgame tables rank, is at most as good as the line above it; so is what is known of a fail
    /// high.
    fn cap(&mut self, above: &ScoredLine, is_ranked: bool) {
        let line = &mut self.line;
        let is_loose = line.depth < above.depth || line.bound == Bound::Lower || is_ranked;
        if is_loose && line.score > above.score {
            line.score = above.score;
            if line.bound == Bound::Exact {
                line.bound = Bound::Upper;
            }
        }
    }
}

impl Search<'_> {
    /// Reports the best lines found, each with the score that stands.
    pub(in crate::search) fn report(&mut self, lines: usize) {
        self.report_lines(lines, false);
    }

    /// Reports the best lines at the end of the search.
    pub(in crate::search) fn report_end(&mut self, lines: usize) {
        self.report_lines(lines, true);
    }

    fn report_lines(&mut self, lines: usize, is_end: bool) {
        if self.reporter.is_none() {
            return;
        }
        let mut above: Option<ScoredLine> = None;
        for index in 0..lines.min(self.root_moves.len()) {
            let Some(mut standing) = self.root_moves[index].standing() else { continue };
            let mut root_move = self.root_moves[index].clone();
            self.apply_tb(&mut root_move, &mut standing, is_end && index == 0);
            if let Some(above) = &above {
                standing.cap(above, root_move.tb_score.is_some());
            }
            let Standing { mut line, cut_off } = standing;
            if let Some(mut cut_off) = cut_off {
                self.extend_by_table(&mut cut_off, &root_move);
                self.report_line(&cut_off, index + 1);
            }
            self.extend_by_table(&mut line, &root_move);
            self.report_line(&line, index + 1);
            root_move.reported.clone_from(&line.pv);
            self.root_moves[index] = root_move;
            above = Some(line);
        }
        self.report_failure();
    }

    /// Reports that the best move has failed high or low.
    pub(in crate::search) fn report_fail(&mut self) {
        let best = self.root_moves[0].clone();
        // The score of the tables does not change.
        if best.tb_score.is_none()
            && let Some(mut line) = best.latest()
        {
            self.extend_by_table(&mut line, &best);
            self.report_line(&line, 1);
        }
    }

    fn report_line(&mut self, line: &ScoredLine, multipv: usize) {
        let nodes = self.total_nodes();
        let Some(reporter) = &mut self.reporter else { return };
        reporter.info(Info {
            depth: line.depth as u32,
            seldepth: line.seldepth as u32,
            multipv,
            score: line.score,
            bound: line.bound,
            nodes,
            hashfull: self.tt.hashfull(),
            tbhits: self.job.tb.hits(),
            time: self.job.start.elapsed(),
            pv: line.pv.clone(),
        });
    }

    /// Reports that there is no move: mate or stalemate.
    pub(in crate::search) fn report_game_over(&mut self) {
        let Some(reporter) = &mut self.reporter else { return };
        let score = if self.job.game.position().is_check() { mated_in(0) } else { DRAW };
        reporter.info(Info {
            depth: 0,
            seldepth: 0,
            multipv: 1,
            score,
            bound: Bound::Exact,
            nodes: 0,
            hashfull: self.tt.hashfull(),
            tbhits: 0,
            time: self.job.start.elapsed(),
            pv: Vec::new(),
        });
    }

    /// Extends the line of a bound, which the search leaves short, by the moves of the
    /// transposition table, up to its depth. Where the table has none, the last exact line of the
    /// move goes on.
    fn extend_by_table(&self, line: &mut ScoredLine, root_move: &RootMove) {
        if line.bound == Bound::Exact {
            return;
        }
        let mut game = self.job.game.clone();
        let start = game.history().len();
        line.pv.iter().for_each(|&m| game.play(m));
        while line.pv.len() < line.depth as usize && game.ending().is_none() {
            let position = game.position();
            let stored = self.probe(position.tt_key()).and_then(|entry| entry.best);
            let stored = stored.and_then(|packed| position.unpack(packed)).map(SearchMove::unpack);
            let exact = root_move.exact.as_ref().filter(|exact| exact.pv.starts_with(&line.pv));
            let exact = exact.and_then(|exact| exact.pv.get(line.pv.len()).copied());
            let Some(m) = stored.or(exact) else { break };
            game.play(m);
            if game.history()[start..].contains(&game.position().key()) {
                break;
            }
            line.pv.push(m);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{
        Position,
        score::{INFINITE, mate_in},
    };

    fn line(depth: i32, score: Score, bound: Bound) -> ScoredLine {
        let m = Position::startpos().parse_uci("e2e4").unwrap();
        ScoredLine { depth, seldepth: 0, score, bound, pv: vec![m] }
    }

    /// What stands after an exact score of depth 8 and another one of depth 9: depth, score and
    /// bound, and the bound told beside it.
    fn standing(exact: Score, score: Score, bound: Bound) -> (i32, Score, Bound, Option<Bound>) {
        let exact = line(8, exact, Bound::Exact);
        let mut root_move = RootMove::new(exact.pv[0]);
        root_move.exact = Some(exact);
        (root_move.depth, root_move.score, root_move.bound) = (9, score, bound);
        let Standing { line, cut_off } = root_move.standing().unwrap();
        (line.depth, line.score, line.bound, cut_off.map(|cut_off| cut_off.bound))
    }

    #[test]
    fn a_bound_stands_only_where_it_contradicts_the_last_exact_score() {
        let (exact, lower, upper) = (Bound::Exact, Bound::Lower, Bound::Upper);
        for (before, score, bound, expected) in [
            (50, 70, exact, (9, 70, exact, None)),
            (50, 70, lower, (8, 50, exact, Some(lower))),
            (50, 30, lower, (8, 50, exact, Some(lower))),
            (50, 30, upper, (8, 50, exact, Some(upper))),
            (50, 500, upper, (8, 50, exact, Some(upper))),
            (50, 500, lower, (9, 500, lower, None)),
            (50, -500, upper, (9, -500, upper, None)),
            (900, mate_in(5), lower, (9, mate_in(5), lower, None)),
            (mate_in(7), mate_in(5), lower, (8, mate_in(7), exact, Some(lower))),
            (50, -INFINITE, exact, (8, 50, exact, None)),
        ] {
            assert_eq!(standing(before, score, bound), expected, "{before} {score} {bound:?}");
        }
        let mut root_move = RootMove::new(line(1, 0, exact).pv[0]);
        assert!(root_move.standing().is_none());
        (root_move.score, root_move.bound) = (20, lower);
        assert_eq!(root_move.standing().unwrap().line.score, 20);
    }

    #[test]
    fn scores_of_several_lines_descend() {
        let (exact, lower, upper) = (Bound::Exact, Bound::Lower, Bound::Upper);
        for (depth, score, bound, is_ranked, expected) in [
            (9, 20, exact, false, (20, exact)),
            (8, 20, exact, false, (20, exact)),
            (8, 40, exact, false, (30, upper)),
            (9, 40, lower, false, (30, lower)),
            (9, 40, exact, true, (30, upper)),
        ] {
            let line_below = line(depth, score, bound);
            let mut standing = Standing { line: line_below, cut_off: None };
            standing.cap(&line(9, 30, exact), is_ranked);
            assert_eq!((standing.line.score, standing.line.bound), expected, "{depth} {score}");
        }
    }
}
