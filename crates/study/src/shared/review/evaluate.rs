//! Evaluates every position of a game.

use brudno::{
    chess::{
        Ending, Game,
        score::{Bound, DRAW, mated_in},
    },
    platform::StopSignal,
    search::{Engine, Limits, SearchRequest},
};

use crate::shared::evaluation::{self, Evaluation};

/// Factor of the limits of a search that continues until its score is exact.
const LONGER: u64 = 4;

/// Evaluates the positions of a new game from last to first. Each search then finds the later moves
/// of the game in the transposition table. Each search has `lines` lines, and `step` is called
/// after it. If `stop` ends the evaluation early, the first positions have none.
pub fn evaluate(
    engine: &Engine,
    limits: &Limits,
    lines: u16,
    positions: &[Game],
    stop: &StopSignal,
    mut step: impl FnMut(),
) -> Vec<Option<Evaluation>> {
    let mut evaluations = vec![None; positions.len()];
    for (index, game) in positions.iter().enumerate().rev() {
        let is_last = index + 1 == positions.len();
        evaluations[index] = evaluate_position(engine, limits, lines, game, is_last, stop);
        if evaluations[index].is_none() && stop.is_requested() {
            break;
        }
        step();
    }
    evaluations
}

/// Evaluates a position of a game. If the game ends there, its result is used, otherwise a search
/// with `lines` lines. If its score is only a bound, the search continues until it is exact, up to
/// four times the limits. `None` if `stop` is requested, because the result of an interrupted search
/// cannot be compared with the others.
pub fn evaluate_position(
    engine: &Engine,
    limits: &Limits,
    lines: u16,
    game: &Game,
    is_last: bool,
    stop: &StopSignal,
) -> Option<Evaluation> {
    // A game may continue after a repetition, but not after mate.
    if let Some(ending) = game.ending().filter(|_| is_last) {
        return Some(of_ending(ending));
    }
    if stop.is_requested() {
        return None;
    }
    let search = |limits: Limits| {
        let request = SearchRequest {
            stop: stop.clone(),
            multi_pv: lines.into(),
            ..SearchRequest::new(game.clone(), limits)
        };
        evaluation::search(engine, request).filter(|_| !stop.is_requested())
    };
    let found = search(limits.clone())?;
    if found.best.bound == Bound::Exact {
        return Some(found);
    }
    // The search ended inside an iteration, after a fail high or fail low.
    let exact = search(Limits {
        soft_nodes: Some(found.nodes),
        nodes: limits.nodes.map(|nodes| nodes.saturating_mul(LONGER)),
        move_time: limits.move_time.map(|time| time.saturating_mul(LONGER)),
        ..limits.clone()
    })?;
    Some(Evaluation { nodes: found.nodes + exact.nodes, ..exact })
}

/// Evaluates a position in which the game is over.
pub const fn of_ending(ending: Ending) -> Evaluation {
    Evaluation::of_score(match ending {
        Ending::Checkmate(_) => mated_in(0),
        _ => DRAW,
    })
}

#[cfg(test)]
mod tests {
    use brudno_notation::pgn;
    use shakmaty::ByColor;

    use super::*;
    use crate::shared::review::Review;

    #[test]
    fn an_interrupted_game_keeps_its_last_positions() {
        let mut games = pgn::games("1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n");
        let Some(Ok(game)) = games.next() else { panic!("it is a game") };
        let positions = game.positions();
        let engine = Engine::start().unwrap();
        let limits = Limits { nodes: Some(500), ..Limits::default() };
        let stop = StopSignal::default();
        let mut steps = 0;
        let step = || {
            steps += 1;
            if steps == 3 {
                stop.request();
            }
        };
        let evaluations = evaluate(&engine, &limits, 1, &positions, &stop, step);
        let known: Vec<bool> = evaluations.iter().map(Option::is_some).collect();
        assert_eq!(known, [false, false, false, true, true, true]);
        let review =
            Review::new(game, positions, evaluations, ByColor { white: true, black: true });
        assert!(!review.is_complete() && !review.is_empty());
        assert_eq!(review.sides.black.counts, [0, 0, 1], "2...Ke7 allows mate");
        assert_eq!(review.sides.white.accuracy, Some(100.0));
        let sentence = review.moves[3].sentence.as_deref().unwrap();
        assert!(sentence.starts_with("Blunder: allows mate with Qxe5#; "), "{sentence}");
    }
}
