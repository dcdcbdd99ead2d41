//! Waits for the engine. The board of the player's move is drawn only if the answer takes long.

use std::{
    io::Write,
    panic,
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use brudno::search::{Limits, SearchRequest, Skill};
use brudno_console::progress;
use shakmaty::Move;

use super::{PlayError, PlaySession};
use crate::shared::evaluation::{self, Evaluation};

/// An answer within this time is instant: one board shows both moves.
const INSTANT: Duration = Duration::from_millis(400);

impl<W: Write> PlaySession<W> {
    /// Searches the position, with a spinner on stderr.
    pub(super) fn search(
        &mut self,
        limits: Limits,
        skill: Option<Skill>,
    ) -> Result<(Option<Evaluation>, Option<Move>), PlayError> {
        let request = SearchRequest {
            skill,
            simulates_thinking: !self.is_instant,
            ..SearchRequest::new(self.game.current().clone(), limits)
        };
        let engine = Arc::clone(&self.engine);
        self.wait("thinking", move || evaluation::search_move(&engine, request))
    }

    /// Runs work on another thread, with a spinner on stderr. At a terminal, draws the board if the
    /// work takes long and the board has changed.
    pub(super) fn wait<T: Send>(
        &mut self,
        what: &str,
        work: impl FnOnce() -> T + Send,
    ) -> Result<T, PlayError> {
        let spinner = progress::spinner(&format!("{{spinner}} {what}"));
        let (done, finished) = mpsc::channel();
        let result = thread::scope(|scope| {
            let worker = scope.spawn(move || {
                let result = work();
                // Nobody listens if the board is already drawn.
                done.send(()).ok();
                result
            });
            let mut drawn = Ok(());
            if self.prompts
                && !self.is_board_shown
                && finished.recv_timeout(INSTANT) == Err(RecvTimeoutError::Timeout)
            {
                drawn = spinner.suspend(|| self.show_board());
            }
            let result = worker.join().unwrap_or_else(|cause| panic::resume_unwind(cause));
            drawn.map(|()| result)
        });
        spinner.finish_and_clear();
        result
    }
}
