//! Formats a puzzle as a line of EPD or as a game of PGN.

use brudno::{
    chess::{Game, Position},
    notation::san,
    platform::stdio::printable,
};
use brudno_notation::pgn::{Line, PlayedMove, Tag, Writer};
use shakmaty::Move;

use super::criteria::Theme;
use crate::shared::review::{Review, number};

/// Tags of the game that are copied to a puzzle in PGN.
const KEPT: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// A position with one best move.
pub struct Puzzle {
    /// Number in the file, from 1.
    pub number: usize,
    /// What it is about.
    pub theme: Theme,
    /// Position, without history.
    pub position: Position,
    /// Moves to find and the answers to them.
    pub line: Vec<Move>,
    /// The game's move with its number.
    played: String,
    /// Tags of the game.
    tags: Vec<Tag>,
    players: String,
}

impl Puzzle {
    /// Creates the puzzle before a move of a game.
    pub fn new(
        review: &Review,
        ply: usize,
        number: usize,
        theme: Theme,
        line: Vec<Move>,
    ) -> Puzzle {
        let game = &review.game;
        let position = review.position(ply).clone();
        let m = game.main.moves[ply].m.map_or_else(|| "--".to_owned(), |m| san(&position, m));
        let played = format!("{}{m}", self::number(&position));
        let kept = game
            .tags
            .iter()
            .filter(|tag| KEPT.iter().any(|known| tag.name.eq_ignore_ascii_case(known)));
        let tags = kept.cloned().collect();
        Puzzle { number, theme, position, line, played, tags, players: game.players() }
    }

    /// Formats a line of EPD with its line break. It has `bm`, a longer line as `pv`, the counters,
    /// `id`, and `c0` with the players, the date and the game's move.
    pub fn epd(&self) -> String {
        let fen = self.position.fen();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        let best = self.line.first().map_or_else(String::new, |&m| san(&self.position, m));
        let mut position = self.position.clone();
        let line = self.line.iter().map(|&m| {
            let text = san(&position, m);
            position = position.play(m);
            text
        });
        let line: Vec<String> = line.collect();
        let line = if line.len() > 1 { format!("pv {}; ", line.join(" ")) } else { String::new() };
        let about = match self.date() {
            Some(date) => format!("{}, {date}, {}", self.players, self.remark()),
            None => format!("{}, {}", self.players, self.remark()),
        };
        // Other readers end an operation at any semicolon.
        let about = printable(&about).replace('"', "'").replace(';', ",");
        format!(
            "{} bm {best}; {line}hmvc {}; fmvn {}; id \"{}\"; c0 \"{about}\";\n",
            fields.join(" "),
            self.position.halfmoves(),
            self.position.fullmoves(),
            self.id(),
        )
    }

    /// Formats a game of PGN that begins with the position and the solution.
    pub fn pgn(&self) -> String {
        let mut tags = self.tags.clone();
        let mut tag = |name: &str, value: &str| {
            tags.push(Tag { name: name.to_owned(), value: value.to_owned() });
        };
        if self.position.is_chess960() {
            tag("Variant", "Chess960");
        }
        tag("SetUp", "1");
        tag("FEN", &self.position.fen());
        let moves = self.line.iter().map(|&m| PlayedMove::new(Some(m))).collect();
        let comments = vec![format!("{}: {}", self.id(), self.remark())];
        let mut writer = Writer::default();
        writer.tags(&tags, "*");
        writer.line(&Line { comments, moves }, &Game::new(self.position.clone()));
        writer.word("*");
        writer.finish()
    }

    /// Returns the name. It begins with the theme, which `brudno solve` counts.
    fn id(&self) -> String {
        format!("{}.{}", self.theme.name(), self.number)
    }

    fn remark(&self) -> String {
        format!("{} was played", self.played)
    }

    /// Returns the date of the game, if it is known.
    fn date(&self) -> Option<&str> {
        let date = self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case("Date"))?;
        Some(date.value.as_str()).filter(|date| !date.starts_with('?'))
    }
}
