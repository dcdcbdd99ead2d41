//! Positions: shakmaty's [`Chess`] with incremental keys, checkers and en-passant square.

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, Move, Position as _, Role, Square,
    attacks, fen::Fen, uci::UciMove,
};

use super::{attacks::Blockers, keys::Keys, moves::SearchMove};

/// Limit of the fifty-move rule, plies.
pub(crate) const FIFTY_MOVES: u32 = 100;

/// A chess position that is cheap to copy (copy-make).
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) chess: Chess,
    pub(super) keys: Keys,
    pub(super) checkers: Bitboard,
    pub(super) blockers: Blockers,
    /// Set only where an en-passant capture is legal.
    pub(super) en_passant: Option<Square>,
}

impl Position {
    /// Returns the standard start position.
    pub fn startpos() -> Position {
        Position::from_chess(Chess::default())
    }

    /// Wraps a shakmaty position, and computes keys and checkers from scratch.
    pub fn from_chess(chess: Chess) -> Position {
        let en_passant = chess.legal_ep_square();
        let keys = Keys::from_scratch(&chess, en_passant);
        let checkers = chess.checkers();
        Position { chess, keys, checkers, blockers: Blockers::default(), en_passant }
    }

    /// Returns shakmaty's position.
    pub const fn chess(&self) -> &Chess {
        &self.chess
    }

    /// Returns the board.
    #[inline]
    pub fn board(&self) -> &Board {
        self.chess.board()
    }

