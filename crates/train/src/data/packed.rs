//! Packs a single position into 32 bytes.

use std::num::NonZeroU32;

use brudno::chess::{Position, PositionError};
use bytemuck::{Pod, Zeroable};
use shakmaty::{
    Bitboard, Color, Piece, Role, Setup, Square,
    fen::{Fen, LossyFenError},
};
use viriformat::{chess::board::Board, dataformat::WDL};

use super::convert::to_board;

/// Score of a position without a label.
pub const UNLABELLED: i16 = i16::MIN;

const KING: u8 = 5;
/// Code of a rook with castling rights.
const UNMOVED_ROOK: u8 = 6;
/// Result of a position without a finished game.
const UNKNOWN_RESULT: u8 = 3;
const NO_SQUARE: u8 = 64;
/// Flag in [`PackedPosition`]'s last byte.
const DERIVED: u8 = 1;

/// A position in the layout of marlinformat and of viriformat's start positions, with its score and the
/// result of its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct PackedPosition {
    occupied: [u8; 8],
    pieces: [u8; 16],
    /// En-passant square, or [`NO_SQUARE`], plus 128 if Black is to move.
    turn_and_en_passant: u8,
    halfmoves: u8,
    fullmoves: [u8; 2],
    score: [u8; 2],
    result: u8,
    extra: u8,
}

impl PackedPosition {
    /// Packs a position with its score and the result of its game, if any. The score is White's in
    /// the data's units, or [`UNLABELLED`]. A `derived` position is a few plies away from the last
    /// preceding position that is not derived. Together they are a family.
    pub fn pack(board: &Board, score: i16, outcome: Option<WDL>, derived: bool) -> PackedPosition {
        let result = match outcome {
            Some(WDL::Loss) => 0,
            Some(WDL::Draw) => 1,
            Some(WDL::Win) => 2,
            None => UNKNOWN_RESULT,
        };
        bytemuck::cast(board.to_marlinformat(score, result, u8::from(derived)).as_bytes())
    }

    /// Packs a position without score and result.
    pub fn unlabelled(position: &Position, derived: bool) -> PackedPosition {
        PackedPosition::pack(&to_board(position), UNLABELLED, None, derived)
    }

    /// Packs the positions of one family, without scores and results. The first one leads.
    pub fn family<'a>(
        positions: impl IntoIterator<Item = &'a Position>,
    ) -> impl Iterator<Item = PackedPosition> {
        let numbered = positions.into_iter().enumerate();
        numbered.map(|(index, position)| PackedPosition::unlabelled(position, index > 0))
    }

    /// Returns the occupied squares.
    pub const fn occupied(&self) -> u64 {
        u64::from_le_bytes(self.occupied)
    }

    /// Returns the code of the piece on the `index`th occupied square. The codes are 0 to 5 for
    /// pawn to king and 6 for a rook with castling rights, plus 8 for Black.
    #[inline]
    pub const fn code(&self, index: usize) -> u8 {
        self.pieces[index / 2] >> (index % 2 * 4) & 15
    }

    /// Returns the side to move.
    pub const fn turn(&self) -> Color {
        Color::from_white(self.turn_and_en_passant & 128 == 0)
    }

    /// Returns White's score in the data's units, or [`UNLABELLED`].
    pub const fn score(&self) -> i16 {
        i16::from_le_bytes(self.score)
    }

    /// Sets the score.
    pub const fn set_score(&mut self, score: i16) {
        self.score = score.to_le_bytes();
    }

    /// Returns White's half points if the result is known.
    pub fn result(&self) -> Option<u8> {
        (self.result < UNKNOWN_RESULT).then_some(self.result)
    }

    /// Returns the halfmove clock.
    pub const fn halfmoves(&self) -> u8 {
        self.halfmoves
    }

    /// Returns the plies since the start of the game, computed from the move number.
    pub fn ply(&self) -> usize {
        let fullmoves = usize::from(u16::from_le_bytes(self.fullmoves));
        2 * fullmoves.saturating_sub(1) + usize::from(self.turn().is_black())
    }

    /// Returns true if the position is derived from the last preceding position that is not
    /// derived.
    pub const fn is_derived(&self) -> bool {
        self.extra & DERIVED != 0
    }

    /// Makes the position the first of its family, whose parent was dropped.
    pub const fn lead(&mut self) {
        self.extra &= !DERIVED;
    }

    /// Returns the pieces by square. Invalid codes are kings.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Bitboard(self.occupied()).into_iter().enumerate().take(32).map(|(index, square)| {
            let code = self.code(index);
            let role = match code & 7 {
                UNMOVED_ROOK => Role::Rook,
                role => Role::ALL[usize::from(role.min(KING))],
            };
            (square, Piece { color: Color::from_white(code & 8 == 0), role })
        })
    }

    /// Returns the reason why the bytes do not encode a position. The position need not be legal.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let men = self.occupied().count_ones();
        if !(2..=32).contains(&men) {
            return Err("too few or too many men");
        }
        let mut kings = [0; 2];
        for index in 0..men as usize {
            let code = self.code(index);
            match code & 7 {
                KING => kings[usize::from(code >> 3)] += 1,
                0..=UNMOVED_ROOK => {}
                _ => return Err("an unknown piece"),
            }
        }
        if kings != [1, 1] {
            return Err("not one king of each colour");
        }
        if self.fullmoves == [0, 0] {
            return Err("a move number of 0");
        }
        if self.result > UNKNOWN_RESULT {
            return Err("an unknown result");
        }
        Ok(())
    }

    fn setup(&self) -> Result<Setup, PositionError> {
        self.check().map_err(|reason| PositionError::Position(reason.to_owned()))?;
        let mut setup = Setup { turn: self.turn(), ..Setup::empty() };
        for (index, (square, piece)) in self.pieces().enumerate() {
            setup.board.set_piece_at(square, piece);
            if self.code(index) & 7 == UNMOVED_ROOK {
                setup.castling_rights.add(square);
            }
        }
        let en_passant = self.turn_and_en_passant & 127;
        setup.ep_square = (en_passant < NO_SQUARE).then(|| Square::new(en_passant.into()));
        setup.halfmoves = self.halfmoves.into();
        let fullmoves = u16::from_le_bytes(self.fullmoves);
        setup.fullmoves = NonZeroU32::new(fullmoves.into()).expect("checked above");
        Ok(setup)
    }

    /// Unpacks to a position.
    ///
    /// # Errors
    ///
    /// [`PositionError::Position`] if it is not legal.
    pub fn to_position(&self) -> Result<Position, PositionError> {
        Position::from_setup(self.setup()?, false)
    }

    /// Returns the FEN. Castling rights are given as files if X-FEN needs them, and omitted if a
    /// FEN cannot express them. Does not check the rules.
    ///
    /// # Errors
    ///
    /// [`PositionError::Position`] if the bytes do not encode a position.
    pub fn to_fen(&self) -> Result<String, PositionError> {
        let fen = Fen::try_from_setup(self.setup()?).unwrap_or_else(LossyFenError::ignore);
        Ok(fen.to_string())
    }
}

