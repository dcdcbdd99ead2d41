//! Numeric annotation glyphs and their signs.

/// Signs by number, in the standard and its common extensions.
const SIGNS: [(&str, u8); 49] = [
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
    ("○", 26),
    ("⯹", 44),
    ("=/∞", 44),
    ("⊕", 138),
    ("∆", 140),
    ("Δ", 140),
    ("∇", 141),
    ("⌓", 142),
    ("≤", 143),
    ("RR", 145),
    ("⇔", 239),
    ("⇗", 240),
    ("N", 146),
    ("D", 220),
];

/// Returns the number of a word that is a sign, or `$` with a number up to 255.
pub(super) fn number(word: &str) -> Option<u8> {
    if let Some(number) = word.strip_prefix('$') {
        return number.parse().ok();
    }
    SIGNS.iter().find(|(sign, _)| *sign == word).map(|&(_, number)| number)
}

/// Splits the annotation sign off a move: `Nf3` and the number of `!?`.
pub(super) fn split(word: &str) -> (&str, Vec<u8>) {
    let mut plain = word;
    let mut numbers = Vec::new();
    // A final letter may be a piece, as in `bxa8N`.
    let signs = || SIGNS.iter().filter(|(sign, _)| !sign.starts_with(['N', 'D', 'R']));
    while let Some((rest, number)) = signs()
        .filter_map(|&(sign, number)| Some((plain.strip_suffix(sign)?, number)))
        .filter(|(rest, _)| !rest.is_empty())
        .min_by_key(|(rest, _)| rest.len())
    {
        plain = rest;
        numbers.push(number);
    }
    // The novelty of a move that does not promote: `Nf3N`, `e4N`.
    if let Some(rest) = plain.strip_suffix('N')
        && (rest.ends_with(|rank: char| ('2'..='7').contains(&rank))
            || rest.ends_with(['1', '8']) && rest.starts_with(char::is_uppercase))
    {
        plain = rest;
        numbers.push(146);
    }
    numbers.reverse();
    (plain, numbers)
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
        for (word, plain, numbers) in [
            ("Nf3!?", "Nf3", &[5][..]),
            ("Nf3⁇", "Nf3", &[4]),
            ("Nf3", "Nf3", &[]),
            ("Nf3!±", "Nf3", &[1, 16]),
            ("Nf3+-", "Nf3", &[18]),
            ("bxa8N", "bxa8N", &[]),
            ("Nf3N", "Nf3", &[146]),
            ("Rd8N!", "Rd8", &[146, 1]),
            ("e4N", "e4", &[146]),
            ("Bd3∆", "Bd3", &[140]),
            ("e8=Q+", "e8=Q+", &[]),
            ("--", "--", &[]),
        ] {
            assert_eq!(split(word), (plain, numbers.to_vec()), "{word}");
        }
    }
}
