//! Static evaluation of a node: the network's, with optimism, damping and corrections.

use shakmaty::{Board, Move, Role};

use super::{node_type::SearchMode, tt_view::TtView, worker::Worker};
use crate::{
    chess::{
        Position,
        score::{DRAW, MAX_EVALUATION, NO_SCORE, Score},
    },
    params,
    search::tt::TtEntry,
};

impl Worker<'_> {
    /// Sets the static evaluation of a node. Returns its evaluation by the network, `NO_SCORE` if it
    /// has none, and its estimated score. A singular search takes over the static evaluation of the
    /// node that it is part of, and a node in check that of the same side's last turn.
    #[inline]
    pub(in crate::search) fn evaluate_node<M: SearchMode>(
        &mut self,
        position: &Position,
        ply: usize,
        tt: &TtView,
        tt_pv: bool,
        correction: Score,
    ) -> (Score, Score) {
        if position.is_check() {
            let evaluation = self.before(ply, 2).static_evaluation;
            self.at_mut(ply).static_evaluation = evaluation;
            return (NO_SCORE, evaluation);
        }
        if self.at(ply).excluded.is_some() {
            return (NO_SCORE, self.at(ply).static_evaluation);
        }
        let raw = match tt.evaluation() {
            Some(evaluation) => evaluation,
            None => self.evaluate::<M>(position, ply),
        };
        if tt.is_empty() {
            // Pruning may leave the node without another entry, and the next visit would evaluate
            // again (Stockfish).
            self.tt.store(position.tt_key(), TtEntry::new(raw, tt_pv));
        }
        let evaluation = self.corrected::<M>(position, ply, raw, correction);
        self.at_mut(ply).static_evaluation = evaluation;
        (raw, tt.refine(evaluation))
    }

    /// Returns whether the static evaluation at `ply` is better than at the side's last turn, and
    /// whether the opponent's last move made its evaluation worse.
    #[inline]
    pub(in crate::search) fn evaluation_trend(&self, ply: usize) -> (bool, bool) {
        let evaluation = self.at(ply).static_evaluation;
        let [before, two_before] = [1, 2].map(|back| self.before(ply, back).static_evaluation);
        (evaluation > two_before, evaluation > -before)
    }

    /// Returns the static evaluation without corrections, as the transposition table stores it.
    #[inline]
    pub(in crate::search) fn evaluate<M: SearchMode>(
        &mut self,
        position: &Position,
        ply: usize,
    ) -> Score {
        let evaluation = self.data.evaluator.evaluate(position, ply);
        if M::OBSERVED
            && let Some(observer) = &mut self.observer
        {
            observer(position, evaluation);
        }
        evaluation
    }

    /// Returns the correction of the evaluation from correction history.
    #[inline]
    pub(in crate::search) fn correction(&self, position: &Position, ply: usize) -> Score {
        self.data.histories.correction_history().get(position, self.last_moves(ply))
    }

    /// Returns the static evaluation as the search uses it: plus optimism for the side that is
    /// better at the root, which keeps the pieces on (Stockfish), scaled to a draw as the
    /// fifty-move clock runs, and corrected.
    #[inline]
    pub(in crate::search) fn corrected<M: SearchMode>(
        &self,
        position: &Position,
        ply: usize,
        evaluation: Score,
        correction: Score,
    ) -> Score {
        if !M::SELECTIVE {
            return evaluation;
        }
        debug_assert_eq!(self.at(ply).material, material(position.board()));
        let optimism = self.root.optimism[position.turn() as usize]
            * (params::optimism_material() + self.at(ply).material)
            / params::optimism_divisor();
        let plies = params::fifty_move_damping();
        let left = (plies - position.halfmoves() as Score).max(0);
        let damped = (evaluation + optimism) * left / plies;
        (damped + correction).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// Returns the score of a node at the largest ply.
    pub(in crate::search) fn score_at_limit<M: SearchMode>(
        &mut self,
        position: &Position,
        ply: usize,
    ) -> Score {
        if position.is_check() {
            return DRAW;
        }
        let evaluation = self.evaluate::<M>(position, ply);
        self.corrected::<M>(position, ply, evaluation, self.correction(position, ply))
    }
}

/// Returns the material of both sides in Stockfish's units, which scales the optimism.
pub(in crate::search) fn material(board: &Board) -> i32 {
    Role::ALL.map(|role| value(role) * board.by_role(role).count() as i32).iter().sum()
}

