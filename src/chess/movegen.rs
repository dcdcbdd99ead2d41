//! Staged generation of legal moves, with shakmaty's boards and attack tables.
//!
//! shakmaty generates all legal moves at once. A search needs the captures first, and often no
//! others.

use shakmaty::{
    Bitboard, ByColor, CastlingSide, Move, Piece, Position as _, Rank, Role, Square, attacks,
};

use super::{attacks::Checks, moves::SearchMove, position::Position};

/// Receives the generated moves one by one.
pub trait MoveSink: FnMut(SearchMove) {}
impl<F: FnMut(SearchMove)> MoveSink for F {}

/// The two kinds of moves, which are generated separately.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// Captures, en passant and promotions to a queen; see
    /// [`is_tactical`](super::moves::is_tactical).
    Tactical,
    /// All other moves.
    Quiet,
}

const FORWARD: ByColor<i32> = ByColor { black: -8, white: 8 };
const UNDER_PROMOTIONS: [Role; 3] = [Role::Knight, Role::Rook, Role::Bishop];

impl Position {
    /// Generates the legal moves of a kind: pawns first, the king last, which is the order of moves
    /// with equal scores.
    #[inline]
    pub fn generate(&self, kind: MoveKind, sink: impl MoveSink) {
        self.generate_given(kind, None, sink);
    }

    /// [`Position::generate`] with the squares that the opponent attacks, which makes king moves
    /// cheaper. Pass them only if not in check: in check, the squares behind the king are attacked too
    /// once the king moves.
    pub(crate) fn generate_given(
        &self,
        kind: MoveKind,
        attacked: Option<Bitboard>,
        mut sink: impl MoveSink,
    ) {
        debug_assert!(attacked.is_none() || !self.is_check());
        let board = self.board();
        let us = self.turn();
        let occupied = board.occupied();
        let king = self.king(us);
        let targets = match kind {
            MoveKind::Tactical => self.them(),
            MoveKind::Quiet => !occupied,
        };

        let check_mask = match self.checkers().single_square() {
            Some(checker) => attacks::between(king, checker) | checker,
            None if self.checkers().is_empty() => Bitboard::FULL,
            // Two checkers: only the king can move.
            None => Bitboard::EMPTY,
        };
        if check_mask.any() {
            let pin_mask = self.pin_mask(check_mask);
            match kind {
                MoveKind::Tactical => self.generate_pawn_captures(&pin_mask, &mut sink),
                MoveKind::Quiet => self.generate_pawn_pushes(&pin_mask, &mut sink),
            }
            self.generate_pieces(kind, |_| targets, pin_mask, &mut sink);
        }
        for to in attacks::king_attacks(king) & targets & !attacked.unwrap_or_default() {
            if attacked.is_some() || self.is_safe_for_king(to) {
                sink(SearchMove::normal(us.king(), king, board.role_at(to), to));
            }
        }
        if kind == MoveKind::Quiet {
            for side in CastlingSide::ALL {
                if self.can_castle(side)
                    && let Some(rook) = self.chess().castles().rook(us, side)
                {
                    sink(SearchMove::castle(us, king, rook));
                }
            }
        }
    }

    /// Returns true if the side to move has a legal move.
    pub fn has_legal_move(&self) -> bool {
        // King moves are the cheapest, and usually one is legal.
        let king = attacks::king_attacks(self.king(self.turn())) & !self.us();
        if king.into_iter().any(|to| self.is_safe_for_king(to)) {
            return true;
        }
        let mut found = false;
        self.generate(MoveKind::Tactical, |_| found = true);
        if !found {
            self.generate(MoveKind::Quiet, |_| found = true);
        }
        found
    }

    /// Generates the quiet moves that give check. The side to move is not in check. May skip
    /// underpromotions.
    pub(crate) fn generate_quiet_checks(&self, checks: &Checks, mut sink: impl MoveSink) {
        if (checks.blockers & self.us()).any() {
            // Discovered checks can go to any square.
            return self.generate(MoveKind::Quiet, |m| {
                if checks.gives(m) {
                    sink(m);
                }
            });
        }
        let pin_mask = self.pin_mask(Bitboard::FULL);
        let pushes = |from: Square| pin_mask(from) & checks.direct_by(Role::Pawn);
        self.generate_pawn_pushes(pushes, &mut sink);
        let empty = !self.board().occupied();
        let targets = |role: Role| checks.direct_by(role) & empty;
        self.generate_pieces(MoveKind::Quiet, targets, pin_mask, &mut sink);
    }

