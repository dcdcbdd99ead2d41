//! Restores the reviews of the games that an earlier run annotated, from their comments.

use brudno::{
    chess::{
        Game,
        score::{MAX_EVALUATION, MAX_PLY, Score, TB_WIN, mate_in},
    },
    eval::wdl::{centipawns, score_of},
};
use brudno_notation::pgn::PgnGame;
use shakmaty::ByColor;

use crate::{
    analyse::annotate::written_finding::{StoredFinding, stored},
    shared::{
        evaluation::Evaluation,
        review::{Finding, Review, of_ending, win_percent},
    },
};

/// A move that loses less win percentage than this counts as the best one. Moves without a
/// judgement do.
const CLOSE: f64 = 5.0;

/// Restores the review of an annotated game from `[%eval]`, glyphs and sentences. The start
/// position has no evaluation in PGN, so the first move is not counted. Lines only have their first
/// move, which is that of the better line, or the game's move if it is close to the best.
pub fn restore(game: PgnGame, judged: ByColor<bool>) -> Review {
    let positions = game.positions();
    let last = positions.len() - 1;
    let mut evaluations: Vec<Option<Evaluation>> = vec![None; positions.len()];
    let mut findings = Vec::with_capacity(last);
    let mut best = Vec::with_capacity(last);
    for (index, played) in game.main.moves.iter().enumerate() {
        let (before, after) = (positions[index].position(), &positions[index + 1]);
        let found = played.comments().find_map(stored);
        let san = found.as_ref().and_then(|found| found.best.as_deref());
        best.push(san.and_then(|san| before.parse_move(san).ok()));
        findings.push(found.as_ref().and_then(|found| {
            let StoredFinding { kind, sentence, .. } = found;
            let finding =
                found.mark.map(|mark| Finding { mark, kind: *kind, sentence: sentence.clone() });
            finding.filter(|_| *judged.get(before.turn()))
        }));
        let by_rules = || after.ending().filter(|_| index + 1 == last).map(of_ending);
        let by_comment = found.and_then(|found| evaluation(&found.value, after));
        evaluations[index + 1] = by_comment.or_else(by_rules);
    }
    for (index, best) in best.into_iter().enumerate() {
        let (earlier, later) = evaluations.split_at_mut(index + 1);
        let Some((before, after)) = earlier[index].as_mut().zip(later[0].as_ref()) else {
            continue;
        };
        let is_close = win_percent(before.best.score) - win_percent(-after.best.score) < CLOSE;
        let played = game.main.moves[index].m.filter(|_| is_close);
        before.best.pv = best.or(played).into_iter().collect();
    }
    Review::new(game, positions, evaluations, judged).with_findings(findings)
}

/// Parses the value of `[%eval 0.35]` or `[%eval #-3]`, from White's point of view.
fn evaluation(value: &str, game: &Game) -> Option<Evaluation> {
    let white = match value.strip_prefix('#') {
        Some(moves) => {
            let moves: i32 = moves.parse().ok()?;
            let plies = usize::try_from(moves.unsigned_abs()).ok()?.checked_mul(2)?;
            let mate = mate_in(plies.checked_sub(1).filter(|&plies| plies < MAX_PLY)?);
            moves.signum() * mate
        }
        None => score(value.parse().ok()?),
    };
    let score = game.position().turn().fold_wb(white, -white);
    Some(Evaluation::of_score(score))
}

/// Returns the score that is printed as this number of pawns.
fn score(pawns: f64) -> Score {
    // Scores above all evaluations are tablebase wins.
    match (pawns * 100.0).round().clamp(-1e6, 1e6) as i32 {
        win if win.abs() > centipawns(MAX_EVALUATION) => {
            win.signum() * TB_WIN.min(TB_WIN - centipawns(TB_WIN) + win.abs())
        }
        hundredths => score_of(hundredths),
    }
}

#[cfg(test)]
mod tests {
    use brudno::chess::score::moves_to_mate;
    use brudno_notation::pgn::games;

    use super::*;
    use crate::shared::review::Judgement;

    #[test]
    fn scores_are_those_that_are_printed() {
        for hundredths in [0, 7, -35, 1234, -11_000, 20_000, -19_950] {
            let pawns = f64::from(hundredths) / 100.0;
            assert_eq!(centipawns(score(pawns)), hundredths, "{pawns}");
        }
        let start = Game::default();
        for (value, moves) in [("#1", 1), ("#-3", -3), ("#120", 120)] {
            let found = evaluation(value, &start).unwrap();
            assert_eq!(moves_to_mate(found.best.score), Some(moves), "{value}");
        }
        for value in ["", "#", "#0", "#200", "x", "#x"] {
            assert!(evaluation(value, &start).is_none(), "{value}");
        }
    }

    #[test]
    fn an_annotated_game_is_restored() {
        let text = "1. e4 {[%eval 0.30]} 1... e5 {[%eval 0.40]} 2. Qh5 {[%eval -0.20] Inaccuracy: \
                    from +0.40 to -0.20; Nf3 was best.} (2. Nf3 Nc6) 2... Ke7 $4 {[%eval #1] Blunder: \
                    allows mate with Qxe5#; Nc6 was best.} (2... Nc6) 3. Qxe5# 1-0";
        let game = games(text).next().unwrap().unwrap();
        let review = restore(game, ByColor { white: false, black: true });
        assert_eq!(review.first_evaluated(), 1);
        assert!(review.moves[0].accuracy.is_none() && review.moves[1].accuracy.is_some());
        assert_eq!(review.moves[2].judgement, None, "White is not judged");
        assert_eq!(review.moves[3].judgement, Some(Judgement::Blunder));
        assert_eq!(review.sides.black.counts, [0, 0, 1]);
        assert_eq!(review.white_percent(5), review.white_percent(4), "both are mates");
        let first = |ply: usize| review.evaluations[ply].as_ref()?.best.pv.first().copied();
        let move_at = |ply: usize, text: &str| review.position(ply).parse_move(text).ok();
        assert_eq!(first(1), move_at(1, "e5"), "it is close to the best");
        assert_eq!(first(2), move_at(2, "Nf3"), "it begins the better line");
        assert_eq!(first(4), move_at(4, "Qxe5#"));
    }
}
