//! Names the way in which a mate comes about.

use brudno::{chess::Position, search::ScoredLine};
use shakmaty::{Move, Position as _, Rank};

use crate::shared::review::{
    reason::{Feat, MatePattern},
    rest::{Line, is_violent},
};

/// Maximum number of moves of a mate that is counted.
const LONGEST_MATE: u32 = 8;

/// Describes a mate.
pub fn mate_of(position: &Position, line: &ScoredLine, moves: u32) -> Feat {
    let line = Line::new(position, &line.pv);
    let end = line.end();
    let is_on_back_rank = end.chess().is_checkmate() && {
        let (side, board) = (end.turn(), end.board());
        let king = end.king(side);
        let checkers = end.checkers() & board.rooks_and_queens();
        let shelter = shakmaty::attacks::king_attacks(king) & board.pawns() & board.by_color(side);
        king.rank() == side.relative_rank(Rank::First)
            && checkers.single_square().is_some_and(|checker| checker.rank() == king.rank())
            && shelter.count() >= 2
    };
    let is_quiet = |m: &Move| !is_violent(*m) && !line.positions[1].is_check();
    let pattern = if moves > LONGEST_MATE {
        MatePattern::Long
    } else if is_on_back_rank {
        MatePattern::BackRank
    } else if moves > 1 && line.moves.first().is_some_and(is_quiet) {
        MatePattern::Net
    } else {
        MatePattern::Other
    };
    Feat::Mate { moves, pattern }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_mate_is_not_counted() {
        let line = Line::parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8#");
        let best = ScoredLine { pv: line.moves.clone(), ..ScoredLine::without_moves(0) };
        let pattern = |moves| match mate_of(line.start(), &best, moves) {
            Feat::Mate { moves: named, pattern } if named == moves => pattern,
            other => panic!("{other:?}"),
        };
        assert_eq!(pattern(1), MatePattern::BackRank);
        assert_eq!(pattern(8), MatePattern::BackRank);
        assert_eq!(pattern(9), MatePattern::Long);
    }
}
