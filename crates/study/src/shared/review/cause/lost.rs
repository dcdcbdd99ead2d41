//! Material that a move loses, or gives.

use brudno::{
    chess::{Opening, Position},
    eval::wdl::centipawns,
};
use shakmaty::Move;

use super::{
    JudgedMove, LONGEST_LOSS, Outcome, PLAIN, candidates,
    doubt::{cautious, is_whole_piece},
};
use crate::shared::review::{
    material::{Gain, MINOR, Material},
    reason::{Fault, Feat, Motif},
    rest::{Line, Probe},
    tactics::{self, Tactic},
};

/// Centipawn loss per pawn of material, and of a single pawn, below which there is something in
/// return, and minimum score of the player in this case.
const PRICE: i32 = 110;
const PRICE_OF_A_PAWN: i32 = 60;
const PLAYABLE: i32 = -100;
/// Minimum score of a player who may have given material on purpose, centipawns.
pub const LEAD: i32 = 50;
/// Score of a player who needs nothing in return, centipawns.
const WON: i32 = 500;

impl JudgedMove<'_> {
    /// Returns true if the opponent has a piece more somewhere in the best line after the move.
    pub fn reply_takes_a_piece(&self) -> bool {
        let line = Line::new(self.next.position(), &self.after.pv);
        let gained = |to: &Position| Material::gained(self.position(), to, line.side()).points();
        line.positions.iter().any(|to| gained(to) >= MINOR)
    }

    /// Returns true if the player has something for material of this many points.
    fn is_compensated(&self, points: i32) -> bool {
        let price = if points == 1 { PRICE_OF_A_PAWN } else { PRICE * points };
        let is_book = Opening::of(self.next.position()).is_some();
        let is_playable = -centipawns(self.after.score) >= PLAYABLE;
        let was_won = centipawns(self.before.score) >= WON;
        is_playable && !was_won && (is_book || self.loss() < price)
    }

    /// Returns true if the player leads with less material than the opponent after giving some.
    pub(super) fn leads_without(&self, given: Material) -> bool {
        let (position, score) = (self.position(), -centipawns(self.after.score));
        let balance = Material::of(position.board(), position.turn()).points() - given.points();
        balance < 0 && score >= LEAD && centipawns(self.before.score) < WON
    }

    /// Explains the judgement by material that the opponent's best line wins.
    pub(super) fn lost(&self, outcome: &Outcome, probe: &mut Probe<'_>) -> Option<Fault> {
        let anyway = outcome.lost_anyway();
        let fits = |lost: Material| {
            let more = lost.points() - anyway;
            let is_explained = more >= 1 && self.explains(more.max(lost.points().min(2)));
            is_explained && !self.is_compensated(more) && !self.leads_without(lost)
        };
        let fault = |line: &Line, gain: Gain, tactic: Option<Tactic>| {
            let Tactic { motif, plies } = tactic.unwrap_or(Tactic::FORCE);
            let gain = cautious(line, gain, &motif)?;
            let feat = Feat::Material { gain, motif, is_regained: false };
            Some(Fault::Allows { feat, shown: line.moves[..plies].to_vec() })
        };
        let tactic = |line: &Line| self.in_between(line).or_else(|| tactics::find(line));
        for (line, lost) in candidates(&outcome.reply, LONGEST_LOSS, fits) {
            let is_proved = line.moves.len() <= PLAIN && is_whole_piece(line);
            if is_proved || outcome.on_reply(self, probe)?.agrees(*lost) {
                let fault = fault(line, Gain::exactly(*lost), tactic(line));
                if fault.is_some() {
                    return fault;
                }
            }
        }
        let (line, lost) = outcome.reply.last()?;
        let least = outcome.on_reply(self, probe)?.least(*lost)?;
        let fits_both = fits(least) && !self.leads_without(*lost);
        fault(line, Gain::at_least(least), tactic(line)).filter(|_| fits_both)
    }

    /// Returns the tactic if the opponent recaptures, but only after a check or another capture.
    fn in_between(&self, line: &Line) -> Option<Tactic> {
        let square = self.m.to();
        let (&reply, &later) = (line.moves.first()?, line.moves.get(2)?);
        let is_forcing = reply.is_capture() || line.positions[1].is_check();
        let recaptures = |m: Move| m.is_capture() && m.to() == square;
        let was_possible = tactics::takes_on(line.start(), square);
        (self.m.is_capture() && !recaptures(reply) && recaptures(later) && is_forcing)
            .then_some(Tactic { motif: Motif::InBetween, plies: 1 })
            .filter(|_| was_possible)
    }

    /// Explains the judgement by material that is given for too little.
    pub(super) fn given(&self, outcome: &Outcome, probe: &mut Probe<'_>) -> Option<Fault> {
        let anyway = outcome.lost_anyway();
        let fits = |given: Material| {
            let more = given.points() - anyway;
            more >= 1 && (self.is_compensated(more) || self.leads_without(given))
        };
        candidates(&outcome.reply, PLAIN, fits).find_map(|(line, given)| {
            let reply = *line.moves.first()?;
            let agrees = outcome.on_reply(self, probe)?.agrees(*given);
            agrees.then_some(Fault::Gives { given: *given, reply })
        })
    }
}

#[cfg(test)]
mod tests {
    use brudno::{chess::Game, eval::wdl::score_of, search::ScoredLine};
    use shakmaty::Color;

    use super::*;

    #[test]
    fn a_player_who_leads_with_less_material_gave_it() {
        let fen = "2b1rbk1/1pq3np/2pp1Q1B/r7/p1P1P3/2NB4/PP4PP/1R2R2K w - - 0 1";
        let game = Game::from_fen(fen, false).unwrap();
        let leads = |line: &str, scores: [i32; 2]| {
            let line = Line::parse(fen, line);
            let given = Material::gained(line.start(), line.end(), Color::Black);
            let [before, after] =
                [scores[0], -scores[1]].map(|score| ScoredLine::without_moves(score_of(score)));
            let m = line.moves[0];
            JudgedMove { game: &game, m, before: &before, next: &game, after: &after }
                .leads_without(given)
        };
        let knight_for_pawn = "Nd5 cxd5 exd5";
        assert!(leads(knight_for_pawn, [293, 61]));
        assert!(!leads(knight_for_pawn, [293, 0]), "the score is level");
        assert!(!leads(knight_for_pawn, [700, 61]), "the player had won");
        assert!(!leads("b3 axb3 Kg1", [293, 61]), "the material is level");
    }
}
