//! Entry of the transposition table, and its 64 bits.

use crate::chess::{
    PackedMove, SearchMove,
    score::{
        Bound, MATE, NO_SCORE, Score, TB_WIN, TB_WIN_IN_MAX_PLY, is_decisive, is_loss, is_mate,
        is_win,
    },
};

/// Entry of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// The best or refuting move.
    pub best: Option<PackedMove>,
    /// The score, with mates relative to the node: see `score_to_tt`.
    pub score: Score,
    /// The static evaluation without corrections, or `NO_SCORE`.
    pub evaluation: Score,
    /// Depth of the search behind the score, in plies; 0 for quiescence.
    pub depth: i32,
    /// The bound of the score. `None` without a score.
    pub bound: Option<Bound>,
    /// Whether the node is or was on a principal variation.
    pub pv: bool,
}

impl TtEntry {
    /// Returns an entry that holds only a static evaluation.
    pub const fn new(evaluation: Score, pv: bool) -> TtEntry {
        TtEntry { best: None, score: NO_SCORE, evaluation, depth: 0, bound: None, pv }
    }

    /// Adds the result of a search at `ply`: a score relative to the root, what it bounds, the depth
    /// and the best move.
    #[must_use]
    pub(crate) fn with_score(
        self,
        ply: usize,
        score: Score,
        bound: Bound,
        depth: i32,
        best: Option<SearchMove>,
    ) -> TtEntry {
        let best = best.map(SearchMove::packed);
        TtEntry { best, score: score_to_tt(score, ply), depth, bound: Some(bound), ..self }
    }

    pub(super) fn to_bits(self, age: u8) -> u64 {
        u64::from(self.best.map_or(0, PackedMove::bits))
            | u64::from(self.score as i16 as u16) << 16
            | u64::from(self.evaluation as i16 as u16) << 32
            | u64::from(self.depth.clamp(0, 255) as u8) << 48
            | u64::from(
                self.bound.map_or(0, |bound| bound as u8) | u8::from(self.pv) << 2 | age << 3,
            ) << 56
    }

    /// `None` for the empty word.
    pub(super) fn from_bits(bits: u64) -> Option<TtEntry> {
        if bits == 0 {
            return None;
        }
        let bound = match bits >> 56 & 3 {
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Exact),
            _ => None,
        };
        Some(TtEntry {
            best: PackedMove::from_bits(bits as u16),
            score: Score::from((bits >> 16) as i16),
            evaluation: Score::from((bits >> 32) as i16),
            depth: i32::from((bits >> 48) as u8),
            bound,
            pv: bits >> 58 & 1 == 1,
        })
    }
}

pub(super) const fn age_of(bits: u64) -> u8 {
    (bits >> 59) as u8
}

/// Converts a score for the table: mates and tablebase wins become relative to the node instead of
/// the root.
const fn score_to_tt(score: Score, ply: usize) -> Score {
    if is_win(score) {
        score + ply as Score
    } else if is_loss(score) {
        score - ply as Score
    } else {
        score
    }
}

/// Inverse of [`score_to_tt`]. A win that the fifty-move rule may prevent becomes a score just below
/// the wins (Stockfish's `value_from_tt`).
pub(crate) const fn score_from_tt(score: Score, ply: usize, halfmoves: u32) -> Score {
    if score == NO_SCORE || !is_decisive(score) {
        return score;
    }
    let plies = if is_mate(score) { MATE } else { TB_WIN } - score.abs();
    if plies + halfmoves as Score > 100 {
        return (TB_WIN_IN_MAX_PLY - 1) * score.signum();
    }
    if score > 0 { score - ply as Score } else { score + ply as Score }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_counted_from_the_node() {
        for (score, ply) in [
            (MATE - 5, 3),
            (5 - MATE, 3),
            (TB_WIN - 7, 6),
            (7 - TB_WIN, 6),
            (TB_WIN, 0),
            (123, 9),
            (-123, 9),
            (0, 1),
        ] {
            assert_eq!(score_from_tt(score_to_tt(score, ply), ply, 0), score);
        }
        for win in [MATE - 30, TB_WIN - 30] {
            assert_eq!(score_from_tt(win, 0, 70), win);
            assert_eq!(score_from_tt(win, 0, 80), TB_WIN_IN_MAX_PLY - 1);
            assert_eq!(score_from_tt(-win, 0, 80), 1 - TB_WIN_IN_MAX_PLY);
        }
    }
}
