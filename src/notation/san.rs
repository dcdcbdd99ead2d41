//! Standard algebraic notation.

use shakmaty::{Color, Move, Position as _, san::SanPlus};

use crate::chess::Position;

/// Formats a legal move in SAN, with its check or mate sign.
pub fn san(position: &Position, m: Move) -> String {
    SanPlus::from_move(position.chess().clone(), m).to_string()
}

/// Formats a line of legal moves as words in SAN with move numbers: `12.Nf3`, `d5`, `13.c4`, or
/// `12...d5` if Black starts.
pub fn san_line(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut chess = position.chess().clone();
    let mut words = Vec::with_capacity(moves.len());
    for &m in moves {
        let number = chess.fullmoves();
        let prefix = match chess.turn() {
            Color::White => format!("{number}."),
            Color::Black if words.is_empty() => format!("{number}..."),
            Color::Black => String::new(),
        };
        let san = SanPlus::from_move_and_play_unchecked(&mut chess, m);
        words.push(format!("{prefix}{san}"));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Game;

    fn line(fen: &str, moves: &str) -> Vec<String> {
        let game = Game::from_fen(fen, false).unwrap();
        let mut played = game.clone();
        let moves: Vec<Move> = moves
            .split(' ')
            .map(|text| {
                let m = played.position().parse_uci(text).unwrap();
                played.play(m);
                m
            })
            .collect();
        san_line(game.position(), &moves)
    }

    #[test]
    fn lines_have_move_numbers() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(line(start, "f2f3 e7e5 g2g4 d8h4").join(" "), "1.f3 e5 2.g4 Qh4#");
        let black = "4k2r/8/8/8/8/8/8/4K3 b k - 3 27";
        assert_eq!(line(black, "e8g8 e1e2 g8h8").join(" "), "27...O-O 28.Ke2 Kh8");
    }
}
