//! Accuracy and judgement of moves by lichess's published formulas.
//!
//! Win percentage and move accuracy: <https://lichess.org/page/accuracy>. Game accuracy, average
//! centipawn loss and judgements follow lila's source: `AccuracyPercent.scala`, `AccuracyCP.scala`
//! and `Advice.scala`.

use brudno::{
    chess::score::{Score, is_mate},
    eval::wdl::centipawns,
};
use serde::Serialize;
use shakmaty::{ByColor, Color};

/// Scores are clamped to this many centipawns. A mate has this score.
const CEILING: i32 = 1000;
/// Smallest loss of winning chances (on a scale from -1 to 1) of a blunder, a mistake and an
/// inaccuracy.
const DROPS: [(f64, Judgement); 3] =
    [(0.3, Judgement::Blunder), (0.2, Judgement::Mistake), (0.1, Judgement::Inaccuracy)];

/// Judgement of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgement {
    /// All judgements, from inaccuracy to blunder.
    pub const ALL: [Judgement; 3] = [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];

    /// Returns the name that starts a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "Inaccuracy",
            Judgement::Mistake => "Mistake",
            Judgement::Blunder => "Blunder",
        }
    }

    /// Returns the numeric annotation glyph (PGN standard).
    pub const fn nag(self) -> u8 {
        match self {
            Judgement::Inaccuracy => 6,
            Judgement::Mistake => 2,
            Judgement::Blunder => 4,
        }
    }

    /// Returns the sign after a move.
    pub const fn sign(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "?!",
            Judgement::Mistake => "?",
            Judgement::Blunder => "??",
        }
    }
}

/// Returns the score in centipawns, clamped to ±`CEILING`.
pub fn bounded_centipawns(score: Score) -> i32 {
    centipawns(score).clamp(-CEILING, CEILING)
}

/// Returns the win percentage of a side from its score. A draw counts as half a win.
pub fn win_percent(score: Score) -> f64 {
    50.0 + 50.0 * winning_chances(bounded_centipawns(score))
}

/// Returns the winning chances from -1 to 1.
fn winning_chances(centipawns: i32) -> f64 {
    2.0 / (1.0 + (-0.003_682_08 * f64::from(centipawns)).exp()) - 1.0
}

/// Returns the accuracy of a move, percent, from the mover's win percentages before and after it.
/// The final 1 is lichess's bonus for the uncertainty of the analysis.
pub fn move_accuracy(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let raw = 103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * (before - after)).exp()
        - 3.166_924_740_191_411;
    (raw + 1.0).clamp(0.0, 100.0)
}

/// Returns the accuracy of both sides, percent, from White's win percentages before the first move
/// and after each move. `None` for a side without moves.
pub fn game_accuracy(win_percents: &[f64], first: Color) -> ByColor<Option<f64>> {
    let mut sides: ByColor<AccuracySum> = ByColor::default();
    for (index, (accuracy, weight)) in weighted_accuracies(win_percents, first).enumerate() {
        let color = if index.is_multiple_of(2) { first } else { !first };
        sides.get_mut(color).add(accuracy, weight);
    }
    sides.map(|sum| sum.percent())
}

/// Returns the accuracy of each move, percent, and its weight, which is the volatility around the
/// move.
pub fn weighted_accuracies(win_percents: &[f64], first: Color) -> impl Iterator<Item = (f64, f64)> {
    let size = (win_percents.len().saturating_sub(1) / 10).clamp(2, 8);
    win_percents.windows(2).enumerate().map(move |(index, pair)| {
        let start = index.saturating_sub(size - 2);
        let window = &win_percents[start..(start + size).min(win_percents.len())];
        let weight = standard_deviation(window).clamp(0.5, 12.0);
        let color = if index.is_multiple_of(2) { first } else { !first };
        let [before, after] = [pair[0], pair[1]].map(|white| color.fold_wb(white, 100.0 - white));
        (move_accuracy(before, after), weight)
    })
}

/// Sum of the accuracies of moves of one or more games.
#[derive(Clone, Copy, Default, Debug)]
pub struct AccuracySum {
    moves: usize,
    weights: f64,
    weighted: f64,
    reciprocals: f64,
}

impl AccuracySum {
    /// Adds a move with its accuracy, percent, and its weight.
    pub fn add(&mut self, accuracy: f64, weight: f64) {
        self.moves += 1;
        self.weights += weight;
        self.weighted += accuracy * weight;
        self.reciprocals += 1.0 / accuracy.max(1.0);
    }

    /// Adds the moves of another sum.
    pub fn merge(&mut self, other: &AccuracySum) {
        self.moves += other.moves;
        self.weights += other.weights;
        self.weighted += other.weighted;
        self.reciprocals += other.reciprocals;
    }

    /// Returns the number of moves.
    pub const fn moves(&self) -> usize {
        self.moves
    }

