//! Habits of club players: how natural a move looks, whatever it is worth.
//!
//! The weights are log odds of a conditional logit model of 12,000 moves by players rated 800 to
//! 1400, from 1,088 public games of at least three minutes on lichess and chess.com. The engine's
//! score of the moves was a further variable: what a habit gains or loses is not part of its weight.
//! Castling, development, taking a move back and moves into an attack are set by games, in which they
//! are as frequent as among these players.

use shakmaty::{Color, File, Move, Position as _, Rank, Role, Square};

use crate::chess::{Game, Position, from_square, is_recapture, named_lines, see};

/// For each factor of e in one plus the number of named openings that pass through the position.
const NAMED_OPENING: f64 = 0.9;
const CASTLING: f64 = 2.8;
/// A capture that loses no material at once.
const CAPTURE: f64 = 2.7;
const RECAPTURE: f64 = 1.7;
/// A capture of a more valuable piece.
const CAPTURE_OF_MORE: f64 = 0.8;
const CHECK: f64 = 1.1;
/// Attacks a more valuable or an undefended piece.
const ATTACK: f64 = 1.0;
/// Moves a piece that hangs.
const ESCAPE: f64 = 1.7;
/// Moves a queen that hangs, besides `ESCAPE`: the players of `visibility` left 14 % of the attacked
/// queens, and 22 % of the minor pieces.
const ESCAPE_OF_QUEEN: f64 = 0.6;
/// Lets the moved piece hang.
const HANGING: f64 = -1.0;
/// Moves the queen where it hangs, besides `HANGING`, unless it takes a queen. Set by the share of
/// such moves in games of people.
const HANGING_QUEEN: f64 = -1.0;
/// A pawn to its sixth rank and beyond.
const ADVANCED_PAWN: f64 = 1.3;
const RETREAT: f64 = -0.5;
/// Takes the last move back.
const UNDO: f64 = -1.0;
const KING_MOVE: f64 = -0.5;
const ENDGAME_KING_MOVE: f64 = 0.1;
/// Loses a right to castle without castling.
const LOST_CASTLING: f64 = -1.0;
// In the opening:
const DEVELOPMENT: f64 = 1.1;
/// A quiet move of a minor piece that is developed.
const SECOND_MOVE: f64 = -0.3;
const CENTRE_PAWN: f64 = 1.0;
const C_PAWN: f64 = 0.5;
const EDGE_PAWN: f64 = -0.6;
const EARLY_QUEEN: f64 = -0.4;

/// Fewest pieces besides pawns and kings in the opening.
const OPENING_PIECES: usize = 9;
/// Most pieces besides pawns and kings in the endgame.
const ENDGAME_PIECES: usize = 2;

