//! Hints in words: why the best move is good, without the move itself.

use brudno::{
    chess::{
        Position, from_square,
        score::moves_to_mate,
        see::{see_ge, value},
    },
    eval::wdl::centipawns,
    search::ScoredLine,
    terminal::display::role_name,
};
use shakmaty::{Bitboard, Color, File, Move, Position as _, Role, Square};

use super::threat::{MATE, Threat};
use crate::shared::review::sentence;

/// A hint that was given.
pub struct GivenHint {
    /// Number of plies and key of the position.
    pub place: (usize, u64),
    /// Best line.
    pub line: Vec<Move>,
}

/// Minimum gain of an exchange that counts as a win of material: almost a pawn, in units of
/// [`value`].
const GAIN: i32 = 100;

/// Returns a reason for the first move of the best line. `threat` searches the threat of the
/// opponent. Starts in lower case, without a full stop.
pub fn reason(
    position: &Position,
    best: &ScoredLine,
    threat: impl FnOnce() -> Option<Threat>,
) -> String {
    let Some(&m) = best.pv.first() else { return "there is no legal move".to_owned() };
    if position.chess().legal_moves().len() == 1 {
        return "there is only one legal move".to_owned();
    }
    let child = position.play(m);
    if let Some(moves) = moves_to_mate(best.score).filter(|moves| moves.abs() <= MATE) {
        return mate(m, &child, moves);
    }
    if position.is_check() {
        return out_of_check(position, m);
    }
    if m.is_promotion() {
        return "a pawn can promote".to_owned();
    }
    if let Some(reason) = won(position, best, &child) {
        return reason;
    }
    if m.role() == Role::Pawn && best.pv.iter().step_by(2).any(|m| m.is_promotion()) {
        return "a pawn can run to promotion".to_owned();
    }
    let threat = threat();
    let mate = threat.as_ref().filter(|threat| threat.is_mate()).and_then(Threat::as_reason);
    mate.or_else(|| attacked(position, m, &child))
        .or_else(|| threat?.as_reason())
        .unwrap_or_else(|| quiet(position, m, &child))
}

fn mate(m: Move, child: &Position, moves: i32) -> String {
    match moves {
        1 => "you can mate with the next move".to_owned(),
        2.. => format!("you can force mate in {moves}, beginning with {}", kind(m, child)),
        _ => {
            let role = role_name(m.role());
            format!("mate in {} cannot be avoided; a {role} move delays it most", -moves)
        }
    }
}

/// Describes a move by its kind.
fn kind(m: Move, child: &Position) -> &'static str {
    match (child.is_check(), m.is_capture()) {
        (true, true) => "a capture with check",
        (true, false) => "a check",
        (false, true) => "a capture",
        (false, false) => "a quiet move",
    }
}

fn out_of_check(position: &Position, m: Move) -> String {
    let role = role_name(m.role());
    if let Some(victim) = m.capture().filter(|_| position.checkers().contains(m.to())) {
        let (victim, square) = (role_name(victim), m.to());
        format!("you are in check: the {victim} on {square} can be captured")
    } else if m.role() == Role::King {
        "you are in check: move the king".to_owned()
    } else {
        let checker = position.checkers().first();
        let from = checker.map_or_else(String::new, |square| format!(" from {square}"));
        format!("you are in check: put a {role} between the king and the check{from}")
    }
}

/// Explains a win of material.
fn won(position: &Position, best: &ScoredLine, child: &Position) -> Option<String> {
    let &m = best.pv.first()?;
    // More than a pawn needs no evidence of the score.
    let what = sentence::won(position, &best.pv, i32::MAX)
        .or_else(|| sentence::won(position, &best.pv, centipawns(best.score)))
        .or_else(|| wins_at_once(position, m).then(|| "material".to_owned()))?;
    if m.is_en_passant() {
        return Some(format!("a pawn can win {what} en passant"));
    }
    if let Some(victim) = m.capture() {
        let (victim, square) = (role_name(victim), m.to());
        let is_defended = attackers(position, square, !position.turn()).any();
        return Some(if is_defended {
            format!("a capture wins {what}: look at the {victim} on {square}")
        } else {
            format!("the {victim} on {square} is undefended")
        });
    }
    fork(position, m, child).or_else(|| {
        let (kind, piece) = (kind(m, child), own(m));
        Some(format!("there is a way to win {what}: {kind} of {piece}"))
    })
}

