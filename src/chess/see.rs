//! Static exchange evaluation (SEE): the result of a series of captures on one square.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::{moves::SearchMove, position::Position, score::Score};

/// Returns the value of a piece in exchanges, internal units. A king is never exchanged.
pub const fn value(role: Role) -> Score {
    match role {
        Role::Pawn => 121,
        Role::Knight => 455,
        Role::Bishop => 481,
        Role::Rook => 743,
        Role::Queen => 1479,
        Role::King => 0,
    }
}

/// Returns the value of the captured piece, 0 without a capture.
#[inline]
pub const fn captured_value(m: SearchMove) -> Score {
    const VALUES: [Score; 8] = {
        let mut values = [0; 8];
        let mut index = 0;
        while index < Role::ALL.len() {
            values[index + 1] = value(Role::ALL[index]);
            index += 1;
        }
        values
    };
    VALUES[m.captured()]
}

/// Returns true if the exchange started by `m` gains at least `threshold`. Both sides can stop at any
/// point (swap algorithm, Stockfish's `see_ge`).
pub fn see_ge(position: &Position, m: SearchMove, threshold: Score) -> bool {
    let (from, to) = (m.from(), m.to());
    let board = position.board();
    if m.is_castle() {
        return threshold <= 0;
    }
    let mut gain = captured_value(m);
    let mut victim = m.role();
    if let Some(promoted) = m.promotion() {
        gain += value(promoted) - value(Role::Pawn);
        victim = promoted;
    }
    let mut balance = gain - threshold;
    if balance < 0 {
        return false;
    }
    balance -= value(victim);
    if balance >= 0 {
        return true;
    }

    let mut occupied = (board.occupied() ^ from).with(to);
    if m.is_en_passant() {
        occupied ^= Square::from_coords(to.file(), from.rank());
    }
    let diagonal = board.bishops_and_queens();
    let straight = board.rooks_and_queens();
    let mut attackers = (board.attacks_to(to, Color::White, occupied)
        | board.attacks_to(to, Color::Black, occupied))
        & occupied;
    let us = position.turn();
    let mut side = !us;
    loop {
        attackers &= occupied;
        let mut own = attackers & board.by_color(side);
        if own.is_empty() {
            break;
        }
        // A pinned piece may only capture along its pin.
        let pinned = own & position.blockers(side);
        if pinned.any() {
            own &= !pinned | attacks::ray(position.king(side), to);
        }
        let Some((square, role)) = least_valuable(position, own) else { break };
        side = !side;
        victim = role;
        balance = -balance - 1 - value(victim);
        if balance >= 0 {
            // A king cannot capture a defended piece: the opponent's capture stands.
            if victim == Role::King && (attackers & board.by_color(side)).any() {
                side = !side;
            }
            break;
        }
        occupied ^= square;
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= attacks::bishop_attacks(to, occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= attacks::rook_attacks(to, occupied) & straight;
        }
    }
    side != us
}

fn least_valuable(position: &Position, pieces: Bitboard) -> Option<(Square, Role)> {
    Role::ALL.into_iter().find_map(|role| {
        let square = (pieces & position.board().by_role(role)).first()?;
        Some((square, role))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::game::Game;

    /// Returns the value of an exchange: the largest threshold that holds.
    fn exchange(fen: &str, m: &str) -> Score {
        let game = Game::from_fen(fen, false).unwrap();
        let m = game.position().parse_uci(m).unwrap();
        let m = SearchMove::new(game.position().turn(), m);
        (-3000..=3000).rev().find(|&threshold| see_ge(game.position(), m, threshold)).unwrap()
    }

    #[test]
    fn exchanges() {
        let [p, n, b, r, q] =
            [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(value);
        for (fen, m, expected) in [
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", p),
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", p - n),
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", p),
            ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0),
            ("4k3/8/4p3/3p4/8/8/3Q4/4K3 w - - 0 1", "d2d5", p - q),
            // X-rays behind both sides' rooks.
            ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", p - r),
            ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", p),
            // A king captures only undefended pieces.
            ("8/8/8/3pk3/8/8/3R4/4K3 w - - 0 1", "d2d5", p - r),
            ("8/8/8/3pk3/8/8/3R4/3RK3 w - - 0 1", "d2d5", p),
            // En passant, promotion, castling.
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", p),
            ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0),
            ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", q - p),
            ("8/P1k5/1r6/8/8/8/8/4K3 w - - 0 1", "a7a8n", n - p),
            ("r7/1P2k3/8/8/8/8/8/4K3 w - - 0 1", "b7a8q", r + q - p),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
            // A pinned defender does not defend.
            ("4k3/4n3/8/3p4/8/2N5/8/4RK2 w - - 0 1", "c3d5", p),
            ("4k3/4n3/8/3p4/8/2N5/8/3R1K2 w - - 0 1", "c3d5", p),
            ("4k3/8/2b5/3p4/8/2N5/8/5K2 w - - 0 1", "c3d5", p - n),
            ("4k3/8/2n5/8/3p4/2B5/8/5K2 w - - 0 1", "c3d4", p - b),
        ] {
            assert_eq!(exchange(fen, m), expected, "{fen} {m}");
        }
    }
}
