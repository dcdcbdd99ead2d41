//! Sizes of the architecture and indices of its features, shared with the trainer.
//!
//! (768 × 8 piece-square features, 7680 threats and 4560 pawn pairs → L1) × 2 perspectives →
//! pairwise products → (L2 → L3 → 1) × 8 output buckets.

use shakmaty::{Color, File, Square};

use super::{
    pawn_pairs::Pawn,
    threats::{BLACK, KINDS, Kind, Threat, VICTIMS},
};

/// Neurons of a perspective's accumulator.
pub const L1: usize = 768;
/// Activations of a perspective: products of neurons k and k + `PAIRS`.
pub const PAIRS: usize = L1 / 2;
/// Neurons of the first layer after the accumulators.
pub const L2: usize = 16;
/// Inputs of L3: the clipped values of L2, then their clipped squares.
pub const L2_ACTIVATIONS: usize = 2 * L2;
/// Neurons of the layer before the output.
pub const L3: usize = 32;
/// Piece-square features of a king bucket: 12 kinds × 64 squares.
pub const PIECE_SQUARES: usize = 768;
/// King buckets, each with its own piece-square weights.
pub const KING_BUCKETS: usize = 8;
/// Number of different [`FeatureMap`]s.
pub const FEATURE_MAPS: usize = 2 * 2 * KING_BUCKETS;
/// Piece-square features of a perspective.
pub const INPUTS: usize = KING_BUCKETS * PIECE_SQUARES;
/// Threat features of a perspective, shared by all king buckets.
pub const THREATS: usize = KINDS * VICTIMS * 64;
/// Squares of pawns, by colour.
const PAWN_SQUARES: usize = 48;
/// Pawn pair features of a perspective, shared by all king buckets: all pairs of a colour and square,
/// of which those on the same or adjacent files are used.
pub const PAWN_PAIRS: usize = PAWN_SQUARES * (2 * PAWN_SQUARES - 1);
/// Features of a perspective with weights of 8 bits: threats, then pawn pairs.
pub const NARROW_FEATURES: usize = THREATS + PAWN_PAIRS;
/// Output buckets, chosen by the number of pieces.
pub const OUTPUT_BUCKETS: usize = 8;

/// Quantisation of accumulators: a neuron of 1.0.
pub const QA: i32 = 255;
/// Right shift of the product of two clipped neurons, which brings it to 0..=127.
pub const PRODUCT_SHIFT: u32 = 9;
/// Quantisation of the weights from activations to L2: a weight of 1.0.
pub const QB: i32 = 64;
/// An L2 sum of 1.0: activation of 1.0 (QA² / 2⁹) times weight of 1.0.
pub const L2_UNIT: f32 = (QA * QA * QB) as f32 / (1 << PRODUCT_SHIFT) as f32;
/// Units of score in a network output of 1.0, the log odds of winning.
pub const SCALE: i32 = 400;

/// King buckets by relative rank and by file on the queen side.
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

/// First threat feature by [`Threat::kinds`], in White's perspective.
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

/// Maps pieces and threats to the feature indices of a perspective: flipped for Black, mirrored if
/// the king stands on the king side, offset by its king bucket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureMap {
    /// XOR mask of kinds: swaps the colours for Black.
    swap: Kind,
    /// XOR mask of squares.
    flip: u8,
    /// First piece-square feature of the king bucket.
    bucket: u16,
}

impl FeatureMap {
    /// Returns the map of a perspective whose king stands on `king`.
    #[inline]
    pub fn new(perspective: Color, king: Square) -> FeatureMap {
        let mirror = if king.file() >= File::E { 0b000_111 } else { 0 };
        let flip = perspective.fold_wb(0, 0b111_000) ^ mirror;
        let seen = king as usize ^ flip as usize;
        let bucket = KING_BUCKET[seen / 8][seen % 8] as u16 * PIECE_SQUARES as u16;
        FeatureMap { swap: perspective.fold_wb(0, BLACK), flip, bucket }
    }

    /// Returns the number of this map, below [`FEATURE_MAPS`].
    #[inline]
    pub fn index(self) -> usize {
        let mirrored = usize::from(self.flip & 0b000_111 != 0);
        (self.bucket() * 2 + mirrored) * 2 + usize::from(self.swap / BLACK)
    }

