//! JSON output of reviewed games. docs/json.md describes it.

use brudno::{chess, uci::NAME};
use brudno_notation::pgn::{BrokenGame, Line, PlayedMove as Played};
use serde::Serialize;
use shakmaty::Color;

use super::{report::Report, reported_reason::ReportedReason};
use crate::shared::{
    evaluation::Evaluation,
    json::{ReportedMove, ReportedMoves, ReportedOpening, ReportedScore, tenths},
    review::{Judgement, Praise, Review, SideStatistics},
};

/// Version of the format. It increases when a field is removed or changes its meaning.
const VERSION: u32 = 1;

/// All games of a file.
#[derive(Serialize)]
pub struct Document<'a> {
    version: u32,
    engine: &'static str,
    games: Vec<Game>,
    skipped: Vec<Skipped>,
    report: Option<&'a Report>,
}

/// What is known about a game besides its moves.
#[derive(Serialize)]
pub struct Heading {
    number: usize,
    tags: Vec<[String; 2]>,
    result: String,
    ending: Option<String>,
    opening: Option<ReportedOpening>,
    /// True if every position is evaluated.
    complete: bool,
    /// Plies, from 1.
    turning_points: Vec<usize>,
}

#[derive(Serialize)]
struct Game {
    #[serde(flatten)]
    heading: Heading,
    white: Player,
    black: Player,
    start: Start,
    moves: Vec<PlayedMove>,
}

#[derive(Serialize)]
struct Player {
    accuracy: Option<f64>,
    average_centipawn_loss: Option<f64>,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

#[derive(Serialize)]
struct Start {
    fen: String,
    comments: Vec<String>,
    #[serde(flatten)]
    position: Evaluated,
}

#[derive(Serialize)]
struct PlayedMove {
    ply: usize,
    number: u32,
    side: &'static str,
    #[serde(flatten)]
    played: ReportedMove,
    fen: String,
    #[serde(flatten)]
    position: Evaluated,
    accuracy: Option<f64>,
    judgement: Option<Judgement>,
    praise: Option<Praise>,
    sentence: Option<String>,
    reason: Option<ReportedReason>,
    /// Glyphs, comments and variations of the input.
    nags: Vec<u8>,
    comments: Vec<String>,
    variations: Vec<Variation>,
    best: Option<ReportedMoves>,
    /// Best lines of the position before the move. Empty if only one was searched.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lines: Vec<SearchedLine>,
}

/// A variation of the input, which starts before a move.
#[derive(Serialize)]
struct Variation {
    comments: Vec<String>,
    moves: Vec<VariationMove>,
}

#[derive(Serialize)]
struct VariationMove {
    #[serde(flatten)]
    played: ReportedMove,
    nags: Vec<u8>,
    comments: Vec<String>,
    variations: Vec<Variation>,
}

/// Evaluation of a position, from White's point of view.
#[derive(Serialize)]
struct Evaluated {
    score: Option<ReportedScore>,
    win_percent: Option<f64>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

#[derive(Serialize)]
struct SearchedLine {
    score: ReportedScore,
    #[serde(flatten)]
    moves: ReportedMoves,
}

/// A game that cannot be read.
#[derive(Serialize)]
pub struct Skipped {
    number: usize,
    players: String,
    error: String,
}

impl From<&BrokenGame> for Skipped {
    fn from(broken: &BrokenGame) -> Skipped {
        let BrokenGame { number, players, .. } = broken;
        Skipped { number: *number, players: players.clone(), error: broken.to_string() }
    }
}

impl Document<'_> {
    /// Builds the document from reviewed games, games that cannot be read, and the report on a player.
    pub fn new<'a>(
        reviews: &[Review],
        skipped: &[BrokenGame],
        report: Option<&'a Report>,
    ) -> Document<'a> {
        Document {
            version: VERSION,
            engine: NAME,
            games: reviews.iter().map(game).collect(),
            skipped: skipped.iter().map(Skipped::from).collect(),
            report,
        }
    }

    /// Formats the document, indented.
    ///
    /// # Errors
    ///
    /// Serialisation fails, which does not happen with plain data.
    pub fn text(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self)
    }
}

