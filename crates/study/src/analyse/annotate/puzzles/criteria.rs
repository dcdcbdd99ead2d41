//! Criteria of puzzles: one move wins or holds, and no other move does. The two best lines are
//! compared as in lichess-puzzler.

use brudno::{
    chess::{
        Position,
        score::{Bound, Score, moves_to_mate},
        see::{see_ge, value},
    },
    search::ScoredLine,
};
use shakmaty::{Move, Position as _, Role};

use crate::shared::review::{rest::Line, win_percent};

/// Minimum win percentage of a winning move.
const WINS: f64 = 75.0;
/// Maximum win percentage of a second move that does not win.
const WINS_NOT: f64 = 60.0;
/// Minimum win percentage of a move that holds.
const HOLDS: f64 = 45.0;
/// Maximum win percentage of a losing second move.
const LOSES: f64 = 25.0;
/// Minimum difference between the two best moves, percentage points.
const GAP: f64 = 30.0;
/// The same in the first, short search.
const SHORT_GAP: f64 = 20.0;
/// Minimum loss of the opponent's last move, or of the game's move, percentage points.
const LOST: f64 = 10.0;
/// Number of plies after the line that is asked, in which its effect shows.
const BEYOND: usize = 4;
/// Material that counts as won, pawns.
const MATERIAL: i32 = 2;

/// Effect of the only good move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Wins.
    Wins,
    /// Avoids a loss.
    Holds,
}

/// What a puzzle is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// Mate by force in a number of moves.
    Mate(i32),
    /// A pawn promotes.
    Promotion,
    /// Wins material.
    Material,
    /// Wins in another way.
    Win,
    /// Avoids a loss.
    Draw,
}

impl Theme {
    /// Returns the theme of a best line with its effect, of which `asked` plies are asked.
    pub fn new(position: &Position, best: &ScoredLine, effect: Effect, asked: usize) -> Theme {
        if let Some(moves @ 1..) = moves_to_mate(best.score) {
            return Theme::Mate(moves);
        }
        if effect == Effect::Holds {
            return Theme::Draw;
        }
        let line = &best.pv[..best.pv.len().min(asked + BEYOND)];
        if line.iter().step_by(2).any(|m| m.is_promotion()) {
            return Theme::Promotion;
        }
        let gain = Line::new(position, line).settled_gain().unwrap_or_default().points();
        if gain >= MATERIAL { Theme::Material } else { Theme::Win }
    }

    /// Returns the name, as in the puzzle's id.
    pub fn name(self) -> String {
        match self {
            Theme::Mate(moves) => format!("mate-in-{moves}"),
            Theme::Promotion => "promotion".to_owned(),
            Theme::Material => "material".to_owned(),
            Theme::Win => "win".to_owned(),
            Theme::Draw => "draw".to_owned(),
        }
    }
}

/// Returns true if a position may be a puzzle: the opponent's last move or the move of the game
/// lost much, by the scores of the side to move `before` the opponent's move, `now`, and `after`
/// the game's move.
pub fn is_candidate(before: Option<Score>, now: Score, after: Score) -> bool {
    let now = win_percent(now);
    let was_given = before.is_some_and(|before| now - win_percent(before) >= LOST);
    now >= HOLDS && (was_given || now - win_percent(after) >= LOST)
}

/// Returns the effect of the best move. `None` if the position is not a puzzle, because the best
/// move neither wins nor holds, the second move is nearly as good, or a score is only a bound that
/// proves nothing.
pub fn effect(best: &ScoredLine, second: &ScoredLine) -> Option<Effect> {
    if best.bound == Bound::Upper || second.bound == Bound::Lower {
        return None;
    }
    let [first, other] = [best.score, second.score].map(win_percent);
    if first - other < GAP {
        return None;
    }
    match first {
        WINS.. if other <= WINS_NOT => Some(Effect::Wins),
        HOLDS..WINS if other <= LOSES => Some(Effect::Holds),
        _ => None,
    }
}

/// Returns true if a short search does not rule out that the position is a puzzle.
pub fn is_promising(best: &ScoredLine, second: &ScoredLine) -> bool {
    let [first, other] = [best.score, second.score].map(win_percent);
    first >= HOLDS && first - other >= SHORT_GAP
}

/// Returns true if a player has to look for the solution: it does not just take a piece that is left
/// to be taken, and another legal move is sensible, which means that it loses no material at once.
pub fn is_hidden(position: &Position, solution: Move, theme: Theme) -> bool {
    let wins = |m: Move, least: i32| see_ge(position, position.search_move(m), least);
    let is_plain = solution.is_capture() && wins(solution, value(Role::Knight));
    let moves = position.chess().legal_moves();
    (!is_plain || matches!(theme, Theme::Mate(_)))
        && moves.into_iter().any(|m| m != solution && wins(m, 0))
}

