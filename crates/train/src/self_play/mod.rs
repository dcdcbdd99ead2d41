//! Games that the engine plays against itself, to train on.
//!
//! Game number `n` of a seed is the same whatever the number of threads, and the file holds the
//! games in the order of their numbers: a run that is cut short goes on where the file ends.

mod adjudication;
mod file;
mod play;
#[cfg(test)]
mod tests;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
};

use adjudication::MAX_PLIES;
pub use adjudication::WIN_SCORE;
use brudno::{
    chess::score::Score, search::STACK_SIZE, tablebase::Tablebase, tools::openings::Openings,
};
use crossbeam_channel::{Receiver, unbounded};
use file::{GamesFile, LeavesFile};
use play::{Played, Player};

use crate::data::DataError;

/// What to play.
pub struct DatagenSettings {
    /// Games that the file is to have in the end.
    pub games: u64,
    /// Threads, each with a game of its own.
    pub threads: usize,
    /// Nodes of a move, after which no further iteration is begun.
    pub nodes: u64,
    /// What the openings are drawn from.
    pub seed: u64,
    /// Where games begin.
    pub openings: Openings,
    /// A side that is ahead by this for some plies has won, internal units.
    pub win_score: Score,
    /// Endgame tables that end games, perhaps none.
    pub tablebase: Tablebase,
    /// Leaves to keep, perhaps none.
    pub leaves: Option<LeafSettings>,
}

/// Which of the positions that the searches evaluate to keep.
pub struct LeafSettings {
    /// The file of positions to write them to, not labelled.
    pub path: PathBuf,
    /// How many of each move's search, drawn at random.
    pub per_move: usize,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DatagenProgress {
    /// Games in the file.
    pub games: u64,
    /// Positions in the file.
    pub positions: u64,
    /// Positions that this run added.
    pub new_positions: u64,
}

/// Plays until the file at `path` has all games, or until `stop`; what is in the file counts. The
/// end of a game that was cut off is removed. `progress` hears of the file as it was found, and
/// of every game written.
///
/// After `stop`, or if the process is killed, the games in play and those that wait for one with a
/// smaller number are lost, and will be played again. Leaves are kept of the same games as those
/// in the file; they do not change the games.
///
/// # Errors
///
/// A file that has something else than games, or that another process writes; leaves of other
/// games; what the system says.
pub fn run(
    settings: &DatagenSettings,
    path: &Path,
    stop: &AtomicBool,
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
                while !stop.load(Relaxed) {
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
                stop.store(true, Relaxed);
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
            stop.store(true, Relaxed);
        }
        outcome
    });
    outcome.map(|()| state)
}

/// Hands games to `write` in the order of their numbers, from `first` on, as they are finished.
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

/// A game that is missing would keep all later ones from the file: the others stop too.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}
