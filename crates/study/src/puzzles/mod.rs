//! `brudno puzzles`: asks the puzzles of a file one after the other.

mod read;
mod score;

use std::{
    io::{self, BufRead, IsTerminal as _, Write},
    path::PathBuf,
    process::ExitCode,
    sync::Arc,
};

use brudno::{
    chess::{Ending, Game, PositionError, from_square},
    notation::{movetext::read_move, san, san_line},
    platform::{files, stdio::printable},
    search::{Engine, Limits, ScoredLine, SearchRequest},
    terminal::{
        display::{self, TermStyle, fit, role_name},
        illegal::explain,
        typed_moves::TypedMoves,
    },
};
use brudno_console::{
    format::count,
    interrupt::{self, InterruptError},
    process, progress,
};
use read::{Puzzle, ReadPuzzlesError, read};
use score::{Score, Solved};
use shakmaty::{Bitboard, Move};
use thiserror::Error;

use crate::{
    engine::{EngineArgs, EngineError},
    shared::evaluation,
};

/// Default time of the search for the line after an answer, milliseconds.
const DEFAULT_TIME: u64 = 1000;
/// Maximum length of a line, plies.
const SHOWN: usize = 8;

/// Errors of asking puzzles.
#[derive(Debug, Error)]
enum PuzzlesError {
    #[error(transparent)]
    Read(ReadPuzzlesError),
    #[error(transparent)]
    Engine(EngineError),
    #[error(transparent)]
    Interrupt(InterruptError),
    #[error("input or output failed: {0}")]
    Conversation(#[from] io::Error),
}

/// Arguments of `brudno puzzles`.
#[derive(clap::Args)]
pub struct PuzzlesArgs {
    /// EPD with bm, or PGN with FEN and the solution, as analyse --puzzles writes them
    file: PathBuf,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Asks the puzzles of a file until the last one, `quit` or the end of the input.
pub fn run(arguments: &PuzzlesArgs) -> ExitCode {
    match ask(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => process::fail(&error),
    }
}

fn ask(PuzzlesArgs { file, engine: arguments }: &PuzzlesArgs) -> Result<(), PuzzlesError> {
    let puzzles = read(file).map_err(PuzzlesError::Read)?;
    let engine = Arc::new(arguments.start().map_err(PuzzlesError::Engine)?);
    let running = Arc::clone(&engine);
    interrupt::on_interrupt(move || running.stop()).map_err(PuzzlesError::Interrupt)?;
    let mut session = PuzzleSession {
        engine,
        limits: arguments.limits(DEFAULT_TIME),
        prompts: io::stdin().is_terminal(),
        out: io::stdout(),
        style: TermStyle::of_stdout(),
    };
    Ok(session.run(&puzzles, &mut io::stdin().lock())?)
}

/// Conversation with a person who solves puzzles.
struct PuzzleSession<W> {
    engine: Arc<Engine>,
    limits: Limits,
    /// True if a person types the answers.
    prompts: bool,
    out: W,
    style: TermStyle,
}

impl<W: Write> PuzzleSession<W> {
    fn run(&mut self, puzzles: &[Puzzle], input: &mut impl BufRead) -> io::Result<()> {
        let number = count(puzzles.len() as u64, "puzzle", "puzzles");
        writeln!(self.out, "{number}. Enter the best move, like Nf3 or g1f3; help lists more.")?;
        let mut score = Score::default();
        for (index, puzzle) in puzzles.iter().enumerate() {
            let turn = display::side(puzzle.game.position().turn());
            let title = format!("Puzzle {} of {}: {turn} to move", index + 1, puzzles.len());
            writeln!(self.out, "\n{}\n", self.style.bold(&title))?;
            let Some(solved) = self.ask(puzzle, input)? else { break };
            score.add(solved);
        }
        writeln!(self.out, "\n{}", self.style.bold(&score.text(puzzles.len())))?;
        self.out.flush()
    }

    /// Asks each move of a puzzle. `None` ends the program.
    fn ask(&mut self, puzzle: &Puzzle, input: &mut impl BufRead) -> io::Result<Option<Solved>> {
        let mut step = Step { game: puzzle.game.clone(), solutions: &puzzle.solutions };
        let mut is_at_once = true;
        for at in (0..puzzle.line.len()).step_by(2) {
            self.show_board(&step.game)?;
            let Some(answer) = self.ask_move(&step, input)? else { return Ok(None) };
            let Answer::Found { m, at_once } = answer else {
                self.solution(puzzle, &step.game, step.solutions[0], "The solution is")?;
                return Ok(Some(Solved::Not));
            };
            is_at_once &= at_once;
            // The answer and the next move to find. Another mate ends the puzzle.
            let Some(&[reply, _]) =
                puzzle.line.get(at + 1..at + 3).filter(|_| m == puzzle.line[at])
            else {
                self.solution(puzzle, &step.game, m, "Right:")?;
                break;
            };
            let line = san_line(step.game.position(), &[m, reply]).join(" ");
            writeln!(self.out, "Right: {line}. What next?\n")?;
            step.game.play(m);
            step.game.play(reply);
            step.solutions = &puzzle.line[at + 2..at + 3];
        }
        Ok(Some(if is_at_once { Solved::AtOnce } else { Solved::Later }))
    }

