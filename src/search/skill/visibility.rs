//! What is hard to see in a line: the moves that people overlook.
//!
//! The reasons are those that trainers name: quiet moves, long diagonals, knights, moves backwards,
//! defenders that are pinned, and the distance in squares and plies. Their sizes follow the games of
//! `natural`: of captures that alone win material, the players found 88 % of recaptures, 71 % from
//! the next square, 54 % from four squares away, 43 % on long diagonals, and 3 of 13 that a pin
//! allows.
//!
//! The attention to valuable pieces and to lines that have just been opened follows 13,500 threats
//! to a piece in games of players rated 800 to 2100 on lichess: they left 22 % of the minor pieces,
//! 20 % of the rooks and 14 % of the queens attacked, 18 % if the attacker had just moved, and 31 %
//! if not.

use shakmaty::{Move, Role, Square, attacks};

use crate::chess::{Position, from_square, is_recapture};

/// Probabilities to overlook a move, which add up: of each capture, and of each move that is none.
const CAPTURE: f64 = 0.08;
const CHECK: f64 = 0.15;
const QUIET: f64 = 0.50;
/// A move out of check: there are few.
const EVASION: f64 = 0.10;
/// For each square that a slider passes over.
const DISTANCE: f64 = 0.03;
/// A bishop or queen moves so many squares diagonally.
const LONG_DIAGONAL: f64 = 0.15;
const LONG_DIAGONAL_SQUARES: u32 = 4;
const KNIGHT: f64 = 0.05;
const BACKWARD: f64 = 0.05;
/// A capture of a piece whose defender is pinned.
const PINNED_DEFENDER: f64 = 0.20;
/// For each ply.
const DEPTH: f64 = 0.08;

/// Factors of the sum, by the piece that is captured; 1 for a minor piece.
const PAWN: f64 = 1.4;
const ROOK: f64 = 0.6;
const QUEEN: f64 = 0.14;
/// Factor of a move along a line that the move before has opened.
const UNCOVERED: f64 = 1.7;

/// Returns the probability to overlook a move `ply` plies ahead, for a player of low strength.
/// `last` is the move before. A move at hand is considered unless it is a capture that is hard to
/// see.
pub(super) fn difficulty(position: &Position, m: Move, ply: usize, last: Option<Move>) -> f64 {
    let (from, to, role) = (from_square(m), m.to(), m.role());
    let is_at_hand = ply == 0 && !m.is_capture();
    if is_at_hand || is_recapture(last, m) {
        return 0.0;
    }
    let kind = if m.is_capture() {
        CAPTURE
    } else if position.play(m).is_check() {
        CHECK
    } else if position.is_check() {
        EVASION
    } else {
        QUIET
    };
    let us = position.turn();
    let squares = from.distance(to);
    let is_diagonal = from.file() != to.file() && from.rank() != to.rank();
    let slides = matches!(role, Role::Bishop | Role::Rook | Role::Queen);
    let is_long = slides && is_diagonal && squares >= LONG_DIAGONAL_SQUARES;
    let is_backward = us.relative_rank(to.rank()) < us.relative_rank(from.rank());
    let reasons = [
        (is_backward, BACKWARD),
        (is_long, LONG_DIAGONAL),
        (role == Role::Knight, KNIGHT),
        (m.is_capture() && has_pinned_defender(position, to), PINNED_DEFENDER),
        (slides, DISTANCE * f64::from(squares.saturating_sub(1))),
    ];
    let sum: f64 =
        reasons.into_iter().filter(|(applies, _)| *applies).map(|(_, weight)| weight).sum();
    let is_uncovered =
        slides && last.is_some_and(|last| attacks::between(from, to).contains(from_square(last)));
    let uncovered = if is_uncovered { UNCOVERED } else { 1.0 };
    (kind + sum + DEPTH * ply as f64) * uncovered * inattention(m, ply, last)
}

/// Returns the factor of the piece that a move captures. Players look twice at where their own move
/// leads, so the factor counts twice for the piece that has just moved there.
fn inattention(m: Move, ply: usize, last: Option<Move>) -> f64 {
    let factor = match m.capture() {
        Some(Role::Pawn) => PAWN,
        Some(Role::Rook) => ROOK,
        Some(Role::Queen) => QUEEN,
        _ => 1.0,
    };
    let has_moved = ply > 0 && last.is_some_and(|last| last.to() == m.to());
    if has_moved { factor * factor } else { factor }
}

