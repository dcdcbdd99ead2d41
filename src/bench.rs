//! The benchmark: a fixed set of positions searched to a fixed depth. Its node count identifies
//! the search; its speed compares machines and builds.

use std::{
    io,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use crate::{
    epd,
    search::{Job, Limits, ThreadData, search_alone},
    transposition::TranspositionTable,
};

/// The positions, part of the binary.
const POSITIONS: &str = include_str!("../bench.epd");
/// Depth of `bench` without an argument, plies.
pub const DEFAULT_DEPTH: u32 = 14;
/// Size of the benchmark's own transposition table, MiB.
const HASH: usize = 16;

/// Searches every position of `bench.epd` to `depth` plies with one thread and a new table, and
/// hands `print` a line for each and the closing `N nodes M nps`, which is all that OpenBench
/// reads. `stop` ends it between two positions.
///
/// # Errors
///
/// The system's, where it refuses the memory.
pub fn run(depth: u32, stop: &AtomicBool, mut print: impl FnMut(&str)) -> io::Result<()> {
    let entries = epd::parse(POSITIONS).map_err(io::Error::other)?;
    let tt = TranspositionTable::new(HASH)?;
    let mut data = ThreadData::new();
    let mut nodes = 0;
    let mut time = Duration::ZERO;
    for (number, entry) in entries.iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            print("bench stopped");
            return Ok(());
        }
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let job = Job::new(entry.game.clone(), limits);
        let begin = Instant::now();
        let found = search_alone(&job, &tt, &mut data);
        time += begin.elapsed();
        nodes += found.nodes;
        let position = entry.game.position();
        let best = found.root_moves.first().map_or_else(
            || "(none)".to_owned(),
            |best| position.to_uci(best.first(), position.is_chess960()).to_string(),
        );
        let (number, total) = (number + 1, entries.len());
        let searched = found.nodes;
        print(&format!("{number:>2}/{total} {searched:>9} nodes {best:>6}  {}", entry.name()));
    }
    let nps = (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64;
    print(&format!("{nodes} nodes {nps} nps"));
    Ok(())
}
