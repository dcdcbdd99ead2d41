//! Ctrl-C at the prompt: asks once before an unsaved game is lost.

use std::{
    io::{self, Write as _},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use brudno::{platform::stdio, terminal::display::TermStyle};

/// State shared with the Ctrl-C handler.
#[derive(Clone, Default)]
pub struct QuitGuard(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// Current prompt, if the program waits for input.
    prompt: Option<String>,
    /// True if the game is not saved.
    is_unsaved: bool,
    /// True if the player was asked since the last line.
    is_asked: bool,
}

impl QuitGuard {
    /// Records that a line is read after this prompt. `is_unsaved` is true if the game has moves
    /// that are not saved.
    pub fn at_prompt(&self, prompt: &str, is_unsaved: bool) {
        let prompt = Some(prompt.to_owned());
        *self.state() = State { prompt, is_unsaved, is_asked: false };
    }

    /// Records that a line was read, which may be a move.
    pub fn after_line(&self) {
        let mut state = self.state();
        (state.prompt, state.is_unsaved) = (None, true);
    }

    /// Asks once before the game is lost. Returns false if the program should end.
    pub fn ask(&self) -> bool {
        let mut state = self.state();
        if !state.is_unsaved || state.is_asked {
            return false;
        }
        state.is_asked = true;
        let style = TermStyle::of_stdout();
        let question = "the game is not saved: pgn FILE saves it; Ctrl-C again ends without saving";
        let question = style.yellow(&style.wrap(question, "  "));
        // Ctrl-C discards the unfinished line.
        let asked = stdio::print(format_args!("\n{question}"))
            .and_then(|()| show(state.prompt.as_deref().unwrap_or_default()));
        asked.is_ok()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Prints a prompt.
pub fn show(prompt: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(prompt.as_bytes())?;
    stdout.flush()
}
