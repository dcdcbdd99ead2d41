//! The network file: architecture, name, note, weights and a checksum.
//!
//! In this order, all numbers little-endian:
//!
//! - magic, version (u32);
//! - architecture: L1, king buckets, L2, L3, output buckets, QA, QB, scale, threats, pawn pairs (u32
//!   each), the bucket of each of 32 king squares (u8);
//! - name and training note (UTF-8, each after its length as u32);
//! - length of the weights in bytes (u64);
//! - weights in the order of [`Network`]: feature weights, narrow weights (i8), feature biases, L2
//!   weights (i8), the others (f32). A feature weight or bias within ±127 takes one byte, another
//!   the byte −128 and an i16;
//! - CRC-32 of all bytes before it (u32).
//!
//! Version 3 is the same without pawn pairs, whose weights are zero. A network of such weights is
//! written as version 3.

use std::path::Path;

use super::{
    bytes::{
        push_feature_weight, take, take_array, take_bytes, take_feature_weight, take_text, take_u32,
    },
    error::NetworkError,
    features::{
        INPUTS, KING_BUCKET, KING_BUCKETS, L1, L2, L2_ACTIVATIONS, L3, NARROW_FEATURES,
        OUTPUT_BUCKETS, PAIRS, PAWN_PAIRS, PRODUCT_SHIFT, QA, QB, SCALE, THREATS,
    },
    network::Network,
};
use crate::platform::{files::read_regular, memory::HugePageBox};

const MAGIC: &[u8; 8] = b"BrudnoNN";
const VERSION: u32 = 4;
/// The version without pawn pairs.
const VERSION_WITHOUT_PAIRS: u32 = 3;
/// Upper limit of the weights, bytes.
const MAX_WEIGHTS: usize = 3 * L1 * (INPUTS + 1)
    + L1 * NARROW_FEATURES
    + OUTPUT_BUCKETS * (2 * PAIRS * L2 + 4 * (L2 + L2_ACTIVATIONS * L3 + L3 + L3 + 1));
/// Longest name, bytes.
const MAX_NAME: usize = 100;
/// Longest training note, bytes.
const MAX_NOTE: usize = 1 << 16;
/// Upper limit of the rest of a file, bytes.
const MAX_HEADER: usize = 1 << 10;
/// Largest L2 weight: the sum of two products with the largest activation fits 16 bits.
pub const MAX_L2_WEIGHT: i8 = 127;
const _: () = assert!(2 * MAX_L2_WEIGHT as i32 * ((QA * QA) >> PRODUCT_SHIFT) <= i16::MAX as i32);
/// Largest magnitude of the weights and biases after L2's sums.
pub const MAX_WEIGHT: f32 = 1000.0;

/// Sizes and scales of this build's architecture, with their descriptions.
static ARCHITECTURE: [(u32, &str); 10] = [
    (L1 as u32, "neurons of L1"),
    (KING_BUCKETS as u32, "king buckets"),
    (L2 as u32, "neurons of L2"),
    (L3 as u32, "neurons of L3"),
    (OUTPUT_BUCKETS as u32, "output buckets"),
    (QA as u32, "steps of a neuron"),
    (QB as u32, "steps of an L2 weight"),
    (SCALE as u32, "units of score"),
    (THREATS as u32, "threats"),
    (PAWN_PAIRS as u32, "pawn pairs"),
];

/// Returns the part of [`ARCHITECTURE`] in files of a version.
fn architecture(version: u32) -> &'static [(u32, &'static str)] {
    &ARCHITECTURE[..if version == VERSION_WITHOUT_PAIRS { 9 } else { 10 }]
}

/// A network with its name and training note.
pub struct NamedNetwork {
    /// The weights.
    pub network: HugePageBox<Network>,
    /// Name.
    pub name: String,
    /// Note on its training.
    pub note: String,
}

impl NamedNetwork {
    /// Reads a network file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not valid.
    pub fn read(path: &Path) -> Result<NamedNetwork, NetworkError> {
        let limit = (MAX_WEIGHTS + MAX_NOTE + MAX_HEADER) as u64;
        NamedNetwork::decode(&read_regular(path, limit)?)
    }

