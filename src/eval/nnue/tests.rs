//! The evaluation over random games: incremental, from scratch and by definition.

use std::sync::Arc;

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, Position as _, Role, Setup,
};

use super::{
    features::{FeatureMap, L1, L2, L2_UNIT, L3, PAIRS, PRODUCT_SHIFT, QA, SCALE, THREATS},
    simd::Backend,
    threats,
};
use crate::{
    chess::{
        Game, Position,
        score::{DRAW, MAX_EVALUATION},
    },
    eval::{Evaluator, nnue::*},
    params::evaluation_scale,
};

/// Knuth's MMIX generator.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) as usize % bound
    }

    pub(super) fn within(&mut self, most: i16) -> i16 {
        self.below(2 * most as usize + 1) as i16 - most
    }
}

/// A network of random weights, small enough that most neurons are within their range.
pub(super) fn random_network(seed: u64) -> Arc<NamedNetwork> {
    let mut random = Random(seed);
    let mut network = Network::zeroed();
    for weight in network.feature_weights.as_flattened_mut() {
        *weight = random.within(60);
    }
    network.narrow_weights.as_flattened_mut().fill_with(|| random.within(40) as i8);
    network.feature_biases.fill_with(|| random.within(150));
    let l2_weights: &mut [i8] = bytemuck::cast_slice_mut(&mut network.l2_weights);
    l2_weights.fill_with(|| random.within(30) as i8);
    // Ranges that keep most sums between 0 and 1.
    let mut real = |most: f32| f32::from(random.within(1000)) / 1000.0 * most;
    network.l2_biases.as_flattened_mut().fill_with(|| 0.5 + real(0.5));
    network.l3_weights.as_flattened_mut().as_flattened_mut().fill_with(|| real(0.3));
    network.l3_biases.as_flattened_mut().fill_with(|| 0.5 + real(0.5));
    network.output_weights.as_flattened_mut().fill_with(|| real(1.0));
    network.output_biases.fill_with(|| real(0.5));
    Arc::new(NamedNetwork { network, name: "random".to_owned(), note: String::new() })
}

/// The positions of random games, every other one of Chess960.
fn random_positions(games: u32, mut visit: impl FnMut(&Position)) {
    let mut random = Random(1);
    for game in 0..games {
        let mut setup = Setup::initial();
        if game % 2 == 1 {
            setup.board = Board::chess960(random.below(960) as u32);
            setup.castling_rights = setup.board.rooks() & Bitboard::BACKRANKS;
        }
        let chess: Chess = setup.position(CastlingMode::Chess960).unwrap();
        let mut position = Position::from_chess(chess);
        for _ in 0..200 {
            visit(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[random.below(moves.len())]);
        }
    }
}

/// Walks at random through the tree below a position as a search does, and evaluates some of the
/// nodes both along the line and from scratch.
struct Walk {
    random: Random,
    along: Evaluator,
    scratch: Evaluator,
    network: Arc<NamedNetwork>,
    evaluated: u32,
    castled: u32,
    passed: u32,
}

impl Walk {
    fn descend(&mut self, position: &Position, ply: usize) {
        if self.random.below(3) == 0 {
            // Nothing is left over in a new one, but it takes longer.
            if self.random.below(16) == 0 {
                self.scratch = Evaluator::new(Arc::clone(&self.network));
            }
            let expected = self.scratch.evaluate_once(position);
            assert_eq!(self.along.evaluate(position, ply), expected, "{}", position.fen());
            self.evaluated += 1;
        }
        if ply == 12 {
            return;
        }
        if self.random.below(8) == 0
            && let Some(child) = position.play_null()
        {
            self.along.push_null(ply, position);
            self.passed += 1;
            self.descend(&child, ply + 1);
        }
        let moves = position.legal_moves();
        // King moves change the map: they are tried more often than chance would have it.
        let king_moves = moves.iter().filter(|m| m.role() == Role::King).count();
        for number in 0..=self.random.below(2) {
            if moves.is_empty() {
                return;
            }
            let m = if king_moves > 0 && number == 1 {
                let mut kings = moves.iter().filter(|m| m.role() == Role::King);
                *kings.nth(self.random.below(king_moves)).unwrap()
            } else {
                moves[self.random.below(moves.len())]
            };
            self.castled += u32::from(m.is_castle());
            self.along.push(ply, position, m);
            self.descend(&position.play(m), ply + 1);
        }
    }
}

