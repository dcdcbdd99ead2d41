//! Trades: pieces of equal value are taken on the same square.

use brudno::chess::Game;
use shakmaty::{Move, Role};

use super::{JudgedMove, TOLERANCE};
use crate::shared::review::{
    material::points,
    reason::{Fault, Feat, Trade},
    rest::{Effort, Probe, captures_in_a_row, settle},
};

/// Maximum centipawn loss that a trade explains.
const WORTH_OF_A_TRADE: i32 = 300;
/// Plies of a trade of queens that begins without a capture.
const QUEEN_TRADE: usize = 3;

impl JudgedMove<'_> {
    /// Returns the fault if the best line begins with a trade, or the best reply does.
    pub(super) fn trade(&self, probe: &mut Probe<'_>) -> Option<Fault> {
        if self.loss() > WORTH_OF_A_TRADE {
            return None;
        }
        if let Some(trade) = level_trade(self.game, &self.before.pv, probe) {
            let shown = super::first(self.before);
            return Some(Fault::Misses { feat: Feat::Trade(trade), shown });
        }
        let trade = level_trade(self.next, &self.after.pv, probe)?;
        Some(Fault::Allows { feat: Feat::Trade(trade), shown: super::first(self.after) })
    }
}

/// Returns the trade that a line begins with, if material is level when it comes to rest after it.
fn level_trade(start: &Game, line: &[Move], probe: &mut Probe<'_>) -> Option<Trade> {
    let trade = trade(line)?;
    let mut game = start.clone();
    let captures = captures_in_a_row(line);
    let length = if captures == 0 { QUEEN_TRADE } else { captures };
    for &m in &line[..length] {
        game.play(m);
    }
    let found = probe(&game, Effort::Long)?;
    let settled = settle(&game, &found, start.position(), probe);
    let gains = settled.gains(start.position(), start.position().turn());
    gains.iter().all(|(_, gain)| gain.points().abs() <= TOLERANCE).then_some(trade)
}

/// Returns the trade that a line begins with: a capture and a recapture, or a queen that offers
/// itself to the other one and is taken back.
fn trade(line: &[Move]) -> Option<Trade> {
    let first = line.first()?;
    if first.role() == Role::Queen && !first.is_capture() {
        let [taken, back, ..] = line[1..] else { return None };
        let is_on = |m: Move| m.to() == first.to() && m.capture() == Some(Role::Queen);
        return (is_on(taken) && is_on(back))
            .then_some(Trade { own: Role::Queen, other: Role::Queen });
    }
    // The captures may go on on the same square.
    let [taken, back, ..] = line[..] else { return None };
    let (other, own) = taken.capture().zip(back.capture())?;
    let is_equal = other != Role::Pawn && points(own) == points(other);
    (captures_in_a_row(line) == 2 && is_equal).then_some(Trade { own, other })
}

#[cfg(test)]
mod tests {
    use brudno::search::ScoredLine;

    use super::*;
    use crate::shared::review::rest::Line;

    #[test]
    fn a_trade_is_a_capture_and_a_recapture_of_the_same_value() {
        let fen = "r2qk3/3b4/2n5/4p3/4B3/5N2/8/R2QK3 w - - 0 1";
        let names = |moves: &str| {
            trade(&Line::parse(fen, moves).moves).map(|Trade { own, other }| (own, other))
        };
        assert_eq!(names("Bxc6 Bxc6"), Some((Role::Bishop, Role::Knight)));
        assert_eq!(names("Rxa8 Qxa8"), Some((Role::Rook, Role::Rook)));
        assert_eq!(names("Qxd7+ Qxd7"), None, "a queen for a bishop");
        assert_eq!(names("Nxe5 Nxe5"), None, "a knight for a pawn");
        assert_eq!(names("Bxc6 Rxa1"), None, "no recapture");
        assert_eq!(names("Bxc6"), None);
        assert_eq!(names("Ke2 Rxa1"), None);
    }

    #[test]
    fn a_queen_may_offer_its_trade() {
        let fen = "3qk3/8/8/8/8/8/3R4/4K2Q w - - 0 1";
        let queens = Some(Trade { own: Role::Queen, other: Role::Queen });
        assert_eq!(trade(&Line::parse(fen, "Qd5 Qxd5 Rxd5").moves), queens);
        assert_eq!(trade(&Line::parse(fen, "Qd5 Qxd5 Ke2").moves), None, "the queen is given");
        assert_eq!(trade(&Line::parse(fen, "Qd5 Ke7 Qxd8+").moves), None);
    }

    #[test]
    fn captures_that_go_on_are_no_trade() {
        let fen = "4k3/8/2n1n3/8/3b4/5N2/4N3/4K3 w - - 0 1";
        assert!(trade(&Line::parse(fen, "Nexd4 Ncxd4").moves).is_some());
        assert_eq!(trade(&Line::parse(fen, "Nexd4 Ncxd4 Nxd4").moves), None);
    }

    #[test]
    fn a_trade_is_no_reason_if_material_is_won_after_it() {
        let fen = "r3k3/1p6/2n5/4p3/4B3/5N2/8/4K3 w - - 0 1";
        let start = Game::from_fen(fen, false).unwrap();
        let trade = Line::parse(fen, "Bxc6+ bxc6").moves;
        let after = "r3k3/8/2p5/4p3/8/5N2/8/4K3 w - - 0 2";
        let named = |moves: &str| {
            let mut expected = vec![Vec::new(), Line::parse(after, moves).moves].into_iter();
            let mut probe = |_: &Game, _| {
                let pv = expected.next_back().unwrap_or_default();
                Some(ScoredLine { pv, ..ScoredLine::without_moves(0) })
            };
            level_trade(&start, &trade, &mut probe).is_some()
        };
        assert!(named("Ke2 Ke7"));
        assert!(named("Nxe5 Ke7"), "a pawn is within the tolerance");
        assert!(!named("Nxe5 Ra1+ Kf2 Ra2+ Kf3 Ra3+ Kf4 Rf3+ Nxf3 Ke7 Ke4 Kd6"));
    }
}
