//! A piece that is not defended, or not defended enough.

use brudno::chess::from_square;
use shakmaty::{Move, attacks};

use super::{attackers, takes_on, unit};
use crate::shared::review::{reason::Motif, rest::Line};

/// Returns the motif of a first move that wins material by an exchange on its square.
pub fn find(line: &Line, first: Move) -> Option<Motif> {
    let (before, after) = (&line.positions[0], &line.positions[1]);
    // The captured pawn of en passant does not stand on the target square.
    let target = unit(before, first.to())?;
    let defenders = attackers(after, target.square, after.turn());
    if takes_on(after, first.to()) || after.is_check() {
        return Some(Motif::Hanging(target));
    }
    let king = after.king(after.turn());
    let pinned = defenders.into_iter().find(|&square| {
        // Without the defender, another piece would attack the king.
        let occupied = after.board().occupied().without(square);
        let opened = after.board().attacks_to(king, !after.turn(), occupied);
        opened.into_iter().any(|attacker| attacks::between(king, attacker).contains(square))
    });
    let is_old = |square| square != from_square(first);
    match pinned.filter(|&square| is_old(square)).and_then(|square| unit(after, square)) {
        Some(defender) => Some(Motif::PinnedDefender { defender, target }),
        None => Some(Motif::Hanging(target)),
    }
}
