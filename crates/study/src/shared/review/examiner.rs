//! Searches for judgements: short ones at the ends of lines, and deeper ones where a judgement is in
//! doubt.

use std::collections::HashMap;

use brudno::{
    chess::{Game, score::DRAW},
    eval::wdl::centipawns,
    platform::StopSignal,
    search::{Engine, Limits, ScoredLine, SearchRequest},
};
use shakmaty::{ByColor, Move};

use super::{
    Review,
    cause::LEAD,
    judged_move,
    material::points,
    rest::{Effort, Line},
    tactics::exchange,
};
use crate::shared::evaluation::{self, Evaluation};

/// Nodes of a short search, as a part of those of a position, and their maximum.
const SHORT: u64 = 12;
const LONGEST: u64 = 20_000;
/// Mean nodes of the positions below which nothing is claimed.
const LEAST: u64 = 1_000;
/// Nodes of a second opinion, as a part of those of a position.
const LONG: u64 = 5;
/// Factors of the nodes of the two stages of a deeper search.
const STAGES: [u64; 2] = [3, 10];
/// Change of the score in the first stage that ends a deeper search, centipawns.
const STABLE: i32 = 30;
/// Part of the nodes of a game that deeper searches may take.
const BUDGET: u64 = 8;
/// Minimum centipawn loss per pawn of material that is given without doubt.
const CERTAIN: i32 = 90;

/// Searches for the judgements of a game.
pub struct Examiner<'a> {
    /// Engine.
    pub engine: &'a Engine,
    /// Number of lines of each search.
    pub lines: u16,
    /// Ends the searches early.
    pub stop: &'a StopSignal,
    /// Mean nodes of the searches of the positions.
    nodes: u64,
}

impl<'a> Examiner<'a> {
    /// Creates an examiner for positions that have these evaluations.
    pub fn new(
        engine: &'a Engine,
        lines: u16,
        stop: &'a StopSignal,
        evaluations: &[Option<Evaluation>],
    ) -> Examiner<'a> {
        let searched = evaluations.iter().flatten().filter(|known| known.nodes > 0);
        let (count, nodes) =
            searched.fold((0, 0), |(count, nodes), known| (count + 1, nodes + known.nodes));
        Examiner { engine, lines, stop, nodes: nodes.checked_div(count).unwrap_or(0) }
    }

    /// Searches a position for a claim. `None` if the searches of the positions are too short for
    /// claims.
    pub fn probe(&self, game: &Game, effort: Effort) -> Option<ScoredLine> {
        let limits = self.limits(effort)?;
        self.prepare(effort);
        self.search(game, limits, 1).map(|found| found.best)
    }

    /// Forgets the earlier searches if the next one has to be independent of them.
    fn prepare(&self, effort: Effort) {
        if effort == Effort::Independent {
            self.engine.new_game();
        }
    }

    /// Searches the moves of a position other than one. `None` if there are none, or the searches of
    /// the positions are too short for claims.
    pub fn other_than(&self, game: &Game, m: Move, effort: Effort) -> Option<Evaluation> {
        let others = game.position().legal_moves().into_iter().filter(|&other| other != m);
        let limits = Limits { search_moves: Some(others.collect()), ..self.limits(effort)? };
        self.prepare(effort);
        self.search(game, limits, 1)
    }

    fn limits(&self, effort: Effort) -> Option<Limits> {
        if self.nodes < LEAST {
            return None;
        }
        Some(node_limit(match effort {
            Effort::Short => (self.nodes / SHORT).min(LONGEST),
            Effort::Long => self.nodes / LONG,
            Effort::Independent | Effort::Continued => self.nodes,
        }))
    }

    fn search(&self, game: &Game, limits: Limits, lines: u16) -> Option<Evaluation> {
        if self.stop.is_requested() {
            return None;
        }
        let request = SearchRequest {
            stop: self.stop.clone(),
            multi_pv: lines.into(),
            ..SearchRequest::new(game.clone(), limits)
        };
        evaluation::search(self.engine, request).filter(|_| !self.stop.is_requested())
    }

    /// Searches the positions of doubtful judgements deeper, and replaces their evaluations. The
    /// searches take at most an eighth of the nodes of the game, but one is always possible.
    pub fn look_deeper(
        &self,
        positions: &[Game],
        moves: &[Option<Move>],
        evaluations: &mut [Option<Evaluation>],
        judged: ByColor<bool>,
    ) {
        let known = evaluations.iter().flatten();
        let nodes: u64 = known.map(|evaluation| evaluation.nodes).sum();
        let mut budget = (nodes / BUDGET).max(self.nodes * STAGES.iter().sum::<u64>());
        let mut is_deep = vec![false; positions.len()];
        let is_judged = |ply: usize| *judged.get(positions[ply].position().turn());
        loop {
            let doubts = (0..moves.len()).filter(|&ply| is_judged(ply)).flat_map(|ply| {
                let doubtful = doubtful(positions, moves, evaluations, ply);
                doubtful.into_iter().flatten()
            });
            let Some(index) = doubts.into_iter().find(|&index| !is_deep[index]) else { break };
            is_deep[index] = true;
            let Some(mut known) = evaluations[index].take() else { break };
            for factor in STAGES {
                let nodes = self.nodes * factor;
                if nodes > budget {
                    break;
                }
                let Some(found) = self.search(&positions[index], node_limit(nodes), self.lines)
                else {
                    break;
                };
                budget = budget.saturating_sub(found.nodes);
                let change = centipawns(found.best.score) - centipawns(known.best.score);
                known = found;
                if change.abs() <= STABLE {
                    break;
                }
            }
            evaluations[index] = Some(known);
        }
    }
}