impl Heading {
    /// Returns the heading of a reviewed game.
    pub fn new(review: &Review) -> Heading {
        let game = &review.game;
        Heading {
            number: game.number,
            tags: game.tags.iter().map(|tag| [tag.name.clone(), tag.value.clone()]).collect(),
            result: game.result(),
            ending: review.ending().map(|ending| ending.to_string()),
            opening: review.opening().map(ReportedOpening::from),
            complete: review.is_complete(),
            turning_points: review.turning_points().into_iter().map(|ply| ply + 1).collect(),
        }
    }
}

fn game(review: &Review) -> Game {
    let game = &review.game;
    let moves = game.main.moves.iter().enumerate();
    Game {
        heading: Heading::new(review),
        white: player(&review.sides.white),
        black: player(&review.sides.black),
        start: Start {
            fen: review.position(0).fen(),
            comments: game.main.comments.clone(),
            position: evaluated(review, 0),
        },
        moves: moves.map(|(ply, played)| played_move(review, ply, played)).collect(),
    }
}

fn player(side: &SideStatistics) -> Player {
    let [inaccuracies, mistakes, blunders] = side.counts;
    Player {
        accuracy: side.accuracy.map(tenths),
        average_centipawn_loss: side.average_loss.map(tenths),
        inaccuracies,
        mistakes,
        blunders,
    }
}

fn played_move(review: &Review, ply: usize, played: &Played) -> PlayedMove {
    let position = review.position(ply);
    let reviewed = &review.moves[ply];
    let line = review.evaluations[ply].as_ref().map(|evaluation| evaluation.best.pv.as_slice());
    let better =
        line.filter(|line| line.first().copied().is_some_and(|best| Some(best) != played.m));
    PlayedMove {
        ply: ply + 1,
        number: position.fullmoves(),
        side: match position.turn() {
            Color::White => "white",
            Color::Black => "black",
        },
        played: ReportedMove::or_pass(position, played.m),
        nags: played.nags.clone(),
        fen: review.position(ply + 1).fen(),
        position: evaluated(review, ply + 1),
        accuracy: reviewed.accuracy.map(tenths),
        judgement: reviewed.judgement,
        praise: reviewed.praise,
        sentence: reviewed.sentence.clone(),
        reason: reviewed
            .reason
            .as_ref()
            .zip(played.m)
            .map(|(reason, m)| ReportedReason::new(position, m, reason)),
        comments: played.comments().map(str::to_owned).collect(),
        variations: variations(played, &review.positions[ply]),
        best: better.map(|line| ReportedMoves::new(position, line)),
        lines: searched_lines(review, ply),
    }
}

fn variations(played: &Played, before: &chess::Game) -> Vec<Variation> {
    played.variations().map(|line| variation(line, before)).collect()
}

fn variation(line: &Line, start: &chess::Game) -> Variation {
    let mut game = start.clone();
    let moves = line.moves.iter().map(|played| {
        let reported = VariationMove {
            played: ReportedMove::or_pass(game.position(), played.m),
            nags: played.nags.clone(),
            comments: played.comments().map(str::to_owned).collect(),
            variations: variations(played, &game),
        };
        // The reader accepts a null move only if it is possible.
        let _ = game.play_or_pass(played.m);
        reported
    });
    let moves = moves.collect();
    Variation { comments: line.comments.clone(), moves }
}

fn searched_lines(review: &Review, ply: usize) -> Vec<SearchedLine> {
    let position = review.position(ply);
    let evaluation = review.evaluations[ply].as_ref();
    let searched = evaluation.filter(|evaluation| !evaluation.others.is_empty());
    let lines = searched.into_iter().flat_map(Evaluation::lines).map(|line| SearchedLine {
        score: ReportedScore::new(line.score, line.bound, position.turn()),
        moves: ReportedMoves::new(position, &line.pv),
    });
    lines.collect()
}

fn evaluated(review: &Review, ply: usize) -> Evaluated {
    let evaluation = review.evaluations[ply].as_ref();
    let best = evaluation.map(|evaluation| &evaluation.best);
    let turn = review.position(ply).turn();
    Evaluated {
        score: best.map(|best| ReportedScore::new(best.score, best.bound, turn)),
        win_percent: review.white_percent(ply).map(tenths),
        depth: best.map(|best| best.depth),
        nodes: evaluation.map(|evaluation| evaluation.nodes),
    }
}
