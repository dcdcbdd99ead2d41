//! Incremental Zobrist keys, from shakmaty's own random numbers.

use shakmaty::{
    CastlingSide, Chess, Color, Move, Piece, Position as _, Role, Square,
    zobrist::{Zobrist64, ZobristValue},
};

use super::Position;

/// Zobrist keys of a position and of parts of it. The parts index correction history.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Keys {
    /// Pieces, side to move, castling rights, and the en-passant file where a capture is legal.
    pub full: u64,
    /// The pawns of both sides.
    pub pawns: u64,
    /// Knights, bishops and kings of both sides.
    pub minors: u64,
    /// Everything but the pawns, by colour (black, white).
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

    /// The keys after a legal move, but for the en-passant square that it may create.
    #[inline]
    pub(super) fn after(&self, position: &Position, m: Move) -> Keys {
        let mut keys = *self;
        let us = position.turn();
        keys.full ^= Zobrist64::zobrist_for_white_turn().0;
        keys.toggle_en_passant(position.en_passant());
        let castles = position.chess().castles();
        match m {
            Move::Normal { role, from, capture, to, promotion } => {
                keys.toggle(from, role.of(us));
                keys.toggle(to, promotion.unwrap_or(role).of(us));
                if let Some(captured) = capture {
                    keys.toggle(to, captured.of(!us));
                }
                if castles.any() {
                    for side in CastlingSide::ALL {
                        let ours = castles.rook(us, side);
                        if ours.is_some() && (role == Role::King || ours == Some(from)) {
                            keys.toggle_castling_right(us, side);
                        }
                        if castles.rook(!us, side) == Some(to) {
                            keys.toggle_castling_right(!us, side);
                        }
                    }
                }
            }
            Move::EnPassant { from, to } => {
                keys.toggle(from, us.pawn());
                keys.toggle(to, us.pawn());
                keys.toggle(Square::from_coords(to.file(), from.rank()), (!us).pawn());
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_queen_side(rook < king);
                keys.toggle(king, us.king());
                keys.toggle(rook, us.rook());
                keys.toggle(side.king_to(us), us.king());
                keys.toggle(side.rook_to(us), us.rook());
                for side in CastlingSide::ALL {
                    if castles.has(us, side) {
                        keys.toggle_castling_right(us, side);
                    }
                }
            }
            Move::Put { .. } => unreachable!("standard chess has no drops"),
        }
        keys
    }

    /// The keys after passing the turn, but for the en-passant square that it removes.
    #[inline]
    pub(super) fn after_null(&self) -> Keys {
        Keys { full: self.full ^ Zobrist64::zobrist_for_white_turn().0, ..*self }
    }

    #[inline]
    fn toggle(&mut self, square: Square, piece: Piece) {
        let value = Zobrist64::zobrist_for_piece(square, piece).0;
        self.full ^= value;
        if piece.role == Role::Pawn {
            self.pawns ^= value;
        } else {
            self.non_pawns[piece.color as usize] ^= value;
            if matches!(piece.role, Role::Knight | Role::Bishop | Role::King) {
                self.minors ^= value;
            }
        }
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
