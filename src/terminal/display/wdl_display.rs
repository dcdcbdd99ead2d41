//! Scores, chances and results from White's view.

use console::Style;
use shakmaty::Color;

use super::term_style::TermStyle;
use crate::{
    chess::score::{Bound, Score, moves_to_mate},
    eval::wdl::centipawns,
    search::ScoredLine,
};

/// Formats a score of the side to move from White's view, in pawns or moves to mate: `+0.35`,
/// `#-3`; `≥+0.35` for a lower bound.
pub fn score(score: Score, turn: Color, bound: Bound, style: TermStyle) -> String {
    let white = turn.fold_wb(score, -score);
    let text =
        mate(white).unwrap_or_else(|| format!("{:+.2}", f64::from(centipawns(white)) / 100.0));
    bound_sign(bound_for_white(bound, turn), style).to_owned() + &text
}

/// Formats moves to mate as `#3`, or `#-3` if the side is mated. `None` if the score is not a mate.
pub fn mate(score: Score) -> Option<String> {
    let moves = moves_to_mate(score)?;
    // Being mated on the board is 0 moves, without a sign.
    let sign = if score < 0 { "-" } else { "" };
    Some(format!("#{sign}{}", moves.abs()))
}

/// Converts a bound of the side to move to White's view.
pub const fn bound_for_white(bound: Bound, turn: Color) -> Bound {
    match (bound, turn) {
        (Bound::Lower, Color::Black) => Bound::Upper,
        (Bound::Upper, Color::Black) => Bound::Lower,
        (bound, _) => bound,
    }
}

/// Returns the sign of a bound; empty if the score is exact.
pub const fn bound_sign(bound: Bound, style: TermStyle) -> &'static str {
    match (bound, style.unicode) {
        (Bound::Exact, _) => "",
        (Bound::Lower, true) => "≥",
        (Bound::Lower, false) => ">=",
        (Bound::Upper, true) => "≤",
        (Bound::Upper, false) => "<=",
    }
}

/// Returns White's chances to win, draw and lose, permille, for a line of the side to move.
pub fn chances(line: &ScoredLine, turn: Color) -> [u32; 3] {
    let [win, draw, loss] = line.win_draw_loss();
    turn.fold_wb([win, draw, loss], [loss, draw, win])
}

/// Formats White's chances to win, draw and lose, whole percent, as columns.
pub fn chances_columns(line: &ScoredLine, turn: Color) -> String {
    let [win, draw, loss] = chances(line, turn).map(|permille| (permille + 5) / 10);
    format!("{win:>3}{draw:>3}{loss:>3}")
}

/// Formats White's chances in words and percent.
pub fn describe_chances([win, draw, loss]: [u32; 3]) -> String {
    let percent = |permille: u32| f64::from(permille) / 10.0;
    format!(
        "White {:.1} %, draw {:.1} %, Black {:.1} %",
        percent(win),
        percent(draw),
        percent(loss)
    )
}

/// Draws White's chances as a bar of `width` columns: wins, draws, losses.
pub fn bar([win, draw, _]: [u32; 3], width: usize, style: TermStyle) -> String {
    let column = |permille: u32| (permille as usize * width + 500) / 1000;
    let (white, black) = (column(win), column(win + draw));
    let part = |from: usize, to: usize, block: &str| block.repeat(to - from);
    let [w, d, b] = if style.unicode { ["█", "▒", "░"] } else { ["#", "-", "."] };
    // Light grey: white would be lost on a white terminal.
    style.paint(&Style::new().color256(250), &part(0, white, w))
        + &style.paint(&Style::new().color256(245), &part(white, black, d))
        + &style.paint(&Style::new().color256(240), &part(black, width, b))
}