    /// Returns the legal targets of a piece by its square, as far as pins and `check_mask` are
    /// concerned. `check_mask` has the squares that resolve a check.
    #[inline]
    fn pin_mask(&self, check_mask: Bitboard) -> impl Fn(Square) -> Bitboard + use<> {
        let king = self.king(self.turn());
        let pinned = self.blockers(self.turn()) & self.us();
        move |from| {
            if pinned.contains(from) { attacks::ray(king, from) & check_mask } else { check_mask }
        }
    }

    /// Generates the moves of knights, bishops, rooks and queens to the `targets` of their role.
    #[inline(always)]
    fn generate_pieces(
        &self,
        kind: MoveKind,
        targets: impl Fn(Role) -> Bitboard,
        pin_mask: impl Fn(Square) -> Bitboard,
        sink: &mut impl MoveSink,
    ) {
        let us = self.turn();
        let occupied = self.board().occupied();
        // A loop over the roles would add an unpredictable indirect jump.
        let knights = |square| attacks::knight_attacks(square);
        self.generate_piece_moves(
            us.knight(),
            knights,
            kind,
            targets(Role::Knight),
            &pin_mask,
            sink,
        );
        let bishops = |square| attacks::bishop_attacks(square, occupied);
        self.generate_piece_moves(
            us.bishop(),
            bishops,
            kind,
            targets(Role::Bishop),
            &pin_mask,
            sink,
        );
        let rooks = |square| attacks::rook_attacks(square, occupied);
        self.generate_piece_moves(us.rook(), rooks, kind, targets(Role::Rook), &pin_mask, sink);
        let queens = |square| attacks::queen_attacks(square, occupied);
        self.generate_piece_moves(us.queen(), queens, kind, targets(Role::Queen), &pin_mask, sink);
    }

    #[inline]
    fn generate_piece_moves(
        &self,
        piece: Piece,
        attacks: impl Fn(Square) -> Bitboard,
        kind: MoveKind,
        targets: Bitboard,
        pin_mask: impl Fn(Square) -> Bitboard,
        sink: &mut impl MoveSink,
    ) {
        let board = self.board();
        for from in self.us() & board.by_role(piece.role) {
            for to in attacks(from) & targets & pin_mask(from) {
                let capture = match kind {
                    MoveKind::Tactical => board.role_at(to),
                    MoveKind::Quiet => None,
                };
                sink(SearchMove::normal(piece, from, capture, to));
            }
        }
    }

