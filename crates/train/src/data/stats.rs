//! What is in the data: how often each score, count of men, ply and result.

use brudno::chess::{Position, PositionError, is_tactical, score::Score};
use shakmaty::{Color, KnownOutcome};

use super::{
    filter::{Candidate, Filter, Rejection},
    packed::{PackedPosition, UNLABELLED},
    record::{Record, ReplayError},
};

/// Where the magnitudes of scores are divided.
const SCORE_EDGES: [Score; 10] = [10, 50, 100, 200, 400, 700, 1000, 1500, 2500, 30_000];
const SCORE_BUCKETS: usize = 2 * SCORE_EDGES.len() + 1;
/// Plies are counted in buckets of this many.
pub const PLY_BUCKET: usize = 20;
const PLY_BUCKETS: usize = 21;
/// The phase of the start position: a minor piece counts 1, a rook 2, a queen 4.
pub const MAX_PHASE: usize = 24;

/// Positions of a kind, and how their games ended.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Bucket {
    /// Positions.
    pub positions: u64,
    /// Positions whose games have a known result.
    pub results: u64,
    /// White's half points in these games.
    pub half_points: u64,
}

/// What is in the games or positions counted so far.
#[derive(Clone, Debug)]
pub struct Stats {
    filter: Filter,
    /// Games won by white, drawn, and won by black; single positions of such games.
    pub results: [u64; 3],
    /// Positions derived from others, which no game has.
    pub derived: u64,
    /// Positions without a score, which no game has.
    pub unlabelled: u64,
    /// Positions by score, white's, from black's mates to white's; see [`score_bucket_label`].
    pub scores: [Bucket; SCORE_BUCKETS],
    /// Positions by the number of men.
    pub men: [u64; 33],
    /// Positions by phase; more than the start position's counts as that.
    pub phases: [u64; MAX_PHASE + 1],
    /// Positions by plies played before, in buckets of [`PLY_BUCKET`]; the last has all later ones.
    pub plies: [u64; PLY_BUCKETS],
    /// Positions that the filter rejects where no decided ones are kept.
    rejected: [u64; Rejection::ALL.len()],
    /// Keys of all positions, where duplicates are to be counted.
    keys: Option<Vec<u64>>,
}

impl Stats {
    /// Counts of nothing yet. Counting duplicates takes eight bytes for each position.
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
    /// The game breaks the rules; what came before in it is counted.
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
    /// The rules forbid it.
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

    /// Counts a score, and white's half points where they are known.
    fn count_score(&mut self, score: Score, half_points: Option<u8>) {
        let bucket = &mut self.scores[score_bucket(score)];
        bucket.positions += 1;
        bucket.results += u64::from(half_points.is_some());
        bucket.half_points += u64::from(half_points.unwrap_or(0));
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    /// Positions counted.
    pub fn positions(&self) -> u64 {
        self.men.iter().sum()
    }

    /// Positions that the filter rejects, as in [`Rejection::ALL`]; of the decided ones those
    /// beyond the share that is kept.
    pub fn rejected(&self) -> [u64; Rejection::ALL.len()] {
        let mut rejected = self.rejected;
        let decided = &mut rejected[Rejection::Decided as usize];
        *decided -= (*decided as f64 * self.filter.decided_share) as u64;
        rejected
    }

    /// Positions that pass the filter.
    pub fn kept(&self) -> u64 {
        self.positions() - self.rejected().iter().sum::<u64>()
    }

    /// Positions that occurred before, where they were to be counted.
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

/// The scores in a bucket of [`Stats::scores`].
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
