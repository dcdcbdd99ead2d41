//! Staged move picker: generates and scores moves only if the stages before gave no cut-off.

use std::cell::OnceCell;

use arrayvec::ArrayVec;
use shakmaty::Role;

use super::{history::Histories, quiet_context::QuietContext};
use crate::{
    chess::{Checks, MoveKind, Position, SearchMove, score::Score, see},
    params,
};

/// No position that can be set up has more moves of one kind (218 is the most in a game).
const MAX_MOVES: usize = 256;

/// Number of ranks compared at a time.
const LANES: usize = 4;

/// A move's score in the high bits, its index from the end of the list in the low 8 bits. One number,
/// to find the best in vector registers. Of equal scores the first is the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(i32);

impl Rank {
    /// Below every move's rank: the move was returned, or there is none.
    const NONE: Rank = Rank(i32::MIN);

    #[inline(always)]
    const fn new(score: i32, index: usize) -> Rank {
        debug_assert!(score.unsigned_abs() < 1 << 23);
        Rank(score << 8 | (MAX_MOVES - 1 - index) as i32)
    }

    #[inline]
    const fn score(self) -> i32 {
        self.0 >> 8
    }

    #[inline]
    const fn index(self) -> usize {
        MAX_MOVES - 1 - (self.0 & 0xFF) as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    TtMove,
    GenerateTactical,
    GoodTactical,
    GenerateQuiets,
    GoodQuiets,
    BadTactical,
    BadQuiets,
    Done,
}

/// Condition on the static exchange evaluation (SEE) of a capture.
#[derive(Clone, Copy)]
enum SeeFilter {
    /// None.
    Any,
    /// SEE of at least this. Other captures are skipped.
    AtLeast(Score),
    /// SEE of at least a bound by the move's score. Other captures come after the quiet moves.
    ByHistory,
}

/// Staged move picker: TT move, good captures, good quiet moves, bad captures, bad quiet moves.
pub struct MovePicker {
    stage: Stage,
    tt_move: Option<SearchMove>,
    see_filter: SeeFilter,
    /// In check: all moves are evasions, with a simpler ordering.
    evasions: bool,
    quiets: bool,
    moves: ArrayVec<SearchMove, MAX_MOVES>,
    /// Ranks of the moves, padded to a multiple of [`LANES`].
    ranks: ArrayVec<Rank, MAX_MOVES>,
    /// The highest rank, if known.
    top: Option<Rank>,
    bad: ArrayVec<SearchMove, MAX_MOVES>,
}

impl MovePicker {
    /// Returns a picker of all moves. `tt_move` must be legal.
    #[inline]
    pub fn all(position: &Position, tt_move: Option<SearchMove>) -> MovePicker {
        let evasions = position.is_check();
        let see_filter = if evasions { SeeFilter::Any } else { SeeFilter::ByHistory };
        MovePicker::new(tt_move, see_filter, evasions, true)
    }

    /// Returns a picker for quiescence search: the TT move, then all evasions in check, captures and
    /// promotions otherwise.
    #[inline]
    pub fn quiescence(position: &Position, tt_move: Option<SearchMove>) -> MovePicker {
        let evasions = position.is_check();
        MovePicker::new(tt_move, SeeFilter::Any, evasions, evasions)
    }

    /// Returns a picker for ProbCut: the TT move, then captures and promotions with a SEE of at least
    /// `threshold`.
    #[inline]
    pub fn probcut(tt_move: Option<SearchMove>, threshold: Score) -> MovePicker {
        MovePicker::new(tt_move, SeeFilter::AtLeast(threshold), false, false)
    }

    /// Inline, to construct the large lists in place.
    #[inline(always)]
    fn new(
        tt_move: Option<SearchMove>,
        see_filter: SeeFilter,
        evasions: bool,
        quiets: bool,
    ) -> MovePicker {
        MovePicker {
            stage: Stage::TtMove,
            tt_move,
            see_filter,
            evasions,
            quiets,
            moves: ArrayVec::new(),
            ranks: ArrayVec::new(),
            top: None,
            bad: ArrayVec::new(),
        }
    }

    /// Skips the remaining quiet moves.
    pub fn skip_quiets(&mut self) {
        self.quiets = false;
    }

