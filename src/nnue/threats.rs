//! The pieces of a board and what they threaten: all that the network's inputs are made of.
//!
//! A threat is a kind of piece that attacks, or defends, a piece on a square, however many of its
//! kind do and wherever they stand. Stockfish's, Reckless's and Viridithas's threat inputs also
//! tell the attacker's square: ten times the inputs, and more of them change with a move.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

use crate::position::attacked_by;

/// Kinds of pieces.
pub const KINDS: usize = 12;
/// Kinds of pieces but the kings: attacks on these are checks, and a king cannot be defended.
pub const VICTIMS: usize = 10;
/// The most pieces on a board, pawns and kings included.
pub const MAX_MEN: usize = 32;
/// The most threats on a board: every kind attacks each man but the kings.
pub const MAX_THREATS: usize = (MAX_MEN - 2) * KINDS;

/// A kind of piece: its role, from 1, and [`BLACK`]; 0 is none.
pub type Kind = u8;
/// What makes a kind of White's one of Black's.
pub const BLACK: Kind = 8;

/// All kinds.
const ALL: [Piece; KINDS] = {
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

/// What one board has and another has not.
#[derive(Default)]
pub struct Inputs {
    /// The pieces.
    pub pieces: ArrayVec<(Square, Kind), MAX_MEN>,
    /// What they threaten.
    pub threats: ArrayVec<Threat, MAX_THREATS>,
}

/// What tells one board from another.
#[derive(Default)]
pub struct Change {
    /// What is new.
    pub added: Inputs,
    /// What is there no more.
    pub removed: Inputs,
}

impl Change {
    /// Replaces itself by what has changed between two boards.
    pub fn note(&mut self, was: &Threats, now: &Threats) {
        let moved = was.moved(now);
        for (inputs, board) in [(&mut self.added, now), (&mut self.removed, was)] {
            inputs.pieces.clear();
            inputs.threats.clear();
            for square in moved & board.occupied() {
                inputs.pieces.push((square, board.kind_on(square)));
            }
        }
        let mut attacked = [(Bitboard::EMPTY, Bitboard::EMPTY); KINDS];
        let mut changed = 0_u32;
        for (index, (before, after)) in attacked.iter_mut().enumerate() {
            (*before, *after) =
                (was.attacks[index] & was.victims, now.attacks[index] & now.victims);
            let kept = *before & *after & !moved;
            (*before, *after) = (*before & !kept, *after & !kept);
            changed |= u32::from((*before | *after).any()) << index;
        }
        // Which kinds these are can hardly be predicted: one branch for each that is.
        while changed != 0 {
            let index = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let attacker = kind(ALL[index]);
            let (before, after) = attacked[index];
            for square in after {
                self.added.threats.push(Threat::new(attacker, now.kind_on(square), square));
            }
            for square in before {
                self.removed.threats.push(Threat::new(attacker, was.kind_on(square), square));
            }
        }
    }
}

/// The pieces of a board, and the squares that each kind of them attacks.
#[derive(Clone)]
pub struct Threats {
    /// The kind of the piece on each square.
    kinds: [Kind; 64],
    /// The same, bit by bit.
    bits: [Bitboard; 4],
    /// Everything but the kings.
    victims: Bitboard,
    /// In the order of [`ALL`].
    attacks: [Bitboard; KINDS],
}

impl Threats {
    /// An empty board.
    pub const NONE: Threats = Threats {
        kinds: [0; 64],
        bits: [Bitboard::EMPTY; 4],
        victims: Bitboard::EMPTY,
        attacks: [Bitboard::EMPTY; KINDS],
    };

    /// The pieces and threats of a board.
    #[inline]
    pub fn of(board: &Board) -> Threats {
        Threats::NONE.after(board)
    }

    /// The same of a board that differs from this one: the less it differs, the less work.
    #[inline]
    pub fn after(&self, board: &Board) -> Threats {
        let mut now = Threats {
            kinds: self.kinds,
            bits: [
                board.pawns() | board.bishops() | board.queens(),
                board.knights() | board.bishops() | board.kings(),
                board.rooks() | board.queens() | board.kings(),
                board.black(),
            ],
            victims: board.occupied() & !board.kings(),
            attacks: self.attacks,
        };
        // The kinds that have moved, and those whose way was opened or closed, which is where a
        // square was left or taken but by one piece from another.
        let mut touched = 0_u32;
        for square in self.moved(&now) {
            let [a, b, c, d] = now.bits.map(|bits| (bits.0 >> square as u32 & 1) as Kind);
            let kind = a | b << 1 | c << 2 | d << 3;
            touched |= 1 << self.kind_on(square) | 1 << kind;
            now.kinds[square as usize] = kind;
        }
        let crossed = self.occupied() ^ now.occupied();
        let mut outdated = 0_u32;
        for (index, piece) in ALL.into_iter().enumerate() {
            let slides = matches!(piece.role, Role::Bishop | Role::Rook | Role::Queen);
            let opened = slides && (self.attacks[index] & crossed).any();
            outdated |= (touched >> kind(piece) & 1 | u32::from(opened)) << index;
        }
        while outdated != 0 {
            let index = outdated.trailing_zeros() as usize;
            outdated &= outdated - 1;
            now.attacks[index] = attacked_by(board, ALL[index]);
        }
        now
    }

    #[inline]
    fn occupied(&self) -> Bitboard {
        self.bits[0] | self.bits[1] | self.bits[2]
    }

    /// The squares where two boards differ.
    #[inline]
    fn moved(&self, other: &Threats) -> Bitboard {
        let bits = self.bits.into_iter().zip(other.bits);
        bits.fold(Bitboard::EMPTY, |moved, (a, b)| moved | a ^ b)
    }

    /// The kind of the piece that stands on a square.
    #[inline]
    fn kind_on(&self, square: Square) -> Kind {
        self.kinds[square as usize]
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeSet;

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

    /// Pieces and threats, told in words.
    fn told(
        pieces: impl IntoIterator<Item = (Square, Kind)>,
        threats: impl IntoIterator<Item = Threat>,
    ) -> BTreeSet<String> {
        let pieces = pieces.into_iter().map(|piece| format!("{piece:?}"));
        pieces.chain(threats.into_iter().map(|threat| format!("{threat:?}"))).collect()
    }

    #[test]
    fn threats_are_those_of_the_definition() {
        let boards = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R",
            "r3k2r/p1ppqNb1/bn2pnp1/3P4/1p2P3/2N2Q1p/PPPBBPPP/R3K2R",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8",
            "P6p/8/8/8/8/8/8/p6P",
        ];
        let boards = boards.map(|fen| Board::from_ascii_board_fen(fen.as_bytes()).unwrap());
        let all = |board: &Board| {
            let pieces = board.clone().into_iter().map(|(square, piece)| (square, kind(piece)));
            told(pieces, defined(board))
        };
        let mut change = Change::default();
        for now in &boards {
            for before in boards.iter().chain([&Board::empty()]) {
                let was = Threats::of(before);
                change.note(&was, &was.after(now));
                for (inputs, expected) in [
                    (&change.added, &all(now) - &all(before)),
                    (&change.removed, &all(before) - &all(now)),
                ] {
                    let Inputs { pieces, threats } = inputs;
                    assert_eq!(told(pieces.clone(), threats.clone()), expected);
                    assert_eq!(pieces.len() + threats.len(), expected.len());
                }
            }
        }
        change.note(&Threats::NONE, &Threats::of(&boards[0]));
        assert!(change.added.threats.len() > 40);
    }
}
