//! Updates of the histories after a node (Stockfish).

use shakmaty::Role;

use super::{
    node_state::{Node, SearchedMoves},
    worker::Worker,
};
use crate::{
    chess::{
        SearchMove,
        score::{Bound, Score},
    },
    params,
    search::ordering::quiet_context::QuietContext,
};

impl Worker<'_> {
    /// Rewards the best move of a node and punishes the moves searched before it.
    pub(in crate::search) fn update_histories(
        &mut self,
        node: &Node<'_>,
        context: &QuietContext,
        best: SearchMove,
        searched: &SearchedMoves,
        is_pv: bool,
    ) {
        let &Node { position, depth, ply, .. } = node;
        let is_tt_move = Some(best) == node.tt.best;
        let mut bonus = bonus(depth)
            + if is_tt_move { params::history_tt_bonus() } else { 0 }
            + self.before(ply, 1).stat_score / params::history_stat_score_divisor();
        let penalty = penalty(depth);
        if !is_pv {
            let moves = searched.quiets.len() + searched.captures.len();
            bonus += bonus * moves as i32 * params::history_tried() / 1024;
        }
        let histories = &mut self.data.histories;
        if best.is_tactical() {
            histories.update_capture(best, bonus * params::history_best_capture() / 1024);
        } else {
            histories.update_quiet(
                position,
                context,
                best,
                bonus * params::history_best_quiet() / 1024,
            );
            // Late moves were expected to fail, so they lose less.
            let mut penalty = penalty * params::history_tried_quiet() / 1024;
            for &m in &searched.quiets {
                penalty = penalty * params::history_tried_decay() / 1024;
                histories.update_quiet(position, context, m, -penalty);
            }
        }
        for &m in &searched.captures {
            histories.update_capture(m, -penalty * params::history_tried_capture() / 1024);
        }
        // Punish an early move that led here: it is refuted.
        let before = self.before(ply, 1);
        if before.move_count == 1 + i32::from(before.tt_hit) {
            self.update_prior_continuation(ply, -penalty * params::history_refuted() / 1024);
        }
        if !is_pv {
            let bonus = if is_tt_move { params::tt_move_best() } else { -params::tt_move_worse() };
            self.data.histories.update_tt_move(bonus);
        }
    }

    /// Updates the continuation history of the quiet move that led here.
    pub(in crate::search) fn update_prior_continuation(&mut self, ply: usize, bonus: i32) {
        let Some(m) = self.before(ply, 1).current.filter(|&m| !m.is_tactical()) else { return };
        let context = self.context(ply - 1);
        self.data.histories.update_continuation(&context, m, bonus);
    }

    /// Rewards the move that led to a node that fails low.
    pub(in crate::search) fn update_prior_countermove(&mut self, node: &Node<'_>, best: Score) {
        let &Node { position, depth, ply, .. } = node;
        let before = self.before(ply, 1);
        let Some(m) = before.current else { return };
        let them = !position.turn();
        if m.is_tactical() {
            self.data.histories.update_capture(m, params::fail_low_capture());
            return;
        }
        let is_below_eval =
            !node.in_check() && best <= self.at(ply).static_evaluation - params::fail_low_margin();
        let is_below_prior_eval = !before.in_check
            && best <= -before.static_evaluation - params::fail_low_margin_before();
        let scale = params::fail_low_offset()
            - before.stat_score / params::fail_low_stat_score_divisor()
            + (params::fail_low_depth() * depth).min(params::fail_low_depth_max())
            + params::fail_low_late() * i32::from(before.move_count > 9)
            + params::fail_low_below_eval() * i32::from(is_below_eval)
            + params::fail_low_below_prior_eval() * i32::from(is_below_prior_eval);
        let bonus = (params::fail_low_bonus() * depth - params::fail_low_bonus_offset())
            .min(params::fail_low_bonus_max())
            * scale.max(0);
        let context = self.context(ply - 1);
        let histories = &mut self.data.histories;
        histories.update_continuation(
            &context,
            m,
            bonus * params::fail_low_continuation() / 16_384,
        );
        histories.update_main(them, &context, m, bonus * params::fail_low_main() / 32_768);
        if m.role() != Role::Pawn {
            histories.update_pawns(position, m, bonus * params::fail_low_pawns() / 8_192);
        }
    }

    /// Updates the histories of the quiet move that led here by the static evaluation it gained.
    pub(in crate::search) fn eval_diff_bonus(&mut self, node: &Node<'_>) {
        let &Node { position, ply, .. } = node;
        let before = self.before(ply, 1);
        let Some(m) = before.current.filter(|&m| !m.is_tactical() && !before.in_check) else {
            return;
        };
        let largest = params::eval_diff_max();
        let difference = (-before.static_evaluation - self.at(ply).static_evaluation)
            .clamp(-largest, largest)
            + params::eval_diff_offset();
        let context = self.context(ply - 1);
        let them = !position.turn();
        let bonus = difference * params::eval_diff() / 16;
        self.data.histories.update_main(them, &context, m, bonus);
        // A pawn move has changed the structure that indexes the history.
        if node.tt.is_empty() && m.role() != Role::Pawn {
            self.data.histories.update_pawns(position, m, bonus * params::eval_diff_pawns() / 11);
        }
    }

    /// Adds the difference between score and static evaluation to the correction history, if the
    /// bound confirms its sign and the best move is no capture.
    pub(in crate::search) fn update_correction_history(
        &mut self,
        node: &Node<'_>,
        best: Score,
        bound: Bound,
        best_move: Option<SearchMove>,
    ) {
        let error = best - self.at(node.ply).static_evaluation;
        let is_confirmed = if bound == Bound::Upper { error <= 0 } else { error > 0 };
        if !node.in_check() && best_move.is_none_or(|m| m.captured() == 0) && is_confirmed {
            let weight = if best_move.is_some() {
                params::correction_best()
            } else {
                params::correction_none()
            };
            self.add_correction(node, error * node.depth * weight / 128);
        }
    }

    /// Adds a weighted error of the static evaluation to the correction history.
    pub(in crate::search) fn add_correction(&mut self, node: &Node<'_>, bonus: i32) {
        let moves = self.last_moves(node.ply);
        self.data.histories.correction_history_mut().update(node.position, moves, bonus);
    }
}