    /// Returns the next move. If quiet moves are not skipped, `context` must have the position's
    /// attacks. Computes `checks` if needed.
    pub fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        context: &QuietContext,
        checks: &OnceCell<Checks>,
    ) -> Option<SearchMove> {
        if self.stage == Stage::TtMove {
            self.stage = Stage::GenerateTactical;
            if self.tt_move.is_some() {
                return self.tt_move;
            }
        }
        if self.stage == Stage::GenerateTactical {
            self.stage = Stage::GoodTactical;
            let evasions = self.evasions;
            self.generate(position, MoveKind::Tactical, context);
            self.score(|m| {
                let victim = see::captured_value(m)
                    + m.promotion().map_or(0, |role| match role {
                        Role::Queen => see::value(Role::Queen),
                        // A queen is almost always better.
                        _ => -see::value(Role::Queen),
                    });
                let history = if evasions { 0 } else { histories.capture(m) };
                victim * params::capture_victim() + history
            });
        }
        if self.stage == Stage::GoodTactical {
            while let Some((rank, m)) = self.best() {
                self.take(rank);
                let threshold = match self.see_filter {
                    SeeFilter::Any => return Some(m),
                    SeeFilter::AtLeast(threshold) => threshold,
                    SeeFilter::ByHistory => -rank.score() / params::capture_see_divisor(),
                };
                if see::see_ge(position, m, threshold) {
                    return Some(m);
                }
                if matches!(self.see_filter, SeeFilter::ByHistory) {
                    self.bad.push(m);
                }
            }
            self.stage = Stage::GenerateQuiets;
        }
        if self.stage == Stage::GenerateQuiets {
            self.stage = Stage::GoodQuiets;
            if self.quiets {
                self.generate(position, MoveKind::Quiet, context);
                let history = histories.quiets(position, context);
                if self.evasions {
                    self.score(|m| history.evasion(m));
                } else {
                    let checks = checks.get_or_init(|| Checks::new(position));
                    let threats = context.attacks.threat_bonus();
                    self.score(|m| {
                        // Bonus for checks that do not lose the piece.
                        let check =
                            checks.gives(m) && see::see_ge(position, m, -params::quiet_check_see());
                        history.ordering(m)
                            + threats.score(m)
                            + if check { params::quiet_check() } else { 0 }
                    });
                }
            }
        }
        if self.stage == Stage::GoodQuiets {
            if self.quiets
                && let Some((rank, m)) = self.best()
                && (self.evasions || rank.score() > -params::bad_quiet())
            {
                self.take(rank);
                return Some(m);
            }
            self.stage = Stage::BadTactical;
        }
        if self.stage == Stage::BadTactical {
            if let Some(m) = self.bad.pop_at(0) {
                return Some(m);
            }
            self.stage = Stage::BadQuiets;
        }
        if self.stage == Stage::BadQuiets {
            if self.quiets
                && let Some((rank, m)) = self.best()
            {
                self.take(rank);
                return Some(m);
            }
            self.stage = Stage::Done;
        }
        None
    }

    fn generate(&mut self, position: &Position, kind: MoveKind, context: &QuietContext) {
        self.moves.clear();
        let attacked = (self.quiets && !self.evasions).then_some(context.attacks.all);
        let tt_move = self.tt_move;
        let moves = &mut self.moves;
        position.generate_given(kind, attacked, |m| {
            if Some(m) != tt_move {
                // A list that overflows loses its last moves.
                let _ = moves.try_push(m);
            }
        });
    }

    /// Scores the moves, in one loop with one inlined copy of the score.
    #[inline(always)]
    fn score(&mut self, score: impl Fn(SearchMove) -> i32) {
        self.ranks.clear();
        let mut top = Rank::NONE;
        let moves = self.moves.iter().enumerate();
        self.ranks.extend(moves.map(|(index, &m)| {
            let rank = Rank::new(score(m), index);
            top = top.max(rank);
            rank
        }));
        self.top = Some(top);
        while !self.ranks.len().is_multiple_of(LANES) {
            self.ranks.push(Rank::NONE);
        }
    }

    /// Returns the best remaining move. Selection, not sorting: most nodes need only a few moves.
    #[inline]
    fn best(&mut self) -> Option<(Rank, SearchMove)> {
        let best = match self.top {
            Some(top) => top,
            None => self.find_top(),
        };
        self.top = Some(best);
        (best != Rank::NONE).then(|| (best, self.moves[best.index()]))
    }

