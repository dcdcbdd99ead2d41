//! What the network sees: the architecture's sizes and the numbering of its inputs, which the
//! trainer shares.
//!
//! (768 inputs a king bucket → hidden) × 2 perspectives → SCReLU → one of 8 outputs by piece
//! count, as in the guide of the trainer `bullet`.

use shakmaty::{Color, File, Piece, Role, Square};

/// Neurons of a perspective's accumulator.
pub const HIDDEN: usize = 512;
/// Kind, colour and square of a piece, as one side sees it.
pub const PIECE_SQUARES: usize = 768;
/// King positions that have input weights of their own.
pub const KING_BUCKETS: usize = 1;
/// Different [`View`]s that there are.
pub const VIEWS: usize = 2 * 2 * KING_BUCKETS;
/// Inputs of a perspective.
pub const INPUTS: usize = KING_BUCKETS * PIECE_SQUARES;
/// Output layers, one for each range of piece counts.
pub const OUTPUT_BUCKETS: usize = 8;

/// Quantisation of accumulators: an activation of 1.0.
pub const QA: i32 = 255;
/// Quantisation of output weights: a weight of 1.0.
pub const QB: i32 = 64;
/// Units of score in a network output of 1.0, the log odds of winning.
pub const SCALE: i32 = 400;

/// The bucket of a king on the queen side, by rank and file as its owner sees them.
#[rustfmt::skip]
pub const KING_BUCKET: [[u8; 4]; 8] = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
];

/// How one side sees the board: its own back rank first, mirrored where its king stands on the
/// king side, with the weights of its king's bucket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    perspective: Color,
    /// What turns a square into the one that the side sees.
    flip: u8,
    /// First input of the king's bucket.
    bucket: u16,
}

impl View {
    /// The view of `perspective`, whose king stands on `king`.
    #[inline]
    pub fn new(perspective: Color, king: Square) -> View {
        let mirror = if king.file() >= File::E { 0b000_111 } else { 0 };
        let flip = perspective.fold_wb(0, 0b111_000) ^ mirror;
        let seen = king as usize ^ flip as usize;
        let bucket = KING_BUCKET[seen / 8][seen % 8] as u16 * PIECE_SQUARES as u16;
        View { perspective, flip, bucket }
    }

    /// The number of this view, below [`VIEWS`].
    #[inline]
    pub fn index(self) -> usize {
        let mirrored = usize::from(self.flip & 0b000_111 != 0);
        (self.bucket as usize / PIECE_SQUARES * 2 + mirrored) * 2 + self.perspective as usize
    }

    /// The input that a piece on a square switches on, below [`INPUTS`].
    #[inline]
    pub fn feature(self, square: Square, piece: Piece) -> usize {
        let theirs = usize::from(piece.color != self.perspective);
        let role = piece.role as usize - Role::Pawn as usize;
        let square = square as usize ^ self.flip as usize;
        self.bucket as usize + theirs * 384 + role * 64 + square
    }
}

/// The output layer for a number of pieces on the board, kings and pawns included.
#[inline]
pub fn output_bucket(pieces: usize) -> usize {
    pieces.saturating_sub(2).min(31) / 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_and_both_wings_look_alike() {
        let white = View::new(Color::White, Square::B1);
        let mirrored = View::new(Color::White, Square::G1);
        let black = View::new(Color::Black, Square::B8);
        let knight = Color::White.knight();
        let feature = white.feature(Square::C3, knight);
        assert_eq!(feature, 64 + 18);
        assert_eq!(feature, mirrored.feature(Square::F3, knight));
        assert_eq!(feature, black.feature(Square::C6, Color::Black.knight()));
        assert_eq!(white.feature(Square::C3, Color::Black.knight()), 384 + feature);
    }

    #[test]
    fn output_buckets_share_out_the_pieces() {
        let count = |bucket| (2..=32).filter(|&pieces| output_bucket(pieces) == bucket).count();
        assert_eq!((0..OUTPUT_BUCKETS).map(count).collect::<Vec<_>>(), [4, 4, 4, 4, 4, 4, 4, 3]);
    }
}
