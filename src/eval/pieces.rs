//! What depends on where the pieces can go: mobility, threats, king attack, passed pawns' ways.

use shakmaty::{Bitboard, ByColor, ByRole, Color, Role, Square, attacks};

use super::bitboards::{forward, pawn_attacks, relative_rank};
use super::pawns::{self, Structure};
use super::terms::{Sink, Term};
use crate::position::Position;

/// Relative ranks 4 to 6, white's and black's: where an outpost matters.
const OUTPOST_RANKS: ByColor<Bitboard> =
    ByColor { white: Bitboard(0x0000_ffff_ff00_0000), black: Bitboard(0x0000_00ff_ffff_0000) };

/// Squares that one side attacks.
#[derive(Clone, Copy, Default)]
struct Attacks {
    by_role: ByRole<Bitboard>,
    all: Bitboard,
    /// Attacked at least twice.
    twice: Bitboard,
}

impl Attacks {
    #[inline(always)]
    fn add(&mut self, role: Role, squares: Bitboard) {
        *self.by_role.get_mut(role) |= squares;
        self.twice |= self.all & squares;
        self.all |= squares;
    }
}

/// Units of danger that one side's pieces bring to the enemy king. The weight of each sum is
/// fitted; the units themselves are set by hand.
#[derive(Clone, Copy, Default)]
struct KingAttack {
    attackers: i32,
    weight: i32,
    hits: i32,
}

/// By role, knight to queen: what one attacker adds for every attacker there is.
const ATTACKER_UNITS: [i32; 4] = [2, 1, 1, 1];
/// For every attack on a square of the king's ring.
const HIT_UNITS: i32 = 2;
/// For every square of the ring that the enemy attacks and only king or queen guard.
const WEAK_SQUARE_UNITS: i32 = 3;
/// By role, knight to queen: for a safe check.
const SAFE_CHECK_UNITS: [i32; 4] = [10, 7, 11, 9];
/// Less where the attacker has no queen.
const NO_QUEEN_UNITS: i32 = 14;

/// Both sides' view of the pieces, gathered in one pass over them.
pub(super) struct Pieces<'a> {
    position: &'a Position,
    structure: &'a Structure,
    attacks: ByColor<Attacks>,
    king_attacks: ByColor<KingAttack>,
}

