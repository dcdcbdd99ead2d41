//! The difference between two boards in the network's features.

use arrayvec::ArrayVec;
use shakmaty::Bitboard;

use super::{
    features::FeatureMap,
    threats::{ALL, KINDS, Threat, ThreatFeatures, kind},
};

/// The most pieces on a board, pawns and kings included.
pub const MAX_MEN: usize = 32;
/// The most threats on a board: all kinds attack every piece but the kings.
pub const MAX_THREATS: usize = (MAX_MEN - 2) * KINDS;

/// A feature's index in each perspective (black, white).
pub type Input = [u16; 2];

/// The features of one board that another does not have.
#[derive(Default)]
pub struct Inputs {
    /// Piece-square features, see [`FeatureMap::feature`].
    pub pieces: ArrayVec<Input, MAX_MEN>,
    /// Threat features, see [`FeatureMap::threat`].
    pub threats: ArrayVec<Input, MAX_THREATS>,
}

/// The features that two boards do not share.
#[derive(Default)]
pub struct FeatureDelta {
    /// Features of the new board only.
    pub added: Inputs,
    /// Features of the old board only.
    pub removed: Inputs,
}

impl FeatureDelta {
    /// Sets the delta to the difference between two boards, with the indices of both `maps`.
    pub fn set_difference(
        &mut self,
        was: &ThreatFeatures,
        now: &ThreatFeatures,
        maps: &[FeatureMap; 2],
    ) {
        let moved = was.moved(now);
        for (inputs, board) in [(&mut self.added, now), (&mut self.removed, was)] {
            inputs.pieces.clear();
            inputs.threats.clear();
            for square in moved & board.occupied() {
                let kind = board.kind_on(square);
                inputs.pieces.push(maps.map(|map| map.feature(square, kind) as u16));
            }
        }
        let mut attacked = [(Bitboard::EMPTY, Bitboard::EMPTY); KINDS];
        let mut changed = 0_u32;
        for (index, (before, after)) in attacked.iter_mut().enumerate() {
            (*before, *after) = (was.attacked_men(index), now.attacked_men(index));
            let kept = *before & *after & !moved;
            (*before, *after) = (*before & !kept, *after & !kept);
            changed |= u32::from((*before | *after).any()) << index;
        }
        // The changed kinds are unpredictable: loop over the set bits instead of branching per kind.
        while changed != 0 {
            let index = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let (before, after) = attacked[index];
            let attacker = kind(ALL[index]);
            for (inputs, board, squares) in
                [(&mut self.added, now, after), (&mut self.removed, was, before)]
            {
                for square in squares {
                    let threat = Threat::new(attacker, board.kind_on(square), square);
                    inputs.threats.push(maps.map(|map| map.threat(threat) as u16));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use shakmaty::{Board, Color, Square};

    use super::*;
    use crate::eval::nnue::threats::tests::defined;

    /// Describes pieces and threats in words.
    fn described(
        pieces: impl IntoIterator<Item = Input>,
        threats: impl IntoIterator<Item = Input>,
    ) -> BTreeSet<String> {
        let pieces = pieces.into_iter().map(|piece| format!("piece {piece:?}"));
        pieces.chain(threats.into_iter().map(|threat| format!("threat {threat:?}"))).collect()
    }

    #[test]
    fn deltas_match_the_definition() {
        let boards = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R",
            "r3k2r/p1ppqNb1/bn2pnp1/3P4/1p2P3/2N2Q1p/PPPBBPPP/R3K2R",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8",
            "P6p/8/8/8/8/8/8/p6P",
        ];
        let boards = boards.map(|fen| Board::from_ascii_board_fen(fen.as_bytes()).unwrap());
        // The maps need not be those of the boards' kings.
        let maps =
            [FeatureMap::new(Color::Black, Square::B7), FeatureMap::new(Color::White, Square::G1)];
        let all = |board: &Board| {
            let pieces = board.clone().into_iter();
            let pieces = pieces
                .map(|(square, piece)| maps.map(|map| map.feature(square, kind(piece)) as u16));
            let threats = defined(board).into_iter();
            described(pieces, threats.map(|threat| maps.map(|map| map.threat(threat) as u16)))
        };
        let mut delta = FeatureDelta::default();
        for now in &boards {
            for before in boards.iter().chain([&Board::empty()]) {
                let was = ThreatFeatures::of(before);
                let mut threats = ThreatFeatures::NONE;
                threats.follow(&was, now);
                delta.set_difference(&was, &threats, &maps);
                for (inputs, expected) in [
                    (&delta.added, &all(now) - &all(before)),
                    (&delta.removed, &all(before) - &all(now)),
                ] {
                    let Inputs { pieces, threats } = inputs;
                    assert_eq!(described(pieces.clone(), threats.clone()), expected);
                    assert_eq!(pieces.len() + threats.len(), expected.len());
                }
            }
        }
        delta.set_difference(&ThreatFeatures::NONE, &ThreatFeatures::of(&boards[0]), &maps);
        assert!(delta.added.threats.len() > 40);
    }
}