    #[inline]
    fn find_top(&self) -> Rank {
        let (ranks, _) = self.ranks.as_chunks::<LANES>();
        let mut best = [Rank::NONE; LANES];
        for ranks in ranks {
            best = std::array::from_fn(|lane| best[lane].max(ranks[lane]));
        }
        best.into_iter().fold(Rank::NONE, Rank::max)
    }

    #[inline]
    fn take(&mut self, rank: Rank) {
        self.ranks[rank.index()] = Rank::NONE;
        self.top = None;
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Move;

    use super::*;
    use crate::chess::{Game, PackedMove, is_tactical, test_positions::KIWIPETE};

    fn drain(picker: MovePicker, position: &Position) -> Vec<Move> {
        drain_with(&Histories::default(), picker, position)
    }

    fn drain_with(histories: &Histories, mut picker: MovePicker, position: &Position) -> Vec<Move> {
        let context = QuietContext::new(position);
        let checks = OnceCell::new();
        std::iter::from_fn(|| picker.next(position, histories, &context, &checks))
            .map(SearchMove::unpack)
            .collect()
    }

    #[test]
    fn every_legal_move_is_picked_once_in_the_order_of_the_stages() {
        let game = Game::from_fen(KIWIPETE, false).unwrap();
        let position = game.position();
        let castle = position.parse_uci("e1g1").unwrap();
        let tt_move = Some(position.search_move(castle));
        let moves = drain(MovePicker::all(position, tt_move), position);
        assert_eq!(moves[0], castle);

        let mut found: Vec<u16> = moves.iter().map(|&m| PackedMove::new(m).bits()).collect();
        let mut legal: Vec<u16> =
            position.legal_moves().into_iter().map(|m| PackedMove::new(m).bits()).collect();
        found.sort_unstable();
        legal.sort_unstable();
        assert_eq!(found, legal);

        // Good captures, good quiet moves, bad captures, bad quiet moves.
        let mut stages: Vec<bool> = moves[1..].iter().map(|&m| is_tactical(m)).collect();
        let good_captures = stages.iter().take_while(|&&tactical| tactical).count();
        stages.dedup();
        assert_eq!(stages, [true, false, true, false]);
        // A small loss is allowed for a valuable victim. A gain is never late.
        let late = &moves[1 + good_captures..];
        let late_captures: Vec<&Move> = late.iter().filter(|m| is_tactical(**m)).collect();
        assert!(late_captures.iter().all(|&&m| !see::see_ge(position, position.search_move(m), 0)));
        let gaining = drain(MovePicker::probcut(None, 1), position);
        assert!(
            gaining
                .iter()
                .all(|&m| is_tactical(m) && see::see_ge(position, position.search_move(m), 1))
        );
        let tactical = drain(MovePicker::quiescence(position, None), position);
        assert!(tactical.iter().all(|&m| is_tactical(m)) && tactical.len() > gaining.len());
        // The most valuable victim comes first.
        assert_eq!(tactical[0].capture(), Some(Role::Bishop));
    }

    #[test]
    fn every_evasion_is_picked_once() {
        let game = Game::from_fen("4k3/8/8/8/7b/8/3P2N1/3RKR2 w - - 0 1", false).unwrap();
        let position = game.position();
        let moves = drain(MovePicker::all(position, None), position);
        assert_eq!(moves.len(), position.legal_moves().len());
        assert!(moves[0].is_capture() && !moves[1].is_capture());
        let mut picker = MovePicker::all(position, None);
        picker.skip_quiets();
        assert_eq!(drain(picker, position), moves[..1]);
    }

    #[test]
    fn bad_quiet_moves_are_picked_last() {
        let fen = "4k3/2p1p3/3p4/8/8/3Q4/8/4K3 w - - 0 1";
        let game = Game::from_fen(fen, false).unwrap();
        let position = game.position();
        let poor = position.parse_uci("d3a3").unwrap();
        let mut histories = Histories::default();
        let context = QuietContext::new(position);
        for _ in 0..100 {
            histories.update_quiet(position, &context, position.search_move(poor), -2000);
        }
        let moves = drain_with(&histories, MovePicker::all(position, None), position);
        assert_eq!(moves.last(), Some(&poor));
        assert_eq!(moves.len(), position.legal_moves().len());
    }
}
