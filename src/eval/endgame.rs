//! What a sum of weights cannot say about endings: how far they are won, and how to mate.

use shakmaty::{Bitboard, Board, Color, Role, Square};

use super::bitboards::relative_rank;
use crate::position::Position;

/// The scale of an ending that material decides in full.
pub const FULL_SCALE: i32 = 64;

/// Minor pieces count 3, rooks 5, queens 9.
fn piece_values(board: &Board, color: Color) -> usize {
    let count = |role: Role| board.by_piece(role.of(color)).count();
    3 * (count(Role::Knight) + count(Role::Bishop)) + 5 * count(Role::Rook) + 9 * count(Role::Queen)
}

/// How much of the endgame score is left to `strong`, the side that has the better of it, in
/// parts of [`FULL_SCALE`]. Zero means that it cannot win.
#[inline]
pub fn scale(position: &Position, strong: Color) -> i32 {
    let board = position.board();
    let pawns = board.pawns() & board.by_color(strong);
    if pawns.is_empty() {
        return pawnless_scale(board, strong);
    }
    let pawns = pawns.count() as i32;
    if has_opposite_bishops(board) {
        let pieces = board.occupied() ^ board.pawns() ^ board.kings() ^ board.bishops();
        return if pieces.is_empty() { 16 + 4 * pawns.min(6) } else { 32 + 4 * pawns.min(6) };
    }
    // The fewer pawns, the nearer a draw.
    (40 + 6 * pawns).min(FULL_SCALE)
}

fn pawnless_scale(board: &Board, strong: Color) -> i32 {
    let own = piece_values(board, strong);
    let theirs = piece_values(board, !strong);
    let only_knights = own == 3 * board.by_piece(strong.knight()).count();
    if own <= 3 || own == 6 && only_knights {
        return 0;
    }
    // A lead of a minor piece seldom wins without pawns.
    if own <= theirs + 3 { 8 } else { 56 }
}

#[inline]
fn has_opposite_bishops(board: &Board) -> bool {
    let single = |color: Color| (board.bishops() & board.by_color(color)).single_square();
    match (single(Color::White), single(Color::Black)) {
        (Some(white), Some(black)) => white.is_light() != black.is_light(),
        _ => false,
    }
}

/// The bonus for driving a bare king towards mate, in endgame units, white's view.
#[inline]
pub fn mop_up(position: &Position) -> i32 {
    let board = position.board();
    for weak in Color::ALL {
        if !board.by_color(weak).more_than_one() && board.by_color(!weak).count() > 1 {
            let bonus = bare_king_bonus(position, weak);
            return weak.fold_wb(-bonus, bonus);
        }
    }
    0
}

#[cold]
fn bare_king_bonus(position: &Position, weak: Color) -> i32 {
    let board = position.board();
    if piece_values(board, !weak) < 5 {
        return 0;
    }
    let king = position.king(weak);
    let strong = board.by_color(!weak);
    let bishops = strong & board.bishops();
    let bishop_and_knight =
        strong.count() == 3 && bishops.any() && (strong & board.knights()).any();
    let corner = |light: bool| {
        let colored = if light { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
        (Bitboard::CORNERS & colored).into_iter().map(|at| steps(king, at)).min().unwrap_or(0)
    };
    let driven = match bishops.first() {
        // Mate is possible only in a corner of the bishop's colour.
        Some(bishop) if bishop_and_knight => 3 * (14 - corner(bishop.is_light())),
        _ => {
            let to_edge = |coordinate: usize| coordinate.min(7 - coordinate) as i32;
            let file = to_edge(king.file().to_usize());
            let rank = to_edge(relative_rank(weak, king));
            4 * (6 - file - rank) + 4 * (3 - file.min(rank))
        }
    };
    5 * driven + 10 * (7 - king.distance(position.king(!weak)) as i32)
}

/// How many single steps along ranks and files lie between two squares.
fn steps(a: Square, b: Square) -> i32 {
    (a.file().distance(b.file()) + a.rank().distance(b.rank())) as i32
}
