//! Staged move ordering: moves are generated and scored only when the stages before them have
//! not brought a cut-off.

use std::cell::OnceCell;

use arrayvec::ArrayVec;
use shakmaty::{Move, Role};

use super::history::{Context, Histories};
use crate::{
    params,
    position::{Checks, PackedMove, Position, Targets},
    score::Score,
    see,
};

/// No position that can be set up has more legal moves of one kind (218 is the most in chess).
const MAX_MOVES: usize = 256;

/// A move below its score, in one number: small, and quick to compare.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Scored(i64);

impl Scored {
    #[inline]
    fn new(score: i32, m: PackedMove) -> Scored {
        Scored(i64::from(score) << 16 | i64::from(m.bits()))
    }

    #[inline]
    fn packed(self) -> PackedMove {
        PackedMove::from_bits(self.0 as u16).expect("made of a move")
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    TtMove,
    GenerateTactical,
    GoodTactical,
    Killer,
    GenerateQuiets,
    Quiets,
    BadTactical,
    Done,
}

/// Hands out the moves of a position, best guess first: table move, captures that do not lose
/// material, the killer, quiet moves by history, captures that lose.
pub struct MovePicker {
    stage: Stage,
    tt_move: Option<Move>,
    killer: Option<Move>,
    /// What a capture must gain in exchange to come before the quiet moves.
    see_threshold: Score,
    /// Whether the captures that gain less come last, or not at all.
    keeps_bad: bool,
    quiets: bool,
    moves: ArrayVec<Scored, MAX_MOVES>,
    next: usize,
    bad: ArrayVec<PackedMove, MAX_MOVES>,
}

impl MovePicker {
    /// All moves. `tt_move` and `killer` must be legal here, the killer quiet.
    pub fn all(tt_move: Option<Move>, killer: Option<Move>) -> MovePicker {
        let killer = killer.filter(|&killer| Some(killer) != tt_move);
        MovePicker { killer, keeps_bad: true, quiets: true, ..MovePicker::tactical(tt_move, 0) }
    }

    /// Captures and promotions that gain at least `see_threshold` in exchange, after the table
    /// move, whatever that is.
    pub fn tactical(tt_move: Option<Move>, see_threshold: Score) -> MovePicker {
        MovePicker {
            stage: Stage::TtMove,
            tt_move,
            killer: None,
            see_threshold,
            keeps_bad: false,
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

    /// Whether the moves now handed out are the captures that lose material.
    pub fn is_bad_stage(&self) -> bool {
        self.stage == Stage::BadTactical
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
            self.generate(position, Targets::Tactical, |m| {
                let victim = m.capture().map_or(0, see::value)
                    + m.promotion().map_or(0, |role| match role {
                        Role::Queen => see::value(Role::Queen),
                        // Rarely better than the queen that is tried first.
                        _ => -see::value(Role::Queen),
                    });
                victim * params::capture_victim() + histories.capture(position, m)
            });
        }
        if self.stage == Stage::GoodTactical {
            while let Some(packed) = self.select() {
                let m = position.unpack_legal(packed);
                if see::see_ge(position, m, self.see_threshold) {
                    return Some(m);
                }
                if self.keeps_bad {
                    self.bad.push(packed);
                }
            }
            self.stage = Stage::Killer;
        }
        if self.stage == Stage::Killer {
            self.stage = Stage::GenerateQuiets;
            if self.quiets && self.killer.is_some() {
                return self.killer;
            }
        }
        if self.stage == Stage::GenerateQuiets {
            self.stage = Stage::Quiets;
            if self.quiets {
                let checks = checks.get_or_init(|| Checks::new(position));
                let history = histories.quiets(position, context);
                self.generate(position, Targets::Quiet, |m| {
                    // Checks come early, but not those that just give the piece away.
                    let check =
                        checks.gives(m) && see::see_ge(position, m, -params::quiet_check_see());
                    history.get(m)
                        + context.threats.score(m)
                        + if check { params::quiet_check() } else { 0 }
                });
            }
        }
        if self.stage == Stage::Quiets {
            if self.quiets
                && let Some(packed) = self.select()
            {
                return Some(position.unpack_legal(packed));
            }
            self.stage = Stage::BadTactical;
            self.next = 0;
        }
        if self.stage == Stage::BadTactical {
            if let Some(&packed) = self.bad.get(self.next) {
                self.next += 1;
                return Some(position.unpack_legal(packed));
            }
            self.stage = Stage::Done;
        }
        None
    }

    fn generate(&mut self, position: &Position, targets: Targets, score: impl Fn(Move) -> i32) {
        self.moves.clear();
        self.next = 0;
        let [tt_move, killer] = [self.tt_move, self.killer].map(|m| m.map(PackedMove::new));
        let moves = &mut self.moves;
        position.generate(targets, |m| {
            let packed = PackedMove::new(m);
            if Some(packed) != tt_move && Some(packed) != killer {
                // A list that overflows, in an absurd position, loses its last moves.
                let _ = moves.try_push(Scored::new(score(m), packed));
            }
        });
    }

    /// Selection sort, one move at a time: most nodes need only the first few.
    #[inline]
    fn select(&mut self) -> Option<PackedMove> {
        let rest = &mut self.moves[self.next..];
        let mut best = (*rest.first()?, 0);
        for (index, &scored) in rest.iter().enumerate() {
            // Without a branch, which would often be predicted wrong.
            best = if scored > best.0 { (scored, index) } else { best };
        }
        rest.swap(0, best.1);
        self.next += 1;
        Some(best.0.packed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Game, is_tactical};

    fn drain(mut picker: MovePicker, position: &Position) -> Vec<Move> {
        let histories = Histories::default();
        let context = Context::new(position);
        let checks = OnceCell::new();
        std::iter::from_fn(|| picker.next(position, &histories, &context, &checks)).collect()
    }

    #[test]
    fn every_legal_move_comes_once_in_the_order_of_the_stages() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let game = Game::from_fen(fen, false).unwrap();
        let position = game.position();
        let tt_move = position.parse_uci("e1g1").ok();
        let killer = position.parse_uci("a2a4").ok();
        let moves = drain(MovePicker::all(tt_move, killer), position);
        assert_eq!(moves[0], tt_move.unwrap());

        let mut found: Vec<u16> = moves.iter().map(|&m| PackedMove::new(m).bits()).collect();
        let mut legal: Vec<u16> =
            position.legal_moves().into_iter().map(|m| PackedMove::new(m).bits()).collect();
        found.sort_unstable();
        legal.sort_unstable();
        assert_eq!(found, legal);

        let first_quiet = moves.iter().skip(1).position(|&m| !is_tactical(m)).unwrap() + 1;
        assert_eq!(moves[first_quiet], killer.unwrap());
        let last_quiet = moves.iter().rposition(|&m| !is_tactical(m)).unwrap();
        for (index, &m) in moves.iter().enumerate().skip(1).filter(|(_, m)| is_tactical(**m)) {
            assert_eq!(see::see_ge(position, m, 0), index < first_quiet, "{m:?}");
            assert!(index < first_quiet || index > last_quiet);
        }
        // The most valuable victim of the winning captures comes first.
        let tactical = drain(MovePicker::tactical(None, 1), position);
        assert!(tactical.iter().all(|&m| is_tactical(m) && see::see_ge(position, m, 1)));
    }
}
