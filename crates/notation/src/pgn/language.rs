//! Translates moves with piece letters of other languages.

use std::borrow::Cow;

/// Letters of king, queen, rook, bishop and knight.
pub(super) struct Language([&'static str; 5]);

/// English, the standard's language.
pub(super) const ENGLISH: Language = Language(["K", "Q", "R", "B", "N"]);

/// Other languages. Each set of letters occurs once.
pub(super) const LANGUAGES: [Language; 19] = [
    // German, Norwegian, Swedish, Danish, Croatian, Serbian, Slovene
    Language(["K", "D", "T", "L", "S"]),
    // Dutch
    Language(["K", "D", "T", "L", "P"]),
    // Finnish
    Language(["K", "D", "T", "L", "R"]),
    // French
    Language(["R", "D", "T", "F", "C"]),
    // Spanish, Italian, Catalan
    Language(["R", "D", "T", "A", "C"]),
    // Portuguese
    Language(["R", "D", "T", "B", "C"]),
    // Romanian
    Language(["R", "D", "T", "N", "C"]),
    // Czech, Slovak
    Language(["K", "D", "V", "S", "J"]),
    // Polish
    Language(["K", "H", "W", "G", "S"]),
    // Hungarian
    Language(["K", "V", "B", "F", "H"]),
    // Icelandic
    Language(["K", "D", "H", "B", "R"]),
    // Estonian
    Language(["K", "L", "V", "O", "R"]),
    // Turkish
    Language(["Ş", "V", "K", "F", "A"]),
    // Russian
    Language(["Кр", "Ф", "Л", "С", "К"]),
    // Ukrainian
    Language(["Кр", "Ф", "Т", "С", "К"]),
    // Bulgarian
    Language(["Ц", "Д", "Т", "О", "К"]),
    // Serbian in Cyrillic letters
    Language(["К", "Д", "Т", "Л", "С"]),
    // Greek
    Language(["Ρ", "Β", "Π", "Α", "Ι"]),
    // Esperanto
    Language(["R", "D", "T", "K", "Ĉ"]),
];

impl Language {
    /// Translates a move to English letters.
    pub(super) fn english<'a>(&self, word: &'a str) -> Cow<'a, str> {
        if self.0 == ENGLISH.0 {
            return Cow::Borrowed(word);
        }
        let (piece, rest) = self.piece(word).unwrap_or(("", word));
        // The promotion piece is at the end, possibly before a check sign.
        let end = rest.trim_end_matches(['+', '#', '†', '‡', '!', '?', ')']).len();
        let (body, signs) = rest.split_at(end);
        let promoted = self.0.iter().zip(ENGLISH.0).find_map(|(letter, english)| {
            let square = body.strip_suffix(letter)?;
            let is_last = square.trim_end_matches(['=', '(', '/', '-']).ends_with(['1', '8']);
            is_last.then_some((square, english))
        });
        let (body, promoted) = promoted.unwrap_or((body, ""));
        Cow::Owned(format!("{piece}{body}{promoted}{signs}"))
    }

    /// Splits the piece off a move. Longer piece names take precedence.
    fn piece<'a>(&self, word: &'a str) -> Option<(&'static str, &'a str)> {
        let pieces = self.0.iter().zip(ENGLISH.0);
        pieces
            .filter_map(|(letter, english)| Some((letter, english, word.strip_prefix(letter)?)))
            .max_by_key(|(letter, ..)| letter.len())
            .map(|(_, english, rest)| (english, rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_translated_at_both_ends() {
        for (language, word, english) in [
            (0, "Sf3", "Nf3"),
            (0, "e8=D+", "e8=Q+"),
            (0, "bxa8S", "bxa8N"),
            (0, "Lb5", "Bb5"),
            (0, "O-O", "O-O"),
            (0, "b4", "b4"),
            (4, "Rd1", "Kd1"),
            (4, "Td1", "Rd1"),
            (13, "Крd1", "Kd1"),
            (13, "Кf3", "Nf3"),
        ] {
            assert_eq!(LANGUAGES[language].english(word), english, "{word}");
        }
    }
}
