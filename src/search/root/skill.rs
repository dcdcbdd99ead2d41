//! Limited strength: a search of few nodes, and a random choice among its best lines, with many
//! small mistakes and few large ones.
//!
//! Choosing among several lines by scores with noise follows Stockfish's `Skill::pick_best`.

use std::ops::RangeInclusive;

use rand::{
    Rng,
    distr::{Distribution, weighted::WeightedIndex},
};

use crate::{
    chess::{
        Position,
        score::{INFINITE, Score, mate_in, moves_to_mate},
    },
    search::{core::worker::Worker, limits::Limits},
};

/// The parameters of a strength.
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
}

const fn level(elo: u32, nodes: u32, lines: u32, noise: u32) -> Level {
    Level { elo, nodes: nodes as f64, lines: lines as f64, noise: noise as f64 }
}

/// Strengths; others are interpolated. From 1320 on they are measured against Stockfish's skill
/// levels, below in self-play.
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

/// Elo of Stockfish's skill levels 0 to 19, from games against versions of Stash:
/// <https://github.com/official-stockfish/Stockfish/commit/a08b8d4>
const STOCKFISH_LEVELS: [u32; 20] = [
    1320, 1468, 1608, 1742, 1923, 2204, 2363, 2500, 2596, 2703, 2788, 2856, 2923, 2973, 3025, 3070,
    3111, 3141, 3170, 3191,
];

/// The hard node limit, as a multiple of the soft one.
const HARD_LIMIT: u64 = 10;
/// Beyond this score the game is decided, and scores count by their logarithm.
const WON: f64 = 2000.0;
/// The value of a mate in one in the choice, above every other score.
const MATE_VALUE: f64 = 16_000.0;
/// Loss of value of a mate that takes e times as many moves.
const MATE_STEP: f64 = 1500.0;
/// From this Elo on, the engine mates a bare king with a queen or a rook without a mistake.
const TECHNIQUE_ELO: u32 = 1320;
/// Fewest nodes of a search for that.
const TECHNIQUE_NODES: f64 = 2_000.0;

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
        })
    }

    /// Stockfish's skill level of full strength.
    pub const FULL_LEVEL: u32 = STOCKFISH_LEVELS.len() as u32;

    /// Returns the skill with the Elo of one of Stockfish's skill levels, `None` for full strength.
    pub fn of_level(level: u32) -> Option<Skill> {
        STOCKFISH_LEVELS.get(level as usize).map(|&elo| Skill::of_elo(elo))
    }

    /// Returns the skill in a position. From `TECHNIQUE_ELO` on it plays the best line against a
    /// bare king with a queen or a rook, since that is technique.
    #[must_use]
    pub fn in_position(self, position: &Position) -> Skill {
        let (board, us) = (position.board(), position.turn());
        let is_bare = !board.by_color(!us).more_than_one();
        let can_mate = (board.by_color(us) & board.rooks_and_queens()).any();
        if self.0.elo < TECHNIQUE_ELO || !is_bare || !can_mate {
            return self;
        }
        let nodes = self.0.nodes.max(TECHNIQUE_NODES);
        Skill(Level { nodes, lines: 1.0, noise: 0.0, ..self.0 })
    }

    /// Returns the number of lines to search for.
    pub fn lines(&self) -> usize {
        self.0.lines.round() as usize
    }

    /// Adds the node limits of this skill to `limits`.
    pub fn limit(&self, limits: Limits) -> Limits {
        let soft = self.0.nodes.round() as u64;
        let at_most = |limit: Option<u64>, nodes: u64| Some(limit.unwrap_or(nodes).min(nodes));
        Limits {
            soft_nodes: at_most(limits.soft_nodes, soft),
            nodes: at_most(limits.nodes, soft * HARD_LIMIT),
            ..limits
        }
    }

    /// Returns the index of the line to play, from scores in descending order. A mate in one is
    /// always played. The noise of each move follows a Rayleigh distribution: some mistakes are
    /// larger than others.
    pub fn choose(&self, scores: &[Score], random: &mut impl Rng) -> usize {
        let attention: f64 = random.random();
        let noise = self.0.noise * (-(1.0 - attention).ln()).sqrt();
        if noise <= 0.0 || scores.first() == Some(&mate_in(1)) {
            return 0;
        }
        let weight = |score: &Score| ((worth(*score) - worth(scores[0])) / noise).exp();
        // Fails only without lines: the first one has the weight 1.
        WeightedIndex::new(scores.iter().map(weight)).map_or(0, |lines| lines.sample(random))
    }
}

/// Returns the value of a score in the choice. It grows with the score, in decided games by the
/// logarithm: progress still counts, and a nearer mate is better.
fn worth(score: Score) -> f64 {
    let size = f64::from(score.abs());
    let value = match moves_to_mate(score) {
        Some(moves) => MATE_VALUE - MATE_STEP * f64::from(moves.abs().max(1)).ln(),
        None if size > WON => WON * (1.0 + (size / WON).ln()),
        None => size,
    };
    value.copysign(f64::from(score))
}

