//! Reviews a game: evaluates its positions and judges its moves.

mod accuracy;
mod cause;
mod decided;
pub mod engine_line;
mod evaluate;
mod examiner;
mod mark;
pub mod material;
pub mod pgn;
mod praise;
pub mod reason;
pub mod rest;
pub mod sentence;
pub mod summary;
mod tactics;

pub use accuracy::{AccuracySum, Judgement, judge, weighted_accuracies, win_percent};
use accuracy::{bounded_centipawns, game_accuracy, move_accuracy};
use cause::JudgedMove;
pub use evaluate::{evaluate, evaluate_position, of_ending};
pub use examiner::Examiner;
pub use mark::{Mark, Praise};
use reason::{Kind, Reason};
use rest::Probe;
use shakmaty::{ByColor, Color, Move};

use brudno::{
    chess::{Ending, Game, Opening, Position, score::Score},
    search::ScoredLine,
};
use brudno_notation::pgn::PgnGame;

use crate::shared::evaluation::Evaluation;

/// Maximum number of turning points per game.
const TURNING_POINTS: usize = 3;

/// A reviewed game.
pub struct Review {
    /// Game.
    pub game: PgnGame,
    /// Positions: before the first move, and after each move.
    pub positions: Vec<Game>,
    /// Evaluations of the positions; `None` if unknown.
    pub evaluations: Vec<Option<Evaluation>>,
    /// Judged moves.
    pub moves: Vec<ReviewedMove>,
    /// Statistics of both sides.
    pub sides: ByColor<SideStatistics>,
}

/// Findings about a move.
#[derive(Default)]
pub struct ReviewedMove {
    /// Accuracy of the move, percent, if it is evaluated.
    pub accuracy: Option<f64>,
    /// Judgement of a bad move.
    pub judgement: Option<Judgement>,
    /// Praise of a good move.
    pub praise: Option<Praise>,
    /// Reason for the judgement.
    pub reason: Option<Reason>,
    /// Kind of the mistake, if it is known.
    pub kind: Option<Kind>,
    /// Explanation of the judgement or the praise.
    pub sentence: Option<String>,
    /// Change of White's win percentage, if it is evaluated.
    pub swing: f64,
    /// Centipawn loss, if it is evaluated.
    pub loss: Option<i32>,
}

/// Finding about a move in an earlier analysis.
pub struct Finding {
    /// Judgement or praise.
    pub mark: Mark,
    /// Kind of the mistake, if it is known.
    pub kind: Option<Kind>,
    /// Explanation of the mark.
    pub sentence: String,
}

/// Statistics of a side.
#[derive(Default)]
pub struct SideStatistics {
    /// Accuracy, percent; `None` without evaluated moves.
    pub accuracy: Option<f64>,
    /// Average centipawn loss; `None` without evaluated moves.
    pub average_loss: Option<f64>,
    /// Numbers of inaccuracies, mistakes and blunders.
    pub counts: [usize; 3],
}

impl Review {
    /// Judges the moves that have an evaluation before and after them. The moves of a side that is
    /// not `judged` only have an accuracy. Reasons that need a search are found by
    /// [`Review::explain`].
    pub fn new(
        game: PgnGame,
        positions: Vec<Game>,
        evaluations: Vec<Option<Evaluation>>,
        judged: ByColor<bool>,
    ) -> Review {
        let mut moves = Vec::with_capacity(game.main.moves.len());
        for (ply, played) in game.main.moves.iter().enumerate() {
            let known = evaluations[ply].as_ref().zip(evaluations[ply + 1].as_ref());
            // A null move is not a move of the players.
            let reviewed = played.m.zip(known).map(|(m, (before, after))| {
                review_move(&positions[ply], m, &before.best, &positions[ply + 1], &after.best)
            });
            let reviewed = reviewed.unwrap_or_default();
            let is_judged = *judged.get(positions[ply].position().turn());
            moves.push(if is_judged { reviewed } else { reviewed.without_judgement() });
        }
        let mut review = Review { game, positions, evaluations, moves, sides: ByColor::default() };
        review.sides = review.count();
        review
    }

