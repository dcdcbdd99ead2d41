//! Polyglot opening books: entries of 16 bytes, sorted by position key, each with a move and its
//! weight.
//!
//! Format: <http://hgm.nubati.net/book_format.html>. shakmaty's Zobrist keys use the same random
//! numbers.

use std::{io, path::Path};

use rand::{Rng, seq::IndexedRandom};
use shakmaty::{
    EnPassantMode, Move, Position as _, Role, Square, uci::UciMove, zobrist::Zobrist64,
};
use thiserror::Error;

use crate::{chess::Position, platform::files::read_regular};

/// Bytes of an entry: key, move, weight, and four bytes of learning data.
const ENTRY: usize = 16;
/// Maximum file size, bytes.
const MAX_SIZE: u64 = 1 << 30;

/// A book in memory.
#[derive(Debug)]
pub struct Book {
    /// Sorted by key.
    entries: Vec<BookEntry>,
}

#[derive(Clone, Copy, Debug)]
struct BookEntry {
    key: u64,
    /// Move: target, origin and promotion; three bits each for file, rank and role.
    bits: u16,
    weight: u16,
}

/// A book move and its weight, which is positive.
pub type WeightedMove = (Move, u16);

/// Errors of reading a book.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(io::Error),
    /// The file has no entry.
    #[error("not a Polyglot book: empty")]
    Empty,
    /// The file ends within an entry: its size in bytes.
    #[error("not a Polyglot book: {0} bytes are not a multiple of {ENTRY}")]
    Size(usize),
    /// The keys are not sorted: the first entry out of order, from 1.
    #[error("not a Polyglot book: entry {0} is out of order")]
    Order(usize),
}

impl Book {
    /// Reads a book from a file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not a Polyglot book.
    pub fn read(path: &Path) -> Result<Book, BookError> {
        Book::from_bytes(&read_regular(path, MAX_SIZE).map_err(BookError::Io)?)
    }

    /// Reads a book from the bytes of its file.
    ///
    /// # Errors
    ///
    /// [`BookError::Empty`], [`BookError::Size`] or [`BookError::Order`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        let (chunks, []) = bytes.as_chunks() else { return Err(BookError::Size(bytes.len())) };
        if chunks.is_empty() {
            return Err(BookError::Empty);
        }
        let entries: Vec<BookEntry> = chunks.iter().map(BookEntry::decode).collect();
        match entries.windows(2).position(|pair| pair[0].key > pair[1].key) {
            None => Ok(Book { entries }),
            Some(index) => Err(BookError::Order(index + 2)),
        }
    }

    /// Returns the number of entries.
    pub const fn size(&self) -> usize {
        self.entries.len()
    }

    /// Returns the book's moves in a position, in the book's order. Skips moves of weight zero,
    /// which Polyglot never plays, and illegal moves, which result from key collisions or mistakes.
    pub fn moves(&self, position: &Position) -> Vec<WeightedMove> {
        let key = key(position);
        let first = self.entries.partition_point(|entry| entry.key < key);
        let known = self.entries[first..].iter().take_while(|entry| entry.key == key);
        known
            .filter(|entry| entry.weight > 0)
            .filter_map(|entry| {
                let m = entry.uci()?.to_move(position.chess()).ok()?;
                Some((m, entry.weight))
            })
            .collect()
    }

    /// Returns the move with the largest weight, the first of equals.
    pub fn best(&self, position: &Position) -> Option<Move> {
        let moves = self.moves(position);
        moves.iter().rev().max_by_key(|(_, weight)| weight).map(|&(m, _)| m)
    }

    /// Returns a random move, with probability proportional to its weight.
    pub fn draw(&self, position: &Position, random: &mut impl Rng) -> Option<Move> {
        let moves = self.moves(position);
        // Fails only if there are no moves: the weights are positive.
        moves.choose_weighted(random, |&(_, weight)| weight).ok().map(|&(m, _)| m)
    }
}

impl BookEntry {
    const fn decode(bytes: &[u8; ENTRY]) -> BookEntry {
        let [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, ..] = *bytes;
        BookEntry {
            key: u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            bits: u16::from_be_bytes([m0, m1]),
            weight: u16::from_be_bytes([w0, w1]),
        }
    }

    /// Decodes the move; castling is king takes rook. `None` for an invalid promotion.
    fn uci(self) -> Option<UciMove> {
        let promotion = match self.bits >> 12 {
            0 => None,
            1 => Some(Role::Knight),
            2 => Some(Role::Bishop),
            3 => Some(Role::Rook),
            4 => Some(Role::Queen),
            _ => return None,
        };
        let square = |shift: u16| Square::new(u32::from(self.bits >> shift & 0b11_1111));
        Some(UciMove::Normal { from: square(6), to: square(0), promotion })
    }
}

