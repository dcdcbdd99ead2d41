//! Moves as PGN and people write them. Standard: S. J. Edwards' PGN specification of 1994; pasted
//! text may leave out all but the moves, and write those in long notation or with zeros.

use super::{InputError, Pasted, is_chess960};
use crate::position::{Game, PositionError};

/// What matters of a text with moves.
#[derive(Debug)]
enum Token<'a> {
    /// A tag pair: name and value.
    Tag(&'a str, &'a str),
    /// A move, without its number.
    Move(&'a str),
    /// The end of a game.
    Result,
}

/// The word after its move number: `e4` in `1.e4`; empty where it is nothing else.
pub fn unnumbered(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    // `0000` is UCI's null move.
    if word.starts_with('0') {
        word
    } else if rest.is_empty() || rest.starts_with(['.', '…']) {
        rest.trim_start_matches(['.', '…'])
    } else {
        word
    }
}

/// Whether a word is a move number and nothing else: `1`, `1.`, `12...`.
pub fn is_move_number(word: &str) -> bool {
    !word.is_empty() && unnumbered(word).is_empty()
}

/// Reads the games of a text, at least one; each may begin with tags.
///
/// # Errors
///
/// What is wrong with the first game that is not understood.
pub fn games(text: &str) -> Result<Vec<Pasted>, InputError> {
    let mut games = Vec::new();
    let mut game = Open::default();
    for token in tokens(text) {
        if game.ended || (game.has_moves() && matches!(token, Token::Tag(..))) {
            games.push(std::mem::take(&mut game).close()?);
        }
        match token {
            Token::Tag(name, value) => game.tag(name, value),
            Token::Move(word) => game.play(word, text)?,
            Token::Result => game.ended = true,
        }
    }
    if game.is_begun() {
        games.push(game.close()?);
    }
    if games.is_empty() {
        return Err(unknown(text));
    }
    Ok(games)
}

/// Plays the moves of a text; tags and results are passed over.
pub fn play(pasted: &mut Pasted, text: &str) -> Result<(), InputError> {
    let mut game = pasted.game();
    for token in tokens(text) {
        let Token::Move(word) = token else { continue };
        let number = game.position().fullmoves();
        let m = game.position().parse_move(&plain(word));
        let m = m.map_err(|error| InputError::Move(number, error))?;
        game.play(m);
        pasted.moves.push(m);
    }
    Ok(())
}

/// A game that is being read.
#[derive(Default)]
struct Open {
    fen: Option<String>,
    variant: String,
    tagged: bool,
    /// Set up with the first move.
    position: Option<(Pasted, Game)>,
    ended: bool,
}

impl Open {
    fn tag(&mut self, name: &str, value: &str) {
        self.tagged = true;
        if name.eq_ignore_ascii_case("FEN") {
            self.fen = Some(value.to_owned());
        } else if name.eq_ignore_ascii_case("Variant") {
            self.variant = value.to_owned();
        }
    }

    const fn has_moves(&self) -> bool {
        self.position.is_some()
    }

    const fn is_begun(&self) -> bool {
        self.tagged || self.ended || self.has_moves()
    }

    fn set_up(&self) -> Result<(Pasted, Game), InputError> {
        let chess960 = is_chess960(&self.variant).map_err(InputError::Variant)?;
        let start = match &self.fen {
            Some(fen) => Game::from_fen(fen, chess960).map_err(InputError::Position)?,
            None => Game::default(),
        };
        Ok((Pasted { start: start.clone(), ..Pasted::default() }, start))
    }

    fn play(&mut self, word: &str, text: &str) -> Result<(), InputError> {
        let (pasted, game) = match &mut self.position {
            Some(position) => position,
            None => self.position.insert(self.set_up()?),
        };
        let first = pasted.moves.is_empty() && !self.tagged;
        let m = game.position().parse_move(&plain(word)).map_err(|error| match error {
            // Where nothing was understood, the text need not be moves at all.
            PositionError::Notation(_) if first => unknown(text),
            error => InputError::Move(game.position().fullmoves(), error),
        })?;
        game.play(m);
        pasted.moves.push(m);
        Ok(())
    }

    fn close(self) -> Result<Pasted, InputError> {
        let (pasted, _) = match self.position {
            Some(position) => position,
            None => self.set_up()?,
        };
        Ok(pasted)
    }
}

/// Nothing is known of such a text; messages quote the beginning.
fn unknown(text: &str) -> InputError {
    let text = text.trim();
    let Some(line) = text.lines().next() else { return InputError::Empty };
    InputError::Unknown(line.chars().take(60).collect())
}

