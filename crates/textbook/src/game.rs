//! The interface of a game.

use std::hash::Hash;

use brudno::chess::score::Score;

/// The value of a leaf and its cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeafValue {
    /// The value for the side to move.
    pub score: Score,
    /// Calls of the static evaluation.
    pub evaluations: u64,
}

/// A game of two players who take turns, with perfect information and opposite interests.
///
/// Values are those of the side to move. Values are smaller in magnitude
/// than [`INFINITE`](brudno::chess::score::INFINITE); those that
/// [`is_mate`](brudno::chess::score::is_mate) recognises count plies from the root.
pub trait Game: Sync {
    /// A position.
    type State: Clone + Send + Sync;
    /// A move, in the state that it is played from.
    type Move: Copy + Eq + Hash + Send + Sync;

    /// The position to search.
    fn root(&self) -> Self::State;

    /// The moves of a position in the game's own order; none where the game is over.
    fn moves(&self, state: &Self::State) -> Vec<Self::Move>;

    /// The position after a move.
    fn play(&self, state: &Self::State, m: Self::Move) -> Self::State;

    /// The value of a position that has no moves, `ply` plies from the root.
    fn terminal(&self, state: &Self::State, ply: u32) -> Score;

    /// The value of a position at the horizon, `ply` plies from the root, with or without moves. It
    /// does not depend on a window or an earlier search.
    fn leaf(&self, state: &Self::State, ply: u32) -> LeafValue;

    /// A key that is the same for two positions only where their subtrees are the same.
    fn key(&self, state: &Self::State) -> u64;

    /// The rank of a capture (most valuable victim, least valuable attacker); zero for a quiet
    /// move.
    fn capture_rank(&self, _state: &Self::State, _m: Self::Move) -> i32 {
        0
    }

    /// The expected value of the root, for searches that start from a guess.
    fn first_guess(&self) -> Score {
        0
    }

    /// The move as text.
    fn label(&self, state: &Self::State, m: Self::Move) -> String;
}

/// A position and its place in the tree.
pub struct TreeNode<G: Game> {
    /// The position.
    pub state: G::State,
    /// Plies from the root.
    pub ply: u32,
    /// Plies to the horizon.
    pub depth: u32,
}
