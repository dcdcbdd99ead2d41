//! The textbook searches against minimax, formulas of the literature, and each other.

use brudno::chess::{Game as ChessGame, Position, score::Score};
use brudno_textbook::{
    Algorithm, CATALOGUE, ChessTree, Game, HandMade, Heuristics, Horizon, LeafOrder, Monitor,
    NodeType, Outcome, Static, TreeNode, Uniform, Walk, all_algorithms, fail_soft, memory,
    minimal_tree::{all_leaves, count_tree, exact_minimal_leaves, minimal_types},
    minimax_value, negascout, pvs, run, young_brothers,
};
use proptest::prelude::*;

use crate::support::test_positions::{KIWIPETE, STARTPOS};

fn search<G: Game>(name: &str, game: &G, depth: u32) -> Outcome<G::Move> {
    run(name.parse().unwrap(), game, depth, &Monitor::default())
}

fn uniform(branching: u32, depth: u32, order: LeafOrder) -> Uniform {
    Uniform::new(branching, depth, order).unwrap()
}

fn position(fen: &str) -> Position {
    ChessGame::from_fen(fen, false).unwrap().position().clone()
}

/// The algorithms that have to return the value of minimax.
fn exact() -> impl Iterator<Item = Algorithm> {
    all_algorithms().into_iter().filter(|algorithm| algorithm.method.is_exact())
}

#[test]
fn the_formula_gives_the_figures_of_the_literature() {
    let figures = [79, 1_639, 3_199, 65_599, 127_999].map(Some);
    assert_eq!([2, 3, 4, 5, 6].map(|depth| exact_minimal_leaves(40, depth)), figures);
}

#[test]
fn in_best_order_alpha_beta_visits_the_minimal_tree() {
    let shapes = (2..=6).map(|depth| (40, depth));
    for (branching, depth) in shapes.chain([(2, 1), (2, 11), (3, 8), (7, 5), (35, 3), (5, 0)]) {
        let tree = uniform(branching, depth, LeafOrder::Best);
        let types = minimal_types(u64::from(branching), depth);
        for name in ["alphabeta", "alphabeta-hard", "alphabeta-maxmin", "alphabeta-stack"] {
            let counters = search(name, &tree, depth).counters;
            let leaves = exact_minimal_leaves(u64::from(branching), depth);
            assert_eq!(Some(counters.leaves), leaves, "{name} {branching}^{depth}");
            assert_eq!(counters.expected, types, "{name} {branching}^{depth}");
            assert_eq!(counters.found, types, "{name} {branching}^{depth}");
            assert_eq!(counters.nodes, types.pv + types.cut + types.all);
        }
    }
}

#[test]
fn in_worst_order_alpha_beta_visits_every_leaf() {
    for (branching, depth) in [(2, 1), (2, 12), (3, 9), (5, 6), (12, 4), (40, 3), (40, 1)] {
        let tree = uniform(branching, depth, LeafOrder::Worst);
        let every = all_leaves(u64::from(branching), depth);
        for name in ["minimax", "negamax", "alphabeta", "alphabeta-hard", "alphabeta-maxmin"] {
            let outcome = search(name, &tree, depth);
            assert_eq!(Some(outcome.counters.leaves), every, "{name} {branching}^{depth}");
        }
    }
}

/// A tree's text: leaves and lists of unequal depth.
fn tree_text() -> impl Strategy<Value = String> {
    let leaf = (-9..=9).prop_map(|value: Score| value.to_string());
    leaf.prop_recursive(6, 200, 5, |inner| {
        prop::collection::vec(inner, 1..=5).prop_map(|list| format!("({})", list.join(" ")))
    })
}

/// A chess position after random legal moves.
fn any_position() -> impl Strategy<Value = Position> {
    let start = prop_oneof![
        Just(STARTPOS),
        Just(KIWIPETE),
        Just("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
        Just("8/1k6/8/8/2q5/8/4P3/K7 b - - 0 1"),
        Just("r4rk1/5ppp/8/8/3Q4/8/5PPP/3R2K1 w - - 0 1"),
        Just("7k/5K2/6R1/8/8/8/8/8 w - - 0 1"),
    ];
    (start, prop::collection::vec(any::<prop::sample::Index>(), 0..60)).prop_map(
        |(fen, choices)| {
            let mut position = position(fen);
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play(*choice.get(&moves));
            }
            position
        },
    )
}

fn any_horizon() -> impl Strategy<Value = Horizon> {
    let evaluation = prop_oneof![Just(Static::Material), Just(Static::Engine)];
    (evaluation, any::<bool>()).prop_map(|(evaluation, quiet)| {
        if quiet { Horizon::Quiescence(evaluation) } else { Horizon::Stand(evaluation) }
    })
}

