//! The search threads: the pool, the channel to it, and the vote at the end.

mod command;
mod helper;
mod inbox;
mod node_clock;
pub mod pool;
mod shared_table;
pub mod single_thread;
mod vote;

pub use command::{Done, Request, SearchCommand};
pub use inbox::CommandSender;
