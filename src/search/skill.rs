//! Playing at a given strength: a search of few nodes, and a choice among its best lines that
//! errs like a person, mostly a little and now and then badly.
//!
//! The choice among several lines by scores with noise is the idea of Stockfish's
//! `Skill::pick_best`.

use std::ops::RangeInclusive;

use rand::{Rng, distr::Distribution, distr::weighted::WeightedIndex};

use super::{Limits, RootMove, worker::Search};
use crate::score::{INFINITE, MATE, Score, is_mate};

/// What makes a player of some strength.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Level {
    elo: u32,
    /// Nodes of a search, after which no further iteration is begun.
    nodes: f64,
    /// Lines to choose from.
    lines: f64,
    /// What the choice overlooks, in internal units, as the scale of its distribution: a line that
    /// is worse by the noise of the moment is chosen e times less often.
    noise: f64,
}

const fn level(elo: u32, nodes: u32, lines: u32, noise: u32) -> Level {
    Level { elo, nodes: nodes as f64, lines: lines as f64, noise: noise as f64 }
}

/// The strengths; those between are interpolated. From 1320 on they follow games against
/// Stockfish's skill levels, below games of the engine against itself.
const LEVELS: [Level; 11] = [
    level(800, 540, 20, 250),
    level(1100, 620, 13, 198),
    level(1320, 790, 10, 174),
    level(1608, 930, 9, 138),
    level(1923, 1_330, 7, 80),
    level(2204, 1_900, 6, 49),
    level(2500, 4_700, 4, 22),
    level(2788, 10_500, 3, 14),
    level(2973, 18_000, 2, 11),
    level(3111, 55_000, 2, 5),
    level(3191, 140_000, 2, 2),
];

/// The Elo of Stockfish's skill levels from 0, by its games against versions of Stash:
/// <https://github.com/official-stockfish/Stockfish/commit/a08b8d4>
const STOCKFISH_LEVELS: [u32; 20] = [
    1320, 1468, 1608, 1742, 1923, 2204, 2363, 2500, 2596, 2703, 2788, 2856, 2923, 2973, 3025, 3070,
    3111, 3141, 3170, 3191,
];

/// A search is broken off when it has taken this many times the nodes it should.
const HARD_LIMIT: u64 = 10;
/// All scores beyond this are alike: the game is won or lost.
const WON: f64 = 2000.0;
/// What a mate is worth beside scores, less [`MATE_PLY`] for each ply that it is away.
const MATE_WORTH: f64 = 6000.0;
const MATE_PLY: f64 = 50.0;

/// A limited strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill(Level);

impl Skill {
    /// The Elo that there is a skill for.
    pub const ELO: RangeInclusive<u32> = LEVELS[0].elo..=LEVELS[LEVELS.len() - 1].elo;

    /// The skill of a player of this Elo, or the nearest one.
    pub fn of_elo(elo: u32) -> Skill {
        let elo = elo.clamp(*Skill::ELO.start(), *Skill::ELO.end());
        let next = LEVELS.partition_point(|level| level.elo <= elo).min(LEVELS.len() - 1);
        let (low, high) = (&LEVELS[next - 1], &LEVELS[next]);
        let share = f64::from(elo - low.elo) / f64::from(high.elo - low.elo);
        let between = |low: f64, high: f64| low + share * (high - low);
        Skill(Level {
            elo,
            // Strength grows with the logarithm of the nodes.
            nodes: between(low.nodes.ln(), high.nodes.ln()).exp(),
            lines: between(low.lines, high.lines),
            noise: between(low.noise, high.noise),
        })
    }

    /// Stockfish's skill level that is its full strength.
    pub const FULL_LEVEL: u32 = STOCKFISH_LEVELS.len() as u32;

    /// The skill of the same Elo as Stockfish's skill level; none for full strength.
    pub fn of_level(level: u32) -> Option<Skill> {
        STOCKFISH_LEVELS.get(level as usize).map(|&elo| Skill::of_elo(elo))
    }

    /// How many lines the search has to find.
    pub fn lines(&self) -> usize {
        self.0.lines.round() as usize
    }

    /// The limits of a search with this skill: those given, and few nodes.
    pub fn limit(&self, limits: Limits) -> Limits {
        let soft = self.0.nodes.round() as u64;
        let at_most = |limit: Option<u64>, nodes: u64| Some(limit.unwrap_or(nodes).min(nodes));
        Limits {
            soft_nodes: at_most(limits.soft_nodes, soft),
            nodes: at_most(limits.nodes, soft * HARD_LIMIT),
            ..limits
        }
    }

    /// Chooses among lines by their scores, the best of which is the first: its index. The noise
    /// differs from move to move, by a Rayleigh distribution, so that attention wanders and some
    /// mistakes are larger than others.
    pub fn choose(&self, scores: &[Score], random: &mut impl Rng) -> usize {
        let attention: f64 = random.random();
        let noise = self.0.noise * (-(1.0 - attention).ln()).sqrt();
        if noise <= 0.0 {
            return 0;
        }
        let weight = |score: &Score| ((worth(*score) - worth(scores[0])) / noise).exp();
        // Fails only where there is no line at all: the first one weighs 1.
        WeightedIndex::new(scores.iter().map(weight)).map_or(0, |lines| lines.sample(random))
    }
}