/// Returns true if a pinned piece of the opponent defends a square.
fn has_pinned_defender(position: &Position, square: Square) -> bool {
    let board = position.board();
    let defenders = board.attacks_to(square, !position.turn(), board.occupied());
    (defenders & position.blockers(!position.turn())).any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Game;

    /// Returns the difficulty of a move at a ply.
    fn of(fen: &str, m: &str, ply: usize) -> f64 {
        let game = Game::from_fen(fen, false).unwrap();
        difficulty(game.position(), game.position().parse_uci(m).unwrap(), ply, None)
    }

    #[test]
    fn what_trainers_name_is_harder() {
        let pawn = of("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 2);
        for (fen, m, why) in [
            ("4k3/8/8/8/8/8/3p4/4K2R w - - 0 1", "e1d2", "none: the king takes beside it"),
            ("4k3/8/3p4/8/4N3/8/8/4K3 w - - 0 1", "e4d6", "a knight"),
            ("4k3/3R4/8/8/3p4/8/8/4K3 w - - 0 1", "d7d4", "backwards"),
            ("4k3/6p1/8/8/8/8/8/B3K3 w - - 0 1", "a1g7", "a long diagonal"),
            ("4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", "d1d7", "far away"),
            ("4k3/4b3/8/2p5/8/8/8/2R1R1K1 w - - 0 1", "c1c5", "the defender is pinned"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "quiet"),
        ] {
            let found = of(fen, m, 2);
            assert!(found > pawn || why.starts_with("none") && found == pawn, "{why}: {found}");
        }
        // A check is easier than another quiet move, and the few evasions are easy.
        let rook = "4k3/8/8/8/8/8/8/R5K1 w - - 0 1";
        assert!(of(rook, "a1a8", 2) < of(rook, "a1b1", 2));
        assert!(of("4k3/8/8/8/8/8/8/K6r w - - 0 1", "a1a2", 2) < of(rook, "a1b1", 2));
    }

    /// Returns the difficulty of the capture on d4 by the bishop on b2 after `last`.
    fn after(fen: &str, last: &str) -> f64 {
        let mut game = Game::from_fen(fen, false).unwrap();
        game.play_uci(last).unwrap();
        let m = game.position().parse_uci("b2d4").unwrap();
        difficulty(game.position(), m, 1, game.last_moves()[0])
    }

    #[test]
    fn valuable_pieces_are_looked_at_and_most_where_they_have_just_moved() {
        let threats = ['p', 'n', 'r', 'q']
            .map(|piece| after(&format!("4k3/8/8/8/3{piece}4/8/1B6/4K3 b - - 0 1"), "e8e7"));
        assert!(threats.is_sorted_by(|less, more| less > more), "{threats:?}");
        assert!(after("3rk3/8/8/8/8/8/1B6/4K3 b - - 0 1", "d8d4") < threats[2]);
        assert!(after("3qk3/8/8/8/8/8/1B6/4K3 b - - 0 1", "d8d4") < threats[3] / 2.0);
    }

    #[test]
    fn a_line_that_was_just_opened_is_overlooked_more_often() {
        let opened = after("4k3/8/8/8/3r4/2n5/1B6/4K3 b - - 0 1", "c3a4");
        assert!(opened > after("4k3/8/8/8/3r4/8/1B6/4K3 b - - 0 1", "e8e7"));
    }

    #[test]
    fn far_plies_are_harder() {
        let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
        let found = [0, 2, 1, 3].map(|ply| of(fen, "e4d5", ply));
        assert!(found[0] < found[2] && found[2] < found[1] && found[1] < found[3], "{found:?}");
    }

    #[test]
    fn moves_at_hand_and_recaptures_are_seen() {
        assert_eq!(of("4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "a1b1", 0), 0.0);
        let game = Game::from_fen("4k2r/8/8/8/8/8/8/B3K3 w - - 0 1", false).unwrap();
        let m = game.position().parse_uci("a1h8").unwrap();
        let capture_on = |to| {
            let capture = Some(Role::Pawn);
            Some(Move::Normal { role: Role::Rook, from: Square::A8, capture, to, promotion: None })
        };
        assert_eq!(difficulty(game.position(), m, 3, capture_on(Square::H8)), 0.0);
        assert!(difficulty(game.position(), m, 3, capture_on(Square::A8)) > 0.3);
    }
}
