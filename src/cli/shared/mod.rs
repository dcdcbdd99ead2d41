//! Parts that several commands share.

pub mod evaluation;
pub mod format;
pub mod interrupt;
pub mod json;
pub mod page;
pub mod position_args;
pub mod process;
pub mod progress;
pub mod review;
pub mod tablebase;
