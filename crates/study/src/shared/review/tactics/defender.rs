//! Removed and overloaded defenders.

use brudno::chess::{Position, from_square};
use shakmaty::{Role, Square};

use super::{attackers, stays, unit, wins_on};
use crate::shared::review::{
    reason::{Motif, Unit},
    rest::Line,
};

/// Returns the motif if the key move takes the only piece that defended the target.
pub fn removed(line: &Line, key: usize, payoff: usize) -> Option<Motif> {
    let m = line.moves[key];
    let before = &line.positions[key];
    let target = target(line, key, payoff)?;
    let defender = unit(before, m.to()).filter(|_| m.is_capture() && !m.is_en_passant())?;
    is_only_defender(before, defender.square, target.square)
        .then_some(Motif::RemovedDefender { defender, target })
}

/// Returns the motif if the only piece that defended the target answers the key move by a capture,
/// and defends the target no longer.
pub fn overloaded(line: &Line, key: usize, payoff: usize) -> Option<Motif> {
    let reply = *line.moves.get(key + 1).filter(|_| key + 1 < payoff)?;
    let before = &line.positions[key];
    let target = target(line, key, payoff)?;
    let is_recapture = reply.is_capture() && reply.to() == line.moves[key].to();
    let defender = unit(before, from_square(reply)).filter(|_| is_recapture)?;
    let still_defends =
        line.positions[key + 2].board().attacks_from(reply.to()).contains(target.square);
    (!still_defends && is_only_defender(before, defender.square, target.square))
        .then_some(Motif::Overload { defender, target })
}

/// Returns the piece that the line takes later, if it was attacked before the key move, but could
/// not be taken with a gain.
fn target(line: &Line, key: usize, payoff: usize) -> Option<Unit> {
    let before = &line.positions[key];
    let square = line.moves[payoff].to();
    let is_attacked = attackers(before, square, before.turn()).any();
    let is_target = is_attacked && !wins_on(before, square) && stays(line, square, key, payoff);
    unit(before, square).filter(|unit| is_target && unit.role != Role::King)
}

/// Returns true if a piece of the side not to move alone defends a square.
fn is_only_defender(position: &Position, defender: Square, target: Square) -> bool {
    attackers(position, target, !position.turn()).single_square() == Some(defender)
}
