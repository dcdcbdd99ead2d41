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
    path::Path,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
};

use crossbeam_channel::{Receiver, unbounded};

use crate::{
    data::{DataError, Record},
    openings::Openings,
    search::STACK_SIZE,
    tablebase::Tablebase,
};
use file::GamesFile;
use play::Player;

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
    /// Endgame tables that end games, perhaps none.
    pub tablebase: Tablebase,
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
/// smaller number are lost, and will be played again.
///
/// # Errors
///
/// A file that has something else than games, or that another process writes; what the system
/// says.
pub fn run(
    settings: &DatagenSettings,
    path: &Path,
    stop: &AtomicBool,
    mut progress: impl FnMut(DatagenProgress),
) -> Result<DatagenProgress, DataError> {
    let mut file = GamesFile::open(path)?;
    let mut state =
        DatagenProgress { games: file.games(), positions: file.positions(), new_positions: 0 };
    progress(state);
    let next = AtomicU64::new(state.games);
    let mut players = Vec::new();
    for _ in 0..settings.threads {
        players.push(Player::new(settings, stop).map_err(DataError::io(path))?);
    }
    let (sender, finished) = unbounded::<(u64, Record)>();
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
                    let Some(record) = player.play(number) else { break };
                    if sender.send((number, record)).is_err() {
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
        let outcome = write_in_order(&finished, &mut file, &mut state, &mut progress);
        if outcome.is_err() {
            stop.store(true, Relaxed);
        }
        outcome
    });
    outcome.map(|()| state)
}

/// Writes games in the order of their numbers as they are finished.
fn write_in_order(
    finished: &Receiver<(u64, Record)>,
    file: &mut GamesFile,
    state: &mut DatagenProgress,
    progress: &mut impl FnMut(DatagenProgress),
) -> Result<(), DataError> {
    let mut waiting = BTreeMap::new();
    for (number, record) in finished {
        waiting.insert(number, record);
        while let Some(record) = waiting.remove(&state.games) {
            file.append(&record)?;
            state.games += 1;
            state.positions += record.len() as u64;
            state.new_positions += record.len() as u64;
            progress(*state);
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
