//! `brudno play`: plays games of a person against the engine, in a terminal or a pipe.

mod advice;
mod clock;
mod coach;
mod commands;
mod draws;
mod entering;
mod hint;
mod lesson;
mod level;
mod new_game;
mod pgn;
mod played_game;
mod question;
mod quit_guard;
mod resignation;
mod setup;
mod start;
mod threat;
mod ticker;
mod turns;
mod waiting;

use std::{
    io::{self, IsTerminal as _, Write},
    process::ExitCode,
    sync::Arc,
};

use brudno::{
    chess::{Game, Opening},
    platform::{files, stdio::printable},
    search::{Engine, Limits, Skill},
    terminal::{
        display::{self, TermStyle},
        pasted_game::PastedGame,
    },
};
use brudno_console::interrupt::{self, InterruptError};
use clock::{Clocks, TimeControl};
use coach::Coach;
use commands::{HELP, PlayCommand};
use draws::DrawOffer;
use hint::GivenHint;
use lesson::Lesson;
use level::Level;
use played_game::PlayedGame;
use question::Question;
use quit_guard::{GameState, QuitGuard};
use resignation::Resignation;
use shakmaty::{Bitboard, Color, Move};
use start::Chess960;
use thiserror::Error;
use ticker::Ticker;

use crate::{
    engine::{EngineArgs, EngineError},
    shared::position_args::{PositionArgs, PositionArgsError},
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
    #[arg(long, value_name = "START", num_args = 0..=1, default_missing_value = "random", conflicts_with = "position")]
    chess960: Option<Chess960>,
    /// Play with clocks: 5+3 is 5 minutes for the game and 3 seconds added after each move
    #[arg(long, value_name = "MINUTES+SECONDS")]
    clock: Option<TimeControl>,
    #[arg(long, help = level::help(), long_help = level::long_help())]
    level: Option<Level>,
    /// Answer at once at a limited strength: do not think as long as a person with the same clock
    #[arg(long)]
    instant: bool,
    /// Omit the remarks on mistakes, the review and the annotations of the PGN
    #[arg(long)]
    silent: bool,
    #[command(flatten)]
    engine: EngineArgs,
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
    match play(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => brudno_console::process::fail(&error),
    }
}

fn play(arguments: &PlayArgs) -> Result<(), PlayError> {
    let loaded = setup::loaded(&arguments.position).map_err(PlayError::Position)?;
    let [engine, adviser] = arguments.engine.start_with_adviser()?.map(Arc::new);
    let running = [Arc::clone(&engine), Arc::clone(&adviser)];
    let guard = QuitGuard::default();
    let asked = guard.clone();
    interrupt::on_interrupt(move || {
        running.each_ref().map(|engine| engine.stop()).contains(&true) || asked.interrupt()
    })
    .map_err(PlayError::Interrupt)?;
    let mut input = io::stdin().lock();
    let prompts = input.is_terminal();
    let limits = |own, advice| [own, advice].map(|time| arguments.engine.limits(time));
    let mut session = PlaySession {
        engine,
        untimed: limits(DEFAULT_TIME, DEFAULT_TIME),
        timed: limits(DAY, ADVICE_TIME),
        elo: arguments.level.unwrap_or_default().elo,
        is_instant: arguments.instant,
        coach: Coach::new(adviser),
        is_silent: arguments.silent,
        hint: None,
        person: Color::from_white(!arguments.black),
        start: loaded.game.start().clone(),
        chess960: arguments.chess960,
        clocks: arguments.clock.map(Clocks::new),
        saved: Vec::new(),
        game: PlayedGame::new(Game::default()),
        is_board_shown: false,
        opening: None,
        offer: DrawOffer::default(),
        resignation: Resignation::default(),
        question: None,
        lesson: None,
        pasted: None,
        guard,
        prompts,
        out: io::stdout(),
        style: TermStyle::of_stdout(),
    };
    let options = setup::Given {
        side: arguments.white || arguments.black,
        level: arguments.level.is_some(),
        clock: arguments.clock.is_some(),
    };
    session.take_over(loaded, options);
    session.begin()?;
    loop {
        let line = session.read_line(&mut input)?;
        let goes_on = match line {
            Ok(Some(line)) => session.line(&line)?,
            Ok(None) => {
                session.end_paste()?;
                session.stays("Ctrl-D")?
            }
            Err(error) if files::is_long_line(&error) => {
                session.say(&error.to_string())?;
                true
            }
            Err(error) => return Err(error.into()),
        };
        if !goes_on {
            return Ok(());
        }
    }
}

