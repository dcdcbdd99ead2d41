//! Moves in sixteen bits, for tables that hold many of them, and in thirty-two, for the search.

use std::num::{NonZeroU16, NonZeroU32};

use shakmaty::{Color, Move, Piece, Role, Square};

/// Numbers of pieces: six for Black, six for White, and four that are none.
pub const PIECES: usize = 16;
/// Pairs of a piece and the square that it moves to.
pub const PIECE_TARGETS: usize = 12 * 64;
/// Numbers that [`SearchMove::piece_target`] has bits for.
pub const PIECE_TARGET_NUMBERS: usize = PIECES * 64;

const CASTLE: u16 = 1;
const EN_PASSANT: u16 = 2;
/// Promotion flags are this plus 0 to 3 for knight to queen.
const PROMOTION: u16 = 4;

/// The roles by number; 0 and 7 are none.
const ROLES: [Option<Role>; 8] = {
    use Role::*;
    [None, Some(Pawn), Some(Knight), Some(Bishop), Some(Rook), Some(Queen), Some(King), None]
};

/// The role of each piece, by its number.
const PIECE_ROLES: [Role; PIECES] = {
    let mut roles = [Role::Pawn; PIECES];
    let mut piece = 0;
    while piece < 12 {
        roles[piece] = Role::ALL[piece % 6];
        piece += 1;
    }
    roles
};

/// A move as origin (6 bits), target (6 bits) and kind (4 bits). Castling is king takes rook.
///
/// [`Position::unpack`](super::position::Position::unpack) turns it back into a [`Move`] where it is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct PackedMove(NonZeroU16);

impl PackedMove {
    /// Packs a move of standard chess or Chess960.
    pub fn new(m: Move) -> PackedMove {
        let bits = from_square(m) as u16 | (m.to() as u16) << 6 | kind(m) << 12;
        // No move leaves a square for itself, so origin and target are never both a1.
        PackedMove(NonZeroU16::new(bits).expect("origin and target differ"))
    }

    /// The bits, never zero.
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The inverse of [`PackedMove::bits`]; zero is no move.
    pub const fn from_bits(bits: u16) -> Option<PackedMove> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(PackedMove(bits)),
            None => None,
        }
    }

    /// The square that the moving piece leaves.
    pub const fn from(self) -> Square {
        origin(self.bits())
    }

    /// The square that it goes to; the rook's square when castling.
    pub const fn to(self) -> Square {
        target(self.bits())
    }

    pub(super) const fn is_castle(self) -> bool {
        self.bits() >> 12 == CASTLE
    }

    pub(super) const fn is_en_passant(self) -> bool {
        self.bits() >> 12 == EN_PASSANT
    }

    /// The role promoted to, or `Err` where the kind bits name none of the known kinds.
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

/// A move as the search handles it: packed, with the pieces that the board would else have to be
/// asked for. Its parts are where they are whatever the kind of move, so that nothing branches by
/// it, and where two are asked for together they lie side by side.
///
/// From the lowest bit: origin (6), target (6), piece (4), captured role (3), kind of move (4).
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

    /// A move without promotion of a piece to a square where `capture` stands, or nothing.
    #[inline(always)]
    pub(super) fn normal(
        piece: Piece,
        from: Square,
        capture: Option<Role>,
        to: Square,
    ) -> SearchMove {
        SearchMove::of(piece, from, capture, to, 0)
    }

    /// A pawn's move to the last rank.
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

    /// A pawn takes a pawn in passing.
    #[inline]
    pub(super) fn en_passant(us: Color, from: Square, to: Square) -> SearchMove {
        SearchMove::of(us.pawn(), from, Some(Role::Pawn), to, EN_PASSANT)
    }

    /// The king castles with a rook.
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

    /// The same in sixteen bits.
    #[inline]
    pub fn packed(self) -> PackedMove {
        let bits = self.from_to() as u16 | self.kind() << 12;
        PackedMove::from_bits(bits).expect("origin and target differ")
    }

    /// The kind, as [`PackedMove`] has it.
    #[inline]
    const fn kind(self) -> u16 {
        (self.bits() >> KIND) as u16
    }

    /// The square that the moving piece leaves; the king's when castling.
    #[inline]
    pub const fn from(self) -> Square {
        origin(self.bits() as u16)
    }

    /// The square that it goes to; the rook's square when castling.
    #[inline]
    pub const fn to(self) -> Square {
        target(self.bits() as u16)
    }

    /// Origin and target in one number, below 4096.
    #[inline]
    pub const fn from_to(self) -> usize {
        self.bits() as usize & 0xFFF
    }

    /// Piece and target in one number, below [`PIECE_TARGETS`].
    #[inline]
    pub const fn piece_target(self) -> usize {
        self.bits() as usize >> 6 & 0x3FF
    }

    /// The number of the piece that moves, below [`PIECES`].
    #[inline]
    pub const fn piece(self) -> usize {
        self.bits() as usize >> PIECE & 0xF
    }

    /// The role that moves.
    #[inline]
    pub const fn role(self) -> Role {
        PIECE_ROLES[self.piece()]
    }

    /// What a pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        if self.kind() < PROMOTION {
            None
        } else {
            ROLES[(self.kind() & 3) as usize + Role::Knight as usize]
        }
    }

    /// What the move captures.
    #[inline]
    pub const fn capture(self) -> Option<Role> {
        ROLES[self.captured()]
    }

    /// The number of the captured role; 0 where the move captures nothing.
    #[inline]
    pub const fn captured(self) -> usize {
        self.bits() as usize >> CAPTURED & 7
    }

    /// Whether the move is tactical, see [`is_tactical`].
    #[inline]
    pub const fn is_tactical(self) -> bool {
        self.captured() != 0 || self.kind() == promotion_kind(Role::Queen)
    }

    /// Whether the move does more than to bring a piece from one square to another.
    #[inline]
    pub const fn is_special(self) -> bool {
        self.kind() != 0
    }

    /// Whether the king castles.
    #[inline]
    pub const fn is_castle(self) -> bool {
        self.kind() == CASTLE
    }

    /// Whether a pawn is taken in passing.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.kind() == EN_PASSANT
    }

    /// The move.
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

/// The kind of a move, as [`PackedMove`] has it.
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

/// The square that the moving piece leaves; the king's when castling.
#[inline]
pub fn from_square(m: Move) -> Square {
    match m {
        Move::Normal { from, .. } | Move::EnPassant { from, .. } => from,
        Move::Castle { king, .. } => king,
        Move::Put { to, .. } => to,
    }
}

/// Whether a move is tactical: a capture (en passant included) or a promotion to a queen.
/// Every other move is quiet, under-promotions without capture included.
#[inline]
pub fn is_tactical(m: Move) -> bool {
    m.is_capture() || m.promotion() == Some(Role::Queen)
}
