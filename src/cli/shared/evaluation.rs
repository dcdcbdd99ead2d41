//! Evaluation of a position by a search.

use shakmaty::Move;

use crate::{
    chess::score::{Bound, Score},
    search::Info,
};

/// Result of a search, or of the rules if the game is over.
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
}

/// Collects the last score and line of a search.
#[derive(Default)]
pub struct BestLine {
    /// `None` if there is no legal move.
    pub found: Option<Evaluation>,
}

impl BestLine {
    /// Takes a line of analysis.
    pub fn update(&mut self, info: &Info) {
        if info.multipv > 1 || info.pv.is_empty() {
            return;
        }
        let &Info { depth, score, bound, nodes, ref pv, .. } = info;
        self.found = Some(Evaluation { score, bound, depth, nodes, line: pv.clone() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{Game, test_positions::KIWIPETE},
        search::{Engine, Limits, SearchRequest},
    };

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
