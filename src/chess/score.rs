//! The score scale: internal units, wins by the endgame tables, mates.

/// A score in internal evaluation units, from the point of view of the side to move unless said
/// otherwise. `HALF_WIN` of `eval::wdl` are an even chance to win.
pub type Score = i32;

/// What a score says about the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// At most the score: a fail low, an all node.
    Upper = 1,
    /// At least the score: a fail high, a cut node.
    Lower = 2,
    /// The score itself: a PV node.
    Exact = 3,
}

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
/// A win that the endgame tables tell of, at the root; one that is reached `n` plies away scores
/// `TB_WIN - n`. The band lies right below the mates.
pub const TB_WIN: Score = MATE_IN_MAX_PLY - 1;
/// The smallest score that is a proven win, by mate or by the tables.
pub const TB_WIN_IN_MAX_PLY: Score = TB_WIN - MAX_PLY as Score;
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

/// Moves of the winner to the mate, negative where the side whose score it is gets mated; `None`
/// where `score` is no mate.
pub const fn moves_to_mate(score: Score) -> Option<i32> {
    if !is_mate(score) {
        return None;
    }
    let moves = (MATE - score.abs() + 1) / 2;
    Some(if score > 0 { moves } else { -moves })
}

/// Between beta and a score above it, `weight` 1/1024 of the way: what a fail high gives back where
/// the score itself says too much (Stockfish).
pub const fn blend(weight: i32, score: Score, beta: Score) -> Score {
    (weight * score + (1024 - weight) * beta) / 1024
}

/// Whether `score` is a win by mate or by the tables.
pub const fn is_win(score: Score) -> bool {
    score >= TB_WIN_IN_MAX_PLY
}

/// Whether `score` is a loss by mate or by the tables.
pub const fn is_loss(score: Score) -> bool {
    score <= -TB_WIN_IN_MAX_PLY
}

/// Whether `score` is a mate or a win by the tables, for either side.
pub const fn is_decisive(score: Score) -> bool {
    is_win(score) || is_loss(score)
}