/// A score as the choice sees it.
fn worth(score: Score) -> f64 {
    if !is_mate(score) {
        return f64::from(score).clamp(-WON, WON);
    }
    let plies = f64::from(MATE - score.abs());
    (MATE_WORTH - MATE_PLY * plies).max(WON).copysign(f64::from(score))
}

impl Search<'_> {
    /// Chooses the line to play with a skill, puts it first and tells it. There must be one.
    pub(super) fn choose(&mut self, skill: &Skill) -> RootMove {
        let lines = self.root_moves.iter().take(self.job.multi_pv);
        let scores: Vec<Score> =
            lines.map(|line| line.score).take_while(|&score| score != -INFINITE).collect();
        let index = skill.choose(&scores, &mut rand::rng());
        self.root_moves[..=index].rotate_right(1);
        self.report(self.job.multi_pv);
        self.root_moves[0].clone()
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::score::{mate_in, mated_in};

    /// How often each line is chosen in a thousand times.
    fn choices(elo: u32, scores: &[Score]) -> Vec<u32> {
        let skill = Skill::of_elo(elo);
        let mut random = ChaCha8Rng::seed_from_u64(u64::from(elo));
        let mut counts = vec![0; scores.len()];
        for _ in 0..1000 {
            counts[skill.choose(scores, &mut random)] += 1;
        }
        counts
    }

    #[test]
    fn more_elo_is_more_nodes_and_less_noise() {
        assert!(LEVELS.is_sorted_by(|a, b| {
            a.elo < b.elo && a.nodes <= b.nodes && a.lines >= b.lines && a.noise > b.noise
        }));
        for level in LEVELS {
            let Skill(same) = Skill::of_elo(level.elo);
            assert!((same.nodes - level.nodes).abs() < 0.1, "{same:?}");
            assert_eq!((same.lines, same.noise), (level.lines, level.noise));
        }
        let skills: Vec<Skill> = Skill::ELO.step_by(100).map(Skill::of_elo).collect();
        assert!(skills.is_sorted_by(|Skill(a), Skill(b)| a.nodes <= b.nodes && a.noise > b.noise));
        assert_eq!(Skill::of_elo(0), Skill::of_elo(*Skill::ELO.start()));
        assert_eq!(Skill::of_elo(u32::MAX), Skill::of_elo(*Skill::ELO.end()));
    }

    #[test]
    fn levels_rise_to_full_strength() {
        assert!(STOCKFISH_LEVELS.is_sorted_by(|a, b| a < b));
        assert!(STOCKFISH_LEVELS.iter().all(|elo| Skill::ELO.contains(elo)));
        assert_eq!(Skill::of_level(0), Some(Skill::of_elo(1320)));
        assert_eq!(Skill::of_level(19), Some(Skill::of_elo(3191)));
        assert_eq!(Skill::of_level(Skill::FULL_LEVEL), None);
    }

    #[test]
    fn mistakes_are_rarer_with_more_elo_and_larger_loss() {
        // A pawn worse, and a piece.
        let scores = [50, -120, -500];
        let mistakes: Vec<u32> =
            Skill::ELO.step_by(400).map(|elo| 1000 - choices(elo, &scores)[0]).collect();
        assert!(mistakes.is_sorted_by(|weak, strong| weak > strong || *strong == 0));
        assert!(mistakes[0] > 300 && mistakes.last() == Some(&0), "{mistakes:?}");
        let [_, pawn, piece] = choices(800, &scores)[..] else { panic!("three lines") };
        assert!(pawn > piece && piece > 50, "{pawn} {piece}");
        assert!(choices(2000, &scores)[2] < 5);
    }

    #[test]
    fn a_mate_in_one_is_seen() {
        let scores = [vec![mate_in(1), 1500], vec![800; 20]].concat();
        assert!(choices(800, &scores)[0] > 900);
        assert!(choices(1600, &scores)[0] > 990);
        let saved = choices(1600, &[vec![-500], vec![mated_in(2); 20]].concat())[0];
        assert!(saved > 990, "{saved}");
        // The shorter mate is better, and a long one still a win.
        assert!(worth(mate_in(1)) > worth(mate_in(3)) && worth(mate_in(99)) >= WON);
        assert!(worth(mated_in(2)) < worth(mated_in(4)));
    }

    #[test]
    fn one_line_or_none_leaves_no_choice() {
        for elo in [800, 3200] {
            assert_eq!(choices(elo, &[17]), [1000]);
            let mut random = ChaCha8Rng::seed_from_u64(1);
            assert_eq!(Skill::of_elo(elo).choose(&[], &mut random), 0);
        }
    }

    #[test]
    fn limits_given_stand() {
        let skill = Skill::of_elo(2500);
        let free = skill.limit(Limits::default());
        assert_eq!((free.soft_nodes, free.nodes), (Some(4_700), Some(47_000)));
        let given = Limits { nodes: Some(7), depth: Some(3), ..Limits::default() };
        let limited = skill.limit(given);
        assert_eq!((limited.nodes, limited.depth), (Some(7), Some(3)));
    }
}
