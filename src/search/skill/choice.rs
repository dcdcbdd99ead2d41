//! The choice among the lines of a search: by their scores as far as the player sees, by the habits
//! of people, and with noise.
//!
//! Choosing among several lines by scores with noise follows Stockfish's `Skill::pick_best`.

use rand::{
    Rng,
    distr::{Distribution, weighted::WeightedIndex},
};

use super::{Skill, natural::naturalness, view::View};
use crate::{
    chess::{
        Game,
        score::{INFINITE, Score, mate_in, moves_to_mate},
    },
    search::{node::worker::Worker, root::root_move::RootMove},
};

/// Beyond this score the game is decided, and scores count by their logarithm.
const WON: f64 = 2000.0;
/// The value of a mate in one in the choice, above every other score.
const MATE_VALUE: f64 = 16_000.0;
/// Loss of value of a mate that takes e times as many moves.
const MATE_STEP: f64 = 1500.0;

impl Skill {
    /// Returns the index of the line to play, from lines in descending order of their scores. A
    /// mate in one that is seen is played. The noise of each move follows a Rayleigh distribution:
    /// some mistakes are larger than others.
    pub fn choose(&self, game: &Game, lines: &[RootMove], random: &mut impl Rng) -> usize {
        let attention: f64 = random.random();
        let noise = self.0.noise * (-(1.0 - attention).ln()).sqrt();
        let mut view = View::new(self.0.oversight, random);
        let mates = lines.iter().take_while(|line| line.score == mate_in(1)).count();
        let seen_mate = (0..mates).find(|_| view.sees_mate());
        if noise <= 0.0 || seen_mate.is_some() {
            return seen_mate.unwrap_or(0);
        }
        let exponents: Vec<f64> = lines
            .iter()
            .map(|line| {
                let worth = worth(view.score(game, line)) / noise;
                let habit = if self.0.habit > 0.0 { naturalness(game, line.first()) } else { 0.0 };
                worth + self.0.habit * habit
            })
            .collect();
        let most = exponents.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights = exponents.iter().map(|exponent| (exponent - most).exp());
        // Fails only without lines: the weight of the most probable line is 1.
        WeightedIndex::new(weights).map_or(0, |lines| lines.sample(random))
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
        // Inside an iteration, lines of the one before are found too.
        for root_move in &mut self.root.moves {
            root_move.score = root_move.known_score().unwrap_or(-INFINITE);
        }
        let lines = self.root.moves.iter().take(self.shared.multi_pv);
        let found = lines.take_while(|line| line.score != -INFINITE).count();
        let index = skill.choose(&self.shared.game, &self.root.moves[..found], random);
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
            Ending,
            score::{MAX_EVALUATION, MAX_PLY, TB_WIN, TB_WIN_IN_MAX_PLY, mated_in},
        },
        search::{
            limits::Limits,
            skill::Level,
            threads::{shared_search::SharedSearch, thread_data::ThreadData},
            tt::TranspositionTable,
        },
    };

    /// Returns lines of one move each with these scores.
    fn with_scores(game: &Game, scores: &[Score]) -> Vec<RootMove> {
        let moves = game.position().legal_moves();
        let line = |(&score, m)| RootMove { score, ..RootMove::new(m) };
        scores.iter().zip(moves).map(line).collect()
    }

    /// Returns how often each line is chosen in 1000 draws.
    fn count(skill: Skill, game: &Game, lines: &[RootMove]) -> Vec<u32> {
        let mut random = ChaCha8Rng::seed_from_u64(u64::from(skill.0.elo));
        let mut counts = vec![0; lines.len()];
        for _ in 0..1000 {
            counts[skill.choose(game, lines, &mut random)] += 1;
        }
        counts
    }

    /// Returns how often each line is chosen by score and noise alone.
    fn choices(elo: u32, scores: &[Score]) -> Vec<u32> {
        let Skill(level) = Skill::of_elo(elo);
        let game = Game::default();
        let skill = Skill(Level { habit: 0.0, oversight: 0.0, ..level });
        count(skill, &game, &with_scores(&game, scores))
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
    fn without_noise_the_first_of_equal_lines_is_played() {
        let Skill(level) = Skill::of_elo(800);
        let skill = Skill(Level { noise: 0.0, ..level });
        let game = Game::default();
        assert_eq!(count(skill, &game, &with_scores(&game, &[10; 20]))[0], 1000);
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
    fn a_mate_in_one_is_played_as_often_as_people_do() {
        let game = Game::default();
        let played = |elo, mates| {
            let scores = [vec![mate_in(1); mates], vec![0; 20 - mates]].concat();
            let counts = count(Skill::of_elo(elo), &game, &with_scores(&game, &scores));
            counts[..mates].iter().sum::<u32>()
        };
        for (elo, expected) in [(800, 120..=220), (1200, 120..=220), (1600, 500..=600)] {
            assert!(expected.contains(&played(elo, 1)), "{elo}: {}", played(elo, 1));
            assert!(played(elo, 2) > played(elo, 1), "one of two mates is seen more often");
        }
        for elo in [2100, 2500, 3191] {
            assert_eq!(played(elo, 1), 1000, "{elo}");
        }
        let bare = Game::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 0 1", false).unwrap();
        let technique = Skill::of_elo(800).in_position(bare.position());
        let lines = with_scores(&bare, &[mate_in(1), 500, 500]);
        assert_eq!(count(technique, &bare, &lines)[0], 1000, "technique");
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
            // Among several moves, weaker levels may overlook the mate.
            for elo in [2100, 2500, 3100] {
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
    fn one_line_or_none_leaves_no_choice() {
        for elo in [800, 3200] {
            assert_eq!(choices(elo, &[17]), [1000]);
            let mut random = ChaCha8Rng::seed_from_u64(1);
            assert_eq!(Skill::of_elo(elo).choose(&Game::default(), &[], &mut random), 0);
        }
    }

    #[test]
    fn first_moves_are_those_of_people() {
        for (fen, chess960) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true),
        ] {
            let game = Game::from_fen(fen, chess960).unwrap();
            let moves = game.position().legal_moves();
            let equal: Vec<RootMove> =
                moves.iter().map(|&m| RootMove { score: 0, ..RootMove::new(m) }).collect();
            let counts = count(Skill::of_elo(800), &game, &equal);
            let of = |text| {
                let m = game.position().parse_uci(text).unwrap();
                counts[moves.iter().position(|&other| other == m).unwrap()]
            };
            assert!(of("e2e4") > 300 && of("d2d4") > 200, "{counts:?}");
            assert!(of("a2a3") + of("h2h3") + of("a2a4") + of("h2h4") < 20, "{counts:?}");
        }
    }

    #[test]
    fn a_seed_decides() {
        let game = Game::default();
        let lines = with_scores(&game, &[40, 30, 20, 10, 0, -10, -300]);
        let draw = || {
            let mut random = ChaCha8Rng::seed_from_u64(7);
            let skill = Skill::of_elo(1000);
            [(); 20].map(|()| skill.choose(&game, &lines, &mut random))
        };
        assert_eq!(draw(), draw());
    }

    #[test]
    fn any_arrangement_of_chess960_is_played() {
        let tt = TranspositionTable::new(1).unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let fen = "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1";
        let mut game = Game::from_fen(fen, true).unwrap();
        for _ in 0..60 {
            if game.ending().is_some() {
                break;
            }
            let m = play(&game, 800, &tt, &mut random).first();
            assert!(game.position().legal_moves().contains(&m));
            game.play(m);
        }
    }
}
