//! The textbook shelf: reference searches in their plain form, one short file each, over one
//! small [`Game`] trait. They are the oracle that the engine's tests hold it against, and what
//! `brudno compare`, `brudno savings` and `brudno tree` show.
//!
//! All search the same tree: fixed depth, one leaf function that knows no window, mates as
//! mate score − ply, stalemate and lack of material as 0. Repetitions and the fifty-move rule are
//! no part of it, because they make the value of a position depend on the path to it.
//!
//! From the ground up: `game` and `monitor`, then `counters`, `minimal_tree`, `record` and
//! `ordering`, the `walk` that all searches share, the searches, and the catalogue in `algorithm`.
//! `chess`, `uniform` and `hand_made` are games.
//!
//! As an oracle, with a leaf function of one's own:
//!
//! ```
//! use brudno::chess::Position;
//! use brudno::textbook::{self, ChessTree};
//!
//! let tree = ChessTree::new(Position::startpos(), |position: &Position, _ply: u32| {
//!     position.legal_moves().len() as i32
//! });
//! assert_eq!(textbook::minimax_value(&tree, 1), -20);
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
mod record;
pub mod root_splitting;
pub mod scout;
pub mod sss;
mod uniform;
mod walk;
pub mod young_brothers;

pub use algorithm::{Algorithm, AlgorithmError, CATALOGUE, Method, all_algorithms, record, run};
pub use chess::ChessTree;
pub use counters::{Counters, NodeType, TypeCounts};
pub use game::{Game, LeafValue, Node};
pub use hand_made::{HandMade, TreeError};
pub use leaf::{Horizon, Leaf, Static, game_over};
pub use monitor::Monitor;
pub use ordering::Heuristics;
pub use record::{Pruned, Recording, Visit};
pub use uniform::{LeafOrder, Uniform, UniformError};
pub use walk::{Outcome, Walk};

use crate::chess::score::Score;

/// The minimax value of a game's root for the side to move, every leaf visited.
pub fn minimax_value<G: Game>(game: &G, depth: u32) -> Score {
    let monitor = Monitor::default();
    let mut walk = Walk::new(game, depth, Heuristics::default(), &monitor);
    let root = walk.root();
    minimax::max_value(&mut walk, &root)
}
