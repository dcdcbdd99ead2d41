//! Move ordering: textbook heuristics, each with a switch.

use std::{cmp::Reverse, collections::HashMap, hash::Hash};

use super::game::{Game, TreeNode};

/// The heuristics of the move ordering. Without any, moves stay in the order of generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Heuristics {
    /// Captures first, the most valuable victim by the least valuable attacker before others.
    pub captures: bool,
    /// Two quiet moves a ply that caused cut-offs in siblings (Akl & Newborn 1977).
    pub killers: bool,
    /// Quiet moves by the cut-offs that they caused (Schaeffer 1983).
    pub history: bool,
    /// The quiet move that refuted the same move of the opponent elsewhere (counter-move;
    /// Uiterwijk 1992).
    pub refutation: bool,
    /// The move that was best when the position was reached before (Slate & Atkin 1977).
    pub hash: bool,
}

impl Heuristics {
    /// None of them.
    pub const NONE: Heuristics = Heuristics {
        captures: false,
        killers: false,
        history: false,
        refutation: false,
        hash: false,
    };
    /// All of them together.
    pub const ALL: Heuristics =
        Heuristics { captures: true, killers: true, history: true, refutation: true, hash: true };

    /// The names and their switches.
    pub fn switches(&mut self) -> [(&'static str, &mut bool); 5] {
        [
            ("captures", &mut self.captures),
            ("killers", &mut self.killers),
            ("history", &mut self.history),
            ("refutation", &mut self.refutation),
            ("hash", &mut self.hash),
        ]
    }
}

/// State of the move ordering in one search.
pub(super) struct Orderer<M> {
    heuristics: Heuristics,
    killers: Vec<[Option<M>; 2]>,
    /// By side (parity of the ply) and move.
    history: HashMap<(u32, M), u64>,
    refutations: HashMap<(u32, M), M>,
    best: HashMap<u64, M>,
    first_line: Vec<M>,
}

/// The sorting key of a move, compared from the left.
type Rank = (bool, bool, i32, u8, bool, u64);

impl<M: Copy + Eq + Hash> Orderer<M> {
    pub(super) fn new(heuristics: Heuristics) -> Orderer<M> {
        Orderer {
            heuristics,
            killers: Vec::new(),
            history: HashMap::new(),
            refutations: HashMap::new(),
            best: HashMap::new(),
            first_line: Vec::new(),
        }
    }

    pub(super) const fn heuristics(&self) -> Heuristics {
        self.heuristics
    }

    /// Makes a line the leftmost path of the tree.
    pub(super) fn search_first(&mut self, line: Vec<M>) {
        self.first_line = line;
    }

    /// Sorts the moves of the node at the end of `path`. The sort is stable.
    pub(super) fn sort<G: Game<Move = M>>(
        &self,
        game: &G,
        node: &TreeNode<G>,
        path: impl Iterator<Item = M>,
        moves: &mut [M],
    ) {
        if self.heuristics == Heuristics::default() && self.first_line.is_empty() {
            return;
        }
        let ply = node.ply as usize;
        let side = node.ply % 2;
        let path: Vec<M> = path.collect();
        let on_first_line =
            if self.first_line.starts_with(&path) { self.first_line.get(path.len()) } else { None };
        let hash = self.best.get(&game.key(&node.state));
        let killers = self.killers.get(ply).copied().unwrap_or([None; 2]);
        let refutation = path.last().and_then(|&previous| self.refutations.get(&(side, previous)));
        moves.sort_by_cached_key(|m| -> Reverse<Rank> {
            let capture =
                if self.heuristics.captures { game.capture_rank(&node.state, *m) } else { 0 };
            let killer = match killers {
                [first, _] if first == Some(*m) => 2,
                [_, second] if second == Some(*m) => 1,
                _ => 0,
            };
            Reverse((
                on_first_line == Some(m),
                hash == Some(m),
                capture,
                killer,
                refutation == Some(m),
                self.history.get(&(side, *m)).copied().unwrap_or(0),
            ))
        });
    }

    /// Updates the tables with the best move of a node, reached by `previous`.
    pub(super) fn update<G: Game<Move = M>>(
        &mut self,
        game: &G,
        node: &TreeNode<G>,
        previous: Option<M>,
        best: M,
        is_cutoff: bool,
    ) {
        if self.heuristics.hash {
            self.best.insert(game.key(&node.state), best);
        }
        if !is_cutoff || game.capture_rank(&node.state, best) != 0 {
            return;
        }
        let ply = node.ply as usize;
        let side = node.ply % 2;
        if self.heuristics.killers {
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, [None; 2]);
            }
            let slots = &mut self.killers[ply];
            if slots[0] != Some(best) {
                *slots = [Some(best), slots[0]];
            }
        }
        if self.heuristics.history {
            *self.history.entry((side, best)).or_default() += u64::from(node.depth).pow(2);
        }
        if self.heuristics.refutation
            && let Some(previous) = previous
        {
            self.refutations.insert((side, previous), best);
        }
    }
}