/// Returns how natural a legal move looks, as log odds.
pub(super) fn naturalness(game: &Game, m: Move) -> f64 {
    let position = game.position();
    let child = position.play(m);
    let us = position.turn();
    let (from, to, role) = (from_square(m), m.to(), m.role());
    let is_quiet = !m.is_capture() && !m.is_castle();
    let pieces: usize =
        Color::ALL.into_iter().map(|color| position.non_pawn_pieces(color).count()).sum();
    let is_opening = pieces >= OPENING_PIECES;
    let is_minor = matches!(role, Role::Knight | Role::Bishop);
    let is_home = us.relative_rank(from.rank()) == Rank::First;
    let is_pawn_move = is_opening && is_quiet && role == Role::Pawn;
    let goes_to = |files: &[File]| files.contains(&to.file());
    let [opponents, own] = game.last_moves();
    let is_sound_capture = m.is_capture() && see::see_ge(position, position.search_move(m), 0);
    let escapes = is_quiet && hangs(position, from);
    let hangs_there = !m.is_castle() && hangs(&child, to);
    let is_undo = own.is_some_and(|last| last.to() == from && from_square(last) == to) && is_quiet;

    let habits = [
        (m.is_castle(), CASTLING),
        (is_sound_capture, CAPTURE),
        (is_recapture(opponents, m), RECAPTURE),
        (m.capture().is_some_and(|victim| worth(victim) > worth(role)), CAPTURE_OF_MORE),
        (child.is_check(), CHECK),
        (is_quiet && attacks(&child, to), ATTACK),
        (escapes, ESCAPE),
        (escapes && role == Role::Queen, ESCAPE_OF_QUEEN),
        (hangs_there, HANGING),
        (hangs_there && role == Role::Queen && m.capture() != Some(Role::Queen), HANGING_QUEEN),
        (role == Role::Pawn && us.relative_rank(to.rank()) >= Rank::Sixth, ADVANCED_PAWN),
        (is_quiet && us.relative_rank(to.rank()) < us.relative_rank(from.rank()), RETREAT),
        (is_undo, UNDO),
        (
            role == Role::King && !m.is_castle(),
            if pieces > ENDGAME_PIECES { KING_MOVE } else { ENDGAME_KING_MOVE },
        ),
        (loses_castling(position, m), LOST_CASTLING),
        (is_opening && is_minor && is_home, DEVELOPMENT),
        (is_opening && is_minor && !is_home && is_quiet, SECOND_MOVE),
        (is_pawn_move && goes_to(&[File::D, File::E]), CENTRE_PAWN),
        (is_pawn_move && goes_to(&[File::C]), C_PAWN),
        (is_pawn_move && goes_to(&[File::A, File::H]), EDGE_PAWN),
        (is_opening && is_quiet && role == Role::Queen, EARLY_QUEEN),
    ];
    let sum: f64 =
        habits.into_iter().filter(|(applies, _)| *applies).map(|(_, weight)| weight).sum();
    sum + NAMED_OPENING * f64::from(1 + named_lines(&child)).ln()
}

/// Returns the value of a piece that is exchanged; a king outweighs all.
const fn worth(role: Role) -> i32 {
    if matches!(role, Role::King) { i32::MAX } else { see::value(role) }
}

/// Returns true if the piece on a square is attacked by a less valuable piece, or attacked and
/// undefended.
fn hangs(position: &Position, square: Square) -> bool {
    let board = position.board();
    let Some(piece) = board.piece_at(square) else { return false };
    let attackers = board.attacks_to(square, !piece.color, board.occupied());
    let cheapest = attackers.into_iter().filter_map(|from| board.role_at(from)).map(worth).min();
    cheapest.is_some_and(|cheapest| {
        cheapest < worth(piece.role)
            || board.attacks_to(square, piece.color, board.occupied()).is_empty()
    })
}

/// Returns true if the piece on a square attacks a more valuable or an undefended piece other than
/// the king.
fn attacks(position: &Position, square: Square) -> bool {
    let board = position.board();
    let Some(piece) = board.piece_at(square) else { return false };
    let targets = board.attacks_from(square) & board.by_color(!piece.color) & !board.kings();
    targets.into_iter().any(|target| {
        board.role_at(target).is_some_and(|role| worth(role) > worth(piece.role))
            || board.attacks_to(target, !piece.color, board.occupied()).is_empty()
    })
}

