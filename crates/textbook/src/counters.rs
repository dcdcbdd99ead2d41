//! Counters of a search.

use brudno::chess::score::Score;
use serde::Serialize;

/// The node types of the minimal tree (Knuth & Moore 1975, types 1, 2 and 3; names by Marsland and
/// Popowich).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NodeType {
    /// Type 1: on the principal variation; the value is exact.
    Pv,
    /// Type 2: one move causes a cut-off; the value is a lower bound.
    Cut,
    /// Type 3: all moves are searched and none raises alpha; the value is an upper bound.
    All,
}

impl NodeType {
    /// The type of a child by Knuth's rules. The first child of a type 1 node has type 1, its other
    /// children type 2. Children of type 2 nodes have type 3, those of type 3 nodes type 2.
    pub const fn of_child(self, first: bool) -> NodeType {
        match self {
            NodeType::Pv if first => NodeType::Pv,
            NodeType::Pv | NodeType::All => NodeType::Cut,
            NodeType::Cut => NodeType::All,
        }
    }

    /// The type of a searched node, from its window and its value.
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

/// Numbers of nodes by type.
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
    /// Re-searches of subtrees whose window was too narrow.
    pub researches: u64,
    /// Nodes whose value came from a table.
    pub tt_hits: u64,
    /// Nodes by their type by Knuth's rules.
    pub expected: TypeCounts,
    /// Nodes by their type after the search.
    pub found: TypeCounts,
}

impl Counters {
    /// Adds the counters of another search of the same tree.
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
