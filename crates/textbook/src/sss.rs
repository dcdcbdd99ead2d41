//! SSS* (Stockman 1979) and Dual* (Marsland, Reinefeld & Schaeffer 1987): best-first search over
//! the list OPEN of states. SSS* refines the solution tree of Max with the greatest upper bound;
//! Dual* exchanges the players.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
};

use brudno::chess::score::{INFINITE, Score};

use super::{
    game::{Game, TreeNode},
    walk::Walk,
};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    Live,
    Solved,
}

/// A node that is or was in OPEN.
struct OpenNode<M> {
    parent: Option<usize>,
    m: Option<M>,
    /// Position among its siblings.
    index: usize,
    ply: u32,
    status: Status,
}

/// An expanded node, for its later children.
struct Expanded<G: Game> {
    node: TreeNode<G>,
    moves: Vec<G::Move>,
}

/// A state of OPEN: merit, path as positions among siblings, node, status. OPEN yields the greatest
/// merit first, and of equals the leftmost in the tree.
type OpenState = (Score, Reverse<Vec<u16>>, usize, Status);

struct BestFirst<'w, 'g, G: Game> {
    walk: &'w mut Walk<'g, G>,
    open: BinaryHeap<OpenState>,
    nodes: Vec<OpenNode<G::Move>>,
    expanded: HashMap<usize, Expanded<G>>,
    /// Parity of the plies of the player whose bound is refined from above.
    max_parity: u32,
    root_merit: Score,
}

/// SSS*: the value of the root.
pub fn sss_star<G: Game>(walk: &mut Walk<G>) -> Score {
    search(walk, 0)
}

/// Dual*: the value of the root.
pub fn dual_star<G: Game>(walk: &mut Walk<G>) -> Score {
    -search(walk, 1)
}

fn search<G: Game>(walk: &mut Walk<G>, max_parity: u32) -> Score {
    let root = OpenNode { parent: None, m: None, index: 0, ply: 0, status: Status::Live };
    let mut search = BestFirst {
        walk,
        open: BinaryHeap::from([(INFINITE, Reverse(Vec::new()), 0, Status::Live)]),
        nodes: vec![root],
        expanded: HashMap::new(),
        max_parity,
        root_merit: INFINITE,
    };
    while let Some((merit, Reverse(path), id, status)) = search.open.pop() {
        if id == 0 && status == Status::Solved {
            return merit;
        }
        if !search.is_purged(id) {
            match status {
                Status::Live => search.expand(id, merit, path),
                Status::Solved => search.solve(id, merit, path),
            }
        }
    }
    unreachable!("a state of the root or of a node below it is in OPEN until the root is solved")
}

impl<G: Game> BestFirst<'_, '_, G> {
    /// Returns true if an ancestor has been solved since the state went to OPEN.
    fn is_purged(&self, id: usize) -> bool {
        let mut at = id;
        while let Some(parent) = self.nodes[at].parent {
            if self.nodes[parent].status == Status::Solved {
                return true;
            }
            at = parent;
        }
        false
    }

    const fn is_max(&self, ply: u32) -> bool {
        ply % 2 == self.max_parity
    }

    /// Stockman's cases 4, 5 and 6: a live leaf is valued; of a live Min node the first child
    /// goes to OPEN, of a live Max node all do.
    fn expand(&mut self, id: usize, merit: Score, path: Vec<u16>) {
        let node = self.node(id);
        let Some(moves) = self.walk.expand(&node) else {
            let value = self.walk.evaluate(&node);
            let value = if self.is_max(node.ply) { value } else { -value };
            self.open.push((merit.min(value), Reverse(path), id, Status::Solved));
            return;
        };
        let count = if self.is_max(node.ply) { moves.len() } else { 1 };
        self.expanded.insert(id, Expanded { node, moves });
        for index in 0..count {
            self.push_child(id, index, merit, &path);
        }
    }

    /// Stockman's cases 1, 2 and 3: a solved Min node solves its parent; a solved Max node hands
    /// over to its next sibling, and the last of them solves the parent.
    fn solve(&mut self, id: usize, merit: Score, mut path: Vec<u16>) {
        let OpenNode { parent: Some(parent), m, index, ply, .. } = self.nodes[id] else { return };
        path.pop();
        // The last child that lowers the merit of the root is the best move.
        if parent == 0 && merit < self.root_merit {
            self.root_merit = merit;
            self.walk.set_line(m.into_iter().collect());
        }
        let siblings = &self.expanded[&parent].moves;
        if self.is_max(ply) && index + 1 < siblings.len() {
            self.push_child(parent, index + 1, merit, &path);
            return;
        }
        self.nodes[parent].status = Status::Solved;
        self.expanded.remove(&parent);
        self.open.push((merit, Reverse(path), parent, Status::Solved));
    }

    fn push_child(&mut self, parent: usize, index: usize, merit: Score, path: &[u16]) {
        let id = self.nodes.len();
        self.nodes.push(OpenNode {
            parent: Some(parent),
            m: Some(self.expanded[&parent].moves[index]),
            index,
            ply: self.nodes[parent].ply + 1,
            status: Status::Live,
        });
        // No position has more than 65,536 moves.
        let path = path.iter().copied().chain([index as u16]).collect();
        self.open.push((merit, Reverse(path), id, Status::Live));
    }

    fn node(&self, id: usize) -> TreeNode<G> {
        match self.nodes[id] {
            OpenNode { parent: Some(parent), m: Some(m), .. } => {
                self.walk.child(&self.expanded[&parent].node, m)
            }
            _ => self.walk.root(),
        }
    }
}