    /// Returns the accuracy, percent. It is the average of the weighted mean and the harmonic mean
    /// of the accuracies of the moves. `None` without moves.
    pub fn percent(&self) -> Option<f64> {
        let moves = self.moves as f64;
        (self.moves > 0).then(|| (self.weighted / self.weights + moves / self.reciprocals) / 2.0)
    }
}

fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

/// Judges a move by the mover's scores before and after it. Mates have their own rules, because
/// they are outside the scale of winning chances.
pub fn judge(before: Score, after: Score) -> Option<Judgement> {
    let graded = |side: i32| {
        Some(match side {
            1000.. => Judgement::Inaccuracy,
            701.. => Judgement::Mistake,
            _ => Judgement::Blunder,
        })
    };
    match (is_mate(before), is_mate(after)) {
        (false, false) => {
            let chances = |score| winning_chances(centipawns(score));
            let drop = chances(before) - chances(after);
            DROPS.iter().find(|(least, _)| drop >= *least).map(|&(_, judgement)| judgement)
        }
        (false, true) if after < 0 => graded(-centipawns(before)),
        (true, false) if before > 0 => graded(centipawns(after)),
        (true, true) if before > 0 && after < 0 => Some(Judgement::Blunder),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use brudno::{
        chess::score::{mate_in, mated_in},
        eval::wdl::score_of as score,
    };

    use super::*;

    fn accuracy(centipawns: &[i32]) -> ByColor<Option<f64>> {
        let all = std::iter::once(15).chain(centipawns.iter().copied());
        let percents: Vec<f64> = all.map(|cp| 50.0 + 50.0 * winning_chances(cp)).collect();
        game_accuracy(&percents, Color::White)
    }

    #[test]
    fn win_percentages_are_lichesss() {
        for (centipawns, percent) in
            [(0, 50.0), (100, 59.1), (-100, 40.9), (300, 75.1), (1000, 97.5), (5000, 97.5)]
        {
            let found = win_percent(score(centipawns));
            assert!((found - percent).abs() < 0.06, "{centipawns}: {found}");
        }
        assert_eq!(win_percent(mate_in(3)), win_percent(score(1000)));
    }

    #[test]
    fn accuracies_of_moves() {
        for (before, after, accuracy) in
            [(50.0, 50.0, 100.0), (40.0, 60.0, 100.0), (60.0, 50.0, 64.6), (100.0, 0.0, 0.0)]
        {
            let found = move_accuracy(before, after);
            assert!((found - accuracy).abs() < 0.1, "{before} {after}: {found}");
        }
    }

    /// Cases of lichess's own test `AccuracyPercentTest.scala`, with its tolerances.
    #[test]
    fn accuracies_of_games() {
        let perfect = |count: usize, last: Option<i32>| {
            let mut scores = vec![15; count];
            scores.extend(last);
            scores
        };
        for (centipawns, white, black) in [
            (vec![15, 15], (100.0, 1.0), (100.0, 1.0)),
            (vec![-900, -900], (10.0, 5.0), (100.0, 1.0)),
            (vec![15, 900], (100.0, 1.0), (10.0, 5.0)),
            (vec![-900, 0], (10.0, 5.0), (10.0, 5.0)),
            (perfect(20, None), (100.0, 1.0), (100.0, 1.0)),
            (perfect(20, Some(-900)), (50.0, 5.0), (100.0, 1.0)),
            (perfect(21, Some(900)), (100.0, 1.0), (50.0, 5.0)),
        ] {
            let found = accuracy(&centipawns);
            for (found, (expected, tolerance)) in [(found.white, white), (found.black, black)] {
                let found = found.expect("both sides moved");
                assert!((found - expected).abs() <= tolerance, "{centipawns:?}: {found}");
            }
        }
        assert_eq!(accuracy(&[]), ByColor { white: None, black: None });
        assert_eq!(accuracy(&[15]).black, None);
    }

    #[test]
    fn drops_of_the_chances_are_judged() {
        use Judgement::{Blunder, Inaccuracy, Mistake};
        for (before, after, judgement) in [
            (score(20), score(0), None),
            (score(20), score(200), None),
            // 0.1 of the winning chances is 55 centipawns near equality.
            (0, score(-50), None),
            (0, score(-60), Some(Inaccuracy)),
            (0, score(-115), Some(Mistake)),
            (0, score(-175), Some(Blunder)),
            // Far ahead, the same loss of chances needs more centipawns.
            (score(900), score(700), None),
            (score(20), mated_in(5), Some(Blunder)),
            (score(-800), mated_in(5), Some(Mistake)),
            (score(-1500), mated_in(5), Some(Inaccuracy)),
            (mate_in(5), score(300), Some(Blunder)),
            (mate_in(5), score(800), Some(Mistake)),
            (mate_in(5), score(1500), Some(Inaccuracy)),
            (mate_in(5), mated_in(4), Some(Blunder)),
            (mate_in(5), mate_in(9), None),
            (mated_in(4), mated_in(2), None),
            (0, mate_in(2), None),
        ] {
            assert_eq!(judge(before, after), judgement, "{before} {after}");
        }
    }
}
