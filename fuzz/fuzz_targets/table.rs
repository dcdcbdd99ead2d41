//! The reader of endgame tables accepts any bytes without a crash. Answers from a damaged file may
//! be wrong.
//!
//! The first byte of the input chooses the table, the others are its file.
#![no_main]

use std::{fs, panic};

use brudno::{chess::Game, tablebase::Tablebase};
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

/// A table for each kind of index, with a position to probe.
const TABLES: [(&str, &str); 6] = [
    ("KBvK", "8/8/8/4k3/8/8/2B5/K7 w - - 0 1"),
    ("KRvK", "8/8/8/4k3/8/8/1R6/K7 w - - 0 1"),
    ("KQvK", "8/8/8/4k3/8/8/1Q6/K7 b - - 0 1"),
    ("KPvK", "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1"),
    ("KRRvK", "8/8/8/4k3/8/8/1R5R/K7 w - - 0 1"),
    ("KBvKP", "8/8/8/4k3/4p3/8/2B5/K7 w - - 0 1"),
];
/// The magic numbers of the files.
const KINDS: [(&str, [u8; 4]); 2] =
    [("rtbw", [0x71, 0xe8, 0x23, 0x5d]), ("rtbz", [0xd7, 0x66, 0x0c, 0xa5])];

fuzz_target!(
    init: {
        // Panics of the reader are caught; libFuzzer detects the others.
        panic::set_hook(Box::new(|_| ()));
    },
    |bytes: &[u8]| {
        let Some((&choice, bytes)) = bytes.split_first() else { return };
        let (name, fen) = TABLES[usize::from(choice) % TABLES.len()];
        let game = Game::from_fen(fen, false).expect("a FEN of our own");
        let folder = TempDir::new().expect("there is a place for files");
        for (extension, magic) in KINDS {
            let path = folder.path().join(name).with_extension(extension);
            fs::write(path, [&magic, bytes].concat()).expect("there is room for files");
        }
        let (tables, _) = Tablebase::open(&[folder.path().to_owned()]);
        // Also every position with these pieces one move away.
        let position = game.position();
        let children = position.legal_moves().into_iter().map(|m| position.play(m));
        for position in children.chain([position.clone()]) {
            tables.wdl(&position);
            tables.dtz(&position);
        }
    }
);
