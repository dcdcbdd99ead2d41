//! Values of chess positions at the horizon.

use std::cell::RefCell;

use brudno::{
    chess::{
        MoveKind, Position,
        score::{DRAW, INFINITE, Score, mated_in},
    },
    eval::Evaluator,
};
use shakmaty::{Color, Move, Role, Square};

use super::game::LeafValue;

/// Piece values as the textbooks give them, in hundredths of a pawn, by role from pawn to king.
const MATERIAL: [Score; 6] = [100, 300, 300, 500, 900, 0];

/// A leaf function: the value for the side to move of a position `ply` plies from the root. It also
/// gets positions where the game is over; [`game_over`] detects them.
///
/// Any `Fn(&Position, u32) -> Score` is a leaf function.
pub trait Leaf: Sync {
    /// The value, and the number of static evaluations.
    fn value(&self, position: &Position, ply: u32) -> LeafValue;
}

impl<F: Fn(&Position, u32) -> Score + Sync> Leaf for F {
    fn value(&self, position: &Position, ply: u32) -> LeafValue {
        LeafValue { score: self(position, ply), evaluations: 1 }
    }
}

/// A static evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Static {
    /// Material: 1, 3, 3, 5, 9.
    Material,
    /// The engine's evaluation.
    Engine,
}

impl Static {
    fn evaluate(self, position: &Position) -> Score {
        match self {
            Static::Material => material(position),
            Static::Engine => engine_evaluation(position),
        }
    }
}

/// The leaf functions of `--leaf`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Horizon {
    /// The static evaluation of the position as it stands.
    Stand(Static),
    /// Quiescence search: the side to move may keep the static evaluation ("stand pat"), also in
    /// check, or play a capture or a promotion to a queen, without a limit of depth. Alpha-beta
    /// searches it with a full window.
    Quiescence(Static),
}

impl Leaf for Horizon {
    fn value(&self, position: &Position, ply: u32) -> LeafValue {
        let mut evaluations = 0;
        let score = match *self {
            Horizon::Stand(evaluation) => game_over(position, ply).unwrap_or_else(|| {
                evaluations = 1;
                evaluation.evaluate(position)
            }),
            Horizon::Quiescence(evaluation) => {
                quiescence(position, evaluation, ply, -INFINITE, INFINITE, &mut evaluations)
            }
        };
        LeafValue { score, evaluations }
    }
}

/// The value if the game is over by mate, stalemate or insufficient material. Repetitions and the
/// fifty-move rule need the history and are ignored.
pub fn game_over(position: &Position, ply: u32) -> Option<Score> {
    if position.is_insufficient_material() {
        Some(DRAW)
    } else if position.has_legal_move() {
        None
    } else {
        Some(no_move(position, ply))
    }
}

/// The value of a position without legal moves.
pub(super) const fn no_move(position: &Position, ply: u32) -> Score {
    if position.is_check() { mated_in(ply as usize) } else { DRAW }
}

/// Most valuable victim, least valuable attacker; zero for a quiet move.
pub(super) fn capture_rank(m: Move) -> i32 {
    match m {
        Move::Normal { role, capture: Some(victim), .. } => {
            8 * victim as i32 + Role::King as i32 - role as i32
        }
        Move::EnPassant { .. } => 8 * Role::Pawn as i32 + Role::King as i32 - Role::Pawn as i32,
        Move::Normal { .. } | Move::Castle { .. } | Move::Put { .. } => 0,
    }
}

/// The sorting key of the textbook searches' own order: captures first, then by piece from pawn to
/// king, origin and target. It does not depend on the engine's move generator.
pub(super) fn order(m: Move) -> (bool, Role, Option<Square>, Square, Option<Role>) {
    (!m.is_capture(), m.role(), m.from(), m.to(), m.promotion())
}

fn quiescence(
    position: &Position,
    evaluation: Static,
    ply: u32,
    alpha: Score,
    beta: Score,
    evaluations: &mut u64,
) -> Score {
    if let Some(score) = game_over(position, ply) {
        return score;
    }
    *evaluations += 1;
    let mut best = evaluation.evaluate(position);
    let mut captures = Vec::new();
    if best < beta {
        position.generate(MoveKind::Tactical, |m| captures.push(m.unpack()));
        captures.sort_by_key(|&m| (-capture_rank(m), order(m)));
    }
    for m in captures {
        let child = position.play(m);
        let (low, high) = (-beta, -alpha.max(best));
        best = best.max(-quiescence(&child, evaluation, ply + 1, low, high, evaluations));
        if best >= beta {
            break;
        }
    }
    best
}

fn material(position: &Position) -> Score {
    let board = position.board();
    let count = |color: Color, role: Role| (board.by_color(color) & board.by_role(role)).count();
    let us = position.turn();
    Role::ALL
        .into_iter()
        .zip(MATERIAL)
        .map(|(role, value)| value * (count(us, role) as Score - count(!us, role) as Score))
        .sum()
}

/// The engine's own evaluation of a position.
fn engine_evaluation(position: &Position) -> Score {
    thread_local! {
        static EVALUATOR: RefCell<Evaluator> = RefCell::default();
    }
    EVALUATOR.with_borrow_mut(|evaluator| evaluator.evaluate_once(position))
}
