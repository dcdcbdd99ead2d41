//! Legality of single moves.

use shakmaty::{CastlingSide, Position as _, Rank, Role, Square, attacks};

use super::{
    moves::{PackedMove, SearchMove},
    position::Position,
};

impl Position {
    /// Unpacks a move if it is legal here. Hash tables can return a move of another position: this
    /// check makes them safe.
    pub fn unpack(&self, packed: PackedMove) -> Option<SearchMove> {
        let (from, to) = (packed.from(), packed.to());
        if !self.us().contains(from) {
            return None;
        }
        let promotion = match packed.promotion() {
            _ if packed.is_castle() => return self.unpack_castle(from, to),
            _ if packed.is_en_passant() => return self.unpack_en_passant(from, to),
            Ok(promotion) => promotion,
            Err(()) => return None,
        };
        let board = self.board();
        let role = board.role_at(from)?;
        if self.us().contains(to) {
            return None;
        }
        let capture = board.role_at(to);
        let occupied = board.occupied();
        let reaches = match role {
            Role::Pawn => {
                let us = self.turn();
                if promotion.is_some() != (to.rank() == us.relative_rank(Rank::Eighth)) {
                    return None;
                }
                if capture.is_some() {
                    attacks::pawn_attacks(us, from).contains(to)
                } else {
                    let step = us.fold_wb(8, -8);
                    let start = us.relative_rank(Rank::Second);
                    to - from == step
                        || to - from == 2 * step
                            && from.rank() == start
                            && from.offset(step).is_some_and(|sq| !occupied.contains(sq))
                }
            }
            _ => promotion.is_none() && board.attacks_from(from).contains(to),
        };
        if !reaches || capture == Some(Role::King) {
            return None;
        }
        let safe = if role == Role::King {
            board.attacks_to(to, !self.turn(), occupied ^ from).is_empty()
        } else {
            let king = self.king(self.turn());
            let resolves_check = match self.checkers.single_square() {
                Some(checker) => (attacks::between(king, checker) | checker).contains(to),
                None => self.checkers.is_empty(),
            };
            resolves_check
                && (!self.blockers(self.turn()).contains(from) || attacks::aligned(from, to, king))
        };
        safe.then(|| match promotion {
            None => SearchMove::normal(role.of(self.turn()), from, capture, to),
            Some(promoted) => SearchMove::promoting(self.turn(), from, capture, to, promoted),
        })
    }

    fn unpack_castle(&self, king: Square, rook: Square) -> Option<SearchMove> {
        let side = CastlingSide::ALL
            .into_iter()
            .find(|&side| self.chess().castles().rook(self.turn(), side) == Some(rook))?;
        (self.king(self.turn()) == king && self.can_castle(side))
            .then(|| SearchMove::castle(self.turn(), king, rook))
    }

    fn unpack_en_passant(&self, from: Square, to: Square) -> Option<SearchMove> {
        (self.en_passant == Some(to)
            && self.board().pawns().contains(from)
            && attacks::pawn_attacks(self.turn(), from).contains(to)
            && self.en_passant_is_safe(from, to))
        .then(|| SearchMove::en_passant(self.turn(), from, to))
    }

    /// Returns true if the king of the side to move is not attacked on `to`.
    #[inline]
    pub(super) fn is_safe_for_king(&self, to: Square) -> bool {
        let us = self.turn();
        let occupied = self.board().occupied() ^ self.king(us);
        self.board().attacks_to(to, !us, occupied).is_empty()
    }

    /// Returns true if castling to `side` is legal.
    pub(super) fn can_castle(&self, side: CastlingSide) -> bool {
        let us = self.turn();
        let castles = self.chess().castles();
        let Some(rook) = castles.rook(us, side) else { return false };
        let board = self.board();
        let occupied = board.occupied();
        if self.is_check() || (castles.path(us, side) & occupied).any() {
            return false;
        }
        let king = self.king(us);
        let target = side.king_to(us);
        // In Chess960 the rook may have blocked an attack on the king's target.
        let after = (occupied ^ king ^ rook).with(side.rook_to(us));
        attacks::between(king, target)
            .into_iter()
            .all(|square| board.attacks_to(square, !us, occupied ^ king).is_empty())
            && board.attacks_to(target, !us, after).is_empty()
    }

    /// Returns true if an en-passant capture does not expose the own king.
    pub(super) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let board = self.board();
        let captured = Square::from_coords(to.file(), from.rank());
        let occupied = (board.occupied() ^ from ^ captured).with(to);
        let us = self.turn();
        board.attacks_to(self.king(us), !us, occupied).without(captured).is_empty()
    }
}
