//! What the network sees: the architecture's sizes and the numbering of its inputs, which the
//! trainer shares.
//!
//! (768 inputs a king bucket and 7680 threats → L1) × 2 perspectives → products of pairs of neurons → L2 → L3 → 1,
//! the last three once for each of 8 ranges of piece counts, as Stockfish and Viridithas have it.

use shakmaty::{Color, File, Square};

use super::threats::{BLACK, KINDS, Kind, Threat, VICTIMS};

/// Neurons of a perspective's accumulator.
pub const L1: usize = 768;
/// Activations that a perspective's accumulator comes to: neuron k times neuron k + `PAIRS`.
pub const PAIRS: usize = L1 / 2;
/// Neurons of the first layer behind the accumulators.
pub const L2: usize = 16;
/// What each of these gives to the next layer: its clipped value, then its clipped square.
pub const L2_ACTIVATIONS: usize = 2 * L2;
/// Neurons of the layer before the output.
pub const L3: usize = 32;
/// Kind, colour and square of a piece, as one side sees it.
pub const PIECE_SQUARES: usize = 768;
/// King positions that have input weights of their own.
pub const KING_BUCKETS: usize = 8;
/// Different [`FeatureMap`]s that there are.
pub const FEATURE_MAPS: usize = 2 * 2 * KING_BUCKETS;
/// Inputs of a perspective for the pieces.
pub const INPUTS: usize = KING_BUCKETS * PIECE_SQUARES;
/// Inputs of a perspective for the threats, whatever the king's bucket.
pub const THREATS: usize = KINDS * VICTIMS * 64;
/// Layers behind the accumulators, one stack for each range of piece counts.
pub const OUTPUT_BUCKETS: usize = 8;

/// Quantisation of accumulators: a neuron of 1.0.
pub const QA: i32 = 255;
/// The product of two clipped neurons is shifted right by this, which brings it within 0 and 127.
pub const PRODUCT_SHIFT: u32 = 9;
/// Quantisation of the weights from activations to L2: a weight of 1.0.
pub const QB: i32 = 64;
/// An L2 sum of 1.0: activation of 1.0 (QA² / 2⁹) times weight of 1.0.
pub const L2_UNIT: f32 = (QA * QA * QB) as f32 / (1 << PRODUCT_SHIFT) as f32;
/// Units of score in a network output of 1.0, the log odds of winning.
pub const SCALE: i32 = 400;

/// The bucket of a king on the queen side, by rank and file as its owner sees them.
#[rustfmt::skip]
pub const KING_BUCKET: [[u8; 4]; 8] = [
    [0, 1, 2, 3],
    [4, 4, 5, 5],
    [6, 6, 6, 6],
    [6, 6, 6, 6],
    [7, 7, 7, 7],
    [7, 7, 7, 7],
    [7, 7, 7, 7],
    [7, 7, 7, 7],
];

/// Where the inputs of a threat's kinds begin, as White sees it.
const THREAT_INPUTS: [u16; 256] = {
    let mut inputs = [0; 256];
    let mut kinds = 0;
    while kinds < inputs.len() {
        let (attacker, victim) = (kinds >> 4, kinds & 15);
        if attacker & 7 != 0 && victim & 7 != 0 {
            let attacker = (attacker >> 3) * (KINDS / 2) + (attacker & 7) - 1;
            let victim = (victim >> 3) * (VICTIMS / 2) + (victim & 7) - 1;
            inputs[kinds] = ((attacker * VICTIMS + victim) * 64) as u16;
        }
        kinds += 1;
    }
    inputs
};

/// How one side sees the board: its own back rank first, mirrored where its king stands on the
/// king side, with the weights of its king's bucket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureMap {
    /// What turns a kind into the one that the side sees, itself being White.
    swap: Kind,
    /// What turns a square into the one that the side sees.
    flip: u8,
    /// First input of the king's bucket.
    bucket: u16,
}

impl FeatureMap {
    /// The view of `perspective`, whose king stands on `king`.
    #[inline]
    pub fn new(perspective: Color, king: Square) -> FeatureMap {
        let mirror = if king.file() >= File::E { 0b000_111 } else { 0 };
        let flip = perspective.fold_wb(0, 0b111_000) ^ mirror;
        let seen = king as usize ^ flip as usize;
        let bucket = KING_BUCKET[seen / 8][seen % 8] as u16 * PIECE_SQUARES as u16;
        FeatureMap { swap: perspective.fold_wb(0, BLACK), flip, bucket }
    }

    /// The number of this view, below [`FEATURE_MAPS`].
    #[inline]
    pub fn index(self) -> usize {
        let mirrored = usize::from(self.flip & 0b000_111 != 0);
        (self.bucket() * 2 + mirrored) * 2 + usize::from(self.swap / BLACK)
    }

    /// The king's bucket, below [`KING_BUCKETS`].
    #[inline]
    pub fn bucket(self) -> usize {
        usize::from(self.bucket) / PIECE_SQUARES
    }

    /// The input that a piece on a square switches on, below [`INPUTS`].
    #[inline]
    pub fn feature(self, square: Square, kind: Kind) -> usize {
        let kind = usize::from(kind ^ self.swap);
        let kind = kind / 8 * (KINDS / 2) + kind % 8 - 1;
        usize::from(self.bucket) + kind * 64 + self.square(square)
    }

    /// The input that a threat switches on, below [`THREATS`].
    #[inline]
    pub fn threat(self, threat: Threat) -> usize {
        let kinds = threat.kinds ^ (self.swap << 4 | self.swap);
        usize::from(THREAT_INPUTS[usize::from(kinds)]) + self.square(threat.square)
    }

    /// A square as the side sees it.
    #[inline]
    fn square(self, square: Square) -> usize {
        square as usize ^ self.flip as usize
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
    use crate::eval::nnue::threats::kind;

    #[test]
    fn both_sides_and_both_wings_look_alike() {
        let white = FeatureMap::new(Color::White, Square::B1);
        let mirrored = FeatureMap::new(Color::White, Square::G1);
        let black = FeatureMap::new(Color::Black, Square::B8);
        let knight = kind(Color::White.knight());
        let feature = white.feature(Square::C3, knight);
        assert_eq!(feature, PIECE_SQUARES + 64 + 18);
        assert_eq!(feature, mirrored.feature(Square::F3, knight));
        assert_eq!(feature, black.feature(Square::C6, kind(Color::Black.knight())));
        assert_eq!(white.feature(Square::C3, kind(Color::Black.knight())), 384 + feature);
    }

    #[test]
    fn output_buckets_share_out_the_pieces() {
        let count = |bucket| (2..=32).filter(|&pieces| output_bucket(pieces) == bucket).count();
        assert_eq!((0..OUTPUT_BUCKETS).map(count).collect::<Vec<_>>(), [4, 4, 4, 4, 4, 4, 4, 3]);
    }
}
