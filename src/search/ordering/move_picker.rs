//! Staged move ordering: moves are generated and scored only when the stages before them have
//! not brought a cut-off.

use std::cell::OnceCell;

use arrayvec::ArrayVec;
use shakmaty::Role;

use super::history::{Histories, QuietContext};
use crate::{
    chess::{Checks, MoveKind, Position, SearchMove, score::Score, see},
    params,
};

/// No position that can be set up has more legal moves of one kind (218 is the most in chess).
const MAX_MOVES: usize = 256;

/// Ranks are compared so many at a time.
const LANES: usize = 4;

/// A score above the place of its move, counted from the end of the list: one number, so that the
/// best can be found in vector registers. Of equal scores the first is the best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(i32);

impl Rank {
    /// Below every move's: the move has been handed out, or there is none.
    const NONE: Rank = Rank(i32::MIN);

    #[inline(always)]
    const fn new(score: i32, place: usize) -> Rank {
        debug_assert!(score.unsigned_abs() < 1 << 23);
        Rank(score << 8 | (MAX_MOVES - 1 - place) as i32)
    }

    #[inline]
    const fn score(self) -> i32 {
        self.0 >> 8
    }

    #[inline]
    const fn place(self) -> usize {
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

/// What the picker asks of a capture before it hands it out.
#[derive(Clone, Copy)]
enum SeeFilter {
    /// Nothing.
    Any,
    /// To gain so much; those that do not are left out.
    AtLeast(Score),
    /// To lose no more than its history lets hope for; those that lose more come late.
    ByHistory,
}

/// Hands out the moves of a position, best guess first: table move, captures that do not lose
/// material, quiet moves by history, captures that lose, quiet moves with a poor history.
pub struct MovePicker {
    stage: Stage,
    tt_move: Option<SearchMove>,
    exchange: SeeFilter,
    /// Out of check every move is an evasion, and is ordered more simply.
    evasions: bool,
    quiets: bool,
    moves: ArrayVec<SearchMove, MAX_MOVES>,
    /// Those of the moves, and none up to a multiple of [`LANES`].
    ranks: ArrayVec<Rank, MAX_MOVES>,
    /// The highest of the ranks, where it is known.
    top: Option<Rank>,
    bad: ArrayVec<SearchMove, MAX_MOVES>,
}

impl MovePicker {
    /// All moves of a position. `tt_move` must be legal in it.
    #[inline]
    pub fn all(position: &Position, tt_move: Option<SearchMove>) -> MovePicker {
        let evasions = position.is_check();
        let exchange = if evasions { SeeFilter::Any } else { SeeFilter::ByHistory };
        MovePicker::new(tt_move, exchange, evasions, true)
    }

    /// The moves of a quiescence search: all out of check, captures and promotions elsewhere, after
    /// the table move, whatever that is.
    #[inline]
    pub fn quiescence(position: &Position, tt_move: Option<SearchMove>) -> MovePicker {
        let evasions = position.is_check();
        MovePicker::new(tt_move, SeeFilter::Any, evasions, evasions)
    }

    /// Captures and promotions that gain at least `threshold` in exchange, after the table move.
    #[inline]
    pub fn probcut(tt_move: Option<SearchMove>, threshold: Score) -> MovePicker {
        MovePicker::new(tt_move, SeeFilter::AtLeast(threshold), false, false)
    }

    /// Inline, so that a picker begins where it stays: its lists have room for many moves.
    #[inline(always)]
    fn new(
        tt_move: Option<SearchMove>,
        exchange: SeeFilter,
        evasions: bool,
        quiets: bool,
    ) -> MovePicker {
        MovePicker {
            stage: Stage::TtMove,
            tt_move,
            exchange,
            evasions,
            quiets,
            moves: ArrayVec::new(),
            ranks: ArrayVec::new(),
            top: None,
            bad: ArrayVec::new(),
        }
    }

    /// Leaves out the quiet moves that have not come yet.
    pub fn skip_quiets(&mut self) {
        self.quiets = false;
    }

    /// The next move. Where quiet moves may come, the threats of `context` are the position's.
    /// `checks` are too; they are found here if they are needed and not known.
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
                        // Rarely better than the queen that is tried first.
                        _ => -see::value(Role::Queen),
                    });
                let history = if evasions { 0 } else { histories.capture(m) };
                victim * params::capture_victim() + history
            });
        }
        if self.stage == Stage::GoodTactical {
            while let Some((rank, m)) = self.best() {
                self.take(rank);
                let threshold = match self.exchange {
                    SeeFilter::Any => return Some(m),
                    SeeFilter::AtLeast(threshold) => threshold,
                    SeeFilter::ByHistory => -rank.score() / params::capture_see_divisor(),
                };
                if see::see_ge(position, m, threshold) {
                    return Some(m);
                }
                if matches!(self.exchange, SeeFilter::ByHistory) {
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
                        // Checks come early, but not those that just give the piece away.
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
                // A list that overflows, in an absurd position, loses its last moves.
                let _ = moves.try_push(m);
            }
        });
    }

    /// Scores the moves, all in one loop, in which the code of a score is there once.
    #[inline(always)]
    fn score(&mut self, score: impl Fn(SearchMove) -> i32) {
        self.ranks.clear();
        let mut top = Rank::NONE;
        let moves = self.moves.iter().enumerate();
        self.ranks.extend(moves.map(|(place, &m)| {
            let rank = Rank::new(score(m), place);
            top = top.max(rank);
            rank
        }));
        self.top = Some(top);
        while !self.ranks.len().is_multiple_of(LANES) {
            self.ranks.push(Rank::NONE);
        }
    }

    /// The best move that is left: most nodes need only the first few, and do not sort the rest.
    #[inline]
    fn best(&mut self) -> Option<(Rank, SearchMove)> {
        let best = match self.top {
            Some(top) => top,
            None => self.find_top(),
        };
        self.top = Some(best);
        (best != Rank::NONE).then(|| (best, self.moves[best.place()]))
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

    /// Leaves out a move from now on.
    #[inline]
    fn take(&mut self, rank: Rank) {
        self.ranks[rank.place()] = Rank::NONE;
        self.top = None;
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Move;

    use super::*;
    use crate::chess::{Game, PackedMove, is_tactical};

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
    fn every_legal_move_comes_once_in_the_order_of_the_stages() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let game = Game::from_fen(fen, false).unwrap();
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

        // Captures, quiet moves, captures that lose, quiet moves to where the piece is lost.
        let mut stages: Vec<bool> = moves[1..].iter().map(|&m| is_tactical(m)).collect();
        let good_captures = stages.iter().take_while(|&&tactical| tactical).count();
        stages.dedup();
        assert_eq!(stages, [true, false, true, false]);
        // A small loss is borne for a high victim, but what wins material is never late.
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
    fn out_of_check_every_legal_move_comes_once() {
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
    fn quiet_moves_with_a_poor_history_come_last() {
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
