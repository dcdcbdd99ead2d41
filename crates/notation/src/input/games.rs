//! Parses games in the forms that users paste.

use brudno::{
    chess::PositionError,
    notation::{line::PositionLineError, movetext::MoveError},
};
use shakmaty::{Color, Move};

use crate::{
    input::{InputError, ParsedGame},
    pgn::{self, BrokenGame, GameError, PgnGame},
};

/// Parses the games of a text, of which there must be one or more. Each game may start with tags.
///
/// # Errors
///
/// The error of the first game that cannot be parsed.
pub fn games(text: &str) -> Result<Vec<ParsedGame>, InputError> {
    let mut all = pgn::games(text);
    let mut games = Vec::new();
    while let Some(game) = all.next() {
        let number = games.len() + 1;
        let (players, error) = match game {
            Ok(game) => match moves(&game) {
                Ok(moves) => {
                    let start = game.start.clone();
                    games.push(ParsedGame { start, moves, id: None, pgn: Some(Box::new(game)) });
                    continue;
                }
                Err(error) => (game.players(), error),
            },
            Err(broken) => (broken.players.clone(), refused(broken, text)),
        };
        let is_one = number == 1 && all.next().is_none();
        return Err(match error {
            error @ InputError::Unknown(_) => error,
            error if is_one => error,
            error => InputError::Game(number, players, Box::new(error)),
        });
    }
    if games.is_empty() { Err(unknown(text)) } else { Ok(games) }
}

/// Plays the moves of a text. Ignores tags and results.
///
/// # Errors
///
/// [`InputError::Move`]. The moves are unchanged then.
pub fn play(parsed: &mut ParsedGame, text: &str) -> Result<(), InputError> {
    let game = pgn::game_from(&parsed.game(), text).map_err(|broken| error(broken.why))?;
    parsed.moves.extend(moves(&game)?);
    Ok(())
}

/// Returns the moves of the main line, which must not contain null moves.
fn moves(game: &PgnGame) -> Result<Vec<Move>, InputError> {
    let moves = game.moves();
    if moves.len() == game.main.moves.len() {
        return Ok(moves);
    }
    let mut last = game.start.clone();
    moves.iter().for_each(|&m| last.play(m));
    let null = PositionError::Notation("--".to_owned());
    Err(InputError::Move(last.position().fullmoves(), null))
}

/// Returns the error of a game that cannot be read. If the first word is not a move, the text is
/// probably not a list of moves.
fn refused(broken: BrokenGame, text: &str) -> InputError {
    match &broken.why {
        GameError::Move(MoveError {
            number: 1,
            turn: Color::White,
            error: PositionError::Notation(_),
            ..
        }) if broken.number == 1 && !pgn::is_pgn(text) => unknown(text),
        _ => error(broken.why),
    }
}

fn error(why: GameError) -> InputError {
    match why {
        GameError::Start(error) => PositionLineError::Position(error).into(),
        GameError::Variant(error) => InputError::Variant(error),
        GameError::Move(MoveError { number, error, .. }) => InputError::Move(number, error),
        GameError::PassInCheck(number) => {
            InputError::Move(number, PositionError::Notation("--".to_owned()))
        }
        GameError::NoMoves => InputError::NoMoves,
        GameError::Nesting(most) => InputError::Nesting(most),
        GameError::Variation => InputError::Variation,
    }
}

/// Returns the error for an unknown format, which quotes the start of the text.
fn unknown(text: &str) -> InputError {
    let text = text.trim();
    let Some(line) = text.lines().next() else { return InputError::Empty };
    InputError::Unknown(line.chars().take(60).collect())
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
            (
                "[White \"A\"]\n\n1. e4 *\n\n[White \"C\"]\n[Black \"D\"]\n\n1. e4 e4 *",
                "game 2 (C - D): move 1: illegal move e4",
            ),
        ] {
            let error = games(text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