    /// Returns the king bucket, below [`KING_BUCKETS`].
    #[inline]
    pub fn bucket(self) -> usize {
        usize::from(self.bucket) / PIECE_SQUARES
    }

    /// Returns the feature of a piece on a square, below [`INPUTS`].
    #[inline]
    pub fn feature(self, square: Square, kind: Kind) -> usize {
        let kind = usize::from(kind ^ self.swap);
        let kind = kind / 8 * (KINDS / 2) + kind % 8 - 1;
        usize::from(self.bucket) + kind * 64 + self.square(square)
    }

    /// Returns the feature of a threat, below [`THREATS`].
    #[inline]
    pub fn threat(self, threat: Threat) -> usize {
        let kinds = threat.kinds ^ (self.swap << 4 | self.swap);
        usize::from(THREAT_INPUTS[usize::from(kinds)]) + self.square(threat.square)
    }

    /// Returns the feature of a pair of pawns, from [`THREATS`] on, below [`NARROW_FEATURES`].
    #[inline]
    pub fn pawn_pair(self, first: Pawn, second: Pawn) -> usize {
        let [a, b] = [first, second].map(|pawn| {
            let is_black = usize::from(pawn.color.is_black()) ^ usize::from(self.swap / BLACK);
            is_black * PAWN_SQUARES + self.square(pawn.square) - 8
        });
        let (low, high) = (a.min(b), a.max(b));
        THREATS + high * (high - 1) / 2 + low
    }

    /// Returns a square as seen from the perspective.
    #[inline]
    fn square(self, square: Square) -> usize {
        square as usize ^ self.flip as usize
    }
}

/// Returns the output bucket for a number of pieces, including pawns and kings.
#[inline]
pub fn output_bucket(pieces: usize) -> usize {
    pieces.saturating_sub(2).min(31) / 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::threats::kind;

    #[test]
    fn both_sides_and_both_wings_share_features() {
        let white = FeatureMap::new(Color::White, Square::B1);
        let mirrored = FeatureMap::new(Color::White, Square::G1);
        let black = FeatureMap::new(Color::Black, Square::B8);
        let knight = kind(Color::White.knight());
        let feature = white.feature(Square::C3, knight);
        assert_eq!(feature, PIECE_SQUARES + 64 + 18);
        assert_eq!(feature, mirrored.feature(Square::F3, knight));
        assert_eq!(feature, black.feature(Square::C6, kind(Color::Black.knight())));
        assert_eq!(white.feature(Square::C3, kind(Color::Black.knight())), 384 + feature);
        let pawn = |color, square| Pawn { color, square };
        let pair = white.pawn_pair(pawn(Color::White, Square::A2), pawn(Color::Black, Square::B5));
        let (own, other) = (pawn(Color::White, Square::H2), pawn(Color::Black, Square::G5));
        assert_eq!(mirrored.pawn_pair(own, other), pair);
        let (own, other) = (pawn(Color::Black, Square::A7), pawn(Color::White, Square::B4));
        assert_eq!(black.pawn_pair(own, other), pair);
    }

    #[test]
    fn pawn_pairs_are_numbered_without_gaps() {
        let map = FeatureMap::new(Color::Black, Square::G8);
        let all: Vec<Pawn> = Color::ALL
            .into_iter()
            .flat_map(|color| {
                let squares = Square::ALL[8..56].iter();
                squares.map(move |&square| Pawn { color, square })
            })
            .collect();
        let mut features = Vec::new();
        for (index, &first) in all.iter().enumerate() {
            for &second in &all[..index] {
                features.push(map.pawn_pair(first, second));
                assert_eq!(map.pawn_pair(second, first), map.pawn_pair(first, second));
            }
        }
        features.sort_unstable();
        assert!(features.into_iter().eq(THREATS..NARROW_FEATURES));
    }

    #[test]
    fn output_buckets_divide_the_piece_counts() {
        let count = |bucket| (2..=32).filter(|&pieces| output_bucket(pieces) == bucket).count();
        assert_eq!((0..OUTPUT_BUCKETS).map(count).collect::<Vec<_>>(), [4, 4, 4, 4, 4, 4, 4, 3]);
    }
}