/// Returns the bonus of a best move, history units.
fn bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth - params::history_bonus_offset())
        .min(params::history_bonus_max())
}

/// Returns the penalty of a move that was not the best, history units.
fn penalty(depth: i32) -> i32 {
    (params::history_penalty() * depth - params::history_penalty_offset())
        .min(params::history_penalty_max())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{Game, PackedMove, Position},
        search::{
            limits::Limits,
            node::tt_view::TtView,
            threads::{shared_search::SharedSearch, thread_data::ThreadData},
            tt::{TranspositionTable, TtEntry},
        },
    };

    const PLY: usize = 2;

    /// Values of the histories.
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Values {
        /// The quiet moves d2d3, b1c3 and a2a3 of the node.
        quiets: [i32; 3],
        /// The captures c4f7 and f3e5 of the node.
        captures: [i32; 2],
        /// The move that led to the node: all histories, and the continuation history.
        prior: [i32; 2],
        tt_move: i32,
        correction: Score,
    }

    const D3: usize = 0;
    const C3: usize = 1;
    const A3: usize = 2;
    const F7: usize = 0;
    const E5: usize = 1;

    fn search_move(position: &Position, m: &str) -> SearchMove {
        position.search_move(position.parse_uci(m).unwrap())
    }

    /// Returns the change of the values by an update at a node after two quiet moves, of which the
    /// first of its node led here. The second argument is the move in the transposition table.
    fn change(
        tt_move: Option<&str>,
        update: impl FnOnce(&mut Worker<'_>, &Node<'_>, &SearchedMoves),
    ) -> Values {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3";
        let shared = SharedSearch::new(Game::from_fen(fen, false).unwrap(), Limits::default());
        let (tt, mut data) = (TranspositionTable::new(1).unwrap(), ThreadData::new());
        let mut search = Worker::main(&shared, &tt, &mut data, None);
        let mut position = shared.game.position().clone();
        let mut before = position.clone();
        for (ply, m) in ["g1f3", "g8f6"].into_iter().enumerate() {
            search.find_attacks(&position, ply);
            before = position.clone();
            let m = search_move(&position, m);
            search.make_move(&mut position, m, ply, false);
            search.at_mut(ply).move_count = 1;
            search.at_mut(ply).static_evaluation = 0;
        }
        search.find_attacks(&position, PLY);
        search.at_mut(PLY).static_evaluation = 0;
        let entry = tt_move.map(|m| TtEntry {
            best: Some(PackedMove::new(position.parse_uci(m).unwrap())),
            ..TtEntry::new(0, false)
        });
        let node = Node {
            position: &position,
            depth: 8,
            ply: PLY,
            cut_node: false,
            tt: TtView::new(entry, &position, PLY),
            tt_pv: false,
            raw_evaluation: 0,
            correction: 0,
            estimated_score: 0,
            improving: false,
            opponent_worsening: false,
        };
        let values = |search: &Worker<'_>| {
            let histories = &search.data.histories;
            let quiet =
                |m| histories.quiet(&position, &search.context(PLY), search_move(&position, m));
            let prior =
                histories.quiet(&before, &search.context(PLY - 1), search_move(&before, "g8f6"));
            Values {
                quiets: ["d2d3", "b1c3", "a2a3"].map(|m| quiet(m).stat_score()),
                captures: ["c4f7", "f3e5"].map(|m| histories.capture(search_move(&position, m))),
                prior: [prior.stat_score(), prior.history_pruning()],
                tt_move: histories.tt_move(),
                correction: search.correction(&position, PLY),
            }
        };
        let old = values(&search);
        let searched = ["b1c3", "f3e5", "a2a3"].map(|m| search_move(&position, m));
        let mut moves = SearchedMoves::default();
        searched.into_iter().for_each(|m| moves.push(m));
        update(&mut search, &node, &moves);
        let new = values(&search);
        let differences = |new: &[i32], old: &[i32]| -> Vec<i32> {
            new.iter().zip(old).map(|(new, old)| new - old).collect()
        };
        Values {
            quiets: differences(&new.quiets, &old.quiets).try_into().unwrap(),
            captures: differences(&new.captures, &old.captures).try_into().unwrap(),
            prior: differences(&new.prior, &old.prior).try_into().unwrap(),
            tt_move: new.tt_move - old.tt_move,
            correction: new.correction - old.correction,
        }
    }

    fn best_move(tt_move: Option<&str>, best: &str, is_pv: bool) -> Values {
        change(tt_move, |search, node, searched| {
            let (best, context) = (search_move(node.position, best), search.context(PLY));
            search.update_histories(node, &context, best, searched, is_pv);
        })
    }

    #[test]
    fn a_best_quiet_move_is_rewarded_and_the_moves_before_it_are_punished() {
        let Values { quiets, captures, prior, .. } = best_move(None, "d2d3", false);
        assert!(quiets[D3] > 0, "{quiets:?}");
        assert!(quiets[C3] < quiets[A3] && quiets[A3] < 0, "{quiets:?}");
        assert!(captures[E5] < 0 && captures[F7] == 0, "{captures:?}");
        assert!(prior.iter().all(|&prior| prior < 0), "the move before it is refuted: {prior:?}");
    }

    #[test]
    fn a_best_capture_punishes_only_captures() {
        let Values { quiets, captures, .. } = best_move(None, "c4f7", false);
        assert_eq!(quiets, [0; 3]);
        assert!(captures[F7] > 0 && captures[E5] < 0, "{captures:?}");
    }

    #[test]
    fn more_moves_before_the_best_one_and_a_tt_move_raise_its_reward() {
        let reward = |tt_move, is_pv| best_move(tt_move, "d2d3", is_pv).quiets[D3];
        assert!(reward(None, false) > reward(None, true));
        assert!(reward(Some("d2d3"), true) > reward(None, true));
    }

    #[test]
    fn a_late_move_is_not_refuted() {
        let late = change(None, |search, node, searched| {
            search.at_mut(PLY - 1).move_count = 3;
            let (best, context) = (search_move(node.position, "d2d3"), search.context(PLY));
            search.update_histories(node, &context, best, searched, false);
        });
        assert_eq!(late.prior, [0; 2]);
    }

    #[test]
    fn the_history_of_the_tt_move_rises_if_it_is_the_best() {
        assert!(best_move(Some("d2d3"), "d2d3", false).tt_move > 0);
        assert!(best_move(Some("a2a3"), "d2d3", false).tt_move < 0);
        assert_eq!(best_move(Some("d2d3"), "d2d3", true).tt_move, 0);
    }

    #[test]
    fn a_fail_low_rewards_the_move_before_it() {
        let reward = |best, late, evaluation| {
            let values = change(None, |search, node, _| {
                search.at_mut(PLY - 1).move_count = if late { 10 } else { 3 };
                search.at_mut(PLY - 1).static_evaluation = evaluation;
                search.update_prior_countermove(node, best);
            });
            assert_eq!((values.quiets, values.captures), ([0; 3], [0; 2]));
            values.prior[0]
        };
        assert!(reward(0, false, 0) > 0);
        assert!(reward(0, true, 0) > reward(0, false, 0));
        assert!(reward(-600, false, 600) > reward(0, false, 0), "it is below the evaluation");
        assert!(reward(-600, false, 0) > reward(-600, false, 600), "it is below both evaluations");
    }

    #[test]
    fn a_move_gains_history_by_the_evaluation_that_it_gains() {
        let gain = |evaluation| {
            let values = change(None, |search, node, _| {
                search.at_mut(PLY).static_evaluation = evaluation;
                search.eval_diff_bonus(node);
            });
            values.prior[0]
        };
        assert!(gain(-200) > 0 && gain(200) < 0);
        assert_eq!(gain(-2_000), gain(-20_000), "the difference is limited");
    }

    #[test]
    fn a_confirmed_error_of_the_evaluation_is_corrected() {
        let correction = |best, bound, best_move: Option<&str>| {
            let values = change(None, |search, node, _| {
                let best_move = best_move.map(|m| search_move(node.position, m));
                search.update_correction_history(node, best, bound, best_move);
            });
            values.correction
        };
        assert!(correction(300, Bound::Lower, Some("d2d3")) > 0);
        assert!(correction(300, Bound::Exact, Some("d2d3")) > 0);
        assert!(correction(-300, Bound::Upper, None) < 0);
        assert_eq!(correction(300, Bound::Upper, None), 0);
        assert_eq!(correction(-300, Bound::Lower, Some("d2d3")), 0);
        assert_eq!(correction(300, Bound::Lower, Some("c4f7")), 0, "captures gain material");
    }
}
