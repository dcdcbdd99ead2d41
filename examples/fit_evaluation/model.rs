//! The evaluation as a differentiable function, and its fit by Adam.

use brudno::eval::{Term, WEIGHTS};

use crate::samples::{OUTPUT_SCALE, Sample, Samples, sigmoid};

const BATCH: usize = 16_384;
/// In units of `OUTPUT_SCALE`, like all weights here; falls along a cosine to zero.
const LEARNING_RATE: f32 = 0.01;
const BETA: [f32; 2] = [0.9, 0.999];
/// How strongly weights are drawn to the mean of their neighbours in a table, or to zero where
/// they have none. It decides for weights seen in less than one position in ten thousand, and
/// hardly matters for others.
const SMOOTHING: f32 = 1e-5;

/// Middlegame and endgame weights.
pub struct Model {
    weights: Vec<[f32; 2]>,
    /// The weight that each feature of the evaluation has here, if any.
    weight_of: Vec<Option<usize>>,
}

impl Model {
    /// The evaluation with the weights that it was compiled with.
    pub fn in_use() -> Model {
        let unit = |value: i32| value as f32 / OUTPUT_SCALE;
        Model {
            weights: WEIGHTS.iter().map(|w| [unit(w.middlegame()), unit(w.endgame())]).collect(),
            weight_of: (0..Term::WEIGHTS).map(Some).collect(),
        }
    }

    /// Piece-square tables and tempo only, to compare with.
    pub fn piece_squares() -> Model {
        let last = Term::Tempo.start();
        Model {
            weight_of: (0..Term::WEIGHTS).map(|i| (i <= last).then_some(i)).collect(),
            weights: vec![[0.0; 2]; Term::WEIGHTS],
        }
    }

    /// Piece values only, to compare with; all zero at first.
    pub fn material() -> Model {
        let pieces = Term::PieceSquare.size();
        Model {
            weight_of: (0..Term::WEIGHTS).map(|i| (i < pieces).then_some(i / 64)).collect(),
            weights: vec![[0.0; 2]; 6],
        }
    }

    /// A weight in the engine's units.
    pub fn weight(&self, index: usize) -> [i32; 2] {
        self.weights[index].map(|value| (value * OUTPUT_SCALE).round() as i32)
    }

    /// Rounds all weights as the engine needs them.
    pub fn round(&mut self) {
        for index in 0..self.weights.len() {
            self.weights[index] = self.weight(index).map(|value| value as f32 / OUTPUT_SCALE);
        }
    }

    /// The log odds for white, and their derivatives by the two sums.
    fn output(&self, sample: &Sample, features: &[(u16, i16)]) -> (f32, [f32; 2]) {
        let mut sums = [0.0; 2];
        for &(feature, count) in features {
            if let Some(index) = self.weight_of[usize::from(feature)] {
                let weight = self.weights[index];
                sums[0] += weight[0] * f32::from(count);
                sums[1] += weight[1] * f32::from(count);
            }
        }
        let slopes = [sample.middlegame, sample.endgame[usize::from(sums[1] > 0.0)]];
        (sums[0] * slopes[0] + sums[1] * slopes[1], slopes)
    }

    /// The mean squared error of the expected share of the point.
    pub fn error(&self, samples: &Samples) -> f64 {
        let errors = (0..samples.len()).map(|index| {
            let (sample, features) = samples.get(index);
            f64::from(sigmoid(self.output(sample, features).0) - sample.target).powi(2)
        });
        errors.sum::<f64>() / samples.len() as f64
    }

    /// Takes out what every position or every piece has alike: mobility tables become zero on
    /// average, what they lose goes to the piece's value; tables of the king just lose it.
    pub fn center(&mut self, samples: &Samples) {
        let seen = samples.seen();
        for (term, role) in [
            (Term::KnightMobility, Some(1)),
            (Term::BishopMobility, Some(2)),
            (Term::BishopPawns, Some(2)),
            (Term::RookMobility, Some(3)),
            (Term::QueenMobility, Some(4)),
            (Term::Shelter, None),
            (Term::Storm, None),
            (Term::KingDanger, None),
        ] {
            let range = term.start()..term.start() + term.size();
            let total = range.clone().map(|index| seen[index]).sum::<u64>() as f32;
            for half in 0..2 {
                let weighted = range.clone().map(|i| self.weights[i][half] * seen[i] as f32);
                let mean = weighted.sum::<f32>() / total;
                range.clone().for_each(|index| self.weights[index][half] -= mean);
                if let Some(role) = role {
                    let squares = Term::PieceSquare.start() + role * 64;
                    (squares..squares + 64).for_each(|index| self.weights[index][half] += mean);
                }
            }
        }
        let kings = Term::PieceSquare.start() + 5 * 64;
        for half in 0..2 {
            let mean = (kings..kings + 64).map(|i| self.weights[i][half]).sum::<f32>() / 64.0;
            (kings..kings + 64).for_each(|index| self.weights[index][half] -= mean);
        }
    }

