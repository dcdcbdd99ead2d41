//! Translates moves with piece letters of other languages.

use std::borrow::Cow;

/// Names of languages, and their letters of king, queen, rook, bishop and knight.
pub(super) struct Language {
    pub names: &'static str,
    letters: [&'static str; 5],
}

/// English, the standard's language.
pub(super) const ENGLISH: Language =
    Language { names: "English", letters: ["K", "Q", "R", "B", "N"] };

/// Other languages. Each set of letters occurs once.
pub(super) const LANGUAGES: [Language; 19] = [
    Language {
        names: "German, Norwegian, Swedish, Danish, Croatian, Serbian, Slovene",
        letters: ["K", "D", "T", "L", "S"],
    },
    Language { names: "Dutch", letters: ["K", "D", "T", "L", "P"] },
    Language { names: "Finnish", letters: ["K", "D", "T", "L", "R"] },
    Language { names: "French", letters: ["R", "D", "T", "F", "C"] },
    Language { names: "Spanish, Italian, Catalan", letters: ["R", "D", "T", "A", "C"] },
    Language { names: "Portuguese", letters: ["R", "D", "T", "B", "C"] },
    Language { names: "Romanian", letters: ["R", "D", "T", "N", "C"] },
    Language { names: "Czech, Slovak", letters: ["K", "D", "V", "S", "J"] },
    Language { names: "Polish", letters: ["K", "H", "W", "G", "S"] },
    Language { names: "Hungarian", letters: ["K", "V", "B", "F", "H"] },
    Language { names: "Icelandic", letters: ["K", "D", "H", "B", "R"] },
    Language { names: "Estonian", letters: ["K", "L", "V", "O", "R"] },
    Language { names: "Turkish", letters: ["Ş", "V", "K", "F", "A"] },
    Language { names: "Russian", letters: ["Кр", "Ф", "Л", "С", "К"] },
    Language { names: "Ukrainian", letters: ["Кр", "Ф", "Т", "С", "К"] },
    Language { names: "Bulgarian", letters: ["Ц", "Д", "Т", "О", "К"] },
    Language { names: "Serbian in Cyrillic letters", letters: ["К", "Д", "Т", "Л", "С"] },
    Language { names: "Greek", letters: ["Ρ", "Β", "Π", "Α", "Ι"] },
    Language { names: "Esperanto", letters: ["R", "D", "T", "K", "Ĉ"] },
];

/// A move in English letters.
pub(super) struct Translation<'a> {
    pub word: Cow<'a, str>,
    /// Whether the move has a letter that is no English one.
    pub is_foreign: bool,
}

impl Language {
    /// Translates a move to English letters. `None` if it has an English letter that this language
    /// does not have: a game has one language.
    pub(super) fn translate<'a>(&self, word: &'a str) -> Option<Translation<'a>> {
        if self.letters == ENGLISH.letters {
            return Some(Translation { word: Cow::Borrowed(word), is_foreign: false });
        }
        let piece = self.piece(word);
        let rest = piece.map_or(word, |(_, rest)| rest);
        // The promotion piece is at the end, possibly before a check sign.
        let end = rest.trim_end_matches(['+', '#', '†', '‡', '!', '?', ')']).len();
        let (body, signs) = rest.split_at(end);
        let promoted = self.promoted(body);
        let (is_english, promotes_in_english) =
            (ENGLISH.piece(word).is_some(), ENGLISH.promoted(body).is_some());
        if piece.is_none() && is_english || promoted.is_none() && promotes_in_english {
            return None;
        }
        let is_foreign =
            piece.is_some() && !is_english || promoted.is_some() && !promotes_in_english;
        let letter = |role: Option<usize>| role.map_or("", |role| ENGLISH.letters[role]);
        let square = promoted.map_or(body, |(_, square)| square);
        let (piece, promoted) =
            (letter(piece.map(|(role, _)| role)), letter(promoted.map(|(role, _)| role)));
        let word = Cow::Owned(format!("{piece}{square}{promoted}{signs}"));
        Some(Translation { word, is_foreign })
    }

    /// Splits the piece off a move. Returns the index of its letter and the rest. Longer letters
    /// take precedence.
    fn piece<'a>(&self, word: &'a str) -> Option<(usize, &'a str)> {
        let pieces = self.letters.iter().enumerate();
        pieces
            .filter_map(|(role, letter)| Some((role, word.strip_prefix(letter)?)))
            .min_by_key(|(_, rest)| rest.len())
    }

    /// Splits the promotion piece off a move without signs. Returns the index of its letter and the
    /// rest.
    fn promoted<'a>(&self, body: &'a str) -> Option<(usize, &'a str)> {
        self.letters.iter().enumerate().find_map(|(role, letter)| {
            let square = body.strip_suffix(letter)?;
            let is_last = square.trim_end_matches(['=', '(', '/', '-']).ends_with(['1', '8']);
            is_last.then_some((role, square))
        })
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
            let read = LANGUAGES[language].translate(word).unwrap();
            assert_eq!(read.word, english, "{word}");
            assert_eq!(read.is_foreign, !["O-O", "b4", "Rd1"].contains(&word), "{word}");
        }
    }

    #[test]
    fn a_language_has_no_letters_of_english_besides_its_own() {
        // German has no N, Q, R and B, Finnish has R, and Romanian N.
        for (language, word) in [(0, "Nf3"), (0, "Qd1"), (0, "e8=Q"), (2, "Nf3"), (6, "Bb5")] {
            assert!(LANGUAGES[language].translate(word).is_none(), "{word}");
        }
        for (language, word) in [(2, "Rf3"), (6, "Nf3"), (5, "Bb5")] {
            assert!(!LANGUAGES[language].translate(word).unwrap().is_foreign, "{word}");
        }
    }
}
