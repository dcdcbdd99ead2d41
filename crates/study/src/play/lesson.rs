//! The review's exercises: the player tries again at each own mistake.

use std::io::Write;

use brudno::{
    chess::from_square,
    notation::{movetext::read_move, san, san_line},
    search::Limits,
    terminal::{
        display::{self, draw_board, role_name, squares},
        illegal::explain,
        typed_moves::TypedMoves,
    },
};
use brudno_console::format::count;
use shakmaty::{Bitboard, Color, Move};

use super::{PlayError, PlaySession, coach::ADVICE, commands::PlayCommand};
use crate::shared::review::{Judgement, Review, judge, number};

/// Maximum length of a line, plies.
const SHOWN: usize = 6;

/// Mistakes of a reviewed game that are not tried yet.
pub struct Lesson {
    review: Review,
    /// Plies of the mistakes.
    plies: Vec<usize>,
    /// Index of the current mistake.
    at: usize,
    /// Number of hints given for it.
    hints: usize,
    /// Number of mistakes for which a better move was found.
    found: usize,
}

impl Lesson {
    /// Creates the exercises for mistakes of a game, at least one.
    pub const fn new(review: Review, plies: Vec<usize>) -> Lesson {
        Lesson { review, plies, at: 0, hints: 0, found: 0 }
    }

    /// Returns the plies of a side's mistakes that have a best move, in the order of the game.
    pub fn mistakes(review: &Review, side: Color) -> Vec<usize> {
        let is_mistake = |&ply: &usize| {
            review.position(ply).turn() == side
                && review.moves[ply].judgement >= Some(Judgement::Mistake)
                && review.evaluations[ply].as_ref().is_some_and(|known| !known.best.pv.is_empty())
        };
        (0..review.moves.len()).filter(is_mistake).collect()
    }

    fn ply(&self) -> usize {
        self.plies[self.at]
    }

    fn is_over(&self) -> bool {
        self.at == self.plies.len()
    }

    /// Returns the best move, if it is known.
    fn best(&self) -> Option<Move> {
        self.review.evaluations[self.ply()].as_ref()?.best.pv.first().copied()
    }

    /// Returns the prompt of the current mistake.
    pub fn prompt(&self) -> String {
        format!("{} ", number(self.review.position(self.ply())))
    }

    /// Returns the move of the game with its number and sign.
    fn played(&self) -> String {
        let ply = self.ply();
        let position = self.review.position(ply);
        let m = self.review.game.main.moves[ply].m.map_or_else(String::new, |m| san(position, m));
        let sign = self.review.moves[ply].judgement.map_or("", |judgement| judgement.sign());
        format!("{}{m}{sign}", number(position))
    }
}

impl<W: Write> PlaySession<W> {
    /// Begins the exercises.
    pub(super) fn begin_lesson(&mut self, lesson: Lesson) -> Result<(), PlayError> {
        let number = count(lesson.plies.len() as u64, "mistake", "mistakes");
        writeln!(
            self.out,
            "{number} of yours. Find a better move; hint and skip help, stop ends.\n"
        )?;
        self.exercise(&lesson)?;
        self.lesson = Some(lesson);
        Ok(())
    }

    /// Prints the current exercise.
    fn exercise(&mut self, lesson: &Lesson) -> Result<(), PlayError> {
        let title = format!(
            "Mistake {} of {}: you played {}. What is better?",
            lesson.at + 1,
            lesson.plies.len(),
            lesson.played()
        );
        writeln!(self.out, "{}\n", self.style.bold(&title))?;
        self.draw_exercise(lesson)
    }

    fn draw_exercise(&mut self, lesson: &Lesson) -> Result<(), PlayError> {
        let game = &lesson.review.positions[lesson.ply()];
        let marked = game.last_moves()[0].map_or(Bitboard::EMPTY, squares);
        let board = draw_board(game.position().board(), self.person, marked, self.style);
        Ok(writeln!(self.out, "{board}\n")?)
    }

