//! Pins and skewers: two pieces on the line of a queen, rook or bishop.

use brudno::chess::{Position, from_square};
use shakmaty::{Role, Square, attacks};

use super::{stays, unit, victim};
use crate::shared::review::{
    material::points,
    reason::{Motif, Unit},
    rest::Line,
};

/// Returns the skewer if the key move attacks a piece that has to leave the line, and takes the one
/// behind it.
pub fn skewer(line: &Line, key: usize, payoff: usize) -> Option<Motif> {
    let slider = line.moves[key].to();
    let after = &line.positions[key + 1];
    let capture = line.moves[payoff];
    if from_square(capture) != slider || !stays(line, slider, key + 1, payoff) {
        return None;
    }
    let behind = victim(line, key, payoff)?;
    let front = only_between(after, slider, behind.square)?;
    let has_left = !stays(line, front.square, key + 1, payoff);
    let are_pieces = front.role != Role::Pawn && behind.role != Role::Pawn;
    (has_left && are_pieces && points(front.role) >= points(behind.role))
        .then_some(Motif::Skewer { front, behind })
}

/// Returns the pin if the line takes a piece that could not leave the line between a queen, rook or
/// bishop and a more valuable piece. The key move pins it or attacks it.
pub fn find(line: &Line, key: usize, payoff: usize) -> Option<Motif> {
    let pinned = victim(line, key, payoff).filter(|unit| unit.role != Role::Pawn)?;
    let after = &line.positions[key + 1];
    let mover = line.moves[key].to();
    let attacks = after.board().attacks_from(mover).contains(pinned.square);
    let mut pins = sliders(after, pinned.square).into_iter().filter_map(|slider| {
        let behind = after.us().into_iter().filter_map(|square| unit(after, square));
        let mut behind = behind.filter(|behind| {
            points(behind.role) > points(pinned.role)
                && only_between(after, slider, behind.square) == Some(pinned)
        });
        Some((slider, behind.next()?))
    });
    let (_, behind) = pins.find(|&(slider, _)| slider == mover || attacks)?;
    Some(Motif::Pin { pinned, behind })
}

/// Returns the queens, rooks and bishops of the side not to move that attack a square.
fn sliders(position: &Position, square: Square) -> Vec<Square> {
    let board = position.board();
    let attackers = board.attacks_to(square, !position.turn(), board.occupied()) & board.sliders();
    attackers.into_iter().collect()
}

/// Returns the piece of the side to move that alone stands between a slider and a square on one of
/// its lines.
fn only_between(position: &Position, slider: Square, square: Square) -> Option<Unit> {
    let board = position.board();
    let role = board.role_at(slider)?;
    let is_line = match role {
        Role::Bishop => attacks::bishop_attacks(slider, square.into()).contains(square),
        Role::Rook => attacks::rook_attacks(slider, square.into()).contains(square),
        Role::Queen => attacks::queen_attacks(slider, square.into()).contains(square),
        _ => false,
    };
    let between = attacks::between(slider, square) & board.occupied();
    let only = between.single_square().filter(|only| is_line && position.us().contains(*only))?;
    unit(position, only)
}
