//! The active features of a batch.
//!
//! The positions of a family, which are a position and those derived from it, share most features.
//! As in the engine, the accumulator of a derived position is that of its parent with a few rows
//! added and removed. In the backward pass, the gradients of a family are summed before they are
//! added to the shared rows. That pass goes through the features, each with the accumulators that
//! use it, so the gradients of a feature stay in registers.

use std::ops::Range;

use brudno::eval::nnue::{
    feature_delta::{FeatureDelta, Inputs},
    features::{FeatureMap, INPUTS, KING_BUCKETS, NARROW_FEATURES, output_bucket},
    threats::ThreatFeatures,
};
use shakmaty::{Board, Color};

use super::feature_users::FeatureUsers;
use crate::data::PackedPosition;

/// Samples per part. A family at the border of two parts is split.
pub const PART: usize = 512;

/// Settings of the training target of a position.
#[derive(Clone, Copy)]
pub struct Target {
    /// Units of the data's scores per log odds of 1.
    pub score_scale: f32,
    /// Weight of the game result, 0 to 1. The score has the rest.
    pub lambda: f32,
}

impl Target {
    /// Returns the expected points of the side to move, 0 to 1.
    pub fn of(&self, sample: &PackedPosition) -> f32 {
        let score = sigmoid(side_score(sample) / self.score_scale);
        let result = side_result(sample).unwrap_or(score);
        score + self.lambda * (result - score)
    }
}

/// Returns the score of the side to move, in the data's units.
pub fn side_score(sample: &PackedPosition) -> f32 {
    let score = f32::from(sample.score());
    sample.turn().fold_wb(score, -score)
}

/// Returns the points of the side to move, 0 to 1, if the result is known.
pub fn side_result(sample: &PackedPosition) -> Option<f32> {
    let white = f32::from(sample.result()?) / 2.0;
    Some(sample.turn().fold_wb(white, 1.0 - white))
}

/// Returns the expected points for log odds.
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// An accumulator to compute: one perspective of a sample.
#[derive(Clone)]
pub struct Accumulator {
    /// Index of the sample in its part.
    pub sample: u16,
    /// 0 for the side to move, 1 for the opponent.
    pub side: u8,
    /// Output bucket.
    pub output_bucket: u8,
    /// True if it starts from the biases, false if it starts from the last preceding accumulator
    /// that does.
    pub whole: bool,
    added: Range<u32>,
    removed: Range<u32>,
}

/// A part of a batch.
#[derive(Default)]
pub struct Part {
    /// Accumulators by king bucket. Those of a family and perspective are adjacent.
    accumulators: [Vec<Accumulator>; KING_BUCKETS],
    inputs: Vec<u16>,
    users: FeatureUsers,
    output_buckets: Vec<u8>,
    targets: Vec<f32>,
}

impl Part {
    /// Replaces the content of the part with at most [`PART`] samples.
    pub fn fill(&mut self, samples: &[PackedPosition], target: Target) {
        self.accumulators.iter_mut().for_each(Vec::clear);
        self.inputs.clear();
        self.output_buckets.clear();
        self.targets.clear();
        let mut rest = samples;
        while !rest.is_empty() {
            let derived = rest[1..].iter().take_while(|sample| sample.is_derived()).count();
            let (family, others) = rest.split_at(1 + derived);
            self.add_family(family);
            rest = others;
        }
        self.targets.extend(samples.iter().map(|sample| target.of(sample)));
        let accumulators = self.accumulators.iter().flatten();
        self.users.sort(accumulators.map(|accumulator| inputs(&self.inputs, accumulator)));
    }

