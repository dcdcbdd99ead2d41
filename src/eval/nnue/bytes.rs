//! The encoding of a network file's numbers: little-endian, feature weights in one byte or three.

use super::error::NetworkError;

/// Escape byte of a feature weight that does not fit one byte: an i16 follows.
pub(super) const WIDE: i8 = i8::MIN;

/// Splits `length` bytes off the front.
pub(super) fn take<'a>(bytes: &mut &'a [u8], length: usize) -> Result<&'a [u8], NetworkError> {
    bytes.split_off(..length).ok_or(NetworkError::Length)
}

pub(super) fn take_array<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], NetworkError> {
    let (array, rest) = bytes.split_first_chunk().ok_or(NetworkError::Length)?;
    *bytes = rest;
    Ok(*array)
}

/// Fills `to` from the front.
pub(super) fn take_bytes(bytes: &mut &[u8], to: &mut [u8]) -> Result<(), NetworkError> {
    to.copy_from_slice(take(bytes, to.len())?);
    Ok(())
}

pub(super) fn take_u32(bytes: &mut &[u8]) -> Result<u32, NetworkError> {
    take_array(bytes).map(u32::from_le_bytes)
}

/// Reads a length and a text; `None` if the text is not UTF-8.
pub(super) fn take_text(bytes: &mut &[u8]) -> Result<Option<String>, NetworkError> {
    let length = take_u32(bytes)? as usize;
    Ok(String::from_utf8(take(bytes, length)?.to_vec()).ok())
}

/// Reads a feature weight, and rejects one that takes three bytes but fits one.
pub(super) fn take_feature_weight(bytes: &mut &[u8]) -> Result<i16, NetworkError> {
    let [byte] = take_array(bytes)?;
    if byte as i8 != WIDE {
        return Ok(i16::from(byte as i8));
    }
    let weight = i16::from_le_bytes(take_array(bytes)?);
    if is_wide(weight) { Ok(weight) } else { Err(NetworkError::Length) }
}

pub(super) fn push_feature_weight(bytes: &mut Vec<u8>, weight: i16) {
    if is_wide(weight) {
        bytes.push(WIDE as u8);
        bytes.extend(weight.to_le_bytes());
    } else {
        bytes.push(weight as u8);
    }
}

const fn is_wide(weight: i16) -> bool {
    weight.unsigned_abs() > i8::MAX as u16
}
