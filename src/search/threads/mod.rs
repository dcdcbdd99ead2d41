//! The search threads: the pool, the channel to it, and the vote of the threads.

pub mod command;
mod helper;
pub mod inbox;
mod main_search;
mod node_clock;
pub mod pool;
#[cfg(test)]
pub(in crate::search) mod probe;
pub mod shared_search;
mod shared_tt;
pub mod single_thread;
pub mod thread_data;
mod vote;
