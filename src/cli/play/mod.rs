//! `brudno play`: a person against the engine, in a terminal or a pipe.

mod advice;
mod clock;
mod draws;
mod games;
mod leaving;
mod pgn;
mod played_game;
mod start;

use std::{
    io::{self, IsTerminal as _, Write},
    ops::RangeInclusive,
    process::ExitCode,
    sync::Arc,
};

use clock::{Clocks, TimeControl};
use draws::DrawOffer;
use leaving::Leaving;
use played_game::PlayedGame;
use shakmaty::{Bitboard, ByColor, Color, Move};
use start::Chess960;
use thiserror::Error;

use crate::{
    chess::{Game, PositionError},
    cli::{
        engine::{EngineArgs, EngineError},
        evaluation::BestLine,
        interrupt,
        interrupt::InterruptError,
        position::{PositionArgs, PositionArgsError},
        progress,
    },
    display,
    display::{Opening, TermStyle},
    notation::{self, san_line},
    platform::{files, stdio::printable},
    search::{Engine, Limits, SearchRequest, Skill},
    uci::NAME,
};

/// Default time for a move without clocks, milliseconds.
const DEFAULT_TIME: u64 = 2000;
/// Time for hints if clocks run, milliseconds.
const ADVICE_TIME: u64 = 500;
/// More than the time of any move, milliseconds.
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
    /// Play with clocks: minutes for the game and seconds added after each move, like 5+3
    #[arg(long, value_name = "MINUTES+SECONDS")]
    clock: Option<TimeControl>,
    /// Limit the engine's strength to this Elo
    #[arg(long, value_parser = clap::value_parser!(u32).range(elo_range()))]
    elo: Option<u32>,
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

/// Plays until `quit` or end of input. Ctrl-C makes the engine move at once. At the prompt it ends
/// the program, after a question if the game is not saved.
pub fn run(arguments: &PlayArgs) -> ExitCode {
    match play(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => crate::cli::fail(&error),
    }
}

