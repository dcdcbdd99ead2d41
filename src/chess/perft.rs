//! Perft: counts the leaves of the tree of legal moves, to test move generation.

use shakmaty::Move;
use thiserror::Error;

use super::{movegen::MoveKind, position::Position, score::MAX_PLY};
use crate::platform::StopSignal;

/// A depth of perft, plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depth(u32);

/// A depth beyond [`Depth::MAX`], which could overflow the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("perft: depth {0} is more than the largest, {max}", max = Depth::MAX)]
pub struct TooDeep(u32);

impl Depth {
    /// Largest depth, plies: that of the search.
    pub const MAX: u32 = MAX_PLY as u32;
}

impl TryFrom<u32> for Depth {
    type Error = TooDeep;

    fn try_from(plies: u32) -> Result<Depth, TooDeep> {
        if plies > Depth::MAX { Err(TooDeep(plies)) } else { Ok(Depth(plies)) }
    }
}

/// Counts the leaves `depth` plies below `position`, by root move. Returns no moves at depth 0, whose
/// only leaf is the position itself, and `None` if `stop` is requested before the end.
pub fn divide_until(
    position: &Position,
    Depth(depth): Depth,
    stop: &StopSignal,
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

/// Sums the leaves of all moves.
pub fn total(Depth(depth): Depth, leaves: &[(Move, u64)]) -> u64 {
    if depth == 0 { 1 } else { leaves.iter().map(|&(_, leaves)| leaves).sum() }
}

fn count(position: &Position, depth: u32, stop: &StopSignal) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if depth == 1 {
        let mut leaves = 0;
        position.generate(MoveKind::Tactical, |_| leaves += 1);
        position.generate(MoveKind::Quiet, |_| leaves += 1);
        return Some(leaves);
    }
    if stop.is_requested() {
        return None;
    }
    position.legal_moves().into_iter().map(|m| count(&position.play(m), depth - 1, stop)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{
        game::Game,
        test_positions::{KIWIPETE, STARTPOS},
    };

    fn divide(position: &Position, depth: Depth) -> Option<Vec<(Move, u64)>> {
        divide_until(position, depth, &StopSignal::default())
    }

    fn leaves(fen: &str, depth: u32) -> u64 {
        let game = Game::from_fen(fen, false).unwrap();
        let depth = Depth(depth);
        total(depth, &divide(game.position(), depth).unwrap())
    }

    #[test]
    fn standard_positions() {
        for (fen, depth, expected) in [
            (STARTPOS, 4, 197_281),
            (KIWIPETE, 3, 97_862),
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
        assert_eq!(total(Depth(0), &divide(&startpos, Depth(0)).unwrap()), 1);
        assert_eq!(divide(&startpos, Depth(1)).unwrap().len(), 20);
        assert_eq!(leaves("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 3), 0);
        let stop = StopSignal::default();
        stop.request();
        assert_eq!(divide_until(&startpos, Depth(3), &stop), None);
    }

    /// Kings that shuffle make the tree as deep as it is asked to be.
    #[test]
    fn the_largest_depth_fits_a_stack_of_16_mebibytes() {
        let game = Game::from_fen("k2K4/p7/P7/8/8/8/8/8 w - - 0 1", false).unwrap();
        let depth = Depth::try_from(Depth::MAX).unwrap();
        let stop = StopSignal::default();
        std::thread::scope(|scope| {
            let builder = std::thread::Builder::new().stack_size(16 << 20);
            let count = || {
                // Far too many leaves: the first branch alone goes all the way down.
                divide_until(game.position(), depth, &stop)
            };
            let thread = builder.spawn_scoped(scope, count).unwrap();
            std::thread::sleep(std::time::Duration::from_millis(200));
            stop.request();
            assert_eq!(thread.join().unwrap(), None);
        });
        assert_eq!(Depth::try_from(Depth::MAX + 1), Err(TooDeep(Depth::MAX + 1)));
        assert!(Depth::try_from(u32::MAX).unwrap_err().to_string().contains("4294967295"));
    }
}
