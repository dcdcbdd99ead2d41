//! SSS* (Stockman 1979) and Dual* (Marsland, Reinefeld & Schaeffer 1987): best-first search over
//! the list OPEN of states. SSS* refines the solution tree with the greatest upper bound of Max's;
//! Dual* is the same with the players exchanged.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
};

use super::{
    game::{Game, Node},
    walk::Walk,
};
use crate::chess::score::{INFINITE, Score};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    Live,
    Solved,
}

/// A node that OPEN has met.
struct Place<M> {
    parent: Option<usize>,
    m: Option<M>,
    /// Position among its siblings.
    index: usize,
    ply: u32,
    status: Status,
}

/// A node that has been expanded, for the children that come later.
struct Expanded<G: Game> {
    node: Node<G>,
    moves: Vec<G::Move>,
}

/// OPEN yields the greatest merit first, and of equals the leftmost in the tree: the path, as
/// positions among siblings, decides.
type Entry = (Score, Reverse<Vec<u16>>, usize, Status);

struct Search<'w, 'g, G: Game> {
    walk: &'w mut Walk<'g, G>,
    open: BinaryHeap<Entry>,
    places: Vec<Place<G::Move>>,
    expanded: HashMap<usize, Expanded<G>>,
    /// The parity of the plies at which the player moves whose bound is refined from above.
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
    let root = Place { parent: None, m: None, index: 0, ply: 0, status: Status::Live };
    let mut search = Search {
        walk,
        open: BinaryHeap::from([(INFINITE, Reverse(Vec::new()), 0, Status::Live)]),
        places: vec![root],
        expanded: HashMap::new(),
        max_parity,
        root_merit: INFINITE,
    };
    while let Some((merit, Reverse(path), place, status)) = search.open.pop() {
        if place == 0 && status == Status::Solved {
            return merit;
        }
        if !search.is_purged(place) {
            match status {
                Status::Live => search.expand(place, merit, path),
                Status::Solved => search.solve(place, merit, path),
            }
        }
    }
    unreachable!("a state of the root or of a node below it is in OPEN until the root is solved")
}

impl<G: Game> Search<'_, '_, G> {
    /// Whether an ancestor has been solved since the state went to OPEN.
    fn is_purged(&self, place: usize) -> bool {
        let mut at = place;
        while let Some(parent) = self.places[at].parent {
            if self.places[parent].status == Status::Solved {
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
    fn expand(&mut self, place: usize, merit: Score, path: Vec<u16>) {
        let node = self.node(place);
        let Some(moves) = self.walk.expand(&node) else {
            let value = self.walk.evaluate(&node);
            let value = if self.is_max(node.ply) { value } else { -value };
            self.open.push((merit.min(value), Reverse(path), place, Status::Solved));
            return;
        };
        let count = if self.is_max(node.ply) { moves.len() } else { 1 };
        self.expanded.insert(place, Expanded { node, moves });
        for index in 0..count {
            self.push_child(place, index, merit, &path);
        }
    }

    /// Stockman's cases 1, 2 and 3: a solved Min node solves its parent; a solved Max node hands
    /// over to its next sibling, and the last of them solves the parent.
    fn solve(&mut self, place: usize, merit: Score, mut path: Vec<u16>) {
        let Place { parent: Some(parent), m, index, ply, .. } = self.places[place] else { return };
        path.pop();
        // The last child of the root to lower the root's merit is the one that it is worth.
        if parent == 0 && merit < self.root_merit {
            self.root_merit = merit;
            self.walk.set_line(m.into_iter().collect());
        }
        let siblings = &self.expanded[&parent].moves;
        if self.is_max(ply) && index + 1 < siblings.len() {
            self.push_child(parent, index + 1, merit, &path);
            return;
        }
        self.places[parent].status = Status::Solved;
        self.expanded.remove(&parent);
        self.open.push((merit, Reverse(path), parent, Status::Solved));
    }

    fn push_child(&mut self, parent: usize, index: usize, merit: Score, path: &[u16]) {
        let place = self.places.len();
        self.places.push(Place {
            parent: Some(parent),
            m: Some(self.expanded[&parent].moves[index]),
            index,
            ply: self.places[parent].ply + 1,
            status: Status::Live,
        });
        // No position has more moves than 16 bits can number.
        let path = path.iter().copied().chain([index as u16]).collect();
        self.open.push((merit, Reverse(path), place, Status::Live));
    }

    fn node(&self, place: usize) -> Node<G> {
        match self.places[place] {
            Place { parent: Some(parent), m: Some(m), .. } => {
                self.walk.child(&self.expanded[&parent].node, m)
            }
            _ => self.walk.root(),
        }
    }
}
