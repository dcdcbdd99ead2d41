//! The search of one thread: main search, quiescence search and their heuristics.

pub mod clock_checks;
mod draws;
mod evaluation;
mod extensions;
pub mod mode;
mod negamax;
pub mod node;
pub mod pruning;
pub mod pv;
mod quiescence;
mod reductions;
mod report_lines;
pub mod root_move;
mod root_node;
pub mod search_manager;
mod search_move;
pub mod shared_search;
pub mod stack;
pub mod standing;
mod tb_lines;
mod tb_probe;
pub mod tb_root;
pub mod thread_data;
mod tt_access;
pub mod tt_view;
mod update_histories;
pub mod worker;
