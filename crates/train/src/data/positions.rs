//! Converts games to single positions. Derives further positions by a few random moves, as they
//! occur in a search.

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

/// Probabilities of a second and of a third ply.
const FURTHER_PLIES: [f64; 2] = [1.0 / 3.0, 1.0 / 6.0];
/// Probability of choosing a capture if there is one. Most positions of a search follow captures.
const CAPTURE: f64 = 0.3;
/// Attempts per derived position, because many lines end in check.
const ATTEMPTS: usize = 8;

/// Settings of the conversion.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionSettings {
    /// Filter for the positions of the games. Positions in check are always skipped.
    pub filter: Filter,
    /// Derived positions per position.
    pub children: usize,
    /// Random seed.
    pub seed: u64,
}

/// Writes the positions of games that pass the filter, with score and result. Derived positions
/// follow each of them, without score and result. They are not in check and have a legal move. If
/// no such position is found, there are fewer derived positions.
///
/// # Errors
///
/// Errors of [`visit_games`], illegal games, and I/O errors.
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

/// Returns a position that is a few random plies away. `None` if it cannot be evaluated.
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