/// A game between the player and the engine.
struct PlaySession<W> {
    engine: Arc<Engine>,
    /// Limits of the engine's moves and of evaluations, without clocks.
    untimed: [Limits; 2],
    /// The same with clocks.
    timed: [Limits; 2],
    /// The engine's strength; `None` is its full strength.
    elo: Option<u32>,
    /// True if a limited strength does not think as long as a person.
    is_instant: bool,
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
    /// True if the board of the current position was printed.
    is_board_shown: bool,
    /// Last opening that was printed.
    opening: Option<Opening>,
    offer: DrawOffer,
    resignation: Resignation,
    /// Question that the next line answers.
    question: Option<Question>,
    /// Mistakes that the player tries again.
    lesson: Option<Lesson>,
    /// Game that is being pasted.
    pasted: Option<PastedGame>,
    guard: QuitGuard,
    /// True if a person types the lines.
    prompts: bool,
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
        self.begin_turn()
    }

    /// Reads a line, at a terminal after the prompt, in which the player's clock runs.
    fn read_line(
        &self,
        input: &mut impl io::BufRead,
    ) -> Result<io::Result<Option<String>>, PlayError> {
        if !self.prompts {
            return Ok(files::read_line(input));
        }
        let (prompt, clock) = self.prompt();
        self.guard.at_prompt(&prompt, self.state());
        quit_guard::show(&prompt)?;
        let ticker = clock.map(Ticker::start);
        let line = files::read_line(input);
        drop(ticker);
        self.guard.after_line();
        Ok(line)
    }

    /// Returns the prompt, and the player's time if it is part of it.
    fn prompt(&self) -> (String, Option<std::time::Duration>) {
        if self.pasted.is_some() {
            return ("pgn> ".to_owned(), None);
        }
        if let Some(lesson) = &self.lesson {
            return (lesson.prompt(), None);
        }
        let position = self.game.current().position();
        let number = format!("{}{} ", position.fullmoves(), position.turn().fold_wb(".", "..."));
        let clocks = self.clocks.as_ref().filter(|_| self.game.ending().is_none());
        match clocks.filter(|_| ticker::is_possible()) {
            Some(clocks) => {
                let left = clocks.left(self.person);
                (format!("{} {number}", ticker::text(left)), Some(left))
            }
            None => (number, None),
        }
    }

    /// Returns what the question about an unsaved game depends on.
    fn state(&self) -> GameState {
        let is_unsaved = self.is_unsaved();
        GameState { plies: self.game.moves().len(), is_unsaved, is_silent: self.is_silent }
    }

    /// Returns true if the game has unsaved moves.
    fn is_unsaved(&self) -> bool {
        let moves = self.game.moves();
        !moves.is_empty() && moves != self.saved
    }

    /// Asks a person once before an unsaved game is lost. Returns true if it asked.
    fn stays(&mut self, way: &str) -> Result<bool, PlayError> {
        if !self.prompts || !self.is_unsaved() {
            return Ok(false);
        }
        let Some(question) = self.guard.question(self.state(), way) else { return Ok(false) };
        // Ctrl-D leaves the cursor after the prompt.
        if way == "Ctrl-D" {
            writeln!(self.out)?;
        }
        self.say(&question)?;
        Ok(true)
    }

    /// Returns the limits of the engine's moves, and those of evaluations.
    const fn limits(&self) -> &[Limits; 2] {
        if self.clocks.is_some() { &self.timed } else { &self.untimed }
    }

    /// Returns the engine's skill; `None` is its full strength.
    fn skill(&self) -> Option<Skill> {
        self.elo.map(Skill::of_elo)
    }

    /// Runs a line of input. Returns false to quit.
    fn line(&mut self, line: &str) -> Result<bool, PlayError> {
        self.lose_on_time()?;
        let goes_on = self.paste(line)? || self.answer_or_run(line)?;
        self.out.flush()?;
        Ok(goes_on)
    }

    /// Runs a line that is no part of a pasted game. Returns false to quit.
    fn answer_or_run(&mut self, line: &str) -> Result<bool, PlayError> {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        if let Some(question) = self.question.take() {
            return self.answer(question, word, rest);
        }
        if let Some(lesson) = self.lesson.take()
            && self.teach(lesson, word, rest)?
        {
            return Ok(true);
        }
        self.run(word, rest)
    }

    /// Runs a command or moves. Returns false to quit.
    fn run(&mut self, word: &str, rest: &str) -> Result<bool, PlayError> {
        let Some(command) = PlayCommand::parse(word, rest) else {
            self.enter(&format!("{word} {rest}"))?;
            return Ok(true);
        };
        match command {
            PlayCommand::Nothing => {}
            PlayCommand::Quit => return self.stays("quit"),
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
            PlayCommand::Accept => self.accept()?,
            PlayCommand::New => self.new_game(rest)?,
            PlayCommand::Load => self.load(rest.trim())?,
            PlayCommand::Resign => self.resign()?,
            PlayCommand::Level => self.set_level(rest.trim())?,
            PlayCommand::Clock => self.set_clock(rest.trim())?,
            PlayCommand::Switch => self.switch_sides()?,
        }
        Ok(true)
    }

    fn show_board(&mut self) -> Result<(), PlayError> {
        let last_move = self.game.last().map_or(Bitboard::EMPTY, display::squares);
        let board = self.game.current().position().board();
        let text = display::draw_board(board, self.person, last_move, self.style);
        writeln!(self.out, "{text}\n")?;
        self.is_board_shown = true;
        let of_player = || Opening::of(self.game.previous()?.position());
        let opening = Opening::of(self.game.current().position()).or_else(of_player);
        if let Some(opening) = opening.filter(|_| opening != self.opening) {
            self.opening = Some(opening);
            writeln!(self.out, "{}\n", self.style.dim(&opening.to_string()))?;
        }
        Ok(())
    }

    fn say(&mut self, text: &str) -> Result<(), PlayError> {
        let text = self.style.wrap(&printable(text), "  ");
        Ok(writeln!(self.out, "{}", self.style.remark(&text))?)
    }
}
