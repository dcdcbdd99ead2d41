//! Perft: leaves of the move tree against published counts.

use brudno::chess::{Game, MoveKind, Position};

use crate::support::test_positions::{KIWIPETE, STARTPOS};

/// Counts the leaves `depth` plies below.
fn leaves(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    for targets in [MoveKind::Tactical, MoveKind::Quiet] {
        position.generate(targets, |m| {
            count += if depth == 1 { 1 } else { leaves(&position.play(m.unpack()), depth - 1) };
        });
    }
    count
}

fn check(counts: &[(&str, u32, u64)]) {
    for &(fen, depth, expected) in counts {
        let game = Game::from_fen(fen, false).expect("the FEN is valid");
        assert_eq!(leaves(game.position(), depth), expected, "{fen}, depth {depth}");
    }
}

const ROOKS: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
const PROMOTIONS: &str = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
const PAWN_ON_D7: &str = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";
const SYMMETRICAL: &str =
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
const QUEENS: &str = "r7/4p3/5p1q/3P4/4pQ2/4pP2/6pp/R3K1kr w Q - 1 3";

/// <https://www.chessprogramming.org/Perft_Results>
#[test]
fn standard() {
    check(&[
        (STARTPOS, 5, 4_865_609),
        (KIWIPETE, 4, 4_085_603),
        (ROOKS, 5, 674_624),
        (PROMOTIONS, 4, 422_333),
        (PAWN_ON_D7, 4, 2_103_487),
        (SYMMETRICAL, 4, 3_894_594),
        // From random play (M. van Kervinck's perft-random.epd).
        ("q2r4/3k4/3N3n/1QP1p3/2PP1p1p/5PP1/1K2R3/R7 b - -", 4, 229_959),
        ("rn3bnr/p1pBpk1p/5p2/1p4p1/4q1b1/N3Q3/PP1P1PPP/R1B1K1NR w - -", 4, 1_250_559),
        ("2b1kb2/1r2p1rp/2p3pn/P2PP3/2PB4/N5P1/p4PBP/R1N1K2R b KQ -", 4, 967_837),
        ("8/6kR/1P4B1/p2b2P1/P3Ppn1/8/4K3/2b5 b - -", 5, 595_363),
        ("5Br1/3k3p/7P/2RpR1p1/3r1P1P/2Np4/6K1/2B5 b - -", 4, 339_812),
    ]);
}

/// Cases that generators get wrong, collected in shakmaty's tests.
#[test]
fn tricky() {
    check(&[
        // En passant: as an evasion, with checks along ranks and diagonals, pinned.
        ("8/8/8/5k2/3p4/8/4P3/4K3 w - -", 5, 19_228),
        ("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3", 3, 711),
        ("1b1k4/8/8/1rPpK3/8/8/8/8 w - d6", 3, 555),
        ("rnbqk1nr/bb3p1p/1q2r3/2pPp3/3P4/7P/1PP1NpPP/R1BQKBNR w KQkq c6", 3, 2_528),
        // Checks that no game can reach.
        ("3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - -", 3, 2_854),
        ("2Nq4/2K5/1b6/8/7R/3k4/7P/8 w - -", 3, 1_217),
        ("5R2/2P5/8/4k3/8/3rK2r/8/8 w - -", 3, 1_030),
        ("1rrrrrk1/1PPPPPPP/8/8/8/8/8/6K1 b - -", 3, 1_919),
        ("1q4k1/3r1Ppp/5NP1/pP6/8/1Q6/3B4/2K2R2 b - -", 3, 2_826),
        // A single legal move each time, the maximum number of moves, a king walk.
        ("2b5/kpPp4/1p1P4/1P6/6p1/4p1P1/4PpPK/5B2 w - -", 32, 1),
        ("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - -", 3, 19_073),
        ("8/8/8/B2p3Q/2qPp1P1/b7/2P2PkP/4K2R b K -", 4, 366_807),
    ]);
}

/// <https://www.chessprogramming.org/Chess960_Perft_Results>, X-FEN and Shredder-FEN.
#[test]
fn chess960() {
    check(&[
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", 4, 197_281),
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326_672),
        ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 4, 667_366),
        ("1bbrkq1r/pppp2pp/1n2pp1n/8/2PP4/1N4P1/PP2PP1P/1BBRKQNR w HDhd - 1 9", 4, 814_247),
        ("rn2qbbr/1pkppp1p/p3n1p1/8/8/2P2P2/PP1PP1PP/RNKN1BBR w HA - 0 9", 4, 385_964),
        ("nrk1b1qb/pppn1ppp/3rp3/3p4/2P3P1/3P4/PPN1PP1P/1RKRBNQB w DBb - 3 9", 4, 935_791),
        ("rkr1bb1n/ppppp1pp/5p2/4n3/3QP3/5P2/RPPP2PP/1KRNBB1N w Cca - 1 9", 4, 1_332_060),
        ("b1rbkrqn/ppp2ppp/1n2p3/3p4/6P1/2PP4/PP2PP1P/BRNBKRQN w FBf - 1 9", 4, 253_204),
        ("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq -", 4, 285_754),
        ("r1k2r1q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K2R1Q w KQkq -", 4, 541_480),
        ("8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q -", 4, 118_388),
        ("2r5/8/8/8/8/8/6PP/k2KR3 w K -", 4, 57_700),
        ("4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ -", 4, 405_636),
        ("4rrk1/pbbp2p1/1ppnp3/3n1pqp/3N1PQP/1PPNP3/PBBP2P1/4RRK1 w Ff -", 3, 71_908),
    ]);
}

#[test]
#[ignore = "takes minutes"]
fn standard_to_the_depths_of_stockfishs_perft_script() {
    check(&[
        (STARTPOS, 7, 3_195_901_860),
        (KIWIPETE, 5, 193_690_690),
        (ROOKS, 7, 178_633_661),
        (PROMOTIONS, 6, 706_045_033),
        (PAWN_ON_D7, 5, 89_941_194),
        (SYMMETRICAL, 5, 164_075_551),
        (QUEENS, 5, 11_609_488),
    ]);
}

#[test]
#[ignore = "takes minutes"]
fn chess960_to_depth_six() {
    check(&[
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AHah - 0 1", 6, 119_060_324),
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 6, 227_689_589),
        ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 6, 590_751_109),
        ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 6, 177_654_692),
        ("qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", 6, 274_103_539),
        ("rn2qbbr/1pkppp1p/p3n1p1/8/8/2P2P2/PP1PP1PP/RNKN1BBR w HA - 0 9", 6, 260_874_068),
        ("b1rbkrqn/ppp2ppp/1n2p3/3p4/6P1/2PP4/PP2PP1P/BRNBKRQN w FBf - 1 9", 6, 159_025_909),
    ]);
}