    /// Decodes the bytes of a network file.
    ///
    /// # Errors
    ///
    /// The bytes are not valid. Every field is checked.
    pub fn decode(bytes: &[u8]) -> Result<NamedNetwork, NetworkError> {
        let mut rest = bytes;
        if take(&mut rest, MAGIC.len()).ok() != Some(MAGIC) {
            return Err(NetworkError::Magic);
        }
        let version = take_u32(&mut rest)?;
        let (oldest, newest) = (VERSION_WITHOUT_PAIRS, VERSION);
        if !(oldest..=newest).contains(&version) {
            return Err(NetworkError::Version { found: version, oldest, newest });
        }
        for &(ours, what) in architecture(version) {
            let theirs = take_u32(&mut rest)?;
            if theirs != ours {
                return Err(NetworkError::Architecture(theirs, ours, what));
            }
        }
        let map = KING_BUCKET.as_flattened();
        if take(&mut rest, map.len())? != map {
            return Err(NetworkError::KingBuckets);
        }
        let name = take_text(&mut rest)?.ok_or(NetworkError::Name(MAX_NAME))?;
        let note = take_text(&mut rest)?.ok_or(NetworkError::Note(MAX_NOTE))?;
        let length = u64::from_le_bytes(take_array(&mut rest)?);
        let length = usize::try_from(length).map_err(|_| NetworkError::Length)?;
        let mut weights = take(&mut rest, length)?;
        let checked = &bytes[..bytes.len() - rest.len()];
        let checksum = take_u32(&mut rest)?;
        if !rest.is_empty() {
            return Err(NetworkError::Length);
        }
        if checksum != crc32fast::hash(checked) {
            return Err(NetworkError::Checksum);
        }

        let mut network = HugePageBox::<Network>::try_zeroed()?;
        for weight in network.feature_weights.as_flattened_mut() {
            *weight = take_feature_weight(&mut weights)?;
        }
        let narrow = if version == VERSION { NARROW_FEATURES } else { THREATS };
        let narrow = &mut network.narrow_weights[..narrow];
        take_bytes(&mut weights, bytemuck::cast_slice_mut(narrow))?;
        for bias in &mut network.feature_biases {
            *bias = take_feature_weight(&mut weights)?;
        }
        take_bytes(&mut weights, bytemuck::cast_slice_mut(&mut network.l2_weights))?;
        for part in floats_mut(&mut network) {
            for weight in part {
                *weight = f32::from_le_bytes(take_array(&mut weights)?);
            }
        }
        if !weights.is_empty() {
            return Err(NetworkError::Length);
        }
        let network = NamedNetwork { network, name, note };
        network.check()?;
        Ok(network)
    }