    fn add_family(&mut self, family: &[PackedPosition]) {
        let first = self.output_buckets.len();
        let boards: Vec<_> = family.iter().map(Prepared::new).collect();
        self.output_buckets.extend(boards.iter().map(|board| output_bucket(board.men) as u8));
        let head = &boards[0];
        let mut delta = FeatureDelta::default();
        for color in Color::ALL {
            let shared = head.map(color);
            // Positions with another feature map do not start from the head. They follow the
            // positions that do.
            let shares_map = |board: &&Prepared| board.map(color) == shared;
            for of_head in [true, false] {
                for (number, (board, sample)) in boards.iter().zip(family).enumerate() {
                    if shares_map(&board) != of_head {
                        continue;
                    }
                    let map = board.map(color);
                    let base =
                        if of_head && number > 0 { &head.threats } else { &ThreatFeatures::NONE };
                    let start = self.inputs.len() as u32;
                    delta.set_difference(base, &board.threats, &board.maps);
                    self.append_inputs(color, &delta.added);
                    let middle = self.inputs.len() as u32;
                    self.append_inputs(color, &delta.removed);
                    self.accumulators[map.bucket()].push(Accumulator {
                        sample: (first + number) as u16,
                        side: u8::from(color != sample.turn()),
                        output_bucket: self.output_buckets[first + number],
                        whole: !(of_head && number > 0),
                        added: start..middle,
                        removed: middle..self.inputs.len() as u32,
                    });
                }
            }
        }
    }

    /// Appends the features of a perspective.
    fn append_inputs(&mut self, color: Color, inputs: &Inputs) {
        const { assert!(INPUTS + NARROW_FEATURES <= u16::MAX as usize) };
        self.inputs.extend(inputs.pieces.iter().map(|piece| piece[color as usize]));
        let narrow = inputs.narrow.iter();
        self.inputs.extend(narrow.map(|feature| INPUTS as u16 + feature[color as usize]));
    }

    /// Returns the targets by sample.
    pub fn targets(&self) -> &[f32] {
        &self.targets
    }

    /// Returns the output buckets by sample.
    pub fn output_buckets(&self) -> &[u8] {
        &self.output_buckets
    }

    /// Returns the accumulators of a king bucket.
    pub fn accumulators(&self, king_bucket: usize) -> &[Accumulator] {
        &self.accumulators[king_bucket]
    }

    /// Returns the number of the first accumulator of a king bucket. The accumulators are numbered
    /// bucket by bucket.
    pub fn first(&self, king_bucket: usize) -> usize {
        self.accumulators[..king_bucket].iter().map(Vec::len).sum()
    }

    /// Returns the accumulators that use each feature, by their numbers.
    pub const fn users(&self) -> &FeatureUsers {
        &self.users
    }

    /// Returns the features that an accumulator adds and removes. Piece-square features come first.
    /// The features from [`INPUTS`] on are narrow: threats and pawn pairs.
    #[inline(always)]
    pub fn inputs(&self, accumulator: &Accumulator) -> [&[u16]; 2] {
        inputs(&self.inputs, accumulator)
    }
}

/// Returns the features that an accumulator adds and removes, from those of its part.
#[inline(always)]
fn inputs<'a>(all: &'a [u16], accumulator: &Accumulator) -> [&'a [u16]; 2] {
    let Accumulator { added, removed, .. } = accumulator;
    [added, removed].map(|range| &all[range.start as usize..range.end as usize])
}

/// A position, with the data from which its features are computed.
struct Prepared {
    threats: ThreatFeatures,
    maps: [FeatureMap; 2],
    men: usize,
}

impl Prepared {
    fn new(sample: &PackedPosition) -> Prepared {
        let board: Board = sample.pieces().collect();
        let map = |color| {
            let king = board.king_of(color).expect("each side has its king");
            FeatureMap::new(color, king)
        };
        Prepared {
            threats: ThreatFeatures::of(&board),
            maps: [Color::Black, Color::White].map(map),
            men: board.occupied().count(),
        }
    }

    fn map(&self, color: Color) -> FeatureMap {
        self.maps[color as usize]
    }
}

#[cfg(test)]
pub mod tests {
    use std::collections::BTreeSet;

    use viriformat::{chess::board::Board, dataformat::WDL};

    use super::*;

    /// Returns a position, which may be derived from the previous one.
    pub fn sample(fen: &str, derived: bool) -> PackedPosition {
        let mut board = Board::new();
        board.set_from_fen(fen, true).unwrap();
        PackedPosition::pack(&board, 50, None, derived)
    }

