//! Makes single positions of games: those on the way, and some a few random moves away from each,
//! as a search meets them.

use std::path::PathBuf;

use brudno::chess::Position;
use rand::{Rng, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;
use shakmaty::Move;

use super::{
    convert::to_board,
    error::DataError,
    files::{Copied, OnProgress, visit_games},
    filter::{Candidate, Filter},
    output::Output,
    packed::PackedPosition,
    position_file::PositionWriter,
};

/// The chance of a second ply, and of one more.
const FURTHER_PLIES: [f64; 2] = [1.0 / 3.0, 1.0 / 6.0];
/// The chance that a ply is a capture where there is one: most positions of a search come of some.
const CAPTURE: f64 = 0.3;
/// How often a position is looked for: many lines end in check.
const ATTEMPTS: usize = 8;

/// Which positions to make of games.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionSettings {
    /// Which positions of the games to take; those in check never.
    pub filter: Filter,
    /// Positions derived from each.
    pub children: usize,
    /// Decides the random moves.
    pub seed: u64,
}

/// Writes the positions of the games that pass the filter, with score and result, each followed by
/// those derived from it, which have neither. Fewer are derived where random moves lead to none
/// that is not in check and has a legal move.
///
/// # Errors
///
/// Those of [`visit_games`], games that break the rules, and those of writing.
pub fn write_positions(
    inputs: &[PathBuf],
    output: Output,
    settings: &PositionSettings,
    progress: OnProgress<'_>,
) -> Result<Copied, DataError> {
    let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
    let mut writer = PositionWriter::new(output)?;
    let mut copied = Copied::default();
    let mut family = Vec::new();
    copied.truncated = visit_games(inputs, progress, |place, record| {
        let mut ply = record.first_ply();
        let replayed = record.replay(|game, _, score| {
            let position = game.position();
            let candidate = Candidate {
                ply,
                halfmoves: position.halfmoves(),
                score,
                in_check: position.is_check(),
                tactical: false,
            };
            ply += 1;
            if settings.filter.reject(candidate, |_| false).is_some() {
                return;
            }
            let (board, result) = (to_board(position), record.stored().outcome());
            family.push(PackedPosition::pack(&board, score as i16, Some(result), false));
            for _ in 0..settings.children {
                let found = (0..ATTEMPTS).find_map(|_| derive(position, &mut random));
                family.extend(found.map(|child| PackedPosition::unlabelled(&child, true)));
            }
        });
        replayed.map_err(|error| place.damaged(error))?;
        copied.positions += family.len() as u64;
        family.drain(..).try_for_each(|position| writer.write(&position))
    })?;
    writer.finish()?;
    Ok(copied)
}

/// A position a few random plies away, where they lead to one that can be evaluated.
pub(super) fn derive(position: &Position, random: &mut impl Rng) -> Option<Position> {
    let plies = 1 + FURTHER_PLIES.into_iter().filter(|&chance| random.random_bool(chance)).count();
    let mut position = position.clone();
    for _ in 0..plies {
        let m = draw(&position, random)?;
        position = position.play(m);
    }
    (!position.is_check() && position.has_legal_move()).then_some(position)
}

fn draw(position: &Position, random: &mut impl Rng) -> Option<Move> {
    let moves = position.legal_moves();
    if random.random_bool(CAPTURE) {
        let captures: Vec<Move> = moves.iter().copied().filter(|m| m.is_capture()).collect();
        if let Some(&m) = captures.choose(random) {
            return Some(m);
        }
    }
    moves.choose(random).copied()
}