    /// Reads lines until a move of a puzzle is found or skipped. `None` ends the program.
    fn ask_move(&mut self, step: &Step, input: &mut impl BufRead) -> io::Result<Option<Answer>> {
        let (mut hints, mut tries) = (0, 0);
        loop {
            self.out.flush()?;
            if self.prompts {
                let mut stdout = io::stdout().lock();
                stdout.write_all(display_prompt(&step.game).as_bytes())?;
                stdout.flush()?;
            }
            let line = match files::read_line(input) {
                Ok(Some(line)) => line,
                Ok(None) => return Ok(None),
                Err(error) if files::is_long_line(&error) => {
                    self.say(&error.to_string())?;
                    continue;
                }
                Err(error) => return Err(error),
            };
            let word = line.split_whitespace().next().unwrap_or_default();
            match word.to_ascii_lowercase().as_str() {
                "" => {}
                "quit" | "exit" => return Ok(None),
                "help" | "?" => writeln!(self.out, "{HELP}")?,
                "board" => self.show_board(&step.game)?,
                "fen" => writeln!(self.out, "{}", step.game.position().fen())?,
                "hint" => {
                    hints += 1;
                    self.hint(step, hints)?;
                }
                "skip" => return Ok(Some(Answer::Skipped)),
                _ => {
                    let Some(m) = self.parse(&step.game, &line)? else { continue };
                    tries += 1;
                    if step.is_solution(m) {
                        return Ok(Some(Answer::Found { m, at_once: tries == 1 && hints == 0 }));
                    }
                    self.refute(&step.game, m)?;
                }
            }
        }
    }

    /// Parses an answer. If it is not a legal move, prints a message and returns `None`.
    fn parse(&mut self, game: &Game, line: &str) -> io::Result<Option<Move>> {
        let typed = TypedMoves::parse(line);
        let word = typed.words().first().copied().unwrap_or(line.trim());
        let problem = match read_move(game.position(), word) {
            Ok(m) => return Ok(Some(m)),
            Err(PositionError::Notation(text)) => {
                format!("unknown move or command: {text}; help lists the commands")
            }
            Err(error) => explain(game.position(), &error),
        };
        self.say(&problem)?;
        Ok(None)
    }

    /// Names the piece that moves, then its target.
    fn hint(&mut self, step: &Step, hints: usize) -> io::Result<()> {
        let m = step.solutions[0];
        let (piece, from) = (role_name(m.role()), from_square(m));
        let text = match hints {
            1 => format!("Look at the {piece} on {from}."),
            _ if m.is_castle() => "The king castles.".to_owned(),
            _ => format!("The {piece} moves to {}.", m.to()),
        };
        writeln!(self.out, "{text}")
    }

    /// Prints the solution with its line, its theme and its game.
    fn solution(&mut self, puzzle: &Puzzle, game: &Game, m: Move, words: &str) -> io::Result<()> {
        let position = game.position();
        let mut next = game.clone();
        next.play(m);
        let mut line = vec![m];
        let mut score = String::new();
        if let Some(best) = self.search(&next) {
            line.extend(best.pv.iter().take(SHOWN - 1));
            score = format!(" ({})", self.score(&next, &best));
        }
        let best = self.style.bold(&san(position, m));
        let line = fit(&san_line(position, &line), None, self.style);
        let text = format!("{words} {best}{score}: {line}");
        writeln!(self.out, "{}", self.style.wrap(&text, ""))?;
        if let Some(theme) = &puzzle.theme {
            writeln!(self.out, "Theme: {theme}")?;
        }
        if let Some(about) = &puzzle.about {
            let about = self.style.wrap(&printable(about), "");
            writeln!(self.out, "{}", self.style.dim(&about))?;
        }
        Ok(())
    }

