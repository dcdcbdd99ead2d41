//! In the position of an accepted FEN, every move can be written, read and played, and the position
//! after it can be written as a FEN and read again.
#![no_main]

use brudno::chess::Game;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for chess960 in [false, true] {
        let Ok(game) = Game::from_fen(text, chess960) else { continue };
        let position = game.position();
        let again = Game::from_fen(&position.fen(), chess960).expect("a FEN of our own");
        assert_eq!(again.position().fen(), position.fen());
        for m in position.legal_moves() {
            let written = position.to_uci(m, position.is_chess960()).to_string();
            assert_eq!(position.parse_uci(&written), Ok(m), "{written} in {text}");
            let child = position.play(m);
            let again = Game::from_fen(&child.fen(), chess960).expect("a FEN of our own");
            assert_eq!(again.position().key(), child.key(), "{written} in {text}");
        }
    }
});
