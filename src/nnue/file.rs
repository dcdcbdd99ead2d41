//! The network file: what the network was made for and how, its weights, and a checksum.
//!
//! All numbers are little-endian. Magic, version (u32); architecture: hidden neurons, king
//! buckets, output buckets, QA, QB, scale (u32 each), the bucket of each of 32 king squares (u8);
//! name and training note (UTF-8, each after its length as u32); length of the weights in bytes
//! (u64); feature weights, feature biases, output weights (i16), output biases (i32), in the order
//! of [`Network`]; CRC-32 of all before it (u32).

use std::{
    fmt,
    fs::File,
    io::{self, Read},
    path::Path,
    sync::{Arc, LazyLock},
};

use super::{
    features::{HIDDEN, INPUTS, KING_BUCKET, KING_BUCKETS, OUTPUT_BUCKETS, QA, QB, SCALE},
    network::Network,
};

const MAGIC: &[u8; 8] = b"BrudnoNN";
const VERSION: u32 = 1;
/// Bytes of the weights.
const WEIGHTS: usize = 2 * HIDDEN * (INPUTS + 1 + 2 * OUTPUT_BUCKETS) + 4 * OUTPUT_BUCKETS;
/// No name is longer, bytes.
const MAX_NAME: usize = 100;
/// No training note is longer, bytes.
const MAX_NOTE: usize = 1 << 16;
/// More bytes than this no file has beside its weights and its note.
const MAX_HEADER: usize = 1 << 10;
/// An output weight up to this, times the largest activation, fits 16 bits.
const MAX_OUTPUT_WEIGHT: i16 = 127;
const _: () = assert!(MAX_OUTPUT_WEIGHT as i32 * QA <= i16::MAX as i32);

/// The sizes and scales of the architecture in this build, and what they count.
const ARCHITECTURE: [(u32, &str); 6] = [
    (HIDDEN as u32, "hidden neurons"),
    (KING_BUCKETS as u32, "king buckets"),
    (OUTPUT_BUCKETS as u32, "output buckets"),
    (QA as u32, "steps of activation"),
    (QB as u32, "steps of output weight"),
    (SCALE as u32, "units of score"),
];

/// A network as it is kept in a file.
pub struct NamedNetwork {
    /// The weights.
    pub network: Box<Network>,
    /// What the network is called.
    pub name: String,
    /// How it was trained.
    pub note: String,
}

/// Why a file is not a network that this build can use.
#[derive(Debug)]
pub enum NetworkError {
    /// It cannot be read.
    Io(io::Error),
    /// It is no network file at all.
    Magic,
    /// It is of another version of the format, which is given.
    Version(u32),
    /// It was made for another architecture: this many of something, where the build has others.
    Architecture(u32, u32, &'static str),
    /// It was made for other king buckets.
    KingBuckets,
    /// It ends too early or too late, or its parts have impossible lengths.
    Length,
    /// Its checksum is wrong.
    Checksum,
    /// Its name is longer than a short line, or no text.
    Name,
    /// Its note is too long, or no text.
    Note,
    /// An output weight is too large for the arithmetic of 16 bits.
    OutputWeight(i16),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Io(error) => write!(f, "{error}"),
            NetworkError::Magic => f.write_str("not a network of Brudno's"),
            NetworkError::Version(version) => {
                write!(f, "format version {version}, this build reads version {VERSION}")
            }
            NetworkError::Architecture(theirs, ours, what) => {
                write!(f, "made for {theirs} {what}, this build has {ours}")
            }
            NetworkError::KingBuckets => f.write_str("made for another map of king buckets"),
            NetworkError::Length => f.write_str("damaged: its length is wrong"),
            NetworkError::Checksum => f.write_str("damaged: its checksum is wrong"),
            NetworkError::Name => write!(f, "its name is not a line of up to {MAX_NAME} bytes"),
            NetworkError::Note => write!(f, "its note is not a text of up to {MAX_NOTE} bytes"),
            NetworkError::OutputWeight(weight) => {
                write!(f, "output weight {weight} is not within ±{MAX_OUTPUT_WEIGHT}")
            }
        }
    }
}

impl std::error::Error for NetworkError {}

