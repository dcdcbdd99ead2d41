//! The score scale: internal units, mate scores and their bounds.

/// A score in internal evaluation units (a pawn is near 200), from the point of view of the
/// side to move unless said otherwise.
pub type Score = i32;

/// The deepest ply that the search reaches from the root.
pub const MAX_PLY: usize = 240;

/// A draw.
pub const DRAW: Score = 0;
/// Checkmate at the root; a mate `n` plies away scores `MATE - n`.
pub const MATE: Score = 32_000;
/// Beyond every real score: the widest window is `-INFINITE..INFINITE`.
pub const INFINITE: Score = 32_001;
/// No score: a table entry without a static evaluation, say.
pub const NO_SCORE: Score = 32_002;
/// The smallest score that is a proven win by mate.
pub const MATE_IN_MAX_PLY: Score = MATE - MAX_PLY as Score;
/// The largest magnitude that a static evaluation may take.
pub const MAX_EVALUATION: Score = 20_000;

/// The score of being mated `ply` plies from the root.
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// The score of mating `ply` plies from the root.
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// Whether `score` is a mate for either side.
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_IN_MAX_PLY
}
