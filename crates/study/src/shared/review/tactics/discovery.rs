//! Discovered attacks, discovered checks and double checks.

use brudno::chess::from_square;
use shakmaty::{Role, attacks};

use super::{exchange, stays, unit};
use crate::shared::review::{reason::Motif, rest::Line};

/// Returns the discovery if the key move opens the line of another piece, and the line takes the
/// target, or, with check, takes something with the moved piece.
pub fn find(line: &Line, key: usize, payoff: usize) -> Option<Motif> {
    let m = line.moves[key];
    let (before, after) = (&line.positions[key], &line.positions[key + 1]);
    if m.is_castle() {
        return None;
    }
    let opened = |slider, target| attacks::between(slider, target).contains(from_square(m));
    let capture = line.moves[payoff];
    let moved_takes = from_square(capture) == m.to() && stays(line, m.to(), key + 1, payoff);
    let king = after.king(after.turn());
    let mut checkers = after.checkers().into_iter().filter(|&square| square != m.to());
    let by = checkers.find(|&slider| opened(slider, king));
    if let Some(by) = by.and_then(|square| unit(after, square)) {
        if !moved_takes && exchange(line, key) <= 0 {
            return None;
        }
        if after.checkers().count() > 1 {
            return Some(Motif::DoubleCheck);
        }
        return Some(Motif::Discovery { by, target: unit(after, king)? });
    }
    let (slider, target) = (from_square(capture), capture.to());
    let attacks =
        |position: &brudno::chess::Position| position.board().attacks_from(slider).contains(target);
    let is_opened = slider != m.to()
        && opened(slider, target)
        && !attacks(before)
        && attacks(after)
        && stays(line, slider, key, payoff)
        && stays(line, target, key, payoff);
    let by = unit(after, slider).filter(|by| is_opened && by.role != Role::King)?;
    Some(Motif::Discovery { by, target: unit(after, target)? })
}
