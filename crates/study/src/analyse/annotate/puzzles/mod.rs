//! Makes puzzles from the mistakes of games: positions in which the only move that wins or holds
//! was missed.

mod criteria;
mod puzzle;

use std::{
    collections::HashSet,
    io::{self, Write as _},
    path::Path,
};

use brudno::{
    chess::{Game, Position, is_recapture},
    platform::{StopSignal, files::NewFile},
    search::{Engine, Limits, SearchRequest},
};
use criteria::{is_candidate, theme};
use puzzle::Puzzle;

use super::AnnotateError;
use crate::shared::{
    evaluation::{self, Evaluation},
    review::Review,
};

/// Factor of the nodes and the time of the search that verifies a puzzle, relative to the analysis.
const EFFORT: u64 = 8;
/// Additional plies of this search if the limit is a depth.
const DEEPER: u32 = 4;

/// An unfinished file of puzzles. It replaces an existing file when it is complete.
pub struct PuzzleFile {
    name: String,
    file: NewFile,
    is_pgn: bool,
    /// Keys of the positions that were searched.
    known: HashSet<u64>,
    written: usize,
}

impl PuzzleFile {
    /// Creates the file, as PGN if its name ends with `.pgn` and otherwise as EPD.
    ///
    /// # Errors
    ///
    /// The file cannot be created.
    pub fn create(path: &Path) -> Result<PuzzleFile, AnnotateError> {
        let name = path.display().to_string();
        let is_pgn = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
        match NewFile::create(path) {
            Ok(file) => Ok(PuzzleFile { name, file, is_pgn, known: HashSet::new(), written: 0 }),
            Err(error) => Err(AnnotateError::Write(name, error)),
        }
    }

    /// Writes the puzzles that the players of a game missed. Each candidate is searched again, with
    /// two lines and an empty transposition table.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn add(
        &mut self,
        review: &Review,
        engine: &Engine,
        limits: &Limits,
        stop: &StopSignal,
    ) -> Result<(), AnnotateError> {
        for ply in (0..review.moves.len()).filter(|&ply| is_missed(review, ply)) {
            let position = review.position(ply);
            if !self.known.insert(position.key()) {
                continue;
            }
            let found = best_lines(engine, position, deeper(limits), stop);
            // An interrupted search verifies nothing.
            if stop.is_requested() {
                return Ok(());
            }
            let Some(found) = found else { continue };
            let Some(second) = found.others.first() else { continue };
            let solution = found.best.pv.first().copied();
            let last = review.positions[ply].last_moves()[0];
            if solution == review.game.main.moves[ply].m
                || solution.is_some_and(|m| is_recapture(last, m))
            {
                continue;
            }
            let Some(theme) = theme(&found.best, second) else { continue };
            let puzzle = Puzzle::new(review, ply, self.written + 1, theme, found.best.pv);
            let text = if self.is_pgn { puzzle.pgn() } else { puzzle.epd() };
            self.file.write_all(text.as_bytes()).map_err(|error| self.error(error))?;
            self.written += 1;
        }
        Ok(())
    }

    /// Completes the file. Returns its name and the number of puzzles.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn finish(self) -> Result<(String, usize), AnnotateError> {
        match self.file.finish() {
            Ok(()) => Ok((self.name, self.written)),
            Err(error) => Err(AnnotateError::Write(self.name, error)),
        }
    }

    fn error(&self, error: io::Error) -> AnnotateError {
        AnnotateError::Write(self.name.clone(), error)
    }
}

/// Returns true if the analysis suggests that a move of the game missed a puzzle.
fn is_missed(review: &Review, ply: usize) -> bool {
    let Some(played) = review.game.main.moves[ply].m else { return false };
    let [before, after] = [ply, ply + 1].map(|ply| review.evaluations[ply].as_ref());
    before.zip(after).is_some_and(|(before, after)| {
        before.best.pv.first() != Some(&played)
            && is_candidate(before.best.score, -after.best.score)
    })
}

/// Returns the limits of the search that verifies a puzzle.
fn deeper(limits: &Limits) -> Limits {
    Limits {
        depth: limits.depth.map(|depth| depth.saturating_add(DEEPER)),
        nodes: limits.nodes.map(|nodes| nodes.saturating_mul(EFFORT)),
        move_time: limits.move_time.map(|time| time.saturating_mul(EFFORT)),
        ..limits.clone()
    }
}

/// Searches the two best lines of a position. `None` if it has no legal move.
fn best_lines(
    engine: &Engine,
    position: &Position,
    limits: Limits,
    stop: &StopSignal,
) -> Option<Evaluation> {
    engine.new_game();
    let request = SearchRequest {
        stop: stop.clone(),
        multi_pv: 2,
        // A puzzle has no history, so the search must not use it.
        ..SearchRequest::new(Game::new(position.clone()), limits)
    };
    evaluation::search(engine, request)
}
