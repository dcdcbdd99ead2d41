//! Training games and single positions. Games are stored in viriformat, a format shared by Rust
//! engines: a start position of 32 bytes, two bytes of move and two bytes of score for each ply,
//! and four zero bytes at the end.
//!
//! Scores are given from White's point of view and in internal units. They are at most
//! ±[`MATE`](brudno::chess::score::MATE).
//!
//! Single positions have a format of their own, see [`PackedPosition`].

mod convert;
mod error;
mod files;
mod filter;
mod label;
mod leaves;
mod lines;
mod output;
mod packed;
mod pgn_lines;
mod position_file;
mod positions;
mod reader;
mod record;
mod rescore;
mod search_threads;
mod shuffle;
mod stats;
mod teacher;
#[cfg(test)]
mod tests;
mod thin;
mod validate;
mod wdl_fit;

pub use convert::{from_board, from_packed, to_board, to_packed};
pub use error::{DataError, Location, Unit};
pub use files::{Copied, OnProgress, merge, visit_families, visit_games, visit_positions};
pub use filter::{Candidate, Filter, Rejection};
pub use label::{Labelled, label};
pub use leaves::{LeafSearchSettings, leaves};
pub use lines::{LineSettings, lines};
pub use output::Output;
pub use packed::{PackedPosition, UNLABELLED};
pub use position_file::{
    POSITION_SIZE, POSITIONS_HEADER, PositionReader, PositionWriter, is_positions_file,
};
pub use positions::{PositionSettings, write_positions};
pub use reader::Reader;
pub use record::{HEADER, Record, ReplayError};
pub use rescore::{RescoreBy, rescore};
pub use shuffle::shuffle;
pub use stats::{Bucket, MAX_PHASE, PLY_BUCKET, Stats, score_bucket_label};
pub use teacher::{Question, TeacherError};
pub use thin::{ThinBy, thin};
pub use validate::{Problem, position_problem, problems};
pub use wdl_fit::{ScoredPosition, fit_wdl, scored_positions};
