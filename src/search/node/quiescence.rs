//! Quiescence search: captures and promotions until the position is quiet enough to evaluate.

use std::cell::OnceCell;

use shakmaty::Role;

use super::{
    node_type::{NodeType, Pv, Selective},
    tt_view::{TtView, is_cutoff},
    worker::Worker,
};
use crate::{
    chess::{
        Checks, Position, SearchMove,
        score::{
            Bound, DRAW, INFINITE, MAX_PLY, NO_SCORE, Score, blend, is_decisive, is_loss, mate_in,
            mated_in,
        },
        see,
    },
    params,
    search::{ordering::move_picker::MovePicker, tt::TtEntry},
};

/// The last depth at which captures with check are searched however many queens there are.
const LAST_FREE_CHECK: i32 = -4;
/// More queens than this, of both sides together, give so many checks that quiescence search grows
/// exponentially.
const MANY_QUEENS: usize = 3;

impl Worker<'_> {
    /// Returns the quiescence score of the root, from the side to move's point of view.
    pub(in crate::search) fn quiesce(&mut self) -> Score {
        let shared = self.shared;
        self.quiescence::<Pv<Selective>>(shared.game.position(), -INFINITE, INFINITE, 0, -1)
    }

    /// Returns the fail-soft quiescence score of a position. In check it searches all evasions, to
    /// find mates. `depth` is 0 at the horizon and negative below; at the horizon it also finds a
    /// mate by a quiet move.
    pub(in crate::search) fn quiescence<N: NodeType>(
        &mut self,
        position: &Position,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        depth: i32,
    ) -> Score {
        if N::PV {
            self.data.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }

        // Step 1. Limits, upcoming repetition, draws, maximum ply
        if self.should_stop() {
            return DRAW;
        }
        if N::SELECTIVE && alpha < DRAW && self.is_repetition_near(position, ply) {
            alpha = self.draw::<N::Mode>();
            if alpha >= beta {
                return alpha;
            }
        }
        if self.is_draw(position, ply) {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return self.score_at_limit::<N::Mode>(position, ply);
        }

        // Step 2. Transposition table (TT) lookup and cut-off
        let key = position.tt_key();
        let view = TtView::new(self.probe(key), position, ply);
        if !N::PV
            && (N::SELECTIVE || view.depth() == 0)
            && let Some(score) = view.score()
            && is_cutoff(view.bound(), score, alpha, beta)
        {
            return score;
        }

        // Step 3. Stand pat: the side to move may decline all captures
        let in_check = position.is_check();
        self.at_mut(ply).in_check = in_check;
        let mut evaluation = NO_SCORE;
        let mut best = -INFINITE;
        let mut futility_base = -INFINITE;
        if !in_check {
            evaluation = match view.evaluation() {
                Some(evaluation) => evaluation,
                None => self.evaluate::<N::Mode>(position, ply),
            };
            let correction = self.correction(position, ply);
            best = self.corrected::<N::Mode>(position, ply, evaluation, correction);
            futility_base = best + params::quiescence_futility();
            if N::SELECTIVE {
                best = view.refine(best);
            }
            if best >= beta {
                if N::SELECTIVE && !is_decisive(best) {
                    best = blend(params::quiescence_stand_pat(), best, beta);
                }
                if view.is_empty() {
                    self.tt.store(key, TtEntry::new(evaluation, false));
                }
                return best;
            }
            alpha = alpha.max(best);
        }

        // Step 4. Move loop, in the order of the move picker
        let tt_move = view.best.filter(|m| in_check || m.is_tactical());
        let mut picker = MovePicker::quiescence(position, tt_move);
        // Quiet moves are tried only in check.
        if in_check {
            self.find_attacks(position, ply);
        }
        let context = self.context(ply);
        let recapture = self.before(ply, 1).current.map(|m| m.to());
        let limits_checks = depth < LAST_FREE_CHECK && has_many_queens(position);
        let mut best_move = None;
        let mut count = 0;
        let checks = OnceCell::new();
        while let Some(m) = picker.next(position, &self.data.histories, &context, &checks) {
            count += 1;
            if N::SELECTIVE && !is_loss(best) {
                if in_check {
                    // Step 5. One evasion that does not lose is enough to skip the quiet ones
                    picker.skip_quiets();
                    if !m.is_tactical() {
                        continue;
                    }
                } else if m.promotion().is_none()
                    && Some(m.to()) != recapture
                    && (limits_checks || !checks.get_or_init(|| Checks::new(position)).gives(m))
                {
                    // Step 6. Late move pruning (LMP)
                    if count > params::quiescence_captures() {
                        continue;
                    }

                    // Step 7. Futility pruning (FP): even the captured piece does not raise alpha
                    let futility = futility_base + see::captured_value(m);
                    if futility <= alpha {
                        best = best.max(futility);
                        continue;
                    }
                    if !see::see_ge(position, m, alpha - futility_base) {
                        best = best.max(futility_base.min(alpha));
                        continue;
                    }
                }

                // Step 8. SEE pruning
                if !see::see_ge(position, m, params::quiescence_see()) {
                    continue;
                }
            }

            // Step 9. Search the move
            self.prefetch(position, m);
            let mut child = position.clone();
            let may_check = checks.get().is_none_or(|checks| checks.may_give(m));
            self.make_move(&mut child, m, ply, may_check);
            let score = -self.quiescence::<N>(&child, -beta, -alpha, ply + 1, depth - 1);
            self.undo_move();
            if self.is_stopped() {
                return DRAW;
            }

            // Step 10. New best move
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(m);
                    if N::PV {
                        self.data.pv.update(ply, m.unpack());
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }

        // Step 11. Checkmate, stalemate, and mate by a quiet move at the horizon
        if count == 0 {
            if in_check {
                return mated_in(ply);
            }
            if N::SELECTIVE && self.is_likely_stalemate(position, ply) && !position.has_legal_move()
            {
                best = DRAW;
            }
        }
        if N::SELECTIVE
            && depth == 0
            && !in_check
            && best < beta
            && let Some(m) = quiet_mate(position, checks.get_or_init(|| Checks::new(position)))
        {
            best = mate_in(ply + 1);
            best_move = Some(m);
            if N::PV {
                self.data.pv.clear(ply + 1);
                self.data.pv.update(ply, m.unpack());
            }
        }

        // Step 12. Damped fail high, TT entry
        if N::SELECTIVE && best > beta && !is_decisive(best) {
            best = blend(params::quiescence_return(), best, beta);
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        let entry = TtEntry::new(evaluation, view.pv()).with_score(ply, best, bound, 0, best_move);
        self.tt.store(key, entry);
        best
    }

    /// Returns true if a stalemate is likely: the last move captured the last piece of the side to
    /// move, and its pawns are blocked (Stockfish).
    fn is_likely_stalemate(&self, position: &Position, ply: usize) -> bool {
        let us = position.turn();
        let last_captured = self.before(ply, 1).current.and_then(SearchMove::capture);
        let ahead = us.fold_wb(8, -8);
        let targets = (position.us() & position.board().pawns()).shift(ahead);
        last_captured.is_some_and(|role| role != Role::Pawn)
            && position.non_pawn_pieces(us).is_empty()
            && targets.is_subset(position.board().occupied())
    }
}

fn has_many_queens(position: &Position) -> bool {
    position.board().queens().count() > MANY_QUEENS
}

/// Returns a quiet move that mates.
fn quiet_mate(position: &Position, checks: &Checks) -> Option<SearchMove> {
    let mut mate = None;
    position.generate_quiet_checks(checks, |m| {
        if mate.is_none() && !position.play(m.unpack()).has_legal_move() {
            mate = Some(m);
        }
    });
    mate
}