    /// Replaces the findings about the marked moves with those of an earlier analysis.
    pub fn with_findings(mut self, findings: Vec<Option<Finding>>) -> Review {
        for (reviewed, finding) in self.moves.iter_mut().zip(findings) {
            *reviewed = std::mem::take(reviewed).without_judgement();
            if let Some(Finding { mark, kind, sentence }) = finding {
                (reviewed.judgement, reviewed.praise) = (mark.judgement(), mark.praise());
                reviewed.kind = kind;
                reviewed.sentence = Some(sentence);
            }
        }
        self.sides = self.count();
        self
    }

    /// Returns the position before a move.
    pub fn position(&self, ply: usize) -> &Position {
        self.positions[ply].position()
    }

    /// Returns the opening, if it has a name.
    pub fn opening(&self) -> Option<Opening> {
        Opening::of_game(self.position(0), &self.game.moves())
    }

    /// Returns White's score of a position, and its bound.
    pub fn white_score(&self, ply: usize) -> Option<Score> {
        let evaluation = self.evaluations[ply].as_ref()?;
        Some(self.position(ply).turn().fold_wb(evaluation.best.score, -evaluation.best.score))
    }

    /// Returns White's win percentage in a position.
    pub fn white_percent(&self, ply: usize) -> Option<f64> {
        self.white_score(ply).map(win_percent)
    }

    /// Returns the lines that are better than a judged move, best first. They start with other
    /// moves.
    pub fn better_lines(&self, ply: usize) -> Vec<&ScoredLine> {
        let known = self.evaluations[ply].as_ref().zip(self.evaluations[ply + 1].as_ref());
        let Some((before, after)) = known.filter(|_| self.moves[ply].judgement.is_some()) else {
            return Vec::new();
        };
        let played = self.game.main.moves[ply].m;
        let is_better = |line: &&ScoredLine| line.score > -after.best.score;
        let others = before.lines().skip(1).take_while(is_better);
        let others = others.filter(|line| line.pv.first().copied() != played);
        before.lines().take(1).chain(others).collect()
    }

    /// Returns the reason for the end of the game on the board.
    pub fn ending(&self) -> Option<Ending> {
        self.positions.last().and_then(Game::ending)
    }

    /// Returns true if every position is evaluated.
    pub fn is_complete(&self) -> bool {
        self.evaluations.iter().all(Option::is_some)
    }

    /// Returns true if no move is evaluated.
    pub fn is_empty(&self) -> bool {
        !self.moves.is_empty() && self.moves.iter().all(|m| m.accuracy.is_none())
    }

    /// Returns the mistakes and blunders that cost the most winning chances, in the order of the
    /// game.
    pub fn turning_points(&self) -> Vec<usize> {
        let is_bad = |&ply: &usize| self.moves[ply].judgement >= Some(Judgement::Mistake);
        let mut plies: Vec<usize> = (0..self.moves.len()).filter(is_bad).collect();
        let swing = |ply: usize| self.moves[ply].swing.abs();
        plies.sort_by(|&a, &b| swing(b).total_cmp(&swing(a)));
        plies.truncate(TURNING_POINTS);
        plies.sort_unstable();
        plies
    }

    /// Returns the first position from which on all positions are evaluated. The search runs from
    /// the last position to the first, so the first positions may have no evaluation.
    pub fn first_evaluated(&self) -> usize {
        self.evaluations.iter().rposition(Option::is_none).map_or(0, |ply| ply + 1)
    }