impl From<io::Error> for NetworkError {
    fn from(error: io::Error) -> NetworkError {
        NetworkError::Io(error)
    }
}

type Embedded = Result<Arc<NamedNetwork>, NetworkError>;
static EMBEDDED: LazyLock<Embedded> =
    LazyLock::new(|| NamedNetwork::decode(include_bytes!(env!("BRUDNO_NETWORK"))).map(Arc::new));

/// Reads the network that is part of the binary.
///
/// # Errors
///
/// The build was given a file that is no network for it.
pub fn check_embedded() -> Result<(), &'static NetworkError> {
    EMBEDDED.as_ref().map(|_| ())
}

/// The network that is part of the binary.
///
/// # Panics
///
/// Where [`check_embedded`] fails, which the process asks before anything else.
pub fn embedded() -> Arc<NamedNetwork> {
    match &*EMBEDDED {
        Ok(network) => Arc::clone(network),
        Err(error) => panic!("the network of this build cannot be used: {error}"),
    }
}

impl NamedNetwork {
    /// Reads a network file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or [`NamedNetwork::decode`] refuses it.
    pub fn read(path: &Path) -> Result<NamedNetwork, NetworkError> {
        let mut bytes = Vec::new();
        // More than any network has, so that a longer file is seen to be one.
        let most = (WEIGHTS + MAX_NOTE + MAX_HEADER) as u64;
        File::open(path)?.take(most).read_to_end(&mut bytes)?;
        NamedNetwork::decode(&bytes)
    }

    /// Reads a network from the bytes of its file.
    ///
    /// # Errors
    ///
    /// Whatever is wrong with them: nothing is believed unchecked.
    pub fn decode(bytes: &[u8]) -> Result<NamedNetwork, NetworkError> {
        let mut rest = bytes;
        if take(&mut rest, MAGIC.len()).ok() != Some(MAGIC) {
            return Err(NetworkError::Magic);
        }
        let version = take_u32(&mut rest)?;
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        for (ours, what) in ARCHITECTURE {
            let theirs = take_u32(&mut rest)?;
            if theirs != ours {
                return Err(NetworkError::Architecture(theirs, ours, what));
            }
        }
        let map = KING_BUCKET.as_flattened();
        if take(&mut rest, map.len())? != map {
            return Err(NetworkError::KingBuckets);
        }
        let name = take_text(&mut rest)?.ok_or(NetworkError::Name)?;
        let note = take_text(&mut rest)?.ok_or(NetworkError::Note)?;
        let length = u64::from_le_bytes(take_array(&mut rest)?);
        let mut weights = match usize::try_from(length) {
            Ok(length @ WEIGHTS) => take(&mut rest, length)?,
            _ => return Err(NetworkError::Length),
        };
        let checked = &bytes[..bytes.len() - rest.len()];
        let checksum = take_u32(&mut rest)?;
        if !rest.is_empty() {
            return Err(NetworkError::Length);
        }
        if checksum != crc32fast::hash(checked) {
            return Err(NetworkError::Checksum);
        }

        let mut network = Network::zeroed();
        let Network { feature_weights, feature_biases, output_weights, output_biases } =
            &mut *network;
        take_weights(&mut weights, feature_weights.as_flattened_mut())?;
        take_weights(&mut weights, feature_biases)?;
        take_weights(&mut weights, output_weights.as_flattened_mut().as_flattened_mut())?;
        for bias in output_biases {
            *bias = i32::from_le_bytes(take_array(&mut weights)?);
        }
        let network = NamedNetwork { network, name, note };
        network.check()?;
        Ok(network)
    }

