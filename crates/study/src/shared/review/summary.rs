//! Summary of a reviewed game for the terminal.

use brudno::{notation::san, terminal::display::TermStyle};

use super::{Mark, Review, SideStatistics, number};

/// Maximum width of the bar of chances, columns.
const COLUMNS: usize = 60;
/// Signs for White's chances, lowest first.
const BLOCKS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const LETTERS: [&str; 8] = ["_", ".", ",", "-", "=", "+", "*", "#"];

/// Formats the title of a game and its [statistics].
pub fn text(review: &Review, style: TermStyle) -> String {
    let game = &review.game;
    let plies = game.main.moves.len();
    let count = match plies.div_ceil(2) {
        0 => "no moves".to_owned(),
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    };
    let title = format!("Game {}: {}", game.number, game.players());
    let mut text = style.bold(&title) + &format!(", {}, {count}\n", game.result());
    if let Some(opening) = review.opening() {
        text += &format!("{opening}\n");
    }
    if let Some(ending) = review.ending() {
        text += &format!("The game is over, {ending}.\n");
    }
    if plies > 0 {
        text += &statistics(review, style);
    }
    text
}

/// Formats the accuracy of both sides, White's chances over the game, the turning points, and the
/// best moves.
pub fn statistics(review: &Review, style: TermStyle) -> String {
    let praised = (0..review.moves.len()).filter(|&ply| review.moves[ply].praise.is_some());
    figures(review, style)
        + &marked("Turning points", &review.turning_points(), review, style)
        + &marked("Best moves", &praised.collect::<Vec<_>>(), review, style)
}

/// Formats the accuracy of both sides and White's chances over the game.
pub fn figures(review: &Review, style: TermStyle) -> String {
    let plies = review.game.main.moves.len();
    let mut text = String::new();
    if !review.is_complete() {
        let known = review.moves.iter().filter(|m| m.accuracy.is_some()).count();
        text += &style.remark(&format!("Stopped early: the last {known} of {plies} plies.\n"));
    }
    text += &style.dim("\n        accuracy  average loss  inaccuracies  mistakes  blunders\n");
    text += &row("White", &review.sides.white);
    text += &row("Black", &review.sides.black);
    let width = style.width.map_or(COLUMNS, |width| (width - 18).min(COLUMNS));
    text + &format!("\nWhite's chances   {}\n", chances(review, width, style))
}

/// Formats moves with their marks and sentences below a title.
fn marked(title: &str, plies: &[usize], review: &Review, style: TermStyle) -> String {
    if plies.is_empty() {
        return String::new();
    }
    let mut text = format!("{title}\n");
    for &ply in plies {
        let (position, reviewed) = (review.position(ply), &review.moves[ply]);
        let sign = reviewed.mark().map_or("", Mark::sign);
        // Every marked move is a move of the players.
        let m = review.game.main.moves[ply].m.map_or_else(String::new, |m| san(position, m));
        let name = format!("{}{m}{sign}", number(position));
        let sentence = reviewed.sentence.as_deref().unwrap_or_default();
        text += &style.wrap(&format!("  {name:<12} {sentence}"), &" ".repeat(15));
        text.push('\n');
    }
    text
}

fn row(name: &str, side: &SideStatistics) -> String {
    let accuracy = side.accuracy.map_or_else(|| "-".to_owned(), |value| format!("{value:.1} %"));
    // Rounds half up, as the page does.
    let loss = side.average_loss.map_or_else(|| "-".to_owned(), |value| value.round().to_string());
    let [inaccuracies, mistakes, blunders] = side.counts;
    format!("{name}{accuracy:>11}{loss:>14}{inaccuracies:>14}{mistakes:>10}{blunders:>10}\n")
}

/// Scales White's win percentages to at most `width` columns. Each column is the mean of its plies.
fn chances(review: &Review, width: usize, style: TermStyle) -> String {
    let percents: Vec<f64> =
        (0..review.positions.len()).filter_map(|ply| review.white_percent(ply)).collect();
    let columns = percents.len().min(width);
    let levels = if style.unicode { BLOCKS } else { LETTERS };
    let column = |index: usize| {
        let range = index * percents.len() / columns..(index + 1) * percents.len() / columns;
        let mean = percents[range.clone()].iter().sum::<f64>() / range.len() as f64;
        levels[((mean / 100.0 * levels.len() as f64) as usize).min(levels.len() - 1)]
    };
    (0..columns).map(column).collect()
}