    /// Encodes the network as the bytes of a file.
    ///
    /// # Errors
    ///
    /// A weight is out of range, or the name or note is not valid.
    pub fn encode(&self) -> Result<Vec<u8>, NetworkError> {
        self.check()?;
        let mut bytes = MAGIC.to_vec();
        let pairs = self.network.narrow_weights[THREATS..].as_flattened();
        let (version, narrow) = if pairs.iter().all(|&weight| weight == 0) {
            (VERSION_WITHOUT_PAIRS, THREATS)
        } else {
            (VERSION, NARROW_FEATURES)
        };
        bytes.extend(version.to_le_bytes());
        bytes.extend(architecture(version).iter().flat_map(|(size, _)| size.to_le_bytes()));
        bytes.extend(KING_BUCKET.as_flattened());
        for text in [&self.name, &self.note] {
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        let network = &*self.network;
        let mut weights = Vec::with_capacity(MAX_WEIGHTS);
        for &weight in network.feature_weights.as_flattened() {
            push_feature_weight(&mut weights, weight);
        }
        weights.extend(bytemuck::cast_slice::<_, u8>(&network.narrow_weights[..narrow]));
        for &bias in &network.feature_biases {
            push_feature_weight(&mut weights, bias);
        }
        weights.extend(bytemuck::cast_slice::<_, u8>(&network.l2_weights));
        for part in floats(network) {
            weights.extend(part.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend((weights.len() as u64).to_le_bytes());
        bytes.extend(weights);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Checks the ranges of weights, which the arithmetic relies on, and name and note.
    fn check(&self) -> Result<(), NetworkError> {
        if self.name.len() > MAX_NAME || self.name.chars().any(char::is_control) {
            return Err(NetworkError::Name(MAX_NAME));
        }
        if self.note.len() > MAX_NOTE {
            return Err(NetworkError::Note(MAX_NOTE));
        }
        let l2_weights: &[i8] = bytemuck::cast_slice(&self.network.l2_weights);
        let l2_weights = l2_weights.iter().map(|&weight| (weight.into(), MAX_L2_WEIGHT.into()));
        let others = floats(&self.network).into_iter().flatten();
        let others = others.map(|&weight| (weight, MAX_WEIGHT));
        match l2_weights.chain(others).find(|(weight, most)| !(-most..=*most).contains(weight)) {
            Some((weight, most)) => Err(NetworkError::Weight(weight, most)),
            None => Ok(()),
        }
    }
}

/// Returns the weights and biases after L2's sums, in file order.
pub fn floats(network: &Network) -> [&[f32]; 5] {
    [
        network.l2_biases.as_flattened(),
        network.l3_weights.as_flattened().as_flattened(),
        network.l3_biases.as_flattened(),
        network.output_weights.as_flattened(),
        &network.output_biases,
    ]
}

/// Mutable version of [`floats`].
pub fn floats_mut(network: &mut Network) -> [&mut [f32]; 5] {
    [
        network.l2_biases.as_flattened_mut(),
        network.l3_weights.as_flattened_mut().as_flattened_mut(),
        network.l3_biases.as_flattened_mut(),
        network.output_weights.as_flattened_mut(),
        &mut network.output_biases,
    ]
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, LazyLock};

    use proptest::prelude::*;

    use super::*;
    use crate::eval::nnue::{bytes::WIDE, tests::random_network};

    static FILE: LazyLock<Vec<u8>> = LazyLock::new(|| random_network(10).encode().unwrap());

    fn file() -> Vec<u8> {
        FILE.clone()
    }

    /// Returns the error message for a file.
    fn refusal(bytes: &[u8]) -> String {
        match NamedNetwork::decode(bytes) {
            Ok(network) => panic!("{} was read", network.name),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn the_longest_weights_reach_the_limit() {
        let mut network = Arc::into_inner(random_network(17)).unwrap();
        network.network.feature_weights.as_flattened_mut().fill(i16::MAX);
        network.network.feature_biases.fill(i16::MIN);
        let bytes = network.encode().unwrap();
        let at = 84 + 4 + network.name.len() + 4;
        let length = u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
        assert_eq!(length, MAX_WEIGHTS as u64);
    }

    #[test]
    fn a_file_comes_back_as_it_was() {
        let mut network = Arc::into_inner(random_network(11)).unwrap();
        let weights = &mut network.network.feature_weights[3][..6];
        weights.copy_from_slice(&[127, 128, -127, -128, -129, i16::MIN]);
        network.name = "näme".to_owned();
        network.note = "two\nlines".to_owned();
        let bytes = network.encode().unwrap();
        let read = NamedNetwork::decode(&bytes).unwrap();
        assert!(*read.network == *network.network);
        assert_eq!((&read.name, &read.note), (&network.name, &network.note));
        assert_eq!(read.encode().unwrap(), bytes);

        network.network.l2_weights[0][1][2][3] = i8::MIN;
        let error = network.encode().unwrap_err().to_string();
        assert!(error.contains("-128"), "{error}");
        network.network.l2_weights[0][1][2][3] = 0;
        for weight in [1000.5, f32::NEG_INFINITY, f32::NAN] {
            network.network.l3_biases[7][31] = weight;
            let error = network.encode().unwrap_err().to_string();
            assert!(error.contains(&weight.to_string()), "{error}");
        }
    }

    #[test]
    fn networks_without_pawn_pairs_have_version_3() {
        let mut network = Arc::into_inner(random_network(15)).unwrap();
        let with_pairs = network.encode().unwrap();
        assert_eq!(with_pairs[8..12], [4, 0, 0, 0]);
        network.network.narrow_weights[THREATS..].fill([0; L1]);
        let bytes = network.encode().unwrap();
        assert_eq!(bytes[8..12], [3, 0, 0, 0]);
        assert_eq!(bytes.len() + 4 + L1 * PAWN_PAIRS, with_pairs.len());
        let read = NamedNetwork::decode(&bytes).unwrap();
        assert!(*read.network == *network.network);
        assert_eq!(read.encode().unwrap(), bytes);
    }

    #[test]
    fn files_for_other_builds_are_refused_with_the_reason() {
        for (offset, value, reason) in [
            (0, 0x2053_4F47_u32, "not a Brudno network"),
            (8, 2, "format version 2, this build reads versions 3 to 4"),
            (12, 5555, "made for 5555 neurons of L1"),
            (16, 99, "made for 99 king buckets"),
            (20, 8, "made for 8 neurons of L2"),
            (28, 3, "made for 3 output buckets"),
            (32, 127, "made for 127 steps of a neuron"),
            (44, 9, "made for 9 threats"),
            (48, 9, "made for 9 pawn pairs"),
            (52, 9, "another map of king buckets"),
        ] {
            let mut bytes = file();
            bytes[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
            let said = refusal(&bytes);
            assert!(said.contains(reason), "{said}");
        }
    }

    #[test]
    fn files_of_another_length_are_refused() {
        let bytes = file();
        for length in (0..200).chain([bytes.len() / 2, bytes.len() - 4, bytes.len() - 1]) {
            refusal(&bytes[..length]);
        }
        refusal(&[&bytes[..], &[0]].concat());
        refusal(&[&bytes[..], &bytes].concat());
        // Lengths of the name beyond the file.
        for length in [u32::MAX, bytes.len() as u32, 7] {
            let mut bytes = bytes.clone();
            bytes[84..88].copy_from_slice(&length.to_le_bytes());
            refusal(&bytes);
        }
    }

    #[test]
    fn names_that_would_break_the_protocol_are_refused() {
        let mut named = Arc::into_inner(random_network(12)).unwrap();
        named.name = "a\nbestmove e2e4".to_owned();
        assert!(named.encode().is_err());
    }

    #[test]
    fn damage_with_a_right_checksum_is_refused() {
        // Offset of the weights in a file without a note.
        let start = 84 + 4 + "random".len() + 4 + 8;
        let end = file().len() - 4;
        let refused = |change: &dyn Fn(&mut Vec<u8>)| {
            let mut bytes = file()[..end].to_vec();
            change(&mut bytes);
            let length = (bytes.len() - start) as u64;
            bytes[start - 8..start].copy_from_slice(&length.to_le_bytes());
            let checksum = crc32fast::hash(&bytes);
            bytes.extend(checksum.to_le_bytes());
            refusal(&bytes)
        };
        let length = NetworkError::Length.to_string();
        assert_eq!(refused(&|bytes| bytes.truncate(start)), length);
        assert_eq!(refused(&|bytes| bytes.push(0)), length);
        assert_eq!(refused(&|bytes| bytes.truncate(end - 1)), length);
        // A small weight in three bytes.
        let wide = [WIDE as u8, 1, 0];
        assert_eq!(refused(&|bytes| drop(bytes.splice(start..start + 1, wide))), length);
        let infinite = f32::INFINITY.to_le_bytes();
        let said = refused(&|bytes| bytes[end - 4..].copy_from_slice(&infinite));
        assert!(said.contains("inf"), "{said}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]

        #[test]
        fn a_changed_byte_is_found(position: prop::sample::Index, change in 1_u8..) {
            let mut bytes = file();
            let position = position.index(bytes.len());
            bytes[position] ^= change;
            refusal(&bytes);
        }
    }
}
