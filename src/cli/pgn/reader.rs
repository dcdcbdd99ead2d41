//! Games read from PGN.

use std::{fmt, iter, ops::ControlFlow};

use pgn_reader::{Outcome, RawComment, RawTag, Reader, SanPlus, Visitor};
use shakmaty::Move;

use crate::{
    display::result,
    input::{UnknownVariant, is_chess960},
    position::{Game, PositionError},
    stdio::printable,
};

/// The longest line of a tag, in bytes, that is read.
const TAG_BYTES: usize = 4096;

/// The main line of a game with its tags and comments. Variations and glyphs are left out.
pub struct PgnGame {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The tags in their order.
    pub tags: Vec<(String, String)>,
    /// Where it began.
    pub start: Game,
    /// The moves.
    pub moves: Vec<Move>,
    /// The comments before the first move and after each one.
    pub comments: Vec<Vec<String>>,
    /// How it ended as PGN writes it.
    pub result: String,
}

/// A game that cannot be understood.
pub struct BrokenGame {
    /// Its number in the file, from 1.
    pub number: usize,
    /// Who played.
    pub players: String,
    /// What is wrong.
    pub why: GameError,
}

/// What is wrong with a game.
pub enum GameError {
    /// The text cannot be read on.
    Text(String),
    /// The start position is none.
    Start(PositionError),
    /// A variant of chess that the engine does not play.
    Variant(UnknownVariant),
    /// A move that cannot be played, with its number as `12.` or `12...`.
    Move { number: String, san: String, fen: String },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameError::Text(why) => f.write_str(why),
            GameError::Start(error) => write!(f, "tag FEN: {error}"),
            GameError::Variant(error) => error.fmt(f),
            GameError::Move { number, san, fen } => {
                write!(f, "{number}{san} is no legal move in {fen}")
            }
        }
    }
}

/// Whether a text looks like games and not like positions: it begins with a tag.
pub fn is_pgn(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(['%', ';']));
    first.is_some_and(|line| line.starts_with('['))
}

/// The games of a text, in order, each read when it is asked for.
pub fn games(text: &str) -> impl Iterator<Item = Result<PgnGame, BrokenGame>> {
    let mut reader =
        Reader::build(text.as_bytes()).set_supported_tag_line_length(TAG_BYTES).finish();
    let mut visitor = GameReader { number: 0 };
    iter::from_fn(move || {
        loop {
            match reader.read_game(&mut visitor) {
                Ok(None) => return None,
                Ok(Some(Some(game))) => return Some(game),
                // Neither tags nor moves: text between games.
                Ok(Some(None)) => visitor.number -= 1,
                // The reader goes on behind what it cannot read.
                Err(error) => {
                    return Some(Err(BrokenGame {
                        number: visitor.number,
                        players: String::new(),
                        why: GameError::Text(error.to_string()),
                    }));
                }
            }
        }
    })
}

struct GameReader {
    /// Games begun.
    number: usize,
}

/// One game while it is read.
struct Draft {
    tags: Vec<(String, String)>,
    start: Game,
    current: Game,
    moves: Vec<Move>,
    comments: Vec<Vec<String>>,
    result: Option<String>,
}

impl GameReader {
    fn broken(&self, draft: &Draft, why: GameError) -> Output {
        let players = players(&draft.tags);
        Some(Err(BrokenGame { number: self.number, players, why }))
    }
}

/// Nothing for text without tags and moves.
type Output = Option<Result<PgnGame, BrokenGame>>;

impl Visitor for GameReader {
    type Tags = Draft;
    type Movetext = Draft;
    type Output = Output;

    fn begin_tags(&mut self) -> ControlFlow<Output, Draft> {
        self.number += 1;
        ControlFlow::Continue(Draft {
            tags: Vec::new(),
            start: Game::default(),
            current: Game::default(),
            moves: Vec::new(),
            comments: vec![Vec::new()],
            result: None,
        })
    }

    fn tag(&mut self, draft: &mut Draft, name: &[u8], value: RawTag<'_>) -> ControlFlow<Output> {
        // The standard allows no control characters.
        let name = printable(&String::from_utf8_lossy(name));
        draft.tags.push((name, printable(&value.decode_utf8_lossy())));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, mut draft: Draft) -> ControlFlow<Output, Draft> {
        let chess960 = match is_chess960(tag(&draft.tags, "Variant").unwrap_or_default()) {
            Ok(chess960) => chess960,
            Err(error) => {
                return ControlFlow::Break(self.broken(&draft, GameError::Variant(error)));
            }
        };
        if let Some(fen) = tag(&draft.tags, "FEN") {
            match Game::from_fen(fen, chess960) {
                Ok(game) => (draft.start, draft.current) = (game.clone(), game),
                Err(error) => {
                    return ControlFlow::Break(self.broken(&draft, GameError::Start(error)));
                }
            }
        }
        ControlFlow::Continue(draft)
    }

