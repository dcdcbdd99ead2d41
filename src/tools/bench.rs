//! Benchmark: searches fixed positions to a fixed depth. Its node count identifies the search; its
//! speed compares machines and builds.

use std::{
    io,
    time::{Duration, Instant},
};

use crate::{
    notation::epd,
    platform::StopSignal,
    search::{Limits, SharedSearch, ThreadData, search_alone, tt::TranspositionTable},
};

/// Embedded positions.
const POSITIONS: &str = include_str!("../../bench.epd");
/// Default depth of `bench`, plies.
pub const DEFAULT_DEPTH: u32 = 14;
/// Transposition table size of the benchmark, MiB.
const HASH: usize = 16;

/// Searches every position of `bench.epd` to `depth` plies with one thread and a new table. Passes
/// a line for each position and the final `N nodes M nps`, which OpenBench parses, to `print`.
/// `stop` ends it early.
///
/// # Errors
///
/// The table cannot be allocated, or `print` fails.
pub fn run(
    depth: u32,
    stop: &StopSignal,
    mut print: impl FnMut(&str) -> io::Result<()>,
) -> io::Result<()> {
    let entries = epd::parse(POSITIONS).map_err(io::Error::other)?;
    let tt = TranspositionTable::new(HASH)?;
    let mut data = ThreadData::try_new()?;
    let mut nodes = 0;
    let mut time = Duration::ZERO;
    for (number, entry) in entries.iter().enumerate() {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let shared = SharedSearch::new(entry.game.clone(), limits).with_stop(stop.clone());
        let begin = Instant::now();
        let found = search_alone(&shared, &tt, &mut data);
        time += begin.elapsed();
        if stop.is_requested() {
            return print("bench stopped");
        }
        nodes += found.nodes;
        let position = entry.game.position();
        let best = found.root_moves.first().map_or_else(
            || "(none)".to_owned(),
            |best| position.to_uci(best.first(), position.is_chess960()).to_string(),
        );
        let (number, total) = (number + 1, entries.len());
        let searched = found.nodes;
        print(&format!("{number:>2}/{total} {searched:>9} nodes {best:>6}  {}", entry.name()))?;
    }
    let nps = (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64;
    print(&format!("{nodes} nodes {nps} nps"))
}
