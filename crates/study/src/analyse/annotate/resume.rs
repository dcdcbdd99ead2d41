//! Games that an earlier run annotated.

use std::{collections::HashMap, path::Path};

use brudno_notation::{
    pgn::{PgnGame, games},
    read_text,
};

use super::{AnnotateError, previous_analysis};

/// Prefix of the annotator's name.
const ANNOTATOR: &str = "Brudno ";
/// Tags of the annotation.
const ADDED: [&str; 4] = ["Annotator", "ECO", "Opening", "Result"];

/// The annotated games of an output file, as text.
#[derive(Default)]
pub struct Resumed(HashMap<String, String>);

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
        let text = read_text(path).map_err(AnnotateError::Resume)?;
        let annotated = games(&text).filter_map(Result::ok).filter(is_annotated);
        let entries = annotated.map(|mut game| {
            let source = text[game.range.clone()].to_owned();
            previous_analysis::remove(&mut game);
            (key(&game), source)
        });
        Ok(Resumed(entries.collect()))
    }

    /// Returns the annotated text of a game.
    pub fn get(&self, game: &PgnGame) -> Option<&str> {
        self.0.get(&key(game)).map(String::as_str)
    }
}

/// Returns true if every move has an evaluation. The search runs from the last move to the first,
/// so an interrupted one lacks the first evaluations.
fn is_annotated(game: &PgnGame) -> bool {
    let is_ours = game.tag("Annotator").is_some_and(|name| name.starts_with(ANNOTATOR));
    let first = game.main.moves.first();
    is_ours && first.is_some_and(|m| m.comments().any(|comment| comment.contains("[%eval")))
}

/// Identifies games by their tags and moves.
fn key(game: &PgnGame) -> String {
    // The writer adds missing tags of the roster with unknown values.
    let is_known = |value: &str| value.contains(|c: char| !"?.".contains(c));
    let tags = game.tags.iter();
    let tags = tags.filter(|tag| !ADDED.contains(&tag.name.as_str()) && is_known(&tag.value));
    let mut tags: Vec<String> = tags.map(|tag| format!("{}={}", tag.name, tag.value)).collect();
    tags.sort();
    let moves: Vec<String> =
        game.main.moves.iter().map(|played| format!("{:?}", played.m)).collect();
    format!("{}\n{}", tags.join("\n"), moves.join(" "))
}
