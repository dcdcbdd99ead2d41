//! `brudno play --puzzles`: asks the puzzles of a file one after the other.

mod read;
mod score;

use std::{
    io::{self, BufRead, IsTerminal as _, Write},
    path::Path,
    process::ExitCode,
    sync::Arc,
};

use brudno::{
    chess::{Ending, Game, PositionError, from_square},
    notation::{san, san_line},
    platform::{files, stdio::printable},
    search::{Engine, Limits, ScoredLine, SearchRequest},
    terminal::{
        display::{self, TermStyle, fit, role_name},
        illegal::explain,
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

use super::quit_guard::show;
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

/// Asks the puzzles of a file until the last one, `quit` or the end of the input.
pub fn run(path: &Path, engine: &EngineArgs) -> ExitCode {
    match ask(path, engine) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => process::fail(&error),
    }
}

fn ask(path: &Path, arguments: &EngineArgs) -> Result<(), PuzzlesError> {
    let puzzles = read(path).map_err(PuzzlesError::Read)?;
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
            self.show_board(puzzle)?;
            let Some(solved) = self.ask(puzzle, input)? else { break };
            score.add(solved);
        }
        writeln!(self.out, "\n{}", self.style.bold(&score.text(puzzles.len())))?;
        self.out.flush()
    }

    /// Reads lines until a puzzle is solved or skipped. `None` ends the program.
    fn ask(&mut self, puzzle: &Puzzle, input: &mut impl BufRead) -> io::Result<Option<Solved>> {
        let (mut hints, mut tries) = (0, 0);
        loop {
            self.out.flush()?;
            if self.prompts {
                show(&display_prompt(&puzzle.game))?;
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
                "help" => writeln!(self.out, "{HELP}")?,
                "board" => self.show_board(puzzle)?,
                "fen" => writeln!(self.out, "{}", puzzle.game.position().fen())?,
                "hint" => {
                    hints += 1;
                    self.hint(puzzle, hints)?;
                }
                "skip" => {
                    self.solution(puzzle, puzzle.solutions[0], "The solution is")?;
                    return Ok(Some(Solved::Not));
                }
                _ => {
                    let Some(m) = self.parse(&puzzle.game, word)? else { continue };
                    tries += 1;
                    if is_solution(puzzle, m) {
                        self.solution(puzzle, m, "Right:")?;
                        let is_at_once = tries == 1 && hints == 0;
                        return Ok(Some(if is_at_once { Solved::AtOnce } else { Solved::Later }));
                    }
                    self.refute(&puzzle.game, m)?;
                }
            }
        }
    }

    /// Parses an answer. If it is not a legal move, prints a message and returns `None`.
    fn parse(&mut self, game: &Game, word: &str) -> io::Result<Option<Move>> {
        let problem = match game.position().parse_move(word) {
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
    fn hint(&mut self, puzzle: &Puzzle, hints: usize) -> io::Result<()> {
        let m = puzzle.solutions[0];
        let (piece, from) = (role_name(m.role()), from_square(m));
        let text = match hints {
            1 => format!("Look at the {piece} on {from}."),
            _ if m.is_castle() => "The king castles.".to_owned(),
            _ => format!("The {piece} moves to {}.", m.to()),
        };
        writeln!(self.out, "{text}")
    }

    /// Prints the solution with its line and its game.
    fn solution(&mut self, puzzle: &Puzzle, m: Move, words: &str) -> io::Result<()> {
        let position = puzzle.game.position();
        let mut next = puzzle.game.clone();
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

    fn show_board(&mut self, puzzle: &Puzzle) -> io::Result<()> {
        let position = puzzle.game.position();
        let side = position.turn();
        let board = display::draw_board(position.board(), side, Bitboard::EMPTY, self.style);
        writeln!(self.out, "{board}\n")
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        let text = self.style.wrap(&printable(text), "");
        writeln!(self.out, "{}", self.style.yellow(&text))
    }
}

/// Returns true if the move is a solution. Any move that mates at once is one.
fn is_solution(puzzle: &Puzzle, m: Move) -> bool {
    let mut next = puzzle.game.clone();
    next.play(m);
    puzzle.solutions.contains(&m) || matches!(next.ending(), Some(Ending::Checkmate(_)))
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
            solutions: entry.best_moves,
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