impl<'a> Pieces<'a> {
    /// Begins with the attacks of pawns and kings.
    #[inline(always)]
    pub fn new(position: &'a Position, structure: &'a Structure) -> Pieces<'a> {
        let board = position.board();
        let attacks = ByColor::new_with(|us| {
            let mut own = Attacks::default();
            own.add(Role::Pawn, pawn_attacks(us, board.pawns() & board.by_color(us)));
            own.add(Role::King, attacks::king_attacks(position.king(us)));
            own
        });
        Pieces { position, structure, attacks, king_attacks: ByColor::default() }
    }

    /// Tells the sink of mobility and of what a piece's square is worth among the pawns, and
    /// gathers attacks. To be called for both sides before [`Pieces::interplay`].
    #[inline(always)]
    pub fn activity(&mut self, us: Color, sink: &mut impl Sink) {
        let board = self.position.board();
        let own = board.by_color(us);
        let pawns = board.pawns();
        let occupied = board.occupied();
        let their_pawn_attacks = self.attacks.get(!us).by_role.pawn;
        // Pawns that cannot move are in the way for long.
        let stuck = pawns & own & forward(!us, occupied);
        let area = !(stuck | own & board.kings() | their_pawn_attacks);
        let their_king = self.position.king(!us);
        let ring = attacks::king_attacks(their_king).with(their_king);
        let ring = ring | forward(!us, ring);
        let outposts = self.attacks.get(us).by_role.pawn
            & *OUTPOST_RANKS.get(us)
            & !*self.structure.attack_spans.get(!us);
        let mut attack = KingAttack::default();
        let mut found = *self.attacks.get(us);
        let mut seen = |role: Role, squares: Bitboard| {
            found.add(role, squares);
            let hits = squares & ring;
            if hits.any() {
                attack.attackers += 1;
                attack.weight += ATTACKER_UNITS[role as usize - Role::Knight as usize];
                attack.hits += hits.count() as i32;
            }
            (squares & area).count()
        };

        for square in own & board.knights() {
            let mobility = seen(Role::Knight, attacks::knight_attacks(square));
            sink.add(Term::KnightMobility, mobility, 1);
            if outposts.contains(square) {
                sink.add(Term::Outpost, 0, 1);
            }
        }
        let bishops = own & board.bishops();
        let transparent = occupied ^ (own & board.queens());
        for square in bishops {
            let mobility = seen(Role::Bishop, attacks::bishop_attacks(square, transparent));
            sink.add(Term::BishopMobility, mobility, 1);
            if outposts.contains(square) {
                sink.add(Term::Outpost, 1, 1);
            }
            let color =
                if square.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
            sink.add(Term::BishopPawns, (pawns & own & color).count().min(8), 1);
        }
        if bishops.more_than_one() {
            sink.add(Term::BishopPair, 0, 1);
        }
        let sheltered = own & (board.knights() | board.bishops()) & forward(!us, pawns);
        sink.add(Term::MinorBehindPawn, 0, sheltered.count() as i32);
        let transparent = occupied ^ (own & board.rooks_and_queens());
        for square in own & board.rooks() {
            let mobility = seen(Role::Rook, attacks::rook_attacks(square, transparent));
            sink.add(Term::RookMobility, mobility, 1);
            let on_file = Bitboard::from_file(square.file()) & pawns;
            if (on_file & own).is_empty() {
                sink.add(Term::RookOnOpenFile, usize::from(on_file.is_empty()), 1);
            }
        }
        for square in own & board.queens() {
            let mobility = seen(Role::Queen, attacks::queen_attacks(square, occupied));
            sink.add(Term::QueenMobility, mobility, 1);
        }
        *self.attacks.get_mut(us) = found;
        *self.king_attacks.get_mut(us) = attack;
    }

    /// Tells the sink of what both sides' attacks together make: threats, danger to the enemy
    /// king, passed pawns.
    #[inline(always)]
    pub fn interplay(&self, us: Color, sink: &mut impl Sink) {
        self.threats(us, sink);
        self.king_danger(us, sink);
        let board = self.position.board();
        for pawn in self.structure.passed & board.by_color(us) {
            self.passed_pawn(us, pawn, sink);
        }
    }

    #[inline(always)]
    fn threats(&self, us: Color, sink: &mut impl Sink) {
        let board = self.position.board();
        let own = self.attacks.get(us);
        let their = self.attacks.get(!us);
        let theirs = board.by_color(!us);
        let pieces = theirs & !board.pawns();

        let victim = |square: Square| board.role_at(square).map(|role| role as usize);
        for square in pieces & own.by_role.pawn {
            if let Some(role @ 2..=5) = victim(square) {
                sink.add(Term::PawnThreat, role - 2, 1);
            }
        }
        let weak = theirs & own.all & !their.by_role.pawn;
        if weak.any() {
            for square in weak & (own.by_role.knight | own.by_role.bishop) {
                if let Some(role @ 1..=5) = victim(square) {
                    sink.add(Term::MinorThreat, role - 1, 1);
                }
            }
            for square in weak & own.by_role.rook {
                if let Some(role @ 1..=5) = victim(square) {
                    sink.add(Term::RookThreat, role - 1, 1);
                }
            }
            sink.add(Term::KingThreat, 0, (weak & own.by_role.king).count() as i32);
            sink.add(Term::Hanging, 0, (weak & !their.all).count() as i32);
        }

        let free = !board.occupied() & !their.by_role.pawn;
        let third = Bitboard(us.fold_wb(0xff_0000, 0xff00_0000_0000));
        let once = forward(us, board.pawns() & board.by_color(us)) & !board.occupied();
        let pushed = (once | forward(us, once & third)) & free & (own.all | !their.all);
        let pushes = pawn_attacks(us, pushed) & pieces & !own.by_role.pawn;
        if pushes.any() {
            sink.add(Term::PushThreat, 0, pushes.count() as i32);
        }
    }

    #[inline(always)]
    fn king_danger(&self, us: Color, sink: &mut impl Sink) {
        let board = self.position.board();
        let own = self.attacks.get(us);
        let their = self.attacks.get(!us);
        let king = self.position.king(!us);
        let attack = self.king_attacks.get(us);

        let weak = own.all & !their.twice & (!their.all | their.by_role.king | their.by_role.queen);
        let safe = !board.by_color(us) & (!their.all | weak & own.twice);
        let occupied = board.occupied() ^ (board.by_color(!us) & board.queens());
        let straight = attacks::rook_attacks(king, occupied) & safe;
        let diagonal = attacks::bishop_attacks(king, occupied) & safe;
        let checks = [
            attacks::knight_attacks(king) & safe & own.by_role.knight,
            diagonal & own.by_role.bishop,
            straight & own.by_role.rook,
            (straight | diagonal) & own.by_role.queen & !their.by_role.queen,
        ];
        let weak_ring = weak & their.by_role.king;
        let mut units = attack.attackers * attack.weight + attack.hits * HIT_UNITS;
        if weak_ring.any() {
            units += weak_ring.count() as i32 * WEAK_SQUARE_UNITS;
        }
        for (index, squares) in checks.into_iter().enumerate() {
            if squares.any() {
                sink.add(Term::SafeCheck, index, 1);
                units += SAFE_CHECK_UNITS[index];
            }
        }
        if (board.by_color(us) & board.queens()).is_empty() {
            units -= NO_QUEEN_UNITS;
        }
        let last = Term::KingDanger.size() as i32 - 1;
        sink.add(Term::KingDanger, (units / 2).clamp(0, last) as usize, 1);
    }

    #[inline(always)]
    fn passed_pawn(&self, us: Color, pawn: Square, sink: &mut impl Sink) {
        let board = self.position.board();
        let rank = relative_rank(us, pawn);
        let way = pawns::way(us, pawn);
        let stop = forward(us, Bitboard::from_square(pawn));
        let clear = (way & board.occupied()).is_empty();
        if (stop & board.occupied()).any() {
            sink.add(Term::PassedBlocked, rank, 1);
        } else if ((board.by_color(!us) | self.attacks.get(!us).all) & way).is_empty() {
            sink.add(Term::PassedFree, rank, 1);
        }
        let progress = rank as i32 - 2;
        if progress > 0
            && let Some(stop) = stop.first()
        {
            let distance = |king: Square| king.distance(stop).min(5) as i32;
            let own_king = distance(self.position.king(us));
            let their_king = distance(self.position.king(!us));
            sink.add(Term::PassedOwnKing, 0, own_king * progress);
            sink.add(Term::PassedTheirKing, 0, their_king * progress);
        }
        let us_to_move = self.position.turn() == us;
        if clear
            && !self.position.has_pieces(us)
            && !self.position.has_pieces(!us)
            && pawns::outruns(us, pawn, self.position.king(!us), us_to_move)
        {
            sink.add(Term::PassedUnstoppable, 0, 1);
        }
    }
}
