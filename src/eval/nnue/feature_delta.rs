//! The difference between two boards in the network's features.

use arrayvec::ArrayVec;
use shakmaty::Bitboard;

use super::{
    features::FeatureMap,
    pawn_pairs::{self, MAX_PAIRS},
    threats::{ALL, KINDS, Threat, ThreatFeatures, kind},
};

/// The most pieces on a board, pawns and kings included.
pub const MAX_MEN: usize = 32;
/// The most threats on a board: all kinds attack every piece but the kings.
pub const MAX_THREATS: usize = (MAX_MEN - 2) * KINDS;

/// The most narrow features of a board.
pub const MAX_NARROW: usize = MAX_THREATS + MAX_PAIRS;

/// A feature's index in each perspective (black, white).
pub type Input = [u16; 2];

/// The features of one board that another does not have.
#[derive(Default)]
pub struct Inputs {
    /// Piece-square features, see [`FeatureMap::feature`].
    pub pieces: ArrayVec<Input, MAX_MEN>,
    /// Narrow features: threats and pawn pairs, see [`FeatureMap::threat`] and
    /// [`FeatureMap::pawn_pair`].
    pub narrow: ArrayVec<Input, MAX_NARROW>,
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
            inputs.narrow.clear();
            for square in moved & board.occupied() {
                let kind = board.kind_on(square);
                inputs.pieces.push(maps.map(|map| map.feature(square, kind) as u16));
            }
        }
        let (pawns_before, pawns_after) = (was.pawns(), now.pawns());
        if pawns_before != pawns_after {
            for (inputs, pawns, others) in [
                (&mut self.added, pawns_after, pawns_before),
                (&mut self.removed, pawns_before, pawns_after),
            ] {
                pawn_pairs::for_each_missing(pawns, others, |first, second| {
                    inputs.narrow.push(maps.map(|map| map.pawn_pair(first, second) as u16));
                });
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
                    inputs.narrow.push(maps.map(|map| map.threat(threat) as u16));
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
    use crate::eval::nnue::{pawn_pairs, threats};

    /// Describes piece-square and narrow features in words.
    fn described(
        pieces: impl IntoIterator<Item = Input>,
        narrow: impl IntoIterator<Item = Input>,
    ) -> BTreeSet<String> {
        let pieces = pieces.into_iter().map(|piece| format!("piece {piece:?}"));
        pieces.chain(narrow.into_iter().map(|feature| format!("narrow {feature:?}"))).collect()
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
            let threats = threats::tests::defined(board).into_iter();
            let threats = threats.map(|threat| maps.map(|map| map.threat(threat) as u16));
            let pairs = pawn_pairs::tests::defined(board).into_iter();
            let pairs =
                pairs.map(|[first, second]| maps.map(|map| map.pawn_pair(first, second) as u16));
            described(pieces, threats.chain(pairs))
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
                    let Inputs { pieces, narrow } = inputs;
                    assert_eq!(described(pieces.clone(), narrow.clone()), expected);
                    assert_eq!(pieces.len() + narrow.len(), expected.len());
                }
            }
        }
        delta.set_difference(&ThreatFeatures::NONE, &ThreatFeatures::of(&boards[0]), &maps);
        assert!(delta.added.narrow.len() > 60);
    }
}
