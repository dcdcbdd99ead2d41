//! Main search, quiescence search and their heuristics, for one thread.

pub mod clock_checks;
mod draws;
mod evaluation;
mod extensions;
pub mod job;
pub mod mode;
mod negamax;
pub mod node;
pub mod pruning;
pub mod pv;
mod quiescence;
mod reductions;
pub mod root_move;
mod root_node;
mod search_move;
pub mod stack;
pub mod standing;
pub mod tb_probe;
pub mod tb_root;
pub mod thread_data;
pub mod tt_view;
mod update_histories;
pub mod worker;
