//! Staged move ordering: moves are generated and scored only when the stages before them have
//! not brought a cut-off.

use std::cell::OnceCell;

use arrayvec::ArrayVec;
use shakmaty::{Move, Role};

use super::history::{Context, Histories};
use crate::{
    params,
    position::{Checks, ListedMove, Position, Targets},
    score::Score,
    see,
};

/// No position that can be set up has more legal moves of one kind (218 is the most in chess).
const MAX_MOVES: usize = 256;

/// A move below its score, in one number: small, and quick to compare.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Ranked(i64);

impl Ranked {
    #[inline(always)]
    fn new(score: i32, m: ListedMove) -> Ranked {
        Ranked(i64::from(score) << 32 | i64::from(m.bits()))
    }

    #[inline]
    fn score(self) -> i32 {
        (self.0 >> 32) as i32
    }

    #[inline]
    fn listed(self) -> ListedMove {
        ListedMove::from_bits(self.0 as u32)
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
enum Exchange {
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
    tt_move: Option<Move>,
    exchange: Exchange,
    /// Out of check every move is an evasion, and is ordered more simply.
    evasions: bool,
    quiets: bool,
    moves: ArrayVec<Ranked, MAX_MOVES>,
    next: usize,
    bad: ArrayVec<ListedMove, MAX_MOVES>,
}

impl MovePicker {
    /// All moves of a position. `tt_move` must be legal in it.
    pub fn all(position: &Position, tt_move: Option<Move>) -> MovePicker {
        let evasions = position.is_check();
        let exchange = if evasions { Exchange::Any } else { Exchange::ByHistory };
        MovePicker { evasions, quiets: true, ..MovePicker::new(tt_move, exchange) }
    }

    /// Captures and promotions, after the table move, whatever that is.
    pub fn tactical(tt_move: Option<Move>) -> MovePicker {
        MovePicker::new(tt_move, Exchange::Any)
    }

    /// Captures and promotions that gain at least `threshold` in exchange, after the table move.
    pub fn gaining(tt_move: Option<Move>, threshold: Score) -> MovePicker {
        MovePicker::new(tt_move, Exchange::AtLeast(threshold))
    }

    fn new(tt_move: Option<Move>, exchange: Exchange) -> MovePicker {
        MovePicker {
            stage: Stage::TtMove,
            tt_move,
            exchange,
            evasions: false,
            quiets: false,
            moves: ArrayVec::new(),
            next: 0,
            bad: ArrayVec::new(),
        }
    }

    /// Leaves out the quiet moves that have not come yet.
    pub fn skip_quiets(&mut self) {
        self.quiets = false;
    }

    /// The next move. `checks` are the position's, found here if they are needed and not known.
    pub fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        context: &Context,
        checks: &OnceCell<Checks>,
    ) -> Option<Move> {
        if self.stage == Stage::TtMove {
            self.stage = Stage::GenerateTactical;
            if self.tt_move.is_some() {
                return self.tt_move;
            }
        }
        if self.stage == Stage::GenerateTactical {
            self.stage = Stage::GoodTactical;
            let evasions = self.evasions;
            self.generate(position, Targets::Tactical);
            self.score(|m| {
                let victim = m.capture().map_or(0, see::value)
                    + m.promotion().map_or(0, |role| match role {
                        Role::Queen => see::value(Role::Queen),
                        // Rarely better than the queen that is tried first.
                        _ => -see::value(Role::Queen),
                    });
                let history = if evasions { 0 } else { histories.capture(position, m) };
                victim * params::capture_victim() + history
            });
        }
        if self.stage == Stage::GoodTactical {
            while let Some(ranked) = self.select() {
                let m = ranked.listed().unpack();
                let threshold = match self.exchange {
                    Exchange::Any => return Some(m),
                    Exchange::AtLeast(threshold) => threshold,
                    Exchange::ByHistory => -ranked.score() / params::capture_see_divisor(),
                };
                if see::see_ge(position, m, threshold) {
                    return Some(m);
                }
                if matches!(self.exchange, Exchange::ByHistory) {
                    self.bad.push(ranked.listed());
                }
            }
            self.stage = Stage::GenerateQuiets;
        }
        if self.stage == Stage::GenerateQuiets {
            self.stage = Stage::GoodQuiets;
            if self.quiets {
                self.generate(position, Targets::Quiet);
                let history = histories.quiets(position, context);
                if self.evasions {
                    self.score(|m| history.evasion(m));
                } else {
                    let checks = checks.get_or_init(|| Checks::new(position));
                    let threats = context.threats.judge();
                    self.score(|m| {
                        // Checks come early, but not those that just give the piece away.
                        let check = checks.gives(m)
                            && see::see_ge(position, m.unpack(), -params::quiet_check_see());
                        history.ordering(m)
                            + threats.score(m)
                            + if check { params::quiet_check() } else { 0 }
                    });
                }
            }
        }
        if self.stage == Stage::GoodQuiets {
            if self.quiets
                && let Some(ranked) = self.select()
            {
                if self.evasions || ranked.score() > -params::bad_quiet() {
                    return Some(ranked.listed().unpack());
                }
                // It is the first of the bad ones.
                self.next -= 1;
            }
            self.stage = Stage::BadTactical;
        }
        if self.stage == Stage::BadTactical {
            if let Some(m) = self.bad.pop_at(0) {
                return Some(m.unpack());
            }
            self.stage = Stage::BadQuiets;
        }
        if self.stage == Stage::BadQuiets {
            if self.quiets
                && let Some(ranked) = self.select()
            {
                return Some(ranked.listed().unpack());
            }
            self.stage = Stage::Done;
        }
        None
    }

    fn generate(&mut self, position: &Position, targets: Targets) {
        self.moves.clear();
        self.next = 0;
        let tt_move = self.tt_move.map(ListedMove::new);
        let moves = &mut self.moves;
        position.generate(targets, |m| {
            let m = ListedMove::new(m);
            if Some(m) != tt_move {
                // A list that overflows, in an absurd position, loses its last moves.
                let _ = moves.try_push(Ranked::new(0, m));
            }
        });
    }

    /// Scores the moves, all in one loop, in which the code of a score is there once.
    #[inline(always)]
    fn score(&mut self, score: impl Fn(ListedMove) -> i32) {
        for ranked in &mut self.moves {
            let m = ranked.listed();
            *ranked = Ranked::new(score(m), m);
        }
    }

    /// Selection sort, one move at a time: most nodes need only the first few.
    #[inline]
    fn select(&mut self) -> Option<Ranked> {
        let rest = &mut self.moves[self.next..];
        let mut best = (*rest.first()?, 0);
        for (index, &ranked) in rest.iter().enumerate() {
            // Without a branch, which would often be predicted wrong.
            best = if ranked > best.0 { (ranked, index) } else { best };
        }
        rest.swap(0, best.1);
        self.next += 1;
        Some(best.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Game, PackedMove, is_tactical};

    fn drain(picker: MovePicker, position: &Position) -> Vec<Move> {
        drain_with(&Histories::default(), picker, position)
    }

    fn drain_with(histories: &Histories, mut picker: MovePicker, position: &Position) -> Vec<Move> {
        let context = Context::new(position);
        let checks = OnceCell::new();
        std::iter::from_fn(|| picker.next(position, histories, &context, &checks)).collect()
    }

    #[test]
    fn every_legal_move_comes_once_in_the_order_of_the_stages() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let game = Game::from_fen(fen, false).unwrap();
        let position = game.position();
        let tt_move = position.parse_uci("e1g1").ok();
        let moves = drain(MovePicker::all(position, tt_move), position);
        assert_eq!(moves[0], tt_move.unwrap());

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
        assert!(late_captures.iter().all(|&&m| !see::see_ge(position, m, 0)));
        let gaining = drain(MovePicker::gaining(None, 1), position);
        assert!(gaining.iter().all(|&m| is_tactical(m) && see::see_ge(position, m, 1)));
        let tactical = drain(MovePicker::tactical(None), position);
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
        let context = Context::new(position);
        for _ in 0..100 {
            histories.update_quiet(position, &context, poor, -2000);
        }
        let moves = drain_with(&histories, MovePicker::all(position, None), position);
        assert_eq!(moves.last(), Some(&poor));
        assert_eq!(moves.len(), position.legal_moves().len());
    }
}
