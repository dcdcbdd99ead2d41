//! The search: iterative deepening over principal variation search.

mod core;
mod engine;
mod limits;
pub mod ordering;
mod report;
mod root;
mod threads;
pub mod time;
pub mod tt;

pub use engine::{Engine, SearchHandle};
pub use limits::Limits;
pub use report::{Info, Reporter};
pub use root::skill::Skill;
pub use threads::{
    command::{Done, SearchRequest, SettingError},
    pool::DEFAULT_HASH,
    single_thread::{
        Found, quiesce, search_alone, search_full_width, search_nodes, search_nodes_observed,
        search_until,
    },
};

pub use self::core::{
    job::Job,
    root_move::{RootMove, ScoredLine},
    thread_data::{STACK_SIZE, ThreadData},
};
