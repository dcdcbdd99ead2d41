//! Full-strength evaluations of a game for the player's benefit.
//!
//! They come from an engine of their own: the opponent's transposition table would pass them on to
//! the opponent, whose strength may be limited.

use std::{mem, sync::Arc};

use brudno::{
    chess::{Game, score::Bound},
    platform::StopSignal,
    search::{Engine, Limits, ScoredLine, SearchRequest},
};
use brudno_console::progress;
use brudno_notation::pgn::PgnGame;
use shakmaty::ByColor;

use super::played_game::PlayedGame;
use crate::shared::{
    evaluation::{self, Evaluation},
    review::{Examiner, Judgement, Review, ReviewedMove, evaluate_position, judged_move},
};

/// Nodes per position for judging moves.
const JUDGING: u64 = 100_000;
/// Nodes per position for hints and threats, and for confirming a mistake.
pub const ADVICE: u64 = 400_000;

/// Evaluations of a game.
pub struct Coach {
    engine: Arc<Engine>,
    /// Evaluations by ply, each with its budget in nodes; the last positions may be missing.
    evaluations: Vec<Option<(u64, Evaluation)>>,
}

impl Coach {
    /// Creates a coach for a new game.
    pub const fn new(engine: Arc<Engine>) -> Coach {
        Coach { engine, evaluations: Vec::new() }
    }

    /// Takes the evaluations, and leaves a coach without any.
    pub fn take(&mut self) -> Coach {
        let evaluations = mem::take(&mut self.evaluations);
        Coach { engine: Arc::clone(&self.engine), evaluations }
    }

    /// Forgets the game.
    pub fn new_game(&mut self) {
        self.engine.new_game();
        self.evaluations.clear();
    }

    /// Forgets the positions after a number of plies.
    pub fn truncate(&mut self, plies: usize) {
        self.evaluations.truncate(plies + 1);
    }

    /// Returns the best line of a position. Ctrl-C ends the search early. `None` if there is no legal move.
    pub fn search(&self, game: &Game, limits: Limits) -> Option<ScoredLine> {
        self.search_until(game, limits, &StopSignal::default()).map(|found| found.best)
    }

    /// Returns the best line of a game's current position. `None` if there is no legal move, and
    /// after Ctrl-C.
    pub fn uninterrupted(&mut self, game: &PlayedGame) -> Option<ScoredLine> {
        let best = self.current(game)?;
        self.known(game.moves().len(), ADVICE).map(|_| best)
    }

    /// Returns the best line of a game's current position. Ctrl-C ends the search early. `None` if
    /// there is no legal move.
    pub fn current(&mut self, game: &PlayedGame) -> Option<ScoredLine> {
        let ply = game.moves().len();
        if let Some(known) = self.known(ply, ADVICE) {
            return Some(known.best);
        }
        let limits = Limits { nodes: Some(ADVICE), ..Limits::default() };
        let stop = StopSignal::default();
        let found = self.search_until(game.current(), limits, &stop)?;
        if !stop.is_requested() {
            self.remember(ply, ADVICE, found.clone());
        }
        Some(found.best)
    }

    fn search_until(&self, game: &Game, limits: Limits, stop: &StopSignal) -> Option<Evaluation> {
        let progress = progress::spinner("{spinner} thinking");
        let request =
            SearchRequest { stop: stop.clone(), ..SearchRequest::new(game.clone(), limits) };
        let found = evaluation::search(&self.engine, request);
        progress.finish_and_clear();
        found
    }

    /// Judges the last move of a game. `None` if there is none, or after Ctrl-C. A mistake is
    /// confirmed by a longer search.
    pub fn judge_last_move(&mut self, game: &PlayedGame) -> Option<ReviewedMove> {
        let (ply, m) = (game.moves().len(), game.last()?);
        let previous = game.previous()?;
        let mut judge = |budget| {
            // Last to first: the second search finds the results of the first one.
            let after = self.evaluate(game.current(), ply, true, budget)?;
            let before = self.evaluate(&previous, ply - 1, false, budget)?;
            let (stop, known) = (StopSignal::default(), [Some(before), Some(after)]);
            let examiner = Examiner::new(&self.engine, 1, &stop, &known);
            let [before, after] = known.each_ref().map(Option::as_ref);
            let (before, after) = (&before?.best, &after?.best);
            let mut probe = |game: &Game, effort| examiner.probe(game, effort);
            Some(judged_move(&previous, m, before, game.current(), after, &mut probe))
        };
        let judged = judge(JUDGING)?;
        if judged.judgement < Some(Judgement::Mistake) {
            return Some(judged);
        }
        judge(ADVICE)
    }

