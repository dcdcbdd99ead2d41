//! Formats reviewed games as PGN. Adds evaluations as `[%eval]`, and glyphs, `[%reason]`, a
//! sentence and better lines at each mistake, and praise of the best moves, to the game's own content.
//!
//! A later analysis has to find the review's own part again, and nothing else:
//!
//! - In the comment of a move, the evaluation and the sentence follow the words of the input:
//!   `{My own remark. [%eval -1.20] [%reason fork] Blunder: …; Nf3 was best (…).}`
//! - A glyph `$1` to `$6` of the input stays alone. If it is that of the mark, the sentence
//!   starts with `Blunder indeed: …`, otherwise a glyph of this mark is the review's.
//! - [`EngineLine`] describes the better lines.

use brudno::{
    chess::score::{Score, moves_to_mate},
    eval::wdl::centipawns,
    uci::NAME,
};
use brudno_notation::pgn::{self, Line, PgnGame, PlayedMove, Remark, Tag};

use super::{Mark, Review, engine_line::EngineLine};

/// Maximum length of a better line, plies.
const LINE: usize = 10;
/// Glyphs that judge a move: `!`, `?`, `!!`, `??`, `!?`, `?!`.
const JUDGING: std::ops::RangeInclusive<u8> = 1..=6;
/// Follows the name of a judgement whose glyph the input has.
pub const AGREED: &str = " indeed";

/// Returns the game with the findings of the review.
pub fn write(review: &Review) -> String {
    let mut game = review.game.clone();
    add_tags(&mut game, review);
    for (ply, played) in game.main.moves.iter_mut().enumerate() {
        annotate(played, review, ply);
    }
    pgn::write(&game)
}

/// Adds the tags of the annotation, where the input has none or a placeholder.
fn add_tags(game: &mut PgnGame, review: &Review) {
    let opening = review.opening();
    let known = [
        ("Annotator", Some(NAME)),
        ("ECO", opening.map(|opening| opening.eco)),
        ("Opening", opening.map(|opening| opening.name)),
    ];
    for (name, value) in known {
        let Some(value) = value.map(str::to_owned) else { continue };
        match game.tags.iter_mut().find(|tag| tag.name.eq_ignore_ascii_case(name)) {
            None => game.tags.push(Tag { name: name.to_owned(), value }),
            Some(tag) if is_placeholder(&tag.value) => tag.value = value,
            Some(_) => {}
        }
    }
}

/// Returns true for the value of a tag that stands for an unknown one: empty, `?`, `-`.
fn is_placeholder(value: &str) -> bool {
    value.chars().all(|letter| "?-. ".contains(letter))
}

/// Adds the glyph, the evaluation, the sentence and the better lines to a move.
fn annotate(played: &mut PlayedMove, review: &Review, ply: usize) {
    let reviewed = &review.moves[ply];
    let mut words: Vec<String> = played.comments().map(str::to_owned).collect();
    words.extend(review.white_score(ply + 1).and_then(eval_command));
    words.extend(reviewed.kind.map(|kind| format!("[%reason {kind}]")));
    if let (Some(mark), Some(sentence)) = (reviewed.mark(), &reviewed.sentence) {
        words.push(match played.nags.contains(&mark.nag()) {
            true => agreed(mark, sentence),
            false => sentence.clone(),
        });
    }
    let nag = reviewed.mark().map(Mark::nag);
    if !played.nags.iter().any(|nag| JUDGING.contains(nag)) {
        played.nags.extend(nag);
    }
    let (mut variations, own) = variations(played, review, ply);
    variations.extend(own);
    let comment = (!words.is_empty()).then(|| Remark::Comment(words.join(" ")));
    let variations = variations.into_iter().map(Remark::Variation);
    played.remarks = comment.into_iter().chain(variations).collect();
}

/// Returns the variations of a move as they are written, if a better line has joined one of the
/// input.
pub fn joined_variations(review: &Review, ply: usize) -> Option<Vec<Line>> {
    let played = &review.game.main.moves[ply];
    let (alone, own) = variations(played, review, ply);
    let is_joined = !own.iter().eq(played.variations());
    is_joined.then(|| [alone, own].concat())
}

/// Marks the sentence about a move whose glyph the input has.
fn agreed(mark: Mark, sentence: &str) -> String {
    let name = mark.name();
    match sentence.strip_prefix(name) {
        Some(rest) => format!("{name}{AGREED}{rest}"),
        None => sentence.to_owned(),
    }
}

/// Returns the better lines of a move that stand alone, and the variations of the input, which the
/// other better lines have joined.
fn variations(played: &PlayedMove, review: &Review, ply: usize) -> (Vec<Line>, Vec<Line>) {
    let mut own: Vec<Line> = played.variations().cloned().collect();
    let turn = review.position(ply).turn();
    let better = review.better_lines(ply);
    // The score of a single line is already after the previous move.
    let has_scores = better.len() > 1;
    let mut alone = Vec::new();
    for line in better {
        let white = turn.fold_wb(line.score, -line.score);
        let eval = eval_command(white).filter(|_| has_scores);
        let line = EngineLine { moves: &line.pv[..line.pv.len().min(LINE)], eval };
        if let Err(line) = line.join(&mut own) {
            alone.push(line.alone());
        }
    }
    (alone, own)
}

/// Formats White's score as lichess does. Empty for a mate on the board.
fn eval_command(white: Score) -> Option<String> {
    match moves_to_mate(white) {
        Some(0) => None,
        Some(moves) => Some(format!("[%eval #{moves}]")),
        None => Some(format!("[%eval {:.2}]", f64::from(centipawns(white)) / 100.0)),
    }
}
