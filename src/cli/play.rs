//! `brudno play`: a person against the engine, in a terminal or a pipe.

pub(super) mod pgn;
mod played_game;

use std::{
    error::Error,
    fmt,
    fs::OpenOptions,
    io::{self, BufRead, IsTerminal as _, Write},
    ops::RangeInclusive,
    process::ExitCode,
};

use jiff::Zoned;
use shakmaty::{Bitboard, Color, Move};

use super::{
    engine::{Engine, EngineArgs, EngineError, Listener, SearchSettings},
    interrupt::{self, InterruptError},
    position::{PositionArgs, PositionArgsError},
    progress,
};
use crate::{
    display::{self, Look, best_move, san_line},
    position::PositionError,
    search::{Info, Skill},
    uci::NAME,
};
use played_game::PlayedGame;

/// Milliseconds for a move of the engine without limits.
const DEFAULT_TIME: u64 = 2000;

/// What `brudno play` is asked to do.
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
    /// Limit the engine's strength to this Elo
    #[arg(long, value_parser = clap::value_parser!(u32).range(elo_range()))]
    elo: Option<u32>,
    #[command(flatten)]
    engine: EngineArgs,
}

fn elo_range() -> RangeInclusive<i64> {
    i64::from(*Skill::ELO.start())..=i64::from(*Skill::ELO.end())
}

/// Why nobody can play.
#[derive(Debug)]
enum PlayError {
    Position(PositionArgsError),
    Engine(EngineError),
    Interrupt(InterruptError),
    Conversation(io::Error),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Position(error) => error.fmt(f),
            PlayError::Engine(error) => error.fmt(f),
            PlayError::Interrupt(error) => error.fmt(f),
            PlayError::Conversation(error) => write!(f, "cannot talk to the player: {error}"),
        }
    }
}

impl Error for PlayError {}

impl From<io::Error> for PlayError {
    fn from(error: io::Error) -> PlayError {
        PlayError::Conversation(error)
    }
}

impl From<EngineError> for PlayError {
    fn from(error: EngineError) -> PlayError {
        PlayError::Engine(error)
    }
}

/// Plays until `quit` or the end of the input. Ctrl-C makes a thinking engine move at once.
pub fn run(arguments: &PlayArgs) -> ExitCode {
    match play(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => super::fail(&error),
    }
}

fn play(arguments: &PlayArgs) -> Result<(), PlayError> {
    let pasted = arguments.position.one().map_err(PlayError::Position)?;
    let mut game = PlayedGame::new(pasted.start);
    pasted.moves.iter().for_each(|&m| game.play(m));
    let engine = arguments.engine.start()?;
    let search = engine.stop_handle();
    interrupt::on_interrupt(move || search.stop()).map_err(PlayError::Interrupt)?;
    let mut session = PlaySession {
        engine,
        settings: SearchSettings {
            limits: arguments.engine.limits(DEFAULT_TIME),
            lines: 1,
            skill: arguments.elo.map(Skill::of_elo),
        },
        person: Color::from_white(!arguments.black),
        game,
        promoting: None,
        out: io::stdout(),
        look: Look::of_stdout(),
    };
    session.begin()?;
    let mut input = io::stdin().lock();
    let prompts = input.is_terminal();
    let mut bytes = Vec::new();
    loop {
        if prompts {
            session.prompt()?;
        }
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0
            || !session.line(&String::from_utf8_lossy(&bytes))?
        {
            return Ok(());
        }
    }
}

/// A person's game against the engine.
struct PlaySession<W> {
    engine: Engine,
    settings: SearchSettings,
    person: Color,
    game: PlayedGame,
    /// A move that lacks the piece that the pawn becomes.
    promoting: Option<String>,
    out: W,
    look: Look,
}

impl<W: Write> PlaySession<W> {
    /// Shows the board, and moves where it is the engine's turn.
    fn begin(&mut self) -> Result<(), PlayError> {
        let person = display::side(self.person);
        writeln!(self.out, "You play {person}. Enter moves like Nf3 or g1f3; help lists more.\n")?;
        self.show_board()?;
        self.go_on()
    }

    fn prompt(&mut self) -> io::Result<()> {
        let position = self.game.current().position();
        let dots = position.turn().fold_wb(".", "...");
        write!(self.out, "{}{dots} ", position.fullmoves())?;
        self.out.flush()
    }

