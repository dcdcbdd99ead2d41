//! Boards, moves, scores and chances as text for people.
//!
//! All functions are pure: the result depends on the arguments and the [`TermStyle`] only. Scores
//! are White's, as in chess books.

mod analysis;
mod board;
mod moves;
mod term_style;
mod wdl_display;

pub(crate) use analysis::AnalysisTable;
pub use analysis::short;
pub use board::{draw_board, squares};
pub(crate) use moves::no_legal_move;
pub use moves::{best_move, fit, role_name};
pub use term_style::TermStyle;
pub use wdl_display::{
    bar, bound_for_white, bound_sign, chances, chances_columns, describe_chances, mate, score,
    side, verdict,
};