/// Returns true if a capture wins material by exchanges on its square.
fn wins_at_once(position: &Position, m: Move) -> bool {
    m.is_capture() && see_ge(position, position.search_move(m), GAIN)
}

/// Describes a double attack of the moved piece, if it cannot be captured with a gain.
fn fork(position: &Position, m: Move, child: &Position) -> Option<String> {
    if m.is_castle() || is_capturable(child, m.to()) {
        return None;
    }
    let enemy = child.turn();
    let is_target = |square: &Square| {
        child.board().role_at(*square).is_some_and(|role| {
            let is_loose = attackers(child, *square, enemy).is_empty() && role != Role::Pawn;
            role == Role::King || value(role) > value(m.role()) + GAIN || is_loose
        })
    };
    let attacked = child.board().attacks_from(m.to()) & child.board().by_color(enemy);
    let mut targets: Vec<Role> = attacked
        .into_iter()
        .filter(is_target)
        .filter_map(|square| child.board().role_at(square))
        .collect();
    targets.sort_by_key(|&role| (role != Role::King, -value(role)));
    let [first, second, ..] = targets[..] else { return None };
    let (first, second) = (role_name(first), role_name(second));
    Some(format!("{} can fork {first} and {second}", a(position, m)))
}

/// Explains a move by the attack on a piece that it saves.
fn attacked(position: &Position, m: Move, child: &Position) -> Option<String> {
    let passed = position.play_null()?;
    let victim = |square: Square| passed.board().role_at(square).map_or(0, value);
    let squares: Bitboard =
        passed.them().into_iter().filter(|&square| is_capturable(&passed, square)).collect();
    let square = squares.into_iter().max_by_key(|&square| victim(square))?;
    let is_moved = !m.is_castle() && from_square(m) == square;
    // A capture or a check only delays the loss.
    if !is_moved && (m.is_capture() || child.is_check()) {
        return None;
    }
    let now = if is_moved { m.to() } else { square };
    let role = passed.board().role_at(square)?;
    (!is_capturable(child, now))
        .then(|| format!("your {} on {square} is attacked", role_name(role)))
}

/// Returns true if the side to move wins material by a capture on a square.
fn is_capturable(position: &Position, square: Square) -> bool {
    position.chess().legal_moves().into_iter().any(|m| {
        m.is_capture() && m.to() == square && see_ge(position, position.search_move(m), GAIN)
    })
}

fn attackers(position: &Position, square: Square, side: Color) -> Bitboard {
    position.board().attacks_to(square, side, position.board().occupied())
}

/// Points at the piece of a quiet move.
fn quiet(position: &Position, m: Move, child: &Position) -> String {
    if m.is_castle() {
        return "bring your king into safety".to_owned();
    }
    if let Some(victim) = m.capture() {
        return format!("consider an exchange: the {} on {}", role_name(victim), m.to());
    }
    if child.is_check() {
        return format!("consider a check with {}", own(m));
    }
    let us = position.turn();
    let file = m.to().file();
    match m.role() {
        Role::Pawn => {
            let part = match file {
                File::A | File::B | File::C => "on the queenside",
                File::D | File::E => "in the centre",
                File::F | File::G | File::H => "on the kingside",
            };
            format!("consider a pawn move {part}")
        }
        Role::Knight | Role::Bishop if is_at_home(us, m) => format!("develop {}", own(m)),
        Role::Rook if from_square(m).file() != file && is_open(child, us, file) => {
            format!("a rook can use the {}-file", file.char())
        }
        _ => format!("improve the place of {}", own(m)),
    }
}

/// Returns true if a piece has not left its back rank.
fn is_at_home(us: Color, m: Move) -> bool {
    from_square(m).rank() == us.relative_rank(shakmaty::Rank::First)
}

/// Returns true if a side has no pawn on a file.
fn is_open(position: &Position, us: Color, file: File) -> bool {
    let board = position.board();
    (board.pawns() & board.by_color(us) & Bitboard::from_file(file)).is_empty()
}

/// Names the moved piece with its square.
fn own(m: Move) -> String {
    format!("your {} on {}", role_name(m.role()), from_square(m))
}

/// Names the moved piece: `a knight`, or `the queen` if there is one only.
fn a(position: &Position, m: Move) -> String {
    let board = position.board();
    let count = board.by_piece(m.role().of(position.turn())).count();
    let article = if count == 1 { "the" } else { "a" };
    format!("{article} {}", role_name(m.role()))
}
