//! Material along a line of moves, in pawns: 1, 3, 3, 5, 9.

use brudno::chess::{Position, is_tactical};
use shakmaty::Move;

use super::review::material::Material;

/// Returns what the side to move gains along a line up to its last quiet position, before which
/// both sides have moved: the next two moves are no captures or promotions, and there is no check.
/// `None` if the line does not come to rest.
pub fn settled_gain(position: &Position, line: &[Move]) -> Option<i32> {
    let side = position.turn();
    let mut current = position.clone();
    let mut settled = None;
    for (ply, &m) in line.iter().enumerate() {
        let next = &line[ply..line.len().min(ply + 2)];
        if ply > 0 && !current.is_check() && !next.iter().any(|&m| is_tactical(m)) {
            settled = Some(Material::gained(position, &current, side).points());
        }
        current = current.play(m);
    }
    settled
}

#[cfg(test)]
mod tests {
    use brudno::chess::Game;

    use super::*;

    fn gain(fen: &str, moves: &str) -> Option<i32> {
        let mut game = Game::from_fen(fen, false).unwrap();
        let position = game.position().clone();
        let mut line = Vec::new();
        for text in moves.split(' ') {
            let m = game.position().parse_move(text).unwrap();
            game.play(m);
            line.push(m);
        }
        settled_gain(&position, &line)
    }

    #[test]
    fn a_line_is_counted_where_it_has_come_to_rest() {
        let fen = "1r1qr3/p1p3kp/5n2/6B1/2P5/Q5P1/P1P1P2P/R3KR2 w Q - 0 24";
        assert_eq!(gain(fen, "Bxf6+ Qxf6 Rxf6 Kxf6 O-O-O Kg7"), Some(4));
        // It ends in the middle of the exchange.
        assert_eq!(gain(fen, "Bxf6+ Qxf6 Rxf6"), None);
        assert_eq!(gain(fen, "Rxf6 Qxf6 Bxf6+ Kxf6"), None);
    }
}
