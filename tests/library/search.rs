//! Properties of the search, through the library.

use std::{cmp::Reverse, collections::HashMap, sync::Mutex, thread};

use brudno::{
    chess::{
        Game, Position, is_tactical,
        score::{DRAW, INFINITE, MATE, Score, mated_in},
    },
    eval::Evaluator,
    search::{
        Limits, RootMove, SharedSearch, ThreadData, search_alone, search_full_width,
        tt::TranspositionTable,
    },
};
use brudno_textbook::{ChessTree, minimax_value};
use proptest::prelude::*;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position as _};

use crate::support::test_positions::KIWIPETE;

/// Node limit of the oracle for one position and depth.
const ORACLE_NODES: u32 = 50_000;

/// Searches with one thread and new tables.
pub fn search(
    game: &Game,
    limits: Limits,
    adjust: impl FnOnce(&mut SharedSearch),
) -> Vec<RootMove> {
    let mut job = SharedSearch::new(game.clone(), limits);
    adjust(&mut job);
    let tt = TranspositionTable::new(4).unwrap();
    search_alone(&job, &tt, &mut ThreadData::new()).root_moves
}

/// Searches without selectivity, with one thread and new tables.
fn search_all(game: &Game, depth: u32, probes: bool) -> Vec<RootMove> {
    let mut job = SharedSearch::new(game.clone(), to_depth(depth));
    job.probes = probes;
    let tt = TranspositionTable::new(4).unwrap();
    search_full_width(&job, &tt, &mut ThreadData::new()).root_moves
}

/// The nodes of a search with one thread and new tables.
fn count(game: &Game, limits: Limits) -> u64 {
    let tt = TranspositionTable::new(1).unwrap();
    search_alone(&SharedSearch::new(game.clone(), limits), &tt, &mut ThreadData::new()).nodes
}

pub fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Plays up to `plies` moves picked by the digits of `choices`.
fn random_game(mut choices: u64, plies: usize) -> Game {
    let mut game = Game::default();
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() || game.position().is_insufficient_material() {
            break;
        }
        choices = choices.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        game.play(moves[(choices >> 33) as usize % moves.len()]);
    }
    game
}

/// Quiescence search at the leaves of minimax, in its plain form.
struct Quiescence {
    evaluator: Evaluator,
    known: HashMap<u64, Score>,
    /// Remaining nodes: without pruning, captures may have no end.
    budget: u32,
}

impl Quiescence {
    fn new() -> Quiescence {
        Quiescence { evaluator: Evaluator::default(), known: HashMap::new(), budget: ORACLE_NODES }
    }

    fn value(&mut self, position: &Position, ply: usize) -> Score {
        // Mate scores depend on the ply.
        let name = position.key() ^ (ply as u64) << 56;
        if let Some(&known) = self.known.get(&name) {
            return known;
        }
        let score = self.quiesce(position, -INFINITE, INFINITE, ply);
        self.known.insert(name, score);
        score
    }

    fn quiesce(&mut self, position: &Position, alpha: Score, beta: Score, ply: usize) -> Score {
        self.budget = self.budget.saturating_sub(1);
        if self.budget == 0 || position.is_insufficient_material() || position.is_fifty_move_draw()
        {
            return DRAW;
        }
        let in_check = position.is_check();
        let mut best =
            if in_check { mated_in(ply) } else { self.evaluator.evaluate_once(position) };
        let mut moves = position.legal_moves();
        moves.sort_by_key(|m| (Reverse(m.capture()), m.role()));
        for m in moves {
            if best >= beta {
                break;
            }
            if in_check || is_tactical(m) {
                let child = position.play(m);
                best = best.max(-self.quiesce(&child, -beta, -best.max(alpha), ply + 1));
            }
        }
        best
    }
}

#[test]
fn without_selectivity_the_search_is_minimax() {
    let check = |seed: u64| {
        let mut compared = 0;
        for number in (seed..200).step_by(2) {
            let game = random_game(number * 7919 + 1, 4 + number as usize % 90);
            let position = game.position();
            if position.is_insufficient_material() || !position.has_legal_move() {
                continue;
            }
            for depth in 1..=4 {
                let quiescence = Mutex::new(Quiescence::new());
                let leaf = |position: &Position, ply: u32| {
                    quiescence.lock().unwrap().value(position, ply as usize)
                };
                let expected = minimax_value(&ChessTree::new(position.clone(), leaf), depth);
                if quiescence.lock().unwrap().budget == 0 {
                    break;
                }
                compared += 1;
                for probes in [false, true] {
                    let found = search_all(&game, depth, probes);
                    let fen = position.fen();
                    assert_eq!(found[0].known_score(), Some(expected), "{fen} {depth} {probes}");
                }
            }
        }
        compared
    };
    let compared = thread::scope(|scope| {
        let other = scope.spawn(|| check(1));
        check(0) + other.join().unwrap()
    });
    assert!(compared > 250, "{compared}");
}

/// Plays a line by shakmaty's rules. Returns the last position.
fn follow(game: &Game, line: &[Move]) -> Chess {
    let mut chess = game.position().chess().clone();
    for &m in line {
        assert!(!chess.is_insufficient_material(), "a line goes on after a draw");
        assert!(chess.is_legal(m), "{m:?} in {}", game.position().fen());
        chess.play_unchecked(m);
    }
    chess
}

