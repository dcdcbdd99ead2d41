//! Converts reviewed games to the data of the page. The format is compact, because a page may
//! contain a thousand games. Only the scripts in `page/` read it. It differs from the documented
//! JSON.

use brudno::{
    chess::{
        Game, Position,
        score::{Bound, Score, moves_to_mate},
    },
    eval::wdl::centipawns,
    notation::san,
    search::ScoredLine,
    terminal::display::bound_for_white,
    uci::NAME,
};
use brudno_notation::pgn::{BrokenGame, Line, PlayedMove, Remark};
use serde::Serialize;
use shakmaty::{Color, Move};

use super::{
    json::{Heading, Skipped},
    report::Report,
};
use crate::shared::{
    json::tenths,
    review::{Mark, Review, SideStatistics, pgn, reason::Kind},
};

/// The games of a page.
#[derive(Serialize)]
pub struct PageData<'a> {
    engine: &'static str,
    games: Vec<PageGame>,
    skipped: Vec<Skipped>,
    report: Option<&'a Report>,
}

#[derive(Serialize)]
struct PageGame {
    #[serde(flatten)]
    heading: Heading,
    white: Figures,
    black: Figures,
    /// Start position.
    fen: String,
    /// The game of the input.
    line: Vec<Item>,
    /// White's scores, by ply.
    scores: Vec<Option<PageScore>>,
    /// White's win percentages times ten, by ply.
    chances: Vec<Option<u16>>,
    /// Plies searched, by ply.
    depths: Vec<Option<u32>>,
    /// The best move of each position as a word of a line. `=` is the played move, and `-` means
    /// that no move is known.
    best: String,
    marked: Vec<Marked>,
}

/// Accuracy, average centipawn loss, inaccuracies, mistakes and blunders.
#[derive(Serialize)]
struct Figures(Option<f64>, Option<f64>, [usize; 3]);

/// A judged or praised move: its ply, mark, sentence, better lines and kind of the mistake, and the
/// variations of the PGN if a better line has joined one of the input.
#[derive(Serialize)]
struct Marked(
    usize,
    Mark,
    Option<String>,
    Vec<BetterLine>,
    Option<Kind>,
    #[serde(skip_serializing_if = "Option::is_none")] Option<Vec<Vec<Item>>>,
);

/// A better line: White's score and the moves as words.
#[derive(Serialize)]
struct BetterLine(PageScore, String);

/// An element of a line, in the order of the movetext.
#[derive(Serialize)]
#[serde(untagged)]
enum Item {
    /// Moves as words with a space between them, see [`word`].
    Moves(String),
    /// A numeric annotation glyph of the last move.
    Glyph(u8),
    Comment {
        comment: String,
    },
    /// An alternative to the last move.
    Variation(Vec<Item>),
}

#[derive(Serialize)]
#[serde(untagged)]
enum PageScore {
    Centipawns(i32),
    /// A mate in five moves is `#5`, and negative if Black mates. A bound is `≥34` or `≤#-2`.
    Text(String),
}

impl PageData<'_> {
    /// Returns the data of the reviewed games, the games that could not be read, and the report on
    /// a player.
    pub fn new<'a>(
        reviews: &[Review],
        skipped: &[BrokenGame],
        report: Option<&'a Report>,
    ) -> PageData<'a> {
        PageData {
            engine: NAME,
            games: reviews.iter().map(game).collect(),
            skipped: skipped.iter().map(Skipped::from).collect(),
            report,
        }
    }
}

fn game(review: &Review) -> PageGame {
    let game = &review.game;
    let plies = 0..review.positions.len();
    let best: Vec<String> = plies.clone().map(|ply| best(review, ply)).collect();
    PageGame {
        heading: Heading::new(review),
        white: figures(&review.sides.white),
        black: figures(&review.sides.black),
        fen: review.position(0).fen(),
        line: line(&game.main, &game.start),
        scores: plies.clone().map(|ply| score(review, ply)).collect(),
        chances: plies
            .clone()
            .map(|ply| review.white_percent(ply).map(|percent| (percent * 10.0).round() as u16))
            .collect(),
        depths: plies.map(|ply| review.evaluations[ply].as_ref().map(|e| e.best.depth)).collect(),
        best: best.join(" "),
        marked: (0..review.moves.len()).filter_map(|ply| marked(review, ply)).collect(),
    }
}

fn figures(side: &SideStatistics) -> Figures {
    Figures(side.accuracy.map(tenths), side.average_loss.map(tenths), side.counts)
}

fn score(review: &Review, ply: usize) -> Option<PageScore> {
    let ScoredLine { score, bound, .. } = review.evaluations[ply].as_ref()?.best;
    Some(white_score(score, bound, review.position(ply).turn()))
}

