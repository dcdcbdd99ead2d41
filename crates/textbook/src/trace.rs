//! The trace of a search, visit by visit, for drawings.

use brudno::chess::score::Score;

use super::{
    counters::NodeType,
    game::{Game, TreeNode},
    minimal_tree::count_tree,
};

/// Moves that a cut-off skipped.
#[derive(Clone, Debug)]
pub struct Pruned {
    /// The moves as text.
    pub moves: Vec<String>,
    /// The leaves below them.
    pub leaves: u64,
}

/// One visit of one node. Windows and values are those of the side to move.
#[derive(Clone, Debug)]
pub struct Visit<M> {
    /// The visit of the parent.
    pub parent: Option<usize>,
    /// The move that led here; `None` at the root.
    pub m: Option<M>,
    /// That move as text; empty at the root.
    pub label: String,
    /// Plies from the root.
    pub ply: u32,
    /// The window on entry.
    pub window: (Score, Score),
    /// The value returned.
    pub value: Score,
    /// The type by Knuth's rules.
    pub expected: NodeType,
    /// The type after the search.
    pub found: NodeType,
    /// The visits of children, in order.
    pub children: Vec<usize>,
    /// The moves that a cut-off skipped.
    pub pruned: Option<Pruned>,
    /// True if the value came from a table.
    pub known: bool,
    /// True if the visit is on the principal variation.
    pub principal: bool,
    moves: Vec<(M, String)>,
}

impl<M> Visit<M> {
    /// Returns true if the visit has no children: a leaf, or a value from a table.
    pub fn is_leaf(&self) -> bool {
        self.moves.is_empty()
    }
}

/// All visits of a search, in the order of entry.
#[derive(Clone, Debug)]
pub struct Trace<M> {
    /// The visits. Those without a parent are visits of the root: several where an algorithm
    /// searches the tree in passes.
    pub visits: Vec<Visit<M>>,
    open: Vec<usize>,
}

impl<M> Default for Trace<M> {
    fn default() -> Trace<M> {
        Trace { visits: Vec::new(), open: Vec::new() }
    }
}

impl<M: Copy + Eq> Trace<M> {
    pub(super) fn enter(
        &mut self,
        ply: u32,
        m: Option<M>,
        window: (Score, Score),
        expected: NodeType,
    ) {
        let index = self.visits.len();
        let parent = self.open.last().copied();
        let mut label = String::new();
        if let Some(parent) = parent {
            let parent = &mut self.visits[parent];
            parent.children.push(index);
            let known = parent.moves.iter().find(|(known, _)| Some(*known) == m);
            label = known.map(|(_, label)| label.clone()).unwrap_or_default();
        }
        self.visits.push(Visit {
            parent,
            m,
            label,
            ply,
            window,
            value: 0,
            expected,
            found: expected,
            children: Vec::new(),
            pruned: None,
            known: false,
            principal: false,
            moves: Vec::new(),
        });
        self.open.push(index);
    }

    pub(super) fn moves(&mut self, moves: impl Iterator<Item = (M, String)>) {
        if let Some(&index) = self.open.last() {
            self.visits[index].moves = moves.collect();
        }
    }

    pub(super) fn known(&mut self) {
        if let Some(&index) = self.open.last() {
            self.visits[index].known = true;
        }
    }

    pub(super) fn exit<G: Game<Move = M>>(&mut self, game: &G, node: &TreeNode<G>, value: Score) {
        let Some(index) = self.open.pop() else { return };
        let visit = &self.visits[index];
        let searched: Vec<Option<M>> = visit.children.iter().map(|&c| self.visits[c].m).collect();
        let unsearched: Vec<&(M, String)> =
            visit.moves.iter().filter(|(m, _)| !searched.contains(&Some(*m))).collect();
        let pruned = (!unsearched.is_empty()).then(|| Pruned {
            moves: unsearched.iter().map(|(_, label)| label.clone()).collect(),
            leaves: unsearched
                .iter()
                .map(|&&(m, _)| count_tree(game, &game.play(&node.state, m), node.depth - 1).leaves)
                .sum(),
        });
        let visit = &mut self.visits[index];
        visit.value = value;
        visit.found = NodeType::of_result(visit.window.0, visit.window.1, value);
        visit.pruned = pruned;
    }

    /// Marks the visits on a line from the root, of each node the last one.
    pub fn mark_principal(&mut self, line: &[M]) {
        let is_root = |visit: &Visit<M>| visit.parent.is_none();
        let mut at = self.visits.iter().rposition(|visit| is_root(visit) && !visit.is_leaf());
        for next in line.iter().map(Some).chain([None]) {
            let Some(index) = at else { return };
            self.visits[index].principal = true;
            at = next.and_then(|&m| {
                let children = self.visits[index].children.iter().copied();
                children.rev().find(|&child| self.visits[child].m == Some(m))
            });
        }
    }
}
