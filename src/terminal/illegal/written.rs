//! Parses what an illegal move was meant to be.

use shakmaty::{Bitboard, CastlingSide, File, Rank, Role, Square, attacks, san::San, uci::UciMove};

use crate::{
    chess::{Position, tidy_san},
    notation::movetext::ascii,
};

/// A move as it was typed.
pub enum Written {
    /// A null move.
    Null,
    Castle(CastlingSide),
    /// A move whose origin is named, whatever stands there.
    From(Square, Wanted),
    /// A move of a named piece.
    Pieces(Wanted),
}

/// The parts of a move.
pub struct Wanted {
    pub role: Role,
    /// Pieces of the side to move that the text may mean.
    pub from: Bitboard,
    /// File, rank or square of the piece, if the text has one.
    pub place: Option<String>,
    /// Target. A whole file if its rank is not named.
    pub to: Bitboard,
    /// True if the text has the sign of a capture.
    pub captures: bool,
    pub promotion: Option<Role>,
}

/// Parses a text. `None` if it is no move.
pub fn parse(position: &Position, text: &str) -> Option<Written> {
    let word = ascii(text);
    let plain = word.trim_end_matches(['!', '?', '+', '#']);
    if matches!(plain, "--" | "0000" | "Z0" | "null") {
        return Some(Written::Null);
    }
    if let Ok(uci) = UciMove::from_ascii(plain.to_ascii_lowercase().as_bytes()) {
        return of_uci(position, uci);
    }
    if let Some((from, to)) = files(plain) {
        let wanted = of_pieces(position, Role::Pawn, Some(from), None, Bitboard::from_file(to));
        return Some(Written::Pieces(Wanted { captures: true, ..wanted }));
    }
    let tidy = tidy_san(plain);
    let [written, tidied] = [plain, &tidy].map(|san| San::from_ascii(san.as_bytes()).ok());
    let of = |san: Option<San>| of_san(position, san?);
    match (of(written), of(tidied)) {
        // `bc4` may be a bishop or a pawn.
        (Some(Written::Pieces(pawn)), Some(bishop)) if plain != tidy && plain.starts_with('b') => {
            let is_pawns = |from| (attacks::pawn_attacks(position.turn(), from) & pawn.to).any();
            let is_pawn = pawn.from.into_iter().any(is_pawns);
            Some(if is_pawn { Written::Pieces(pawn) } else { bishop })
        }
        (written, tidied) => written.or(tidied),
    }
}

/// Parses a capture of a pawn without a rank: `exd`, `ed`.
fn files(text: &str) -> Option<(File, File)> {
    let mut letters = text.chars().filter(|letter| !"x:".contains(*letter));
    let (from, to) = (File::from_char(letters.next()?)?, File::from_char(letters.next()?)?);
    letters.next().is_none().then_some((from, to))
}

fn of_uci(position: &Position, uci: UciMove) -> Option<Written> {
    let UciMove::Normal { from, to, promotion } = uci else { return Some(Written::Null) };
    let role = position.board().role_at(from).unwrap_or(Role::Pawn);
    let wanted = Wanted {
        role,
        from: from.into(),
        place: Some(from.to_string()),
        to: to.into(),
        captures: false,
        promotion,
    };
    Some(Written::From(from, wanted))
}

fn of_san(position: &Position, san: San) -> Option<Written> {
    let San::Normal { role, file, rank, capture, to, promotion } = san else {
        return match san {
            San::Castle(side) => Some(Written::Castle(side)),
            San::Null => Some(Written::Null),
            _ => None,
        };
    };
    // A pawn stays on its file unless the text names another.
    let named = file.or_else(|| (role == Role::Pawn && !capture).then(|| to.file()));
    let mut wanted = of_pieces(position, role, named, rank, to.into());
    if file.is_none() && rank.is_none() {
        wanted.place = None;
    }
    Some(Written::Pieces(Wanted { captures: capture, promotion, ..wanted }))
}

/// Returns a move of the pieces of a role on a file and a rank.
fn of_pieces(
    position: &Position,
    role: Role,
    file: Option<File>,
    rank: Option<Rank>,
    to: Bitboard,
) -> Wanted {
    let mut from = position.board().by_piece(role.of(position.turn()));
    from &= file.map_or(Bitboard::FULL, Bitboard::from_file);
    from &= rank.map_or(Bitboard::FULL, Bitboard::from_rank);
    let place = match (file, rank) {
        (Some(file), Some(rank)) => Some(Square::from_coords(file, rank).to_string()),
        (Some(file), None) => Some(format!("the {}-file", file.char())),
        (None, Some(rank)) => Some(format!("rank {}", rank.char())),
        (None, None) => None,
    };
    Wanted { role, from, place, to, captures: false, promotion: None }
}
