//! Suggestions for mistyped words.

use strsim::osa_distance;

/// Letters per allowed mistake.
const LETTERS_A_MISTAKE: usize = 3;

/// Returns the name closest to `word` in any case, `None` if none is close. Swapped neighbours
/// count as one mistake, an unambiguous prefix as none.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_ascii_lowercase();
    let mistakes = word.chars().count() / LETTERS_A_MISTAKE;
    // Words may be of any length, and the distance takes quadratic time.
    if mistakes == 0 || word.len() > 40 {
        return None;
    }
    let names: Vec<(String, &str)> =
        names.into_iter().map(|name| (name.to_ascii_lowercase(), name)).collect();
    let mut begun = names.iter().filter(|(lower, _)| lower.starts_with(&word));
    if let (Some((_, name)), None) = (begun.next(), begun.next()) {
        return Some(*name);
    }
    let distances = names.iter().map(|(lower, name)| (osa_distance(&word, lower), *name));
    let (_, name) =
        distances.filter(|&(distance, _)| distance <= mistakes).min_by_key(|&(d, _)| d)?;
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_understood_and_nonsense_is_not() {
        let names = ["go", "stop", "isready", "position", "ponderhit", "UCI_Elo", "d"];
        for (word, name) in [
            ("israedy", Some("isready")),
            ("isredy", Some("isready")),
            ("STOPP", Some("stop")),
            ("posit", Some("position")),
            ("uci_el", Some("UCI_Elo")),
            ("uciele", Some("UCI_Elo")),
            ("po", None),
            ("dd", None),
            ("xyzzy", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, names), name, "{word}");
        }
        assert_eq!(nearest(&"x".repeat(1_000_000), names), None);
    }
}
