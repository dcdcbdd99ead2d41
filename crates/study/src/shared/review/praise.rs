//! Finds the best moves of a game: moves that are much better than all others and not obvious.

use brudno::{
    chess::{
        Game, Opening, Position,
        score::{Score, moves_to_mate},
        see::{see_ge, value},
    },
    eval::wdl::centipawns,
    notation::san,
    terminal::display::role_name,
};
use shakmaty::{ByColor, Move, Position as _, Role};

use super::{
    Examiner, Judgement, Review, judge,
    mark::Praise,
    reason::Unit,
    rest::Effort,
    sentence::pawns_or_mate,
    tactics::{unit, wins_on},
};
use crate::shared::evaluation::Evaluation;

/// Maximum number of praised moves per game.
const MOST: usize = 2;
/// Number of candidates that longer searches confirm.
const CONFIRMED: usize = 4;
/// Minimum number of legal moves.
const CHOICE: usize = 5;
/// Scores of the player between which a game is still to be decided, centipawns.
const OPEN: std::ops::RangeInclusive<i32> = -120..=700;
/// Maximum score of the player with the second-best move, which must not win easily, centipawns.
const STILL_WON: i32 = 300;
/// Minimum number of moves to a mate that is not obvious.
const MATE: i32 = 3;
/// Minimum material that a sacrifice gives by exchanges, pawns.
const SACRIFICE: i32 = 2;
/// Centipawns of an advantage, and of a position without one.
const ADVANTAGE: i32 = 150;
const LEVEL: i32 = 60;

/// A move that is much better than all others.
#[derive(Clone, PartialEq, Debug)]
struct GoodMove {
    ply: usize,
    /// Piece that the opponent may take.
    offered: Option<Unit>,
    /// Best of the other moves.
    second: Move,
    /// Scores of the player with the move, and with the second-best one.
    scores: [Score; 2],
}

impl Review {
    /// Praises at most two moves of a game.
    pub fn praise(&mut self, examiner: &Examiner<'_>, judged: ByColor<bool>) {
        let is_judged = |&ply: &usize| *judged.get(self.position(ply).turn());
        let plies = (0..self.moves.len()).filter(is_judged);
        let mut found: Vec<GoodMove> =
            plies.filter_map(|ply| self.good_move(examiner, ply, Effort::Short)).collect();
        found.sort_by_key(|good| (good.offered.is_none(), -good.lead()));
        let confirmed = found.into_iter().take(CONFIRMED).filter_map(|good| {
            self.good_move(examiner, good.ply, Effort::Independent)?;
            self.good_move(examiner, good.ply, Effort::Continued)
        });
        let praised: Vec<GoodMove> = confirmed.take(MOST).collect();
        for good in praised {
            let sentence = good.words(self.position(good.ply));
            let reviewed = &mut self.moves[good.ply];
            reviewed.praise = Some(good.praise());
            reviewed.sentence = Some(sentence);
        }
    }

    /// Returns a move of the game if it is the best one, not obvious, and much better than all
    /// others.
    fn good_move(&self, examiner: &Examiner<'_>, ply: usize, effort: Effort) -> Option<GoodMove> {
        let evaluation = |ply: usize| self.evaluations[ply].as_ref().filter(|e| e.nodes > 0);
        let (before, after) = (evaluation(ply)?, evaluation(ply + 1)?);
        let m = self.game.main.moves[ply].m.filter(|m| before.best.pv.first() == Some(m))?;
        let (game, next) = (&self.positions[ply], self.position(ply + 1));
        let score = -after.best.score;
        if !is_undecided(before.best.score) || !is_undecided(score) || Opening::of(next).is_some() {
            return None;
        }
        let offered = offered(next, m);
        if game.position().legal_moves().len() < CHOICE || offered.is_none() && is_obvious(game, m)
        {
            return None;
        }
        let Evaluation { best: other, .. } = examiner.other_than(game, m, effort)?;
        let least = if offered.is_some() { Judgement::Mistake } else { Judgement::Blunder };
        let is_better =
            judge(score, other.score) >= Some(least) && centipawns(other.score) <= STILL_WON;
        let second = *other.pv.first().filter(|_| is_better)?;
        Some(GoodMove { ply, offered, second, scores: [score, other.score] })
    }
}

impl GoodMove {
    /// Returns the lead of the move over the second-best one, centipawns.
    fn lead(&self) -> i32 {
        let [own, second] = self.scores.map(super::bounded_centipawns);
        own - second
    }

    const fn praise(&self) -> Praise {
        if self.offered.is_some() { Praise::Brilliant } else { Praise::Great }
    }

    /// Describes the move: what is good, the second-best move, and White's scores with both.
    fn words(&self, position: &Position) -> String {
        let [own, second] = self.scores.map(centipawns);
        let merit = if own >= ADVANTAGE && second <= LEVEL {
            "the only move that keeps the advantage"
        } else if own.abs() < ADVANTAGE && second <= -ADVANTAGE {
            "the only move that holds"
        } else {
            "by far the best move"
        };
        let name = super::Mark::Good(self.praise()).name();
        let offer = self.offered.map_or_else(String::new, |Unit { role, square }| {
            format!("offers the {} on {square}, ", role_name(role))
        });
        let other = san(position, self.second);
        let [own, second] = self.scores.map(|score| pawns_or_mate(score, position.turn()));
        format!("{name}: {offer}{merit}; {other} was next best ({own} to {second}).")
    }
}

/// Returns true if a player with this score can still win or lose the game.
fn is_undecided(score: Score) -> bool {
    match moves_to_mate(score) {
        Some(moves) => moves >= MATE,
        None => OPEN.contains(&centipawns(score)),
    }
}

/// Returns true for a move that players see at once: a sound capture, a recapture, a new queen, an
/// escape of an attacked piece, and a way out of check.
fn is_obvious(game: &Game, m: Move) -> bool {
    let position = game.position();
    let recaptures =
        game.last_moves()[0].is_some_and(|last| last.is_capture() && last.to() == m.to());
    let takes = m.is_capture() && see_ge(position, position.search_move(m), 0);
    let is_attacked = |square| position.play_null().is_none_or(|passed| wins_on(&passed, square));
    recaptures || takes || m.promotion() == Some(Role::Queen) || m.from().is_none_or(is_attacked)
}

/// Returns the most valuable piece that the opponent can take after a move, if the exchange costs
/// the player more than the move has taken.
fn offered(next: &Position, m: Move) -> Option<Unit> {
    let cost = m.capture().map_or(0, value) + SACRIFICE * value(Role::Pawn);
    let takes =
        |capture: &Move| capture.is_capture() && see_ge(next, next.search_move(*capture), cost);
    let captures = next.chess().legal_moves().into_iter().filter(takes);
    captures.filter_map(|capture| unit(next, capture.to())).max_by_key(|unit| value(unit.role))
}