    /// Each weight's neighbours: those beside it in a row of its table; for a piece-square table
    /// those above and below too.
    fn neighbours(&self) -> Vec<Vec<usize>> {
        let mut neighbours = vec![Vec::new(); self.weights.len()];
        if self.weights.len() < Term::WEIGHTS {
            return neighbours;
        }
        for &term in Term::ALL {
            let rows_of_eight = matches!(term, Term::PieceSquare | Term::Shelter | Term::Storm);
            for index in 0..term.size() {
                let steps: &[isize] =
                    if term == Term::PieceSquare { &[-8, -1, 1, 8] } else { &[-1, 1] };
                for &step in steps {
                    let Some(other) = index.checked_add_signed(step) else { continue };
                    let same_table = match term {
                        Term::PieceSquare => index / 64 == other / 64,
                        _ => other < term.size(),
                    };
                    let same_row = !rows_of_eight || step.abs() == 8 || index / 8 == other / 8;
                    if same_table && same_row {
                        neighbours[term.start() + index].push(term.start() + other);
                    }
                }
            }
        }
        neighbours
    }
}

/// Minimises the error over the training samples, and reports it.
pub fn fit(model: &mut Model, training: &Samples, validation: &Samples, epochs: usize) {
    let neighbours = model.neighbours();
    let mut order: Vec<usize> = (0..training.len()).collect();
    let steps = epochs * order.len().div_ceil(BATCH);
    let mut moments = vec![[[0.0f32; 2]; 2]; model.weights.len()];
    let mut step = 0;
    for epoch in 1..=epochs {
        shuffle(&mut order, epoch as u64);
        let mut total = 0.0;
        for batch in order.chunks(BATCH) {
            let mut gradient = vec![[0.0f32; 2]; model.weights.len()];
            for &index in batch {
                let (sample, features) = training.get(index);
                let (output, slopes) = model.output(sample, features);
                let share = sigmoid(output);
                let error = share - sample.target;
                total += f64::from(error * error);
                let slope = 2.0 * error * share * (1.0 - share) / batch.len() as f32;
                for &(feature, count) in features {
                    if let Some(index) = model.weight_of[usize::from(feature)] {
                        let slope = slope * f32::from(count);
                        gradient[index][0] += slope * slopes[0];
                        gradient[index][1] += slope * slopes[1];
                    }
                }
            }
            step += 1;
            let progress = step as f32 / steps as f32;
            let rate = LEARNING_RATE * 0.5 * (1.0 + (std::f32::consts::PI * progress).cos());
            let bias = BETA.map(|beta| 1.0 - beta.powi(step));
            for (index, gradient) in gradient.iter().enumerate() {
                for half in 0..2 {
                    let mut slope = gradient[half];
                    let others = neighbours[index].iter().map(|&i| model.weights[i][half]);
                    let mean = others.sum::<f32>() / neighbours[index].len().max(1) as f32;
                    slope += SMOOTHING * (model.weights[index][half] - mean);
                    let [first, second] = &mut moments[index][half];
                    *first += (1.0 - BETA[0]) * (slope - *first);
                    *second += (1.0 - BETA[1]) * (slope * slope - *second);
                    let scale = (*second / bias[1]).sqrt() + 1e-10;
                    model.weights[index][half] -= rate * *first / bias[0] / scale;
                }
            }
        }
        let mean = total / training.len() as f64;
        println!("epoch {epoch:2}: training {mean:.6}, validation {:.6}", model.error(validation));
    }
}

/// A Fisher-Yates shuffle by Knuth's MMIX generator.
fn shuffle(order: &mut [usize], seed: u64) {
    let mut state = seed;
    for last in (1..order.len()).rev() {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        order.swap(last, (state >> 33) as usize % (last + 1));
    }
}