impl Review {
    /// Finds the reasons for the judgements, and judges moves by material too.
    pub fn explain(&mut self, examiner: &Examiner<'_>, judged: ByColor<bool>) {
        // Judged moves that follow each other have lines in common.
        let mut found: HashMap<Probed, Option<ScoredLine>> = HashMap::new();
        for ply in 0..self.moves.len() {
            let known = self.evaluations[ply].as_ref().zip(self.evaluations[ply + 1].as_ref());
            let Some(((before, after), m)) = known.zip(self.game.main.moves[ply].m) else {
                continue;
            };
            if *judged.get(self.position(ply).turn()) {
                let (game, next) = (&self.positions[ply], &self.positions[ply + 1]);
                let mut probe = |game: &Game, effort| {
                    found
                        .entry(probed(game, effort))
                        .or_insert_with(|| examiner.probe(game, effort))
                        .clone()
                };
                let (before, after) = (&before.best, &after.best);
                self.moves[ply] = judged_move(game, m, before, next, after, &mut probe);
            }
        }
        self.sides = self.count();
    }
}

/// Key of a search: the position, those before it, and the effort.
type Probed = (u64, Vec<u64>, Effort);

/// Returns the key of a search. The positions before count, because a search takes repetitions for
/// draws.
fn probed(game: &Game, effort: Effort) -> Probed {
    (game.position().tt_key(), game.history().to_vec(), effort)
}

fn node_limit(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Returns the positions before and after a judged move whose evaluations do not suffice for a
/// judgement: the move gives material for which there may be something in return, or the score is
/// that of a draw without being one by the rules.
fn doubtful(
    positions: &[Game],
    moves: &[Option<Move>],
    evaluations: &[Option<Evaluation>],
    ply: usize,
) -> [Option<usize>; 2] {
    let known = evaluations[ply].as_ref().zip(evaluations[ply + 1].as_ref());
    let Some(((before, after), m)) = known.zip(moves[ply]) else { return [None; 2] };
    let (before, after) = (&before.best, &after.best);
    if before.pv.first() == Some(&m) || super::judge(before.score, -after.score).is_none() {
        return [None; 2];
    }
    let is_suspect = |index: usize, line: &ScoredLine| {
        line.score == DRAW && !line.is_draw && positions[index].ending().is_none()
    };
    let reply = Line::new(positions[ply + 1].position(), &after.pv);
    let taken = if reply.moves.is_empty() { 0 } else { exchange(&reply, 0) };
    let given = taken - m.capture().map_or(0, points);
    let loss = centipawns(before.score) + centipawns(after.score);
    let still_leads = -centipawns(after.score) >= LEAD;
    let is_sacrifice = given > 0 && (loss < CERTAIN * given || still_leads);
    [
        Some(ply + 1).filter(|&index| is_sacrifice || is_suspect(index, after)),
        Some(ply).filter(|&index| is_suspect(index, before)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_depends_on_the_positions_before() {
        let played = |moves: &[&str]| {
            let mut game = Game::default();
            moves.iter().for_each(|m| game.play_uci(m).unwrap());
            probed(&game, Effort::Short)
        };
        let knights = ["g1f3", "g8f6", "b1c3"];
        assert_eq!(played(&knights), played(&knights));
        let (_, _, other) = probed(&Game::default(), Effort::Long);
        assert_ne!(played(&knights).2, other);
        // The same position, and even the same clock.
        let transposed = played(&["b1c3", "g8f6", "g1f3"]);
        assert_eq!(played(&knights).0, transposed.0);
        assert_ne!(played(&knights), transposed);
    }

    #[test]
    fn an_independent_search_knows_nothing_of_earlier_ones() {
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
        let game = Game::from_fen(fen, false).unwrap();
        let stop = StopSignal::default();
        let known = Evaluation { nodes: 2_000, ..Evaluation::of_score(0) };
        let engine = Engine::start().unwrap();
        let examiner = Examiner::new(&engine, 1, &stop, &[Some(known)]);
        let alone = examiner.probe(&game, Effort::Independent).unwrap();
        examiner.search(&game, node_limit(50_000), 1).unwrap();
        let continued = examiner.probe(&game, Effort::Continued).unwrap();
        let independent = examiner.probe(&game, Effort::Independent).unwrap();
        assert!(continued.depth > alone.depth, "it goes on where the long search has ended");
        assert_eq!((independent.depth, independent.score), (alone.depth, alone.score));
        assert_eq!(independent.pv, alone.pv);
    }
}
