//! The settings of the benchmark.

use std::str::FromStr;

use super::positions::PositionSource;
use crate::{
    chess::{perft, score::MAX_PLY},
    search::{DEFAULT_HASH, Limits, MAX_HASH, MAX_THREADS},
    tools::arguments::{ArgumentError, Arguments},
};

/// Default depth of `bench`, plies.
pub const DEFAULT_DEPTH: u64 = 14;

/// Settings of the benchmark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BenchSettings {
    /// Transposition table size, MiB.
    pub hash: usize,
    /// Search threads.
    pub threads: usize,
    /// The work on each position.
    pub work: BenchWork,
    /// The positions.
    pub positions: PositionSource,
}

impl Default for BenchSettings {
    fn default() -> BenchSettings {
        BenchSettings {
            hash: DEFAULT_HASH,
            threads: 1,
            work: BenchWork::depth(DEFAULT_DEPTH),
            positions: PositionSource::Default,
        }
    }
}

impl BenchSettings {
    /// Parses `[HASH [THREADS [LIMIT [POSITIONS [LIMIT TYPE]]]]]`. A path contains no white space, as
    /// in Stockfish.
    ///
    /// # Errors
    ///
    /// The first argument that cannot be read.
    pub fn parse(arguments: &str) -> Result<BenchSettings, ArgumentError> {
        let mut words = Arguments::new(arguments);
        let hash = words.number("hash", MAX_HASH as u64)?;
        let threads = words.number("threads", MAX_THREADS as u64)?;
        let limit = words.number("limit", u64::MAX)?.unwrap_or(DEFAULT_DEPTH);
        let positions = words.word().map_or(PositionSource::Default, PositionSource::from);
        let kind = words.word().map_or(Ok(LimitType::Depth), str::parse)?;
        words.end()?;
        Ok(BenchSettings {
            hash: hash.map_or(DEFAULT_HASH, |hash| hash as usize),
            threads: threads.map_or(1, |threads| threads as usize),
            work: BenchWork::new(kind, limit)?,
            positions,
        })
    }
}

/// What the limit of the benchmark limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitType {
    /// Depth of a search, plies.
    Depth,
    /// Nodes of a search.
    Nodes,
    /// Milliseconds of a search.
    MoveTime,
    /// Depth of perft, plies.
    Perft,
    /// Nothing: each position is evaluated without a search.
    Evaluation,
}

impl LimitType {
    /// The names of all types, as in Stockfish.
    pub const NAMES: [&str; 5] = ["depth", "nodes", "movetime", "perft", "eval"];
    const ALL: [LimitType; 5] = [
        LimitType::Depth,
        LimitType::Nodes,
        LimitType::MoveTime,
        LimitType::Perft,
        LimitType::Evaluation,
    ];
}

impl FromStr for LimitType {
    type Err = ArgumentError;

    fn from_str(name: &str) -> Result<LimitType, ArgumentError> {
        let named = LimitType::NAMES.iter().position(|known| known.eq_ignore_ascii_case(name));
        named
            .map(|index| LimitType::ALL[index])
            .ok_or_else(|| ArgumentError::LimitType(name.to_owned()))
    }
}

/// The work on each position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BenchWork {
    /// A search.
    Search(Box<Limits>),
    /// Perft.
    Perft(perft::Depth),
    /// The static evaluation.
    Evaluation,
}

impl BenchWork {
    /// Returns the work with a limit of this type.
    ///
    /// # Errors
    ///
    /// `ArgumentError::Perft`.
    pub fn new(kind: LimitType, limit: u64) -> Result<BenchWork, ArgumentError> {
        let search = |limits: Limits| BenchWork::Search(Box::new(limits));
        Ok(match kind {
            LimitType::Depth => BenchWork::depth(limit),
            LimitType::Nodes => search(Limits { nodes: Some(limit), ..Limits::default() }),
            LimitType::MoveTime => search(Limits { move_time: Some(limit), ..Limits::default() }),
            LimitType::Perft => {
                let plies = u32::try_from(limit).unwrap_or(u32::MAX);
                BenchWork::Perft(perft::Depth::try_from(plies)?)
            }
            LimitType::Evaluation => BenchWork::Evaluation,
        })
    }

    /// Returns a search to this depth, plies. No search is deeper than [`MAX_PLY`].
    fn depth(plies: u64) -> BenchWork {
        let depth = Some(plies.min(MAX_PLY as u64) as u32);
        BenchWork::Search(Box::new(Limits { depth, ..Limits::default() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_stockfishs() {
        let default = BenchSettings::default();
        assert_eq!(BenchSettings::parse(" "), Ok(default.clone()));
        let hash = BenchSettings { hash: 10, ..default.clone() };
        assert_eq!(BenchSettings::parse("10"), Ok(hash));
        let work = |kind, limit| BenchWork::new(kind, limit).unwrap();
        for (words, threads, work, positions) in [
            ("16 1 13 default depth", 1, work(LimitType::Depth, 13), PositionSource::Default),
            ("16 4 1000 current nodes", 4, work(LimitType::Nodes, 1000), PositionSource::Current),
            (
                "16 1024 5 Current MOVETIME",
                1024,
                work(LimitType::MoveTime, 5),
                PositionSource::Current,
            ),
            (
                "16 1 4 a.epd perft",
                1,
                work(LimitType::Perft, 4),
                PositionSource::File("a.epd".into()),
            ),
            ("16 1 1 DEFAULT eval", 1, BenchWork::Evaluation, PositionSource::Default),
        ] {
            let settings = BenchSettings { threads, work, positions, ..default.clone() };
            assert_eq!(BenchSettings::parse(words), Ok(settings), "{words}");
        }
        for (words, error) in [
            ("0", "hash: expected a number from 1 to 33554432, not '0'"),
            ("16 1025", "threads: expected a number from 1 to 1024, not '1025'"),
            ("16 1 -3", "limit: expected a number from 1 to 18446744073709551615, not '-3'"),
            (
                "16 1 5 default ply",
                "limit type: expected depth, nodes, movetime, perft or eval, not 'ply'",
            ),
            ("16 1 241 default perft", "perft: depth 241 is more than the largest, 240"),
            ("16 1 5 default depth now", "unexpected argument 'now'"),
        ] {
            let refused = BenchSettings::parse(words).unwrap_err();
            assert_eq!(refused.to_string(), error, "{words}");
        }
    }
}
