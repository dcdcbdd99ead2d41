//! Compares the passes with their definition in double precision.

use brudno::eval::nnue::features::INPUTS;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::trainer::batch::tests::{TARGET, families, slope};

fn part() -> Part {
    let mut part = Part::default();
    part.fill(&families(), TARGET);
    part
}

fn forward(tile: &Tile, part: &Part) -> (Vec<Kept>, Vec<L2Sums>) {
    let samples = part.targets().len();
    let (mut kept, mut sums) = (vec![Kept::ZERO; 2 * samples], vec![[0.0; L2]; samples]);
    for bucket in 0..KING_BUCKETS {
        tile.forward(part, bucket, &mut kept, &mut sums);
    }
    (kept, sums)
}

/// Computes the sums by definition, in double precision.
fn reference(tile: &Tile, part: &Part) -> Vec<[f64; L2]> {
    let mut sums = vec![[0.0; L2]; part.targets().len()];
    for bucket in 0..KING_BUCKETS {
        let mut head = [0.0; TILE];
        for accumulator in part.accumulators(bucket) {
            let at = |row: &Row, neuron: usize| f64::from(row.0.as_flattened()[neuron]);
            let mut neurons: [f64; TILE] = std::array::from_fn(|neuron| {
                if accumulator.whole { at(tile.biases(), neuron) } else { head[neuron] }
            });
            for (inputs, sign) in part.inputs(accumulator).into_iter().zip([1.0, -1.0]) {
                for &input in inputs {
                    let row = &tile.input_weights()[usize::from(input)];
                    for (neuron, value) in neurons.iter_mut().enumerate() {
                        *value += sign * at(row, neuron);
                    }
                }
            }
            if accumulator.whole {
                head = neurons;
            }
            let clip = |neuron: f64| neuron.clamp(0.0, 1.0);
            let side = usize::from(accumulator.side);
            let weights = tile.l2_weights(usize::from(accumulator.output_bucket), side);
            for (pair, weights) in weights.iter().enumerate() {
                let product = clip(neurons[pair]) * clip(neurons[TILE_PAIRS + pair]);
                let sums = &mut sums[usize::from(accumulator.sample)];
                for (sum, &weight) in sums.iter_mut().zip(weights) {
                    *sum += product * f64::from(weight);
                }
            }
        }
    }
    sums
}

/// Returns the sums of the forward pass, which must be those of the definition.
fn checked_sums(tile: &Tile, part: &Part) -> Vec<L2Sums> {
    let (_, sums) = forward(tile, part);
    for (sum, reference) in sums.as_flattened().iter().zip(reference(tile, part).as_flattened()) {
        assert!((f64::from(*sum) - reference).abs() < 1e-5, "{sum} {reference}");
    }
    sums
}

/// Returns a tile with random narrow weights.
fn tile(seed: u64) -> Tile {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut tile = Tile::new(&mut random);
    for row in &mut tile.inputs.own.values[INPUTS..] {
        *row = Row::filled(|| random.random_range(-NARROW_RANGE..NARROW_RANGE) / 8.0);
    }
    tile
}

#[test]
fn the_sums_are_those_of_the_definition() {
    let (exact, mut rounded) = (tile(1), tile(1));
    rounded.start_rounding();
    let part = part();
    assert_ne!(checked_sums(&exact, &part), checked_sums(&rounded, &part));
}

#[test]
fn a_step_moves_the_rounded_weights() {
    let (mut tile, part) = (tile(4), part());
    tile.start_rounding();
    let slopes = vec![[1.0; L2]; part.targets().len()];
    let (kept, before) = forward(&tile, &part);
    tile.backward(&part, &kept, &slopes, &mut vec![Row::ZERO; kept.len()]);
    tile.step(Step { number: 1, learning_rate: 0.01, weight_decay: 0.0, average: 0.0 });
    let after = checked_sums(&tile, &part);
    let total = |sums: &[L2Sums]| sums.as_flattened().iter().sum::<f32>();
    assert!(total(&after) < total(&before), "{} {}", total(&before), total(&after));
}

#[test]
fn the_gradients_are_the_slopes() {
    const NUDGE: f32 = 1.0 / 4096.0;
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut tile = tile(2);
    let part = part();
    let slopes: Vec<L2Sums> = (0..part.targets().len())
        .map(|_| std::array::from_fn(|_| random.random_range(-1.0..1.0)))
        .collect();
    let total = |tile: &Tile| -> f64 {
        let sums = reference(tile, &part);
        let pairs = sums.as_flattened().iter().zip(slopes.as_flattened());
        pairs.map(|(sum, &slope)| sum * f64::from(slope)).sum()
    };
    let (kept, _) = forward(&tile, &part);
    tile.backward(&part, &kept, &slopes, &mut vec![Row::ZERO; kept.len()]);
    type Choice = fn(&mut Tile) -> &mut Parameters;
    let kinds: [Choice; 3] = [|t| &mut t.inputs.own, |t| &mut t.biases, |t| &mut t.l2];
    for parameters in kinds {
        let mut moved = 0;
        let gradients = parameters(&mut tile).gradients.clone();
        let used = gradients.iter().enumerate();
        for (row, gradient) in used.filter(|(_, row)| row.0.as_flattened() != [0.0; TILE]) {
            for neuron in (row % 7..TILE).step_by(29) {
                let gradient = f64::from(gradient.0.as_flattened()[neuron]);
                let slope = slope(NUDGE, |by| {
                    let value = &mut parameters(&mut tile).values[row];
                    value.0.as_flattened_mut()[neuron] += by;
                    total(&tile)
                });
                assert!((slope - gradient).abs() < 2e-3, "{slope} {gradient}");
                moved += usize::from(gradient != 0.0);
            }
        }
        assert!(moved > 0);
    }
}
