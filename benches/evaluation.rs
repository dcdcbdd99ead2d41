//! Time of the static evaluation and of its parts, by each path that the processor has.
//!
//! What bounds it, for H hidden neurons and vectors of L lanes of 16 bits: an output reads 8 · H
//! bytes, the accumulators and weights of both sides, from the first-level cache, and takes, for
//! each of 2 · H / L vectors, a maximum, a minimum, two multiplications and an addition, which
//! AVX-512 VNNI has for nothing. At 64 bytes and two operations of 512 bits a cycle (Zen 4, at
//! 3.7 GHz) and H = 256 that is 32 cycles, 9 ns, with VNNI and 40 cycles, 11 ns, with AVX-512 or
//! AVX2; 13 to 14 ns were measured. An update of a side reads 2 · H bytes for the accumulator and
//! for each row that it adds or removes, the rows from the second-level cache, and writes 2 · H.

use std::hint::black_box;

use brudno::{
    epd,
    nnue::{
        self, Evaluator,
        features::HIDDEN,
        simd::{Path, Values},
    },
    position::Position,
};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use shakmaty::Move;

const POSITIONS: &str = include_str!("../bench.epd");

/// The positions of `brudno bench`, each with its moves and what they lead to.
fn positions() -> Vec<(Position, Vec<(Move, Position)>)> {
    let entries = epd::parse(POSITIONS).expect("the bench positions are valid");
    let position = |entry: epd::Entry| {
        let position = entry.game.position().clone();
        let moves = position.legal_moves();
        let children = moves.into_iter().map(|m| (m, position.play(m, |_| ()))).collect();
        (position, children)
    };
    entries.into_iter().map(position).collect()
}

fn evaluation(c: &mut Criterion) {
    let positions = positions();
    let moves = positions.iter().map(|(_, children)| children.len() as u64).sum();
    for path in Path::available() {
        let mut evaluator = Evaluator::with_path(nnue::embedded(), path);
        let mut group = c.benchmark_group("evaluation");
        group.throughput(Throughput::Elements(moves));
        group.bench_function(BenchmarkId::new("after a move", path.name()), |b| {
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
        group.bench_function(BenchmarkId::new("of unrelated positions", path.name()), |b| {
            b.iter(|| {
                let evaluate = |(position, _): &_| evaluator.evaluate_once(black_box(position));
                positions.iter().map(evaluate).sum::<i32>()
            });
        });
        group.finish();
    }
}

fn kernels(c: &mut Criterion) {
    let network = nnue::embedded();
    let rows = &network.network.feature_weights;
    // Activations of all sizes, some of them beyond their range.
    let values: [Values; 2] =
        [7, 11].map(|step| std::array::from_fn(|index| (index * step % 400) as i16 - 70));
    for path in Path::available() {
        let mut group = c.benchmark_group(format!("kernels of {HIDDEN} neurons"));
        let weights = &network.network.output_weights[3];
        group.bench_function(BenchmarkId::new("output", path.name()), |b| {
            b.iter(|| path.output(black_box(&values[0]), black_box(&values[1]), weights));
        });
        for (name, added, removed) in
            [("move", 1, 1), ("capture", 1, 2), ("castling", 2, 2), ("board of 32", 32, 0)]
        {
            let added: Vec<&Values> = rows.iter().step_by(23).take(added).collect();
            let removed: Vec<&Values> = rows.iter().skip(5).step_by(23).take(removed).collect();
            let mut target = [0; HIDDEN];
            group.bench_function(BenchmarkId::new(name, path.name()), |b| {
                b.iter(|| {
                    let source = black_box(&values[0]);
                    path.update(source, &mut target, black_box(&added), black_box(&removed));
                    black_box(&target);
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, evaluation, kernels);
criterion_main!(benches);
