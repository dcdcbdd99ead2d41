//! Moves packed in 16 bits, for hash tables, and in 32 bits, for the search.

use std::num::{NonZeroU16, NonZeroU32};

use shakmaty::{Color, Move, Piece, Role, Square};

/// Piece numbers: six for Black, six for White, four unused.
pub(crate) const PIECES: usize = 16;
/// Pairs of a piece and a target square.
pub(crate) const PIECE_TARGETS: usize = 12 * 64;
/// Upper bound of [`SearchMove::piece_target`] by its bits.
pub(crate) const PIECE_TARGET_NUMBERS: usize = PIECES * 64;

const CASTLE: u16 = 1;
const EN_PASSANT: u16 = 2;
/// Kind of a promotion: plus 0 to 3 for knight to queen.
const PROMOTION: u16 = 4;

/// Roles by number; 0 and 7 are none.
const ROLES: [Option<Role>; 8] = {
    use Role::*;
    [None, Some(Pawn), Some(Knight), Some(Bishop), Some(Rook), Some(Queen), Some(King), None]
};

const PIECE_ROLES: [Role; PIECES] = {
    let mut roles = [Role::Pawn; PIECES];
    let mut piece = 0;
    while piece < 12 {
        roles[piece] = Role::ALL[piece % 6];
        piece += 1;
    }
    roles
};

/// A move in 16 bits: origin (6), target (6) and kind (4). Castling is king takes rook.
///
/// [`Position::unpack`](super::position::Position::unpack) converts it back if it is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct PackedMove(NonZeroU16);

impl PackedMove {
    /// Packs a move of standard chess or Chess960.
    pub fn new(m: Move) -> PackedMove {
        let bits = from_square(m) as u16 | (m.to() as u16) << 6 | kind(m) << 12;
        // Origin and target differ, hence the bits are never zero.
        PackedMove(NonZeroU16::new(bits).expect("origin and target differ"))
    }

    /// Returns the bits, which are never zero.
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Inverse of [`PackedMove::bits`]; `None` for zero.
    pub(crate) const fn from_bits(bits: u16) -> Option<PackedMove> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(PackedMove(bits)),
            None => None,
        }
    }

    /// Returns the origin.
    pub const fn from(self) -> Square {
        origin(self.bits())
    }

    /// Returns the target; the rook's square for castling.
    pub const fn to(self) -> Square {
        target(self.bits())
    }

    pub(super) const fn is_castle(self) -> bool {
        self.bits() >> 12 == CASTLE
    }

    pub(super) const fn is_en_passant(self) -> bool {
        self.bits() >> 12 == EN_PASSANT
    }

    /// Returns the promotion role, or `Err` for an unknown kind.
    pub(super) const fn promotion(self) -> Result<Option<Role>, ()> {
        match self.bits() >> 12 {
            0 => Ok(None),
            4 => Ok(Some(Role::Knight)),
            5 => Ok(Some(Role::Bishop)),
            6 => Ok(Some(Role::Rook)),
            7 => Ok(Some(Role::Queen)),
            _ => Err(()),
        }
    }
}

const fn origin(bits: u16) -> Square {
    Square::new((bits & 63) as u32)
}

const fn target(bits: u16) -> Square {
    Square::new((bits >> 6 & 63) as u32)
}

/// A move in 32 bits, with the moving and the captured piece, which saves board lookups.
///
/// From the lowest bit: origin (6), target (6), piece (4), captured role (3), kind (4). The layout is
/// the same for all kinds, hence access is branchless. Adjacent fields can be read as one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchMove(NonZeroU32);

const PIECE: u32 = 12;
const CAPTURED: u32 = 16;
const KIND: u32 = 20;

impl SearchMove {
    /// Packs a move of `us`.
    #[inline]
    pub fn new(us: Color, m: Move) -> SearchMove {
        SearchMove::of(m.role().of(us), from_square(m), m.capture(), m.to(), kind(m))
    }

    /// Returns a move that is not special, with or without a capture.
    #[inline(always)]
    pub(super) fn normal(
        piece: Piece,
        from: Square,
        capture: Option<Role>,
        to: Square,
    ) -> SearchMove {
        SearchMove::of(piece, from, capture, to, 0)
    }

    #[inline]
    pub(super) fn promoting(
        us: Color,
        from: Square,
        capture: Option<Role>,
        to: Square,
        role: Role,
    ) -> SearchMove {
        SearchMove::of(us.pawn(), from, capture, to, promotion_kind(role))
    }

    #[inline]
    pub(super) fn en_passant(us: Color, from: Square, to: Square) -> SearchMove {
        SearchMove::of(us.pawn(), from, Some(Role::Pawn), to, EN_PASSANT)
    }

    #[inline]
    pub(super) fn castle(us: Color, king: Square, rook: Square) -> SearchMove {
        SearchMove::of(us.king(), king, None, rook, CASTLE)
    }