/// Describes the score of a line of the side to move in words.
pub fn verdict(line: &ScoredLine, turn: Color) -> String {
    if line.is_draw {
        return "The game is drawn".to_owned();
    }
    let [win, draw, loss] = chances(line, turn);
    let ahead = side(if win >= loss { Color::White } else { Color::Black });
    if let Some(moves) = moves_to_mate(line.score) {
        return match moves.abs() {
            0 => format!("{ahead} has mated"),
            1 => format!("{ahead} mates with the next move"),
            moves => format!("{ahead} mates in {moves} moves"),
        };
    }
    // A draw is half a point.
    match 2 * win.max(loss) + draw {
        ..1100 => "The chances are equal".to_owned(),
        1100..1350 => format!("{ahead} is slightly better"),
        1350..1700 => format!("{ahead} is clearly better"),
        _ => format!("{ahead} is winning"),
    }
}

/// Returns the name of a side.
pub const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::score::{mate_in, mated_in},
        eval::wdl::HALF_WIN,
    };

    const PAWN: Score = HALF_WIN as Score;

    #[test]
    fn scores_are_whites() {
        for (value, turn, text) in [
            (PAWN, Color::White, "+1.00"),
            (PAWN, Color::Black, "-1.00"),
            (0, Color::Black, "+0.00"),
            (mate_in(5), Color::White, "#3"),
            (mate_in(1), Color::Black, "#-1"),
            (mated_in(4), Color::White, "#-2"),
            (mated_in(4), Color::Black, "#2"),
        ] {
            assert_eq!(score(value, turn, Bound::Exact, TermStyle::PLAIN), text);
        }
        let unicode = TermStyle { unicode: true, ..TermStyle::PLAIN };
        assert_eq!(score(PAWN, Color::White, Bound::Lower, unicode), "≥+1.00");
        assert_eq!(score(PAWN, Color::Black, Bound::Lower, unicode), "≤-1.00");
        assert_eq!(score(PAWN, Color::Black, Bound::Upper, TermStyle::PLAIN), ">=-1.00");
    }

    #[test]
    fn chances_are_whites() {
        assert_eq!(chances(&ScoredLine::without_moves(mate_in(3)), Color::Black), [0, 0, 1000]);
        let [win, _, loss] = chances(&ScoredLine::without_moves(PAWN), Color::Black);
        assert_eq!((loss, win), (500, chances(&ScoredLine::without_moves(PAWN), Color::White)[2]));
        let cursed = ScoredLine { is_draw: true, ..ScoredLine::without_moves(PAWN) };
        assert_eq!(chances(&cursed, Color::Black), [0, 1000, 0]);
        assert_eq!(verdict(&cursed, Color::White), "The game is drawn");
        assert_eq!(describe_chances([615, 380, 5]), "White 61.5 %, draw 38.0 %, Black 0.5 %");
    }

    #[test]
    fn bars_fill_their_width() {
        assert_eq!(bar([500, 300, 200], 10, TermStyle::PLAIN), "#####---..");
        assert_eq!(bar([1000, 0, 0], 4, TermStyle::PLAIN), "####");
        assert_eq!(bar([0, 0, 1000], 4, TermStyle::PLAIN), "....");
        for win in 0..=1000 {
            let text =
                bar([win, (1000 - win) / 2, 1000 - win - (1000 - win) / 2], 33, TermStyle::PLAIN);
            assert_eq!(text.len(), 33);
        }
    }

    #[test]
    fn verdicts() {
        for (value, turn, text) in [
            (0, Color::Black, "The chances are equal"),
            (PAWN, Color::White, "White is clearly better"),
            (PAWN, Color::Black, "Black is clearly better"),
            (-PAWN / 2, Color::White, "Black is slightly better"),
            (-4 * PAWN, Color::Black, "White is winning"),
            (mate_in(5), Color::Black, "Black mates in 3 moves"),
            (mated_in(0), Color::Black, "White has mated"),
            (mate_in(1), Color::White, "White mates with the next move"),
        ] {
            assert_eq!(verdict(&ScoredLine::without_moves(value), turn), text);
        }
    }
}
