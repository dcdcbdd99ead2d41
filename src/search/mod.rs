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
mod tb_probe;
mod threads;
pub mod threats;
mod tt_view;
mod worker;

pub use by_nodes::search_nodes;
pub use limits::{Control, Limits};
pub use report::{Info, Reporter};
pub use skill::Skill;
pub use tb_probe::TbProbe;
pub use threads::{DEFAULT_HASH, Done, Request, STACK_SIZE, SearchCommand, run};
pub use worker::{Job, RootMove, Search, ThreadData};
