//! The score and the line that stand for a root move, also if its search was cut off.

use super::root_move::RootMove;
use crate::{
    chess::score::{Bound, Score},
    eval::wdl::HALF_WIN,
    search::report::ScoredLine,
};

/// A bound that differs by more contradicts the last exact score, internal units: a quarter of a
/// pawn.
const CONTRADICTION: Score = HALF_WIN as Score / 4;

/// The score and the line that stand for a root move.
pub(in crate::search) struct Standing {
    /// The line, and the score that counts.
    pub line: ScoredLine,
    /// The fail high or fail low at which the search of a deeper iteration was cut off.
    pub cut_off: Option<ScoredLine>,
}

impl RootMove {
    /// Returns the score and the line to report: the last exact ones. A bound of a later search that
    /// contradicts them replaces them, another one is reported beside them. `None` before the move
    /// has a score.
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
    /// Limits the score to that of the line above. Lines from an earlier iteration, lines with a
    /// tablebase rank and lower bounds may exceed it.
    pub fn cap(&mut self, above: &ScoredLine, is_ranked: bool) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{
        Position,
        score::{INFINITE, mate_in},
    };

    fn line(depth: u32, score: Score, bound: Bound) -> ScoredLine {
        let m = Position::startpos().parse_uci("e2e4").unwrap();
        ScoredLine { depth, seldepth: 0, score, bound, is_draw: false, pv: vec![m] }
    }

    /// What stands after an exact score of depth 8 and another one of depth 9: depth, score and
    /// bound, and the bound told beside it.
    fn standing(exact: Score, score: Score, bound: Bound) -> (u32, Score, Bound, Option<Bound>) {
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
