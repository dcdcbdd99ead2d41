//! Textbook searches: reference searches in their plain form, one short file each, over one small
//! [`Game`] trait. They are the oracle of the engine's tests. `brudno compare`, `brudno savings`
//! and `brudno tree` show them.
//!
//! All search the same tree: fixed depth, one leaf function without a window, mate score − ply for
//! a mate, 0 for stalemate and insufficient material. Repetitions and the fifty-move rule are
//! ignored, because they make the value of a position depend on the path to it.
//!
//! From the bottom up: `game` and `monitor`, then `counters`, `minimal_tree`, `trace` and
//! `ordering`, the `walk` that all searches share, the searches, and the catalogue in `algorithm`.
//! `chess`, `uniform` and `hand_made` are games.
//!
//! As an oracle, with another leaf function:
//!
//! ```
//! use brudno::chess::Position;
//! use brudno_textbook::{ChessTree, minimax_value};
//!
//! let tree = ChessTree::new(Position::startpos(), |position: &Position, _ply: u32| {
//!     position.legal_moves().len() as i32
//! });
//! assert_eq!(minimax_value(&tree, 1), -20);
//! ```

mod algorithm;
pub mod aspiration;
pub mod c_star;
mod chess;
pub mod conspiracy;
mod counters;
pub mod deepening;
pub mod estimate;
pub mod fail_hard;
pub mod fail_soft;
mod game;
mod hand_made;
mod leaf;
pub mod max_min;
pub mod memory;
pub mod minimal_tree;
pub mod minimax;
mod monitor;
pub mod mtd;
pub mod negamax;
pub mod negascout;
pub mod non_recursive;
mod ordering;
pub mod pvs;
pub mod root_splitting;
pub mod scout;
pub mod sss;
mod trace;
mod uniform;
mod walk;
pub mod young_brothers;

pub use algorithm::{
    Algorithm, AlgorithmError, CATALOGUE, Method, all_algorithms, first_algorithms, run, trace,
};
pub use chess::ChessTree;
pub use counters::{Counters, NodeType, TypeCounts};
pub use game::{Game, LeafValue, TreeNode};
pub use hand_made::{HandMade, TreeError};
pub use leaf::{Horizon, Leaf, Static, game_over};
pub use monitor::Monitor;
pub use ordering::Heuristics;
pub use trace::{Pruned, Trace, Visit};
pub use uniform::{LeafOrder, Uniform, UniformError};
pub use walk::{Outcome, Walk};

use brudno::chess::score::Score;

/// Returns the minimax value of a game's root for the side to move. Every leaf is visited.
pub fn minimax_value<G: Game>(game: &G, depth: u32) -> Score {
    let monitor = Monitor::default();
    let mut walk = Walk::new(game, depth, Heuristics::default(), &monitor);
    let root = walk.root();
    minimax::max_value(&mut walk, &root)
}