/// The node at the end of a line, and its ply.
fn follow<G: Game>(game: &G, line: &[G::Move], depth: u32) -> (G::State, u32) {
    let mut state = game.root();
    for &m in line {
        assert!(game.moves(&state).contains(&m));
        state = game.play(&state, m);
    }
    assert!(line.len() as u32 <= depth);
    (state, line.len() as u32)
}

/// The value for the root's mover of the node that a line leads to, searched to the horizon.
fn value_after<G: Game>(game: &G, line: &[G::Move], depth: u32) -> Score {
    let (state, ply) = follow(game, line, depth);
    let monitor = Monitor::default();
    let mut walk = Walk::new(game, depth, Heuristics::default(), &monitor);
    let node = TreeNode { state, ply, depth: depth - ply };
    let value = fail_soft::search(&mut walk, &node, -Score::MAX, Score::MAX);
    if ply % 2 == 0 { value } else { -value }
}

/// Every exact algorithm against minimax: value, best move, and the leaf of the whole line.
fn check_all<G: Game>(game: &G, depth: u32) -> Result<(), TestCaseError> {
    let value = minimax_value(game, depth);
    for algorithm in exact() {
        let outcome = run(algorithm, game, depth, &Monitor::default());
        prop_assert_eq!(outcome.value, value, "{}", algorithm);
        let best: Vec<_> = outcome.line.iter().copied().take(1).collect();
        prop_assert_eq!(value_after(game, &best, depth), value, "{}'s move", algorithm);
        let has_moves = depth > 0 && !game.moves(&game.root()).is_empty();
        prop_assert_eq!(outcome.line.is_empty(), !has_moves, "{}'s move", algorithm);
        if algorithm.method.keeps_whole_line() {
            let (state, ply) = follow(game, &outcome.line, depth);
            prop_assert!(ply == depth || game.moves(&state).is_empty(), "{}", algorithm);
            prop_assert_eq!(value_after(game, &outcome.line, depth), value, "{}'s line", algorithm);
        }
    }
    Ok(())
}

/// Returns true if the result of a bounded search is a correct bound of the value.
fn is_true_bound(result: Score, value: Score, alpha: Score, beta: Score) -> bool {
    match NodeType::of_result(alpha, beta, result) {
        NodeType::Pv => result == value,
        NodeType::Cut => value >= result,
        NodeType::All => value <= result,
    }
}