/// Converts a score and a bound from the side to move's point of view to White's.
fn white_score(score: Score, bound: Bound, turn: Color) -> PageScore {
    let white = turn.fold_wb(score, -score);
    let sign = match bound_for_white(bound, turn) {
        Bound::Exact => "",
        Bound::Lower => "≥",
        Bound::Upper => "≤",
    };
    match moves_to_mate(white) {
        Some(moves) => PageScore::Text(format!("{sign}#{moves}")),
        None if sign.is_empty() => PageScore::Centipawns(centipawns(white)),
        None => PageScore::Text(format!("{sign}{}", centipawns(white))),
    }
}

fn best(review: &Review, ply: usize) -> String {
    let first = review.evaluations[ply].as_ref().and_then(|evaluation| evaluation.best.pv.first());
    let played = review.game.main.moves.get(ply).and_then(|played| played.m);
    match first {
        None => "-".to_owned(),
        Some(&m) if Some(m) == played => "=".to_owned(),
        Some(&m) => word(&review.positions[ply], Some(m)).0,
    }
}

fn marked(review: &Review, ply: usize) -> Option<Marked> {
    let reviewed = &review.moves[ply];
    let mark = reviewed.mark()?;
    let turn = review.position(ply).turn();
    let better = review.better_lines(ply).into_iter().map(|line| {
        let score = white_score(line.score, line.bound, turn);
        BetterLine(score, words(&line.pv, &review.positions[ply]))
    });
    let joined = pgn::joined_variations(review, ply);
    let joined = joined.map(|lines| {
        lines.iter().map(|variation| line(variation, &review.positions[ply])).collect()
    });
    let sentence = reviewed.sentence.clone();
    Some(Marked(ply + 1, mark, sentence, better.collect(), reviewed.kind, joined))
}

fn words(moves: &[Move], start: &Game) -> String {
    let mut game = start.clone();
    let mut words = Vec::with_capacity(moves.len());
    for &m in moves {
        let (text, next) = word(&game, Some(m));
        words.push(text);
        game = next;
    }
    words.join(" ")
}

fn line(line: &Line, start: &Game) -> Vec<Item> {
    let mut items: Vec<Item> = line.comments.iter().map(|text| comment(text)).collect();
    let mut game = start.clone();
    for PlayedMove { m, nags, remarks } in &line.moves {
        let (text, next) = word(&game, *m);
        match items.last_mut() {
            Some(Item::Moves(words)) => *words += &format!(" {text}"),
            _ => items.push(Item::Moves(text)),
        }
        items.extend(nags.iter().copied().map(Item::Glyph));
        items.extend(remarks.iter().map(|remark| match remark {
            Remark::Comment(text) => comment(text),
            Remark::Variation(variation) => Item::Variation(self::line(variation, &game)),
        }));
        game = next;
    }
    items
}

fn comment(text: &str) -> Item {
    Item::Comment { comment: text.to_owned() }
}

/// Returns a move as a word, and the game after it. A word is the origin square of the move
/// followed by its SAN: `g1Nf3`. Castling has the rook's square between them: `e1h1O-O`. A null
/// move is `--`. If the move changes the castling rights or sets an en-passant square, these
/// follow: `e1Ke2|kq`, `e2e4||e3`. With them, the page can show the FEN without the rules of chess.
fn word(before: &Game, m: Option<Move>) -> (String, Game) {
    let mut after = before.clone();
    // The reader accepts a null move only if it is possible.
    let _ = after.play_or_pass(m);
    let position = before.position();
    let mut text = match m {
        None => "--".to_owned(),
        Some(m @ Move::Castle { king, rook }) => format!("{king}{rook}{}", san(position, m)),
        Some(m) => {
            let from = m.from().map_or_else(String::new, |square| square.to_string());
            from + &san(position, m)
        }
    };
    let [castling_before, _] = fields(position);
    let [castling, en_passant] = fields(after.position());
    let has_new_rights = castling != castling_before;
    if has_new_rights || en_passant != "-" {
        text.push('|');
        text += if has_new_rights { &castling } else { "" };
    }
    if en_passant != "-" {
        text.push('|');
        text += &en_passant;
    }
    (text, after)
}

