//! Searches positions of games, or of branches from them, and keeps positions that the searches
//! evaluate.
//!
//! A branch goes on with an evaluated position of each search, one whose static evaluation is near
//! the search's score. Each of its searches is several plies further from the game, as the
//! positions of a long search are.

use std::{io, path::PathBuf};

use brudno::{
    chess::{Game, Position, score::Score},
    search::{ThreadData, search_nodes_observed, tt::TranspositionTable},
};
use rand::{Rng, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use super::{
    error::{DataError, Location},
    files::{Copied, OnProgress},
    output::Output,
    packed::PackedPosition,
    position_file::PositionWriter,
    reader::Reader,
    record::{Record, ReplayError},
    search_threads::{map_searched, search_threads},
};
use crate::leaf_sampler::{Leaf, LeafSampler};

/// Games that share a transposition table and histories: clearing them costs as much as many
/// searches.
const CHUNK: usize = 32;
/// Chunks of a batch.
const BATCH: usize = 32;
/// Size of a thread's transposition table, MiB.
const HASH: usize = 1;
/// Largest score of a position to draw, in the data's units.
const MAX_START: Score = 1000;
/// Positions of a search with a larger score, internal units, are not kept: little is left to
/// learn.
const MAX_SCORE: Score = 1000;
/// Largest halfmove clock of a search's root.
const MAX_HALFMOVES: u32 = 60;
/// Least number of men, and share of the positions to draw. Branches lead to positions with fewer
/// men: about 35 % have 13 and fewer, 14 % 27 and more. The leaves of searches in games: 35 and 11 %.
const MEN: [(usize, f64); 4] = [(27, 0.16), (20, 0.36), (14, 0.22), (0, 0.26)];
/// Difference in score that makes a position a factor of e less likely to continue a branch,
/// internal units.
const TEMPERATURE: f64 = 60.0;
/// Evaluated positions of a search to draw the next position of a branch from, at least.
const CANDIDATES: usize = 8;

/// Settings of the searches.
#[derive(Clone, PartialEq, Debug)]
pub struct LeafSearchSettings {
    /// Positions to draw of each game, by their number of men; on average, if there are branches.
    pub per_game: usize,
    /// Searches to keep positions of along the branch from each position; 0 to search only the
    /// position itself.
    pub branch: usize,
    /// Nodes of a search, after which no further iteration starts.
    pub nodes: u64,
    /// Evaluated positions to keep of each search.
    pub leaves: usize,
    /// Random seed.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
}

/// Writes positions that searches evaluate, without scores. Those of a search are a family. The
/// output does not depend on the number of threads.
///
/// # Errors
///
/// Damaged files, illegal moves, and I/O errors.
pub fn leaves(
    inputs: &[PathBuf],
    output: Output,
    settings: &LeafSearchSettings,
    progress: OnProgress<'_>,
) -> Result<Copied, DataError> {
    let pool = search_threads(settings.threads)?;
    let mut writer = PositionWriter::new(output)?;
    let mut copied = Copied::default();
    let (mut done, mut number) = (0, 0);
    for input in inputs {
        let mut reader = Reader::open(input)?;
        loop {
            let chunks = read_chunks(&mut reader, &mut number, &mut copied.truncated)?;
            if chunks.is_empty() {
                break;
            }
            let made =
                pool.install(|| map_searched(&chunks, || Searcher::new(settings), Searcher::make));
            for positions in made {
                for position in positions? {
                    writer.write(&position)?;
                    copied.positions += 1;
                }
            }
            progress(done + reader.offset());
        }
        done += reader.offset();
    }
    writer.finish()?;
    Ok(copied)
}

/// Games with their places, and the number of the first.
struct Chunk {
    first: u64,
    games: Vec<(Location, Record)>,
}

/// Reads the next batch, which is empty at the end of the file.
fn read_chunks(
    reader: &mut Reader<impl io::BufRead>,
    number: &mut u64,
    truncated: &mut Vec<DataError>,
) -> Result<Vec<Chunk>, DataError> {
    let mut chunks = Vec::new();
    while chunks.len() < BATCH {
        let mut games = Vec::with_capacity(CHUNK);
        while games.len() < CHUNK {
            match reader.next_game() {
                Ok(Some((place, record))) => games.push((place, record.clone())),
                Ok(None) => break,
                Err(error @ DataError::Truncated(_)) => {
                    truncated.push(error);
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        if games.is_empty() {
            break;
        }
        let first = *number;
        *number += games.len() as u64;
        chunks.push(Chunk { first, games });
    }
    Ok(chunks)
}

/// State of a thread.
struct Searcher<'a> {
    settings: &'a LeafSearchSettings,
    tt: TranspositionTable,
    data: ThreadData,
}

impl<'a> Searcher<'a> {
    fn new(settings: &'a LeafSearchSettings) -> io::Result<Searcher<'a>> {
        Ok(Searcher { settings, tt: TranspositionTable::new(HASH)?, data: ThreadData::try_new()? })
    }

    /// Returns the positions of a chunk's searches.
    fn make(&mut self, chunk: &Chunk) -> Result<Vec<PackedPosition>, DataError> {
        // Clear the state of other games, which depends on the number of threads.
        self.tt.clear();
        self.data.clear();
        let LeafSearchSettings { per_game, branch, leaves, seed, .. } = *self.settings;
        let mut positions = Vec::new();
        // Few games have the positions with few men that branches are to begin with.
        let group = if branch == 0 { 1 } else { CHUNK };
        for (number, games) in (chunk.first..).step_by(group).zip(chunk.games.chunks(group)) {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(number);
            let mut sampler = LeafSampler::of_game(leaves.max(CANDIDATES), seed, number);
            let mut starts = Starts::default();
            for (place, record) in games {
                starts.add(record).map_err(|error| place.damaged(error))?;
            }
            for _ in 0..per_game * games.len() {
                let Some(start) = starts.draw(&mut random) else { break };
                self.search_branch(start.clone(), &mut sampler, &mut random, &mut positions);
            }
        }
        Ok(positions)
    }

    /// Searches a position, or those of a branch from it, and appends evaluated positions.
    fn search_branch(
        &mut self,
        mut position: Position,
        sampler: &mut LeafSampler,
        random: &mut impl Rng,
        positions: &mut Vec<PackedPosition>,
    ) {
        let LeafSearchSettings { branch, leaves, .. } = *self.settings;
        for number in 0..=branch {
            if position.halfmoves() > MAX_HALFMOVES {
                return;
            }
            let Some(score) = self.search(&position, sampler) else { return };
            let sample = sampler.take();
            if score.abs() > MAX_SCORE {
                return;
            }
            if number > 0 || branch == 0 {
                let family = sample.iter().take(leaves).map(|leaf| &leaf.position);
                positions.extend(PackedPosition::family(family));
            }
            if number < branch {
                let Some(next) = draw(&sample, score, random) else { return };
                position = next;
            }
        }
    }

    /// Searches a position. Returns its score, White's view; `None` without a legal move.
    fn search(&mut self, position: &Position, sampler: &mut LeafSampler) -> Option<Score> {
        let game = Game::new(position.clone());
        let mut observer = |leaf: &Position, score| sampler.add(leaf, score);
        let nodes = self.settings.nodes;
        let best = search_nodes_observed(&game, nodes, &self.tt, &mut self.data, &mut observer);
        let score = best?.known_score()?;
        Some(position.turn().fold_wb(score, -score))
    }
}

/// Draws the next position of a branch from evaluated positions of a search: the likelier, the
/// nearer its static evaluation is to the search's score, White's view.
fn draw(sample: &[Leaf], score: Score, random: &mut impl Rng) -> Option<Position> {
    let weight = |leaf: &Leaf| {
        let distance = (leaf.white_evaluation() - score).abs();
        (-f64::from(distance) / TEMPERATURE).exp()
    };
    let drawn = sample.choose_weighted(random, weight);
    drawn.ok().map(|leaf| leaf.position.clone())
}

/// Positions of games to draw from, by number of men.
#[derive(Default)]
struct Starts([Vec<Position>; MEN.len()]);

impl Starts {
    fn add(&mut self, record: &Record) -> Result<(), ReplayError> {
        record.replay(|game, _, score| {
            let men = game.position().board().occupied().count();
            if score.abs() <= MAX_START
                && let Some(class) = MEN.iter().position(|&(least, _)| men >= least)
            {
                self.0[class].push(game.position().clone());
            }
        })?;
        Ok(())
    }

    /// Draws a number of men, then one of its positions; `None` if there are none at all.
    fn draw(&self, random: &mut impl Rng) -> Option<&Position> {
        let classes: Vec<_> = self.0.iter().zip(MEN).collect();
        let weight = |(class, (_, share)): &(&Vec<Position>, (usize, f64))| {
            if class.is_empty() { 0.0 } else { *share }
        };
        let (class, _) = classes.choose_weighted(random, weight).ok()?;
        class.choose(random)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_with_few_men_are_drawn_more_often_than_they_occur() {
        let position = |fen| Game::from_fen(fen, false).unwrap().position().clone();
        let few = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        let mut starts = Starts::default();
        assert!(starts.draw(&mut ChaCha8Rng::seed_from_u64(1)).is_none());
        starts.0[0] = vec![Position::startpos(); 99];
        starts.0[3] = vec![few.clone()];
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let is_few = |_: &usize| starts.draw(&mut random).unwrap().key() == few.key();
        let drawn = (0..1000).filter(is_few).count();
        // 0.26 of 0.26 + 0.16.
        assert!((570..670).contains(&drawn), "{drawn}");
    }
}
