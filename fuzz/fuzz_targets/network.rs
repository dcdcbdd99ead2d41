//! The reader of networks accepts any bytes without a panic. An accepted network is written as it
//! was read, and can evaluate positions.
//!
//! Random bytes are refused at once. Therefore the input is a list of changes to the embedded
//! network: offset (3 bytes) and value (2 bytes). An even number of changes gets a valid checksum.
#![no_main]

use std::sync::{Arc, LazyLock};

use brudno::{
    chess::Position,
    eval::{
        Evaluator,
        nnue::{NamedNetwork, embedded},
    },
};
use libfuzzer_sys::fuzz_target;

static FILE: LazyLock<Vec<u8>> =
    LazyLock::new(|| embedded().encode().expect("it was read from a file"));
/// Length of the front part, which is changed as often as the weights after it.
const HEADER: usize = 1 << 10;

fuzz_target!(|bytes: &[u8]| {
    drop(NamedNetwork::decode(bytes));

    let mut file = FILE.clone();
    let (changes, rest) = bytes.as_chunks();
    for &[a, b, c, low, high] in changes {
        let place = usize::from(b) | usize::from(c) << 8;
        let place = if a % 2 == 0 { place % HEADER } else { place | usize::from(a >> 1) << 16 };
        let place = place % (file.len() - 2);
        file[place..place + 2].copy_from_slice(&[low, high]);
    }
    let end = file.len() - size_of::<u32>();
    if changes.len().is_multiple_of(2) {
        let checksum = crc32fast::hash(&file[..end]);
        file[end..].copy_from_slice(&checksum.to_le_bytes());
    }
    file.truncate(file.len() - rest.len());
    let Ok(network) = NamedNetwork::decode(&file) else { return };
    assert!(network.encode().is_ok_and(|again| again == file));
    Evaluator::new(Arc::new(network)).evaluate_once(&Position::startpos());
});
