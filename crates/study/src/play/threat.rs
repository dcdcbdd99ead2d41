//! What the opponent would do if the player passed (null move).

use brudno::{
    chess::{Game, Position, score::moves_to_mate},
    eval::wdl::centipawns,
    notation::{san, san_line},
    search::{Limits, ScoredLine},
    terminal::display::{self, TermStyle, role_name},
};
use shakmaty::{Move, Square};

use super::coach::{ADVICE, Coach};
use crate::shared::review::{Judgement, judge, rest::Line, sentence};

/// Maximum length of a line, plies.
const SHOWN: usize = 5;

/// Maximum length of a mate that is a threat, or a reason for a move, moves.
pub const MATE: i32 = 5;

/// Best line of the opponent after a null move.
pub struct Threat {
    /// Position after the null move.
    passed: Position,
    /// Line from there.
    line: Vec<Move>,
    /// Effect of the line.
    effect: Effect,
}

/// Effect of a threat.
#[derive(PartialEq, Eq, Debug)]
enum Effect {
    /// Mate in a number of moves.
    Mate(i32),
    /// Win of material, such as `a knight`.
    Material(String),
    /// Change of White's score, as text.
    Score(String, String),
    /// No large one.
    Nothing,
}

/// Finds the threat of the opponent in a position with its best line. `None` in check, or if the
/// opponent would have no legal move.
pub fn of_opponent(coach: &Coach, game: &Game, best: &ScoredLine) -> Option<Threat> {
    let mut passed = game.clone();
    if !passed.play_or_pass(None) {
        return None;
    }
    let limits = Limits { nodes: Some(ADVICE), ..Limits::default() };
    let reply = coach.search(&passed, limits)?;
    let effect = effect(passed.position(), best, &reply);
    Some(Threat { passed: passed.position().clone(), line: reply.pv, effect })
}

/// Returns the effect of the opponent's best line. `best` is the best line before the null move.
fn effect(passed: &Position, best: &ScoredLine, reply: &ScoredLine) -> Effect {
    if let Some(moves @ 1..=MATE) = moves_to_mate(reply.score) {
        return Effect::Mate(moves);
    }
    if let Some(what) = material(passed, best, reply) {
        return Effect::Material(what);
    }
    // A tempo alone is no threat, nor is a win that passing delays.
    if reply.score <= 0 || judge(best.score, -reply.score) < Some(Judgement::Blunder) {
        return Effect::Nothing;
    }
    let text =
        |line: &ScoredLine, turn| display::score(line.score, turn, line.bound, TermStyle::PLAIN);
    Effect::Score(text(best, !passed.turn()), text(reply, passed.turn()))
}

/// Names the material that the opponent's best line wins. Whether the player can avoid the loss does
/// not matter.
fn material(passed: &Position, best: &ScoredLine, reply: &ScoredLine) -> Option<String> {
    let points = Line::new(passed, &reply.pv).settled_gain()?.points();
    // For a pawn alone the score has to rise too.
    let change = centipawns(reply.score) + centipawns(best.score);
    let named = || match points {
        1 => sentence::won(passed, &reply.pv, change),
        _ => sentence::won(passed, &reply.pv, i32::MAX).or_else(|| Some("material".to_owned())),
    };
    if points > 0 { named() } else { None }
}

impl Threat {
    /// Describes the threat with its first moves. Starts in lower case, without a full stop.
    pub fn describe(&self) -> String {
        let Some(&m) = self.line.first() else { return String::new() };
        let first = san(&self.passed, m);
        let line = &self.line[..self.line.len().min(SHOWN)];
        let line = san_line(&self.passed, line).join(" ");
        match &self.effect {
            Effect::Mate(1) => format!("the opponent threatens mate with {first}"),
            Effect::Mate(moves) => format!("the opponent threatens mate in {moves}: {line}"),
            Effect::Material(what) => {
                format!("the opponent threatens to win {what} with {first}: {line}")
            }
            Effect::Score(before, after) => {
                format!("the opponent threatens {first} (from {before} to {after}): {line}")
            }
            Effect::Nothing => format!("no threat; left alone, the opponent would play {line}"),
        }
    }

    /// Returns true if mate is threatened.
    pub const fn is_mate(&self) -> bool {
        matches!(self.effect, Effect::Mate(_))
    }

    /// Returns the threat as the reason for a move. `None` if no mate and no material is
    /// threatened.
    pub fn as_reason(&self) -> Option<String> {
        match &self.effect {
            Effect::Mate(_) => Some("the opponent threatens mate".to_owned()),
            Effect::Material(what) => Some(format!("the opponent threatens to win {what}")),
            Effect::Score(..) | Effect::Nothing => None,
        }
    }
}

/// Names the pieces that give check: `the queen on h4`. `None` without a check.
pub fn checkers(position: &Position) -> Option<String> {
    let name = |square: Square| {
        let role = position.board().role_at(square).map_or("piece", role_name);
        format!("the {role} on {square}")
    };
    let names: Vec<String> = position.checkers().into_iter().map(name).collect();
    (!names.is_empty()).then(|| names.join(" and "))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use brudno::search::Engine;

    use super::*;
    use crate::shared::evaluation::Evaluation;

    fn threat(fen: &str) -> Option<Threat> {
        let game = Game::from_fen(fen, false).unwrap();
        let coach = Coach::new(Arc::new(Engine::start().unwrap()));
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let best = coach.search(&game, limits).unwrap();
        of_opponent(&coach, &game, &best)
    }

    #[test]
    fn threats_are_named() {
        for (fen, expected) in [
            // Scholar's mate.
            (
                "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
                "the opponent threatens mate with Qxf7#",
            ),
            // The knight on e5 is attacked by a pawn.
            (
                "rnbqkb1r/ppp2ppp/3p1n2/4N3/4P3/8/PPPP1PPP/RNBQKB1R w KQkq - 0 4",
                "the opponent threatens to win a knight with dxe5: ",
            ),
            // The threat cannot be met, so passing costs nothing.
            (
                "1r1qr3/p1p3kp/5n2/6B1/2P5/Q5P1/P1P1P2P/R3KR2 b Q - 0 23",
                "the opponent threatens to win the queen for a rook with Bxf6+: 24.Bxf6+ Qxf6",
            ),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "no threat; left alone, the opponent would play 1...",
            ),
        ] {
            let text = threat(fen).unwrap().describe();
            assert!(text.starts_with(expected), "{fen}: {text}");
        }
    }

    #[test]
    fn a_check_leaves_no_null_move() {
        let fen = "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        let game = Game::from_fen(fen, false).unwrap();
        assert_eq!(checkers(game.position()).as_deref(), Some("the queen on h4"));
        let coach = Coach::new(Arc::new(Engine::start().unwrap()));
        let best = Evaluation::of_score(0).best;
        assert!(of_opponent(&coach, &game, &best).is_none());
        assert_eq!(checkers(Game::default().position()), None);
    }
}
