//! Output of `perft`.

use shakmaty::{CastlingMode, Move};

/// Formats the leaf nodes of each move and their total, as Stockfish prints them.
pub fn divide(leaves: &[(Move, u64)], total: u64, castling: CastlingMode) -> String {
    let lines: String =
        leaves.iter().map(|(m, leaves)| format!("{}: {leaves}\n", m.to_uci(castling))).collect();
    format!("{lines}\nNodes searched: {total}")
}