    /// Returns the side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.chess.turn()
    }

    /// Returns the Zobrist keys of the position and of parts of it.
    #[inline]
    pub const fn keys(&self) -> &Keys {
        &self.keys
    }

    /// Returns the key of the whole position.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.keys.full
    }

    /// Returns the transposition table key.
    #[inline]
    pub fn tt_key(&self) -> u64 {
        tt_key(self.keys.full, self.halfmoves())
    }

    /// Returns the transposition table key after a move, for prefetching. It is wrong for castling,
    /// promotions, en-passant captures, and moves that change castling rights or the en-passant
    /// square (Stockfish's `key_after`).
    #[inline]
    pub(crate) fn likely_tt_key_after(&self, m: SearchMove) -> u64 {
        let is_zeroing = m.captured() != 0 || m.role() == Role::Pawn;
        let halfmoves = if is_zeroing { 0 } else { self.halfmoves().saturating_add(1) };
        tt_key(self.keys.likely_after(self.turn(), self.en_passant, m), halfmoves)
    }

    /// Returns the pieces that give check to the side to move.
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Returns true if the side to move is in check.
    #[inline]
    pub const fn is_check(&self) -> bool {
        self.checkers.any()
    }

    /// Returns the target square of a legal en-passant capture.
    #[inline]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Returns the plies since the last capture or pawn move.
    #[inline]
    pub fn halfmoves(&self) -> u32 {
        self.chess.halfmoves()
    }

    /// Returns the number of the move, from 1.
    pub fn fullmoves(&self) -> u32 {
        self.chess.fullmoves().get()
    }

    /// Returns the plies since the start of the game.
    pub fn plies(&self) -> u32 {
        (self.fullmoves() - 1).saturating_mul(2) | u32::from(self.turn().is_black())
    }

    /// Returns the square of a side's king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        // Positions without both kings are not legal, and kings are never captured.
        self.board().king_of(color).expect("both kings are on the board")
    }

    /// Returns the pieces of the side to move.
    #[inline]
    pub fn us(&self) -> Bitboard {
        self.board().by_color(self.turn())
    }

    /// Returns the pieces of the opponent of the side to move.
    #[inline]
    pub fn them(&self) -> Bitboard {
        self.board().by_color(!self.turn())
    }

    /// Returns true if a side has castling rights.
    #[inline]
    pub(crate) fn has_castling_rights(&self) -> bool {
        self.chess.castles().any()
    }

    /// Returns the pieces of `color` other than pawns and king. Without any, zugzwang is likely.
    #[inline]
    pub(crate) fn non_pawn_pieces(&self, color: Color) -> Bitboard {
        let board = self.board();
        board.by_color(color) & !(board.pawns() | board.kings())
    }

    /// Returns the pieces of both sides that alone block an enemy slider's attack on `color`'s king.
    #[inline]
    pub(crate) fn blockers(&self, color: Color) -> Bitboard {
        self.blockers.get_or_find(color, || self.find_blockers(color))
    }

    fn find_blockers(&self, color: Color) -> Bitboard {
        let board = self.board();
        let king = self.king(color);
        let rooks = attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
        let bishops = attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens();
        let mut blockers = Bitboard::EMPTY;
        for sniper in (rooks | bishops) & board.by_color(!color) {
            let between = attacks::between(king, sniper) & board.occupied();
            if !between.more_than_one() {
                blockers |= between;
            }
        }
        blockers
    }

    /// Returns the position after a legal move.
    #[inline]
    pub fn play(&self, m: Move) -> Position {
        let mut position = self.clone();
        position.make_move(m, true);
        position
    }

    /// Plays a legal move in place, which avoids store-forwarding stalls of a copy. Without `may_check`
    /// the move must not give check.
    #[inline]
    pub fn make_move(&mut self, m: Move, may_check: bool) {
        self.keys.advance(self.chess.turn(), self.en_passant, self.chess.castles(), m);
        self.blockers = Blockers::default();
        let chess = &mut self.chess;
        chess.play_unchecked(m);
        // shakmaty sets the square after every double push.
        self.en_passant = match chess.maybe_ep_square() {
            Some(square) if can_be_taken(chess, square) => chess.legal_ep_square(),
            _ => None,
        };
        self.checkers = if may_check { chess.checkers() } else { Bitboard::EMPTY };
        self.keys.toggle_en_passant(self.en_passant);
        debug_assert_eq!(self.checkers, self.chess.checkers());
        debug_assert_eq!(self.keys, Keys::from_scratch(&self.chess, self.en_passant));
    }

    /// Returns the position after a null move; `None` in check.
    pub fn play_null(&self) -> Option<Position> {
        if self.is_check() {
            return None;
        }
        let mut chess = self.chess.clone();
        // shakmaty's `swap_turn` validates the position, which takes longer than a move. Instead, a
        // knight on the king's square "promotes" to the king there, which keeps castling rights.
        let king = self.king(self.turn());
        chess.play_unchecked(Move::Normal {
            role: Role::Knight,
            from: king,
            capture: None,
            to: king,
            promotion: Some(Role::King),
        });
        let mut keys = self.keys.after_null();
        keys.toggle_en_passant(self.en_passant);
        Some(Position {
            chess,
            keys,
            checkers: Bitboard::EMPTY,
            blockers: self.blockers.clone(),
            en_passant: None,
        })
    }

    /// Returns true if the fifty-move rule makes a draw: the clock has run out, and the side to move
    /// is not mated.
    #[inline]
    pub fn is_fifty_move_draw(&self) -> bool {
        self.halfmoves() >= FIFTY_MOVES && (!self.is_check() || self.has_legal_move())
    }

    /// Returns true if no sequence of moves leads to mate.
    #[inline]
    pub fn is_insufficient_material(&self) -> bool {
        let board = self.board();
        (board.pawns() | board.rooks_and_queens()).is_empty()
            && self.chess.is_insufficient_material()
    }

    /// Returns the move in UCI notation, with king-takes-rook castling only for Chess960.
    pub fn to_uci(&self, m: Move, chess960: bool) -> UciMove {
        let mode = CastlingMode::from_chess960(chess960 || self.is_chess960());
        UciMove::from_move(m, mode)
    }

    /// Returns true if the castling rights need Chess960 notation.
    pub fn is_chess960(&self) -> bool {
        self.chess.castles().mode().is_chess960()
    }

    /// Returns the FEN, with an en-passant square only if a capture is legal.
    pub fn fen(&self) -> String {
        Fen::from_position(&self.chess, EnPassantMode::Legal).to_string()
    }

    /// Converts a move to the search's representation.
    #[inline]
    pub fn search_move(&self, m: Move) -> SearchMove {
        SearchMove::new(self.turn(), m)
    }
}

/// Mixes the fifty-move clock into a key. Above 13 plies the key changes every eight plies, which
/// keeps scores found with a low clock apart (Stockfish's `adjust_key50`).
#[inline]
fn tt_key(key: u64, halfmoves: u32) -> u64 {
    let bucket = if halfmoves < 14 { 0 } else { u64::from(halfmoves - 14) / 8 + 1 };
    key ^ bucket.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Returns true if a pawn of the side to move attacks the square behind a double push.
fn can_be_taken(chess: &Chess, square: Square) -> bool {
    (attacks::pawn_attacks(!chess.turn(), square) & chess.our(Role::Pawn)).any()
}
