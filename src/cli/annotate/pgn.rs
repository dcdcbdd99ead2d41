//! A reviewed game as PGN: evaluations as `[%eval]`, glyphs, and at each mistake a sentence and a
//! better line.

use super::review::{Review, number};
use crate::{
    cli::pgn::{movetext, tag_line},
    display::{san, san_line},
    score::{Score, moves_to_mate},
    uci::NAME,
    wdl::centipawns,
};

/// The tags that the standard asks of every game, with what they say where nothing is known.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];
/// Plies of a better line.
const LINE: usize = 10;
/// A space at which no line is broken: programs look for commands such as `[%eval 0.35]` as a whole.
const GLUE: &str = "\u{a0}";

/// The game with what was found out about it.
pub fn write(review: &Review) -> String {
    let game = &review.game;
    let mut text = String::new();
    let has = |name: &str| game.tags.iter().any(|(known, _)| known == name);
    for (name, value) in ROSTER.iter().filter(|(name, _)| !has(name)) {
        text += &tag_line(name, value);
    }
    for (name, value) in &game.tags {
        text += &tag_line(name, value);
    }
    let opening = review.opening();
    let known = [
        ("Result", Some(game.result.as_str())),
        ("Annotator", Some(NAME)),
        ("ECO", opening.map(|opening| opening.eco)),
        ("Opening", opening.map(|opening| opening.name)),
    ];
    for (name, value) in known {
        if let Some(value) = value.filter(|_| !has(name)) {
            text += &tag_line(name, value);
        }
    }
    text + "\n" + &movetext(&words(review)).replace(GLUE, " ")
}

/// Moves and all that stands between them.
fn words(review: &Review) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for comment in &review.game.comments[0] {
        words.push(remark(comment));
    }
    let mut is_interrupted = true;
    for (ply, &m) in review.game.moves.iter().enumerate() {
        let position = review.position(ply);
        let prefix = if position.turn().is_white() || is_interrupted {
            number(position)
        } else {
            String::new()
        };
        words.push(prefix + &san(position, m));
        let before = words.len();
        let reviewed = &review.moves[ply];
        words.extend(reviewed.judgement.map(|judgement| judgement.nag().to_owned()));
        is_interrupted = false;
        let mut remarks: Vec<String> =
            review.white_score(ply + 1).and_then(eval_command).into_iter().collect();
        remarks.extend(reviewed.sentence.clone());
        if !remarks.is_empty() {
            words.push(remark(&remarks.join(" ")));
        }
        for comment in &review.game.comments[ply + 1] {
            words.push(remark(comment));
        }
        if let Some(line) = review.better_line(ply) {
            let line = san_line(position, &line[..line.len().min(LINE)]).join(" ");
            words.push(format!("({line})"));
        }
        is_interrupted |= words[before..].iter().any(|word| word.starts_with(['{', '(']));
    }
    words.push(review.game.result.clone());
    words
}

/// A comment in braces, its commands unbroken.
fn remark(text: &str) -> String {
    let mut remark = "{".to_owned();
    let mut is_command = false;
    for (index, word) in text.split(' ').enumerate() {
        if index > 0 {
            remark += if is_command { GLUE } else { " " };
        }
        is_command = (is_command || word.starts_with("[%")) && !word.ends_with(']');
        remark += word;
    }
    remark + "}"
}

/// White's score as lichess writes it; nothing for a mate on the board.
fn eval_command(white: Score) -> Option<String> {
    match moves_to_mate(white) {
        Some(0) => None,
        Some(moves) => Some(format!("[%eval #{moves}]")),
        None => Some(format!("[%eval {:.2}]", f64::from(centipawns(white)) / 100.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_not_broken() {
        let text = remark("[%eval 0.35] Mistake: a b. [%clk 0:01:00] x");
        assert_eq!(text, "{[%eval\u{a0}0.35] Mistake: a b. [%clk\u{a0}0:01:00] x}");
    }
}