impl Worker<'_> {
    /// Chooses the line to play with a skill, and puts it first.
    pub(in crate::search) fn choose_line(&mut self, skill: &Skill, random: &mut impl Rng) {
        let lines = self.root.moves.iter().take(self.shared.multi_pv);
        let scores: Vec<Score> =
            lines.map(|line| line.score).take_while(|&score| score != -INFINITE).collect();
        let index = skill.choose(&scores, random);
        self.root.moves[..=index].rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::{
        chess::{
            Ending, Game,
            score::{MAX_EVALUATION, MAX_PLY, TB_WIN, TB_WIN_IN_MAX_PLY, mated_in},
        },
        search::{
            core::{root_move::RootMove, shared_search::SharedSearch, thread_data::ThreadData},
            tt::TranspositionTable,
        },
    };

    /// Returns how often each line is chosen in 1000 draws.
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
    fn worth_grows_with_the_score() {
        let evaluations = -MAX_EVALUATION..=MAX_EVALUATION;
        let wins = [TB_WIN_IN_MAX_PLY, TB_WIN].into_iter();
        let mates = (1..MAX_PLY).rev().step_by(2).map(mate_in);
        let values: Vec<f64> = evaluations.chain(wins).chain(mates).map(worth).collect();
        assert!(values.is_sorted_by(|low, high| low < high));
        for score in [77, 5_000, TB_WIN, mate_in(3)] {
            assert!((worth(score) + worth(-score)).abs() < 1e-9, "{score}");
        }
        assert_eq!((worth(mate_in(1)), worth(mated_in(2))), (MATE_VALUE, -MATE_VALUE));
    }

    #[test]
    fn a_mate_in_one_is_always_played() {
        let scores = [vec![mate_in(1)], vec![mate_in(3); 19]].concat();
        for elo in [800, 1320, 2000, 3191] {
            assert_eq!(choices(elo, &scores)[0], 1000, "{elo}");
        }
    }

    #[test]
    fn the_nearer_mate_is_preferred() {
        let mates = [3, 5, 7, 9].map(mate_in);
        for elo in [800, 1320, 2000] {
            let counts = choices(elo, &mates);
            assert!(counts.is_sorted_by(|near, far| near > far || *far == 0), "{elo}: {counts:?}");
        }
        // A mate is preferred to any advantage, and a mate in one is avoided.
        assert_eq!(choices(800, &[mate_in(9), MAX_EVALUATION, 800])[0], 1000);
        assert_eq!(choices(800, &[vec![-500], vec![mated_in(2); 19]].concat())[0], 1000);
    }

    #[test]
    fn progress_counts_where_the_game_is_decided() {
        // Two pawns more beside a win of a queen and a rook.
        let counts = choices(1600, &[4_200, 3_700]);
        assert!(counts[0] > 800, "{counts:?}");
        let counts = choices(1600, &[-3_700, -4_200]);
        assert!(counts[0] > 800, "{counts:?}");
    }

    /// Returns the move at this Elo, as the search thread chooses it.
    fn play(game: &Game, elo: u32, tt: &TranspositionTable, random: &mut impl Rng) -> RootMove {
        let skill = Skill::of_elo(elo).in_position(game.position());
        let shared = SharedSearch::new(game.clone(), skill.limit(Limits::default()))
            .with_lines(skill.lines());
        let mut data = ThreadData::new();
        tt.new_search();
        let mut worker = Worker::main(&shared, tt, &mut data, None);
        worker.iterate();
        worker.choose_line(&skill, random);
        worker.root.moves[0].clone()
    }

    #[test]
    fn a_mate_in_one_on_the_board_is_found() {
        let tt = TranspositionTable::new(1).unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for fen in [
            "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
            "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
            "r2q1rk1/pp2bppp/2n1p3/3n4/3P4/3Q1N2/PBB2PPP/R3R1K1 w - - 0 1",
            "4r1k1/5ppp/8/8/8/5b2/5P1P/6K1 b - - 0 1",
            "6rk/6pp/8/6N1/8/8/8/K7 w - - 0 1",
            "7k/P7/6K1/8/8/8/8/8 w - - 0 1",
        ] {
            let game = Game::from_fen(fen, false).unwrap();
            for elo in [800, 1320, 2000] {
                tt.clear_share(0, 1);
                let best = play(&game, elo, &tt, &mut random).first();
                let child = game.position().play(best);
                assert!(child.is_check() && !child.has_legal_move(), "{fen} at {elo}: {best}");
            }
        }
    }

    #[test]
    fn a_bare_king_is_mated() {
        let tt = TranspositionTable::new(1).unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for elo in [1320, 2000] {
            for fen in [
                "8/8/8/8/3k4/8/8/1Q5K w - - 0 1",
                "8/8/3k4/8/8/8/8/R6K w - - 0 1",
                "8/8/8/8/3k4/8/4R3/K7 w - - 0 1",
            ] {
                tt.clear_share(0, 1);
                let mut game = Game::from_fen(fen, false).unwrap();
                while game.ending().is_none() {
                    // The bare king defends with a search of more nodes.
                    let elo = if game.position().turn().is_white() { elo } else { 2800 };
                    game.play(play(&game, elo, &tt, &mut random).first());
                }
                assert!(matches!(game.ending(), Some(Ending::Checkmate(_))), "{fen} at {elo}");
            }
        }
    }

    #[test]
    fn technique_is_for_a_bare_king_and_for_those_who_have_it() {
        let noise = |elo, fen| {
            let Skill(level) =
                Skill::of_elo(elo).in_position(Game::from_fen(fen, false).unwrap().position());
            level.noise
        };
        let bare = "8/8/8/8/3k4/8/8/1Q5K w - - 0 1";
        assert_eq!(noise(1320, bare), 0.0);
        for (elo, fen) in [
            (1319, bare),
            (1320, "8/8/8/8/3k4/8/8/1Q5K b - - 0 1"),
            (1320, "8/8/8/8/3k4/7p/8/1Q5K w - - 0 1"),
            (1320, "8/8/8/8/3k4/8/8/NB5K w - - 0 1"),
        ] {
            assert!(noise(elo, fen) > 100.0, "{elo} {fen}");
        }
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
