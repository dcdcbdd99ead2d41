//! Replaces scores with the engine's own.

use std::{io, path::Path};

use brudno::{
    chess::{
        Game,
        score::{DRAW, Score},
    },
    search::{Limits, SharedSearch, ThreadData, quiesce, search_alone, tt::TranspositionTable},
};

use super::{
    error::{DataError, Location},
    files::{Copied, OnProgress},
    output::Output,
    reader::Reader,
    record::{Record, ReplayError},
    search_threads::{map_searched, search_threads},
};

/// Games per batch.
const BATCH: usize = 1024;
/// Size of each thread's transposition table, MiB.
const HASH: usize = 4;

/// Method of computing a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RescoreBy {
    /// Quiescence search.
    Quiescence,
    /// Search to a depth, plies.
    Depth(u32),
    /// Search that starts no iteration after this number of nodes.
    Nodes(u64),
}

/// Writes the games of `input` with the engine's scores. The output does not depend on the number of
/// threads.
///
/// # Errors
///
/// Damaged files, illegal moves, and I/O errors.
pub fn rescore(
    input: &Path,
    mut output: Output,
    by: RescoreBy,
    threads: usize,
    progress: OnProgress<'_>,
) -> Result<Copied, DataError> {
    let pool = search_threads(threads)?;
    let mut copied = Copied::default();
    let mut reader = Reader::open(input)?;
    let mut batch: Vec<(Location, Record)> = Vec::new();
    loop {
        while batch.len() < BATCH {
            match reader.next_game() {
                Ok(Some((place, record))) => batch.push((place, record.clone())),
                Ok(None) => break,
                Err(error @ DataError::Truncated(_)) => {
                    copied.truncated.push(error);
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        if batch.is_empty() {
            break;
        }
        let rescore = |scorer: &mut Scorer, (place, record): &(Location, Record)| {
            scorer.rescore(record).map_err(|error| place.damaged(error))
        };
        let rescored = pool.install(|| map_searched(&batch, || Scorer::new(by), rescore));
        for record in rescored {
            let record = record?;
            output.write(&record)?;
            copied.add(&record);
        }
        batch.clear();
        progress(reader.offset());
    }
    output.finish()?;
    Ok(copied)
}

/// State of a thread.
struct Scorer {
    by: RescoreBy,
    tt: TranspositionTable,
    data: ThreadData,
}

impl Scorer {
    fn new(by: RescoreBy) -> io::Result<Scorer> {
        Ok(Scorer { by, tt: TranspositionTable::new(HASH)?, data: ThreadData::try_new()? })
    }

    fn rescore(&mut self, record: &Record) -> Result<Record, ReplayError> {
        if self.by != RescoreBy::Quiescence {
            // The state of other games depends on the number of threads, so it is cleared.
            self.tt.clear();
            self.data.clear();
        }
        let mut scores = Vec::with_capacity(record.len());
        record.replay(|game, _, _| {
            let score = self.score(game);
            scores.push(game.position().turn().fold_wb(score, -score));
        })?;
        Ok(record.rescored(&scores))
    }

    fn score(&mut self, game: &Game) -> Score {
        let limits = match self.by {
            // A quiescence search uses only the transposition table.
            RescoreBy::Quiescence => return quiesce(game, &self.tt, &mut self.data),
            RescoreBy::Depth(depth) => Limits { depth: Some(depth), ..Limits::default() },
            RescoreBy::Nodes(nodes) => Limits { soft_nodes: Some(nodes), ..Limits::default() },
        };
        let found =
            search_alone(&SharedSearch::new(game.clone(), limits), &self.tt, &mut self.data);
        found.root_moves.first().and_then(|best| best.known_score()).unwrap_or(DRAW)
    }
}
