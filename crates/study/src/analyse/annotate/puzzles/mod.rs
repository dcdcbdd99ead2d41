//! Makes puzzles from the mistakes of games: positions in which only one move wins or holds.

mod criteria;
mod proof;
mod puzzle;

use std::{
    collections::HashSet,
    io::{self, Write as _},
    path::Path,
};

use brudno::{
    platform::{StopSignal, files::NewFile},
    search::{Engine, Limits},
};
use criteria::is_candidate;
use proof::{Proved, Prover};
use puzzle::Puzzle;

use super::AnnotateError;
use crate::shared::review::Review;

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

    /// Writes the puzzles of a game. Each candidate is searched again, with two lines and an empty
    /// transposition table: first as long as in the analysis, then longer.
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
        // The same move two plies later is the same puzzle.
        let mut latest = None;
        for ply in (0..review.moves.len()).filter(|&ply| is_chance(review, ply)) {
            let position = review.position(ply);
            if !self.known.insert(position.key()) {
                continue;
            }
            let prover = Prover { engine, limits, stop };
            let last = review.positions[ply].last_moves()[0];
            let Some(Proved { theme, line }) = prover.prove(position, last) else { continue };
            // An interrupted search verifies nothing.
            if stop.is_requested() {
                return Ok(());
            }
            let solution = line.first().copied();
            if let Some((before, m)) = latest.replace((ply, solution))
                && (ply - before, m) == (2, solution)
            {
                continue;
            }
            let puzzle = Puzzle::new(review, ply, self.written + 1, theme, line);
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

/// Returns true if the analysis suggests that a position of the game is a puzzle.
fn is_chance(review: &Review, ply: usize) -> bool {
    let score = |ply: usize| review.evaluations[ply].as_ref().map(|known| known.best.score);
    let before = ply.checked_sub(1).and_then(score).map(|score| -score);
    // A null move is not a move of the players.
    let is_move = review.game.main.moves[ply].m.is_some();
    let known = score(ply).zip(score(ply + 1)).filter(|_| is_move);
    known.is_some_and(|(now, after)| is_candidate(before, now, -after))
}
