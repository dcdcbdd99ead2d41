//! `brudno play`: plays games of a person against the engine, in a terminal or a pipe.

mod advice;
mod clock;
mod coach;
mod commands;
mod draws;
mod hint;
mod new_game;
mod pgn;
mod played_game;
mod puzzles;
mod quit_guard;
mod start;
mod threat;
mod turns;

use std::{
    io::{self, IsTerminal as _, Write},
    ops::RangeInclusive,
    path::PathBuf,
    process::ExitCode,
    sync::Arc,
};

use brudno::{
    chess::{Game, Opening},
    platform::{files, stdio::printable},
    search::{Engine, Limits, SearchRequest, Skill},
    terminal::display::{self, TermStyle},
};
use brudno_console::{
    interrupt::{self, InterruptError},
    progress,
};
use clock::{Clocks, TimeControl};
use coach::Coach;
use commands::{HELP, PlayCommand};
use draws::DrawOffer;
use hint::GivenHint;
use played_game::PlayedGame;
use quit_guard::QuitGuard;
use shakmaty::{Bitboard, Color, Move};
use start::Chess960;
use thiserror::Error;

use crate::{
    engine::{EngineArgs, EngineError},
    shared::{
        evaluation::{self, Evaluation},
        position_args::{PositionArgs, PositionArgsError},
    },
};

/// Default time per move without clocks, milliseconds.
const DEFAULT_TIME: u64 = 2000;
/// Time of an evaluation while clocks run, milliseconds.
const ADVICE_TIME: u64 = 500;
/// Upper bound of the time of a move, milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;

/// Arguments of `brudno play`.
#[derive(clap::Args)]
pub struct PlayArgs {
    /// Play White (the default)
    #[arg(long, conflicts_with = "black")]
    white: bool,
    /// Play Black
    #[arg(long)]
    black: bool,
    #[command(flatten)]
    position: PositionArgs,
    /// Chess960 start position: random or a number from 0 to 959
    #[arg(long, value_name = "START", num_args = 0..=1, default_missing_value = "random", conflicts_with_all = ["position", "fen"])]
    chess960: Option<Chess960>,
    /// Play with clocks: 5+3 is 5 minutes for the game and 3 seconds added after each move
    #[arg(long, value_name = "MINUTES+SECONDS")]
    clock: Option<TimeControl>,
    /// Limit the engine's strength to this Elo
    #[arg(long, value_parser = clap::value_parser!(u32).range(elo_range()))]
    elo: Option<u32>,
    /// Omit the remarks on mistakes, the review and the annotations of the PGN
    #[arg(long)]
    silent: bool,
    /// Solve the puzzles of a file instead of playing: EPD with bm, or PGN with FEN and the
    /// solution, as analyse --puzzles writes them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["white", "black", "position", "fen", "moves", "chess960", "clock", "elo", "silent"])]
    puzzles: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineArgs,
}

fn elo_range() -> RangeInclusive<i64> {
    i64::from(*Skill::ELO.start())..=i64::from(*Skill::ELO.end())
}

