//! Results of a run: the annotated games, the report on a player and the puzzles.

use brudno::platform::stdio::remark;
use brudno_console::format::count;

use super::{
    AnnotateArgs, AnnotateError,
    input::Input,
    output::Output,
    puzzles::PuzzleFile,
    report::Aggregate,
    reviewer::{ReviewedGame, Reviewer},
};
use crate::shared::review::Review;

/// Everything that a run writes.
pub struct Results<'a> {
    arguments: &'a AnnotateArgs,
    output: Output<'a>,
    puzzles: Option<PuzzleFile>,
    report: Option<Aggregate>,
    /// Number of games that Ctrl-C left unannotated.
    left: u64,
}

impl<'a> Results<'a> {
    /// Opens the files.
    ///
    /// # Errors
    ///
    /// A file cannot be created.
    pub fn open(arguments: &'a AnnotateArgs, as_json: bool) -> Result<Results<'a>, AnnotateError> {
        Ok(Results {
            arguments,
            output: Output::open(arguments, as_json)?,
            puzzles: arguments.puzzles.as_deref().map(PuzzleFile::create).transpose()?,
            report: arguments.player.as_deref().map(Aggregate::new),
            left: 0,
        })
    }

    /// Adds a game and its text in the input. The reviewer searches its puzzles.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn add(
        &mut self,
        game: ReviewedGame<'_>,
        text: &str,
        reviewer: &Reviewer<'_>,
    ) -> Result<(), AnnotateError> {
        match game {
            ReviewedGame::Broken(broken) => self.output.skip(broken, text),
            ReviewedGame::Resumed { text, review } => {
                if let Some(review) = review {
                    self.evaluate(&review, true, reviewer)?;
                }
                self.output.pass_through(text)
            }
            ReviewedGame::Reviewed(review) => {
                self.evaluate(&review, false, reviewer)?;
                self.output.game(review, reviewer.bar())
            }
            ReviewedGame::Left => {
                self.left += 1;
                // Copy the remaining games to the file.
                match self.arguments.output {
                    Some(_) => self.output.pass_through(text),
                    None => Ok(()),
                }
            }
        }
    }

    /// Adds a game to the report, and writes its puzzles.
    fn evaluate(
        &mut self,
        review: &Review,
        is_resumed: bool,
        reviewer: &Reviewer<'_>,
    ) -> Result<(), AnnotateError> {
        if let Some(report) = &mut self.report {
            report.add(review, self.arguments.judged(&review.game), is_resumed);
        }
        match &mut self.puzzles {
            Some(puzzles) => reviewer.find_puzzles(review, puzzles),
            None => Ok(()),
        }
    }

    /// Finishes after Ctrl-C: copies the rest of the input to the file of the games.
    ///
    /// # Errors
    ///
    /// A file cannot be read or written.
    pub fn finish_early(mut self, input: &Input) -> Result<(), AnnotateError> {
        if input.is_cut() && self.arguments.output.is_some() {
            input.rest(|text| self.output.pass_part(text))?;
        }
        let left = match self.left {
            _ if input.is_cut() => Some("the other games were not annotated".to_owned()),
            0 => None,
            left => Some(format!("{} not annotated", count(left, "game was", "games were"))),
        };
        self.finish()?;
        if let Some(left) = left {
            remark(format_args!("brudno: stopped; {left}"));
        }
        Ok(())
    }

    /// Prints the report, and completes the files.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn finish(self) -> Result<(), AnnotateError> {
        self.output.finish(self.report.map(|report| report.report()))?;
        if let Some(puzzles) = self.puzzles {
            let (name, written) = puzzles.finish()?;
            remark(format_args!(
                "brudno: {} in {name}",
                count(written as u64, "puzzle", "puzzles")
            ));
        }
        Ok(())
    }
}