/// Returns true if a move other than castling gives up a right to castle.
fn loses_castling(position: &Position, m: Move) -> bool {
    let rights = position.chess().castles().castling_rights();
    let own = rights & position.us();
    own.any() && !m.is_castle() && (m.role() == Role::King || own.contains(from_square(m)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns how natural moves look after `played`, in UCI notation.
    fn after(fen: &str, played: &str, moves: &[&str]) -> Vec<f64> {
        let mut game = Game::from_fen(fen, false).unwrap();
        for text in played.split_whitespace() {
            game.play_uci(text).unwrap();
        }
        let position = game.position();
        moves.iter().map(|text| naturalness(&game, position.parse_uci(text).unwrap())).collect()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// Asserts that each move looks more natural than the next one.
    fn assert_falls(fen: &str, played: &str, moves: &[&str]) {
        let values = after(fen, played, moves);
        assert!(values.is_sorted_by(|a, b| a > b), "{played}: {moves:?} {values:?}");
    }

    #[test]
    fn main_first_moves_come_before_edge_pawns() {
        assert_falls(START, "", &["e2e4", "g1f3", "b2b3", "a2a3"]);
        assert_falls(START, "", &["d2d4", "c2c4", "b1c3", "h2h3"]);
        assert_falls(START, "e2e4", &["e7e5", "c7c5", "b7b6", "h7h5"]);
    }

    #[test]
    fn pieces_are_developed_and_kings_castled() {
        let italian = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5";
        assert_falls(START, italian, &["e1g1", "b1c3", "h2h3", "f3g1", "e1f1"]);
        assert_falls(START, italian, &["b1c3", "h1g1"]);
        let chess960 = "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1";
        assert_falls(chess960, "", &["e2e4", "a2a3"]);
        assert_falls(chess960, "", &["a1b3", "h2h4"]);
    }

    #[test]
    fn captures_are_natural_and_recaptures_more() {
        let centre = "e2e4 d7d5";
        assert_falls(START, centre, &["e4d5", "b1c3", "a2a3"]);
        // The bishop would be taken back.
        assert_falls(START, "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6", &["b1c3", "c4f7"]);
        let taken = after(START, "e2e4 d7d5 e4d5", &["d8d5"])[0];
        let without_history = "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2";
        let not_taken_back = after(without_history, "", &["d8d5"])[0];
        assert!(taken > not_taken_back);
    }

    #[test]
    fn a_move_is_seldom_taken_back() {
        let undo = after(START, "g1f3 g8f6", &["f3g1"])[0];
        let other = after(START, "b1c3 g8f6 g1f3 d7d5 a2a3 a7a6", &["f3g1"])[0];
        assert!(undo <= other + UNDO + 1e-9, "{undo} {other}");
        // A rook on an open board, away from the opening.
        let rook = "4k3/8/8/8/8/8/R7/4K3 w - - 0 1";
        assert_falls(rook, "a2a3 e8e7", &["a3b3", "a3a2"]);
    }

    #[test]
    fn attacked_pieces_move_and_pieces_do_not_move_into_attacks() {
        let attacked = "4k3/8/8/1p6/2N5/8/P7/4K3 w - - 0 1";
        assert_falls(attacked, "", &["c4e5", "a2a3"]);
        assert_falls("4k3/8/2p5/8/8/2N5/P7/4K3 w - - 0 1", "", &["c3e4", "c3d5"]);
        // An attacked queen moves more often than an attacked rook.
        let gain_of_escape = |piece: char| {
            let fen = |pawn: char| format!("4k3/8/8/1{pawn}6/2{piece}5/8/P7/4K3 w - - 0 1");
            let quiet = |pawn: char| after(&fen(pawn), "", &["c4c2"])[0];
            quiet('p') - quiet('n')
        };
        assert!(gain_of_escape('Q') > gain_of_escape('R') + 0.5);
        // The queen is looked at more than a rook, unless queens are traded.
        let rook = after("4k3/5p2/4p3/8/8/8/8/3RK3 w - - 0 1", "", &["d1d3", "d1d5"]);
        let queen = after("4k3/5p2/4p3/8/8/8/8/3QK3 w - - 0 1", "", &["d1d3", "d1d5"]);
        assert!(queen[0] - queen[1] > rook[0] - rook[1] + 0.5, "{queen:?} {rook:?}");
        let trade = after("3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", "", &["d1d8"])[0];
        let capture = after("3rk3/8/8/8/8/8/8/3RK3 w - - 0 1", "", &["d1d8"])[0];
        assert!((trade - capture).abs() < 0.01, "{trade} {capture}");
        // An attack on a rook.
        assert_falls("4k3/8/8/3r4/8/8/P7/1N2K3 w - - 0 1", "", &["b1c3", "b1a3"]);
    }
}
