//! Proves that a position is a puzzle, and finds the line that is asked.

use brudno::{
    chess::{Game, Position, is_recapture, score::moves_to_mate},
    platform::StopSignal,
    search::{Engine, Limits, SearchRequest},
};
use shakmaty::{Move, Position as _};

use super::criteria::{Effect, Theme, effect, is_hidden, is_promising};
use crate::shared::evaluation::{self, Evaluation};

/// Factor of the nodes and the time of the search that verifies a puzzle, relative to the analysis.
const EFFORT: u64 = 8;
/// Additional plies of this search if the limit is a depth.
const DEEPER: u32 = 4;
/// Maximum number of moves to find.
const MOVES: usize = 6;

/// Searches positions again.
pub struct Prover<'a> {
    pub engine: &'a Engine,
    /// Limits of the analysis.
    pub limits: &'a Limits,
    pub stop: &'a StopSignal,
}

/// A proved puzzle.
pub struct Proved {
    pub theme: Theme,
    /// Moves to find and the answers to them. Ends with a move to find.
    pub line: Vec<Move>,
}

impl Prover<'_> {
    /// Proves that one move wins or holds. `last` is the move that led to the position. `None` if
    /// the position is no puzzle, or Ctrl-C was pressed.
    pub fn prove(&self, position: &Position, last: Option<Move>) -> Option<Proved> {
        let short = self.best_lines(position, self.limits.clone())?;
        if !is_promising(&short.best, short.others.first()?) {
            return None;
        }
        let found = self.best_lines(position, deeper(self.limits))?;
        let &solution = found.best.pv.first()?;
        let effect = effect(&found.best, found.others.first()?)?;
        let theme = |asked: usize| Theme::new(position, &found.best, effect, asked);
        if is_recapture(last, solution) || !is_hidden(position, solution, theme(1)) {
            return None;
        }
        let line = self.line(position, found.clone(), effect);
        Some(Proved { theme: theme(line.len()), line })
    }

    /// Extends a solution by the best answer and the next move, as long as that is the only good
    /// one too.
    fn line(&self, position: &Position, mut found: Evaluation, wanted: Effect) -> Vec<Move> {
        let mut position = position.clone();
        let mut line: Vec<Move> = found.best.pv[..1].to_vec();
        // Number of moves up to the last one that had an alternative.
        let mut length = 1;
        while line.len() < 2 * MOVES - 1
            && let [m, reply, _, ..] = found.best.pv[..]
        {
            position = position.play(m).play(reply);
            let Some(next) = self.best_lines(&position, deeper(self.limits)) else { break };
            let is_mate = moves_to_mate(next.best.score) == Some(1);
            let is_only = match next.others.first() {
                Some(second) => is_mate || effect(&next.best, second) == Some(wanted),
                None => position.chess().legal_moves().len() == 1,
            };
            let Some(&best) = next.best.pv.first().filter(|_| is_only) else { break };
            line.extend([reply, best]);
            if !next.others.is_empty() {
                length = line.len();
            }
            // Every mate is accepted.
            if is_mate {
                return line;
            }
            found = next;
        }
        line.truncate(length);
        line
    }

    /// Searches the two best lines of a position. `None` if it has no legal move, or after Ctrl-C.
    fn best_lines(&self, position: &Position, limits: Limits) -> Option<Evaluation> {
        self.engine.new_game();
        let request = SearchRequest {
            stop: self.stop.clone(),
            multi_pv: 2,
            // A puzzle has no history, so the search must not use it.
            ..SearchRequest::new(Game::new(position.clone()), limits)
        };
        evaluation::search(self.engine, request).filter(|_| !self.stop.is_requested())
    }
}

/// Returns the limits of the search that verifies a puzzle.
fn deeper(limits: &Limits) -> Limits {
    Limits {
        depth: limits.depth.map(|depth| depth.saturating_add(DEEPER)),
        nodes: limits.nodes.map(|nodes| nodes.saturating_mul(EFFORT)),
        move_time: limits.move_time.map(|time| time.saturating_mul(EFFORT)),
        ..limits.clone()
    }
}

#[cfg(test)]
mod tests {
    use brudno::notation::san_line;

    use super::*;

    fn proved(fen: &str) -> Option<String> {
        let game = Game::from_fen(fen, false).unwrap();
        let engine = Engine::start().unwrap();
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let prover = Prover { engine: &engine, limits: &limits, stop: &StopSignal::default() };
        let found = prover.prove(game.position(), None)?;
        let line = san_line(game.position(), &found.line).join(" ");
        Some(format!("{}: {line}", found.theme.name()))
    }

    #[test]
    fn the_whole_forced_line_is_asked() {
        let mate = "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 1";
        assert_eq!(proved(mate).unwrap(), "mate-in-2: 1.Qd8+ Bxd8 2.Re8#");
        // The fork wins the queen.
        let fork = proved("q3k3/8/8/1N6/8/8/6PP/6K1 w - - 0 1").unwrap();
        assert!(fork.starts_with("material: 1.Nc7+ K") && fork.ends_with(" 2.Nxa8"), "{fork}");
    }

    #[test]
    fn more_than_one_good_move_is_no_puzzle() {
        for fen in [
            // Several mates.
            "k7/8/1K6/8/8/8/8/2R4R w - - 0 1",
            // Everything wins.
            "4k3/8/8/8/8/8/8/QR2K3 w - - 0 1",
            // One legal move.
            "7k/8/8/8/8/8/1r6/K7 w - - 0 1",
        ] {
            assert_eq!(proved(fen), None, "{fen}");
        }
    }
}