#[test]
fn a_line_evaluates_as_from_scratch() {
    let network = random_network(1);
    let mut walk = Walk {
        random: Random(2),
        along: Evaluator::new(Arc::clone(&network)),
        scratch: Evaluator::new(Arc::clone(&network)),
        network,
        evaluated: 0,
        castled: 0,
        passed: 0,
    };
    let mut seen = 0;
    random_positions(40, |position| {
        seen += 1;
        if seen % 23 == 0 {
            walk.along.reset(position);
            walk.descend(position, 0);
        }
    });
    assert!(walk.evaluated > 5_000, "{}", walk.evaluated);
    assert!(walk.castled > 20, "{}", walk.castled);
    assert!(walk.passed > 1_000, "{}", walk.passed);
}

#[test]
fn every_path_evaluates_alike() {
    for network in [random_network(3), embedded()] {
        let new = |backend| Evaluator::with_backend(Arc::clone(&network), backend);
        let mut evaluators: Vec<_> =
            Backend::available().map(|backend| (backend.name(), new(backend))).collect();
        random_positions(20, |position| {
            let mut scores =
                evaluators.iter_mut().map(|(name, all)| (*name, all.evaluate_once(position)));
            let (_, first) = scores.next().unwrap();
            for (name, score) in scores {
                assert_eq!(score, first, "{name}: {}", position.fen());
            }
        });
    }
}

#[test]
fn a_position_and_its_mirror_images_have_the_same_score() {
    let mut evaluator = Evaluator::new(random_network(4));
    random_positions(20, |position| {
        let score = evaluator.evaluate_once(position);
        let mut setup = position.chess().to_setup(EnPassantMode::Legal);
        let turned = setup.clone().into_mirrored();
        let turned = Position::from_chess(turned.position(CastlingMode::Chess960).unwrap());
        assert_eq!(evaluator.evaluate_once(&turned), score, "{}", position.fen());
        // Left and right, which castling rights and the en-passant square would tell apart.
        setup.castling_rights = Bitboard::EMPTY;
        setup.ep_square = None;
        setup.board.flip_horizontal();
        if let Ok(chess) = setup.position::<Chess>(CastlingMode::Standard) {
            let flipped = Position::from_chess(chess);
            assert_eq!(evaluator.evaluate_once(&flipped), score, "{}", position.fen());
        }
    });
}

#[test]
fn the_outputs_are_those_of_the_buckets() {
    let mut evaluator = Evaluator::new(random_network(5));
    random_positions(10, |position| {
        let board = position.board();
        let bucket = features::output_bucket(board.occupied().count());
        let output = evaluator.outputs(board, position.turn())[bucket];
        let score = evaluator.evaluate_once(position);
        assert!(score == output || score == DRAW, "{}", position.fen());
    });
}

#[test]
fn who_cannot_win_is_not_better() {
    let evaluators = [6, 7, 8, 9].map(|seed| Evaluator::new(random_network(seed)));
    for mut evaluator in evaluators {
        for fen in [
            "8/8/4k3/8/8/3NK3/8/8 w - - 0 1",
            "8/8/4k3/8/8/2NNK3/8/8 b - - 0 1",
            "8/8/4k3/8/8/2B1K3/8/8 b - - 0 1",
            "8/5n2/4k3/8/8/2B1K3/8/8 b - - 0 1",
        ] {
            let game = Game::from_fen(fen, false).unwrap();
            let score = evaluator.evaluate_once(game.position());
            let white = game.position().turn().fold_wb(score, -score);
            assert!(white <= DRAW, "{fen}: {white}");
        }
        // Whoever has a pawn may be better.
        let game = Game::from_fen("8/4p3/4k3/8/8/2B1K3/8/8 b - - 0 1", false).unwrap();
        assert!(evaluator.evaluate_once(game.position()) >= DRAW);
    }
}

#[test]
fn scores_are_those_of_the_definition() {
    let network = random_network(13);
    let mut evaluator = Evaluator::new(Arc::clone(&network));
    let mut most = 0.0_f64;
    random_positions(4, |position| {
        let board = position.board();
        let found = evaluator.outputs(board, position.turn());
        for (bucket, found) in found.into_iter().enumerate() {
            let output = defined_output(&network.network, board, position.turn(), bucket);
            let expected = output * f64::from(SCALE * evaluation_scale()) / 100.0;
            let difference = (expected.trunc() - f64::from(found)).abs();
            // Where rounding is on the edge, the score may be the next.
            assert!(difference <= 1.0, "{}: {found} for {expected}", position.fen());
            most = most.max(expected.abs());
        }
    });
    assert!(most > 100.0, "{most}");
}

