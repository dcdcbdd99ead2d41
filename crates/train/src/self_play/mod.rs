//! Plays self-play games for training.
//!
//! Game number `n` of a seed does not depend on the number of threads. The file has the games in
//! the order of their numbers, so an interrupted run continues at the end of the file.

mod adjudication;
mod file;
mod play;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    thread,
};

use adjudication::MAX_PLIES;
pub use adjudication::WIN_SCORE;
use brudno::{
    chess::score::Score, platform::StopSignal, search::STACK_SIZE, tablebase::Tablebase,
    tools::openings::Openings,
};
use crossbeam_channel::{Receiver, unbounded};
use file::{GamesFile, LeavesFile};
use play::{Played, Player};

use crate::data::DataError;

/// Settings of a self-play run.
pub struct DatagenSettings {
    /// Number of games in the finished file.
    pub games: u64,
    /// Number of threads. Each plays one game at a time.
    pub threads: usize,
    /// Nodes of a move, after which no further iteration starts.
    pub nodes: u64,
    /// Random seed.
    pub seed: u64,
    /// Openings of the games.
    pub openings: Openings,
    /// Score of an adjudicated win, internal units.
    pub win_score: Score,
    /// Tablebases that adjudicate games, if any.
    pub tablebase: Tablebase,
    /// Evaluated positions to keep, if any.
    pub leaves: Option<LeafSettings>,
}

/// Settings of the evaluated positions to keep.
pub struct LeafSettings {
    /// File to write them to, without scores.
    pub path: PathBuf,
    /// Number of positions per move, drawn at random.
    pub per_move: usize,
}

/// Progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatagenProgress {
    /// Games in the file.
    pub games: u64,
    /// Positions in the file.
    pub positions: u64,
    /// Positions that this run added.
    pub new_positions: u64,
}

/// Plays until the file at `path` has all games, including existing games, or until `stop`. Removes
/// an incomplete last game. Calls `progress` at the start and for every written game.
///
/// After `stop` or a kill, unfinished games are lost, and so are finished games that wait for a
/// game with a smaller number. The next run plays them again. The file of leaves has the same
/// games. Leaves do not change the games.
///
/// # Errors
///
/// The file contains no games or is written by another process, the leaves are of other games, or
/// an I/O error occurs.
pub fn run(
    settings: &DatagenSettings,
    path: &Path,
    stop: &StopSignal,
    mut progress: impl FnMut(DatagenProgress),
) -> Result<DatagenProgress, DataError> {
    let mut file = GamesFile::open(path)?;
    let mut leaves = match &settings.leaves {
        Some(LeafSettings { path, per_move }) => {
            Some(LeavesFile::open(path, file.games(), per_move * MAX_PLIES)?)
        }
        None => None,
    };
    let mut state =
        DatagenProgress { games: file.games(), positions: file.positions(), new_positions: 0 };
    progress(state);
    let next = AtomicU64::new(state.games);
    let mut players = Vec::new();
    for _ in 0..settings.threads {
        players.push(Player::new(settings, stop).map_err(DataError::io(path))?);
    }
    let (sender, finished) = unbounded::<(u64, Played)>();
    let outcome = thread::scope(|scope| {
        for mut player in players {
            let (sender, next) = (sender.clone(), &next);
            let work = move || {
                let _guard = StopOnPanic(stop);
                while !stop.is_requested() {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= settings.games {
                        break;
                    }
                    let Some(played) = player.play(number) else { break };
                    if sender.send((number, played)).is_err() {
                        break;
                    }
                }
            };
            let builder = thread::Builder::new().name("datagen".into()).stack_size(STACK_SIZE);
            if let Err(error) = builder.spawn_scoped(scope, work) {
                stop.request();
                return Err(DataError::Io(path.to_owned(), error));
            }
        }
        drop(sender);
        let outcome = write_in_order(&finished, state.games, |played| {
            if let Some(leaves) = &mut leaves {
                leaves.append(&played.leaves)?;
            }
            file.append(&played.record)?;
            state.games += 1;
            state.positions += played.record.len() as u64;
            state.new_positions += played.record.len() as u64;
            progress(state);
            Ok(())
        });
        if outcome.is_err() {
            stop.request();
        }
        outcome
    });
    outcome.map(|()| state)
}

/// Passes finished games to `write` in the order of their numbers, from `first` on.
fn write_in_order(
    finished: &Receiver<(u64, Played)>,
    first: u64,
    mut write: impl FnMut(&Played) -> Result<(), DataError>,
) -> Result<(), DataError> {
    let mut next = first;
    let mut waiting = BTreeMap::new();
    for (number, played) in finished {
        waiting.insert(number, played);
        while let Some(played) = waiting.remove(&next) {
            write(&played)?;
            next += 1;
        }
    }
    Ok(())
}

/// Stops the other threads after a panic, because a missing game would block all later games.
struct StopOnPanic<'a>(&'a StopSignal);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.request();
        }
    }
}