#[test]
fn over_thousands_of_positions_lines_are_legal_and_mates_complete() {
    // All positions share one table and one set of histories, as in a game.
    let (tt, mut data) = (TranspositionTable::new(4).unwrap(), ThreadData::new());
    for seed in 0..25 {
        let mut game = Game::default();
        for ply in 0..120 {
            let found = search_alone(&SharedSearch::new(game.clone(), to_depth(5)), &tt, &mut data);
            let Some(best) = found.root_moves.first() else { break };
            let last = follow(&game, &best.pv);
            let score = best.known_score().unwrap();
            if score.abs() > MATE - 100 {
                assert_eq!(best.pv.len() as Score, MATE - score.abs(), "{}", game.position().fen());
                assert!(last.is_checkmate());
            }
            // Every second move is the best one, for long games that end in mate.
            let moves = game.position().legal_moves();
            let random = moves[(seed * 7919 + ply * 104_729) % moves.len()];
            game.play(if ply % 2 == 0 { best.first() } else { random });
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn a_mirrored_position_mirrors_its_search(seed: u64, plies in 0_usize..120) {
        let game = random_game(seed, plies);
        let mirrored = mirror(game.position());
        let alone = Game::new(game.position().clone());
        // Without pruning the score does not depend on the order of moves, which the mirror
        // changes.
        let scores = [&alone, &mirrored].map(|game| {
            let found = search_all(game, 3, true);
            found.first().and_then(RootMove::known_score)
        });
        prop_assert_eq!(scores[0], scores[1]);
    }

    #[test]
    fn a_node_limit_is_kept(seed: u64, nodes in 1_u64..5_000) {
        let game = random_game(seed, 20);
        prop_assume!(game.position().has_legal_move());
        // The first iteration is always finished, even beyond the limit.
        let least = count(&game, to_depth(1));
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let searched = count(&game, limits);
        prop_assert!(searched >= least && searched <= least.max(nodes + 1), "{least} {searched}");
    }
}

#[test]
fn a_soft_node_limit_lets_the_iteration_end() {
    let game = Game::from_fen(KIWIPETE, false).unwrap();
    let nodes = |limits| search(&game, limits, |_| ()).iter().map(|m| m.nodes).sum::<u64>();
    let by_depth: Vec<u64> = (1..12).map(|depth| nodes(to_depth(depth))).collect();
    for soft_nodes in [1, 100, 1_000, 3_000] {
        let limits = Limits { soft_nodes: Some(soft_nodes), ..Limits::default() };
        let expected = by_depth.iter().find(|&&nodes| nodes >= soft_nodes);
        assert_eq!(Some(&nodes(limits)), expected, "{soft_nodes}: {by_depth:?}");
    }
}

/// The position with ranks and colours exchanged.
fn mirror(position: &Position) -> Game {
    let setup = position.chess().to_setup(EnPassantMode::Legal).into_mirrored();
    let chess = setup.position::<Chess>(CastlingMode::Standard).unwrap();
    Game::new(Position::from_chess(chess))
}

#[test]
fn the_same_search_counts_the_same_nodes() {
    let game = Game::from_fen(KIWIPETE, false).unwrap();
    let nodes = || search(&game, to_depth(9), |_| ()).iter().map(|m| m.nodes).collect::<Vec<_>>();
    assert_eq!(nodes(), nodes());
}

#[test]
fn mates_are_found_at_their_length() {
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", 1),
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 2),
        ("8/8/8/8/1p6/kP6/2K5/1R6 b - - 0 1", -2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
        ("8/8/8/8/8/3k4/3q4/3K4 w - - 0 1", 0),
    ] {
        let game = Game::from_fen(fen, false).unwrap();
        let found = search(&game, to_depth(12), |_| ());
        let Some(best) = found.first() else {
            assert_eq!(moves, 0, "{fen}");
            continue;
        };
        let score = best.known_score().unwrap();
        let expected = if moves > 0 { MATE - 2 * moves + 1 } else { -MATE - 2 * moves };
        assert_eq!(score, expected, "{fen}");
        assert!(follow(&game, &best.pv).is_checkmate());
    }
}

#[test]
fn a_quiet_mate_at_the_horizon_is_seen() {
    // The pawn is poisoned: the rook guards the back rank.
    let game = Game::from_fen("3r2k1/p4ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", false).unwrap();
    let root_moves = search(&game, to_depth(1), |_| ());
    let poisoned = game.position().parse_uci("a1a7").unwrap();
    assert_ne!(root_moves[0].first(), poisoned);
}

#[test]
fn the_first_iteration_is_always_finished() {
    // Every other move loses the queen.
    let fen = "rnbqkbnr/pp2pppp/2p5/3p4/3Q4/8/PPP1PPPP/RNB1KBNR w KQkq - 0 1";
    let game = Game::from_fen(fen, false).unwrap();
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let best = &search(&game, limits, |_| ())[0];
    assert!(best.known_score().is_some());
    assert_ne!(best.first(), game.position().parse_uci("d4d5").unwrap());
}
