//! The search: the engine façade, and iterative deepening over principal variation search.

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
    command::{Done, SearchRequest, SettingError, set_and_wait},
    pool::{DEFAULT_HASH, MAX_HASH, MAX_THREADS},
    single_thread::{
        SearchResult, quiesce, search_alone, search_full_width, search_nodes, search_nodes_observed,
    },
};

pub use self::core::{
    root_move::{RootMove, ScoredLine},
    shared_search::SharedSearch,
    thread_data::{STACK_SIZE, ThreadData},
};