    /// Returns all legal moves.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        self.generate(MoveKind::Tactical, |m| moves.push(m.unpack()));
        self.generate(MoveKind::Quiet, |m| moves.push(m.unpack()));
        moves
    }

    fn generate_pawn_captures(
        &self,
        pin_mask: impl Fn(Square) -> Bitboard,
        sink: &mut impl MoveSink,
    ) {
        let board = self.board();
        let us = self.turn();
        let pawns = self.us() & board.pawns();
        let last_rank = Bitboard::from_rank(us.relative_rank(Rank::Eighth));
        for from in pawns {
            for to in attacks::pawn_attacks(us, from) & self.them() & pin_mask(from) {
                let capture = board.role_at(to);
                if last_rank.contains(to) {
                    sink(SearchMove::promoting(us, from, capture, to, Role::Queen));
                    for role in UNDER_PROMOTIONS {
                        sink(SearchMove::promoting(us, from, capture, to, role));
                    }
                } else {
                    sink(SearchMove::normal(us.pawn(), from, capture, to));
                }
            }
        }
        let forward = *FORWARD.get(us);
        for to in pawns.shift(forward) & last_rank & !board.occupied() {
            if let Some(from) = to.offset(-forward)
                && pin_mask(from).contains(to)
            {
                sink(SearchMove::promoting(us, from, None, to, Role::Queen));
            }
        }
        if let Some(to) = self.en_passant() {
            for from in attacks::pawn_attacks(!us, to) & pawns {
                if self.en_passant_is_safe(from, to) {
                    sink(SearchMove::en_passant(us, from, to));
                }
            }
        }
    }

    fn generate_pawn_pushes(
        &self,
        pin_mask: impl Fn(Square) -> Bitboard,
        sink: &mut impl MoveSink,
    ) {
        let board = self.board();
        let us = self.turn();
        let forward = *FORWARD.get(us);
        let empty = !board.occupied();
        let last_rank = Bitboard::from_rank(us.relative_rank(Rank::Eighth));
        let third_rank = Bitboard::from_rank(us.relative_rank(Rank::Third));
        let single = (self.us() & board.pawns()).shift(forward) & empty;
        for to in single {
            if let Some(from) = to.offset(-forward)
                && pin_mask(from).contains(to)
            {
                if last_rank.contains(to) {
                    for role in UNDER_PROMOTIONS {
                        sink(SearchMove::promoting(us, from, None, to, role));
                    }
                } else {
                    sink(SearchMove::normal(us.pawn(), from, None, to));
                }
            }
        }
        for to in (single & third_rank).shift(forward) & empty {
            if let Some(from) = to.offset(-2 * forward)
                && pin_mask(from).contains(to)
            {
                sink(SearchMove::normal(us.pawn(), from, None, to));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;
    use crate::chess::{
        attacks::attacked_by,
        moves::{PackedMove, is_tactical},
        test_positions::{KIWIPETE, STARTPOS},
    };

    fn sorted(mut moves: Vec<Move>) -> Vec<String> {
        moves.sort_by_key(|&m| PackedMove::new(m).bits());
        moves.into_iter().map(|m| format!("{m:?}")).collect()
    }

    const DEPTH: u32 = 3;

    /// Walks the tree and compares the generator with shakmaty.
    fn check_tree(position: &Position, depth: u32) {
        let is_root = depth == DEPTH;
        let moves = position.legal_moves();
        let expected = position.chess().legal_moves().to_vec();
        assert_eq!(sorted(moves.clone()), sorted(expected), "{}", position.fen());
        position
            .generate(MoveKind::Tactical, |m| assert!(m.is_tactical() && is_tactical(m.unpack())));
        let mut expected = Vec::new();
        let checks = Checks::new(position);
        position.generate(MoveKind::Quiet, |m| {
            assert!(!m.is_tactical() && !is_tactical(m.unpack()));
            if checks.gives(m) && m.promotion().is_none() {
                expected.push(m.unpack());
            }
        });
        if !position.is_check() {
            let attacked =
                Role::ALL.map(|role| attacked_by(position.board(), role.of(!position.turn())));
            let attacked = attacked.into_iter().fold(Bitboard::EMPTY, |all, some| all | some);
            let mut all = Vec::new();
            for kind in [MoveKind::Tactical, MoveKind::Quiet] {
                position.generate_given(kind, Some(attacked), |m| all.push(m.unpack()));
            }
            assert_eq!(sorted(all), sorted(moves.clone()), "{}", position.fen());
            let mut found = Vec::new();
            position.generate_quiet_checks(&checks, |m| found.push(m.unpack()));
            found.retain(|m| !m.is_promotion());
            assert_eq!(sorted(found), sorted(expected), "{}", position.fen());
        }
        for &m in &moves {
            let listed = SearchMove::new(position.turn(), m);
            assert_eq!((listed.unpack(), listed.packed()), (m, PackedMove::new(m)));
        }
        // Every packed move unpacks if and only if it is legal.
        if is_root || depth == 1 && position.key().is_multiple_of(64) {
            for bits in 1..=u16::MAX {
                let packed = PackedMove::from_bits(bits).unwrap();
                let found = moves.iter().copied().find(|&m| PackedMove::new(m) == packed);
                assert_eq!(
                    position.unpack(packed).map(SearchMove::unpack),
                    found,
                    "{} {packed:?}",
                    position.fen()
                );
            }
        }
        if depth == 1 {
            return;
        }
        for m in moves {
            // `play` itself asserts that the keys are right.
            let child = position.play(m);
            let may_castle = |position: &Position| position.chess().castles().castling_rights();
            let is_plain = matches!(m, Move::Normal { promotion: None, .. })
                && child.en_passant().is_none()
                && may_castle(&child) == may_castle(position);
            let listed = position.search_move(m);
            let is_normal = matches!(m, Move::Normal { promotion: None, .. });
            let may_check = !is_normal || child.is_check();
            assert_eq!(checks.may_give(listed), may_check, "{} {m:?}", position.fen());
            let likely = position.likely_tt_key_after(listed);
            assert!(!is_plain || likely == child.tt_key(), "{} {m:?}", position.fen());
            check_tree(&child, depth - 1);
        }
    }

    #[test]
    fn generation_keys_and_unpacking_agree_with_shakmaty() {
        for fen in [
            STARTPOS,
            KIWIPETE,
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "2r1kr2/8/8/8/8/8/8/1R2K1R1 w GBfc - 0 1",
            "8/8/8/1k1pP2Q/8/8/8/4K3 w - d6 0 1",
            // The king cannot step back along the line of a check.
            "8/8/8/8/4k2R/8/8/4K3 b - - 0 1",
            // The fifty-move clock changes the keys of the transposition table.
            "4k3/pp3r2/8/2p1n3/8/1P1N4/P1R2P2/4K3 w - - 29 60",
        ] {
            let fen: Fen = fen.parse().unwrap();
            let setup = fen.into_setup();
            let mode = CastlingMode::detect(&setup);
            let position = Position::from_chess(setup.position(mode).unwrap());
            check_tree(&position, DEPTH);
        }
    }
}