#[test]
fn pawn_pairs_of_zero_change_no_score() {
    let mut named = Arc::into_inner(random_network(16)).unwrap();
    named.network.narrow_weights[THREATS..].fill([0; L1]);
    let network = Arc::new(named);
    let mut evaluator = Evaluator::new(Arc::clone(&network));
    random_positions(4, |position| {
        let board = position.board();
        let found = evaluator.outputs(board, position.turn());
        for (bucket, found) in found.into_iter().enumerate() {
            let output = output_with_pairs(&network.network, board, position.turn(), bucket, false);
            let expected = output * f64::from(SCALE * evaluation_scale()) / 100.0;
            assert!((expected.trunc() - f64::from(found)).abs() <= 1.0, "{}", position.fen());
        }
    });
}

/// A network's output as [`Network`] defines it.
fn defined_output(network: &Network, board: &Board, turn: Color, bucket: usize) -> f64 {
    output_with_pairs(network, board, turn, bucket, true)
}

/// A network's output by definition, with or without its pawn pairs.
fn output_with_pairs(
    network: &Network,
    board: &Board,
    turn: Color,
    bucket: usize,
    with_pairs: bool,
) -> f64 {
    let mut activations = Vec::new();
    for perspective in [turn, !turn] {
        let map = FeatureMap::new(perspective, board.king_of(perspective).unwrap());
        let mut neurons = network.feature_biases.map(i32::from);
        for (square, piece) in board.clone() {
            let row = &network.feature_weights[map.feature(square, threats::kind(piece))];
            neurons.iter_mut().zip(row).for_each(|(neuron, &weight)| *neuron += i32::from(weight));
        }
        for threat in threats::tests::defined(board) {
            let row = &network.narrow_weights[map.threat(threat)];
            neurons.iter_mut().zip(row).for_each(|(neuron, &weight)| *neuron += i32::from(weight));
        }
        let pairs = if with_pairs { pawn_pairs::tests::defined(board) } else { Vec::new() };
        for [first, second] in pairs {
            let row = &network.narrow_weights[map.pawn_pair(first, second)];
            neurons.iter_mut().zip(row).for_each(|(neuron, &weight)| *neuron += i32::from(weight));
        }
        let neurons = neurons.map(|neuron| neuron.clamp(0, QA));
        activations.extend((0..PAIRS).map(|k| (neurons[k] * neurons[k + PAIRS]) >> PRODUCT_SHIFT));
    }
    let weights = &network.l2_weights[bucket];
    let l2: Vec<f64> = (0..L2)
        .map(|neuron| {
            let weight = |index: usize| i32::from(weights[index / 4][neuron][index % 4]);
            let sum: i32 = activations.iter().enumerate().map(|(k, a)| a * weight(k)).sum();
            f64::from(sum) / f64::from(L2_UNIT) + f64::from(network.l2_biases[bucket][neuron])
        })
        .collect();
    let clipped = l2.iter().map(|x| x.clamp(0.0, 1.0));
    let l2_activations: Vec<f64> = clipped.chain(l2.iter().map(|x| (x * x).min(1.0))).collect();
    let mut output = f64::from(network.output_biases[bucket]);
    for neuron in 0..L3 {
        let mut y = f64::from(network.l3_biases[bucket][neuron]);
        for (activation, weights) in l2_activations.iter().zip(&network.l3_weights[bucket]) {
            y += activation * f64::from(weights[neuron]);
        }
        output += y.clamp(0.0, 1.0).powi(2) * f64::from(network.output_weights[bucket][neuron]);
    }
    output
}

#[test]
fn scores_stay_within_bounds() {
    for (weight, expected) in [(1000.0, MAX_EVALUATION), (-1000.0, -MAX_EVALUATION)] {
        let mut network = Network::zeroed();
        network.feature_biases.fill(i16::MAX);
        let l2_weights: &mut [i8] = bytemuck::cast_slice_mut(&mut network.l2_weights);
        l2_weights.fill(127);
        network.l2_biases.as_flattened_mut().fill(1000.0);
        network.l3_weights.as_flattened_mut().as_flattened_mut().fill(1000.0);
        network.output_weights.as_flattened_mut().fill(weight);
        network.output_biases.fill(weight);
        let named = NamedNetwork { network, name: String::new(), note: String::new() };
        assert!(named.encode().is_ok());
        let mut evaluator = Evaluator::new(Arc::new(named));
        assert_eq!(evaluator.evaluate_once(&Position::startpos()), expected);
    }
}
