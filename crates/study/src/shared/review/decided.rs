//! Finds moves that may have lost a piece. In decided games, they change the winning chances
//! little.

use brudno::{
    chess::score::{Score, moves_to_mate},
    eval::wdl::centipawns,
};

/// Minimum size of both scores, with the same sign, in a decided game, centipawns.
const DECIDED: i32 = 600;
/// Minimum centipawn loss of a move that loses a piece for nothing, and in decided games. A network
/// counts a piece less there.
const LOSS_OF_A_PIECE: i32 = 100;
const LOSS_IN_DECIDED_GAMES: i32 = 30;
/// Minimum number of moves by which a mate comes later if a piece is lost.
const LATER_MATE: i32 = 4;

/// Returns true if a side wins before and after a move, by the mover's scores.
pub fn is_decided(before: Score, after: Score) -> bool {
    let [before, after] = [before, after].map(centipawns);
    before.min(after) >= DECIDED || before.max(after) <= -DECIDED
}

/// Returns true if a move may have lost a piece for nothing, by the mover's scores before and after
/// it.
pub fn may_cost_a_piece(before: Score, after: Score) -> bool {
    match [before, after].map(moves_to_mate) {
        [Some(before @ 1..), Some(after)] => after >= before + LATER_MATE,
        [_, Some(_)] => false,
        [Some(before), None] => before > 0,
        [None, None] => {
            let loss = centipawns(before) - centipawns(after);
            let is_decided = is_decided(before, after);
            loss >= if is_decided { LOSS_IN_DECIDED_GAMES } else { LOSS_OF_A_PIECE }
        }
    }
}

#[cfg(test)]
mod tests {
    use brudno::{
        chess::score::{mate_in, mated_in},
        eval::wdl::score_of,
    };

    use super::*;

    #[test]
    fn a_piece_may_be_lost_wherever_the_score_stands() {
        let mate = |moves: usize| mate_in(2 * moves - 1);
        for (before, after, expected) in [
            (score_of(-230), score_of(-330), true),
            (score_of(-230), score_of(-320), false),
            (score_of(980), score_of(890), true),
            (score_of(-720), score_of(-840), true),
            (score_of(980), score_of(955), false),
            (score_of(650), score_of(560), false),
            (mate(4), mate(15), true),
            (mate(4), mate(6), false),
            (mate(4), score_of(800), true),
            (score_of(900), mate(9), false),
            (score_of(-900), mated_in(8), false),
            (mated_in(4), score_of(-900), false),
        ] {
            assert_eq!(may_cost_a_piece(before, after), expected, "{before} to {after}");
        }
    }
}
