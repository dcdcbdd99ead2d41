//! Moves and lines as text.

use shakmaty::{Move, Role};

use super::term_style::TermStyle;
use crate::{chess::Position, notation::san};

/// Joins as many words as fit into `width` columns, at least one, with an ellipsis if some are
/// missing. Without a width, joins all.
pub fn fit(words: &[String], width: Option<usize>, style: TermStyle) -> String {
    let whole = words.join(" ");
    let Some(width) = width.filter(|&width| whole.chars().count() > width) else { return whole };
    let mark = if style.unicode { " …" } else { " .." };
    let room = width.saturating_sub(mark.chars().count());
    let mut line = String::new();
    for word in words {
        let space = usize::from(!line.is_empty());
        if space > 0 && line.chars().count() + space + word.chars().count() > room {
            break;
        }
        if space > 0 {
            line.push(' ');
        }
        line.push_str(word);
    }
    line + mark
}

/// Formats a legal move in both notations: `Nf3 (g1f3)`.
pub fn best_move(position: &Position, m: Move, chess960: bool, style: TermStyle) -> String {
    let san = san(position, m);
    format!("{} ({})", style.bold(&san), position.to_uci(m, chess960))
}

/// Returns the name of a piece.
pub const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// Returns the reason why there is no legal move, if there is none.
pub fn no_legal_move(position: &Position) -> Option<&'static str> {
    match (position.has_legal_move(), position.is_check()) {
        (true, _) => None,
        (false, true) => Some("no legal move: checkmate"),
        (false, false) => Some("no legal move: stalemate"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_between_moves() {
        let words = ["1.e4", "e5", "2.Nf3"].map(str::to_owned);
        let unicode = TermStyle { unicode: true, ..TermStyle::PLAIN };
        for (width, text) in
            [(None, "1.e4 e5 2.Nf3"), (Some(13), "1.e4 e5 2.Nf3"), (Some(12), "1.e4 e5 ..")]
        {
            assert_eq!(fit(&words, width, TermStyle::PLAIN), text);
        }
        assert_eq!(fit(&words, Some(9), unicode), "1.e4 e5 …");
        assert_eq!(fit(&words, Some(8), unicode), "1.e4 …");
        assert_eq!(fit(&words, Some(2), unicode), "1.e4 …", "one move is always there");
    }
}
