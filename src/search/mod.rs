//! The search: iterative deepening over principal variation search.

mod by_nodes;
pub mod history;
mod iterative;
mod learning;
mod limits;
mod negamax;
mod node_clock;
pub mod ordering;
mod pv;
mod quiescence;
mod report;
mod skill;
mod table_view;
mod tables;
mod threads;
pub mod threats;
mod worker;

pub use by_nodes::search_nodes;
pub use limits::{Control, Limits};
pub use report::{Bound, Info, Reporter};
pub use skill::Skill;
pub use tables::Tables;
pub use threads::{Command, DEFAULT_HASH, Done, Request, STACK_SIZE, run};
pub use worker::{Job, Memory, RootMove, Search};
