//! Reads chess variants in PGN.

use thiserror::Error;

/// A variant that the engine does not play.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unsupported variant {0}: expected chess or Chess960")]
pub struct UnknownVariant(String);

/// Returns true for a move number of bughouse, which names the board and the player: `1A.`.
pub(crate) fn is_bughouse_number(word: &str) -> bool {
    let board = word.trim_start_matches(|digit: char| digit.is_ascii_digit());
    board.len() < word.len()
        && board.strip_prefix(['A', 'B', 'a', 'b']).is_some_and(|dot| dot.starts_with('.'))
}

/// Returns the error of a bughouse game.
pub(crate) fn bughouse() -> UnknownVariant {
    UnknownVariant("Bughouse".to_owned())
}

/// Returns true if a `Variant` tag means Chess960, false if it means chess.
///
/// # Errors
///
/// The variant is not supported.
pub fn is_chess960(variant: &str) -> Result<bool, UnknownVariant> {
    let lower = variant.to_ascii_lowercase();
    if lower.contains("960") || lower.contains("fischer") {
        return Ok(true);
    }
    match lower.as_str() {
        "" | "?" | "-" | "standard" | "chess" | "normal" | "classical" | "orthodox"
        | "normal chess" | "standard chess" | "classical chess" | "from position" => Ok(false),
        _ => Err(UnknownVariant(variant.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_are_known_by_their_names() {
        for name in ["Chess960", "chess 960", "Fischerandom", "fischer random"] {
            assert_eq!(is_chess960(name), Ok(true), "{name}");
        }
        for name in ["", "Standard", "From Position"] {
            assert_eq!(is_chess960(name), Ok(false), "{name}");
        }
        let atomic = is_chess960("Atomic").unwrap_err();
        assert_eq!(atomic.to_string(), "unsupported variant Atomic: expected chess or Chess960");
    }
}