    /// The bytes of the network's file.
    ///
    /// # Errors
    ///
    /// An output weight is out of its range, or name and note are too long.
    pub fn encode(&self) -> Result<Vec<u8>, NetworkError> {
        self.check()?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(ARCHITECTURE.iter().flat_map(|(size, _)| size.to_le_bytes()));
        bytes.extend(KING_BUCKET.as_flattened());
        for text in [&self.name, &self.note] {
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes.extend((WEIGHTS as u64).to_le_bytes());
        let network = &*self.network;
        let weights = network.feature_weights.as_flattened().iter();
        let weights = weights.chain(&network.feature_biases);
        let weights = weights.chain(network.output_weights.as_flattened().as_flattened());
        bytes.extend(weights.flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(network.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Checks what the arithmetic and those who print the name rely on.
    fn check(&self) -> Result<(), NetworkError> {
        if self.name.len() > MAX_NAME || self.name.chars().any(char::is_control) {
            return Err(NetworkError::Name);
        }
        if self.note.len() > MAX_NOTE {
            return Err(NetworkError::Note);
        }
        let weights = self.network.output_weights.as_flattened().as_flattened();
        let allowed = -MAX_OUTPUT_WEIGHT..=MAX_OUTPUT_WEIGHT;
        match weights.iter().find(|&weight| !allowed.contains(weight)) {
            Some(&weight) => Err(NetworkError::OutputWeight(weight)),
            None => Ok(()),
        }
    }
}

/// Cuts `length` bytes off the front.
fn take<'a>(bytes: &mut &'a [u8], length: usize) -> Result<&'a [u8], NetworkError> {
    bytes.split_off(..length).ok_or(NetworkError::Length)
}

fn take_array<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], NetworkError> {
    let (array, rest) = bytes.split_first_chunk().ok_or(NetworkError::Length)?;
    *bytes = rest;
    Ok(*array)
}

fn take_u32(bytes: &mut &[u8]) -> Result<u32, NetworkError> {
    take_array(bytes).map(u32::from_le_bytes)
}

/// `None` where it is not UTF-8.
fn take_text(bytes: &mut &[u8]) -> Result<Option<String>, NetworkError> {
    let length = take_u32(bytes)? as usize;
    Ok(String::from_utf8(take(bytes, length)?.to_vec()).ok())
}

fn take_weights(bytes: &mut &[u8], weights: &mut [i16]) -> Result<(), NetworkError> {
    let (pairs, _) = take(bytes, 2 * weights.len())?.as_chunks();
    for (weight, &pair) in weights.iter_mut().zip(pairs) {
        *weight = i16::from_le_bytes(pair);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::nnue::tests::random_network;

    fn file() -> Vec<u8> {
        random_network(10).encode().unwrap()
    }

    /// What is said of a file.
    fn refusal(bytes: &[u8]) -> String {
        match NamedNetwork::decode(bytes) {
            Ok(network) => panic!("{} was read", network.name),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn the_network_of_this_build_can_be_used() {
        assert!(check_embedded().is_ok());
        assert!(!embedded().name.is_empty());
    }

    #[test]
    fn a_file_comes_back_as_it_was() {
        let mut network = NamedNetwork {
            network: random_network(11).network.clone(),
            name: "näme".to_owned(),
            note: "two\nlines".to_owned(),
        };
        let bytes = network.encode().unwrap();
        let read = NamedNetwork::decode(&bytes).unwrap();
        assert!(read.network == network.network);
        assert_eq!((&read.name, &read.note), (&network.name, &network.note));
        assert_eq!(read.encode().unwrap(), bytes);

        network.network.output_weights[0][1][2] = 128;
        let error = network.encode().unwrap_err().to_string();
        assert!(error.contains("128"), "{error}");
    }

    #[test]
    fn files_for_other_builds_are_refused_with_the_reason() {
        for (offset, value, reason) in [
            (0, 0x2053_4F47_u32, "not a network"),
            (8, 77, "version 77"),
            (12, 5555, "made for 5555 hidden neurons"),
            (16, 99, "made for 99 king buckets"),
            (20, 3, "made for 3 output buckets"),
            (24, 127, "made for 127 steps of activation"),
            (36, 9, "another map of king buckets"),
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
            bytes[68..72].copy_from_slice(&length.to_le_bytes());
            refusal(&bytes);
        }
    }

    #[test]
    fn names_that_would_break_the_protocol_are_refused() {
        let network = random_network(12);
        let named = NamedNetwork {
            network: network.network.clone(),
            name: "a\nbestmove e2e4".to_owned(),
            note: String::new(),
        };
        assert!(named.encode().is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(50))]

        #[test]
        fn a_changed_byte_is_found(position: prop::sample::Index, change in 1_u8..) {
            let mut bytes = file();
            let position = position.index(bytes.len());
            bytes[position] ^= change;
            refusal(&bytes);
        }
    }
}
