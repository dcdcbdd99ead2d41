//! Moves in sixteen bits, for tables that hold many of them.

use std::num::NonZeroU16;

use shakmaty::{Move, Role, Square};

const CASTLE: u16 = 1;
const EN_PASSANT: u16 = 2;
/// Promotion flags are this plus 0 to 3 for knight to queen.
const PROMOTION: u16 = 4;

/// The roles by number; 0 and 7 are none.
const ROLES: [Option<Role>; 8] = {
    use Role::*;
    [None, Some(Pawn), Some(Knight), Some(Bishop), Some(Rook), Some(Queen), Some(King), None]
};

/// A move as origin (6 bits), target (6 bits) and kind (4 bits). Castling is king takes rook.
///
/// [`Position::unpack`](super::Position::unpack) turns it back into a [`Move`] where it is legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct PackedMove(NonZeroU16);

impl PackedMove {
    /// Packs a move of standard chess or Chess960.
    pub fn new(m: Move) -> PackedMove {
        let kind = match m {
            Move::Castle { .. } => CASTLE,
            Move::EnPassant { .. } => EN_PASSANT,
            _ => m.promotion().map_or(0, |role| PROMOTION + role as u16 - Role::Knight as u16),
        };
        let bits = from_square(m) as u16 | (m.to() as u16) << 6 | kind << 12;
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

/// A move in a list: packed, with the roles that the board would else have to be asked for. Its
/// parts are where they are whatever the kind of move, so that nothing branches by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListedMove(u32);

impl From<Move> for ListedMove {
    #[inline]
    fn from(m: Move) -> ListedMove {
        ListedMove::new(m)
    }
}

impl ListedMove {
    /// Packs a move.
    #[inline(always)]
    pub fn new(m: Move) -> ListedMove {
        let packed = u32::from(PackedMove::new(m).bits());
        let capture = m.capture().map_or(0, |role| role as u32);
        ListedMove(packed << 16 | (m.role() as u32) << 8 | capture)
    }

    /// All of it in one number.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The inverse of [`ListedMove::bits`].
    #[inline]
    pub const fn from_bits(bits: u32) -> ListedMove {
        ListedMove(bits)
    }

    /// The bits of the packed move.
    const fn packed(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// The square that the moving piece leaves; the king's when castling.
    #[inline]
    pub const fn from(self) -> Square {
        origin(self.packed())
    }

    /// The square that it goes to; the rook's square when castling.
    #[inline]
    pub const fn to(self) -> Square {
        target(self.packed())
    }

    /// The number of the role that moves, from 1 to 6.
    #[inline]
    pub const fn role(self) -> usize {
        (self.0 >> 8 & 7) as usize
    }

    /// The number of the role that stands on the target after the move.
    #[inline]
    pub const fn role_after(self) -> usize {
        let kind = self.packed() >> 12;
        if kind < PROMOTION { self.role() } else { (kind & 3) as usize + Role::Knight as usize }
    }

    /// What the move captures.
    #[inline]
    pub const fn capture(self) -> Option<Role> {
        ROLES[(self.0 & 7) as usize]
    }

    /// What a pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        if self.packed() >> 12 < PROMOTION { None } else { ROLES[self.role_after()] }
    }

    /// The move.
    #[inline]
    pub fn unpack(self) -> Move {
        let (from, to) = (self.from(), self.to());
        match self.packed() >> 12 {
            CASTLE => Move::Castle { king: from, rook: to },
            EN_PASSANT => Move::EnPassant { from, to },
            _ => Move::Normal {
                role: ROLES[self.role()].expect("a piece moves"),
                from,
                capture: self.capture(),
                to,
                promotion: self.promotion(),
            },
        }
    }
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