/// Tags, moves and results; comments, variations, move numbers and annotation glyphs are left out.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start_matches('\u{feff}');
    let mut variations = 0_u32;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else { return tokens };
        let cut = |end: Option<usize>| end.unwrap_or(rest.len());
        let end = match first {
            '{' => cut(rest.find('}').map(|at| at + 1)),
            ';' => cut(rest.find('\n')),
            '[' => {
                // A value may contain a bracket.
                let line = cut(rest.find('\n'));
                let end = rest[..line].find("\"]").map(|at| at + 2);
                end.or_else(|| rest[..line].find(']').map(|at| at + 1)).unwrap_or(line)
            }
            '(' | ')' | '}' | ']' => 1,
            _ => cut(rest.find(|c: char| c.is_whitespace() || "{}()[];".contains(c))),
        };
        let (word, after) = rest.split_at(end);
        match first {
            '(' => variations += 1,
            ')' => variations = variations.saturating_sub(1),
            '{' | ';' | '}' | ']' => {}
            _ if variations > 0 => {}
            '[' => tokens.extend(tag(word)),
            _ => tokens.extend(movetext_word(word)),
        }
        rest = after;
    }
}

fn tag(text: &str) -> Option<Token<'_>> {
    let (name, value) = text.trim_matches(['[', ']']).trim().split_once(char::is_whitespace)?;
    Some(Token::Tag(name, value.trim().trim_matches('"')))
}

fn movetext_word(word: &str) -> Option<Token<'_>> {
    if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "½-½" | "1/2" | "*") {
        return Some(Token::Result);
    }
    let word = unnumbered(word).trim_end_matches(',');
    let is_glyph = word.starts_with('$') || !word.contains(char::is_alphanumeric);
    // `--` and `Z0` pass the turn, which is no move.
    let is_null = word == "--";
    let is_remark = matches!(word, "e.p." | "ep" | "e.p");
    (is_null || !is_glyph && !is_remark).then_some(Token::Move(word))
}

/// The move in ASCII: figurines as letters, dashes as hyphens.
fn plain(word: &str) -> String {
    word.chars()
        .filter_map(|letter| match letter {
            '♔' | '♚' => Some('K'),
            '♕' | '♛' => Some('Q'),
            '♖' | '♜' => Some('R'),
            '♗' | '♝' => Some('B'),
            '♘' | '♞' => Some('N'),
            // Pawns have no letter; the other is the sign that asks for a text glyph.
            '♙' | '♟' | '\u{fe0e}' => None,
            '‐' | '‑' | '–' | '—' | '−' => Some('-'),
            '×' => Some('x'),
            letter => Some(letter),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sans(text: &str) -> Vec<String> {
        let games = games(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        games
            .iter()
            .map(|game| {
                let position = game.start.position();
                let moves = game.moves.iter().scan(position.clone(), |position, &m| {
                    let text = position.to_uci(m, false).to_string();
                    *position = position.play(m);
                    Some(text)
                });
                moves.collect::<Vec<_>>().join(" ")
            })
            .collect()
    }

    #[test]
    fn moves_in_many_forms() {
        let expected = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1";
        for text in [
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O",
            "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0",
            "e4 e5 Nf3 Nc6 Bc4 Bc5 0-0",
            "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1",
            "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-c4 Bf8-c5 4. O–O",
            "1 e4 e5 2 Nf3 Nc6 3 Bc4 Bc5 4 o-o",
            "1. e4 1... e5 2. Nf3 2… Nc6 3. Bc4 Bc5 4. O-O *",
            "1.e4 {best; by test} e5 (1...c5 2.Nf3 (2.c3 {x)}) d6) 2.Nf3!? $1 Nc6 ; to the end\n\
             3.Bc4! Bc5 +/= 4.O-O 1-0",
            "1. ♙e4 e5 2. ♘f3 ♞c6 3. ♗c4 ♝c5 4. O-O",
            "[Event \"A [new] game\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *",
        ] {
            assert_eq!(sans(text), [expected], "{text}");
        }
        assert_eq!(sans("1. e4 d5 2. e4xd5 Qd8:d5 3. Nc3"), ["e2e4 d7d5 e4d5 d8d5 b1c3"]);
        let fen = "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n";
        for promotion in ["a8=Q+", "a7-a8Q+", "a7-a8=Q", "a8Q", "a7a8q"] {
            assert_eq!(sans(&format!("{fen}1. {promotion}")), ["a7a8q"], "{promotion}");
        }
        assert_eq!(sans(fen), [""]);
    }

    #[test]
    fn games_are_told_apart() {
        let text =
            "[White \"A\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. d4 {x} 1/2-1/2\n\n1. c4 *\n";
        assert_eq!(sans(text), ["e2e4 e7e5", "d2d4", "c2c4"]);
        assert_eq!(sans("[White \"A\"]\n\n1. e4\n[White \"B\"]\n1. d4"), ["e2e4", "d2d4"]);
    }

    #[test]
    fn a_chess960_game_has_its_castling() {
        let text = "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O";
        assert_eq!(sans(text), ["e1h1"]);
    }

    #[test]
    fn refused_moves_are_named() {
        for (text, message) in [
            ("1. e4 e5 2. --", "move 2: "),
            ("1. e4 e5 2. Z0", "move 2: "),
            ("1. e4 0000", "move 1: "),
            ("1. Nd2", "move 1: illegal move Nd2"),
        ] {
            let error = games(text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
