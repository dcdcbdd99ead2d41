//! Draws boards.

use console::Style;
use shakmaty::{Bitboard, Color, File, Move, Piece, Rank, Role, Square};

use super::term_style::TermStyle;
use crate::{chess::from_square, uci::board_frame::board_frame};

/// Colours of light and dark squares, plain and marked (256-colour palette).
const SQUARES: [u8; 2] = [180, 137];
const MARKED: [u8; 2] = [149, 107];
const WHITE: u8 = 231;
const BLACK: u8 = 16;

/// Returns the origin and target of a move; those of the king when castling.
pub fn squares(m: Move) -> Bitboard {
    let to = match m.castling_side() {
        Some(side) => Square::from_coords(side.king_to_file(), m.to().rank()),
        None => m.to(),
    };
    Bitboard::from_square(from_square(m)) | to
}

/// Draws the board from a side's view, with `marked` squares, such as those of the last move.
/// Without colours it is Stockfish's frame, with marked squares in brackets.
pub fn draw_board(
    board: &shakmaty::Board,
    side: Color,
    marked: Bitboard,
    style: TermStyle,
) -> String {
    if style.colour {
        coloured(board, side, marked, style)
    } else {
        board_frame(board, side, marked)
    }
}

fn coloured(board: &shakmaty::Board, side: Color, marked: Bitboard, style: TermStyle) -> String {
    let mut ranks = Rank::ALL;
    let mut files = File::ALL;
    match side {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    let mut text = String::new();
    for rank in ranks {
        text += &format!(" {} ", rank.char());
        for file in files {
            let square = Square::from_coords(file, rank);
            let colours = if marked.contains(square) { MARKED } else { SQUARES };
            let background = colours[usize::from(square.is_dark())];
            let piece = board.piece_at(square);
            let foreground = piece.map_or(BLACK, |piece| piece.color.fold_wb(WHITE, BLACK));
            let colours = Style::new().color256(foreground).on_color256(background).bold();
            let symbol = piece.map_or(' ', |piece| symbol(piece, style.unicode));
            text += &style.paint(&colours, &format!(" {symbol} "));
        }
        text.push('\n');
    }
    text + "    " + &files.map(|file| file.char().to_string()).join("  ")
}

/// Filled symbols for both sides; the colour distinguishes them.
const fn symbol(piece: Piece, unicode: bool) -> char {
    if !unicode {
        return piece.char();
    }
    match piece.role {
        Role::Pawn => '♟',
        Role::Knight => '♞',
        Role::Bishop => '♝',
        Role::Rook => '♜',
        Role::Queen => '♛',
        Role::King => '♚',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Game;

    const FEN: &str = "r3k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

    fn drawn(side: Color, marked: Bitboard, style: TermStyle) -> String {
        let game = Game::from_fen(FEN, false).unwrap();
        draw_board(game.position().board(), side, marked, style)
    }

    #[test]
    fn the_frame_is_stockfishs_without_colours() {
        let text = drawn(Color::Black, squares_of("e2e4"), TermStyle::PLAIN);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], " +---+---+---+---+---+---+---+---+");
        assert_eq!(lines[7], " |   |   |   |[ ]|   |   |   |   | 4");
    }

    fn squares_of(text: &str) -> Bitboard {
        let game = Game::from_fen(FEN, false).unwrap();
        squares(game.position().parse_uci(text).unwrap())
    }

    #[test]
    fn colours_and_symbols() {
        let style = TermStyle { colour: true, unicode: true, width: Some(80) };
        let text = drawn(Color::White, squares_of("e2e4"), style);
        let plain = console::strip_ansi_codes(&text).into_owned();
        let lines: Vec<&str> = plain.lines().collect();
        assert_eq!(lines[0], " 8  ♜           ♚          ");
        assert_eq!(lines[6], " 2              ♟          ");
        assert_eq!(lines[8], "    a  b  c  d  e  f  g  h");
        let marks = text.matches("48;5;149m").count() + text.matches("48;5;107m").count();
        assert_eq!(marks, 2);
        assert_eq!(text.matches("48;5;").count(), 64);
    }
}
