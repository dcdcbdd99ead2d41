//! How a player of limited strength sees the lines of a search: without what it overlooks.

use std::collections::HashMap;

use rand::Rng;
use shakmaty::{Color, Move, Role};

use super::visibility::difficulty;
use crate::{
    chess::{
        Game, Position,
        score::{Score, is_decisive, mate_in},
        see,
    },
    search::root::root_move::RootMove,
};

/// Probability to overlook a mate in one for each unit of oversight beyond the first value, and its
/// maximum. An overlooked mate may still be played as another move. In games on lichess, players rated
/// 800 to 1299 missed half of the mates in one, 1400 to 1599 36 % and 1900 to 2099 28 %.
const NO_MATES: f64 = 0.25;
const MATE: f64 = 1.5;
const MOST_MATES: f64 = 0.85;

/// What a player sees at one move.
pub(super) struct View<'a, R> {
    oversight: f64,
    /// One draw for each move: it is seen in all lines or in none.
    draws: HashMap<Move, f64>,
    random: &'a mut R,
}

impl<'a, R: Rng> View<'a, R> {
    /// Creates the view of a move. `oversight` is a factor of the probabilities to overlook moves.
    pub fn new(oversight: f64, random: &'a mut R) -> View<'a, R> {
        View { oversight, draws: HashMap::new(), random }
    }

    /// Returns the score of a line as the player sees it: without the material that is won and lost
    /// from the first move on that is overlooked. A win or loss at its end that is overlooked counts
    /// as the material on the board. If the line's own first move is overlooked, what it loses counts.
    pub fn score(&mut self, game: &Game, line: &RootMove) -> Score {
        if self.oversight <= 0.0 {
            return line.score;
        }
        let mut position = game.position().clone();
        let mut last = game.last_moves()[0];
        let (mut seen, mut overlooked) = (0, 0);
        // The mates in one that are seen are played without a choice.
        let (mut sees, mut sees_first) = (line.score != mate_in(1), true);
        for (ply, &m) in line.pv.iter().enumerate() {
            sees = sees && self.sees(m, difficulty(&position, m, ply, last));
            sees_first = sees_first && (sees || ply > 0);
            let part = if sees { &mut seen } else { &mut overlooked };
            *part += if ply % 2 == 0 { gain(m) } else { -gain(m) };
            position = position.play(m);
            last = Some(m);
        }
        let score = if sees {
            line.score
        } else if is_decisive(line.score) {
            material(game.position()) + seen
        } else {
            line.score - overlooked
        };
        if sees_first { score } else { score.min(line.score) }
    }

    /// Draws whether the player sees a mate in one.
    pub fn sees_mate(&mut self) -> bool {
        let overlooked = (self.oversight - NO_MATES) * MATE;
        self.random.random::<f64>() >= overlooked.min(MOST_MATES)
    }

    fn sees(&mut self, m: Move, difficulty: f64) -> bool {
        let draw = *self.draws.entry(m).or_insert_with(|| self.random.random());
        draw >= self.oversight * difficulty
    }
}

/// Returns the material that a move wins, internal units.
fn gain(m: Move) -> Score {
    m.capture().map_or(0, see::value)
        + m.promotion().map_or(0, |role| see::value(role) - see::value(Role::Pawn))
}

/// Returns the material of the side to move less that of the opponent, internal units.
fn material(position: &Position) -> Score {
    let of = |color: Color| -> Score {
        let count = |role: Role| position.board().by_piece(role.of(color)).count() as Score;
        Role::ALL.into_iter().map(|role| count(role) * see::value(role)).sum()
    };
    of(position.turn()) - of(!position.turn())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::chess::score::{mate_in, mated_in};

    /// Returns a line of moves in UCI notation with its score.
    fn line(game: &Game, moves: &str, score: Score) -> RootMove {
        let mut game = game.clone();
        let mut pv = Vec::new();
        for text in moves.split(' ') {
            let m = game.position().parse_uci(text).unwrap();
            pv.push(m);
            game.play(m);
        }
        RootMove { score, pv: pv.clone(), ..RootMove::new(pv[0]) }
    }

    /// Returns the scores of lines as 1000 players see them.
    fn scores(game: &Game, oversight: f64, lines: &[(&str, Score)]) -> Vec<Vec<Score>> {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let lines: Vec<RootMove> =
            lines.iter().map(|(moves, score)| line(game, moves, *score)).collect();
        let mut see = || {
            let mut view = View::new(oversight, &mut random);
            lines.iter().map(|line| view.score(game, line)).collect()
        };
        (0..1000).map(|_| see()).collect()
    }

    /// Returns how many of 1000 players see all of a line, whose material is `hidden` otherwise.
    fn seeing(fen: &str, oversight: f64, moves: &str, hidden: Score) -> usize {
        let game = Game::from_fen(fen, false).unwrap();
        let scores = scores(&game, oversight, &[(moves, 0)]);
        assert!(scores.iter().all(|score| score[0] == 0 || score[0] == -hidden), "{fen}");
        scores.iter().filter(|score| score[0] == 0).count()
    }

    const PAWN: &str = "7k/8/3p4/8/4R3/8/P7/4K3 w - - 0 1";
    const CORNER: &str = "b6k/8/8/8/4R3/8/P7/4K3 w - - 0 1";
    const ROOK: Score = see::value(Role::Rook);

    #[test]
    fn hard_replies_are_overlooked_more_often_than_easy_ones() {
        // The rook is taken by the pawn beside it, or by the bishop from the corner.
        let mut last = (1000, 1000);
        for oversight in [0.2, 0.8, 1.6, 2.4] {
            let pawn = seeing(PAWN, oversight, "e4e5 d6e5", -ROOK);
            let corner = seeing(CORNER, oversight, "a2a3 a8e4", -ROOK);
            assert!(pawn > corner && pawn < last.0 && corner < last.1, "{oversight}");
            last = (pawn, corner);
        }
        assert!(last.0 > 700 && last.1 < 600, "{last:?}");
        assert_eq!(seeing(CORNER, 0.0, "a2a3 a8e4", -ROOK), 1000);
    }

    #[test]
    fn a_gain_that_is_hard_to_see_is_missed() {
        let far = seeing("4k2r/8/8/8/8/8/P7/B3K3 w - - 0 1", 1.5, "a1h8", ROOK);
        let near = seeing("4k3/8/7r/6P1/8/8/P7/4K3 w - - 0 1", 1.5, "g5h6", ROOK);
        assert!(near > 850 && far < near - 200, "{near} {far}");
        // A quiet move on the way is harder than the captures themselves.
        let quiet = seeing("4k3/8/7r/8/6P1/8/P7/4K3 w - - 0 1", 1.5, "g4g5 e8e7 g5h6", ROOK);
        assert!(quiet < far, "{quiet} {far}");
    }

    #[test]
    fn what_follows_an_overlooked_move_is_hidden_too() {
        let fen = "3r3k/8/8/3p4/8/8/B7/3RK3 w - - 0 1";
        let game = Game::from_fen(fen, false).unwrap();
        let pawn = see::value(Role::Pawn);
        let found = scores(&game, 0.8, &[("d1d5 d8d5 a2d5", pawn)]);
        let kinds: Vec<Score> = found.iter().map(|score| score[0]).collect();
        // The first capture may be overlooked; the recaptures never are.
        assert!(kinds.iter().all(|&score| score == 0 || score == pawn), "{kinds:?}");
        assert!(kinds.iter().filter(|&&score| score == pawn).count() > 750);
    }

    #[test]
    fn a_losing_capture_is_not_better_where_it_is_overlooked() {
        // The queen takes a defended pawn.
        let game = Game::from_fen("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", false).unwrap();
        let lost = see::value(Role::Pawn) - see::value(Role::Queen);
        let found = scores(&game, 2.0, &[("d1d5 e6d5", lost)]);
        assert!(found.iter().all(|score| score[0] <= lost));
    }

    #[test]
    fn a_recapture_is_seen() {
        let mut game = Game::from_fen("7k/8/8/8/b7/8/8/3RK3 b - - 0 1", false).unwrap();
        game.play_uci("a4d1").unwrap();
        let seen = scores(&game, 1.2, &[("e1d1", 0)]);
        assert!(seen.iter().all(|score| score[0] == 0));
    }

    #[test]
    fn a_move_is_seen_in_all_lines_or_in_none() {
        let game = Game::from_fen(CORNER, false).unwrap();
        let lines = ["a2a3 a8e4", "a2a4 a8e4", "e1d1 a8e4"].map(|moves| (moves, -ROOK));
        for seen in scores(&game, 1.0, &lines) {
            assert!(seen.iter().all(|&score| score == seen[0]), "{seen:?}");
        }
    }

    #[test]
    fn an_overlooked_mate_counts_as_the_material() {
        // White is a rook ahead.
        let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
        let game = Game::from_fen(fen, false).unwrap();
        let lines = [("g1f1 g8h8 a1a8", mate_in(3)), ("a1b1 g8f8 g1h1 f8g8", mated_in(4))];
        let (mut overlooked, mut seen) = (0, 0);
        for score in scores(&game, 1.0, &lines) {
            overlooked += usize::from(score == [ROOK, ROOK]);
            seen += usize::from(score[0] == mate_in(3));
        }
        assert!(overlooked > 300 && seen > 100, "{overlooked} {seen}");
    }
}
