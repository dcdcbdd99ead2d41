//! The search: iterative deepening over principal variation search.

mod alone;
mod command;
mod helper;
pub mod history;
mod iterative;
mod job;
mod learning;
mod limits;
mod negamax;
mod node_clock;
mod node_type;
pub mod ordering;
mod pool;
mod pv;
mod quiescence;
mod report;
mod root_move;
mod skill;
mod tb_probe;
mod tb_root;
mod thread_data;
pub mod threats;
mod tt_view;
mod vote;
mod worker;

pub use alone::{Found, quiesce, search_alone, search_nodes};
pub use command::{Done, Request, SearchCommand};
pub use job::Job;
pub use limits::{Control, Limits};
pub use pool::{DEFAULT_HASH, STACK_SIZE, spawn};
pub use report::{Info, Reporter};
pub use root_move::RootMove;
pub use skill::Skill;
pub use thread_data::ThreadData;
