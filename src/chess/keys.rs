//! Incremental Zobrist keys, with shakmaty's random numbers.

use shakmaty::{
    Bitboard, Castles, CastlingSide, Chess, Color, Move, Piece, Position as _, Role, Square,
    zobrist::{Zobrist64, ZobristValue},
};

use super::moves::SearchMove;

/// Zobrist keys of a position and of parts of it. The parts index correction history.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keys {
    /// Pieces, side to move, castling rights, and the en-passant file where a capture is legal.
    pub full: u64,
    /// The pawns of both sides.
    pub pawns: u64,
    /// Knights, bishops and kings of both sides.
    pub minors: u64,
    /// Pieces other than pawns, by colour (black, white).
    pub non_pawns: [u64; 2],
}

impl Keys {
    pub(super) fn from_scratch(chess: &Chess, en_passant: Option<Square>) -> Keys {
        let mut keys = Keys::default();
        for (square, piece) in chess.board().iter() {
            keys.toggle(square, piece);
        }
        if chess.turn().is_white() {
            keys.full ^= Zobrist64::zobrist_for_white_turn().0;
        }
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if chess.castles().has(color, side) {
                    keys.toggle_castling_right(color, side);
                }
            }
        }
        keys.toggle_en_passant(en_passant);
        keys
    }

    /// Updates the keys for a legal move of `us`, except for an en-passant square that it creates.
    #[inline]
    pub(super) fn advance(
        &mut self,
        us: Color,
        en_passant: Option<Square>,
        castles: &Castles,
        m: Move,
    ) {
        self.full ^= Zobrist64::zobrist_for_white_turn().0;
        self.toggle_en_passant(en_passant);
        match m {
            Move::Normal { role, from, capture, to, promotion } => {
                let piece = role.of(us);
                match promotion {
                    None => self.toggle_value(value(from, piece) ^ value(to, piece), piece),
                    Some(promoted) => {
                        self.toggle(from, piece);
                        self.toggle(to, promoted.of(us));
                    }
                }
                if let Some(captured) = capture {
                    self.toggle(to, captured.of(!us));
                }
                // Most moves do not change castling rights.
                if castles.any()
                    && (role == Role::King
                        || (castles.castling_rights() & (Bitboard::from(from) | to)).any())
                {
                    for side in CastlingSide::ALL {
                        let ours = castles.rook(us, side);
                        if ours.is_some() && (role == Role::King || ours == Some(from)) {
                            self.toggle_castling_right(us, side);
                        }
                        if castles.rook(!us, side) == Some(to) {
                            self.toggle_castling_right(!us, side);
                        }
                    }
                }
            }
            Move::EnPassant { from, to } => {
                self.toggle(from, us.pawn());
                self.toggle(to, us.pawn());
                self.toggle(Square::from_coords(to.file(), from.rank()), (!us).pawn());
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_queen_side(rook < king);
                self.toggle(king, us.king());
                self.toggle(rook, us.rook());
                self.toggle(side.king_to(us), us.king());
                self.toggle(side.rook_to(us), us.rook());
                for side in CastlingSide::ALL {
                    if castles.has(us, side) {
                        self.toggle_castling_right(us, side);
                    }
                }
            }
            Move::Put { .. } => unreachable!("standard chess has no drops"),
        }
    }

    /// Returns the full key after a move of `us`, without the changes of rare moves.
    #[inline]
    pub(super) fn likely_after(&self, us: Color, en_passant: Option<Square>, m: SearchMove) -> u64 {
        let (from, to, piece) = (m.from(), m.to(), m.role().of(us));
        let mut keys = *self;
        keys.full ^= Zobrist64::zobrist_for_white_turn().0 ^ value(from, piece) ^ value(to, piece);
        if let Some(captured) = m.capture() {
            keys.full ^= value(to, captured.of(!us));
        }
        keys.toggle_en_passant(en_passant);
        keys.full
    }

    /// Returns the keys after a null move, except for an en-passant square that it removes.
    #[inline]
    pub(super) fn after_null(&self) -> Keys {
        Keys { full: self.full ^ Zobrist64::zobrist_for_white_turn().0, ..*self }
    }

    #[inline]
    fn toggle(&mut self, square: Square, piece: Piece) {
        self.toggle_value(value(square, piece), piece);
    }

    /// Toggles the value of a piece on one or two squares.
    #[inline]
    fn toggle_value(&mut self, value: u64, piece: Piece) {
        // Branchless: the moving piece is unpredictable.
        let where_true = |is: bool| value & (is as u64).wrapping_neg();
        let Piece { role, color } = piece;
        self.full ^= value;
        self.pawns ^= where_true(role == Role::Pawn);
        self.non_pawns[color as usize] ^= where_true(role != Role::Pawn);
        self.minors ^= where_true(matches!(role, Role::Knight | Role::Bishop | Role::King));
    }

    #[inline]
    fn toggle_castling_right(&mut self, color: Color, side: CastlingSide) {
        self.full ^= Zobrist64::zobrist_for_castling_right(color, side).0;
    }

    #[inline]
    pub(super) fn toggle_en_passant(&mut self, square: Option<Square>) {
        if let Some(square) = square {
            self.full ^= Zobrist64::zobrist_for_en_passant_file(square.file()).0;
        }
    }
}

/// Returns the random number of a piece on a square.
#[inline]
fn value(square: Square, piece: Piece) -> u64 {
    Zobrist64::zobrist_for_piece(square, piece).0
}

#[cfg(test)]
mod tests {
    use crate::chess::Game;

    #[test]
    fn each_key_follows_its_pieces() {
        let before = Game::from_fen("r3k3/p7/8/8/8/8/P7/RNBQK3 w - - 0 1", false).unwrap();
        let before = before.position();
        // Whether the keys of the pawns, of the minor pieces and kings, and of White's pieces change.
        for (m, expected) in [
            ("a2a3", [true, false, false]),
            ("b1c3", [false, true, true]),
            ("c1d2", [false, true, true]),
            ("e1e2", [false, true, true]),
            ("d1d2", [false, false, true]),
            ("a2a4", [true, false, false]),
        ] {
            let after = before.play(before.parse_uci(m).unwrap());
            let changed = [
                before.keys().pawns != after.keys().pawns,
                before.keys().minors != after.keys().minors,
                before.keys().non_pawns[1] != after.keys().non_pawns[1],
            ];
            assert_eq!(changed, expected, "{m}");
            assert_eq!(before.keys().non_pawns[0], after.keys().non_pawns[0], "{m}");
            assert_ne!(before.keys().full, after.keys().full, "{m}");
        }
    }
}
