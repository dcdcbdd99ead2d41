//! Fits the scale of the data's scores to the results of its games.

use super::batch::{side_result, side_score, sigmoid};
use crate::data::PackedPosition;

/// Larger scores are excluded, because games are adjudicated by them.
const MAX_SCORE: i16 = 1200;
/// Width of a bin, units of score.
const BIN: i16 = 20;
/// Range of the fit, units per log odds of 1.
const RANGE: (f32, f32) = (50.0, 5000.0);

/// Returns the units per log odds of 1 with the smallest squared error of the predicted results.
/// `None` without results.
pub fn fit(samples: &[PackedPosition]) -> Option<f32> {
    let mut bins = vec![(0.0_f64, 0.0_f64); 2 * (MAX_SCORE / BIN) as usize + 1];
    for sample in samples {
        let score = side_score(sample) as i16;
        if let Some(result) = side_result(sample)
            && score.abs() <= MAX_SCORE
        {
            let bin = &mut bins[((score + MAX_SCORE) / BIN) as usize];
            *bin = (bin.0 + 1.0, bin.1 + f64::from(result));
        }
    }
    if bins.iter().all(|bin| bin.0 == 0.0) {
        return None;
    }
    let error = |scale: f32| {
        let error = |(index, &(count, points)): (usize, &(f64, f64))| {
            let score = index as f32 * f32::from(BIN) + f32::from(BIN / 2 - MAX_SCORE);
            let share = f64::from(sigmoid(score / scale));
            count * share * share - 2.0 * points * share
        };
        bins.iter().enumerate().map(error).sum::<f64>()
    };
    // The error is unimodal, so a ternary search finds the minimum.
    let (mut low, mut high) = RANGE;
    while high - low > 0.5 {
        let third = (high - low) / 3.0;
        if error(low + third) < error(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    Some((low + high) / 2.0)
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use viriformat::{chess::board::Board, dataformat::WDL};

    use super::*;

    #[test]
    fn the_scale_that_made_the_results_is_found() {
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        let board = Board::default();
        let mut samples = Vec::new();
        for _ in 0..200_000 {
            let score = random.random_range(-1000..=1000_i16);
            let won = random.random_bool(f64::from(sigmoid(f32::from(score) / 600.0)));
            let outcome = if won { WDL::Win } else { WDL::Loss };
            samples.push(PackedPosition::pack(&board, score, Some(outcome), false));
        }
        let scale = fit(&samples).unwrap();
        assert!((scale - 600.0).abs() < 20.0, "{scale}");
        assert_eq!(fit(&[PackedPosition::pack(&board, 0, None, false)]), None);
    }
}
