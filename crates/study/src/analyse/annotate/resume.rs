//! Games that an earlier run annotated.

use std::{collections::HashMap, path::Path};

use brudno_notation::{
    ReadTextError, TextFile,
    pgn::{PgnGame, PgnStream, PlayedMove, StreamedGame},
};
use shakmaty::Move;

use super::{AnnotateError, previous_analysis};

/// Prefix of the annotator's name.
const ANNOTATOR: &str = "Brudno ";
/// Tags of the annotation.
const ADDED: [&str; 4] = ["Annotator", "ECO", "Opening", "Result"];

/// The annotated games of an output file, as text.
#[derive(Default)]
pub struct Resumed(HashMap<GameIdentity, String>);

impl Resumed {
    /// Reads an output file. A missing file has no games.
    ///
    /// # Errors
    ///
    /// The file cannot be read.
    pub fn read(path: &Path) -> Result<Resumed, AnnotateError> {
        if !path.exists() {
            return Ok(Resumed::default());
        }
        let mut games = PgnStream::of(TextFile::open(path)?.stream()?);
        let failed = |error| ReadTextError { path: path.to_owned(), error };
        let mut annotated = HashMap::new();
        while let Some(StreamedGame { game, text, .. }) = games.next_with_text().map_err(failed)? {
            let Some(mut game) = game.ok().filter(is_annotated) else { continue };
            previous_analysis::remove(&mut game);
            annotated.insert(GameIdentity::of(&game), text);
        }
        Ok(Resumed(annotated))
    }

    /// Returns the annotated text of a game.
    pub fn get(&self, game: &PgnGame) -> Option<&str> {
        self.0.get(&GameIdentity::of(game)).map(String::as_str)
    }
}

/// Returns true if Brudno has evaluated every move. The search runs from the last move to the
/// first, so an interrupted one lacks the first evaluations.
fn is_annotated(game: &PgnGame) -> bool {
    let says = |m: &PlayedMove, command| m.comments().any(|comment| comment.contains(command));
    // A game keeps its own annotator, as the chapters of lichess's studies have one. Only Brudno
    // writes reasons.
    let is_ours = game.tag("Annotator").is_some_and(|name| name.starts_with(ANNOTATOR))
        || game.main.moves.iter().any(|m| says(m, "[%reason "));
    is_ours && game.main.moves.first().is_some_and(|m| says(m, "[%eval "))
}

/// Tags and moves by which a game is found again in the output of an earlier run.
#[derive(PartialEq, Eq, Hash, Debug)]
struct GameIdentity {
    /// Names and known values, sorted.
    tags: Vec<(String, String)>,
    /// Main line; `None` is a null move.
    moves: Vec<Option<Move>>,
}

impl GameIdentity {
    fn of(game: &PgnGame) -> GameIdentity {
        // The writer adds missing tags of the roster with unknown values.
        let is_known = |value: &str| value.contains(|c: char| !"?.".contains(c));
        let tags = game.tags.iter();
        let tags = tags.filter(|tag| !ADDED.contains(&tag.name.as_str()) && is_known(&tag.value));
        let mut tags: Vec<(String, String)> =
            tags.map(|tag| (tag.name.clone(), tag.value.clone())).collect();
        tags.sort_unstable();
        GameIdentity { tags, moves: game.main.moves.iter().map(|played| played.m).collect() }
    }
}

#[cfg(test)]
mod tests {
    use brudno_notation::pgn::games;

    use super::*;

    fn identity(pgn: &str) -> GameIdentity {
        GameIdentity::of(&games(pgn).next().unwrap().unwrap())
    }

    #[test]
    fn annotations_do_not_change_the_identity_of_a_game() {
        let game = identity("[White \"A\"]\n[Date \"2026.03.09\"]\n\n1. e4 e5 2. Nf3 *\n");
        for same in [
            "[Date \"2026.03.09\"]\n[White \"A\"]\n\n1. e4 e5 2. Nf3 *\n",
            "[Event \"?\"]\n[Date \"2026.03.09\"]\n[White \"A\"]\n[Annotator \"Brudno 1\"]\n\
             [ECO \"C40\"]\n[Result \"1-0\"]\n\n1. e4 {[%eval 0.3]} e5 $6 (1... c5) 2. Nf3 1-0\n",
        ] {
            assert_eq!(identity(same), game, "{same}");
        }
        for other in [
            "[White \"B\"]\n[Date \"2026.03.09\"]\n\n1. e4 e5 2. Nf3 *\n",
            "[White \"A\"]\n[Date \"2026.03.??\"]\n\n1. e4 e5 2. Nf3 *\n",
            "[White \"A\"]\n[Date \"2026.03.09\"]\n\n1. e4 e5 2. Nc3 *\n",
            "[White \"A\"]\n[Date \"2026.03.09\"]\n\n1. e4 e5 *\n",
            "[White \"A\"]\n[Date \"2026.03.09\"]\n\n1. e4 e5 2. -- *\n",
        ] {
            assert_ne!(identity(other), game, "{other}");
        }
    }

    #[test]
    fn games_of_other_annotators_are_recognised() {
        for (annotator, comment, expected) in [
            ("Brudno 1", "[%eval 0.3]", true),
            ("Coach", "[%eval 0.3]", false),
            ("Coach", "[%eval -9.7] [%reason material] Blunder: loses a pawn", true),
            // The first evaluation is missing, since the analysis was interrupted.
            ("Brudno 1", "[%clk 0:01:00]", false),
        ] {
            let pgn = format!("[Annotator \"{annotator}\"]\n\n1. g4 {{{comment}}} d5 *\n");
            let game = games(&pgn).next().unwrap().unwrap();
            assert_eq!(is_annotated(&game), expected, "{pgn}");
        }
    }
}