    /// Prints the refutation of a wrong move.
    fn refute(&mut self, game: &Game, m: Move) -> io::Result<()> {
        let text = san(game.position(), m);
        let mut next = game.clone();
        next.play(m);
        let why = match next.ending() {
            Some(ending) => ending.to_string(),
            None => match self.search(&next) {
                Some(best) => {
                    let line = &best.pv[..best.pv.len().min(SHOWN)];
                    let line = san_line(next.position(), line).join(" ");
                    format!("{line} ({})", self.score(&next, &best))
                }
                // Ctrl-C was pressed before the first result.
                None => "no line was found".to_owned(),
            },
        };
        self.say(&format!("Not {text}: {why}. Try again, or hint or skip."))
    }

    fn score(&self, game: &Game, best: &ScoredLine) -> String {
        display::score(best.score, game.position().turn(), best.bound, self.style)
    }

    /// Searches a position, with a spinner on stderr. `None` if the game is over.
    fn search(&self, game: &Game) -> Option<ScoredLine> {
        if game.ending().is_some_and(|ending| matches!(ending, Ending::Checkmate(_))) {
            return None;
        }
        let spinner = progress::spinner("{spinner} thinking");
        let request = SearchRequest::new(game.clone(), self.limits.clone());
        let found = evaluation::search(&self.engine, request);
        spinner.finish_and_clear();
        found.map(|found| found.best)
    }

    fn show_board(&mut self, game: &Game) -> io::Result<()> {
        let position = game.position();
        let side = position.turn();
        let marked = game.last_moves()[0].map_or(Bitboard::EMPTY, display::squares);
        let board = display::draw_board(position.board(), side, marked, self.style);
        writeln!(self.out, "{board}\n")
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        let text = self.style.wrap(&printable(text), "");
        writeln!(self.out, "{}", self.style.remark(&text))
    }
}

/// A move of a puzzle to find.
struct Step<'a> {
    game: Game,
    solutions: &'a [Move],
}

/// Answer to a step.
enum Answer {
    Found { m: Move, at_once: bool },
    Skipped,
}

impl Step<'_> {
    /// Returns true if the move is a solution. Any move that mates at once is one.
    fn is_solution(&self, m: Move) -> bool {
        let mut next = self.game.clone();
        next.play(m);
        self.solutions.contains(&m) || matches!(next.ending(), Some(Ending::Checkmate(_)))
    }
}

fn display_prompt(game: &Game) -> String {
    let position = game.position();
    format!("{}{} ", position.fullmoves(), position.turn().fold_wb(".", "..."))
}

const HELP: &str = "\
Nf3, g1f3, O-O, e8=Q  answer with a move
hint                  show the piece that moves; repeated, its target
skip                  show the solution and continue
board                 draw the board
fen                   print the position as FEN
quit                  print the score and end the program";

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks puzzles in EPD, and returns the output.
    fn said(epd: &str, input: &str) -> String {
        let puzzles = brudno::notation::epd::parse(epd).unwrap().into_iter().map(|entry| Puzzle {
            game: entry.game,
            line: vec![entry.best_moves[0]],
            solutions: entry.best_moves,
            theme: None,
            about: entry.comment,
        });
        let mut session = PuzzleSession {
            engine: Arc::new(Engine::start().unwrap()),
            limits: Limits { depth: Some(4), ..Limits::default() },
            prompts: false,
            out: Vec::new(),
            style: TermStyle::PLAIN,
        };
        session.run(&puzzles.collect::<Vec<_>>(), &mut input.as_bytes()).unwrap();
        String::from_utf8(session.out).unwrap()
    }

    #[test]
    fn another_mate_is_right_too() {
        let said = said("k7/8/1K6/8/8/8/8/2R4R w - - bm Rc8#;", "Rh8\n");
        assert!(said.contains("Right: Rh8#: 1.Rh8#\n"), "{said}");
    }

    #[test]
    fn a_stalemate_is_refuted_by_the_rules() {
        let said = said("7k/8/5K2/8/8/8/8/6Q1 w - - bm Kf7;", "Qg6\n");
        assert!(said.contains("Not Qg6: stalemate: a draw. Try again"), "{said}");
        assert!(said.ends_with("0 of 1 solved at once; 1 not asked or not answered\n"), "{said}");
    }

    #[test]
    fn hints_become_clearer() {
        let castling = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;";
        let said = said(castling, "hint\nhint\nhint\nfen\nboard\nO-O\n");
        let at = |text: &str| said.find(text).unwrap_or_else(|| panic!("{text} in {said}"));
        assert!(at("Look at the king on e1.") < at("The king castles."));
        assert!(at("\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\n") < at("Right: O-O"));
        assert!(said.contains("0 of 1 solved at once, 1 with hints or more tries"), "{said}");
    }
}