/// Errors of `brudno play`.
#[derive(Debug, Error)]
enum PlayError {
    #[error(transparent)]
    Position(PositionArgsError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Interrupt(InterruptError),
    #[error("input or output failed: {0}")]
    Conversation(#[from] io::Error),
}

/// Plays until `quit` or end of input. Ctrl-C makes the engine move at once. At the prompt, Ctrl-C
/// ends the program. If the game is not saved, it asks first.
pub fn run(arguments: &PlayArgs) -> ExitCode {
    if let Some(path) = &arguments.puzzles {
        return puzzles::run(path, &arguments.engine);
    }
    match play(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => brudno_console::process::fail(&error),
    }
}

fn play(arguments: &PlayArgs) -> Result<(), PlayError> {
    let parsed = arguments.position.one().map_err(PlayError::Position)?;
    let mut game = PlayedGame::new(parsed.start);
    parsed.moves.iter().for_each(|&m| game.play(m));
    let [engine, adviser] = arguments.engine.start_with_adviser()?.map(Arc::new);
    let running = [Arc::clone(&engine), Arc::clone(&adviser)];
    let guard = QuitGuard::default();
    let asked = guard.clone();
    interrupt::on_interrupt(move || {
        running.each_ref().map(|engine| engine.stop()).contains(&true) || asked.ask()
    })
    .map_err(PlayError::Interrupt)?;
    // With clocks, there are no default limits.
    let (default, advice) = match arguments.clock {
        Some(_) => (DAY, ADVICE_TIME),
        None => (DEFAULT_TIME, DEFAULT_TIME),
    };
    let mut session = PlaySession {
        engine,
        limits: arguments.engine.limits(default),
        skill: arguments.elo.map(Skill::of_elo),
        advice: arguments.engine.limits(advice),
        coach: Coach::new(adviser),
        is_silent: arguments.silent,
        hint: None,
        person: Color::from_white(!arguments.black),
        start: game.start().clone(),
        chess960: arguments.chess960,
        clocks: arguments.clock.map(Clocks::new),
        saved: game.moves().to_vec(),
        game,
        opening: None,
        offer: DrawOffer::default(),
        promoting: None,
        out: io::stdout(),
        style: TermStyle::of_stdout(),
    };
    session.begin()?;
    let mut input = io::stdin().lock();
    let prompts = input.is_terminal();
    loop {
        if prompts {
            let prompt = session.prompt();
            guard.at_prompt(&prompt, session.is_unsaved());
            quit_guard::show(&prompt)?;
        }
        let line = files::read_line(&mut input);
        if prompts {
            guard.after_line();
        }
        match line {
            Ok(Some(line)) if session.line(&line)? => {}
            Ok(_) => return Ok(()),
            Err(error) if files::is_long_line(&error) => session.say(&error.to_string())?,
            Err(error) => return Err(error.into()),
        }
    }
}

/// A game between the player and the engine.
struct PlaySession<W> {
    engine: Arc<Engine>,
    /// Limits of the engine's moves, besides the clocks.
    limits: Limits,
    skill: Option<Skill>,
    /// Limits for evaluations.
    advice: Limits,
    coach: Coach,
    /// True if remarks, review and annotations are off.
    is_silent: bool,
    /// Last hint.
    hint: Option<GivenHint>,
    person: Color,
    /// Start position, unless Chess960 is chosen.
    start: Game,
    chess960: Option<Chess960>,
    clocks: Option<Clocks>,
    game: PlayedGame,
    /// Moves that are saved in a file, or were loaded from one.
    saved: Vec<Move>,
    /// Last opening that was printed.
    opening: Option<Opening>,
    offer: DrawOffer,
    /// Pawn move whose promotion piece was not given.
    promoting: Option<String>,
    out: W,
    style: TermStyle,
}

impl<W: Write> PlaySession<W> {
    /// Prints the board, and plays the engine's move if it is to move.
    fn begin(&mut self) -> Result<(), PlayError> {
        let person = display::side(self.person);
        writeln!(self.out, "You play {person}. Enter moves like Nf3 or g1f3; help lists more.\n")?;
        if let Some(start) = self.chess960 {
            self.game = self.draw_start(start)?;
        }
        self.show_board()?;
        self.go_on()
    }

    fn prompt(&self) -> String {
        let position = self.game.current().position();
        let dots = position.turn().fold_wb(".", "...");
        format!("{}{dots} ", position.fullmoves())
    }

    /// Returns true if the game has unsaved moves.
    fn is_unsaved(&self) -> bool {
        let moves = self.game.moves();
        !moves.is_empty() && moves != self.saved
    }

    /// Runs a line of input. Returns false to quit.
    fn line(&mut self, line: &str) -> Result<bool, PlayError> {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        self.lose_on_time()?;
        let goes_on = if let Some(pawn_move) = self.promoting.take() {
            self.promote(pawn_move, word, rest)?
        } else {
            self.run(word, rest)?
        };
        self.out.flush()?;
        Ok(goes_on)
    }

    /// Runs a command or a move. Returns false to quit.
    fn run(&mut self, word: &str, rest: &str) -> Result<bool, PlayError> {
        let Some(command) = PlayCommand::parse(word, rest) else {
            self.enter(word)?;
            return Ok(true);
        };
        match command {
            PlayCommand::Nothing => {}
            PlayCommand::Quit => return Ok(false),
            PlayCommand::Help => writeln!(self.out, "{HELP}")?,
            PlayCommand::Board => self.show_board()?,
            PlayCommand::Fen => writeln!(self.out, "{}", self.game.current().position().fen())?,
            PlayCommand::Pgn => self.write_pgn(rest.trim())?,
            PlayCommand::Undo => self.undo()?,
            PlayCommand::Hint => self.give_hint()?,
            PlayCommand::Threat => self.show_threat()?,
            PlayCommand::Eval => self.evaluate()?,
            PlayCommand::Review => self.review()?,
            PlayCommand::Silent => self.set_silent(rest.trim())?,
            PlayCommand::Draw => self.draw()?,
            PlayCommand::New => self.new_game(rest)?,
            PlayCommand::Load => self.load(rest.trim())?,
            PlayCommand::Resign => self.resign()?,
        }
        Ok(true)
    }

    /// Searches the position, with a spinner on stderr.
    fn search(&self, limits: Limits, skill: Option<Skill>) -> (Option<Evaluation>, Option<Move>) {
        let progress = progress::spinner("{spinner} thinking");
        let request =
            SearchRequest { skill, ..SearchRequest::new(self.game.current().clone(), limits) };
        let found = evaluation::search_move(&self.engine, request);
        progress.finish_and_clear();
        found
    }

    fn show_board(&mut self) -> Result<(), PlayError> {
        let last_move = self.game.last().map_or(Bitboard::EMPTY, display::squares);
        let board = self.game.current().position().board();
        let text = display::draw_board(board, self.person, last_move, self.style);
        writeln!(self.out, "{text}\n")?;
        let opening = Opening::of(self.game.current().position());
        if let Some(opening) = opening.filter(|_| opening != self.opening) {
            self.opening = Some(opening);
            writeln!(self.out, "{}\n", self.style.dim(&opening.to_string()))?;
        }
        Ok(())
    }

    fn say(&mut self, text: &str) -> Result<(), PlayError> {
        let text = self.style.wrap(&printable(text), "  ");
        Ok(writeln!(self.out, "{}", self.style.yellow(&text))?)
    }
}