/// The fail-soft searches in a window.
fn check_bounds<G: Game>(
    game: &G,
    depth: u32,
    alpha: Score,
    beta: Score,
) -> Result<(), TestCaseError> {
    let value = minimax_value(game, depth);
    let monitor = Monitor::default();
    for heuristics in [Heuristics::default(), Heuristics::ALL] {
        let walk = || Walk::new(game, depth, heuristics, &monitor);
        let root = walk().root();
        let results = [
            fail_soft::search(&mut walk(), &root, alpha, beta),
            memory::search(&mut walk(), &mut memory::Memory::default(), &root, alpha, beta),
            negascout::search(&mut walk(), &root, alpha, beta),
            pvs::search(&mut walk(), &root, alpha, beta),
            young_brothers::search(&mut walk(), &root, alpha, beta),
        ];
        for (i, result) in results.into_iter().enumerate() {
            prop_assert!(is_true_bound(result, value, alpha, beta), "{i}: {result}, not {value}");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_agree_on_random_trees(text in tree_text()) {
        let tree: HandMade = text.parse().unwrap();
        check_all(&tree, tree.height())?;
    }

    #[test]
    fn all_agree_on_uniform_trees(branching in 2..5u32, depth in 0..6u32, seed: u64) {
        for order in [LeafOrder::Best, LeafOrder::Worst, LeafOrder::Random(seed)] {
            check_all(&uniform(branching, depth, order), depth)?;
        }
    }

    #[test]
    fn all_agree_on_chess(position in any_position(), horizon in any_horizon(), depth in 0..3u32) {
        check_all(&ChessTree::new(position, horizon), depth)?;
    }

    #[test]
    fn fail_soft_bounds_are_true(text in tree_text(), alpha in -10..10, width in 1..8) {
        let tree: HandMade = text.parse().unwrap();
        check_bounds(&tree, tree.height(), alpha, alpha + width)?;
    }

    #[test]
    fn fail_soft_bounds_are_true_in_chess(
        position in any_position(), horizon in any_horizon(), alpha in -900..900, width in 1..300,
    ) {
        check_bounds(&ChessTree::new(position, horizon), 2, alpha, alpha + width)?;
    }

    /// Stockman's dominance theorem and its mirror image; and Plaat's equivalence.
    #[test]
    fn sss_visits_no_more_leaves_than_alpha_beta(
        branching in 2..5u32, depth in 1..7u32, seed: u64,
    ) {
        let tree = uniform(branching, depth, LeafOrder::Random(seed));
        let leaves = |name| search(name, &tree, depth).counters.leaves;
        let least = exact_minimal_leaves(u64::from(branching), depth).unwrap();
        prop_assert!((least..=leaves("alphabeta")).contains(&leaves("sss")));
        prop_assert!((least..=leaves("alphabeta")).contains(&leaves("dual")));
        prop_assert_eq!(leaves("sss"), leaves("mt-sss"));
        prop_assert_eq!(leaves("dual"), leaves("mt-dual"));
    }

    /// The explicit stack does not change the tree.
    #[test]
    fn the_forms_of_fail_hard_visit_the_same_nodes(text in tree_text()) {
        let tree: HandMade = text.parse().unwrap();
        let counters = |name| search(name, &tree, tree.height()).counters;
        prop_assert_eq!(counters("alphabeta-hard"), counters("alphabeta-stack"));
        prop_assert_eq!(counters("alphabeta-hard"), counters("alphabeta-maxmin"));
        prop_assert_eq!(counters("negamax"), counters("minimax"));
    }
}

#[test]
fn mates_are_found_and_counted_in_plies() {
    // The back rank: 1. Qd8+ Rxd8 2. Rxd8#.
    let tree = ChessTree::new(
        position("r5k1/5ppp/8/8/3Q4/8/5PPP/3R2K1 w - - 0 1"),
        Horizon::Stand(Static::Material),
    );
    for algorithm in exact().filter(|algorithm| !algorithm.method.is_exhaustive()) {
        let outcome = run(algorithm, &tree, 4, &Monitor::default());
        assert_eq!(outcome.value, brudno::chess::score::mate_in(3), "{algorithm}");
    }
}

#[test]
fn the_horizon_effect_shows_without_quiescence() {
    // At the horizon the queen seems to win a protected pawn.
    let position = position("4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1");
    let value = |horizon| minimax_value(&ChessTree::new(position.clone(), horizon), 1);
    assert_eq!(value(Horizon::Stand(Static::Material)), 800);
    assert_eq!(value(Horizon::Quiescence(Static::Material)), 700);
}

#[test]
fn leaves_of_chess_are_perft() {
    let leaf = Horizon::Stand(Static::Material);
    for (fen, depth, leaves) in [(STARTPOS, 3, 8_902), (KIWIPETE, 3, 97_862)] {
        let tree = ChessTree::new(position(fen), leaf);
        assert_eq!(count_tree(&tree, &tree.root(), depth).leaves, leaves);
        assert_eq!(search("minimax", &tree, depth).counters.leaves, leaves);
    }
}

#[test]
fn a_stopped_search_ends() {
    let tree = ChessTree::new(position(KIWIPETE), Horizon::Quiescence(Static::Material));
    let monitor = Monitor::default();
    monitor.stop.request();
    for algorithm in all_algorithms() {
        assert!(run(algorithm, &tree, 40, &monitor).stopped, "{algorithm}");
    }
}

#[test]
fn names_are_read_back() {
    for algorithm in all_algorithms() {
        assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
    }
    assert_eq!(all_algorithms().len(), CATALOGUE.len() + 10);
    for name in ["", "alphabet", "pvs+", "pvs+kilers", "+all"] {
        assert!(name.parse::<Algorithm>().is_err(), "{name}");
    }
}

#[test]
fn bad_trees_are_refused_with_the_place() {
    for (text, at) in [
        ("", 1),
        ("()", 2),
        ("(1 2", 5),
        ("(1 2))", 6),
        ("(1 x)", 4),
        ("(1) 2", 5),
        ("99999", 1),
        ("(1 2.5)", 4),
    ] {
        let error = text.parse::<HandMade>().unwrap_err().to_string();
        assert!(error.contains(&format!("at character {at}:")), "{text}: {error}");
    }
    let deep = "(".repeat(65) + "1" + &")".repeat(65);
    assert!(deep.parse::<HandMade>().is_err());
}

#[test]
fn uniform_trees_out_of_range_are_refused() {
    assert!(Uniform::new(1, 3, LeafOrder::Best).is_err());
    assert!(Uniform::new(2, 49, LeafOrder::Best).is_err());
    assert!(Uniform::new(40, 6, LeafOrder::Worst).is_err());
    assert!(Uniform::new(40, 6, LeafOrder::Best).is_ok());
}

#[test]
fn conspiracies_need_forced_lines_searched_further() {
    // Mate in three plies by a queen sacrifice: alpha-beta finds it at depth 3.
    let tree = ChessTree::new(
        position("r5k1/5ppp/8/8/3Q4/8/5PPP/3R2K1 w - - 0 1"),
        Horizon::Stand(Static::Material),
    );
    assert_eq!(search("conspiracy", &tree, 2).value, brudno::chess::score::mate_in(3));
    assert_ne!(search("alphabeta", &tree, 2).value, brudno::chess::score::mate_in(3));
}