    /// Families with a quiet move, a capture, castling, and kings that leave their bucket and their
    /// wing, and a single position.
    pub fn families() -> Vec<PackedPosition> {
        [
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", false),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/P1N2Q1p/1PPBBPPP/R3K2R b KQkq - 0 1", true),
            ("r3k2r/p1pNqpb1/bn2pnp1/3P4/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1", true),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 b kq - 0 1", true),
            ("r2k3r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/P1N2Q1p/1PPBBPPP/R3K2R w KQ - 0 1", true),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/1PN2Q1p/P1PBBPPP/R3K2R b KQkq - 0 1", true),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1", false),
        ]
        .map(|(fen, derived)| sample(fen, derived))
        .to_vec()
    }

    /// Returns the numeric derivative of `after`, which moves a number by its argument. The number
    /// returns to its value, exactly if `nudge` is a power of two.
    pub fn slope(nudge: f32, mut after: impl FnMut(f32) -> f64) -> f64 {
        let difference = after(nudge) - after(-2.0 * nudge);
        after(nudge);
        difference / f64::from(2.0 * nudge)
    }

    pub const TARGET: Target = Target { score_scale: 400.0, lambda: 0.0 };

    /// Returns the features of each accumulator by sample, side and king bucket.
    fn inputs(samples: &[PackedPosition]) -> Vec<(u16, u8, u8, usize, BTreeSet<u16>)> {
        let mut part = Part::default();
        part.fill(samples, TARGET);
        let mut found = Vec::new();
        for bucket in 0..KING_BUCKETS {
            let mut head = BTreeSet::new();
            for accumulator in part.accumulators(bucket) {
                let [added, removed] = part.inputs(accumulator);
                let mut set = if accumulator.whole { BTreeSet::new() } else { head.clone() };
                assert!(removed.iter().all(|input| set.remove(input)));
                assert!(added.iter().all(|&input| set.insert(input)));
                if accumulator.whole {
                    head.clone_from(&set);
                }
                let Accumulator { sample, side, output_bucket, .. } = *accumulator;
                found.push((sample, side, output_bucket, bucket, set));
            }
        }
        found.sort();
        found
    }

    #[test]
    fn a_family_has_the_inputs_of_its_positions() {
        let families = families();
        let mut alone = families.clone();
        for sample in &mut alone {
            *sample = super::tests::sample(&sample.to_fen().unwrap(), false);
        }
        assert_eq!(inputs(&families), inputs(&alone));

        // Most accumulators are derived, except those with another feature map.
        let mut part = Part::default();
        part.fill(&families, TARGET);
        let all = (0..KING_BUCKETS).flat_map(|bucket| part.accumulators(bucket));
        let whole = all.filter(|accumulator| accumulator.whole).count();
        assert_eq!(whole, 2 + 2 + 2);
    }

    #[test]
    fn a_position_and_its_mirror_image_have_the_same_inputs() {
        let white = inputs(&[sample("r3k3/1pp5/8/3Pp3/8/2N5/6PP/4K2R w K - 0 1", false)]);
        let black = inputs(&[sample("4k2r/6pp/2n5/8/3pP3/8/1PP5/R3K3 b k - 0 1", false)]);
        assert_eq!(white, black);
        let pieces = white[0].4.range(..INPUTS as u16).count();
        let narrow = white[0].4.len() - pieces;
        // The position has two threats and four pairs of pawns.
        assert_eq!((pieces, narrow), (11, 2 + 4));
    }

    #[test]
    fn the_result_is_weighed_by_lambda() {
        let mut board = Board::new();
        board.set_from_fen("4k3/8/8/8/8/8/8/4K2R b - - 0 1", true).unwrap();
        let target = Target { score_scale: 400.0, lambda: 0.25 };
        let lost = PackedPosition::pack(&board, 0, Some(WDL::Win), false);
        assert_eq!(target.of(&lost), 0.375);
        assert_eq!(target.of(&PackedPosition::pack(&board, 0, None, false)), 0.5);
        let ahead = PackedPosition::pack(&board, 400, None, false);
        assert_eq!(target.of(&ahead), sigmoid(-1.0));
    }
}
