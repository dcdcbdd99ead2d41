//! Computes statistics of the data: scores, numbers of pieces, phases, plies and results.

use brudno::chess::{Position, PositionError, is_tactical, score::Score};
use shakmaty::{Color, KnownOutcome};

use super::{
    filter::{Candidate, Filter, Rejection},
    packed::{PackedPosition, UNLABELLED},
    record::{Record, ReplayError},
};

/// Limits of the buckets of absolute scores.
const SCORE_EDGES: [Score; 10] = [10, 50, 100, 200, 400, 700, 1000, 1500, 2500, 30_000];
const SCORE_BUCKETS: usize = 2 * SCORE_EDGES.len() + 1;
/// Plies of a bucket.
pub const PLY_BUCKET: usize = 20;
const PLY_BUCKETS: usize = 21;
/// Phase of the start position. A minor piece counts 1, a rook 2, and a queen 4.
pub const MAX_PHASE: usize = 24;

/// Positions of a bucket, and the results of their games.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// Positions.
    pub positions: u64,
    /// Positions whose games have a known result.
    pub results: u64,
    /// White's half points in these games.
    pub half_points: u64,
}

/// Statistics of games or positions.
#[derive(Clone, Debug)]
pub struct Stats {
    filter: Filter,
    /// Games, or single positions, that are won by White, drawn, and won by Black.
    pub results: [u64; 3],
    /// Derived positions. 0 for games.
    pub derived: u64,
    /// Positions without a score. 0 for games.
    pub unlabelled: u64,
    /// Positions by White's score, from Black's mates to White's, see [`score_bucket_label`].
    pub scores: [Bucket; SCORE_BUCKETS],
    /// Positions by number of pieces.
    pub men: [u64; 33],
    /// Positions by phase, which is at most that of the start position.
    pub phases: [u64; MAX_PHASE + 1],
    /// Positions by ply, in buckets of [`PLY_BUCKET`]. The last bucket has all later plies.
    pub plies: [u64; PLY_BUCKETS],
    /// Positions that the filter rejects if it keeps no decided positions.
    rejected: [u64; Rejection::ALL.len()],
    /// Keys of all positions, to count duplicates.
    keys: Option<Vec<u64>>,
}

impl Stats {
    /// Returns empty statistics. Counting duplicates takes eight bytes per position.
    pub const fn new(filter: Filter, duplicates: bool) -> Stats {
        Stats {
            filter,
            results: [0; 3],
            derived: 0,
            unlabelled: 0,
            scores: [Bucket { positions: 0, results: 0, half_points: 0 }; SCORE_BUCKETS],
            men: [0; 33],
            phases: [0; MAX_PHASE + 1],
            plies: [0; PLY_BUCKETS],
            rejected: [0; Rejection::ALL.len()],
            keys: if duplicates { Some(Vec::new()) } else { None },
        }
    }

    /// Counts a game.
    ///
    /// # Errors
    ///
    /// A move is not legal. The positions before it are counted.
    pub fn add(&mut self, record: &Record) -> Result<(), ReplayError> {
        let result = record.result();
        let half_points = match result {
            KnownOutcome::Decisive { winner: Color::White } => 2,
            KnownOutcome::Draw => 1,
            KnownOutcome::Decisive { winner: Color::Black } => 0,
        };
        self.results[2 - half_points] += 1;
        let mut ply = record.first_ply();
        record.replay(|game, m, score| {
            let position = game.position();
            self.count(position, ply);
            self.count_score(score, Some(half_points as u8));
            let candidate = Candidate {
                ply,
                halfmoves: position.halfmoves(),
                score,
                in_check: position.is_check(),
                tactical: is_tactical(m),
            };
            if let Some(reason) = self.filter.reject(candidate, |_| false) {
                self.rejected[reason as usize] += 1;
            }
            ply += 1;
        })?;
        Ok(())
    }

    /// Counts a single position.
    ///
    /// # Errors
    ///
    /// The position is not legal.
    pub fn add_position(&mut self, packed: &PackedPosition) -> Result<(), PositionError> {
        self.count(&packed.to_position()?, packed.ply());
        if let Some(half_points) = packed.result() {
            self.results[usize::from(2 - half_points)] += 1;
        }
        self.derived += u64::from(packed.is_derived());
        if packed.score() == UNLABELLED {
            self.unlabelled += 1;
        } else {
            self.count_score(packed.score().into(), packed.result());
        }
        Ok(())
    }

    fn count(&mut self, position: &Position, ply: usize) {
        self.men[position.board().occupied().count()] += 1;
        self.phases[phase(position)] += 1;
        self.plies[(ply / PLY_BUCKET).min(PLY_BUCKETS - 1)] += 1;
        if let Some(keys) = &mut self.keys {
            keys.push(position.key());
        }
    }

    /// Counts a score, and White's half points if they are known.
    fn count_score(&mut self, score: Score, half_points: Option<u8>) {
        let bucket = &mut self.scores[score_bucket(score)];
        bucket.positions += 1;
        bucket.results += u64::from(half_points.is_some());
        bucket.half_points += u64::from(half_points.unwrap_or(0));
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> u64 {
        self.men.iter().sum()
    }

    /// Returns the numbers of rejected positions by reason, as in [`Rejection::ALL`]. Decided
    /// positions in the share to keep are not counted.
    pub fn rejected(&self) -> [u64; Rejection::ALL.len()] {
        let mut rejected = self.rejected;
        let decided = &mut rejected[Rejection::Decided as usize];
        *decided -= (*decided as f64 * self.filter.decided_share) as u64;
        rejected
    }

    /// Returns the number of positions that pass the filter.
    pub fn kept(&self) -> u64 {
        self.positions() - self.rejected().iter().sum::<u64>()
    }

    /// Returns the number of duplicates, if they are counted.
    pub fn duplicates(&mut self) -> Option<u64> {
        let keys = self.keys.as_mut()?;
        let all = keys.len();
        keys.sort_unstable();
        Some((all - keys.chunk_by(u64::eq).count()) as u64)
    }
}

fn score_bucket(score: Score) -> usize {
    let distance = SCORE_EDGES.partition_point(|&edge| edge <= score.abs());
    if score < 0 { SCORE_EDGES.len() - distance } else { SCORE_EDGES.len() + distance }
}

/// Returns the label of a bucket of [`Stats::scores`].
pub fn score_bucket_label(bucket: usize) -> String {
    let distance = bucket.abs_diff(SCORE_EDGES.len());
    let sign = if bucket < SCORE_EDGES.len() { '-' } else { '+' };
    match (distance.checked_sub(1).map(|inner| SCORE_EDGES[inner]), SCORE_EDGES.get(distance)) {
        (None, outer) => format!("within ±{}", outer.map_or(0, |edge| edge - 1)),
        (Some(inner), Some(outer)) => format!("{sign}{inner} to {sign}{}", outer - 1),
        (Some(inner), None) => format!("{sign}{inner} and beyond"),
    }
}

fn phase(position: &Position) -> usize {
    let board = position.board();
    let minors = (board.knights() | board.bishops()).count();
    (minors + 2 * board.rooks().count() + 4 * board.queens().count()).min(MAX_PHASE)
}
