//! Parts that several commands share.

pub mod clock_tags;
pub mod evaluation;
pub mod json;
pub mod page;
pub mod position_args;
pub mod review;
pub mod score;
