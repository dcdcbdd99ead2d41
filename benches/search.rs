//! Times of parts of the search (move ordering, exchanges, table probes, making moves) and of
//! parsing UCI lines.

use std::{cell::OnceCell, hint::black_box};

use brudno::{
    chess::{PackedMove, Position, score::Bound, see},
    notation::epd,
    search::{
        ordering::{history::Histories, move_picker::MovePicker, quiet_context::QuietContext},
        tt::{TranspositionTable, TtEntry},
    },
    uci,
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use shakmaty::Move;

const POSITIONS: &str = include_str!("../bench.epd");

/// The positions of `brudno bench`.
fn positions() -> Vec<Position> {
    let entries = epd::parse(POSITIONS).expect("the bench positions are valid");
    entries.into_iter().map(|entry| entry.game.position().clone()).collect()
}

fn moves_of(positions: &[Position]) -> Vec<(&Position, Move)> {
    positions
        .iter()
        .flat_map(|position| position.legal_moves().into_iter().map(move |m| (position, m)))
        .collect()
}

fn ordering(c: &mut Criterion) {
    let positions = positions();
    let histories = Histories::default();
    let mut group = c.benchmark_group("ordering");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("first move", |b| {
        b.iter(|| {
            for position in &positions {
                let context = QuietContext::new(position);
                let checks = OnceCell::new();
                black_box(
                    MovePicker::all(position, None).next(position, &histories, &context, &checks),
                );
            }
        });
    });
    group.bench_function("all moves", |b| {
        b.iter(|| {
            for position in &positions {
                let context = QuietContext::new(position);
                let checks = OnceCell::new();
                let mut picker = MovePicker::all(position, None);
                while let Some(m) = picker.next(position, &histories, &context, &checks) {
                    black_box(m);
                }
            }
        });
    });
    group.finish();
}

fn exchanges(c: &mut Criterion) {
    let positions = positions();
    let moves = moves_of(&positions);
    let captures: Vec<_> = moves.iter().filter(|(_, m)| m.is_capture()).collect();
    let mut group = c.benchmark_group("see");
    group.throughput(Throughput::Elements(captures.len() as u64));
    group.bench_function("captures, threshold 0", |b| {
        b.iter(|| {
            captures
                .iter()
                .filter(|(position, m)| see::see_ge(position, position.search_move(*m), 0))
                .count()
        });
    });
    group.finish();
}

fn playing(c: &mut Criterion) {
    let positions = positions();
    let moves = moves_of(&positions);
    let mut group = c.benchmark_group("position");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("play", |b| {
        b.iter(|| {
            for (position, m) in &moves {
                black_box(position.play(*m));
            }
        });
    });
    group.bench_function("unpack", |b| {
        let packed: Vec<_> = moves.iter().map(|(p, m)| (p, PackedMove::new(*m))).collect();
        b.iter(|| packed.iter().filter(|(p, packed)| p.unpack(*packed).is_some()).count());
    });
    group.finish();
}

fn table(c: &mut Criterion) {
    let table = TranspositionTable::new(64).expect("memory for the table");
    let keys: Vec<u64> = (1..=100_000_u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
    let entry = TtEntry {
        best: None,
        score: 10,
        evaluation: 20,
        depth: 5,
        bound: Some(Bound::Lower),
        pv: false,
    };
    let mut group = c.benchmark_group("table");
    group.throughput(Throughput::Elements(keys.len() as u64));
    group.bench_function("store", |b| {
        b.iter(|| keys.iter().for_each(|&key| table.store(key, entry)));
    });
    group.bench_function("probe", |b| {
        b.iter(|| keys.iter().filter(|&&key| table.probe(key).is_some()).count());
    });
    group.bench_function("probe, prefetched", |b| {
        b.iter(|| {
            let pairs = keys.windows(9);
            pairs
                .filter(|pair| {
                    table.prefetch(pair[8]);
                    table.probe(pair[0]).is_some()
                })
                .count()
        });
    });
    group.finish();
}

fn protocol(c: &mut Criterion) {
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(150).join(" ");
    let game = format!("position startpos moves {shuffle}");
    let mut group = c.benchmark_group("uci");
    for (name, line) in [
        ("go with clocks", "go wtime 60000 btime 60000 winc 600 binc 600"),
        ("setoption", "setoption name Hash value 64"),
        ("position of 600 plies", &game),
    ] {
        group.bench_function(name, |b| b.iter(|| uci::parse(black_box(line)).is_ok()));
    }
    group.finish();
}

criterion_group!(benches, ordering, exchanges, playing, table, protocol);
criterion_main!(benches);
