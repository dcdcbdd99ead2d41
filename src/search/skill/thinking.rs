//! The time that a person would think about a move. At a limited strength the move is found within
//! milliseconds, and a GUI may ask for a natural delay (Velvet's `SimulateThinkingTime`).

use rand::Rng;
use shakmaty::Move;

use crate::{
    chess::{Game, score::Score},
    search::{root::root_move::RootMove, time::Budget},
};

/// Plies that are played fast, from memory.
const OPENING_PLIES: f64 = 20.0;
/// Share of the usual time for the first move.
const FIRST_MOVE: f64 = 0.15;
/// Share of the usual time for the only legal move.
const FORCED: f64 = 0.15;
/// Share of the usual time for taking back.
const RECAPTURE: f64 = 0.3;
/// Share of the usual time for a move without an alternative.
const CLEAR: f64 = 0.5;
/// Growth of the share with each alternative.
const PER_ALTERNATIVE: f64 = 0.35;
/// Most alternatives that a person compares.
const MOST_ALTERNATIVES: usize = 4;
/// Lines within this score of the best are alternatives, internal units.
const CLOSE: Score = 60;
/// The least and the largest random factor.
const MOOD: std::ops::Range<f64> = 0.6..1.5;

/// Returns how long a person would think before the first of these lines, milliseconds from the
/// start of the search. At most the hard limit.
pub fn thinking_time(
    game: &Game,
    lines: &[RootMove],
    budget: Budget,
    random: &mut impl Rng,
) -> f64 {
    let Some(chosen) = lines.first() else { return 0.0 };
    let share = share(game, chosen.first(), alternatives(lines));
    (budget.soft * share * random.random_range(MOOD)).min(budget.hard)
}

/// Returns the share of the usual time for a move with this number of alternatives.
fn share(game: &Game, m: Move, alternatives: usize) -> f64 {
    if game.position().legal_moves().len() == 1 {
        return FORCED;
    }
    let opening = (f64::from(game.position().plies()) / OPENING_PLIES).min(1.0);
    let opening = FIRST_MOVE + (1.0 - FIRST_MOVE) * opening;
    opening * if is_recapture(game, m) { RECAPTURE } else { difficulty(alternatives) }
}

/// Returns the share of the usual time for the choice among a move and its alternatives.
fn difficulty(alternatives: usize) -> f64 {
    CLEAR + PER_ALTERNATIVE * alternatives.min(MOST_ALTERNATIVES) as f64
}

/// Returns the number of lines, beside the best, whose score is close to it.
fn alternatives(lines: &[RootMove]) -> usize {
    let best = lines.iter().map(|line| line.score).max().unwrap_or_default();
    lines.iter().filter(|line| line.score >= best - CLOSE).count().saturating_sub(1)
}

/// Returns true if a move takes a piece that has just taken one.
fn is_recapture(game: &Game, m: Move) -> bool {
    let last = game.last_moves()[0];
    m.is_capture() && last.is_some_and(|last| last.is_capture() && last.to() == m.to())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    const BUDGET: Budget = Budget { soft: 1000.0, hard: 1600.0 };

    /// Returns the lines of these moves and scores, in this order.
    fn lines(game: &Game, moves: &[(&str, Score)]) -> Vec<RootMove> {
        let line = |&(m, score): &(&str, Score)| RootMove {
            score,
            ..RootMove::new(game.position().parse_move(m).unwrap())
        };
        moves.iter().map(line).collect()
    }

    /// Returns the mean thinking time after these moves.
    fn mean(start: &str, played: &str, found: &[(&str, Score)]) -> f64 {
        let mut game = Game::from_fen(start, false).unwrap();
        for m in played.split_whitespace() {
            game.play(game.position().parse_move(m).unwrap());
        }
        let lines = lines(&game, found);
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let times: Vec<f64> =
            (0..400).map(|_| thinking_time(&game, &lines, BUDGET, &mut random)).collect();
        assert!(times.iter().all(|time| (0.0..=BUDGET.hard).contains(time)));
        times.iter().sum::<f64>() / 400.0
    }

    const MIDDLE: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 11";

    #[test]
    fn hard_choices_take_longer_than_clear_ones() {
        let clear = mean(MIDDLE, "", &[("Ne5", 100), ("b3", 0), ("a3", -50)]);
        let hard = mean(MIDDLE, "", &[("b3", 80), ("Ne5", 100), ("a3", 90), ("Bd3", 95)]);
        assert!(hard > 1.8 * clear, "{hard} {clear}");
        assert!(clear > 0.4 * BUDGET.soft, "{clear}");
    }

    #[test]
    fn recaptures_forced_moves_and_the_opening_are_fast() {
        let free = mean(MIDDLE, "b3 a6", &[("Nxd5", 100), ("Qd2", 90), ("Bb2", 90)]);
        let taken = mean(
            "r1bq1rk1/pp2bppp/2n1pn2/2Pp4/8/2N1PN2/PP2BPPP/R1BQ1RK1 b - - 0 11",
            "",
            &[("Bxc5", 100), ("b6", 80)],
        );
        let taking_back = mean(
            "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 11",
            "dxc5",
            &[("Bxc5", 100), ("b6", 80)],
        );
        assert!(taking_back < 0.5 * taken, "{taking_back} {taken}");
        let first = mean(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "",
            &[("e4", 30), ("d4", 30)],
        );
        assert!(first < 0.3 * free, "{first} {free}");
        let forced = mean("7k/8/8/8/8/8/6q1/7K w - - 0 60", "", &[("Kxg2", 0)]);
        assert!(forced < 0.3 * free, "{forced} {free}");
    }
}