    /// Does what a line asks for. False where that is to end.
    fn line(&mut self, line: &str) -> Result<bool, PlayError> {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
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
            "resign" => self.resign()?,
            _ => self.enter(word)?,
        }
        self.out.flush()?;
        Ok(true)
    }

    /// Plays the person's move, and the engine's answer.
    fn enter(&mut self, text: &str) -> Result<(), PlayError> {
        if self.refuse_after_the_end()? {
            return Ok(());
        }
        match self.game.current().position().parse_move(text) {
            Ok(m) => {
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
                self.say(&format!("neither a move nor a command: {text}; help lists the commands"))
            }
            Err(error) => self.say(&error.to_string()),
        }
    }

    /// Lets the engine move where it is its turn, and tells the end where the game has one.
    fn go_on(&mut self) -> Result<(), PlayError> {
        let position = self.game.current().position().clone();
        if self.game.ending().is_none()
            && position.turn() != self.person
            && let (_, Some(m)) = self.search(&self.settings, ())?
        {
            self.game.play(m);
            let line = san_line(&position, &[m]).join(" ");
            let uci = position.to_uci(m, false);
            writeln!(self.out, "{NAME} plays {} ({uci})\n", self.look.bold(&line))?;
            self.show_board()?;
        }
        if let Some(ending) = self.game.ending() {
            let result = display::result(self.game.outcome());
            let text = self.look.bold(&format!("{result}  {ending}"));
            writeln!(self.out, "{text}\nundo, pgn FILE or quit?")?;
        }
        Ok(())
    }

    fn undo(&mut self) -> Result<(), PlayError> {
        if !self.game.undo(self.person) {
            return self.say("you have not moved yet");
        }
        self.show_board()
    }

    fn hint(&mut self) -> Result<(), PlayError> {
        if self.refuse_after_the_end()? {
            return Ok(());
        }
        // Advice is as good as it can be.
        let settings = SearchSettings { skill: None, ..self.settings.clone() };
        let (BestLine(line), _) = self.search(&settings, BestLine(Vec::new()))?;
        let position = self.game.current().position();
        if let Some(&m) = line.first() {
            let m = best_move(position, m, false, self.look);
            let line = san_line(position, &line[..line.len().min(6)]).join(" ");
            writeln!(self.out, "{m}, to go on with {line}")?;
        }
        Ok(())
    }

    fn resign(&mut self) -> Result<(), PlayError> {
        if self.refuse_after_the_end()? {
            return Ok(());
        }
        self.game.resign(self.person);
        self.go_on()
    }

    fn write_pgn(&mut self, path: &str) -> Result<(), PlayError> {
        let names = self.person.fold_wb(["Player", NAME], [NAME, "Player"]);
        let text = pgn::write(&self.game, Zoned::now().date(), names);
        if path.is_empty() {
            return Ok(write!(self.out, "{text}")?);
        }
        let written = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path)
            .and_then(|mut file| file.write_all(text.as_bytes()));
        match written {
            Ok(()) => self.say(&format!("wrote {path}")),
            Err(error) => self.say(&format!("cannot write {path}: {error}")),
        }
    }

    fn refuse_after_the_end(&mut self) -> Result<bool, PlayError> {
        let over = self.game.ending().is_some();
        if over {
            self.say("the game is over; undo takes back your last move")?;
        }
        Ok(over)
    }

    /// Searches the position, with a sign of life on stderr where that is a terminal.
    fn search<L: Listener>(
        &self,
        settings: &SearchSettings,
        listener: L,
    ) -> Result<(L, Option<Move>), PlayError> {
        let progress = progress::spinner("{spinner} thinking");
        let found = self.engine.search(self.game.current(), settings, listener);
        progress.finish_and_clear();
        Ok(found?)
    }

    fn show_board(&mut self) -> Result<(), PlayError> {
        let last_move = self.game.last().map_or(Bitboard::EMPTY, display::squares);
        let board = self.game.current().position().board();
        let text = display::draw(board, self.person, last_move, self.look);
        Ok(writeln!(self.out, "{text}\n")?)
    }

    fn say(&mut self, text: &str) -> Result<(), PlayError> {
        Ok(writeln!(self.out, "{}", self.look.note(text))?)
    }
}

/// The letter of a piece that a pawn can become, by its letter or its name.
fn promoted(word: &str) -> Option<char> {
    let word = word.trim_start_matches('=').to_ascii_lowercase();
    [('Q', "queen"), ('R', "rook"), ('B', "bishop"), ('N', "knight")].into_iter().find_map(
        |(letter, name)| {
            let is_letter = word.len() == 1 && word.starts_with(letter.to_ascii_lowercase());
            (is_letter || word == name).then_some(letter)
        },
    )
}

/// Keeps the last best line of a search.
struct BestLine(Vec<Move>);

impl Listener for BestLine {
    fn line(&mut self, info: &Info<'_>) {
        self.0 = info.pv.to_vec();
    }
}

const HELP: &str = "\
Nf3, g1f3, O-O, e8=Q  a move
hint                  what the engine would play
undo                  take back your last move and the answer
resign                give up
board                 draw the board
fen                   the position as FEN
pgn [FILE]            write the game
quit                  end";
