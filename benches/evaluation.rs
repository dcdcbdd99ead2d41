//! Times of the static evaluation and its parts, with each instruction set of the processor.
//!
//! Loads bound the parts: one of 512 bits or two of 256 bits a cycle (Zen 4). With AVX-512 VNNI:
//!
//! | part | loads or cycles | time |
//! |---|---|---|
//! | a move, each side: a row of a piece and of about four threats, added and removed | 240 loads | 46 ns |
//! | products | 48 loads | 15 ns |
//! | L2: 64 weights and a broadcast a non-zero block of four activations, 192 blocks | 288 cycles | 73 ns |
//! | layers after L2, a chain of additions | | 31 ns |
//! | whole evaluation after a move | | 500 ns |
//!
//! About half of the whole finds the threats on the board and waits for rows outside of the cache.

use std::{hint::black_box, ops::Range};

use brudno::{
    chess::Position,
    eval::{
        Evaluator, nnue,
        nnue::{
            feature_delta::{FeatureDelta, Inputs},
            features::{L1, PAIRS},
            simd::{Activations, Backend, NeuronRow, Weights},
        },
    },
    notation::epd,
};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use shakmaty::{Color, Move};

const POSITIONS: &str = include_str!("../bench.epd");

/// The positions of `brudno bench`, each with its moves and the positions after them.
fn positions() -> Vec<(Position, Vec<(Move, Position)>)> {
    let entries = epd::parse(POSITIONS).expect("the bench positions are valid");
    let position = |entry: epd::EpdEntry| {
        let position = entry.game.position().clone();
        let moves = position.legal_moves();
        let children = moves.into_iter().map(|m| (m, position.play(m))).collect();
        (position, children)
    };
    entries.into_iter().map(position).collect()
}

fn evaluation(c: &mut Criterion) {
    let positions = positions();
    let moves = positions.iter().map(|(_, children)| children.len() as u64).sum();
    for backend in Backend::available() {
        let mut evaluator = Evaluator::with_backend(nnue::embedded(), backend);
        let mut group = c.benchmark_group("evaluation");
        group.throughput(Throughput::Elements(moves));
        group.bench_function(BenchmarkId::new("after a move", backend.name()), |b| {
            b.iter(|| {
                let mut sum = 0;
                for (position, children) in &positions {
                    evaluator.reset(position);
                    for (m, child) in children {
                        evaluator.push(0, position, *m);
                        sum += evaluator.evaluate(black_box(child), 1);
                    }
                }
                sum
            });
        });
        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function(BenchmarkId::new("of unrelated positions", backend.name()), |b| {
            b.iter(|| {
                let evaluate = |(position, _): &_| evaluator.evaluate_once(black_box(position));
                positions.iter().map(evaluate).sum::<i32>()
            });
        });
        group.finish();
    }
}

/// Returns an accumulator whose every `period`th block of four activations is not zero.
fn accumulator(period: usize) -> NeuronRow {
    let value = |index| (index * 7 % 300 + 60) as i16;
    std::array::from_fn(|index| match index % PAIRS / 4 % period {
        0 => value(index),
        _ => -value(index),
    })
}

fn kernels(c: &mut Criterion) {
    let network = nnue::embedded();
    let network = &network.network;
    let weights = Weights { pieces: &network.feature_weights, narrow: &network.narrow_weights };
    for backend in Backend::available() {
        let mut group = c.benchmark_group("kernels");
        let (source, mut target) = (accumulator(1), [0; L1]);
        // Features far from each other in memory.
        let inputs = |pieces: Range<u16>, narrow: Range<u16>| Inputs {
            pieces: pieces.map(|index| [index * 23; 2]).collect(),
            narrow: narrow.map(|index| [index * 23; 2]).collect(),
        };
        for (name, added, removed) in [
            ("move", inputs(0..1, 0..4), inputs(1..2, 4..8)),
            ("capture", inputs(0..1, 0..4), inputs(1..3, 4..10)),
            ("board of 32", inputs(0..32, 0..50), Inputs::default()),
        ] {
            let delta = FeatureDelta { added, removed };
            group.bench_function(BenchmarkId::new(name, backend.name()), |b| {
                b.iter(|| {
                    let delta = black_box(&delta);
                    backend.update(black_box(&source), &mut target, weights, delta, Color::White);
                    black_box(&target);
                });
            });
        }
        let mut activations = Activations::zeroed();
        for (name, period) in [("all blocks", 1), ("half the blocks", 2), ("a quarter", 4)] {
            let values = accumulator(period);
            backend.activate(&values, &values, &mut activations);
            group.bench_function(BenchmarkId::new(format!("L2, {name}"), backend.name()), |b| {
                b.iter(|| backend.propagate(black_box(&activations), &network.l2_weights[3]));
            });
        }
        let values = accumulator(1);
        group.bench_function(BenchmarkId::new("products", backend.name()), |b| {
            b.iter(|| {
                backend.activate(black_box(&values), black_box(&values), &mut activations);
                black_box(&activations);
            });
        });
        let sums = backend.propagate(&activations, &network.l2_weights[3]);
        group.bench_function(BenchmarkId::new("layers after L2", backend.name()), |b| {
            b.iter(|| backend.output(black_box(&sums), network, 3));
        });
        group.finish();
    }
}

criterion_group!(benches, evaluation, kernels);
criterion_main!(benches);
