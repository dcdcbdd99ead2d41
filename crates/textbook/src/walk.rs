//! The walk through a tree that all textbook searches share. It generates and orders the moves,
//! evaluates the leaves, and keeps counters, principal variation and trace. The algorithms stay as
//! short as in print.

use std::sync::atomic::Ordering as Atomic;

use brudno::chess::score::{INFINITE, Score};

use super::{
    counters::{Counters, NodeType},
    game::{Game, TreeNode},
    monitor::Monitor,
    ordering::{Heuristics, Orderer},
    trace::Trace,
};

/// Nodes between two reports to [`Monitor`].
const REPORT_INTERVAL: u64 = 1024;

/// State of a node during its search.
struct Frame<M> {
    alpha: Score,
    beta: Score,
    best: Score,
    /// The moves from here to the leaf that `best` comes from.
    line: Vec<M>,
    current: Option<M>,
    searched: u32,
    expected: NodeType,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Outcome<M> {
    /// The value for the side to move.
    pub value: Score,
    /// The best line. If the method
    /// [does not keep it whole](super::algorithm::Method::keeps_whole_line), only its first move is
    /// certain.
    pub line: Vec<M>,
    /// The work done.
    pub counters: Counters,
    /// Nodes of each iteration; empty without iterations.
    pub iterations: Vec<u64>,
    /// True if the search was stopped; the value is then invalid.
    pub stopped: bool,
}

/// One search of one tree.
///
/// An algorithm calls [`enter`](Walk::enter) at each node and leaves it by
/// [`leaf`](Walk::leaf), [`known`](Walk::known) or [`exit`](Walk::exit). Windows and values are
/// those of the side to move.
pub struct Walk<'a, G: Game> {
    game: &'a G,
    monitor: &'a Monitor,
    depth: u32,
    frames: Vec<Frame<G::Move>>,
    base_type: NodeType,
    line: Vec<G::Move>,
    counters: Counters,
    iterations: Vec<u64>,
    orderer: Orderer<G::Move>,
    trace: Option<Trace<G::Move>>,
}

impl<'a, G: Game> Walk<'a, G> {
    /// A search of `game` to a horizon of `depth` plies.
    pub fn new(game: &'a G, depth: u32, heuristics: Heuristics, monitor: &'a Monitor) -> Self {
        Walk {
            game,
            monitor,
            depth,
            frames: Vec::new(),
            base_type: NodeType::Pv,
            line: Vec::new(),
            counters: Counters::default(),
            iterations: Vec::new(),
            orderer: Orderer::new(heuristics),
            trace: None,
        }
    }

    /// Starts to record every visit.
    pub fn trace(&mut self) {
        self.trace = Some(Trace::default());
    }

