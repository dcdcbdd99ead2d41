//! The search of a node: main search, quiescence search and their heuristics.

mod clock_checks;
mod draws;
mod evaluation;
mod extensions;
mod negamax;
mod node_state;
pub mod node_type;
mod pruning;
pub mod pv;
mod quiescence;
mod reductions;
mod search_move;
pub mod stack;
mod tt_access;
mod tt_view;
mod update_histories;
pub mod worker;
