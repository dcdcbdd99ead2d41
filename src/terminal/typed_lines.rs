//! Lines that people type or paste: UCI, and beyond it moves, positions and games.

use std::ops::ControlFlow;

use shakmaty::Move;
use thiserror::Error;

use super::{
    display::side,
    illegal::explain,
    pasted_game::{Added, PastedGame},
    presentation::board,
    typed_moves::TypedMoves,
};
use crate::{
    chess::{Ending, Game, Position, PositionError},
    companion,
    notation::{line::begins_with_position, movetext, movetext::MoveError, san_line},
    uci::{
        Output, Session, command::CommandError, command_table, is_command, line_error::LineError,
        nearest,
    },
};

/// Most moves of a line after which the board is drawn.
const BY_HAND: usize = 2;

/// Lines of a person at a terminal.
#[derive(Default)]
pub struct TypedLines {
    /// Game that is being pasted.
    pasted: Option<PastedGame>,
}

/// A line that cannot be carried out.
#[derive(Debug, Error)]
pub enum TypedError {
    #[error(transparent)]
    Line(LineError),
    #[error("{0}")]
    Refused(String),
    #[error(transparent)]
    Move(MoveError),
    #[error("'{0}' is a command of the shell: end with quit, then type brudno {1}")]
    Shell(String, String),
    #[error("Unknown command: '{0}'. Did you mean '{1}'? Type help for more information.")]
    Meant(String, String),
}

impl TypedLines {
    /// Returns true inside of a pasted game.
    pub const fn is_reading_game(&self) -> bool {
        self.pasted.is_some()
    }

    /// Returns true if a line is a part of a pasted game.
    pub fn belongs_to_game(&self, line: &str) -> bool {
        self.pasted.is_some() || PastedGame::begins_with(line)
    }

    /// Forgets the unfinished game. Returns false if there is none.
    pub fn drop_game(&mut self) -> bool {
        self.pasted.take().is_some()
    }

    /// Runs a line. Returns `Break` to end.
    ///
    /// # Errors
    ///
    /// The line is invalid, or cannot be carried out; nothing has changed.
    pub fn run(
        &mut self,
        line: &str,
        session: &mut Session,
        output: &Output,
    ) -> Result<ControlFlow<()>, TypedError> {
        if let Some(mut game) = self.pasted.take() {
            let added = game.add(line, is_command);
            if added == Added::Part {
                self.pasted = Some(game);
            } else {
                set_up(&game, session, output);
            }
            if matches!(added, Added::Part | Added::Last) {
                output.log_input(line);
                return Ok(ControlFlow::Continue(()));
            }
        }
        if PastedGame::begins_with(line) {
            output.log_input(line);
            let mut game = PastedGame::new(None);
            game.add(line, is_command);
            self.pasted = Some(game);
            return Ok(ControlFlow::Continue(()));
        }
        self.command(line, session, output)
    }

    /// Runs a command, or plays moves.
    fn command(
        &mut self,
        line: &str,
        session: &mut Session,
        output: &Output,
    ) -> Result<ControlFlow<()>, TypedError> {
        let line = line.trim();
        let mut words = line.split_whitespace();
        let (first, second) = (words.next().unwrap_or_default(), words.next());
        if first.eq_ignore_ascii_case("exit") {
            return Ok(ControlFlow::Break(()));
        }
        match session.line(line) {
            Ok(flow) => Ok(flow),
            Err(LineError::Help(_)) if second.is_some_and(companion::has_command) => {
                let command = second.unwrap_or_default().to_owned();
                let help = format!("{command} --help");
                Err(TypedError::Shell(command, help))
            }
            Err(LineError::Command(CommandError::Unknown(unknown))) => {
                if begins_with_position(line) {
                    let flow = session.line(&format!("position {line}"));
                    let flow = flow.map_err(TypedError::Line)?;
                    show_board(session, output);
                    return Ok(flow);
                } else if companion::has_command(first) {
                    return Err(TypedError::Shell(first.to_owned(), line.to_owned()));
                } else if !self.play(line, session, output)? {
                    return Err(self.unknown(first, CommandError::Unknown(unknown)));
                }
                Ok(ControlFlow::Continue(()))
            }
            Err(error) => Err(TypedError::Line(error)),
        }
    }

