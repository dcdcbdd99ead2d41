//! Explains why a side cannot castle.

use shakmaty::{CastlingSide, File, Position as _, Rank, Role, Square, attacks};

use super::names::{all, piece};
use crate::chess::Position;

/// Returns the side to which a king castles that moves two squares along its first rank, or to its
/// own rook.
pub fn meant(position: &Position, king: Square, to: Square) -> Option<CastlingSide> {
    let us = position.turn();
    let home = us.relative_rank(Rank::First);
    if king.rank() != home || to.rank() != home || king == to {
        return None;
    }
    let side = if to > king { CastlingSide::KingSide } else { CastlingSide::QueenSide };
    let is_rook = position.board().piece_at(to) == Some(Role::Rook.of(us));
    let is_rooks = is_rook && (position.is_chess960() || is_corner(to));
    let is_target = !position.is_chess960() && king.file() == File::E && to == side.king_to(us);
    (is_target
        || is_rooks && position.chess().castles().rook(us, side).is_none_or(|rook| rook == to))
    .then_some(side)
}

const fn is_corner(square: Square) -> bool {
    matches!(square.file(), File::A | File::H)
}

/// Returns the reason why the side to move cannot castle to a side.
pub fn why_illegal(position: &Position, side: CastlingSide) -> String {
    let us = position.turn();
    let (board, castles, king) = (position.board(), position.chess().castles(), position.king(us));
    let Some(rook) = castles.rook(us, side) else { return no_right(position, side) };
    let occupied = board.occupied();
    let path = castles.path(us, side) & occupied;
    if position.is_check() {
        return format!(
            "you cannot castle out of check, and are in check from {}",
            all(position, position.checkers())
        );
    }
    if let Some(square) = path.into_iter().min_by_key(|square| square.distance(king)) {
        return format!("{} is in the way of castling", piece(position, square));
    }
    let target = side.king_to(us);
    let mut passed: Vec<Square> = attacks::between(king, target).into_iter().collect();
    passed.sort_by_key(|square| square.distance(king));
    for square in passed {
        let attackers = board.attacks_to(square, !us, occupied ^ king);
        if attackers.any() {
            let attackers = all(position, attackers);
            return format!("castling through check on {square}, from {attackers}");
        }
    }
    let after = (occupied ^ king ^ rook).with(side.rook_to(us));
    let attackers = all(position, board.attacks_to(target, !us, after));
    format!("castling into check on {target}, from {attackers}")
}

/// Explains a missing right to castle.
fn no_right(position: &Position, side: CastlingSide) -> String {
    let us = position.turn();
    let (name, file) = match side {
        CastlingSide::KingSide => ("kingside", File::H),
        CastlingSide::QueenSide => ("queenside", File::A),
    };
    let lost = format!("you can no longer castle {name}: the king or the rook has moved");
    if position.is_chess960() {
        return lost;
    }
    let home = Square::from_coords(File::E, us.relative_rank(Rank::First));
    let corner = Square::from_coords(file, home.rank());
    if position.king(us) != home {
        return format!("the king is not on {home}, from where it castles");
    }
    if position.board().piece_at(corner) == Some(Role::Rook.of(us)) {
        return lost;
    }
    format!("there is no rook of yours on {corner} to castle with")
}