/// Keeps families whole while some of their positions are dropped.
#[derive(Default)]
pub struct Families {
    /// True if the parent of the last family was dropped and no other position leads the family
    /// yet.
    is_orphaned: bool,
}

impl Families {
    /// Records whether the next position is kept. After the parent was dropped, the first position
    /// that is kept leads the family.
    pub const fn next(&mut self, position: &mut PackedPosition, stays: bool) {
        if !position.is_derived() {
            self.is_orphaned = !stays;
        } else if stays && self.is_orphaned {
            position.lead();
            self.is_orphaned = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use brudno::chess::Game;

    use super::*;
    use crate::data::convert::to_board;

    const FENS: [&str; 7] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 70",
        "4k3/8/8/8/8/8/8/1RR1K3 w C - 0 1",
        "1rk2rr1/8/8/8/8/8/8/4K3 b f - 3 40",
        "2r1k1r1/8/8/8/8/8/8/2R1K1R1 w GCgc - 5 9",
        "8/8/4k3/8/2p5/8/B7/4K3 w - - 99 65535",
    ];

    fn pack(fen: &str, score: i16, outcome: Option<WDL>) -> PackedPosition {
        let game = Game::from_fen(fen, false).unwrap();
        PackedPosition::pack(&to_board(game.position()), score, outcome, false)
    }

    #[test]
    fn positions_survive_packing() {
        for fen in FENS {
            let packed = pack(fen, -77, Some(WDL::Loss));
            let position = packed.to_position().unwrap();
            let expected = Game::from_fen(fen, false).unwrap().position().clone();
            assert_eq!(position.key(), expected.key(), "{fen}");
            assert_eq!(position.fen(), expected.fen());
            assert_eq!(packed.to_fen().unwrap(), expected.fen());
            assert_eq!((packed.score(), packed.result()), (-77, Some(0)));
            assert_eq!(packed.turn(), expected.turn());
            assert_eq!(u32::from(packed.halfmoves()), expected.halfmoves());
            assert!(packed.pieces().eq(expected.board().iter()));
            // viriformat's own unpacking is the reference.
            let board = to_board(&expected);
            let stored = viriformat::dataformat::Game::new(&board);
            assert_eq!(bytemuck::bytes_of(&packed)[..28], stored.initial_position.as_bytes()[..28]);
            assert_eq!(packed.ply(), board.ply());
        }
    }

    #[test]
    fn labels_can_be_changed() {
        for (outcome, result) in
            [(Some(WDL::Win), Some(2)), (Some(WDL::Draw), Some(1)), (None, None)]
        {
            let mut packed = pack(FENS[1], UNLABELLED, outcome);
            assert_eq!((packed.score(), packed.result()), (UNLABELLED, result));
            assert!(!packed.is_derived());
            packed.set_score(300);
            assert_eq!((packed.score(), packed.result()), (300, result));
        }
    }

    #[test]
    fn nonsense_is_refused() {
        let good = pack(FENS[0], 0, None);
        for (offset, bytes, message) in [
            (0, &[0; 8][..], "too few or too many men"),
            (0, &[255; 8], "too few or too many men"),
            (8, &[0x77], "an unknown piece"),
            (10, &[0], "not one king of each colour"),
            (26, &[0, 0], "a move number of 0"),
            (30, &[4], "an unknown result"),
        ] {
            let mut packed = good;
            bytemuck::bytes_of_mut(&mut packed)[offset..][..bytes.len()].copy_from_slice(bytes);
            for error in [packed.to_fen().unwrap_err(), packed.to_position().unwrap_err()] {
                assert_eq!(error, PositionError::Position(message.to_owned()));
            }
            assert!(packed.pieces().count() <= 32);
        }
        // The opponent of the side to move is in check. That is a FEN, but not a legal position.
        let mut in_check = pack("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", 0, None);
        in_check.turn_and_en_passant = NO_SQUARE;
        assert!(in_check.to_fen().is_ok() && in_check.to_position().is_err());
    }
}
