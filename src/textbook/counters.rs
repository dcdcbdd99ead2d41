//! What is counted while an algorithm searches.

use serde::Serialize;

use crate::chess::score::Score;

/// The three types of node of the minimal tree (Knuth & Moore 1975, types 1, 2 and 3; the names
/// are Marsland & Popowich's).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NodeType {
    /// Type 1: on the principal variation; the value is exact.
    Pv,
    /// Type 2: one good move is enough to cut the rest off; the value is a lower bound.
    Cut,
    /// Type 3: all moves are needed, and none is good enough; the value is an upper bound.
    All,
}

impl NodeType {
    /// The type that Knuth's rules give a child: the first child of a type 1 node is of type 1
    /// and its others of type 2, children of type 2 nodes are of type 3, those of type 3 nodes
    /// of type 2.
    pub const fn of_child(self, first: bool) -> NodeType {
        match self {
            NodeType::Pv if first => NodeType::Pv,
            NodeType::Pv | NodeType::All => NodeType::Cut,
            NodeType::Cut => NodeType::All,
        }
    }

    /// The type that a node turned out to have, from its window and the value that it returned.
    pub const fn of_result(alpha: Score, beta: Score, value: Score) -> NodeType {
        if value >= beta {
            NodeType::Cut
        } else if value <= alpha {
            NodeType::All
        } else {
            NodeType::Pv
        }
    }
}

/// How many nodes there are of each type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct TypeCounts {
    /// Type 1.
    pub pv: u64,
    /// Type 2.
    pub cut: u64,
    /// Type 3.
    pub all: u64,
}

impl TypeCounts {
    /// Counts one more node.
    pub const fn add(&mut self, node_type: NodeType) {
        match node_type {
            NodeType::Pv => self.pv += 1,
            NodeType::Cut => self.cut += 1,
            NodeType::All => self.all += 1,
        }
    }

    const fn merge(&mut self, other: TypeCounts) {
        self.pv += other.pv;
        self.cut += other.cut;
        self.all += other.all;
    }
}

/// The work of one search. A node that is visited again counts again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counters {
    /// Nodes visited: the root, the leaves and all between.
    pub nodes: u64,
    /// Those at the horizon or at the end of the game.
    pub leaves: u64,
    /// Calls of the static evaluation.
    pub evaluations: u64,
    /// Subtrees searched once more because a window was too narrow.
    pub researches: u64,
    /// Nodes that a table answered without a search.
    pub tt_hits: u64,
    /// Nodes by the type that Knuth's rules give their place in the tree.
    pub expected: TypeCounts,
    /// Nodes by the type that they turned out to have.
    pub found: TypeCounts,
}

impl Counters {
    /// Adds what another search of the same tree counted.
    pub const fn merge(&mut self, other: &Counters) {
        self.nodes += other.nodes;
        self.leaves += other.leaves;
        self.evaluations += other.evaluations;
        self.researches += other.researches;
        self.tt_hits += other.tt_hits;
        self.expected.merge(other.expected);
        self.found.merge(other.found);
    }
}
