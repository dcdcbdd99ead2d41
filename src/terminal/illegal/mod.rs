//! Explains in words why a move that a person typed is not legal.

mod castling;
mod names;
mod pawn;
mod written;

use names::{by_own, list, piece, side_to_move};
use shakmaty::{Bitboard, Position as _, Role, Square, attacks};
use written::{Wanted, Written};

use crate::{
    chess::{Position, PositionError},
    notation::{movetext::read_move, san},
    terminal::display::role_name,
};

/// Explains the error of a typed move: `Nd4 is not legal: the knight is pinned by the bishop on
/// b4`. Starts with the move, without a full stop.
pub fn explain(position: &Position, error: &PositionError) -> String {
    match error {
        PositionError::Illegal(text, _) => match why_illegal(position, text) {
            Some(reason) => format!("{text} is not legal: {reason}"),
            None => format!("{text} is not legal here"),
        },
        PositionError::Ambiguous(text) => {
            let moves = alternatives(position, text);
            if moves.is_empty() { error.to_string() } else { format!("{text} is {}", list(&moves)) }
        }
        _ => error.to_string(),
    }
}

/// Returns the reason why a move in SAN, long algebraic or UCI notation is not legal. `None` if the
/// text is a legal move or no move.
pub fn why_illegal(position: &Position, text: &str) -> Option<String> {
    if read_move(position, text).is_ok() {
        return None;
    }
    match written::parse(position, text)? {
        Written::Null => Some("a side cannot pass".to_owned()),
        Written::Castle(side) => Some(castling::why_illegal(position, side)),
        Written::From(from, wanted) => Some(match from_square(position, from) {
            Some(reason) => reason,
            None => Attempt { position, wanted }.why(),
        }),
        Written::Pieces(wanted) => {
            let attempt = Attempt { position, wanted };
            Some(attempt.missing_piece().unwrap_or_else(|| attempt.why()) + &attempt.turn(text))
        }
    }
}

/// Explains a move from a square without a piece of the side to move.
fn from_square(position: &Position, from: Square) -> Option<String> {
    let Some(found) = position.board().piece_at(from) else {
        return Some(format!("there is no piece on {from}"));
    };
    let turn = position.turn();
    (found.color != turn).then(|| {
        let owner = names::owner(found.color);
        format!("{} is {owner}, and {}", piece(position, from), side_to_move(turn))
    })
}

/// Returns the legal moves that an ambiguous text may mean, in SAN.
fn alternatives(position: &Position, text: &str) -> Vec<String> {
    let Some(Written::Pieces(wanted) | Written::From(_, wanted)) = written::parse(position, text)
    else {
        return Vec::new();
    };
    let is_one = |m: &shakmaty::Move| {
        m.from().is_some_and(|from| wanted.from.contains(from)) && wanted.to.contains(m.to())
    };
    let moves = position.chess().legal_moves().into_iter().filter(is_one);
    moves.map(|m| san(position, m)).collect()
}

/// A move to explain, and its position.
struct Attempt<'a> {
    position: &'a Position,
    wanted: Wanted,
}