/// Returns the castling rights and the en-passant square of a position's FEN.
fn fields(position: &Position) -> [String; 2] {
    let fen = position.fen();
    let mut fields = fen.split(' ').skip(2).map(str::to_owned);
    [(); 2].map(|()| fields.next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use brudno_notation::pgn::games;
    use shakmaty::ByColor;

    use super::*;
    use crate::shared::evaluation::Evaluation;

    /// Reviews a game with the same evaluation of each position, and returns the page's data.
    fn data(pgn: &str, evaluation: &Evaluation) -> serde_json::Value {
        let game = games(pgn).next().unwrap().unwrap();
        let positions = game.positions();
        let evaluations = positions.iter().map(|_| Some(evaluation.clone())).collect();
        let review =
            Review::new(game, positions, evaluations, ByColor { white: true, black: true });
        let mut data = serde_json::to_value(PageData::new(&[review], &[], None)).unwrap();
        data["games"][0].take()
    }

    fn evaluation(score: i32, bound: Bound) -> Evaluation {
        let best =
            ScoredLine { depth: 7, seldepth: 9, score, bound, is_draw: false, pv: Vec::new() };
        Evaluation { best, others: Vec::new(), nodes: 100 }
    }

    #[test]
    fn a_line_has_moves_glyphs_comments_and_variations_in_order() {
        let pgn = "{before} 1. e4 e5 $1 {good} (1... c5 {or} 2. Nf3 (2. c3)) 2. -- Nf6 *";
        let game = data(pgn, &evaluation(0, Bound::Exact));
        let expected = serde_json::json!([
            {"comment": "before"},
            "e2e4 e7e5",
            1,
            {"comment": "good"},
            ["c7c5", {"comment": "or"}, "g1Nf3", ["c2c3"]],
            "-- g8Nf6",
        ]);
        assert_eq!(game["line"], expected);
        assert_eq!(game["best"], "- - - - -");
        assert_eq!(game["depths"], serde_json::json!([7, 7, 7, 7, 7]));
    }

    #[test]
    fn words_have_changed_castling_rights_and_en_passant_squares() {
        let pgn = "[FEN \"rn2k2r/P7/8/8/3p4/8/4P3/R3K2R w KQkq - 0 1\"]\n\n\
                   1. e4 dxe3 2. axb8=Q+ *";
        let game = data(pgn, &evaluation(0, Bound::Exact));
        assert_eq!(game["line"][0], "e2e4||e3 d4dxe3 a7axb8=Q+");
        let pgn = "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n1. O-O Ke7 2. Rae1+ *";
        let game = data(pgn, &evaluation(0, Bound::Exact));
        assert_eq!(game["line"][0], "e1h1O-O|kq e8Ke7|- a1Rae1+");
    }

    #[test]
    fn castling_of_chess960_names_the_rook() {
        let pgn = "[Variant \"Chess960\"]\n\
                   [FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1\"]\n\n1. O-O *";
        let game = data(pgn, &evaluation(0, Bound::Exact));
        assert_eq!(game["line"][0], "f1g1O-O|kq");
    }

    #[test]
    fn scores_are_those_of_white() {
        let mate = brudno::chess::score::mate_in(9);
        for (score, bound, expected) in [
            (mate, Bound::Exact, serde_json::json!(["#5", "#-5"])),
            (mate, Bound::Lower, serde_json::json!(["≥#5", "≤#-5"])),
            (0, Bound::Exact, serde_json::json!([0, 0])),
            (0, Bound::Upper, serde_json::json!(["≤0", "≥0"])),
        ] {
            assert_eq!(data("1. e4 *", &evaluation(score, bound))["scores"], expected);
        }
        let game = data("1. e4 *", &evaluation(mate, Bound::Exact));
        assert_eq!(game["chances"], serde_json::json!([975, 25]));
    }

    #[test]
    fn a_judged_move_has_its_better_line() {
        let game = games("1. f3 e5 *").next().unwrap().unwrap();
        let positions = game.positions();
        let start = positions[0].position();
        let line = ["e4", "e5"].iter().scan(start.clone(), |position, text| {
            let m = position.parse_move(text).unwrap();
            *position = position.play(m);
            Some(m)
        });
        let mut good = evaluation(2_000, Bound::Exact);
        good.best.pv = line.collect();
        let evaluations = [good, evaluation(2_000, Bound::Exact), evaluation(-2_000, Bound::Exact)];
        let evaluations = evaluations.map(Some).to_vec();
        let review =
            Review::new(game, positions, evaluations, ByColor { white: true, black: true });
        let data = serde_json::to_value(PageData::new(&[review], &[], None)).unwrap();
        let game = &data["games"][0];
        assert_eq!(game["marked"][0][0], 1);
        assert_eq!(game["marked"][0][1], "blunder");
        assert!(game["marked"][0][2].as_str().unwrap().starts_with("Blunder: "));
        assert_eq!(game["marked"][0][3], serde_json::json!([[centipawns(2_000), "e2e4 e7e5"]]));
        assert!(game["best"].as_str().unwrap().starts_with("e2e4 "));
    }
}
