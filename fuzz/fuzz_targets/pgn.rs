//! Every game that is read can be written, and its text is read as the same tree.
#![no_main]

use brudno_notation::pgn::{games, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for game in games(text).flatten() {
        let written = write(&game);
        let mut again = games(&written);
        let same = again.next().expect("a game of our own").expect("a game of our own");
        assert_eq!(same.main, game.main, "{written}");
        assert!(again.next().is_none(), "{written}");
    }
});
