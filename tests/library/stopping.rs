//! Limits that are reached inside the first iteration.

use brudno::{
    chess::Game,
    search::{
        Limits, SearchResult, SharedSearch, ThreadData, search_alone, tt::TranspositionTable,
    },
};
use rand::{
    Rng, SeedableRng,
    seq::{IndexedMutRandom, IndexedRandom},
};
use rand_chacha::ChaCha8Rng;

/// Positions of bug reports with many queens, and the nodes of Stockfish 15.1 at depth 1.
const MANY_QUEENS: [(&str, u64); 4] = [
    ("1n2Q2B/2RRK2Q/2r5/q5rq/2Q3q1/2q1N2N/B2n2Q1/b3kb2 b - - 0 1", 2_400),
    ("2QQ2NK/k1r2qb1/1q6/NQR1q1QQ/4Bqq1/3nqq1n/2b1qQ1Q/1qQQr1RB w - - 0 1", 10_601),
    ("1B4qn/Q1q1Bb1R/2Q1QrQ1/2N1NnqQ/1Kr3qR/3Qq1qq/bQq1q2k/1Q2Q3 w - - 0 1", 5_186),
    ("2Q1Q1nQ/3q1Qn1/q1qNR2Q/2R4K/3Br2b/2q3Qq/bq2r3/1kB4N w - - 0 1", 834),
];

/// Returns a legal position of random pieces, with up to nine queens a side.
fn random_position(random: &mut ChaCha8Rng) -> Game {
    loop {
        let mut board = [[' '; 8]; 8];
        let mut place = |piece: char, most: usize, random: &mut ChaCha8Rng| {
            for _ in 0..random.random_range(most / 2..=most) {
                *board.as_flattened_mut().choose_mut(random).unwrap() = piece;
            }
        };
        for (piece, most) in [('Q', 9), ('R', 3), ('B', 3), ('N', 3)] {
            place(piece, most, random);
            place(piece.to_ascii_lowercase(), most, random);
        }
        for king in ['K', 'k'] {
            *board.as_flattened_mut().choose_mut(random).unwrap() = king;
        }
        let ranks = board.map(|rank| String::from_iter(rank).replace(' ', "1"));
        let turn = ["w", "b"].choose(random).unwrap();
        if let Ok(game) = Game::from_fen(&format!("{} {turn} - - 0 1", ranks.join("/")), false)
            && game.position().has_legal_move()
        {
            return game;
        }
    }
}

fn search(game: &Game, limits: Limits) -> SearchResult {
    let tt = TranspositionTable::new(1).unwrap();
    search_alone(&SharedSearch::new(game.clone(), limits), &tt, &mut ThreadData::new())
}

#[test]
fn a_node_limit_is_kept_however_many_queens_there_are() {
    let mut random = ChaCha8Rng::seed_from_u64(66);
    let given = MANY_QUEENS.iter().map(|(fen, _)| Game::from_fen(fen, false).unwrap());
    let random = std::iter::repeat_with(|| random_position(&mut random)).take(1_000);
    for game in given.chain(random) {
        let found = search(&game, Limits { nodes: Some(1_000), ..Limits::default() });
        let fen = game.position().fen();
        assert!(found.nodes <= 1_500, "{} nodes: {fen}", found.nodes);
        let best = &found.root_moves[0];
        assert!(best.known_score().is_some(), "{fen}");
    }
}

#[test]
fn quiescence_search_does_not_explode() {
    for (fen, stockfish) in MANY_QUEENS {
        let game = Game::from_fen(fen, false).unwrap();
        let found = search(&game, Limits { depth: Some(1), ..Limits::default() });
        assert!(found.nodes <= 3 * stockfish, "{} nodes: {fen}", found.nodes);
    }
}
