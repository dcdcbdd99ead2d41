//! Asks once before an unsaved game is lost, by `quit`, Ctrl-D or Ctrl-C.

use std::{
    io::{self, Write as _},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use brudno::{platform::stdio, terminal::display::TermStyle};

/// State shared with the Ctrl-C handler.
#[derive(Clone, Default)]
pub struct QuitGuard(Arc<Mutex<State>>);

/// What the question depends on.
#[derive(Clone, Copy, Default)]
pub struct GameState {
    /// Number of plies of the game.
    pub plies: usize,
    /// True if the game has moves that are not saved.
    pub is_unsaved: bool,
    /// True if no questions are wanted.
    pub is_silent: bool,
}

#[derive(Default)]
struct State {
    /// Current prompt, if the program waits for input.
    prompt: Option<String>,
    game: GameState,
    /// Number of plies of the game when the player was asked.
    asked_at: Option<usize>,
}

impl QuitGuard {
    /// Records that a line is read after this prompt.
    pub fn at_prompt(&self, prompt: &str, game: GameState) {
        let mut state = self.state();
        (state.prompt, state.game) = (Some(prompt.to_owned()), game);
    }

    /// Records that a line was read, which may be a move.
    pub fn after_line(&self) {
        let mut state = self.state();
        (state.prompt, state.game.is_unsaved) = (None, true);
    }

    /// Returns the question to ask before the game is lost, once for each move. `way` is what the
    /// player did. `None` if the game may be lost.
    pub fn question(&self, game: GameState, way: &str) -> Option<String> {
        self.state().question(game, way)
    }

    /// Asks after Ctrl-C. Returns false if the program should end.
    pub fn interrupt(&self) -> bool {
        let mut state = self.state();
        let game = state.game;
        let Some(question) = state.question(game, "Ctrl-C") else { return false };
        let style = TermStyle::of_stdout();
        let question = style.remark(&style.wrap(&question, "  "));
        // Ctrl-C discards the unfinished line.
        let asked = stdio::print(format_args!("\n{question}"))
            .and_then(|()| show(state.prompt.as_deref().unwrap_or_default()));
        asked.is_ok()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn question(&mut self, game: GameState, way: &str) -> Option<String> {
        if !game.is_unsaved || game.is_silent || self.asked_at == Some(game.plies) {
            return None;
        }
        self.asked_at = Some(game.plies);
        Some(format!(
            "the game is not saved: pgn FILE saves it; {way} again ends it without saving"
        ))
    }
}

/// Prints a prompt.
pub fn show(prompt: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(prompt.as_bytes())?;
    stdout.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_question_is_asked_once_for_each_move() {
        let guard = QuitGuard::default();
        let unsaved = |plies| GameState { plies, is_unsaved: true, is_silent: false };
        assert!(guard.question(GameState { is_unsaved: false, ..unsaved(2) }, "quit").is_none());
        assert!(guard.question(GameState { is_silent: true, ..unsaved(2) }, "quit").is_none());
        let question = guard.question(unsaved(2), "quit").unwrap();
        assert!(question.contains("quit again"), "{question}");
        assert!(guard.question(unsaved(2), "Ctrl-D").is_none());
        assert!(guard.question(unsaved(4), "Ctrl-D").is_some());
    }
}
