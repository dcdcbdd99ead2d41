//! Numeric annotation glyphs and their signs.

/// Signs by number in the standard and its common extensions.
const SIGNS: [(&str, u8); 37] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("‼", 3),
    ("??", 4),
    ("⁇", 4),
    ("!?", 5),
    ("⁉", 5),
    ("?!", 6),
    ("⁈", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("+−", 18),
    ("+–", 18),
    ("-+", 19),
    ("−+", 19),
    ("–+", 19),
    ("⨀", 22),
    ("⟳", 32),
    ("→", 36),
    ("↑", 40),
    ("⇆", 132),
    ("⨁", 138),
    ("N", 146),
    ("D", 220),
];

/// Returns the number of a sign that is a word of its own, or of `$` and a number up to 255.
pub(super) fn number(word: &str) -> Option<u8> {
    if let Some(number) = word.strip_prefix('$') {
        return number.parse().ok();
    }
    SIGNS.iter().find(|(sign, _)| *sign == word).map(|&(_, number)| number)
}

/// Splits the annotation sign off a move: `Nf3` and the number of `!?`.
pub(super) fn split(word: &str) -> (&str, Option<u8>) {
    let plain = word.trim_end_matches(['!', '?', '‼', '⁇', '⁉', '⁈']);
    let (plain, sign) = word.split_at(plain.len());
    match number(sign) {
        Some(number) => (plain, Some(number)),
        None => (word, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_become_numbers() {
        for (word, expected) in [("$14", 14), ("!?", 5), ("±", 16), ("-+", 19), ("+/=", 14)] {
            assert_eq!(number(word), Some(expected), "{word}");
        }
        assert_eq!(number("$256"), None);
        assert_eq!(split("Nf3!?"), ("Nf3", Some(5)));
        assert_eq!(split("Nf3⁇"), ("Nf3", Some(4)));
        assert_eq!(split("Nf3"), ("Nf3", None));
    }
}
