//! Time of one static evaluation.

use std::hint::black_box;

use brudno::eval::{Accumulator, Evaluator};
use brudno::position::{Game, Position};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const FENS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10",
    "r1bqkb1r/pp3ppp/2nppn2/8/3NP3/2N5/PPP1BPPP/R1BQK2R w KQkq - 0 7",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2r3k1/pp3ppp/3rp3/3n4/3P4/P2B1P2/1P4PP/2R1R1K1 b - - 0 24",
    "8/5pk1/4p1p1/3pP2p/1r1P1P1P/3R2P1/6K1/8 w - - 0 45",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/2k5/5p2/P4P2/3K4/8/8 w - - 0 60",
];

/// The bench positions and every position one move on, with their accumulators.
fn positions() -> Vec<(Position, Accumulator)> {
    let mut positions = Vec::new();
    for fen in FENS {
        let game = Game::from_fen(fen, false).expect("the bench positions are legal");
        let parent = game.position();
        let accumulator = Accumulator::new(parent);
        for m in parent.legal_moves() {
            positions.push((parent.play(m, |_| ()), accumulator.after(parent, m)));
        }
    }
    positions
}

fn evaluation(c: &mut Criterion) {
    let positions = positions();
    let mut group = c.benchmark_group("evaluation");
    group.throughput(Throughput::Elements(positions.len() as u64));
    let mut evaluator = Evaluator::new();
    group.bench_function("evaluate", |b| {
        b.iter(|| {
            let scores = positions.iter().map(|(position, accumulator)| {
                evaluator.evaluate(black_box(position), black_box(accumulator))
            });
            scores.sum::<i32>()
        });
    });
    group.bench_function("first evaluate, no pawn structure remembered", |b| {
        b.iter_batched_ref(
            Evaluator::new,
            |evaluator| {
                let scores = positions.iter().map(|(position, accumulator)| {
                    evaluator.evaluate(black_box(position), black_box(accumulator))
                });
                scores.sum::<i32>()
            },
            criterion::BatchSize::LargeInput,
        );
    });
    group.finish();
}

criterion_group!(benches, evaluation);
criterion_main!(benches);
