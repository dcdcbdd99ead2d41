//! Converts PGN games and the lines in their comments to single positions. Derives further
//! positions by random moves and short searches.

use std::{collections::HashSet, io, path::PathBuf};

use brudno::{
    chess::{Game, Position},
    search::{ThreadData, search_nodes_observed, tt::TranspositionTable},
};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use shakmaty::{Chess, Position as _};

use super::{
    error::DataError,
    files::{Copied, OnProgress},
    output::Output,
    packed::PackedPosition,
    pgn_lines::LineReader,
    position_file::PositionWriter,
    positions::derive,
    search_threads::{map_searched, search_threads},
};
use crate::leaf_sampler::LeafSampler;

/// Games that share a transposition table and histories: clearing them costs as much as many
/// searches.
const CHUNK: usize = 64;
/// Games per batch.
const BATCH: usize = 16 * CHUNK;
/// Size of each thread's transposition table, MiB.
const HASH: usize = 8;
/// Maximum halfmove clock.
const MAX_HALFMOVES: u32 = 90;

/// Settings of the conversion.
#[derive(Clone, PartialEq, Debug)]
pub struct LineSettings {
    /// Derived positions per position, by random moves.
    pub children: usize,
    /// Share of positions to search, 0 to 1.
    pub searched: f64,
    /// Nodes of a search, after which no further iteration starts.
    pub nodes: u64,
    /// Number of evaluated positions to keep of each search.
    pub leaves: usize,
    /// Random seed.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

/// Writes the positions of games and of the lines in their comments, without scores. Each position
/// is written once, and its derived positions follow it. Skips positions in check, and a part of
/// the positions with at least 27 pieces or fewer than 20. The output does not depend on the number
/// of threads. Needs up to 20 bytes of memory per distinct position. Games that cannot be read are
/// skipped, and their errors are passed to `skip`.
///
/// # Errors
///
/// I/O errors.
pub fn lines(
    inputs: &[PathBuf],
    output: Output,
    settings: &LineSettings,
    progress: OnProgress<'_>,
    skip: &(dyn Fn(&DataError) + Sync),
) -> Result<Copied, DataError> {
    let pool = search_threads(settings.threads)?;
    let mut writer = PositionWriter::new(output)?;
    let mut copied = Copied::default();
    let mut games = Games { inputs, reader: None, done: 0, number: 0, seen: HashSet::new(), skip };
    let mut batch = games.next_batch()?;
    while !batch.is_empty() {
        // The next games are read while these are converted.
        let (families, next) =
            pool.install(|| rayon::join(|| make_families(&batch, settings), || games.next_batch()));
        for positions in families {
            for position in positions? {
                writer.write(&position)?;
                copied.positions += 1;
            }
        }
        batch = next?;
        progress(games.offset());
    }
    writer.finish()?;
    Ok(copied)
}

/// Returns the families of games, in chunks.
fn make_families(
    games: &[NumberedGame],
    settings: &LineSettings,
) -> Vec<Result<Vec<PackedPosition>, DataError>> {
    let chunks: Vec<_> = games.chunks(CHUNK).collect();
    map_searched(&chunks, || Maker::new(settings), |maker, games| Ok(maker.make(games)))
}

/// A game with its number and its new positions.
type NumberedGame = (u64, Vec<Position>);

/// The games of all files.
struct Games<'a> {
    inputs: &'a [PathBuf],
    reader: Option<LineReader>,
    /// Total bytes of the previous files.
    done: u64,
    number: u64,
    /// Keys of the positions that were written or skipped.
    seen: HashSet<u64>,
    /// Receives the errors of games.
    skip: &'a (dyn Fn(&DataError) + Sync),
}

impl Games<'_> {
    fn next_batch(&mut self) -> Result<Vec<NumberedGame>, DataError> {
        let mut batch = Vec::new();
        while batch.len() < BATCH {
            let Some(positions) = self.next_game()? else { break };
            let fit = |chess: Chess| {
                if chess.is_check() || chess.halfmoves() > MAX_HALFMOVES {
                    return None;
                }
                let position = Position::from_chess(chess);
                self.seen.insert(position.key()).then_some(position)
            };
            batch.push((self.number, positions.into_iter().filter_map(fit).collect()));
            self.number += 1;
        }
        Ok(batch)
    }

    fn next_game(&mut self) -> Result<Option<Vec<Chess>>, DataError> {
        loop {
            if let Some(reader) = &mut self.reader {
                match reader.next_game()? {
                    Some(Ok(positions)) => return Ok(Some(positions)),
                    // A skipped game is counted.
                    Some(Err(error)) => {
                        (self.skip)(&error);
                        return Ok(Some(Vec::new()));
                    }
                    None => {}
                }
                self.done += reader.offset();
                self.reader = None;
            }
            let Some((first, rest)) = self.inputs.split_first() else { return Ok(None) };
            (self.reader, self.inputs) = (Some(LineReader::open(first)?), rest);
        }
    }

    fn offset(&self) -> u64 {
        self.done + self.reader.as_ref().map_or(0, LineReader::offset)
    }
}

/// Returns the share of positions to keep by the number of pieces. Openings repeat, and endings are
/// often decided. Middlegames are the most diverse.
const fn share(men: usize) -> f64 {
    match men {
        27.. => 0.6,
        20..27 => 1.0,
        14..20 => 0.9,
        5..14 => 0.35,
        _ => 0.1,
    }
}

/// State of a thread.
struct Maker<'a> {
    settings: &'a LineSettings,
    tt: TranspositionTable,
    data: ThreadData,
}

impl<'a> Maker<'a> {
    fn new(settings: &'a LineSettings) -> io::Result<Maker<'a>> {
        Ok(Maker { settings, tt: TranspositionTable::new(HASH)?, data: ThreadData::try_new()? })
    }

    /// Returns the families of a chunk of games.
    fn make(&mut self, games: &[NumberedGame]) -> Vec<PackedPosition> {
        // The state of other chunks depends on the number of threads, so it is cleared.
        self.tt.clear();
        self.data.clear();
        games.iter().flat_map(|game| self.make_game(game)).collect()
    }

    /// Returns the families of a game.
    fn make_game(&mut self, (number, positions): &NumberedGame) -> Vec<PackedPosition> {
        let LineSettings { children, searched, nodes, leaves, seed, .. } = *self.settings;
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(*number);
        let mut sampler = LeafSampler::of_game(leaves, seed, *number);
        let mut families = Vec::new();
        for position in positions {
            let kept = share(position.board().occupied().count());
            if !random.random_bool(kept) || !position.has_legal_move() {
                continue;
            }
            families.push(PackedPosition::unlabelled(position, false));
            let near = (0..children).filter_map(|_| derive(position, &mut random));
            families.extend(near.map(|child| PackedPosition::unlabelled(&child, true)));
            if random.random_bool(searched) {
                let game = Game::new(position.clone());
                let mut observer = |leaf: &Position, score| sampler.add(leaf, score);
                search_nodes_observed(&game, nodes, &self.tt, &mut self.data, &mut observer);
                let sample = sampler.take();
                let leaves = sample.iter().map(|leaf| &leaf.position);
                let others = leaves.filter(|leaf| leaf.key() != position.key());
                families.extend(others.map(|leaf| PackedPosition::unlabelled(leaf, true)));
            }
        }
        families
    }
}
