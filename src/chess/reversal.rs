//! Detects from their keys alone whether two positions are one reversible move apart (cuckoo
//! tables, Marcel van Kervinck).

use std::sync::LazyLock;

use shakmaty::{
    Bitboard, Color, Role, Square, attacks,
    zobrist::{Zobrist64, ZobristValue},
};

use super::position::Position;

/// Slots of the table, a power of two.
const SLOTS: usize = 8_192;

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    squares: Option<(Square, Square)>,
}

/// All piece moves on an empty board, by the change of the key, each in one of two slots.
static MOVES: LazyLock<Box<[Slot]>> = LazyLock::new(|| {
    let mut slots = vec![Slot::default(); SLOTS].into_boxed_slice();
    for color in Color::ALL {
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            for from in Square::ALL {
                for to in attacks::attacks(from, role.of(color), Bitboard::EMPTY) {
                    if to > from {
                        let value = |square| Zobrist64::zobrist_for_piece(square, role.of(color)).0;
                        let key = value(from) ^ value(to) ^ Zobrist64::zobrist_for_white_turn().0;
                        insert(&mut slots, Slot { key, squares: Some((from, to)) });
                    }
                }
            }
        }
    }
    slots
});

pub(super) fn prepare() {
    LazyLock::force(&MOVES);
}

const fn places(key: u64) -> [usize; 2] {
    [key as usize % SLOTS, (key >> 16) as usize % SLOTS]
}

/// Inserts a move into one of its slots, and moves the old entry to its other slot.
fn insert(slots: &mut [Slot], mut slot: Slot) {
    let mut place = places(slot.key)[0];
    loop {
        std::mem::swap(&mut slots[place], &mut slot);
        if slot.squares.is_none() {
            return;
        }
        let [first, second] = places(slot.key);
        place = if place == first { second } else { first };
    }
}

/// Returns the difference of two keys without the side to move.
#[inline]
pub(crate) fn other_side_moved(key: u64, before: u64) -> u64 {
    key ^ before ^ Zobrist64::zobrist_for_white_turn().0
}

/// Returns true if an unobstructed piece move changes the key of a position by `change`.
#[inline]
pub(crate) fn is_one_move(position: &Position, change: u64) -> bool {
    places(change).into_iter().any(|place| {
        let slot = MOVES[place];
        slot.key == change
            && slot.squares.is_some_and(|(from, to)| {
                (attacks::between(from, to) & position.board().occupied()).is_empty()
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::game::Game;

    #[test]
    fn reversible_moves_are_found() {
        let game = Game::from_fen("r3k2r/8/8/3q4/8/3Q4/4P3/R3K2R w KQkq - 4 10", false).unwrap();
        let position = game.position();
        for m in position.legal_moves() {
            let after = position.play(m);
            let change = position.key() ^ after.key();
            // Pawns cannot move back, and moves of kings and rooks lose castling rights here.
            let reversible = m.role() == Role::Queen && !m.is_capture();
            assert_eq!(is_one_move(&after, change), reversible, "{m:?}");
            assert_ne!(other_side_moved(after.key(), position.key()), 0);
        }
    }
}
