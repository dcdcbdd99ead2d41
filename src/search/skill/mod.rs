//! Limited strength: a search of few nodes, and a choice among its lines as people choose, who have
//! habits and overlook what is hard to see.

mod choice;
mod natural;
pub(in crate::search) mod thinking;
mod view;
mod visibility;

use std::ops::RangeInclusive;

#[cfg(test)]
use shakmaty::Move;

use super::limits::Limits;
#[cfg(test)]
use crate::chess::Game;
use crate::chess::Position;

#[derive(Clone, Copy, PartialEq, Debug)]
struct Level {
    elo: u32,
    /// Soft node limit: no further iteration begins after it.
    nodes: f64,
    /// Number of lines to choose from.
    lines: f64,
    /// Scale of the noise in the choice, internal units: a line that is worse by the noise of a
    /// move is chosen e times less often.
    noise: f64,
    /// Weight of how natural a move looks, beside the score divided by the noise.
    habit: f64,
    /// Factor of the probabilities to overlook moves that are hard to see.
    oversight: f64,
}

const fn level(elo: u32, nodes: u32, lines: u32, noise: u32, habit: f64, oversight: f64) -> Level {
    Level { elo, nodes: nodes as f64, lines: lines as f64, noise: noise as f64, habit, oversight }
}

/// Strengths; others are interpolated. From 1320 on they are measured against Stockfish's skill
/// levels, below in self-play.
const LEVELS: [Level; 11] = [
    level(800, 1_500, 40, 590, 1.2, 2.8),
    level(1100, 1_600, 36, 184, 1.2, 1.58),
    level(1320, 1_700, 30, 96, 1.2, 0.68),
    level(1608, 1_900, 22, 86, 1.2, 0.55),
    level(1923, 2_200, 14, 51, 0.8, 0.33),
    level(2204, 2_600, 8, 36, 0.3, 0.2),
    level(2500, 4_700, 4, 22, 0.0, 0.0),
    level(2788, 10_500, 3, 14, 0.0, 0.0),
    level(2973, 18_000, 2, 11, 0.0, 0.0),
    level(3111, 55_000, 2, 5, 0.0, 0.0),
    level(3191, 140_000, 2, 2, 0.0, 0.0),
];

/// Elo of Stockfish's skill levels 0 to 19, from games against versions of Stash:
/// <https://github.com/official-stockfish/Stockfish/commit/a08b8d4>
const STOCKFISH_LEVELS: [u32; 20] = [
    1320, 1468, 1608, 1742, 1923, 2204, 2363, 2500, 2596, 2703, 2788, 2856, 2923, 2973, 3025, 3070,
    3111, 3141, 3170, 3191,
];

/// The hard node limit, as a multiple of the soft one.
const HARD_LIMIT: u64 = 10;
/// Minimum depth of a search with oversights, plies. A depth of 2 is stronger than others by 100 Elo,
/// because its short lines have little to overlook.
const LEAST_DEPTH: u32 = 3;
/// From this Elo on, the engine wins against a bare king without a mistake.
const TECHNIQUE_ELO: u32 = 1320;
/// Fewest nodes of a search for that.
const TECHNIQUE_NODES: f64 = 2_000.0;
/// Noise at the lowest Elo against a bare king, internal units.
const TECHNIQUE_NOISE: f64 = 60.0;
/// Number of lines beside the best at the lowest Elo. More of them would leave too few nodes for
/// the best to find the mate.
const TECHNIQUE_LINES: f64 = 3.0;

/// A limited strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Skill(Level);

impl Skill {
    /// The range of Elo.
    pub const ELO: RangeInclusive<u32> = LEVELS[0].elo..=LEVELS[LEVELS.len() - 1].elo;

    /// Returns the skill of this Elo, clamped to the range.
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
            habit: between(low.habit, high.habit),
            oversight: between(low.oversight, high.oversight),
        })
    }

    /// Stockfish's skill level of full strength.
    pub const FULL_LEVEL: u32 = STOCKFISH_LEVELS.len() as u32;

    /// Returns the skill with the Elo of one of Stockfish's skill levels, `None` for full strength.
    pub fn of_level(level: u32) -> Option<Skill> {
        STOCKFISH_LEVELS.get(level as usize).map(|&elo| Skill::of_elo(elo))
    }

    /// Returns the skill in a position. Winning against a bare king with a queen, a rook or a pawn
    /// is technique, which weak players have too: noise and oversights fall, and from
    /// `TECHNIQUE_ELO` on the best line is played.
    #[must_use]
    pub fn in_position(self, position: &Position) -> Skill {
        let (board, us) = (position.board(), position.turn());
        let is_bare = !board.by_color(!us).more_than_one();
        let winners = board.rooks_and_queens() | board.pawns();
        if !is_bare || (board.by_color(us) & winners).is_empty() {
            return self;
        }
        let missing = f64::from(TECHNIQUE_ELO.saturating_sub(self.0.elo))
            / f64::from(TECHNIQUE_ELO - Skill::ELO.start());
        let noise = TECHNIQUE_NOISE * missing.powi(2);
        let lines = 1.0 + TECHNIQUE_LINES * missing;
        let nodes = self.0.nodes.max(TECHNIQUE_NODES);
        Skill(Level { nodes, lines, noise, habit: 0.0, oversight: 0.0, ..self.0 })
    }

    /// Returns the number of lines to search for.
    pub fn lines(&self) -> usize {
        self.0.lines.round() as usize
    }

    /// Adds the node limits of this skill to `limits`. With oversights, a depth below three plies
    /// becomes three.
    pub fn limit(&self, limits: Limits) -> Limits {
        let soft = self.0.nodes.round() as u64;
        let least_depth = if self.0.oversight > 0.0 { LEAST_DEPTH } else { 1 };
        let at_most = |limit: Option<u64>, nodes: u64| Some(limit.unwrap_or(nodes).min(nodes));
        Limits {
            soft_nodes: at_most(limits.soft_nodes, soft),
            nodes: at_most(limits.nodes, soft * HARD_LIMIT),
            depth: limits.depth.map(|depth| depth.max(least_depth)),
            ..limits
        }
    }
}