/// Returns the Polyglot key of a position. Unlike the search's keys, it includes the en-passant
/// file if a pawn stands ready to capture, even a pinned one.
pub fn key(position: &Position) -> u64 {
    position.chess().zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::chess::Game;

    fn after(moves: &str) -> Position {
        let mut game = Game::default();
        for text in moves.split_whitespace() {
            game.play_uci(text).unwrap();
        }
        game.position().clone()
    }

    fn bits(m: &str) -> u16 {
        let Ok(UciMove::Normal { from, to, promotion }) = m.parse() else { panic!("{m}") };
        let role = promotion.map_or(0, |role| role as u16 - 1);
        to as u16 | (from as u16) << 6 | role << 12
    }

    fn entry(key: u64, m: &str, weight: u16) -> [u8; ENTRY] {
        let mut bytes = [0; ENTRY];
        bytes[..8].copy_from_slice(&key.to_be_bytes());
        bytes[8..10].copy_from_slice(&bits(m).to_be_bytes());
        bytes[10..12].copy_from_slice(&weight.to_be_bytes());
        bytes
    }

    fn book(position: &Position, moves: &[(&str, u16)]) -> Book {
        let bytes: Vec<u8> =
            moves.iter().flat_map(|&(m, weight)| entry(key(position), m, weight)).collect();
        Book::from_bytes(&bytes).unwrap()
    }

    fn uci(position: &Position, weighted: &[WeightedMove]) -> Vec<(String, u16)> {
        let text = |m| position.to_uci(m, false).to_string();
        weighted.iter().map(|&(m, weight)| (text(m), weight)).collect()
    }

    /// Test keys of the format's description.
    #[test]
    fn keys_are_those_of_the_format() {
        for (moves, expected) in [
            ("", 0x463b_9618_1691_fc9c),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ] {
            assert_eq!(key(&after(moves)), expected, "{moves}");
        }
    }

    #[test]
    fn a_pinned_pawn_counts_for_the_key() {
        // The pawn on e5 is pinned to its file and cannot capture on d6.
        let fen = |ep| format!("4r1k1/8/8/3pP3/8/8/8/4K3 w - {ep} 0 1");
        let [with, without] =
            ["d6", "-"].map(|ep| Game::from_fen(&fen(ep), false).unwrap().position().clone());
        assert_eq!(with.key(), without.key());
        assert_ne!(key(&with), key(&without));
    }

    #[test]
    fn moves_are_read_and_wrong_ones_left_out() {
        let start = Position::startpos();
        let known = [("e2e4", 5), ("e2e5", 9), ("d2d4", 0), ("g1f3", 2), ("e7e5", 1), ("e2e4q", 3)];
        let book = book(&start, &known);
        assert_eq!(
            uci(&start, &book.moves(&start)),
            [("e2e4".to_owned(), 5), ("g1f3".to_owned(), 2)]
        );
        assert_eq!(book.moves(&after("e2e4")), []);
        let mut odd = entry(key(&start), "e2e4", 1);
        odd[8] |= 0x70;
        assert_eq!(Book::from_bytes(&odd).unwrap().moves(&start), []);
    }

    #[test]
    fn castling_and_promotion() {
        let game = Game::from_fen("r3k3/6P1/8/8/8/8/8/R3K2R w KQq - 0 1", false).unwrap();
        let position = game.position();
        let book =
            book(position, &[("e1h1", 1), ("e1a1", 2), ("g7g8n", 3), ("g7g8q", 4), ("g7g8", 5)]);
        let names: Vec<_> =
            uci(position, &book.moves(position)).into_iter().map(|(m, _)| m).collect();
        assert_eq!(names, ["e1g1", "e1c1", "g7g8n", "g7g8q"]);
    }

    #[test]
    fn the_heaviest_and_the_drawn() {
        let start = Position::startpos();
        let known = book(&start, &[("g1f3", 1), ("d2d4", 60), ("e2e4", 60), ("a2a3", 0)]);
        let find = |text| start.parse_uci(text).unwrap();
        assert_eq!(known.best(&start), Some(find("d2d4")));
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut count =
            |m| (0..3000).filter(|_| known.draw(&start, &mut random) == Some(m)).count();
        assert!((1300..1700).contains(&count(find("e2e4"))));
        assert!((1..100).contains(&count(find("g1f3"))));
        assert_eq!(count(find("a2a3")), 0);
        let never = book(&start, &[("a2a3", 0)]);
        assert_eq!((never.best(&start), never.draw(&start, &mut random)), (None, None));
    }

    #[test]
    fn what_is_no_book_is_refused() {
        let (low, high) = (entry(1, "e2e4", 1), entry(2, "e2e4", 1));
        assert!(Book::from_bytes(&[low, low, high].concat()).is_ok());
        assert!(matches!(Book::from_bytes(&[]), Err(BookError::Empty)));
        assert!(matches!(Book::from_bytes(&low[..15]), Err(BookError::Size(15))));
        assert!(matches!(Book::from_bytes(&[low, high, low].concat()), Err(BookError::Order(3))));
        let folder = Book::read(&std::env::temp_dir()).unwrap_err().to_string();
        assert_eq!(folder, "not a regular file");
        assert!(matches!(Book::read(Path::new("no such book.bin")), Err(BookError::Io(_))));
    }

    proptest! {
        #[test]
        fn no_bytes_panic(bits: [u16; 20], weight: u16) {
            let start = Position::startpos();
            let bytes: Vec<u8> = bits
                .into_iter()
                .flat_map(|bits| {
                    let mut bytes = entry(key(&start), "e2e4", weight);
                    bytes[8..10].copy_from_slice(&bits.to_be_bytes());
                    bytes
                })
                .collect();
            let legal = start.legal_moves();
            for (m, _) in Book::from_bytes(&bytes).unwrap().moves(&start) {
                prop_assert!(legal.contains(&m));
            }
        }
    }
}
