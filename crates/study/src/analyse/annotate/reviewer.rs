//! Searches and judges games.

use brudno::platform::StopSignal;
use brudno_console::progress;
use brudno_notation::pgn::{BrokenGame, PgnGame, games as pgn_games};
use indicatif::ProgressBar;
use shakmaty::Move;

use super::{
    AnnotateArgs, AnnotateError, previous_analysis, puzzles::PuzzleFile, report, resume::Resumed,
};
use crate::{
    engine::{BatchEngine, EngineArgs},
    shared::review::{Examiner, Review, evaluate},
};

/// Default time per position, milliseconds: about a minute for a game of 60 moves.
const DEFAULT_TIME: u64 = 500;

/// A game of the input after its review.
pub enum ReviewedGame<'a> {
    /// The game cannot be read.
    Broken(BrokenGame),
    /// An earlier run has annotated the game.
    Resumed {
        /// Annotated text.
        text: &'a str,
        /// Review in that text, if the report or the puzzles need it.
        review: Option<Review>,
    },
    /// The game has at least one evaluation.
    Reviewed(Review),
    /// Ctrl-C was pressed before the first evaluation.
    Left,
}

/// Searches and judges games.
pub struct Reviewer<'a> {
    arguments: &'a AnnotateArgs,
    engine: BatchEngine,
    stop: StopSignal,
    bar: ProgressBar,
}

impl<'a> Reviewer<'a> {
    /// Starts the engine. Each search has `lines` lines. `size` is the size of the input in bytes, if
    /// it is known.
    ///
    /// # Errors
    ///
    /// The engine cannot be started.
    pub fn start(
        engine: &EngineArgs,
        arguments: &'a AnnotateArgs,
        lines: u16,
        stop: StopSignal,
        size: Option<u64>,
    ) -> Result<Reviewer<'a>, AnnotateError> {
        let engine = engine.start_batch(DEFAULT_TIME, lines).map_err(AnnotateError::Engine)?;
        let bar = match size {
            Some(size) => progress::bar(size, "{bar:20} {percent} %, {eta} left  {wide_msg}"),
            None => progress::spinner("{spinner} {elapsed}  {wide_msg}"),
        };
        Ok(Reviewer { arguments, engine, stop, bar })
    }

    /// Reviews a game, unless an earlier run has annotated it. Removes the findings of an earlier
    /// analysis first. The bar then stands at the byte `read` of the input.
    ///
    /// # Errors
    ///
    /// The system refuses the memory of the search.
    pub fn review<'r>(
        &mut self,
        mut game: PgnGame,
        resumed: &'r Resumed,
        read: u64,
    ) -> Result<ReviewedGame<'r>, AnnotateError> {
        previous_analysis::remove(&mut game);
        match resumed.get(&game) {
            Some(text) => {
                self.bar.set_position(read);
                Ok(ReviewedGame::Resumed { text, review: self.restore(text, game.number) })
            }
            None => self.search(game, read),
        }
    }

    /// Restores the review of an annotated game, if the report or the puzzles need it.
    fn restore(&self, annotated: &str, number: usize) -> Option<Review> {
        let AnnotateArgs { player, puzzles, .. } = self.arguments;
        if player.is_none() && puzzles.is_none() {
            return None;
        }
        let game = pgn_games(annotated).next()?.ok()?;
        let judged = self.arguments.judged(&game);
        Some(report::restore(PgnGame { number, ..game }, judged))
    }

    /// Searches the positions of a game.
    fn search(&mut self, game: PgnGame, read: u64) -> Result<ReviewedGame<'static>, AnnotateError> {
        if self.stop.is_requested() {
            return Ok(ReviewedGame::Left);
        }
        let positions = game.positions();
        let title = format!("game {}: {}", game.number, game.players());
        let (start, all, mut done) = (self.bar.position(), positions.len() as u64, 0);
        let mut step = || {
            self.bar.set_message(format!("{title}, position {done} of {all}"));
            self.bar.set_position(start + read.saturating_sub(start) * done / all);
            done += 1;
        };
        step();
        self.engine.new_game(positions.len()).map_err(AnnotateError::Engine)?;
        let (engine, limits) = (self.engine.engine(), self.engine.limits());
        let lines = self.engine.lines();
        let mut evaluations = evaluate(engine, limits, lines, &positions, &self.stop, step);
        let judged = self.arguments.judged(&game);
        let moves: Vec<Option<Move>> = game.main.moves.iter().map(|played| played.m).collect();
        let examiner = Examiner::new(engine, lines, &self.stop, &evaluations);
        examiner.look_deeper(&positions, &moves, &mut evaluations, judged);
        let mut review = Review::new(game, positions, evaluations, judged);
        review.explain(&examiner, judged);
        review.praise(&examiner, judged);
        Ok(if review.is_empty() { ReviewedGame::Left } else { ReviewedGame::Reviewed(review) })
    }

    /// Writes the puzzles that the player missed in a game. After Ctrl-C, there are none.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn find_puzzles(
        &self,
        review: &Review,
        puzzles: &mut PuzzleFile,
    ) -> Result<(), AnnotateError> {
        if self.stop.is_requested() || !self.arguments.is_of_player(&review.game) {
            return Ok(());
        }
        puzzles.add(review, self.engine.engine(), self.engine.limits(), &self.stop)
    }

    /// Returns the progress bar, which text has to be printed above.
    pub const fn bar(&self) -> &ProgressBar {
        &self.bar
    }

    /// Removes the progress bar.
    pub fn finish(self) {
        self.bar.finish_and_clear();
    }
}
