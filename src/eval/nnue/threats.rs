//! The pieces of a board and what they threaten: all that the network's inputs are made of.
//!
//! A threat is a kind of piece that attacks, or defends, a piece on a square, however many of its
//! kind do and wherever they stand. Stockfish's, Reckless's and Viridithas's threat inputs also
//! tell the attacker's square: ten times the inputs, and more of them change with a move.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

use crate::chess::attacked_by;

/// Kinds of pieces.
pub const KINDS: usize = 12;
/// Kinds of pieces but the kings: attacks on these are checks, and a king cannot be defended.
pub const VICTIMS: usize = 10;

/// A kind of piece: its role, from 1, and [`BLACK`]; 0 is none.
pub type Kind = u8;
/// What makes a kind of White's one of Black's.
pub const BLACK: Kind = 8;

/// All kinds.
pub(super) const ALL: [Piece; KINDS] = {
    let mut all = [Piece { color: Color::White, role: Role::Pawn }; KINDS];
    let mut index = 0;
    while index < KINDS {
        let color = if index < KINDS / 2 { Color::White } else { Color::Black };
        all[index] = Piece { color, role: Role::ALL[index % Role::ALL.len()] };
        index += 1;
    }
    all
};

/// The kind of a piece.
#[inline]
pub const fn kind(piece: Piece) -> Kind {
    piece.role as Kind + if piece.color.is_white() { 0 } else { BLACK }
}

/// Pieces of a kind attack a piece of their own or the other colour, which stands on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threat {
    /// The kind that attacks, times 16, and the kind that is attacked, no king.
    pub kinds: u8,
    /// Where it stands.
    pub square: Square,
}

impl Threat {
    /// Pieces of the kind `attacker` attack one of the kind `victim`, no king, on `square`.
    #[inline]
    pub const fn new(attacker: Kind, victim: Kind, square: Square) -> Threat {
        Threat { kinds: attacker << 4 | victim, square }
    }
}

/// The pieces of a board, and the squares that each kind of them attacks.
#[derive(Clone)]
pub struct ThreatFeatures {
    /// The kind of the piece on each square.
    kinds: [Kind; 64],
    /// The same, bit by bit.
    bits: [Bitboard; 4],
    /// Everything but the kings.
    victims: Bitboard,
    /// In the order of [`ALL`].
    attacks: [Bitboard; KINDS],
}

impl ThreatFeatures {
    /// An empty board.
    pub const NONE: ThreatFeatures = ThreatFeatures {
        kinds: [0; 64],
        bits: [Bitboard::EMPTY; 4],
        victims: Bitboard::EMPTY,
        attacks: [Bitboard::EMPTY; KINDS],
    };

    /// The pieces and threats of a board.
    #[inline]
    pub fn of(board: &Board) -> ThreatFeatures {
        let mut threats = ThreatFeatures::NONE;
        threats.follow(&ThreatFeatures::NONE, board);
        threats
    }

    /// Becomes those of a board, given those of one that differs from it: the less it differs, the
    /// less work.
    #[inline]
    pub fn follow(&mut self, before: &ThreatFeatures, board: &Board) {
        self.kinds = before.kinds;
        self.bits = [
            board.pawns() | board.bishops() | board.queens(),
            board.knights() | board.bishops() | board.kings(),
            board.rooks() | board.queens() | board.kings(),
            board.black(),
        ];
        self.victims = board.occupied() & !board.kings();
        self.attacks = before.attacks;
        // The kinds that have moved, and those whose way was opened or closed, which is where a
        // square was left or taken but by one piece from another.
        let mut touched = 0_u32;
        for square in before.moved(self) {
            let [a, b, c, d] = self.bits.map(|bits| (bits.0 >> square as u32 & 1) as Kind);
            let kind = a | b << 1 | c << 2 | d << 3;
            touched |= 1 << before.kind_on(square) | 1 << kind;
            self.kinds[square as usize] = kind;
        }
        let crossed = before.occupied() ^ self.occupied();
        let mut outdated = 0_u32;
        for (index, piece) in ALL.into_iter().enumerate() {
            let slides = matches!(piece.role, Role::Bishop | Role::Rook | Role::Queen);
            let opened = slides && (before.attacks[index] & crossed).any();
            outdated |= (touched >> kind(piece) & 1 | u32::from(opened)) << index;
        }
        while outdated != 0 {
            let index = outdated.trailing_zeros() as usize;
            outdated &= outdated - 1;
            self.attacks[index] = attacked_by(board, ALL[index]);
        }
    }

    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.bits[0] | self.bits[1] | self.bits[2]
    }

    /// The men but the kings that the pieces of a kind attack, by its place in [`ALL`].
    #[inline]
    pub(super) fn attacked_men(&self, index: usize) -> Bitboard {
        self.attacks[index] & self.victims
    }

    /// The squares that the pieces of a side attack, by role from the pawn on.
    #[inline]
    pub fn attacks_by(&self, color: Color) -> &[Bitboard; KINDS / 2] {
        let (sides, _) = self.attacks.as_chunks();
        &sides[color.fold_wb(0, 1)]
    }

    /// The squares where two boards differ.
    #[inline]
    pub(super) fn moved(&self, other: &ThreatFeatures) -> Bitboard {
        let bits = self.bits.into_iter().zip(other.bits);
        bits.fold(Bitboard::EMPTY, |moved, (a, b)| moved | a ^ b)
    }

    /// The kind of the piece that stands on a square.
    #[inline]
    pub(super) fn kind_on(&self, square: Square) -> Kind {
        self.kinds[square as usize]
    }
}

#[cfg(test)]
pub(super) mod tests {
    use shakmaty::attacks;

    use super::*;

    /// The threats on a board by definition.
    pub fn defined(board: &Board) -> Vec<Threat> {
        let mut threats = Vec::new();
        for (square, victim) in board.iter().filter(|(_, piece)| piece.role != Role::King) {
            for attacker in ALL {
                // A piece is attacked by those that it would attack as one of the other side's.
                let seen = Piece { color: !attacker.color, ..attacker };
                let from = attacks::attacks(square, seen, board.occupied());
                if (from & board.by_piece(attacker)).any() {
                    threats.push(Threat::new(kind(attacker), kind(victim), square));
                }
            }
        }
        threats
    }
}
