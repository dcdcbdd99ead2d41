//! The reader of EPD suites accepts any text without a panic, and its moves are legal.
#![no_main]

use brudno::notation::epd;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for entry in epd::parse(text).unwrap_or_default() {
        let legal = entry.game.position().legal_moves();
        let moves = entry.best_moves.iter().chain(&entry.avoid_moves);
        assert!(moves.into_iter().all(|m| legal.contains(m)), "{text}");
    }
});
