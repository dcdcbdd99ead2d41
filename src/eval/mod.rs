//! The hand-written evaluation: a sum of weighted features, tapered between middlegame and
//! endgame, with corrections for drawish endings.
//!
//! All weights are fitted at once to scored games by `examples/fit_evaluation.rs`, which writes
//! `weights.rs`.

mod accumulator;
mod bitboards;
mod endgame;
mod explain;
mod pawns;
mod pieces;
mod tapered;
mod terms;
#[cfg(test)]
mod tests;
mod weights;

pub use accumulator::Accumulator;
pub use endgame::{FULL_SCALE, scale as endgame_scale};
pub use explain::explain;
pub use tapered::{MAX_PHASE, Tapered};
pub use terms::{Term, Trace};
pub use weights::WEIGHTS;

use shakmaty::{ByColor, Color};

use crate::position::Position;
use crate::score::{DRAW, MAX_EVALUATION, Score};
use pieces::Pieces;
use terms::Sink;

/// Evaluates positions for one thread; remembers pawn structures.
pub struct Evaluator {
    pawns: pawns::Cache,
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new()
    }
}

impl Evaluator {
    /// An evaluator that remembers nothing yet.
    pub fn new() -> Evaluator {
        Evaluator { pawns: pawns::Cache::new() }
    }

    /// The static evaluation in internal units, as the side to move sees it, within
    /// ±[`MAX_EVALUATION`]. `accumulator` is the position's own.
    #[inline]
    pub fn evaluate(&mut self, position: &Position, accumulator: &Accumulator) -> Score {
        // A quarter of the time of the evaluation is counting and scanning bits, for which a
        // build that runs on any x86-64 has no instructions.
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
        {
            // SAFETY: the processor has just been found to have the instructions.
            return unsafe { self.evaluate_with_bit_instructions(position, accumulator) };
        }
        self.evaluate_portably(position, accumulator)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2")]
    fn evaluate_with_bit_instructions(
        &mut self,
        position: &Position,
        accumulator: &Accumulator,
    ) -> Score {
        self.evaluate_portably(position, accumulator)
    }

    #[inline(always)]
    fn evaluate_portably(&mut self, position: &Position, accumulator: &Accumulator) -> Score {
        debug_assert_eq!(*accumulator, Accumulator::new(position));
        let (pawn_sum, structure) = self.pawns.probe(position);
        let (mut white, mut black) = (Tapered::default(), Tapered::default());
        match position.turn() {
            Color::White => white.add(Term::Tempo, 0, 1),
            Color::Black => black.add(Term::Tempo, 0, 1),
        }
        let mut pieces = Pieces::new(position, &structure);
        pieces.activity(Color::White, &mut white);
        pieces.activity(Color::Black, &mut black);
        pieces.interplay(Color::White, &mut white);
        pieces.interplay(Color::Black, &mut black);
        let sum = accumulator.sum + pawn_sum + white - black;
        let score = conclude(position, sum, accumulator.phase);
        position.turn().fold_wb(score, -score)
    }
}

/// The score that a sum of weights comes to, both in white's view.
#[inline]
fn conclude(position: &Position, sum: Tapered, phase: i32) -> Score {
    let phase = phase.min(MAX_PHASE);
    let strong = Color::from_white(sum.endgame() > 0);
    let scale = endgame::scale(position, strong);
    if scale == 0 {
        return DRAW;
    }
    let endgame = sum.endgame() * scale / FULL_SCALE + endgame::mop_up(position);
    let score = (sum.middlegame() * phase + endgame * (MAX_PHASE - phase)) / MAX_PHASE;
    // The weights are in hundredths of a pawn, internal units are half of that.
    (2 * score).clamp(-MAX_EVALUATION, MAX_EVALUATION)
}

/// The phase of a position, from 0 (an ending) to [`MAX_PHASE`].
pub fn phase(position: &Position) -> i32 {
    Accumulator::new(position).phase.min(MAX_PHASE)
}

/// The features of both sides, as [`Evaluator::evaluate`] weighs them.
pub fn trace(position: &Position) -> ByColor<Trace> {
    let structure = pawns::Structure::new(position);
    let mut traces = ByColor::<Trace>::default();
    for (square, piece) in position.board().iter() {
        let index = accumulator::piece_square_index(square, piece);
        traces.get_mut(piece.color).add(Term::PieceSquare, index, 1);
    }
    traces.get_mut(position.turn()).add(Term::Tempo, 0, 1);
    let mut pieces = Pieces::new(position, &structure);
    for us in Color::ALL {
        pawns::evaluate(position, &structure, us, traces.get_mut(us));
        pieces.activity(us, traces.get_mut(us));
    }
    for us in Color::ALL {
        pieces.interplay(us, traces.get_mut(us));
    }
    traces
}