fn play(arguments: &PlayArgs) -> Result<(), PlayError> {
    let parsed = arguments.position.one().map_err(PlayError::Position)?;
    let mut game = PlayedGame::new(parsed.start);
    parsed.moves.iter().for_each(|&m| game.play(m));
    let engine = Arc::new(arguments.engine.start()?);
    let running = Arc::clone(&engine);
    let leaving = Leaving::default();
    let asked = leaving.clone();
    interrupt::on_interrupt(move || running.stop() || asked.ask()).map_err(PlayError::Interrupt)?;
    // With clocks there is no other limit but those asked for.
    let (default, advice) = match arguments.clock {
        Some(_) => (DAY, ADVICE_TIME),
        None => (DEFAULT_TIME, DEFAULT_TIME),
    };
    let mut session = PlaySession {
        engine,
        limits: arguments.engine.limits(default),
        skill: arguments.elo.map(Skill::of_elo),
        advice: arguments.engine.limits(advice),
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
            leaving.at_prompt(&prompt, session.is_unsaved());
            leaving::show(&prompt)?;
        }
        let line = files::read_line(&mut input);
        leaving.after_line();
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
    /// The limits of the engine's moves, without the clocks.
    limits: Limits,
    skill: Option<Skill>,
    /// Limits for hints.
    advice: Limits,
    person: Color,
    /// Start position, unless Chess960 is chosen.
    start: Game,
    chess960: Option<Chess960>,
    clocks: Option<Clocks>,
    game: PlayedGame,
    /// Moves that are saved, or that the game started with.
    saved: Vec<Move>,
    /// Last opening that was printed.
    opening: Option<Opening>,
    offer: DrawOffer,
    /// A promotion without its piece.
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
        if let Some(pawn_move) = self.promoting.take()
            && let Some(piece) = promoted(word)
        {
            self.enter(&format!("{pawn_move}={piece}"))?;
            self.out.flush()?;
            return Ok(true);
        }
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" => return Ok(false),
            "help" => writeln!(self.out, "{HELP}")?,
            "board" => self.show_board()?,
            "fen" => writeln!(self.out, "{}", self.game.current().position().fen())?,
            "pgn" => self.write_pgn(rest.trim())?,
            "undo" => self.undo()?,
            "hint" => self.hint()?,
            "eval" => self.evaluate()?,
            "draw" => self.draw()?,
            "new" => self.new_game(rest)?,
            "load" => self.load(rest.trim())?,
            "resign" => self.resign()?,
            _ => self.enter(word)?,
        }
        self.out.flush()?;
        Ok(true)
    }

    /// Plays the player's move and the engine's answer.
    fn enter(&mut self, text: &str) -> Result<(), PlayError> {
        if self.refuse_after_the_end()? {
            return Ok(());
        }
        match self.game.current().position().parse_move(text) {
            Ok(m) => {
                if let Some(clocks) = &mut self.clocks {
                    clocks.press();
                }
                self.game.play(m);
                self.show_board()?;
                self.go_on()
            }
            Err(PositionError::Promotion(text)) => {
                self.say(&format!("{text} promotes: to Q, R, B or N?"))?;
                self.promoting = Some(text);
                Ok(())
            }
            Err(PositionError::Illegal(text, _)) => self.say(&format!("{text} is not legal here")),
            Err(PositionError::Notation(text)) => {
                self.say(&format!("unknown move or command: {text}; help lists the commands"))
            }
            Err(error) => self.say(&error.to_string()),
        }
    }

    /// Plays the engine's move if it is to move, and prints the end of the game.
    fn go_on(&mut self) -> Result<(), PlayError> {
        let position = self.game.current().position().clone();
        if self.game.ending().is_none()
            && position.turn() != self.person
            && let Some(m) = self.engine_move()?
        {
            self.game.play(m);
            let line = san_line(&position, &[m]).join(" ");
            let uci = position.to_uci(m, false);
            writeln!(self.out, "{NAME} plays {} ({uci})\n", self.style.bold(&line))?;
            self.show_board()?;
        }
        if let Some(ending) = self.game.ending() {
            let result = notation::pgn::result(self.game.outcome());
            let text = self.style.bold(&format!("{result}  {ending}"));
            let undo = if self.clocks.is_none() { "undo, " } else { "" };
            writeln!(self.out, "{text}\nnew, {undo}pgn FILE or quit?")?;
            return Ok(());
        }
        self.offer_draw()?;
        if let Some(clocks) = &mut self.clocks {
            writeln!(self.out, "Clocks: {clocks}\n")?;
            clocks.start(self.person);
        }
        Ok(())
    }

    /// Searches the engine's move. `None` if its time runs out.
    fn engine_move(&mut self) -> Result<Option<Move>, PlayError> {
        let mut limits = self.limits.clone();
        if let Some(clocks) = &mut self.clocks {
            clocks.start(!self.person);
            let left = |side| i64::try_from(clocks.left(side).as_millis()).ok();
            limits.time = ByColor::new_with(left);
            let increment = u64::try_from(clocks.increment().as_millis()).unwrap_or(0);
            limits.increment = ByColor { white: increment, black: increment };
        }
        let (best, m) = self.search(limits, self.skill);
        let number = self.game.current().position().fullmoves();
        self.offer.consider(best.found.map(|best| best.score), number);
        if let Some(clocks) = &mut self.clocks {
            clocks.press();
            if let Some(side) = clocks.fallen() {
                self.game.run_out_of_time(side);
                return Ok(None);
            }
        }
        Ok(m)
    }

    /// Ends the game if the player's time is up.
    fn lose_on_time(&mut self) -> Result<(), PlayError> {
        let Some(clocks) = &mut self.clocks else { return Ok(()) };
        if self.game.ending().is_none()
            && let Some(side) = clocks.fallen()
        {
            clocks.stop();
            self.game.run_out_of_time(side);
            self.go_on()?;
        }
        Ok(())
    }

    fn undo(&mut self) -> Result<(), PlayError> {
        if self.clocks.is_some() {
            return self.say("undo is not possible with clocks");
        }
        if !self.game.undo(self.person) {
            return self.say("there is no move to undo");
        }
        self.offer = DrawOffer::default();
        self.show_board()
    }

    fn resign(&mut self) -> Result<(), PlayError> {
        if self.refuse_after_the_end()? {
            return Ok(());
        }
        self.game.resign(self.person);
        self.go_on()
    }

    fn refuse_after_the_end(&mut self) -> Result<bool, PlayError> {
        let over = self.game.ending().is_some();
        if over {
            self.say("the game is over; new starts another one")?;
        }
        Ok(over)
    }

    /// Searches the position, with a spinner on stderr.
    fn search(&self, limits: Limits, skill: Option<Skill>) -> (BestLine, Option<Move>) {
        let progress = progress::spinner("{spinner} thinking");
        let mut best = BestLine::default();
        let request =
            SearchRequest { skill, ..SearchRequest::new(self.game.current().clone(), limits) };
        let m = self.engine.search(request, |info| best.update(info));
        progress.finish_and_clear();
        (best, m)
    }

    fn show_board(&mut self) -> Result<(), PlayError> {
        let last_move = self.game.last().map_or(Bitboard::EMPTY, display::squares);
        let board = self.game.current().position().board();
        let text = display::draw(board, self.person, last_move, self.style);
        writeln!(self.out, "{text}\n")?;
        let opening = Opening::of(self.game.current().position());
        if let Some(opening) = opening.filter(|_| opening != self.opening) {
            self.opening = Some(opening);
            writeln!(self.out, "{}\n", self.style.dim(&opening.to_string()))?;
        }
        Ok(())
    }

    fn say(&mut self, text: &str) -> Result<(), PlayError> {
        Ok(writeln!(self.out, "{}", self.style.note(&printable(text)))?)
    }
}

/// Returns the letter of a promotion piece, from its letter or name.
fn promoted(word: &str) -> Option<char> {
    let word = word.trim_start_matches('=').to_ascii_lowercase();
    [('Q', "queen"), ('R', "rook"), ('B', "bishop"), ('N', "knight")].into_iter().find_map(
        |(letter, name)| {
            let is_letter = word.len() == 1 && word.starts_with(letter.to_ascii_lowercase());
            (is_letter || word == name).then_some(letter)
        },
    )
}

const HELP: &str = "\
Nf3, g1f3, O-O, e8=Q  a move
hint                  what the engine would play
eval                  how the game stands
undo                  take back your last move and the answer
draw                  offer a draw, or accept one
resign                give up
new [white|black] [chess960 [NUMBER]]
                      another game
load FILE [MOVE]      a game from a PGN file, up to a move like 12 or 12...
board                 draw the board
fen                   the position as FEN
pgn [FILE]            write the game
quit                  end";
