//! Sums over moves and games.

use serde::Serialize;
use shakmaty::Color;

use crate::shared::{
    json::tenths,
    review::{AccuracySum, Judgement, ReviewedMove},
};

/// Numbers of games in the input, by result.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct GameNumbers {
    /// Games won.
    pub won: Vec<usize>,
    /// Games drawn.
    pub drawn: Vec<usize>,
    /// Games lost.
    pub lost: Vec<usize>,
    /// Games without a result.
    pub unfinished: Vec<usize>,
}

/// Results of games from one side.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Results {
    /// Games, including games without a result.
    pub games: usize,
    /// Games won.
    pub won: usize,
    /// Games drawn.
    pub drawn: usize,
    /// Games lost.
    pub lost: usize,
    /// Which games.
    pub numbers: GameNumbers,
}

impl Results {
    /// Adds the game with a number by its points; `None` if it has no result.
    pub fn add(&mut self, points: Option<f64>, number: usize) {
        self.games += 1;
        let GameNumbers { won, drawn, lost, unfinished } = &mut self.numbers;
        let (count, numbers) = match points {
            Some(1.0) => (&mut self.won, won),
            Some(0.0) => (&mut self.lost, lost),
            Some(_) => (&mut self.drawn, drawn),
            None => return unfinished.push(number),
        };
        *count += 1;
        numbers.push(number);
    }

    /// Adds other games.
    pub fn merge(&mut self, other: &Results) {
        self.games += other.games;
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        let GameNumbers { won, drawn, lost, unfinished } = &mut self.numbers;
        won.extend(&other.numbers.won);
        drawn.extend(&other.numbers.drawn);
        lost.extend(&other.numbers.lost);
        unfinished.extend(&other.numbers.unfinished);
    }

    /// Returns the points.
    pub fn points(&self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }
}

/// Returns the points of a side for a result of PGN. `None` if the game is not over.
pub fn points(result: &str, side: Color) -> Option<f64> {
    match result {
        "1-0" => Some(side.fold_wb(1.0, 0.0)),
        "0-1" => Some(side.fold_wb(0.0, 1.0)),
        "1/2-1/2" => Some(0.5),
        _ => None,
    }
}

/// Sums over a group of moves and their games.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// Results of the games.
    pub results: Results,
    /// Numbers of the games with a move of the group.
    seen: Vec<usize>,
    accuracy: AccuracySum,
    loss: i64,
    judgements: [usize; 3],
}

impl Tally {
    /// Adds an evaluated move of the game with a number, with its weight in the accuracy.
    pub fn add(&mut self, reviewed: &ReviewedMove, weight: f64, number: usize) {
        let Some((accuracy, loss)) = reviewed.accuracy.zip(reviewed.loss) else { return };
        if self.seen.last() != Some(&number) {
            self.seen.push(number);
        }
        self.accuracy.add(accuracy, weight);
        self.loss += i64::from(loss);
        let judged = Judgement::ALL.iter().position(|&known| Some(known) == reviewed.judgement);
        if let Some(index) = judged {
            self.judgements[index] += 1;
        }
    }

    /// Adds another group.
    pub fn merge(&mut self, other: &Tally) {
        self.results.merge(&other.results);
        self.accuracy.merge(&other.accuracy);
        self.loss += other.loss;
        for (sum, count) in self.judgements.iter_mut().zip(other.judgements) {
            *sum += count;
        }
    }

    /// Returns the numbers of the games with a move of the group.
    pub fn seen(&self) -> Vec<usize> {
        self.seen.clone()
    }

    /// Returns the figures of the moves.
    pub fn moves(&self) -> MoveFigures {
        let moves = self.accuracy.moves();
        MoveFigures {
            moves,
            accuracy: self.accuracy.percent().map(tenths),
            average_centipawn_loss: (moves > 0).then(|| tenths(self.loss as f64 / moves as f64)),
            judgements: self.judgements(),
        }
    }

    /// Returns the numbers of judged moves.
    pub const fn judgements(&self) -> Judgements {
        let [inaccuracies, mistakes, blunders] = self.judgements;
        Judgements { inaccuracies, mistakes, blunders }
    }

    /// Returns the figures of the games and the moves.
    pub fn figures(&self) -> Figures {
        Figures {
            results: self.results.clone(),
            points: self.results.points(),
            moves: self.moves(),
        }
    }
}

/// Figures of a group of moves, and the results of their games.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    #[serde(flatten)]
    pub results: Results,
    /// Points from the games.
    pub points: f64,
    #[serde(flatten)]
    pub moves: MoveFigures,
}

/// Figures of a group of moves.
#[derive(Clone, Debug, Serialize)]
pub struct MoveFigures {
    /// Evaluated moves.
    pub moves: usize,
    /// Accuracy, percent.
    pub accuracy: Option<f64>,
    /// Average centipawn loss.
    pub average_centipawn_loss: Option<f64>,
    #[serde(flatten)]
    pub judgements: Judgements,
}

/// Numbers of judged moves.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Judgements {
    /// `?!`
    pub inaccuracies: usize,
    /// `?`
    pub mistakes: usize,
    /// `??`
    pub blunders: usize,
}

impl Judgements {
    /// Returns the number of judged moves.
    pub const fn sum(self) -> usize {
        self.inaccuracies + self.mistakes + self.blunders
    }
}