    #[inline(always)]
    fn of(piece: Piece, from: Square, capture: Option<Role>, to: Square, kind: u16) -> SearchMove {
        let piece = piece.color as u32 * 6 + piece.role as u32 - 1;
        let captured = capture.map_or(0, |role| role as u32);
        let bits = from as u32
            | (to as u32) << 6
            | piece << PIECE
            | captured << CAPTURED
            | u32::from(kind) << KIND;
        SearchMove(NonZeroU32::new(bits).expect("origin and target differ"))
    }

    #[inline]
    const fn bits(self) -> u32 {
        self.0.get()
    }

    /// Returns the move in 16 bits.
    #[inline]
    pub fn packed(self) -> PackedMove {
        let bits = self.from_to() as u16 | self.kind() << 12;
        PackedMove::from_bits(bits).expect("origin and target differ")
    }

    /// Returns the kind, as in [`PackedMove`].
    #[inline]
    const fn kind(self) -> u16 {
        (self.bits() >> KIND) as u16
    }

    /// Returns the origin; the king's square for castling.
    #[inline]
    pub const fn from(self) -> Square {
        origin(self.bits() as u16)
    }

    /// Returns the target; the rook's square for castling.
    #[inline]
    pub const fn to(self) -> Square {
        target(self.bits() as u16)
    }

    /// Returns origin and target as one number, below 4096.
    #[inline]
    pub const fn from_to(self) -> usize {
        self.bits() as usize & 0xFFF
    }

    /// Returns piece and target as one number, below [`PIECE_TARGETS`].
    #[inline]
    pub(crate) const fn piece_target(self) -> usize {
        self.bits() as usize >> 6 & 0x3FF
    }

    /// Returns the number of the moving piece, below `PIECES`.
    #[inline]
    pub const fn piece(self) -> usize {
        self.bits() as usize >> PIECE & 0xF
    }

    /// Returns the moving role.
    #[inline]
    pub const fn role(self) -> Role {
        PIECE_ROLES[self.piece()]
    }

    /// Returns the promotion role.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        if self.kind() < PROMOTION {
            None
        } else {
            ROLES[(self.kind() & 3) as usize + Role::Knight as usize]
        }
    }

    /// Returns the captured role.
    #[inline]
    pub const fn capture(self) -> Option<Role> {
        ROLES[self.captured()]
    }

    /// Returns the number of the captured role; 0 without a capture.
    #[inline]
    pub const fn captured(self) -> usize {
        self.bits() as usize >> CAPTURED & 7
    }

    /// Returns true for tactical moves, see [`is_tactical`].
    #[inline]
    pub const fn is_tactical(self) -> bool {
        self.captured() != 0 || self.kind() == promotion_kind(Role::Queen)
    }

    /// Returns true for castling, en passant and promotions.
    #[inline]
    pub(crate) const fn is_special(self) -> bool {
        self.kind() != 0
    }

    /// Returns true for castling.
    #[inline]
    pub const fn is_castle(self) -> bool {
        self.kind() == CASTLE
    }

    /// Returns true for en passant.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.kind() == EN_PASSANT
    }

    /// Converts to shakmaty's move.
    #[inline]
    pub fn unpack(self) -> Move {
        let (from, to) = (self.from(), self.to());
        match self.kind() {
            CASTLE => Move::Castle { king: from, rook: to },
            EN_PASSANT => Move::EnPassant { from, to },
            _ => Move::Normal {
                role: self.role(),
                from,
                capture: self.capture(),
                to,
                promotion: self.promotion(),
            },
        }
    }
}

/// Returns the kind of a move, as in [`PackedMove`].
#[inline]
fn kind(m: Move) -> u16 {
    match m {
        Move::Castle { .. } => CASTLE,
        Move::EnPassant { .. } => EN_PASSANT,
        _ => m.promotion().map_or(0, promotion_kind),
    }
}

#[inline]
const fn promotion_kind(role: Role) -> u16 {
    PROMOTION + role as u16 - Role::Knight as u16
}

/// Returns the origin; the king's square for castling.
#[inline]
pub fn from_square(m: Move) -> Square {
    match m {
        Move::Normal { from, .. } | Move::EnPassant { from, .. } => from,
        Move::Castle { king, .. } => king,
        Move::Put { to, .. } => to,
    }
}

/// Returns true if a move captures on the square of the capture before it.
pub fn is_recapture(last: Option<Move>, m: Move) -> bool {
    m.is_capture() && last.is_some_and(|last| last.is_capture() && last.to() == m.to())
}

/// Returns true for tactical moves: captures, including en passant, and queen promotions. All others
/// are quiet, including underpromotions without capture.
#[inline]
pub fn is_tactical(m: Move) -> bool {
    m.is_capture() || m.promotion() == Some(Role::Queen)
}
