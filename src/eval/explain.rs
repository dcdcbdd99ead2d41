//! The evaluation term by term, for people.

use std::fmt::Write as _;

use shakmaty::Color;

use super::{Accumulator, Evaluator, MAX_PHASE, Tapered, Term, phase, trace};
use crate::position::Position;

/// A table of the terms: what each is worth to white, to black, and in all (middlegame, endgame,
/// tapered), and the final score. All in internal units, in white's view.
pub fn explain(position: &Position) -> String {
    let phase = phase(position);
    let traces = trace(position);
    let mut text = format!(
        "{:<20}{:^14}{:^14}{:^14}{:>8}\n{:<20}{}{:>8}\n",
        "term",
        "white",
        "black",
        "total",
        "tapered",
        "",
        "     mg     eg".repeat(3),
        "",
    );
    let mut line = |name: &str, white: Tapered, black: Tapered| {
        let total = white - black;
        let tapered =
            (total.middlegame() * phase + total.endgame() * (MAX_PHASE - phase)) / MAX_PHASE;
        let columns: String = [white, black, total]
            .map(|value| format!("{:>7}{:>7}", value.middlegame(), value.endgame()))
            .concat();
        writeln!(text, "{name:<20}{columns}{tapered:>8}").expect("a String takes all text");
    };
    let (mut white_sum, mut black_sum) = (Tapered::default(), Tapered::default());
    for &term in Term::ALL {
        let (white, black) = (traces.white.sum(term), traces.black.sum(term));
        white_sum += white;
        black_sum += black;
        line(&format!("{term:?}"), white, black);
    }
    line("Sum", white_sum, black_sum);
    let score = Evaluator::new().evaluate(position, &Accumulator::new(position));
    let score = if position.turn() == Color::White { score } else { -score };
    writeln!(text, "\nPhase {phase} of {MAX_PHASE}; final evaluation {score:+} (white's view)")
        .expect("a String takes all text");
    text
}