    /// Adds the suggestion of a shell command to an error without one.
    fn unknown(&self, word: &str, error: CommandError) -> TypedError {
        let names = companion::names().chain(["exit"]);
        let has_suggestion = nearest(word, command_table::names()).is_some();
        match nearest(word, names).filter(|_| !has_suggestion) {
            Some("exit") => TypedError::Meant(word.to_owned(), "exit".to_owned()),
            Some(name) => TypedError::Meant(word.to_owned(), format!("brudno {name}")),
            None => TypedError::Line(LineError::Command(error)),
        }
    }

    /// Plays the moves of a line on the board, from the start position if they begin with move 1.
    /// Returns false if the line is no moves.
    fn play(
        &mut self,
        line: &str,
        session: &mut Session,
        output: &Output,
    ) -> Result<bool, TypedError> {
        let is_start = |game: &Game| {
            let position = game.position();
            position.fullmoves() == 1 && position.turn().is_white()
        };
        let current = session.game();
        let typed = TypedMoves::parse(line);
        let Some(&first) = typed.words().first() else { return Ok(false) };
        let begins = typed.begins_game() && !is_start(current);
        let base = if begins { Game::default() } else { current.clone() };
        if let Err(error) = movetext::read_move(base.position(), first) {
            return refuse(base.position(), &error);
        }
        let mut game = PastedGame::new((!begins).then(|| base.clone()));
        game.add(line, is_command);
        if typed.is_open() {
            self.pasted = Some(game);
            return Ok(true);
        }
        let read =
            movetext::read(&base, line).map_err(|refused| TypedError::Move(refused.error))?;
        if begins {
            session.replace_game(&base, &read.moves);
        } else {
            session.play(&read.moves);
        }
        if read.moves.len() <= BY_HAND {
            show_board(session, output);
        }
        output.print(&state(&base, &read.moves, session.game()));
        Ok(true)
    }
}

/// Returns the error of a word that may be a move, `Ok(false)` if it is none.
fn refuse(position: &Position, error: &PositionError) -> Result<bool, TypedError> {
    match error {
        PositionError::Notation(_) => Ok(false),
        _ => Err(TypedError::Refused(explain(position, error))),
    }
}

/// Sets up the last position of a pasted game.
fn set_up(game: &PastedGame, session: &mut Session, output: &Output) {
    let read = match game.read() {
        Ok(Some(read)) => read,
        Ok(None) => return,
        Err(error) => {
            let players = game.players();
            return output.message(&format!("the pasted game ({players}) cannot be read: {error}"));
        }
    };
    if read.continues {
        session.play(&read.moves);
    } else {
        session.replace_game(&read.start, &read.moves);
    }
    show_board(session, output);
    if let Some(players) = &read.players {
        let by_rules = || session.game().outcome().map_or("*".to_owned(), |end| end.to_string());
        output.print(&format!("{players}, {}", read.result.map_or_else(by_rules, str::to_owned)));
    }
    output.print(&state(&read.start, &read.moves, session.game()));
}

fn show_board(session: &Session, output: &Output) {
    output.print(&board(session.game().position(), session.last_move()));
}

/// Describes the position after the moves of a game: `after 2.Nf3, Black to move`.
fn state(start: &Game, moves: &[Move], game: &Game) -> String {
    let side = side(game.position().turn());
    let state = game.ending().as_ref().map_or(format!("{side} to move"), Ending::to_string);
    let Some((&last, before)) = moves.split_last() else { return state };
    let mut previous = start.clone();
    before.iter().for_each(|&m| previous.play(m));
    format!("after {}, {state}", san_line(previous.position(), &[last]).join(" "))
}
