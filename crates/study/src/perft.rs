//! `brudno perft`: counts the leaf nodes of the tree of legal moves.

use std::process::ExitCode;

use brudno::{
    chess::perft,
    platform::{StopSignal, stdio},
    tools::perft::divide,
};
use brudno_console::process::{fail, result};
use shakmaty::CastlingMode;

use super::shared::position_args::PositionArgs;

/// Arguments of `brudno perft`.
#[derive(clap::Args)]
pub struct PerftArgs {
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(perft::Depth::MAX)))]
    depth: u32,
    #[command(flatten)]
    position: PositionArgs,
}

/// Prints the leaf nodes of each move and their total.
pub fn run(arguments: &PerftArgs) -> ExitCode {
    let game = match arguments.position.one() {
        Ok(parsed) => parsed.game(),
        Err(error) => return fail(&error),
    };
    let position = game.position();
    let depth = perft::Depth::try_from(arguments.depth).expect("clap checks the range");
    let leaves = perft::divide_until(position, depth, &StopSignal::default());
    let leaves = leaves.expect("nothing stops it");
    let castling = CastlingMode::from_chess960(position.is_chess960());
    let text = divide(&leaves, perft::total(depth, &leaves), castling);
    result(stdio::print(text).map_err(stdio::output_error))
}
