//! The part of the evaluation that follows from the last one and the move played.

use shakmaty::{CastlingSide, Color, Move, Piece, Role, Square};

use super::Tapered;
use super::terms::Term;
use super::weights::WEIGHTS;
use crate::position::Position;

/// What is updated move by move: the sum of the piece-square tables and the phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Accumulator {
    /// White's values minus black's.
    pub(super) sum: Tapered,
    /// From 0 (nothing but pawns) to [`MAX_PHASE`](super::tapered::MAX_PHASE), or above it after
    /// promotions.
    pub(super) phase: i32,
}

impl Accumulator {
    /// Adds up the pieces of a position.
    pub fn new(position: &Position) -> Accumulator {
        let mut accumulator = Accumulator::default();
        for (square, piece) in position.board().iter() {
            accumulator.put(square, piece);
        }
        accumulator
    }

    /// The accumulator after a legal move, `self` being that of the position before it.
    #[inline]
    pub fn after(&self, before: &Position, m: Move) -> Accumulator {
        let mut accumulator = *self;
        let us = before.turn();
        match m {
            Move::Normal { role, from, capture, to, promotion } => {
                if let Some(captured) = capture {
                    accumulator.remove(to, captured.of(!us));
                }
                accumulator.remove(from, role.of(us));
                accumulator.put(to, promotion.unwrap_or(role).of(us));
            }
            Move::EnPassant { from, to } => {
                accumulator.remove(Square::from_coords(to.file(), from.rank()), (!us).pawn());
                accumulator.remove(from, us.pawn());
                accumulator.put(to, us.pawn());
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_queen_side(rook < king);
                accumulator.remove(king, us.king());
                accumulator.remove(rook, us.rook());
                accumulator.put(side.king_to(us), us.king());
                accumulator.put(side.rook_to(us), us.rook());
            }
            Move::Put { .. } => unreachable!("standard chess has no drops"),
        }
        accumulator
    }

    #[inline]
    fn put(&mut self, square: Square, piece: Piece) {
        self.sum += value(square, piece);
        self.phase += phase(piece.role);
    }

    #[inline]
    fn remove(&mut self, square: Square, piece: Piece) {
        self.sum -= value(square, piece);
        self.phase -= phase(piece.role);
    }
}

/// The index of a piece's weight within [`Term::PieceSquare`].
#[inline]
pub(super) fn piece_square_index(square: Square, piece: Piece) -> usize {
    let square = piece.color.fold_wb(square, square.flip_vertical());
    (piece.role as usize - Role::Pawn as usize) * 64 + square.to_usize()
}

#[inline]
fn value(square: Square, piece: Piece) -> Tapered {
    let weight = WEIGHTS[Term::PieceSquare.start() + piece_square_index(square, piece)];
    match piece.color {
        Color::White => weight,
        Color::Black => weight * -1,
    }
}

#[inline]
const fn phase(role: Role) -> i32 {
    match role {
        Role::Pawn | Role::King => 0,
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
    }
}