impl Attempt<'_> {
    /// Explains a move of a piece that is not on the board, or not where the move says.
    fn missing_piece(&self) -> Option<String> {
        if self.wanted.from.any() {
            return None;
        }
        let name = role_name(self.wanted.role);
        let all = self.position.board().by_piece(self.wanted.role.of(self.position.turn()));
        Some(match &self.wanted.place {
            Some(place) if all.any() => format!("you have no {name} on {place}"),
            _ => format!("you have no {name}"),
        })
    }

    /// Names the side to move where only the other side can play the move.
    fn turn(&self, text: &str) -> String {
        let other = self.position.play_null().map(|passed| read_move(&passed, text));
        match other {
            Some(Ok(_)) => format!("; {}", side_to_move(self.position.turn())),
            _ => String::new(),
        }
    }

    /// Explains a move of the side's own pieces.
    fn why(&self) -> String {
        let (position, Wanted { role, from, .. }) = (self.position, &self.wanted);
        let Some(to) = self.wanted.to.single_square() else {
            return self.no_pawn_captures();
        };
        if let (Role::King, Some(king)) = (role, from.single_square())
            && let Some(side) = castling::meant(position, king, to)
        {
            return castling::why_illegal(position, side);
        }
        if let Some(own) = by_own(position, to) {
            return format!("{to} is occupied by your own {own}");
        }
        let reaching: Bitboard = from.into_iter().filter(|&from| self.reaches(from, to)).collect();
        let legal = position.chess().legal_moves().into_iter().find(|m| {
            m.to() == to && m.from().is_some_and(|from| reaching.contains(from)) && !m.is_castle()
        });
        match (legal, reaching.first()) {
            (Some(m), _) => self.wrong_signs(m),
            (None, Some(first)) => self.exposes_the_king(reaching, first, to),
            (None, None) if *role == Role::Pawn => self.pawn_does_not_reach(to),
            (None, None) => self.does_not_reach(to),
        }
    }

    /// Returns true if a piece moves to a square by the rules, apart from checks.
    fn reaches(&self, from: Square, to: Square) -> bool {
        match self.wanted.role {
            Role::Pawn => self.pawn_reaches(from, to),
            _ => self.position.board().attacks_from(from).contains(to),
        }
    }

    fn does_not_reach(&self, to: Square) -> String {
        let (role, from) = (self.wanted.role, self.wanted.from);
        let board = self.position.board();
        let blocker = |from: Square| {
            let piece = role.of(self.position.turn());
            attacks::attacks(from, piece, Bitboard::EMPTY)
                .contains(to)
                .then(|| attacks::between(from, to) & board.occupied())?
                .into_iter()
                .min_by_key(|square| square.distance(from))
        };
        let name = role_name(role);
        let blocked: Vec<(Square, Square)> =
            from.into_iter().filter_map(|from| Some((from, blocker(from)?))).collect();
        match (blocked.as_slice(), from.single_square()) {
            (&[(_, blocker)], _) => {
                let way = piece(self.position, blocker);
                format!("no {name} can reach {to}, {way} is in the way")
            }
            (_, Some(from)) if role != Role::King && self.wanted.place.is_some() => {
                format!("the {name} on {from} cannot reach {to}")
            }
            (_, Some(_)) if role == Role::King => format!("the king cannot reach {to}"),
            _ => format!("no {name} can reach {to}"),
        }
    }

    /// Explains a legal move that is written with wrong signs.
    fn wrong_signs(&self, m: shakmaty::Move) -> String {
        match self.wanted.promotion {
            Some(_) if !m.is_promotion() => "only a pawn on the last rank promotes".to_owned(),
            Some(Role::King | Role::Pawn) => {
                "a pawn promotes to a queen, a rook, a bishop or a knight".to_owned()
            }
            _ => format!("there is nothing to capture on {}", m.to()),
        }
    }

    /// Explains a move that would leave the own king in check.
    fn exposes_the_king(&self, reaching: Bitboard, from: Square, to: Square) -> String {
        let position = self.position;
        let (board, us) = (position.board(), position.turn());
        let king = position.king(us);
        if self.wanted.role == Role::King {
            let attackers = board.attacks_to(to, !us, board.occupied() ^ king);
            return format!(
                "the king would be in check on {to} from {}",
                names::all(position, attackers)
            );
        }
        let checkers = position.checkers();
        if checkers.more_than_one() {
            let checkers = names::all(position, checkers);
            return format!("you are in double check from {checkers}; only the king can move");
        }
        let captured = self.captured(from, to);
        if let Some(checker) = checkers.single_square() {
            let resolves = attacks::between(king, checker).contains(to) || captured == checker;
            if !resolves {
                return format!("you are in check from {}", piece(position, checker));
            }
        }
        let occupied = board.occupied().without(from).without(captured).with(to);
        let attackers = board.attacks_to(king, !us, occupied).without(captured);
        let name = match reaching.more_than_one() {
            true => piece(position, from),
            false => format!("the {}", role_name(self.wanted.role)),
        };
        // The captured pawn may be the one that shields the king.
        let is_pinned = position.blockers(us).contains(from);
        let attackers = names::all(position, attackers);
        if is_pinned {
            format!("{name} is pinned by {attackers}")
        } else {
            format!("the capture would leave the king in check from {attackers}")
        }
    }

    /// Returns the square of a captured piece, which is another one only en passant.
    fn captured(&self, from: Square, to: Square) -> Square {
        let is_en_passant = self.wanted.role == Role::Pawn
            && from.file() != to.file()
            && self.position.board().piece_at(to).is_none();
        if is_en_passant { Square::from_coords(to.file(), from.rank()) } else { to }
    }
}

#[cfg(test)]
mod tests;
