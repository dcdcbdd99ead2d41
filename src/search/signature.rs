//! The signature of search, evaluation and limited strength: their results for the positions of
//! `signature.txt`. A change of a heuristic or of its parameters changes it.

use std::{env, fmt::Write as _, fs};

use super::{
    limits::Limits,
    skill,
    threads::{shared_search::SharedSearch, single_thread::search_alone, thread_data::ThreadData},
    tt::TranspositionTable,
};
use crate::{chess::Game, eval::Evaluator};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/search/signature.txt");

/// Returns the nodes of a search to `depth`, those of a second search one ply deeper, which finds
/// the tables of the first as in a game, and the score of the second.
fn search_twice(
    game: &Game,
    depth: u32,
    data: &mut ThreadData,
    tt: &TranspositionTable,
) -> (u64, u64, i32) {
    data.clear();
    tt.clear();
    let [first, second] = [depth, depth + 1].map(|depth| {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        search_alone(&SharedSearch::new(game.clone(), limits), tt, data)
    });
    (first.nodes, second.nodes, second.root_moves[0].score)
}

#[test]
fn search_and_evaluation_keep_their_signature() {
    let (mut data, tt) = (ThreadData::new(), TranspositionTable::new(1).unwrap());
    let mut evaluator = Evaluator::default();
    let renews = env::var_os("RENEW_SIGNATURE").is_some();
    let mut signature = String::new();
    for line in include_str!("signature.txt").lines() {
        if line.starts_with('#') {
            writeln!(signature, "{line}").unwrap();
            continue;
        }
        let (position, numbers) = line.split_once(" = ").unwrap();
        let (fen, moves) = position.split_once(" moves ").unwrap_or((position, ""));
        let depth = numbers.split(' ').next().unwrap().parse().unwrap();
        let mut game = Game::from_fen(fen, true).unwrap();
        for m in moves.split_whitespace() {
            game.play_uci(m).unwrap();
        }
        let evaluation = evaluator.evaluate_once(game.position());
        let [natural, difficult] = skill::signature(&game);
        let (first, second, score) = search_twice(&game, depth, &mut data, &tt);
        let found = format!(
            "{position} = {depth} {evaluation} {natural} {difficult} {first} {second} {score}"
        );
        assert!(
            renews || found == line,
            "the search or the evaluation has changed; if intended, renew the signature with\n\n    \
             RENEW_SIGNATURE=1 cargo test --profile test-release --lib signature\n\n\
             expected {line}\n   found {found}",
        );
        writeln!(signature, "{found}").unwrap();
    }
    if renews {
        fs::write(FILE, signature).unwrap();
    }
}
