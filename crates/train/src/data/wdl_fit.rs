//! Fits the WDL model to the scores and results of games.

use std::{fs::File, path::Path};

use brudno::eval::wdl::WdlModel;
use brudno_notation::pgn::PgnGame;
use shakmaty::{ByColor, Outcome};

use super::{error::DataError, pgn_lines::PgnFile};

/// Maximum score, centipawns. Decided games do not inform the slope.
const MAX_SCORE: f64 = 1000.0;
/// Last ply that is used. Long endings would outweigh the rest.
const MAX_PLY: usize = 160;
/// Number of steps of Newton's method. They suffice to converge.
const STEPS: usize = 50;

/// The score of a move's search, and the result of the game for that player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoredPosition {
    /// Score of the player, centipawns.
    pub score: f64,
    /// Half points of the player.
    pub half_points: u8,
}

/// Fits the model by maximum likelihood, in centipawns. Returns `None` without wins and losses.
pub fn fit_wdl(positions: &[ScoredPosition]) -> Option<WdlModel> {
    if positions.iter().all(|position| position.half_points == 1) {
        return None;
    }
    // A loss is a win with the negated score.
    let seen = |position: &ScoredPosition| {
        let ScoredPosition { score, half_points } = *position;
        [(score, half_points == 2), (-score, half_points == 0)]
    };
    // Units of 100 centipawns are well conditioned.
    let (mut slope, mut offset) = (1.0, -1.0);
    for _ in 0..STEPS {
        let (mut gradient, mut curvature) = ([0.0; 2], [0.0; 3]);
        for (score, won) in positions.iter().flat_map(seen) {
            let x = score / 100.0;
            let chance = 1.0 / (1.0 + (-(slope * x + offset)).exp());
            let error = f64::from(u8::from(won)) - chance;
            let weight = chance * (1.0 - chance);
            gradient = [gradient[0] + error * x, gradient[1] + error];
            let [xx, x1, one] = curvature;
            curvature = [xx + weight * x * x, x1 + weight * x, one + weight];
        }
        let [xx, x1, one] = curvature;
        let determinant = xx * one - x1 * x1;
        let [by_slope, by_offset] = gradient;
        slope += (one * by_slope - x1 * by_offset) / determinant;
        offset += (xx * by_offset - x1 * by_slope) / determinant;
    }
    let model = WdlModel { half_win: -100.0 * offset / slope, spread: 100.0 / slope };
    (model.half_win.is_finite() && model.spread > 0.0).then_some(model)
}

/// Reads the scores of a PGN file of cutechess-cli or fastchess. The comment after each move begins
/// with pawns and depth, as in `+0.35/13`. `player` selects players whose name contains it. Games
/// that cannot be read are skipped, and their errors are passed to `skip`.
///
/// # Errors
///
/// I/O errors.
pub fn scored_positions(
    path: &Path,
    player: Option<&str>,
    skip: &dyn Fn(&DataError),
) -> Result<Vec<ScoredPosition>, DataError> {
    let mut games = PgnFile::new(path, File::open(path).map_err(DataError::io(path))?);
    let mut found = Vec::new();
    while let Some(game) = games.next_game()? {
        match game {
            Ok(game) => add_scores(&game, player, &mut found),
            Err(error) => skip(&error),
        }
    }
    Ok(found)
}

/// Adds the scores of a game with a result.
fn add_scores(game: &PgnGame, player: Option<&str>, found: &mut Vec<ScoredPosition>) {
    let outcome = game.termination.as_deref().and_then(|result| result.parse::<Outcome>().ok());
    let Some(outcome) = outcome.and_then(Outcome::known) else { return };
    let is_wanted =
        |tag| player.is_none_or(|player| game.tag(tag).is_some_and(|name| name.contains(player)));
    let wanted = ByColor { white: is_wanted("White"), black: is_wanted("Black") };
    let mut color = game.start.position().turn();
    for played in game.main.moves.iter().take(MAX_PLY) {
        for score in played.comments().filter_map(score_of).filter(|_| *wanted.get(color)) {
            let half_points = match outcome.winner() {
                None => 1,
                Some(winner) => 2 * u8::from(winner == color),
            };
            found.push(ScoredPosition { score, half_points });
        }
        color = !color;
    }
}

/// Returns the score at the start of a comment, centipawns. `None` for mates and decided games.
fn score_of(comment: &str) -> Option<f64> {
    let (pawns, _) = comment.trim_start().split_once('/')?;
    let score = 100.0 * pawns.parse::<f64>().ok()?;
    (score.abs() <= MAX_SCORE).then_some(score)
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};

    use super::*;

    #[test]
    fn the_model_of_generated_results_is_found() {
        let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        let truth = WdlModel { half_win: 120.0, spread: 45.0 };
        let mut positions = Vec::new();
        for _ in 0..100_000 {
            let score = random.random_range(-400.0..400.0);
            let chance = random.random_range(0.0..1.0);
            let won = chance < truth.win(score);
            let lost = chance > 1.0 - truth.win(-score);
            positions
                .push(ScoredPosition { score, half_points: 1 + u8::from(won) - u8::from(lost) });
        }
        let found = fit_wdl(&positions).unwrap();
        assert!((found.half_win - truth.half_win).abs() < 3.0, "{found:?}");
        assert!((found.spread - truth.spread).abs() < 3.0, "{found:?}");
        let draw = ScoredPosition { score: 10.0, half_points: 1 };
        assert_eq!(fit_wdl(&[]), None);
        assert_eq!(fit_wdl(&[draw; 3]), None);
    }

    #[test]
    fn scores_are_read_from_the_players_comments() {
        let pgn = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 {book} e5 {-0.20/9 0.1s} \
                   2. Nf3 {+0.35/13 0.063s} Nc6 {+M12/20 0.1s} 3. Bb5 { +12.00/3 1s } a6 {x} 1-0\n\n\
                   [White \"B\"]\n[Black \"A\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n\
                   1... Kd7 {-1.50/5 0.1s} 2. e4 {0.00/1 0s} 1/2-1/2\n\n\
                   [White \"A\"]\n[Black \"B\"]\n\n1. d4 {+0.10/1 0s} *\n";
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, pgn).unwrap();
        let read = |player| {
            let found = scored_positions(&path, player, &|error| panic!("{error}")).unwrap();
            found.iter().map(|j| (j.score.round() as i32, j.half_points)).collect::<Vec<_>>()
        };
        assert_eq!(read(None), [(-20, 0), (35, 2), (-150, 1), (0, 1)]);
        assert_eq!(read(Some("A")), [(35, 2), (-150, 1)]);
    }
}
