//! The pieces of a board and what they threaten: all that the network's inputs are made of.
//!
//! A threat is a kind of piece that attacks, or defends, a piece on a square, however many of its
//! kind do and wherever they stand. Stockfish's, Reckless's and Viridithas's threat inputs also
//! tell the attacker's square: ten times the inputs, and more of them change with a move.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

use crate::position::attacked_by;

/// Kinds of pieces: White's pawn to king, then Black's.
pub const KINDS: usize = 12;
/// Kinds of pieces but the kings: attacks on these are checks, and a king cannot be defended.
pub const VICTIMS: usize = 10;
/// The most pieces on a board, pawns and kings included.
pub const MAX_MEN: usize = 32;
/// The most threats on a board: every kind attacks each man but the kings.
pub const MAX_THREATS: usize = (MAX_MEN - 2) * KINDS;

/// A kind of piece, below [`KINDS`].
pub type Kind = u8;

/// Pieces of a kind attack a piece of their own or the other colour, which stands on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threat {
    /// The kind that attacks.
    pub attacker: Kind,
    /// The kind that is attacked; no king.
    pub victim: Kind,
    /// Where it stands.
    pub square: Square,
}

/// What one board has and another has not.
#[derive(Default)]
pub struct Inputs {
    /// The pieces.
    pub pieces: ArrayVec<(Square, Piece), MAX_MEN>,
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
        for inputs in [&mut self.added, &mut self.removed] {
            inputs.pieces.clear();
            inputs.threats.clear();
        }
        let [mut moved, mut before, mut after] = [Bitboard::EMPTY; 3];
        for (was, now) in was.kinds.into_iter().zip(now.kinds) {
            moved |= was ^ now;
            before |= was;
            after |= now;
        }
        for square in moved & after {
            self.added.pieces.push((square, piece(now.kind_on(square))));
        }
        for square in moved & before {
            self.removed.pieces.push((square, piece(was.kind_on(square))));
        }
        let mut attacked = [(Bitboard::EMPTY, Bitboard::EMPTY); KINDS];
        let mut changed = 0_u32;
        for (kind, (before, after)) in attacked.iter_mut().enumerate() {
            (*before, *after) = (was.attacks[kind] & was.victims, now.attacks[kind] & now.victims);
            let kept = *before & *after & !moved;
            (*before, *after) = (*before & !kept, *after & !kept);
            changed |= u32::from((*before | *after).any()) << kind;
        }
        // Which kinds these are can hardly be predicted: one branch for each that is.
        while changed != 0 {
            let attacker = changed.trailing_zeros() as Kind;
            changed &= changed - 1;
            let (before, after) = attacked[usize::from(attacker)];
            for square in after {
                let victim = now.kind_on(square);
                self.added.threats.push(Threat { attacker, victim, square });
            }
            for square in before {
                let victim = was.kind_on(square);
                self.removed.threats.push(Threat { attacker, victim, square });
            }
        }
    }
}

/// The pieces of a board, and the squares that each kind of them attacks.
#[derive(Clone)]
pub struct Threats {
    /// Bit by bit, the kind of the piece on each square, from 1; 0 where there is none.
    kinds: [Bitboard; 4],
    /// Everything but the kings.
    victims: Bitboard,
    attacks: [Bitboard; KINDS],
}

impl Threats {
    /// An empty board.
    pub const NONE: Threats = Threats {
        kinds: [Bitboard::EMPTY; 4],
        victims: Bitboard::EMPTY,
        attacks: [Bitboard::EMPTY; KINDS],
    };

    /// The pieces and threats of a board.
    #[inline]
    pub fn of(board: &Board) -> Threats {
        let victims = board.occupied() & !board.kings();
        let mut threats = Threats { victims, ..Threats::NONE };
        for kind in 0..KINDS {
            let piece = piece(kind as Kind);
            let pieces = board.by_piece(piece);
            threats.attacks[kind] = attacked_by(board, piece);
            for (bit, of_bit) in threats.kinds.iter_mut().enumerate() {
                if (kind + 1) >> bit & 1 != 0 {
                    *of_bit |= pieces;
                }
            }
        }
        threats
    }

    /// The kind of the piece that stands on a square.
    #[inline]
    fn kind_on(&self, square: Square) -> Kind {
        let bits = self.kinds.iter().enumerate();
        let bit =
            |(bit, of_bit): (usize, &Bitboard)| ((of_bit.0 >> square as u32 & 1) as Kind) << bit;
        bits.map(bit).sum::<Kind>() - 1
    }
}

/// The piece of a kind.
fn piece(kind: Kind) -> Piece {
    let (color, role) = (usize::from(kind) / Role::ALL.len(), usize::from(kind) % Role::ALL.len());
    Piece { color: Color::from_white(color == 0), role: Role::ALL[role] }
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
            let kind = |wanted| (0..KINDS as Kind).find(|&kind| piece(kind) == wanted).unwrap();
            for attacker in 0..KINDS as Kind {
                // A piece is attacked by those that it would attack as one of the other side's.
                let kind_of_attacker = piece(attacker);
                let seen = Piece { color: !kind_of_attacker.color, ..kind_of_attacker };
                let from = attacks::attacks(square, seen, board.occupied());
                if (from & board.by_piece(kind_of_attacker)).any() {
                    threats.push(Threat { attacker, victim: kind(victim), square });
                }
            }
        }
        threats
    }

    /// Pieces and threats, told in words.
    fn told(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
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
        let all = |board: &Board| told(board.clone(), defined(board));
        let mut change = Change::default();
        for now in &boards {
            for before in boards.iter().chain([&Board::empty()]) {
                change.note(&Threats::of(before), &Threats::of(now));
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
