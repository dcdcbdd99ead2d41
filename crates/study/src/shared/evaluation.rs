//! Evaluation of a position by a search.

use std::iter;

use brudno::{
    chess::score::Score,
    search::{Engine, Info, ScoredLine, SearchRequest},
};
use shakmaty::Move;

/// Result of a search, or of the game if it is over.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Best line. Without moves if the game is over.
    pub best: ScoredLine,
    /// The other lines of a search with several lines, best first.
    pub others: Vec<ScoredLine>,
    /// Nodes searched.
    pub nodes: u64,
}

impl Evaluation {
    /// Returns an evaluation that comes from elsewhere than a search: the score of the side to
    /// move, without a line.
    pub const fn of_score(score: Score) -> Evaluation {
        Evaluation { best: ScoredLine::without_moves(score), others: Vec::new(), nodes: 0 }
    }

    /// Returns all lines that have moves, best first.
    pub fn lines(&self) -> impl Iterator<Item = &ScoredLine> {
        iter::once(&self.best).chain(&self.others).filter(|line| !line.pv.is_empty())
    }
}

/// Searches a position. `None` if there is no legal move.
pub fn search(engine: &Engine, request: SearchRequest) -> Option<Evaluation> {
    search_move(engine, request).0
}

/// Searches a position. Returns its evaluation and the move to play, which differs from the best
/// move at a limited strength. `None` if there is no legal move.
pub fn search_move(engine: &Engine, request: SearchRequest) -> (Option<Evaluation>, Option<Move>) {
    let mut latest = LatestLines::default();
    let m = engine.search(request, |info| latest.update(info));
    (latest.0, m)
}

/// The last scores and lines of a search. `None` if there is no legal move.
#[derive(Default)]
struct LatestLines(Option<Evaluation>);

impl LatestLines {
    fn update(&mut self, info: &Info) {
        let &Info { multipv, nodes, ref line, .. } = info;
        let Some(&first) = line.pv.first() else { return };
        let line = line.clone();
        if multipv > 1 {
            let Some(found) = &mut self.0 else { return };
            match found.others.get_mut(multipv - 2) {
                Some(known) => *known = line,
                None => found.others.push(line),
            }
            return;
        }
        // The former best line may still be among the others.
        let mut others = self.0.take().map_or_else(Vec::new, |found| found.others);
        others.retain(|line| line.pv[0] != first);
        self.0 = Some(Evaluation { best: line, others, nodes });
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
                let request = SearchRequest::new(game.clone(), limits);
                let (found, m) = search_move(&engine, request);
                assert_eq!(found.unwrap().best.pv.first().copied(), m, "{nodes} nodes");
            }
        }
    }
}
