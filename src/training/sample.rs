//! A training position, packed, and the inputs that it switches on.

use shakmaty::{Bitboard, Color, Piece, Role, Square};
use viriformat::{
    chess::{board::Board, piece::Colour},
    dataformat::WDL,
};

use crate::nnue::features::{View, output_bucket};

/// A result that says nothing of the position.
const NO_RESULT: u8 = 3;
const ROLES: [Role; 6] = Role::ALL;

/// A position as its side to move sees it, with what is known of its value: 32 bytes, since
/// tens of millions are kept in memory.
#[derive(Clone, Copy)]
pub struct Sample {
    occupied: u64,
    /// For each occupied square in turn half a byte: role, and 8 for the other side's piece.
    pieces: [u8; 16],
    /// What a search said, internal units of the engine that made the data.
    pub score: i16,
    /// Half points, or [`NO_RESULT`].
    result: u8,
    /// The side to move's king and the other's.
    kings: [u8; 2],
}

impl Sample {
    /// Packs a position. `score` is white's view in the data's units; where `outcome` is none,
    /// the score alone is learnt.
    pub fn new(board: &Board, score: i16, outcome: Option<WDL>) -> Sample {
        let turn = board.turn();
        let flip = if turn == Colour::White { 0 } else { 0b111_000 };
        let mut occupied = 0;
        let mut by_square = [0; 64];
        let mut kings = [0; 2];
        board.pieces.visit_pieces(|square, piece| {
            let square = usize::from(square.inner()) ^ flip;
            occupied |= 1 << square;
            let theirs = u8::from(piece.colour() != turn);
            let role = piece.piece_type().inner();
            by_square[square] = role | theirs << 3;
            if ROLES[usize::from(role)] == Role::King {
                kings[usize::from(theirs)] = square as u8;
            }
        });
        let mut pieces = [0; 16];
        for (index, square) in Bitboard(occupied).into_iter().enumerate() {
            pieces[index / 2] |= by_square[square as usize] << (index % 2 * 4);
        }
        let result = match (outcome, turn) {
            (None, _) => NO_RESULT,
            (Some(WDL::Draw), _) => 1,
            (Some(WDL::Win), Colour::White) | (Some(WDL::Loss), Colour::Black) => 2,
            (Some(_), _) => 0,
        };
        let score = if flip == 0 { score } else { -score };
        Sample { occupied, pieces, score, result, kings }
    }

    /// The share of the point that the side to move got.
    pub fn result(&self) -> Option<f32> {
        (self.result != NO_RESULT).then(|| f32::from(self.result) / 2.0)
    }

    /// How many pieces are on the board.
    pub const fn men(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// The output layer that values the position.
    pub fn bucket(&self) -> usize {
        output_bucket(self.men())
    }

    /// The pieces; white is to move.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Bitboard(self.occupied).into_iter().enumerate().map(|(index, square)| {
            let packed = self.pieces[index / 2] >> (index % 2 * 4);
            let color = Color::from_white(packed & 8 == 0);
            (square, Piece { color, role: ROLES[usize::from(packed & 7)] })
        })
    }

    /// Appends the inputs that are on: the side to move's, then as many of the other side's.
    pub fn append_inputs(&self, inputs: &mut Vec<u16>) {
        let [us, them] = [(Color::White, 0), (Color::Black, 1)]
            .map(|(color, index)| View::new(color, Square::new(self.kings[index].into())));
        let (start, men) = (inputs.len(), self.men());
        inputs.resize(start + 2 * men, 0);
        let (our_inputs, their_inputs) = inputs[start..].split_at_mut(men);
        let pairs = our_inputs.iter_mut().zip(their_inputs);
        for ((square, piece), (ours, theirs)) in self.pieces().zip(pairs) {
            *ours = us.feature(square, piece) as u16;
            *theirs = them.feature(square, piece) as u16;
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A position.
    pub fn board(fen: &str) -> Board {
        let mut board = Board::new();
        board.set_from_fen(fen, true).unwrap();
        board
    }

    fn inputs(fen: &str) -> Vec<u16> {
        let board = board(fen);
        let mut inputs = Vec::new();
        Sample::new(&board, 0, None).append_inputs(&mut inputs);
        inputs
    }

    #[test]
    fn a_position_and_its_mirror_image_have_the_same_inputs() {
        let mut white = inputs("r3k3/1pp5/8/3Pp3/8/2N5/6PP/4K2R w K - 0 1");
        let mut black = inputs("4k2r/6pp/2n5/8/3pP3/8/1PP5/R3K3 b k - 0 1");
        assert_eq!(white.len(), 2 * 11);
        for inputs in [&mut white, &mut black] {
            let (us, them) = inputs.split_at_mut(11);
            us.sort_unstable();
            them.sort_unstable();
        }
        assert_eq!(white, black);
    }

    #[test]
    fn the_pieces_survive_packing() {
        let fen = "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1NBPPP/R2QK2R w KQkq - 0 1";
        let board = board(fen);
        let sample = Sample::new(&board, 31, Some(WDL::Win));
        let setup: shakmaty::fen::Fen = fen.parse().unwrap();
        assert!(sample.pieces().eq(setup.as_setup().board.iter()));
        assert_eq!((sample.men(), sample.score, sample.result()), (32, 31, Some(1.0)));
    }
}
