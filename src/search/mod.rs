//! The search: the engine façade, and iterative deepening over principal variation search.

mod engine;
mod limits;
mod node;
pub mod ordering;
mod report;
mod root;
#[cfg(test)]
mod signature;
mod skill;
mod threads;
pub mod time;
pub mod tt;

pub use engine::Engine;
pub use limits::Limits;
pub use report::{Info, Reporter, ScoredLine};
pub use root::root_move::RootMove;
pub use skill::Skill;
pub use threads::{
    command::{Done, SearchRequest, SettingError, set_and_wait},
    pool::{DEFAULT_HASH, MAX_HASH, MAX_THREADS},
    shared_search::SharedSearch,
    single_thread::{
        SearchResult, quiesce, search_alone, search_full_width, search_nodes, search_nodes_observed,
    },
    thread_data::{STACK_SIZE, ThreadData},
};
