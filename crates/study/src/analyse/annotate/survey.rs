//! Reads the games of the input, and counts them before the search.

use brudno::platform::stdio::remark;
use brudno_notation::pgn::{BrokenGame, PgnGame, games as pgn_games};

use super::{AnnotateArgs, AnnotateError};

/// A game of the input, numbered over all files, and its text.
pub struct InputGame<'a> {
    /// The game, or the reason why it cannot be read.
    pub game: Result<PgnGame, BrokenGame>,
    /// Text of the game.
    pub text: &'a str,
}

/// Reads the games of files, each with its name.
pub fn input_games(files: &[(String, String)]) -> impl Iterator<Item = InputGame<'_>> {
    let games = files.iter().flat_map(|(_, text)| pgn_games(text).map(move |game| (game, text)));
    games.zip(1..).map(|((game, text), number)| match game {
        Ok(game) => {
            let range = game.range.clone();
            InputGame { game: Ok(PgnGame { number, ..game }), text: &text[range] }
        }
        Err(broken) => {
            let range = broken.range.clone();
            InputGame { game: Err(BrokenGame { number, ..broken }), text: &text[range] }
        }
    })
}

/// Numbers of games and positions in the files, counted before the search.
pub struct Survey {
    /// Positions to search.
    pub positions: usize,
    /// True if every game can be read.
    pub is_whole: bool,
}

impl Survey {
    /// Reads all games once, and reports those that are corrected or skipped.
    ///
    /// # Errors
    ///
    /// There is no game to annotate.
    pub fn of(
        files: &[(String, String)],
        arguments: &AnnotateArgs,
    ) -> Result<Survey, AnnotateError> {
        let mut survey = Survey { positions: 0, is_whole: true };
        let (mut readable, mut of_player) = (0, 0);
        let mut names: Vec<&str> = Vec::new();
        for (name, text) in files {
            let file = if files.len() > 1 { format!("{name}: ") } else { String::new() };
            for game in pgn_games(text) {
                match game {
                    Ok(game) => {
                        readable += 1;
                        of_player += usize::from(arguments.is_of_player(&game));
                        survey.positions += game.main.moves.len() + 1;
                        for note in &game.notes {
                            let (number, players) = (game.number, game.players());
                            remark(format_args!("brudno: {file}game {number} ({players}): {note}"));
                        }
                    }
                    Err(broken) => {
                        survey.is_whole = false;
                        let BrokenGame { number, players, .. } = &broken;
                        remark(format_args!(
                            "brudno: {file}game {number} ({players}) is skipped: {broken}"
                        ));
                    }
                }
            }
            names.push(name);
        }
        match (readable, survey.is_whole, &arguments.player) {
            (0, true, _) => Err(AnnotateError::NoGames(names.join(", "))),
            (0, false, _) => Err(AnnotateError::AllBroken(names.join(", "))),
            (_, _, Some(player)) if of_player == 0 => Err(AnnotateError::NoPlayer(player.clone())),
            _ => Ok(survey),
        }
    }
}
