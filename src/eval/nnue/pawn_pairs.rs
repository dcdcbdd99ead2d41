//! Pairs of pawns on the same or adjacent files, the pawn structure as the network's features
//! (Stockfish).

use shakmaty::{Bitboard, Color, File, Square};

/// Pawns by colour (black, white).
pub type Pawns = [Bitboard; 2];

/// The most pairs on a board: all 15 other pieces of each side are pawns.
pub const MAX_PAIRS: usize = 30 * 29 / 2;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pawn {
    pub color: Color,
    /// Its square, on ranks 2 to 7.
    pub square: Square,
}

/// A file and its neighbours, by file.
const NEAR_FILES: [Bitboard; 8] = {
    let mut near = [Bitboard::EMPTY; 8];
    let mut file = 0;
    while file < 8 {
        let own = Bitboard::from_file(File::ALL[file]).0;
        let west = if file > 0 { Bitboard::from_file(File::ALL[file - 1]).0 } else { 0 };
        let east = if file < 7 { Bitboard::from_file(File::ALL[file + 1]).0 } else { 0 };
        near[file] = Bitboard(west | own | east);
        file += 1;
    }
    near
};

/// Calls `visit` once for each pair of `pawns` that is not a pair of `others`.
#[inline]
pub fn for_each_missing(pawns: Pawns, others: Pawns, mut visit: impl FnMut(Pawn, Pawn)) {
    let mut rest = pawns;
    for color in Color::ALL {
        for square in pawns[color as usize] & !others[color as usize] {
            rest[color as usize].discard(square);
            let near = NEAR_FILES[square.file() as usize];
            for partner_color in Color::ALL {
                for partner in rest[partner_color as usize] & near {
                    let partner = Pawn { color: partner_color, square: partner };
                    visit(Pawn { color, square }, partner);
                }
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use shakmaty::Board;

    use super::*;

    /// Returns the pairs of a board by definition.
    pub fn defined(board: &Board) -> Vec<[Pawn; 2]> {
        let pawns = board.pawns() & !Bitboard::BACKRANKS;
        let pawn = |square| Pawn { color: board.color_at(square).unwrap(), square };
        let mut pairs = Vec::new();
        for first in pawns {
            for second in pawns {
                let files = (first.file() as i32 - second.file() as i32).abs();
                if first < second && files <= 1 {
                    pairs.push([pawn(first), pawn(second)]);
                }
            }
        }
        pairs
    }

    #[test]
    fn pairs_that_are_missing_are_those_of_the_definition() {
        let boards = [
            "8/8/8/8/8/8/8/8",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR",
            "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR",
            "4k3/p6p/8/8/8/p6P/P6P/4K3",
            "4k3/8/8/8/3pP3/8/8/4K3",
        ]
        .map(|fen| Board::from_ascii_board_fen(fen.as_bytes()).unwrap());
        let pawns = |board: &Board| {
            [Color::Black, Color::White].map(|color| board.pawns() & board.by_color(color))
        };
        for board in &boards {
            for other in &boards {
                let others = defined(other);
                let mut expected = defined(board);
                expected.retain(|pair| !others.contains(pair));
                let mut found = Vec::new();
                for_each_missing(pawns(board), pawns(other), |first, second| {
                    let in_order = first.square < second.square;
                    found.push(if in_order { [first, second] } else { [second, first] });
                });
                found.sort_by_key(|pair| pair.map(|pawn| pawn.square));
                expected.sort_by_key(|pair| pair.map(|pawn| pawn.square));
                assert_eq!(found, expected);
            }
        }
    }
}