    /// The game.
    pub const fn game(&self) -> &'a G {
        self.game
    }

    /// The horizon in plies from the root.
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// The root of the tree.
    pub fn root(&self) -> TreeNode<G> {
        TreeNode { state: self.game.root(), ply: 0, depth: self.depth }
    }

    /// Enters a node with a window. Returns its moves, `None` at a leaf.
    #[must_use]
    pub fn enter(&mut self, node: &TreeNode<G>, alpha: Score, beta: Score) -> Option<Vec<G::Move>> {
        self.open(node, alpha, beta);
        let moves = self.expand(node)?;
        if let Some(trace) = &mut self.trace {
            trace.moves(moves.iter().map(|&m| (m, self.game.label(&node.state, m))));
        }
        Some(moves)
    }

    /// The child after a move of the node that was entered last.
    pub fn play(&mut self, node: &TreeNode<G>, m: G::Move) -> TreeNode<G> {
        if let Some(frame) = self.frames.last_mut() {
            frame.current = Some(m);
            frame.searched += 1;
        }
        self.child(node, m)
    }

    /// Leaves a leaf with its value.
    pub fn leaf(&mut self, node: &TreeNode<G>) -> Score {
        let value = self.evaluate(node);
        self.exit(node, value)
    }

    /// Enters and leaves a node that the search treats as a leaf.
    pub fn stand(&mut self, node: &TreeNode<G>, alpha: Score, beta: Score, value: Score) -> Score {
        self.open(node, alpha, beta);
        self.count_node();
        self.counters.leaves += 1;
        self.exit(node, value)
    }

    /// Enters and leaves a node whose value or sufficient bound is in a table.
    pub fn known(&mut self, node: &TreeNode<G>, alpha: Score, beta: Score, value: Score) -> Score {
        self.open(node, alpha, beta);
        self.count_node();
        self.counters.tt_hits += 1;
        if let Some(trace) = &mut self.trace {
            trace.known();
        }
        self.exit(node, value)
    }

    /// Leaves a node with a value. Returns the value.
    pub fn exit(&mut self, node: &TreeNode<G>, value: Score) -> Score {
        let Some(frame) = self.frames.pop() else { return value };
        self.counters.found.add(NodeType::of_result(frame.alpha, frame.beta, value));
        if let Some(trace) = &mut self.trace {
            trace.exit(self.game, node, value);
        }
        if let Some(&best) = frame.line.first()
            && value > frame.alpha
        {
            let previous = self.frames.last().and_then(|parent| parent.current);
            self.orderer.update(self.game, node, previous, best, value >= frame.beta);
        }
        self.report_child(value, frame);
        value
    }

    fn report_child(&mut self, value: Score, child: Frame<G::Move>) {
        match self.frames.last_mut() {
            Some(parent) => {
                let Some(m) = parent.current else { return };
                // A re-search replaces the line of the earlier search of the same move.
                let again = parent.line.first() == Some(&m);
                if -value > parent.best || again && -value == parent.best {
                    parent.best = -value;
                    parent.line.clear();
                    parent.line.push(m);
                    parent.line.extend(child.line);
                }
            }
            // A fail low has no best move, and a value from a table no line.
            None if value > child.alpha && !child.line.is_empty() || self.line.is_empty() => {
                self.line = child.line;
            }
            None => {}
        }
    }

    fn open(&mut self, node: &TreeNode<G>, alpha: Score, beta: Score) {
        let expected = match self.frames.last() {
            Some(parent) => parent.expected.of_child(parent.searched == 1),
            None => self.base_type,
        };
        self.counters.expected.add(expected);
        if let Some(trace) = &mut self.trace {
            let m = self.frames.last().and_then(|parent| parent.current);
            trace.enter(node.ply, m, (alpha, beta), expected);
        }
        let frame = Frame {
            alpha,
            beta,
            best: -INFINITE,
            line: Vec::new(),
            current: None,
            searched: 0,
            expected,
        };
        self.frames.push(frame);
    }

    /// The child after a move, for searches that are not depth first.
    pub fn child(&self, node: &TreeNode<G>, m: G::Move) -> TreeNode<G> {
        let state = self.game.play(&node.state, m);
        TreeNode { state, ply: node.ply + 1, depth: node.depth.saturating_sub(1) }
    }

    /// Visits a node without a window. Returns its moves, `None` at a leaf. After a stop every node
    /// is a leaf, which ends the search.
    pub fn expand(&mut self, node: &TreeNode<G>) -> Option<Vec<G::Move>> {
        self.count_node();
        if node.depth == 0 || self.is_stopped() {
            return None;
        }
        let mut moves = self.game.moves(&node.state);
        if moves.is_empty() {
            return None;
        }
        let path = self.frames.iter().filter_map(|frame| frame.current);
        self.orderer.sort(self.game, node, path, &mut moves);
        Some(moves)
    }

    /// The value of a leaf.
    pub fn evaluate(&mut self, node: &TreeNode<G>) -> Score {
        self.counters.leaves += 1;
        if self.is_stopped() {
            return 0;
        }
        if node.depth > 0 {
            return self.game.terminal(&node.state, node.ply);
        }
        self.static_value(node)
    }

    /// The static value of any node, leaf or not.
    pub fn static_value(&mut self, node: &TreeNode<G>) -> Score {
        let leaf = self.game.leaf(&node.state, node.ply);
        self.counters.evaluations += leaf.evaluations;
        leaf.score
    }

    fn count_node(&mut self) {
        self.counters.nodes += 1;
        if self.counters.nodes.is_multiple_of(REPORT_INTERVAL) {
            self.monitor.nodes.fetch_add(REPORT_INTERVAL, Atomic::Relaxed);
        }
    }

    /// Counts a re-search.
    pub const fn count_research(&mut self) {
        self.counters.researches += 1;
    }

    /// Returns true if the search has to end.
    pub fn is_stopped(&self) -> bool {
        self.monitor.stop.is_requested()
    }

    /// Sets the depth of the next iteration, which searches the best line first.
    pub fn deepen(&mut self, depth: u32) {
        self.depth = depth;
        self.orderer.search_first(self.line.clone());
    }

    /// Stores the number of nodes since the end of the last iteration.
    pub fn end_iteration(&mut self) {
        let before: u64 = self.iterations.iter().sum();
        self.iterations.push(self.counters.nodes - before);
    }

    /// Sets the best line, for searches that keep it themselves.
    pub fn set_line(&mut self, line: Vec<G::Move>) {
        self.line = line;
    }

    /// Splits the search of a child off, for another thread. Returns the child after `m` and its
    /// walk.
    pub fn fork(&mut self, node: &TreeNode<G>, m: G::Move) -> (TreeNode<G>, Walk<'a, G>) {
        let child = self.play(node, m);
        let mut walk = Walk::new(self.game, self.depth, self.orderer.heuristics(), self.monitor);
        if let Some(frame) = self.frames.last() {
            walk.base_type = frame.expected.of_child(frame.searched == 1);
        }
        (child, walk)
    }

    /// Merges the search of the child after `m`, with its value for the side to move there.
    pub fn join(&mut self, m: G::Move, value: Score, walk: Walk<'a, G>) {
        self.counters.merge(&walk.counters);
        if let Some(frame) = self.frames.last_mut()
            && -value > frame.best
        {
            frame.best = -value;
            frame.line = std::iter::once(m).chain(walk.line).collect();
        }
    }

    /// Ends the search.
    pub fn finish(self, value: Score) -> (Outcome<G::Move>, Option<Trace<G::Move>>) {
        let outcome = Outcome {
            value,
            stopped: self.is_stopped(),
            line: self.line,
            counters: self.counters,
            iterations: self.iterations,
        };
        (outcome, self.trace)
    }
}