    fn san(&mut self, draft: &mut Draft, san: SanPlus) -> ControlFlow<Output> {
        let position = draft.current.position();
        let Ok(m) = san.san.to_move(position.chess()) else {
            let dots = position.turn().fold_wb(".", "...");
            let number = format!("{}{dots}", position.fullmoves());
            let (san, fen) = (san.to_string(), position.fen());
            return ControlFlow::Break(self.broken(draft, GameError::Move { number, san, fen }));
        };
        draft.current.play(m);
        draft.moves.push(m);
        draft.comments.push(Vec::new());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, draft: &mut Draft, comment: RawComment<'_>) -> ControlFlow<Output> {
        let text = String::from_utf8_lossy(comment.as_bytes());
        // One list of comments for each move, and one before them.
        draft.comments.last_mut().expect("never empty").push(printable(&text));
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, draft: &mut Draft, outcome: Outcome) -> ControlFlow<Output> {
        draft.result = Some(outcome.to_string());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, draft: Draft) -> Output {
        if draft.tags.is_empty() && draft.moves.is_empty() {
            return None;
        }
        let by_tag = || tag(&draft.tags, "Result").filter(|text| is_result(text));
        let by_rules = || result(draft.current.outcome()).to_owned();
        let result = draft.result.or_else(|| by_tag().map(str::to_owned)).unwrap_or_else(by_rules);
        Some(Ok(PgnGame {
            number: self.number,
            tags: draft.tags,
            start: draft.start,
            moves: draft.moves,
            comments: draft.comments,
            result,
        }))
    }
}

impl PgnGame {
    /// Who played: `White - Black`.
    pub fn players(&self) -> String {
        players(&self.tags)
    }
}

fn tag<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

fn players(tags: &[(String, String)]) -> String {
    let [white, black] = ["White", "Black"].map(|name| tag(tags, name).unwrap_or("?"));
    format!("{white} - {black}")
}

fn is_result(text: &str) -> bool {
    ["1-0", "0-1", "1/2-1/2", "*"].contains(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(text: &str) -> PgnGame {
        let mut games: Vec<_> = games(text).collect();
        assert_eq!(games.len(), 1, "{text}");
        games.remove(0).unwrap_or_else(|broken| panic!("{}", broken.why))
    }

    #[test]
    fn main_lines_tags_and_comments_are_read() {
        let game = only(
            "[White \"A\"]\n[Black \"\\\"B\\\"\"]\n[Result \"0-1\"]\n\n{Hello} 1. f3! {dubious} \
             (1. e4 {better} e5 (1... c5)) 1... e5 $2 2. g4 Qh4# 0-1\n",
        );
        assert_eq!(game.players(), "A - \"B\"");
        assert_eq!(game.moves.len(), 4);
        assert_eq!(game.comments[0], ["Hello"]);
        assert_eq!(game.comments[1], ["dubious"]);
        assert!(game.comments[2..].iter().all(Vec::is_empty), "{:?}", game.comments);
        assert_eq!(game.result, "0-1");
    }

    #[test]
    fn results_come_from_movetext_tags_or_the_board() {
        assert_eq!(only("[Result \"1-0\"]\n\n1. e4 1/2-1/2\n").result, "1/2-1/2");
        assert_eq!(only("[Result \"1-0\"]\n\n1. e4\n").result, "1-0");
        assert_eq!(only("1. f3 e5 2. g4 Qh4\n").result, "0-1");
        assert_eq!(only("1. e4\n").result, "*");
    }

    #[test]
    fn castling_and_chess960() {
        let game = only("1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 0-0 O-O *\n");
        assert_eq!(game.moves.len(), 8);
        let game = only(
            "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/\
             BQNBRKRN w KQkq - 0 1\"]\n\n1. O-O O-O 2. g3 *\n",
        );
        assert!(game.start.position().is_chess960());
        assert_eq!(game.moves.len(), 3);
    }

    #[test]
    fn broken_games_are_named_and_the_others_read() {
        let games = games(
            "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Ke3 *\n\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\
             \n\n*\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n[Event \"none\"]\n\n*\n\n1. d4 {open",
        );
        let texts: Vec<String> = games
            .map(|game| match game {
                Ok(game) => format!("{}: {} moves", game.number, game.moves.len()),
                Err(BrokenGame { number, why, .. }) => format!("{number}: {why}"),
            })
            .collect();
        assert_eq!(texts.len(), 5, "{texts:?}");
        assert!(texts[0].starts_with("1: 2.Ke3 is no legal move in rnbq"), "{texts:?}");
        assert!(texts[1].starts_with("2: tag FEN: impossible position"), "{texts:?}");
        assert_eq!(texts[2], "3: variant Atomic: only chess and Chess960");
        assert_eq!(texts[3], "4: 0 moves");
        assert_eq!(texts[4], "5: unterminated comment");
    }

    #[test]
    fn games_are_told_from_positions() {
        for text in ["[Event \"x\"]\n\n*", "\u{feff}\n[White \"A\"]", "% x\n[White \"A\"]"] {
            assert!(is_pgn(text), "{text}");
        }
        for text in ["", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "1. e4 e5"] {
            assert!(!is_pgn(text), "{text}");
        }
    }
}
