//! Stockfish's drawing of the board.

use shakmaty::{Bitboard, Board, Color, File, Piece, Rank, Square};

/// Draws the board in a frame from a side's view, with the `marked` squares in brackets.
pub fn board_frame(board: &Board, side: Color, marked: Bitboard) -> String {
    const RULE: &str = " +---+---+---+---+---+---+---+---+\n";
    let mut ranks = Rank::ALL;
    let mut files = File::ALL;
    match side {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    let mut text = RULE.to_owned();
    for rank in ranks {
        text.push(' ');
        for file in files {
            let square = Square::from_coords(file, rank);
            let piece = board.piece_at(square).map_or(' ', Piece::char);
            let [open, close] = if marked.contains(square) { ['[', ']'] } else { [' ', ' '] };
            text.extend(['|', open, piece, close]);
        }
        text = text + "| " + &rank.char().to_string() + "\n" + RULE;
    }
    text + "   " + &files.map(|file| file.char().to_string()).join("   ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Game;

    fn drawn(side: Color, marked: Bitboard) -> String {
        let game = Game::from_fen("r3k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false).unwrap();
        board_frame(game.position().board(), side, marked)
    }

    #[test]
    fn white_is_below() {
        let text = drawn(Color::White, Bitboard::EMPTY);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 18);
        assert_eq!(lines[0], " +---+---+---+---+---+---+---+---+");
        assert_eq!(lines[1], " | r |   |   |   | k |   |   |   | 8");
        assert_eq!(lines[15], " |   |   |   |   | K |   |   |   | 1");
        assert_eq!(lines[17], "   a   b   c   d   e   f   g   h");
    }

    #[test]
    fn the_other_side_sees_it_turned() {
        let text = drawn(Color::Black, Bitboard::from_square(Square::E2) | Square::E4);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], " |   |   |   | K |   |   |   |   | 1");
        assert_eq!(lines[3], " |   |   |   |[P]|   |   |   |   | 2");
        assert_eq!(lines[7], " |   |   |   |[ ]|   |   |   |   | 4");
        assert_eq!(lines[17], "   h   g   f   e   d   c   b   a");
    }
}