    fn count(&self) -> ByColor<SideStatistics> {
        let first = self.first_evaluated();
        if first == self.positions.len() {
            return ByColor::default();
        }
        let percents: Vec<f64> =
            (first..self.positions.len()).filter_map(|ply| self.white_percent(ply)).collect();
        let accuracies = game_accuracy(&percents, self.position(first).turn());
        ByColor::new_with(|color| {
            let own = || {
                let plies = self.moves.iter().enumerate();
                plies.filter(move |&(ply, _)| self.position(ply).turn() == color)
            };
            let losses: Vec<i32> = own().filter_map(|(_, m)| m.loss).collect();
            let average = f64::from(losses.iter().sum::<i32>()) / losses.len() as f64;
            SideStatistics {
                accuracy: *accuracies.get(color),
                average_loss: (!losses.is_empty()).then_some(average),
                counts: Judgement::ALL
                    .map(|judgement| own().filter(|(_, m)| m.judgement == Some(judgement)).count()),
            }
        })
    }
}

impl ReviewedMove {
    /// Returns the mark of a judged or praised move.
    pub fn mark(&self) -> Option<Mark> {
        self.judgement.map(Mark::Bad).or(self.praise.map(Mark::Good))
    }

    fn without_judgement(self) -> ReviewedMove {
        ReviewedMove {
            judgement: None,
            praise: None,
            reason: None,
            kind: None,
            sentence: None,
            ..self
        }
    }
}

/// Judges a move by the best lines before and after it. Gives the reasons that need no search.
fn review_move(
    game: &Game,
    m: Move,
    before: &ScoredLine,
    next: &Game,
    after: &ScoredLine,
) -> ReviewedMove {
    judged_move(game, m, before, next, after, &mut |_, _| None)
}

/// Judges a move by the best lines before and after it, and explains it. `probe` searches the ends
/// of the lines.
pub fn judged_move(
    game: &Game,
    m: Move,
    before: &ScoredLine,
    next: &Game,
    after: &ScoredLine,
    probe: &mut Probe<'_>,
) -> ReviewedMove {
    let mover = game.position().turn();
    let [score_before, score_after] = [before.score, -after.score];
    let [percent_before, percent_after] = [score_before, score_after].map(win_percent);
    let loss = bounded_centipawns(score_before) - bounded_centipawns(score_after);
    let unjudged = ReviewedMove {
        accuracy: Some(move_accuracy(percent_before, percent_after)),
        swing: mover.fold_wb(1.0, -1.0) * (percent_after - percent_before),
        loss: Some(loss.max(0)),
        ..ReviewedMove::default()
    };
    let is_best = before.pv.first() == Some(&m);
    let by_score = judge(score_before, score_after).filter(|_| !is_best);
    let is_book = Opening::of(next.position()).is_some();
    let by_score = by_score.filter(|&judgement| !is_book || judgement >= Judgement::Mistake);
    let judged = JudgedMove { game, m, before, next, after };
    let may_lose_a_piece = !is_best
        && by_score < Some(Judgement::Mistake)
        && decided::may_cost_a_piece(score_before, score_after)
        && judged.reply_takes_a_piece();
    if by_score.is_none() && !may_lose_a_piece {
        return unjudged;
    }
    let is_mistake = by_score >= Some(Judgement::Mistake);
    let proved = match is_mistake {
        true => Some(judged.reason(probe)),
        false if may_lose_a_piece => judged.loss_of_a_piece(probe),
        false => None,
    };
    let least = proved.is_some().then_some(Judgement::Mistake);
    let Some(judgement) = by_score.max(least) else {
        return unjudged;
    };
    // What is proved of an inaccuracy may be only a part of the truth.
    let reason = proved.unwrap_or_else(|| judged.plain_reason(probe));
    let words = sentence::words(game.position(), m, &reason);
    ReviewedMove {
        judgement: Some(judgement),
        sentence: Some(format!("{}: {words}.", judgement.name())),
        kind: reason.kind(),
        reason: Some(reason),
        ..unjudged
    }
}

/// Formats a move number: `12.` or `12...`.
pub fn number(position: &Position) -> String {
    let dots = match position.turn() {
        Color::White => ".",
        Color::Black => "...",
    };
    format!("{}{dots}", position.fullmoves())
}