#[cfg(test)]
mod tests {
    use brudno::{
        chess::{
            Game,
            score::{mate_in, mated_in},
        },
        eval::wdl::score_of as score,
    };

    use super::*;

    fn line(score: Score, bound: Bound) -> ScoredLine {
        ScoredLine { depth: 1, seldepth: 1, score, bound, is_draw: false, pv: Vec::new() }
    }

    #[test]
    fn one_move_wins_or_holds() {
        for (best, second, expected) in [
            (score(500), score(50), Some(Effect::Wins)),
            (mate_in(5), score(0), Some(Effect::Wins)),
            (score(0), score(-500), Some(Effect::Holds)),
            (score(0), mated_in(4), Some(Effect::Holds)),
            (score(150), score(-400), Some(Effect::Holds)),
            // Both moves win, or both hold.
            (mate_in(5), score(300), None),
            (score(900), score(200), None),
            (score(100), score(-150), None),
            // The best move also loses.
            (score(-300), mated_in(2), None),
            // Neither move wins.
            (score(200), score(-150), None),
        ] {
            let [best, second] = [best, second].map(|score| line(score, Bound::Exact));
            assert_eq!(effect(&best, &second), expected, "{best:?} {second:?}");
        }
    }

    #[test]
    fn bounds_have_to_point_apart() {
        let effect = |best, second| effect(&line(score(500), best), &line(score(0), second));
        assert_eq!(effect(Bound::Lower, Bound::Upper), Some(Effect::Wins));
        assert_eq!(effect(Bound::Upper, Bound::Exact), None);
        assert_eq!(effect(Bound::Exact, Bound::Lower), None);
    }

    #[test]
    fn candidates_follow_a_mistake_or_are_one() {
        // The move of the game misses something.
        assert!(is_candidate(Some(score(400)), score(400), score(50)));
        assert!(is_candidate(None, 0, score(-500)));
        // The opponent has given something, and the game's move takes it.
        assert!(is_candidate(Some(score(0)), score(400), score(400)));
        assert!(!is_candidate(Some(score(350)), score(400), score(380)));
        assert!(!is_candidate(Some(score(-200)), score(-200), mated_in(3)));
    }

    fn position(fen: &str) -> Position {
        Game::from_fen(fen, false).unwrap().position().clone()
    }

    #[test]
    fn themes_follow_from_the_line() {
        let theme = |fen: &str, score: Score, moves: &str, effect: Effect| {
            let start = position(fen);
            let mut game = Game::new(start.clone());
            let mut pv = Vec::new();
            for text in moves.split(' ') {
                let m = game.position().parse_move(text).unwrap();
                game.play(m);
                pv.push(m);
            }
            let best = ScoredLine { pv, ..line(score, Bound::Exact) };
            Theme::new(&start, &best, effect, 1).name()
        };
        let pawn = "4k3/P7/8/8/8/8/8/3RK1n1 w - - 0 1";
        assert_eq!(theme(pawn, mate_in(3), "a8=Q Ke7", Effect::Wins), "mate-in-2");
        assert_eq!(theme(pawn, score(900), "a8=Q Ke7", Effect::Wins), "promotion");
        assert_eq!(theme(pawn, score(0), "Kf2 Kf7", Effect::Holds), "draw");
        assert_eq!(theme(pawn, score(500), "Kf2 Kf7 Kxg1 Kf6 Kf2", Effect::Wins), "material");
        assert_eq!(theme(pawn, score(500), "Kf2 Kf7", Effect::Wins), "win");
    }

    #[test]
    fn a_solution_is_not_the_obvious_move() {
        let is_hidden = |fen: &str, solution: &str, theme: Theme| {
            let position = position(fen);
            is_hidden(&position, position.parse_move(solution).unwrap(), theme)
        };
        // The king can only take the rook, or step away.
        assert!(!is_hidden("4k3/8/8/8/8/8/1r6/K7 w - - 0 1", "Kxb2", Theme::Draw));
        // The queen is just taken, but for a mate.
        let free = "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1";
        assert!(!is_hidden(free, "Nxd5", Theme::Material));
        assert!(is_hidden(free, "Nxd5", Theme::Mate(2)));
        let fork = "q3k3/8/8/1N6/8/8/6PP/6K1 w - - 0 1";
        assert!(is_hidden(fork, "Nc7+", Theme::Material));
        // A pawn is taken, and a defended piece for one of the same value.
        assert!(is_hidden("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "Nxd5", Theme::Win));
        assert!(is_hidden("4k3/8/2p5/3n4/8/2N5/8/4K3 w - - 0 1", "Nxd5", Theme::Win));
    }
}
