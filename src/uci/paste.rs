//! Positions pasted after `position` without UCI's keywords.

use shakmaty::Move;

use crate::notation::{line, movetext};

/// Returns the FEN and the moves in UCI notation. Accepts a FEN, with spaces or underscores, the
/// address of an analysis board, and numbered moves; `None` for anything else.
pub fn position(arguments: &str) -> Option<(String, Vec<String>)> {
    if !line::begins_with_position(arguments) && !arguments.starts_with("1.") {
        return None;
    }
    let line = line::parse(arguments).ok()?;
    let read = movetext::read(&line.start, line.moves).ok()?;
    let mut position = line.start.position().clone();
    let fen = position.fen();
    let to_uci = |&m: &Move| {
        let text = position.to_uci(m, false).to_string();
        position = position.play(m);
        text
    };
    Some((fen, read.moves.iter().map(to_uci).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_leave_out_the_words_of_uci() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 3 9";
        assert_eq!(position(&fen.replace(' ', "_")), Some((fen.to_owned(), vec![])));
        let castled = Some((fen.to_owned(), vec!["e1g1".to_owned()]));
        assert_eq!(position(&format!("{fen} moves O-O")), castled);
        let (start, moves) = position("1. e4 e5 2. Nf3").unwrap();
        assert!(start.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "));
        assert_eq!(moves, ["e2e4", "e7e5", "g1f3"]);
        for text in ["", "e2e4", "foo", "8/8 w", "1. e5"] {
            assert_eq!(position(text), None, "{text}");
        }
    }
}
