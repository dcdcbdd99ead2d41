//! Thins out positions that are decided, or have many or few men.

use std::path::PathBuf;

use brudno::chess::score::Score;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{
    error::DataError,
    files::{Copied, OnProgress, visit_families},
    output::Output,
    packed::{Families, UNLABELLED},
    position_file::PositionWriter,
};

/// Shares to keep of positions whose score, in the data's units, is beyond a bound. The first bound
/// that the score exceeds counts. The shares are those of the eighth training (docs/network.md).
const BY_SCORE: [(Score, f64); 3] = [(1500, 0.15), (1000, 0.3), (600, 0.5)];
/// Shares to keep of positions with at least this number of men. The first row that fits counts.
const BY_MEN: [(u32, f64); 4] = [(27, 0.6), (20, 1.0), (14, 0.9), (0, 0.35)];
/// The same for positions that searches evaluate in games from book openings. A search at the board
/// evaluates fewer openings and more endings than these games have.
const BY_MEN_OF_LEAVES: [(u32, f64); 2] = [(27, 0.4), (0, 1.0)];

/// Criteria of the share to keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThinBy {
    /// The score alone. Meant for positions of `data lines`, which drops some of them by the number
    /// of men.
    Score,
    /// The score and the number of men.
    ScoreAndMen,
    /// The score, and the number of men as in searches. Meant for positions that searches evaluate.
    ScoreAndMenOfLeaves,
}

/// Returns the share to keep of positions with this score, in the data's units. Positions without a
/// score count as undecided.
fn share_by_score(score: i16) -> f64 {
    let magnitude = if score == UNLABELLED { 0 } else { Score::from(score).abs() };
    BY_SCORE.iter().find(|(bound, _)| magnitude > *bound).map_or(1.0, |(_, share)| *share)
}

/// Returns the share to keep of positions with this number of men.
fn share_by_men(men: u32, by: ThinBy) -> f64 {
    let shares: &[_] = match by {
        ThinBy::Score => &[],
        ThinBy::ScoreAndMen => &BY_MEN,
        ThinBy::ScoreAndMenOfLeaves => &BY_MEN_OF_LEAVES,
    };
    shares.iter().find(|(least, _)| men >= *least).map_or(1.0, |(_, share)| *share)
}

/// Writes a random part of the positions of all files. If the parent of a family is dropped, the
/// first derived position that is kept takes its place.
///
/// # Errors
///
/// Files of games, damaged files, and I/O errors.
pub fn thin(
    inputs: &[PathBuf],
    output: Output,
    by: ThinBy,
    seed: u64,
    progress: OnProgress<'_>,
) -> Result<Copied, DataError> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut writer = PositionWriter::new(output)?;
    let mut copied = Copied::default();
    copied.truncated = visit_families(inputs, progress, |family| {
        let mut families = Families::default();
        for &(mut position) in family {
            let by_men = share_by_men(position.occupied().count_ones(), by);
            let stays = random.random_bool(share_by_score(position.score()) * by_men);
            families.next(&mut position, stays);
            if stays {
                writer.write(&position)?;
                copied.positions += 1;
            }
        }
        Ok(())
    })?;
    writer.finish()?;
    Ok(copied)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undecided_middlegames_are_all_kept() {
        for (score, men, expected, expected_of_leaves) in [
            (0, 24, 1.0, 1.0),
            (-600, 20, 1.0, 1.0),
            (601, 20, 0.5, 0.5),
            (-1001, 26, 0.3, 0.3),
            (1501, 24, 0.15, 0.15),
            (-32_000, 24, 0.15, 0.15),
            (UNLABELLED, 24, 1.0, 1.0),
            (0, 32, 0.6, 0.4),
            (0, 14, 0.9, 1.0),
            (0, 13, 0.35, 1.0),
            (601, 2, 0.175, 0.5),
        ] {
            for (by, expected) in [
                (ThinBy::Score, share_by_score(score)),
                (ThinBy::ScoreAndMen, expected),
                (ThinBy::ScoreAndMenOfLeaves, expected_of_leaves),
            ] {
                let share = share_by_score(score) * share_by_men(men, by);
                assert!((share - expected).abs() < 1e-9, "{score} {men} {by:?}: {share}");
            }
        }
    }
}
