//! Properties of the evaluation over random games, and scores that anyone would agree with.

use shakmaty::{Bitboard, Board, CastlingMode, Chess, EnPassantMode, Position as _, Setup, Square};

use super::*;
use crate::position::Game;
use crate::score::DRAW;

/// The positions of random games, Chess960 among them, each with the accumulator that was
/// carried along.
fn random_positions(games: u32, mut visit: impl FnMut(&Position, &Accumulator)) {
    let mut state = 1u64;
    let mut random = move |below: usize| {
        // Knuth's MMIX generator.
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    for game in 0..games {
        let mut setup = Setup::initial();
        if game % 2 == 1 {
            setup.board = Board::chess960(random(960) as u32);
            setup.castling_rights = setup.board.rooks() & Bitboard::BACKRANKS;
        }
        let chess: Chess = setup.position(CastlingMode::Chess960).unwrap();
        let mut position = Position::from_chess(chess);
        let mut accumulator = Accumulator::new(&position);
        for _ in 0..200 {
            visit(&position, &accumulator);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[random(moves.len())];
            accumulator = accumulator.after(&position, m);
            position = position.play(m, |_| ());
        }
    }
}

fn evaluate(position: &Position) -> Score {
    Evaluator::new().evaluate(position, &Accumulator::new(position))
}

fn evaluate_fen(fen: &str) -> Score {
    evaluate(Game::from_fen(fen, false).unwrap().position())
}

#[test]
fn accumulator_follows_every_move() {
    random_positions(40, |position, accumulator| {
        assert_eq!(*accumulator, Accumulator::new(position), "{}", position.fen());
    });
}

#[test]
fn remembered_pawns_change_nothing() {
    let mut evaluator = Evaluator::new();
    random_positions(4, |position, accumulator| {
        let remembered = evaluator.evaluate(position, accumulator);
        assert_eq!(remembered, evaluate(position), "{}", position.fen());
        assert_eq!(remembered, evaluator.evaluate(position, accumulator));
    });
}

#[test]
fn bit_instructions_change_nothing() {
    let (mut chosen, mut portable) = (Evaluator::new(), Evaluator::new());
    random_positions(10, |position, accumulator| {
        assert_eq!(
            chosen.evaluate(position, accumulator),
            portable.evaluate_portably(position, accumulator),
            "{}",
            position.fen()
        );
    });
}

#[test]
fn a_mirrored_position_has_the_same_score() {
    let mut evaluator = Evaluator::new();
    random_positions(40, |position, accumulator| {
        let setup = position.chess().to_setup(EnPassantMode::Legal).into_mirrored();
        let mirrored = Position::from_chess(setup.position(CastlingMode::Chess960).unwrap());
        assert_eq!(
            evaluator.evaluate(position, accumulator),
            evaluator.evaluate(&mirrored, &Accumulator::new(&mirrored)),
            "{}",
            position.fen()
        );
    });
}

#[test]
fn the_trace_adds_up_to_the_score() {
    random_positions(10, |position, accumulator| {
        let traces = trace(position);
        let sum = Term::ALL.iter().fold(Tapered::default(), |sum, &term| {
            sum + traces.white.sum(term) - traces.black.sum(term)
        });
        let score = conclude(position, sum, accumulator.phase);
        let score = position.turn().fold_wb(score, -score);
        assert_eq!(score, evaluate(position), "{}", position.fen());
    });
}

#[test]
fn more_material_is_better() {
    let start = Setup::initial();
    let mut last = evaluate(&Position::startpos());
    assert!((1..200).contains(&last), "{last}");
    for square in [Square::E2, Square::B1, Square::A1, Square::D1] {
        let mut setup = start.clone();
        setup.board.discard_piece_at(square);
        setup.castling_rights = Bitboard::EMPTY;
        let chess = setup.position(CastlingMode::Standard).unwrap();
        let score = evaluate(&Position::from_chess(chess));
        assert!(score < last, "without {square}: {score}");
        last = score;
    }
}

#[test]
fn dead_endings_are_drawn() {
    for fen in [
        "8/8/4k3/8/8/3NK3/8/8 w - - 0 1",
        "8/8/4k3/8/8/2NNK3/8/8 w - - 0 1",
        "8/8/4k3/8/8/2B1K3/8/8 b - - 0 1",
    ] {
        assert_eq!(evaluate_fen(fen), DRAW, "{fen}");
    }
}

#[test]
fn bare_kings_are_driven_to_the_edge() {
    let pairs = [
        ("8/8/8/3k4/8/3K4/8/7R w - - 0 1", "3k4/8/3K4/8/8/8/8/7R w - - 0 1"),
        ("8/8/8/3k4/8/3K4/8/6Q1 w - - 0 1", "3k4/8/3K4/8/8/8/8/6Q1 w - - 0 1"),
        // The bishop's corner, not the other one.
        ("k7/8/1K6/8/8/4BN2/8/8 w - - 0 1", "7k/8/6K1/8/8/4BN2/8/8 w - - 0 1"),
    ];
    for (middle, edge) in pairs {
        assert!(evaluate_fen(middle) > 200, "{middle}");
        assert!(evaluate_fen(edge) > evaluate_fen(middle) + 20, "{edge}");
    }
}

#[test]
fn scores_stay_within_bounds() {
    let score = evaluate_fen("QQQQQQQQ/QQQQQQQ1/8/8/8/8/7k/K7 b - - 0 1");
    assert!((-MAX_EVALUATION..-5000).contains(&score), "{score}");
}

#[test]
fn the_explanation_names_every_term() {
    let text = explain(&Position::startpos());
    for term in Term::ALL {
        assert!(text.contains(&format!("{term:?}")), "{term:?}");
    }
}
