//! Formats reviewed games as PGN. Adds evaluations as `[%eval]`, and glyphs, a sentence and better
//! lines at each mistake, to the game's own content.

use brudno::{
    chess::score::{Score, moves_to_mate},
    eval::wdl::centipawns,
    uci::NAME,
};
use brudno_notation::pgn::{Line, PlayedMove, Remark, Tag, Writer};

use super::Review;

/// Maximum length of a better line, plies.
const LINE: usize = 10;

/// Returns the game with the findings of the review.
pub fn write(review: &Review) -> String {
    let game = &review.game;
    let mut tags = game.tags.clone();
    let opening = review.opening();
    let known = [
        ("Annotator", Some(NAME)),
        ("ECO", opening.map(|opening| opening.eco)),
        ("Opening", opening.map(|opening| opening.name)),
    ];
    for (name, value) in known {
        if let Some(value) = value.filter(|_| game.tag(name).is_none()) {
            tags.push(Tag { name: name.to_owned(), value: value.to_owned() });
        }
    }
    let result = game.result();
    let mut writer = Writer::default();
    writer.tags(&tags, &result);
    writer.comments(&game.main.comments);
    for ply in 0..game.main.moves.len() {
        write_move(&mut writer, review, ply);
    }
    writer.word(&result);
    writer.finish()
}

/// Adds a move with its glyphs, the review's comment and better lines, and the game's own comments
/// and variations.
fn write_move(writer: &mut Writer, review: &Review, ply: usize) {
    let (played, reviewed) = (&review.game.main.moves[ply], &review.moves[ply]);
    writer.played_move(review.position(ply), played.m);
    let judged = reviewed.judgement.map(|judgement| judgement.nag());
    let own = judged.filter(|nag| !played.nags.contains(nag));
    for nag in played.nags.iter().copied().chain(own) {
        writer.word(&format!("${nag}"));
    }
    let mut remarks: Vec<String> =
        review.white_score(ply + 1).and_then(eval_command).into_iter().collect();
    remarks.extend(reviewed.sentence.clone());
    if !remarks.is_empty() {
        writer.comment(&remarks.join(" "));
    }
    let before = &review.positions[ply];
    let better = review.better_lines(ply);
    let has_scores = better.len() > 1;
    for line in better {
        let moves = line.pv.iter().take(LINE).map(|&m| PlayedMove::new(Some(m)));
        let mut moves: Vec<PlayedMove> = moves.collect();
        // The score of a single line is already after the previous move.
        let white = before.position().turn().fold_wb(line.score, -line.score);
        let eval = eval_command(white).filter(|_| has_scores);
        if let (Some(first), Some(eval)) = (moves.first_mut(), eval) {
            first.remarks.push(Remark::Comment(eval));
        }
        writer.variation(&Line { comments: Vec::new(), moves }, before);
    }
    writer.remarks(played, before);
}

/// Formats White's score as lichess does. Empty for a mate on the board.
fn eval_command(white: Score) -> Option<String> {
    match moves_to_mate(white) {
        Some(0) => None,
        Some(moves) => Some(format!("[%eval #{moves}]")),
        None => Some(format!("[%eval {:.2}]", f64::from(centipawns(white)) / 100.0)),
    }
}
