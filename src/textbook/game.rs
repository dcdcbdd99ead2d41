//! What the shelf asks of a game.

use std::hash::Hash;

use crate::chess::score::Score;

/// What a leaf is worth, and what it cost to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeafValue {
    /// The value for the side to move.
    pub score: Score,
    /// Calls of the static evaluation.
    pub evaluations: u64,
}

/// A game of two players who take turns, with perfect information and opposite interests.
///
/// Every value is from the point of view of the side to move. Values are smaller in magnitude
/// than [`INFINITE`](crate::chess::score::INFINITE); those that
/// [`is_mate`](crate::chess::score::is_mate) recognises count plies from the root.
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

    /// The value of a position at the horizon, `ply` plies from the root, whether it has moves or
    /// not. It depends on nothing else: no window, no earlier search.
    fn leaf(&self, state: &Self::State, ply: u32) -> LeafValue;

    /// A key that is the same for two positions only where their subtrees are the same.
    fn key(&self, state: &Self::State) -> u64;

    /// How promising a capture looks (most valuable victim, least valuable attacker); zero for a
    /// move that captures nothing.
    fn capture_rank(&self, _state: &Self::State, _m: Self::Move) -> i32 {
        0
    }

    /// A value that the root may be expected to have, for searches that want a first guess.
    fn first_guess(&self) -> Score {
        0
    }

    /// The move as people read it.
    fn label(&self, state: &Self::State, m: Self::Move) -> String;
}

/// A position and its place in the tree.
pub struct Node<G: Game> {
    /// The position.
    pub state: G::State,
    /// Plies from the root.
    pub ply: u32,
    /// Plies to the horizon.
    pub depth: u32,
}
