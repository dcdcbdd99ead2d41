//! Positions, lines and chances as people read them, on a terminal or in a report.
//!
//! Everything here is a pure function of what is shown and of the [`Look`]; scores are White's,
//! as chess books give them.

mod analysis;
mod board;
mod chances;
mod look;
mod notation;
mod opening_names;

pub use analysis::{AnalysisTable, short};
pub use board::{draw, squares};
pub use chances::{
    bar, bound_for_white, bound_sign, chances, chances_columns, describe_chances, mate, result,
    score, side, verdict,
};
pub use look::Look;
pub use notation::{best_move, fit, san, san_line};
pub use opening_names::Opening;