    /// Handles a line during the exercises. Returns false if the line is a command of the game,
    /// which ends them.
    pub(super) fn teach(
        &mut self,
        mut lesson: Lesson,
        word: &str,
        rest: &str,
    ) -> Result<bool, PlayError> {
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "board" => self.draw_exercise(&lesson)?,
            "fen" => {
                let fen = lesson.review.position(lesson.ply()).fen();
                writeln!(self.out, "{fen}")?;
            }
            "help" | "?" => writeln!(self.out, "{HELP}")?,
            "hint" => {
                lesson.hints += 1;
                self.hint_exercise(&lesson)?;
            }
            "skip" => {
                self.solve(&lesson, "The best move is")?;
                return self.next_exercise(lesson);
            }
            "stop" => {
                self.end_lesson(&lesson)?;
                return Ok(true);
            }
            _ if PlayCommand::parse(word, rest).is_some() => return Ok(false),
            _ => {
                let position = lesson.review.position(lesson.ply()).clone();
                let line = format!("{word} {rest}");
                let typed = TypedMoves::parse(&line);
                match read_move(&position, typed.words().first().copied().unwrap_or(word)) {
                    Ok(m) => {
                        if self.is_better(&lesson, m)? {
                            lesson.found += usize::from(lesson.hints < 2);
                            self.solve(
                                &lesson,
                                &format!("{} is right. Best was", san(&position, m)),
                            )?;
                            return self.next_exercise(lesson);
                        }
                    }
                    Err(error) => {
                        let why = explain(&position, &error);
                        self.say(&why)?;
                    }
                }
            }
        }
        self.lesson = Some(lesson);
        Ok(true)
    }

    fn next_exercise(&mut self, mut lesson: Lesson) -> Result<bool, PlayError> {
        (lesson.at, lesson.hints) = (lesson.at + 1, 0);
        if lesson.is_over() {
            self.end_lesson(&lesson)?;
        } else {
            self.exercise(&lesson)?;
            self.lesson = Some(lesson);
        }
        Ok(true)
    }

    fn end_lesson(&mut self, lesson: &Lesson) -> Result<(), PlayError> {
        let (found, all) = (lesson.found, lesson.plies.len());
        Ok(writeln!(self.out, "You found {found} of {all}. The game stands as before.\n")?)
    }

    /// Names the piece of the best move, then the move.
    fn hint_exercise(&mut self, lesson: &Lesson) -> Result<(), PlayError> {
        let Some(best) = lesson.best() else { return Ok(()) };
        let text = if lesson.hints == 1 {
            format!("look at your {} on {}", role_name(best.role()), from_square(best))
        } else {
            format!("the move is {}", san(lesson.review.position(lesson.ply()), best))
        };
        self.say(&text)
    }

    /// Prints what was wrong and the best line.
    fn solve(&mut self, lesson: &Lesson, words: &str) -> Result<(), PlayError> {
        let ply = lesson.ply();
        let position = lesson.review.position(ply);
        let line = lesson.review.evaluations[ply].as_ref().map(|known| known.best.pv.as_slice());
        let line = line.unwrap_or_default();
        let line = san_line(position, &line[..line.len().min(SHOWN)]).join(" ");
        let sentence = lesson.review.moves[ply].sentence.as_deref().unwrap_or_default();
        let text = format!("{words} {line}. {}  {sentence}", lesson.played());
        Ok(writeln!(self.out, "{}\n", self.style.wrap(&text, "  "))?)
    }

    /// Returns true if a move is as good as the best one. Otherwise prints the answer to it.
    fn is_better(&mut self, lesson: &Lesson, m: Move) -> Result<bool, PlayError> {
        let ply = lesson.ply();
        let Some(best) = lesson.review.evaluations[ply].as_ref().map(|known| &known.best) else {
            return Ok(false);
        };
        if best.pv.first() == Some(&m) {
            return Ok(true);
        }
        let position = lesson.review.position(ply);
        let text = san(position, m);
        if lesson.review.game.main.moves[ply].m == Some(m) {
            self.say(&format!("{text} is the move of the game. Try another one"))?;
            return Ok(false);
        }
        let mut next = lesson.review.positions[ply].clone();
        next.play(m);
        let mut why = match next.ending() {
            Some(ending) if ending.outcome().winner() == Some(position.turn()) => return Ok(true),
            Some(ending) => ending.to_string(),
            None => String::new(),
        };
        if why.is_empty() {
            let limits = Limits { nodes: Some(ADVICE), ..Limits::default() };
            let Some(reply) = self.coach.search(&next, limits) else { return Ok(false) };
            if judge(best.score, -reply.score).is_none() {
                return Ok(true);
            }
            let turn = next.position().turn();
            let score = display::score(reply.score, turn, reply.bound, self.style);
            let line = &reply.pv[..reply.pv.len().min(SHOWN)];
            why = format!("{} ({score})", san_line(next.position(), line).join(" "));
        }
        self.say(&format!("not {text}: {why}. Try again, or hint or skip"))?;
        Ok(false)
    }
}

const HELP: &str = "\
Nf3, g1f3, O-O, e8=Q  answer with a move
hint                  show the piece that moves; repeated, the move
skip                  show the best move and continue
board, fen            draw the board, or print the position as FEN
stop                  end the exercises; so does every command of the game";
