//! Finds the tactic by which a line wins material.
//!
//! Each tactic is proved twice: by the pieces on the board after its key move, and by the line, in
//! which the piece that it wins is really taken.

mod defender;
mod discovery;
mod fork;
mod hanging;
mod pin;
mod trapped;

use brudno::chess::{Position, from_square, see::see_ge};
use shakmaty::{Bitboard, Color, Position as _, Role, Square};

use super::{
    material::{Material, points},
    reason::{Motif, Unit},
    rest::{Line, captures_in_a_row},
};

/// Number of moves of the winning side among which the key move is looked for.
const KEY_MOVES: usize = 3;

/// A tactic of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tactic {
    /// Motif.
    pub motif: Motif,
    /// Number of plies up to the key move, including it.
    pub plies: usize,
}

impl Tactic {
    /// Material is won by force, with the first move of a line.
    pub const FORCE: Tactic = Tactic { motif: Motif::Force, plies: 1 };
}

/// Returns the tactic by which the side that begins a line wins material. The line has come to
/// rest. `None` if this side gains nothing, or in another way.
pub fn find(line: &Line) -> Option<Tactic> {
    let first = *line.moves.first()?;
    if let Some(unit) = promotion(line) {
        return Some(Tactic { motif: Motif::Promotion(unit), plies: 1 });
    }
    let gain = line.gain().points();
    if gain < 1 {
        return None;
    }
    // After a piece, more may fall later.
    let exchanged = exchange(line, 0);
    let is_most = exchanged >= points(Role::Knight) && 3 * exchanged >= 2 * gain;
    if exchanged <= gain + 1 && (exchanged >= gain || is_most) {
        let motif = hanging::find(line, first)?;
        return Some(Tactic { motif, plies: 1 });
    }
    let keys = (0..line.moves.len()).step_by(2).take(KEY_MOVES);
    for key in keys {
        let Some(payoff) = payoff(line, key, gain) else { continue };
        let finders = [
            fork::find,
            pin::skewer,
            discovery::find,
            defender::removed,
            defender::overloaded,
            pin::find,
            trapped::find,
        ];
        if let Some(motif) = finders.iter().find_map(|find| find(line, key, payoff)) {
            return Some(Tactic { motif, plies: key + 1 });
        }
    }
    None
}

/// Returns the pawn that the side which begins the line promotes for good.
fn promotion(line: &Line) -> Option<Unit> {
    let side = line.side();
    let mut plies = (0..line.moves.len()).step_by(2).filter(|&ply| line.moves[ply].is_promotion());
    let ply = plies.find(|&ply| {
        let square = line.moves[ply].to();
        let taken = line.moves[ply + 1..].iter().skip(1).step_by(2);
        taken.clone().all(|m| m.to() != square)
            && line.moves.get(ply + 1).is_none_or(|reply| reply.to() != square)
    })?;
    // The square on which the pawn starts the line.
    let mut square = from_square(line.moves[ply]);
    for earlier in (0..ply).rev().filter(|earlier| earlier % 2 == 0) {
        if line.moves[earlier].to() == square {
            square = from_square(line.moves[earlier]);
        }
    }
    let is_pawn = line.start().board().piece_at(square) == Some(side.pawn());
    is_pawn.then_some(Unit { role: Role::Pawn, square })
}

/// Returns what the exchange that a ply begins wins for its side: the captures on one square that
/// follow each other. 0 without a capture.
pub fn exchange(line: &Line, ply: usize) -> i32 {
    let count = captures_in_a_row(&line.moves[ply..]);
    let (from, to) = (&line.positions[ply], &line.positions[ply + count]);
    Material::gained(from, to, from.turn()).points()
}

/// Returns the ply of the capture for which the key move is played: the first later one that wins
/// at least half of the gain, of a piece that stood there after the key move.
fn payoff(line: &Line, key: usize, gain: i32) -> Option<usize> {
    let mut plies = (key + 2..line.moves.len()).step_by(2);
    plies.find(|&ply| {
        let m = line.moves[ply];
        m.is_capture() && !m.is_en_passant() && 2 * exchange(line, ply) >= gain
    })
}

/// Returns the piece on a square.
pub fn unit(position: &Position, square: Square) -> Option<Unit> {
    Some(Unit { role: position.board().role_at(square)?, square })
}

/// Returns the piece that a ply captures, if it stood there since the position after the key move.
fn victim(line: &Line, key: usize, payoff: usize) -> Option<Unit> {
    let square = line.moves[payoff].to();
    stays(line, square, key + 1, payoff).then(|| unit(&line.positions[payoff], square))?
}

/// Returns true if no move from ply `from` to before ply `to` leaves or enters a square.
fn stays(line: &Line, square: Square, from: usize, to: usize) -> bool {
    line.moves[from..to].iter().all(|&m| from_square(m) != square && m.to() != square)
}

/// Returns the pieces of a side that attack a square.
fn attackers(position: &Position, square: Square, side: Color) -> Bitboard {
    position.board().attacks_to(square, side, position.board().occupied())
}

/// Returns true if a piece of the side not to move is worth an attack by a piece: it is the king,
/// worth more, or not defended.
fn is_target(position: &Position, attacker: Role, target: Unit) -> bool {
    let side = position.turn();
    let is_loose = || attackers(position, target.square, side).is_empty();
    points(target.role) > points(attacker) || is_loose()
}

/// Returns true if the side to move can capture on a square.
pub fn takes_on(position: &Position, square: Square) -> bool {
    position.chess().legal_moves().into_iter().any(|m| m.is_capture() && m.to() == square)
}

/// Returns true if the side to move wins material by a capture on a square, judged by exchanges.
pub fn wins_on(position: &Position, square: Square) -> bool {
    position
        .chess()
        .legal_moves()
        .into_iter()
        .any(|m| m.is_capture() && m.to() == square && see_ge(position, position.search_move(m), 1))
}

#[cfg(test)]
mod tests;
