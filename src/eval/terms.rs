//! What the evaluation knows, as terms that are linear in their weights.
//!
//! The code that recognises a feature tells a [`Sink`] of it. The engine's sink adds up weights;
//! the sink of the fit and of `explain` records what was added. So both see the same evaluation.

use super::Tapered;
use super::weights::WEIGHTS;

macro_rules! terms {
    ($($(#[doc = $doc:literal])+ $name:ident[$len:expr],)+) => {
        /// A group of weights.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Term { $($(#[doc = $doc])+ $name,)+ }

        impl Term {
            /// All terms, in the order of their weights.
            pub const ALL: &[Term] = &[$(Term::$name,)+];
            const LENGTHS: &[usize] = &[$($len,)+];
            const DESCRIPTIONS: &[&str] = &[$(concat!($($doc),+),)+];
        }
    };
}

terms! {
    /// Value of a piece on a square: six tables from pawn to king, a1 to h8.
    PieceSquare[6 * 64],
    /// The right to move.
    Tempo[1],
    /// Two bishops or more.
    BishopPair[1],
    /// Knight: safe squares attacked.
    KnightMobility[9],
    /// Bishop: safe squares attacked, through the own queen.
    BishopMobility[14],
    /// Rook: safe squares attacked, through own rooks and queen.
    RookMobility[15],
    /// Queen: safe squares attacked.
    QueenMobility[28],
    /// Minor piece that a pawn guards and none can chase away: knight, bishop.
    Outpost[2],
    /// Minor piece with a pawn, own or not, right in front of it.
    MinorBehindPawn[1],
    /// Own pawns on the squares of a bishop's colour, by number.
    BishopPawns[9],
    /// Rook on a file without own pawns: half-open, open.
    RookOnOpenFile[2],
    /// Pawn without own pawns beside its file: opposed by an enemy pawn, unopposed.
    IsolatedPawn[2],
    /// Pawn that its neighbours have left behind, and that cannot step up: opposed, unopposed.
    BackwardPawn[2],
    /// Pawn with an own pawn in front of it.
    DoubledPawn[1],
    /// Pawn that another one guards, by rank.
    SupportedPawn[8],
    /// Pawn beside another one, by rank.
    Phalanx[8],
    /// Passed pawn, by rank.
    PassedPawn[8],
    /// Passed pawn with any piece in front of it, by rank.
    PassedBlocked[8],
    /// Passed pawn whose way is nowhere attacked, by rank.
    PassedFree[8],
    /// Passed pawn: the own king's distance to the square before it, times how far it has come.
    PassedOwnKing[1],
    /// Passed pawn: the enemy king's distance, likewise.
    PassedTheirKing[1],
    /// Passed pawn that the king cannot catch, no pieces being left.
    PassedUnstoppable[1],
    /// Own pawn before the king on each of three files, by file's distance to the edge and rank
    /// (0: none).
    Shelter[4 * 8],
    /// Enemy pawn before the king on each of three files, by rank (0: none): free to advance,
    /// then blocked by an own pawn.
    Storm[2 * 8],
    /// Danger to the enemy king, by units of danger over two.
    KingDanger[32],
    /// Safe check to the enemy king by knight, bishop, rook, queen.
    SafeCheck[4],
    /// Enemy piece attacked by a pawn: knight, bishop, rook, queen.
    PawnThreat[4],
    /// Enemy piece attacked by a minor piece, none of its pawns guarding it: pawn to queen.
    MinorThreat[5],
    /// Enemy piece attacked by a rook, none of its pawns guarding it: pawn to queen.
    RookThreat[5],
    /// Enemy piece or pawn that the king attacks and no pawn guards.
    KingThreat[1],
    /// Enemy piece attacked and not guarded at all.
    Hanging[1],
    /// Enemy piece that a safe pawn push would attack.
    PushThreat[1],
}

impl Term {
    /// How many weights there are in all.
    pub const WEIGHTS: usize = {
        let last = Term::ALL[Term::ALL.len() - 1];
        last.start() + last.size()
    };

    /// How many weights the term has.
    pub const fn size(self) -> usize {
        Term::LENGTHS[self as usize]
    }

    /// The index of the term's first weight.
    pub const fn start(self) -> usize {
        Term::STARTS[self as usize]
    }

    /// What the term stands for.
    pub const fn description(self) -> &'static str {
        Term::DESCRIPTIONS[self as usize].trim_ascii()
    }

    const STARTS: [usize; Term::ALL.len()] = {
        let mut starts = [0; Term::ALL.len()];
        let mut term = 1;
        while term < starts.len() {
            starts[term] = starts[term - 1] + Term::LENGTHS[term - 1];
            term += 1;
        }
        starts
    };
}

/// Takes the features that one side has.
pub trait Sink {
    /// Adds weight `index` of `term`, `count` times.
    fn add(&mut self, term: Term, index: usize, count: i32);
}

/// The engine's sink.
impl Sink for Tapered {
    #[inline(always)]
    fn add(&mut self, term: Term, index: usize, count: i32) {
        *self += WEIGHTS[term.start() + index] * count;
    }
}

/// The recording sink: how often each weight was added.
#[derive(Clone, Debug)]
pub struct Trace(Vec<i32>);

impl Default for Trace {
    fn default() -> Trace {
        Trace(vec![0; Term::WEIGHTS])
    }
}

impl Trace {
    /// How often each weight was added.
    pub fn counts(&self) -> &[i32] {
        &self.0
    }

    /// What one term adds up to.
    pub fn sum(&self, term: Term) -> Tapered {
        let range = term.start()..term.start() + term.size();
        range.fold(Tapered::default(), |sum, index| sum + WEIGHTS[index] * self.0[index])
    }
}

impl Sink for Trace {
    fn add(&mut self, term: Term, index: usize, count: i32) {
        debug_assert!(index < term.size(), "{term:?} has no weight {index}");
        self.0[term.start() + index] += count;
    }
}
