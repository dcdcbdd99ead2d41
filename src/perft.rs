//! Perft: counting the leaves of the tree of legal moves, the test of move generation.

use std::sync::atomic::{AtomicBool, Ordering};

use shakmaty::Move;

use crate::position::{Position, Targets};

/// The number of leaves `depth` plies below each legal move's parent, `position`, by move. At
/// depth 0 the position itself is the only leaf, and no move leads to it.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    divide_until(position, depth, &AtomicBool::new(false)).expect("nobody stops it")
}

/// As [`divide`]; `None` if `stop` is set before the end.
pub fn divide_until(
    position: &Position,
    depth: u32,
    stop: &AtomicBool,
) -> Option<Vec<(Move, u64)>> {
    if depth == 0 {
        return Some(Vec::new());
    }
    position
        .legal_moves()
        .into_iter()
        .map(|m| Some((m, count(&position.play(m), depth - 1, stop)?)))
        .collect()
}

/// The number of all leaves, by those of each move.
pub fn total(depth: u32, leaves: &[(Move, u64)]) -> u64 {
    if depth == 0 { 1 } else { leaves.iter().map(|&(_, leaves)| leaves).sum() }
}

fn count(position: &Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if depth == 1 {
        let mut leaves = 0;
        position.generate(Targets::Tactical, |_| leaves += 1);
        position.generate(Targets::Quiet, |_| leaves += 1);
        return Some(leaves);
    }
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    position.legal_moves().into_iter().map(|m| count(&position.play(m), depth - 1, stop)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Game;

    fn leaves(fen: &str, depth: u32) -> u64 {
        let game = Game::from_fen(fen, false).unwrap();
        total(depth, &divide(game.position(), depth))
    }

    #[test]
    fn standard_positions() {
        for (fen, depth, expected) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 5, 674_624),
        ] {
            assert_eq!(leaves(fen, depth), expected, "{fen}");
        }
    }

    #[test]
    fn chess960_positions() {
        for (fen, depth, expected) in [
            ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326_672),
            ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 4, 667_366),
            ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 4, 273_318),
            ("qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", 4, 382_958),
            ("1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9", 4, 1_171_749),
        ] {
            assert_eq!(leaves(fen, depth), expected, "{fen}");
        }
    }

    #[test]
    fn edges() {
        let startpos = Position::startpos();
        assert_eq!(total(0, &divide(&startpos, 0)), 1);
        assert_eq!(divide(&startpos, 1).len(), 20);
        assert_eq!(leaves("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 3), 0);
        assert_eq!(divide_until(&startpos, 3, &AtomicBool::new(true)), None);
    }
}
