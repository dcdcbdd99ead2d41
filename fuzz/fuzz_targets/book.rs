//! The reader of Polyglot books accepts any bytes without a panic, and every book move is legal.
#![no_main]

use brudno::{
    chess::Game,
    notation::{polyglot, polyglot::Book},
};
use libfuzzer_sys::fuzz_target;

/// Positions with castling, promotions and captures en passant.
const FENS: [&str; 3] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k3/6P1/8/8/8/8/8/R3K2R w KQq - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
];

fuzz_target!(|bytes: &[u8]| {
    drop(Book::from_bytes(bytes));
    for fen in FENS {
        let game = Game::from_fen(fen, false).expect("a FEN of our own");
        let position = game.position();
        // A book in which every entry has the key of this position.
        let key = polyglot::key(position).to_be_bytes();
        let (entries, _) = bytes.as_chunks::<8>();
        let about: Vec<u8> = entries.iter().flat_map(|entry| [key, *entry].concat()).collect();
        let Ok(book) = Book::from_bytes(&about) else { continue };
        let legal = position.legal_moves();
        assert!(book.moves(position).iter().all(|(m, _)| legal.contains(m)));
        assert_eq!(book.best(position).is_some(), !book.moves(position).is_empty());
    }
});
