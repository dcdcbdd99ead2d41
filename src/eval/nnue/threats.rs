//! Pieces and attacks of a board, from which the network's features are computed.
//!
//! A threat means that a kind of piece attacks or defends a piece on a square. The number and the
//! squares of the attackers do not matter. The threat inputs of Stockfish, Reckless and Viridithas
//! include the attacker's square: ten times the features, and more of them change with a move.

use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

use super::pawn_pairs::Pawns;
use crate::chess::attacked_by;

/// Kinds of pieces.
pub const KINDS: usize = 12;
/// Kinds of pieces except the kings: attacks on these are checks, and a king is never defended.
pub const VICTIMS: usize = 10;

/// A kind of piece: its role, from 1, plus [`BLACK`]; 0 is none.
pub type Kind = u8;
/// Flag of Black's kinds.
pub const BLACK: Kind = 8;

/// All kinds of pieces.
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

/// Returns the kind of a piece.
#[inline]
pub const fn kind(piece: Piece) -> Kind {
    piece.role as Kind + if piece.color.is_white() { 0 } else { BLACK }
}

/// A kind of piece attacks, or defends, a piece on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threat {
    /// Attacking kind times 16, plus the attacked kind, which is not a king.
    pub kinds: u8,
    /// Square of the attacked piece.
    pub square: Square,
}

impl Threat {
    /// Returns the threat of kind `attacker` to a `victim`, which is not a king, on `square`.
    #[inline]
    pub const fn new(attacker: Kind, victim: Kind, square: Square) -> Threat {
        Threat { kinds: attacker << 4 | victim, square }
    }
}

/// Pieces of a board, and the squares that each kind attacks.
#[derive(Clone)]
pub struct ThreatFeatures {
    /// Kind on each square.
    kinds: [Kind; 64],
    /// `kinds` as four bitboards, one for each bit.
    bits: [Bitboard; 4],
    /// All pieces except the kings.
    victims: Bitboard,
    /// Attacked squares, in the order of [`ALL`].
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

    /// Computes the pieces and attacks of a board.
    #[inline]
    pub fn of(board: &Board) -> ThreatFeatures {
        let mut threats = ThreatFeatures::NONE;
        threats.follow(&ThreatFeatures::NONE, board);
        threats
    }

    /// Sets `self` to the pieces and attacks of `board`, starting from those of another board. The
    /// cost depends on the number of differences.
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
        // Recompute kinds that have moved, and sliders that attack a square which was vacated or
        // occupied. A capture changes neither on its target square.
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

    /// Returns the pawns on ranks 2 to 7. Others exist only on boards that are not legal.
    #[inline]
    pub(super) fn pawns(&self) -> Pawns {
        let [a, b, c, black] = self.bits;
        let pawns = a & !(b | c) & !Bitboard::BACKRANKS;
        [pawns & black, pawns & !black]
    }

    /// Returns the pieces, except kings, that a kind attacks, by its index in [`ALL`].
    #[inline]
    pub(super) fn attacked_men(&self, index: usize) -> Bitboard {
        self.attacks[index] & self.victims
    }

    /// Returns the squares that a side attacks, by role from the pawn on.
    #[inline]
    pub fn attacks_by(&self, color: Color) -> &[Bitboard; KINDS / 2] {
        let (sides, _) = self.attacks.as_chunks();
        &sides[color.fold_wb(0, 1)]
    }

    /// Returns the squares on which two boards differ.
    #[inline]
    pub(super) fn moved(&self, other: &ThreatFeatures) -> Bitboard {
        let bits = self.bits.into_iter().zip(other.bits);
        bits.fold(Bitboard::EMPTY, |moved, (a, b)| moved | a ^ b)
    }

    /// Returns the kind on a square.
    #[inline]
    pub(super) fn kind_on(&self, square: Square) -> Kind {
        self.kinds[square as usize]
    }
}

#[cfg(test)]
pub(super) mod tests {
    use shakmaty::attacks;

    use super::*;

    /// Returns the threats of a board by definition.
    pub fn defined(board: &Board) -> Vec<Threat> {
        let mut threats = Vec::new();
        for (square, victim) in board.iter().filter(|(_, piece)| piece.role != Role::King) {
            for attacker in ALL {
                // Look up from the target: a piece of the opposite colour there attacks the attacker.
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