/// Returns the change of the material by a move.
#[inline]
pub(in crate::search) fn material_gain(m: Move) -> i32 {
    let promoted = m.promotion().map_or(0, |role| value(role) - value(Role::Pawn));
    promoted - m.capture().map_or(0, value)
}

fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => params::optimism_pawn(),
        Role::Knight => 781,
        Role::Bishop => 825,
        Role::Rook => 1276,
        Role::Queen => 2538,
        Role::King => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::Game,
        search::{
            limits::Limits,
            node::node_type::{FullWidth, Selective},
            threads::{shared_search::SharedSearch, thread_data::ThreadData},
            tt::TranspositionTable,
        },
    };

    /// Calls `test` with a worker at the root of a search of this position.
    fn at_root<T>(fen: &str, test: impl FnOnce(&mut Worker<'_>, &Position) -> T) -> T {
        let shared = SharedSearch::new(Game::from_fen(fen, false).unwrap(), Limits::default());
        let (tt, mut data) = (TranspositionTable::new(1).unwrap(), ThreadData::new());
        test(&mut Worker::main(&shared, &tt, &mut data, None), shared.game.position())
    }

    #[test]
    fn a_better_evaluation_than_at_the_last_turn_improves() {
        at_root("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", |search, _| {
            // The evaluations of three plies, each from its side's view.
            for (evaluations, expected) in [
                ([10, 0, 11], (true, true)),
                ([10, 0, 10], (false, true)),
                ([10, 0, 9], (false, true)),
                ([-20, 5, -10], (true, false)),
                ([-20, 5, -5], (true, false)),
                ([-20, 5, -4], (true, true)),
            ] {
                for (ply, evaluation) in evaluations.into_iter().enumerate() {
                    search.at_mut(ply).static_evaluation = evaluation;
                }
                assert_eq!(search.evaluation_trend(2), expected, "{evaluations:?}");
            }
        });
    }

    #[test]
    fn optimism_favours_its_side_with_more_material() {
        let evaluate = |fen: &str| {
            at_root(fen, |search, position| {
                // Black, White.
                search.root.optimism = [-100, 100];
                search.corrected::<Selective>(position, 0, 0, 0)
            })
        };
        let [white, black] = [
            evaluate("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
            evaluate("r3k3/8/8/8/8/8/8/R3K3 b - - 0 1"),
        ];
        assert!(white > 0 && black == -white, "{white} {black}");
        assert!(evaluate("rq2k3/8/8/8/8/8/8/RQ2K3 w - - 0 1") > white);
    }

    #[test]
    fn an_evaluation_goes_to_a_draw_as_the_fifty_move_clock_runs() {
        let evaluate = |halfmoves: u32, correction| {
            let fen = format!("r3k3/8/8/8/8/8/8/R3K3 w - - {halfmoves} 90");
            at_root(&fen, |search, position| {
                search.corrected::<Selective>(position, 0, 200, correction)
            })
        };
        assert_eq!(evaluate(0, 0), 200);
        assert!(evaluate(0, 0) > evaluate(30, 0) && evaluate(30, 0) > evaluate(90, 0));
        assert!(evaluate(90, 0) > 0);
        assert_eq!(evaluate(30, 7), evaluate(30, 0) + 7);
        assert_eq!(evaluate(0, 2 * MAX_EVALUATION), MAX_EVALUATION);
        assert_eq!(evaluate(0, -2 * MAX_EVALUATION), -MAX_EVALUATION);
    }

    #[test]
    fn a_full_width_search_evaluates_as_the_network() {
        at_root("r3k3/8/8/8/8/8/8/R3K3 w - - 60 90", |search, position| {
            search.root.optimism = [-100, 100];
            assert_eq!(search.corrected::<FullWidth>(position, 0, 200, 7), 200);
        });
    }

    #[test]
    fn the_material_follows_the_moves() {
        let fen = "1r2k3/P5p1/5p2/4P3/8/8/8/R3K2Q w - - 0 1";
        for m in ["a7b8q", "a7b8n", "a7a8r", "e5f6", "h1h7", "a1b1"] {
            at_root(fen, |search, position| {
                let m = position.search_move(position.parse_uci(m).unwrap());
                let mut child = position.clone();
                search.make_move(&mut child, m, 0, true);
                assert_eq!(search.at(0).material, material(position.board()));
                assert_eq!(search.at(1).material, material(child.board()), "{:?}", m.unpack());
            });
        }
    }
}
