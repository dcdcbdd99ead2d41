//! The score scale: internal units, tablebase wins, mates.

/// A score in internal units, in the side to move's view unless stated otherwise. `HALF_WIN` of
/// `eval::wdl` is a 50 % win probability.
pub type Score = i32;

/// Relation of a score to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The value is at most the score: fail low, all node.
    Upper = 1,
    /// The value is at least the score: fail high, cut node.
    Lower = 2,
    /// The value is the score: PV node.
    Exact = 3,
}

/// Largest ply of a search.
pub const MAX_PLY: usize = 240;

/// A draw.
pub const DRAW: Score = 0;
/// Checkmate at the root; a mate in `n` plies is `MATE - n`.
pub const MATE: Score = 32_000;
/// Beyond every score: the widest window is `-INFINITE..INFINITE`.
pub const INFINITE: Score = 32_001;
/// No score, for example a hash entry without a static evaluation.
pub(crate) const NO_SCORE: Score = 32_002;
/// Smallest score of a mate.
pub(crate) const MATE_IN_MAX_PLY: Score = MATE - MAX_PLY as Score;
/// Tablebase win at the root; one in `n` plies is `TB_WIN - n`. The range is right below the mates.
pub const TB_WIN: Score = MATE_IN_MAX_PLY - 1;
/// Smallest score of a proven win, by mate or tablebase.
pub(crate) const TB_WIN_IN_MAX_PLY: Score = TB_WIN - MAX_PLY as Score;
/// Largest magnitude of a static evaluation.
pub const MAX_EVALUATION: Score = 20_000;

/// Returns the score of being mated `ply` plies from the root.
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// Returns the score of mating `ply` plies from the root.
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// Returns true for a mate by either side.
pub const fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_IN_MAX_PLY
}

/// Returns the moves to mate, negative for being mated; `None` if `score` is not a mate.
pub const fn moves_to_mate(score: Score) -> Option<i32> {
    if !is_mate(score) {
        return None;
    }
    let moves = (MATE - score.abs() + 1) / 2;
    Some(if score > 0 { moves } else { -moves })
}

/// Blends a fail-high score with beta, `weight` 1/1024 of the score (Stockfish).
pub(crate) const fn blend(weight: i32, score: Score, beta: Score) -> Score {
    (weight * score + (1024 - weight) * beta) / 1024
}

/// Returns true for a win by mate or tablebase.
pub(crate) const fn is_win(score: Score) -> bool {
    score >= TB_WIN_IN_MAX_PLY
}

/// Returns true for a loss by mate or tablebase.
pub(crate) const fn is_loss(score: Score) -> bool {
    score <= -TB_WIN_IN_MAX_PLY
}

/// Returns true for a win or loss by mate or tablebase.
pub(crate) const fn is_decisive(score: Score) -> bool {
    is_win(score) || is_loss(score)
}
