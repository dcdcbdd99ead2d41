//! The search: iterative deepening over principal variation search.

mod limits;
mod report;
mod threads;

pub use limits::{Control, Limits};
pub use report::{Bound, Info, Reporter};
pub use threads::{Command, Request, run};
