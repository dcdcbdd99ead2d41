//! Command-line options for the filter of training positions.

use brudno::chess::score::Score;

use crate::data::Filter;

/// Options for the positions to train on.
#[derive(clap::Args)]
#[command(next_help_heading = "Filter of the positions to train on")]
pub struct FilterArgs {
    /// Skip this many plies at the start of each game
    #[arg(long, default_value_t = Filter::default().min_ply)]
    min_ply: usize,
    /// Ignore the result if fewer pieces are on the board
    #[arg(long, default_value_t = Filter::default().result_men)]
    result_men: usize,
    /// Skip positions with a larger halfmove clock
    #[arg(long, default_value_t = Filter::default().max_halfmoves)]
    max_halfmoves: u32,
    /// Score, in the data's units, above which a position is decided
    #[arg(long, default_value_t = Filter::default().decided)]
    decided: Score,
    /// Share of decided positions to keep
    #[arg(long, default_value_t = Filter::default().decided_share)]
    decided_share: f64,
    /// Skip positions with a larger score, in the data's units
    #[arg(long, default_value_t = Filter::default().max_score)]
    max_score: Score,
}

impl FilterArgs {
    /// Returns the filter.
    pub const fn filter(&self) -> Filter {
        Filter {
            min_ply: self.min_ply,
            result_men: self.result_men,
            max_halfmoves: self.max_halfmoves,
            decided: self.decided,
            decided_share: self.decided_share,
            max_score: self.max_score,
        }
    }
}
