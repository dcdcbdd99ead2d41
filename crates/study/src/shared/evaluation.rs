//! Evaluation of a position by a search.

use std::iter;

use brudno::{
    chess::score::{Bound, Score},
    search,
    search::{Engine, Info, SearchRequest},
};
use shakmaty::Move;

/// Result of a search, or of the game if it is over.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Score of the side to move.
    pub score: Score,
    /// Bound of the score.
    pub bound: Bound,
    /// Depth, plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Principal variation; empty if the game is over.
    pub line: Vec<Move>,
    /// The other lines of a search with several lines, best first.
    pub others: Vec<ScoredLine>,
}

/// A line with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredLine {
    /// Score of the side to move.
    pub score: Score,
    /// Bound of the score.
    pub bound: Bound,
    /// Moves.
    pub moves: Vec<Move>,
}

impl Evaluation {
    /// Returns all lines, best first.
    pub fn lines(&self) -> impl Iterator<Item = ScoredLine> {
        let Evaluation { score, bound, ref line, .. } = *self;
        let best = ScoredLine { score, bound, moves: line.clone() };
        iter::once(best).chain(self.others.iter().cloned()).filter(|line| !line.moves.is_empty())
    }
}

/// Searches a position. `None` if there is no legal move.
pub fn search(engine: &Engine, request: SearchRequest) -> Option<Evaluation> {
    let mut best = BestLine::default();
    engine.search(request, |info| best.update(info));
    best.found
}

/// Collects the last scores and lines of a search.
#[derive(Default)]
pub struct BestLine {
    /// `None` if there is no legal move.
    pub found: Option<Evaluation>,
}

impl BestLine {
    /// Adds a line of analysis.
    pub fn update(&mut self, info: &Info) {
        let &Info { multipv, nodes, ref line, .. } = info;
        let &search::ScoredLine { depth, score, bound, ref pv, .. } = line;
        let Some(&first) = pv.first() else { return };
        if multipv > 1 {
            let Some(found) = &mut self.found else { return };
            let line = ScoredLine { score, bound, moves: pv.clone() };
            match found.others.get_mut(multipv - 2) {
                Some(known) => *known = line,
                None => found.others.push(line),
            }
            return;
        }
        // The former best line may still be among the others.
        let mut others = self.found.take().map_or_else(Vec::new, |found| found.others);
        others.retain(|line| line.moves[0] != first);
        self.found = Some(Evaluation { score, bound, depth, nodes, line: pv.clone(), others });
    }
}

#[cfg(test)]
mod tests {
    use brudno::{chess::Game, search::Limits};

    use super::*;

    /// A position with castling, captures and checks of all kinds (Peter McKenzie).
    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    #[test]
    fn the_score_that_stands_is_that_of_the_best_move() {
        let engine = Engine::start().unwrap();
        for game in [Game::default(), Game::from_fen(KIWIPETE, false).unwrap()] {
            for nodes in (1_000..20_000).step_by(900) {
                engine.new_game();
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let mut best = BestLine::default();
                let request = SearchRequest::new(game.clone(), limits);
                let m = engine.search(request, |info| best.update(info));
                assert_eq!(best.found.unwrap().line.first().copied(), m, "{nodes} nodes");
            }
        }
    }
}
