//! The search of a node: main search, quiescence search and their heuristics.

mod clock_checks;
mod draws;
mod evaluation;
mod extensions;
pub mod mode;
mod negamax;
pub mod node_state;
mod pruning;
pub mod pv;
mod quiescence;
mod reductions;
mod search_move;
pub mod stack;
mod tb_probe;
mod tt_access;
mod tt_view;
mod update_histories;
pub mod worker;
