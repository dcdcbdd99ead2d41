//! What depends on nothing but the pawns and the kings, and the cache for it.

use shakmaty::{Bitboard, ByColor, Color, File, Rank, Square};

use super::Tapered;
use super::bitboards::{adjacent_files, fill_forward, forward, pawn_attacks, relative_rank};
use super::terms::{Sink, Term};
use crate::position::Position;

/// What the rest of the evaluation needs to know about the pawns.
#[derive(Clone, Copy, Default)]
pub(super) struct Structure {
    /// Passed pawns of both sides.
    pub passed: Bitboard,
    /// Squares that a side's pawns attack now or could after moving forward.
    pub attack_spans: ByColor<Bitboard>,
}

impl Structure {
    /// Finds passed pawns and attack spans.
    pub fn new(position: &Position) -> Structure {
        let board = position.board();
        let pawns = ByColor::new_with(|color| board.pawns() & board.by_color(color));
        let attack_spans = ByColor::new_with(|us| {
            let attacked = pawn_attacks(us, *pawns.get(us));
            attacked | fill_forward(us, attacked)
        });
        let passed = |us: Color| {
            let own = *pawns.get(us);
            let theirs = *pawns.get(!us);
            let stopped = fill_forward(!us, theirs) | *attack_spans.get(!us);
            // Of two pawns on a file only the one in front is passed.
            own & !stopped & !fill_forward(!us, own)
        };
        Structure { passed: passed(Color::White) | passed(Color::Black), attack_spans }
    }
}

/// Tells the sink of one side's pawns and of the shelter of its king.
#[inline(always)]
pub(super) fn evaluate(
    position: &Position,
    structure: &Structure,
    us: Color,
    sink: &mut impl Sink,
) {
    let board = position.board();
    let own = board.pawns() & board.by_color(us);
    let theirs = board.pawns() & board.by_color(!us);
    let own_attacks = pawn_attacks(us, own);
    let their_attacks = pawn_attacks(!us, theirs);
    let span = *structure.attack_spans.get(us);
    for square in own {
        let pawn = Bitboard::from_square(square);
        let rank = relative_rank(us, square);
        let ahead = fill_forward(us, pawn);
        let unopposed = usize::from((ahead & theirs).is_empty());
        let neighbours = adjacent_files(square) & own;
        let supported = own_attacks.contains(square);
        let phalanx = (neighbours & Bitboard::from_rank(square.rank())).any();
        if supported {
            sink.add(Term::SupportedPawn, rank, 1);
        }
        if phalanx {
            sink.add(Term::Phalanx, rank, 1);
        }
        if neighbours.is_empty() {
            sink.add(Term::IsolatedPawn, unopposed, 1);
        } else if !supported && !phalanx {
            let stop = forward(us, pawn);
            if (stop & !span & (their_attacks | theirs)).any() {
                sink.add(Term::BackwardPawn, unopposed, 1);
            }
        }
        if (ahead & own).any() {
            sink.add(Term::DoubledPawn, 0, 1);
        }
        if structure.passed.contains(square) {
            sink.add(Term::PassedPawn, rank, 1);
        }
    }
    shelter(position.king(us), us, own, theirs, sink);
}

#[inline(always)]
fn shelter(king: Square, us: Color, own: Bitboard, theirs: Bitboard, sink: &mut impl Sink) {
    let on_rank = Bitboard::from_rank(king.rank());
    let not_behind = on_rank | fill_forward(us, on_rank);
    let center = king.file().to_u32().clamp(1, 6);
    for index in center - 1..=center + 1 {
        let file = File::new(index);
        let squares = Bitboard::from_file(file) & not_behind;
        let own_rank = nearest_rank(us, own & squares);
        let their_rank = nearest_rank(us, theirs & squares);
        let to_edge = index.min(7 - index) as usize;
        sink.add(Term::Shelter, to_edge * 8 + own_rank, 1);
        let blocked = their_rank > 0 && own_rank + 1 == their_rank;
        sink.add(Term::Storm, usize::from(blocked) * 8 + their_rank, 1);
    }
}

/// The rank, as `us` sees it, of the pawn nearest to its own back rank; 0 where there is none.
#[inline]
fn nearest_rank(us: Color, pawns: Bitboard) -> usize {
    let nearest = match us {
        Color::White => pawns.first(),
        Color::Black => pawns.last(),
    };
    nearest.map_or(0, |square| relative_rank(us, square))
}

/// How many pawn structures a cache holds; each takes 40 bytes.
const CACHE_ENTRIES: usize = 8192;

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    sum: Tapered,
    structure: Structure,
}

/// Remembers the pawn terms of recent positions, by the key of the pawns and both kings.
pub(super) struct Cache(Box<[Entry; CACHE_ENTRIES]>);

impl Cache {
    pub fn new() -> Cache {
        Cache(Box::new([Entry::default(); CACHE_ENTRIES]))
    }

    /// White's pawn terms minus black's, and the structure.
    #[inline]
    pub fn probe(&mut self, position: &Position) -> (Tapered, Structure) {
        let kings =
            position.king(Color::White).to_usize() * 64 + position.king(Color::Black).to_usize();
        // Spread by the golden ratio. Kings are never both on a1, so that no position without
        // pawns has the key of an empty entry.
        let key = position.keys().pawns ^ (kings as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let entry = &mut self.0[key as usize % CACHE_ENTRIES];
        if entry.key != key {
            let structure = Structure::new(position);
            *entry = Entry { key, sum: balance(position, &structure), structure };
        }
        (entry.sum, entry.structure)
    }
}

#[cold]
#[inline(never)]
fn balance(position: &Position, structure: &Structure) -> Tapered {
    let (mut white, mut black) = (Tapered::default(), Tapered::default());
    evaluate(position, structure, Color::White, &mut white);
    evaluate(position, structure, Color::Black, &mut black);
    white - black
}

/// The squares between a pawn and the end of its file.
#[inline(always)]
pub(super) fn way(us: Color, pawn: Square) -> Bitboard {
    fill_forward(us, Bitboard::from_square(pawn))
}

/// Whether a pawn with a clear way reaches the last rank before `king`, of the other side, reaches
/// the pawn (the rule of the square).
#[inline]
pub(super) fn outruns(us: Color, pawn: Square, king: Square, us_to_move: bool) -> bool {
    let promotion = Square::from_coords(pawn.file(), us.relative_rank(Rank::Eighth));
    // A pawn on its first square may step twice.
    let steps = 7 - relative_rank(us, pawn).max(2) as u32;
    king.distance(promotion) > steps + u32::from(!us_to_move)
}