    /// Reviews a game. After Ctrl-C some moves have no evaluation.
    pub fn review(&mut self, game: PgnGame) -> Review {
        let positions = game.positions();
        self.evaluations.resize(positions.len(), None);
        let missing = self.evaluations.iter().filter(|known| known.is_none()).count();
        let progress = progress::bar(missing as u64, "{bar:20} {pos}/{len} positions, {eta} left");
        for (ply, position) in positions.iter().enumerate().rev() {
            if self.evaluations[ply].is_some() {
                continue;
            }
            if self.evaluate(position, ply, ply + 1 == positions.len(), JUDGING).is_none() {
                break;
            }
            progress.inc(1);
        }
        progress.finish_and_clear();
        let known = self.evaluations.iter();
        let evaluations: Vec<Option<Evaluation>> =
            known.map(|known| known.as_ref().map(|(_, evaluation)| evaluation.clone())).collect();
        let (stop, judged) = (StopSignal::default(), ByColor { white: true, black: true });
        let examiner = Examiner::new(&self.engine, 1, &stop, &evaluations);
        let mut review = Review::new(game, positions, evaluations.clone(), judged);
        review.explain(&examiner, judged);
        review.praise(&examiner, judged);
        review
    }

    /// Evaluates a position of the game, unless an evaluation with the same budget or more is
    /// known. `None` after Ctrl-C.
    fn evaluate(
        &mut self,
        position: &Game,
        ply: usize,
        is_last: bool,
        budget: u64,
    ) -> Option<Evaluation> {
        if let Some(known) = self.known(ply, budget) {
            return Some(known);
        }
        let stop = StopSignal::default();
        let search = |nodes| {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            evaluate_position(&self.engine, &limits, 1, position, is_last, &stop)
        };
        let mut evaluation = search(budget)?;
        // A fail high or fail low at the end of the search is no score to judge by.
        if evaluation.best.bound != Bound::Exact && budget < ADVICE {
            evaluation = search(ADVICE)?;
        }
        self.remember(ply, budget, evaluation.clone());
        Some(evaluation)
    }

    /// Returns a known evaluation with a budget of at least this many nodes.
    fn known(&self, ply: usize, budget: u64) -> Option<Evaluation> {
        let (known, evaluation) = self.evaluations.get(ply)?.as_ref()?;
        (*known >= budget).then(|| evaluation.clone())
    }

    fn remember(&mut self, ply: usize, budget: u64, evaluation: Evaluation) {
        if self.evaluations.len() <= ply {
            self.evaluations.resize(ply + 1, None);
        }
        self.evaluations[ply] = Some((budget, evaluation));
    }
}

#[cfg(test)]
mod tests {
    use brudno_notation::pgn;

    use super::*;

    fn play(moves: &str) -> PlayedGame {
        let mut game = PlayedGame::new(Game::default());
        for text in moves.split_whitespace() {
            let m = game.current().position().parse_move(text).unwrap();
            game.play(m);
        }
        game
    }

    fn judge(coach: &mut Coach, moves: &str) -> Option<String> {
        coach.judge_last_move(&play(moves))?.sentence
    }

    #[test]
    fn a_mistake_is_explained_and_a_good_move_is_not() {
        let mut coach = Coach::new(Arc::new(Engine::start().unwrap()));
        assert!(coach.judge_last_move(&play("")).is_none());
        assert_eq!(judge(&mut coach, "e4"), None);
        let sentence = judge(&mut coach, "f3 e5 g4").unwrap();
        assert!(sentence.starts_with("Blunder: allows mate with Qh4#; "), "{sentence}");
        // Mate on the board is best.
        assert_eq!(judge(&mut coach, "f3 e5 g4 Qh4#"), None);
    }

    #[test]
    fn a_move_taken_back_is_forgotten() {
        let mut coach = Coach::new(Arc::new(Engine::start().unwrap()));
        judge(&mut coach, "f3 e5 g4").unwrap();
        coach.truncate(2);
        assert_eq!(judge(&mut coach, "f3 e5 e4"), None);
    }

    #[test]
    fn a_review_completes_the_evaluations() {
        let mut coach = Coach::new(Arc::new(Engine::start().unwrap()));
        judge(&mut coach, "f3 e5 g4").unwrap();
        let game = pgn::games("1. f3 e5 2. g4 Qh4#").next().unwrap().unwrap();
        let review = coach.review(game);
        assert!(review.is_complete());
        assert_eq!(review.sides.white.counts[2], 1);
        assert_eq!(review.turning_points().last(), Some(&2));
    }
}