/// Returns the sums of naturalness and difficulty over all moves of a position, in thousandths.
#[cfg(test)]
pub(super) fn signature(game: &Game) -> [i64; 2] {
    let (position, last) = (game.position(), game.last_moves()[0]);
    let moves = position.legal_moves();
    let sum = |value: &dyn Fn(Move) -> f64| -> f64 { moves.iter().map(|&m| value(m)).sum() };
    let natural = sum(&|m| natural::naturalness(game, m));
    let difficult = sum(&|m| visibility::difficulty(position, m, 1, last));
    [natural, difficult].map(|sum| (sum * 1000.0).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_elo_is_more_nodes_and_less_noise() {
        assert!(LEVELS.is_sorted_by(|a, b| {
            a.elo < b.elo
                && a.nodes <= b.nodes
                && a.lines >= b.lines
                && a.noise > b.noise
                && a.habit >= b.habit
                && a.oversight >= b.oversight
        }));
        for level in LEVELS {
            let Skill(same) = Skill::of_elo(level.elo);
            assert!((same.nodes - level.nodes).abs() < 0.1, "{same:?}");
            assert_eq!(Level { nodes: level.nodes, ..same }, level);
        }
        let skills: Vec<Skill> = Skill::ELO.step_by(100).map(Skill::of_elo).collect();
        assert!(skills.is_sorted_by(|Skill(a), Skill(b)| a.nodes <= b.nodes && a.noise > b.noise));
        assert_eq!(Skill::of_elo(0), Skill::of_elo(*Skill::ELO.start()));
        assert_eq!(Skill::of_elo(u32::MAX), Skill::of_elo(*Skill::ELO.end()));
    }

    #[test]
    fn strong_levels_have_neither_habits_nor_oversights() {
        for elo in [2500, 2788, 3000, 3191] {
            let Skill(level) = Skill::of_elo(elo);
            assert_eq!((level.habit, level.oversight), (0.0, 0.0), "{elo}");
        }
        let Skill(weak) = Skill::of_elo(2000);
        assert!(weak.habit > 0.0 && weak.oversight > 0.0);
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
    fn technique_is_for_a_bare_king() {
        let of = |elo, fen| {
            Skill::of_elo(elo).in_position(Game::from_fen(fen, false).unwrap().position())
        };
        for fen in [
            "8/8/8/8/3k4/8/8/1Q5K w - - 0 1",
            "8/8/8/8/3k4/8/8/1R5K w - - 0 1",
            "8/8/8/8/3k4/8/P7/7K w - - 0 1",
        ] {
            assert_eq!((of(1320, fen).0.noise, of(1320, fen).lines()), (0.0, 1), "{fen}");
            let (weak, better) = (of(800, fen), of(1100, fen));
            assert_eq!((weak.lines(), better.lines()), (4, 2), "{fen}");
            assert!(weak.0.noise > 4.0 * better.0.noise && better.0.noise > 0.0, "{fen}");
            assert_eq!((weak.0.habit, weak.0.oversight), (0.0, 0.0), "{fen}");
            assert!(weak.0.nodes >= TECHNIQUE_NODES, "{fen}");
        }
        for fen in [
            "8/8/8/8/3k4/8/8/1Q5K b - - 0 1",
            "8/8/8/8/3k4/7p/8/1Q5K w - - 0 1",
            "8/8/8/8/3k4/8/8/NB5K w - - 0 1",
        ] {
            assert_eq!(of(800, fen), Skill::of_elo(800), "{fen}");
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
        let depth = |elo, depth| {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            Skill::of_elo(elo).limit(limits).depth
        };
        assert_eq!((depth(1500, 1), depth(1500, 4)), (Some(3), Some(4)));
        assert_eq!(depth(2500, 1), Some(1), "nothing is overlooked");
    }
}
