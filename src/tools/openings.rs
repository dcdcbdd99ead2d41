//! Random openings for games of the engine against itself: a few random moves from a known
//! position.

use std::{
    io,
    num::NonZeroU32,
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

use rand::{Rng, seq::IndexedRandom};
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, File, Piece, Rank, Role, Setup, Square,
};
use thiserror::Error;

use crate::{
    chess::{Game, Position, score::Score},
    notation::{epd, epd::EpdError},
    platform::files::{MAX_TEXT, read_regular},
    search::{ThreadData, search_nodes, tt::TranspositionTable},
};

/// Random plies from the start position.
const PLIES: RangeInclusive<u32> = 8..=9;
/// Random plies from Fischer random starts, which are diverse already.
const FISCHER_RANDOM_PLIES: RangeInclusive<u32> = 4..=6;
/// Random plies from book positions: more would leave realistic positions.
const BOOK_PLIES: RangeInclusive<u32> = 1..=2;
/// Number of Fischer random arrangements of a side.
pub const ARRANGEMENTS: u32 = 960;
/// Nodes of a reliable search that checks whether an opening is even.
pub const EVEN_NODES: u64 = 1000;
/// Maximum score of an even opening: about 96 of 100 games are won with it.
const MAX_SCORE: Score = 600;

/// Source of openings.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    /// Start positions; if empty, the start position of chess.
    pub book: Vec<Position>,
    /// Percentage of games that start from double Fischer random positions.
    pub fischer_random: u32,
}

impl Openings {
    /// Draws an opening. Random moves may leave it lopsided or finished.
    pub fn draw(&self, random: &mut impl Rng) -> Game {
        let (start, plies) = if random.random_range(0..100) < self.fischer_random {
            let [white, black] = [(); 2].map(|()| random.random_range(0..ARRANGEMENTS));
            (fischer_random(white, black), FISCHER_RANDOM_PLIES)
        } else {
            match self.book.choose(random) {
                Some(position) => (position.clone(), BOOK_PLIES),
                None => (Position::startpos(), PLIES),
            }
        };
        let mut game = Game::new(start);
        for _ in 0..random.random_range(plies) {
            let Some(&m) = game.position().legal_moves().choose(random) else { break };
            game.play(m);
        }
        game
    }
}

/// Returns true if an opening is playable: the game is not over, and a search of `nodes` finds it
/// even.
pub fn is_even(opening: &Game, nodes: u64, tt: &TranspositionTable, data: &mut ThreadData) -> bool {
    opening.outcome().is_none()
        && search_nodes(opening, nodes, tt, data)
            .and_then(|best| best.known_score())
            .is_some_and(|score| score.abs() <= MAX_SCORE)
}

/// Errors of reading start positions.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// A line is not a position.
    #[error("{0}: {1}")]
    Epd(PathBuf, EpdError),
    /// The file has no position.
    #[error("{0}: no position")]
    Empty(PathBuf),
}

/// Reads the positions of a book: FEN or EPD, one per line.
///
/// # Errors
///
/// The file cannot be read, a line is not a position, or there is none.
pub fn read_positions(path: &Path) -> Result<Vec<Position>, OpeningsError> {
    let owned = || path.to_owned();
    let bytes = read_regular(path, MAX_TEXT).map_err(|error| OpeningsError::Io(owned(), error))?;
    let text = String::from_utf8_lossy(&bytes);
    let entries = epd::parse(&text).map_err(|error| OpeningsError::Epd(owned(), error))?;
    if entries.is_empty() {
        return Err(OpeningsError::Empty(owned()));
    }
    Ok(entries.into_iter().map(|entry| entry.game.position().clone()).collect())
}

/// Returns a double Fischer random start, from the numbers of both arrangements.
pub fn fischer_random(white: u32, black: u32) -> Position {
    let mut board = Board::empty();
    let mut castling_rights = Bitboard::EMPTY;
    for (color, number) in [(Color::White, white), (Color::Black, black)] {
        for (file, role) in File::ALL.into_iter().zip(back_rank(number)) {
            let square = |rank| Square::from_coords(file, color.relative_rank(rank));
            board.set_piece_at(square(Rank::First), Piece { color, role });
            board.set_piece_at(square(Rank::Second), Piece { color, role: Role::Pawn });
            if role == Role::Rook {
                castling_rights |= square(Rank::First);
            }
        }
    }
    let setup = Setup { board, castling_rights, fullmoves: NonZeroU32::MIN, ..Setup::empty() };
    let chess = setup.position::<Chess>(CastlingMode::Chess960);
    Position::from_chess(chess.expect("every arrangement is a legal start"))
}

/// Returns the first rank of the arrangement with a number from 0 to 959 (Scharnagl).
pub fn back_rank(number: u32) -> [Role; 8] {
    let mut rank = [None; 8];
    // Takes the n-th free square.
    let put = |rank: &mut [Option<Role>; 8], n: u32, role| {
        if let Some(square) = rank.iter_mut().filter(|square| square.is_none()).nth(n as usize) {
            *square = Some(role);
        }
    };
    let (rest, light) = (number / 4, number % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let (knights, queen) = (rest / 6, rest % 6);
    rank[2 * light as usize + 1] = Some(Role::Bishop);
    rank[2 * dark as usize] = Some(Role::Bishop);
    put(&mut rank, queen, Role::Queen);
    let pairs = (0..4).flat_map(|first| (first + 1..5).map(move |second| (first, second)));
    if let Some((first, second)) = pairs.into_iter().nth(knights as usize) {
        // Highest first: removing one does not shift the other.
        put(&mut rank, second, Role::Knight);
        put(&mut rank, first, Role::Knight);
    }
    for role in [Role::Rook, Role::King] {
        put(&mut rank, 0, role);
    }
    rank.map(|role| role.unwrap_or(Role::Rook))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn there_are_960_arrangements() {
        let letters = |number| back_rank(number).map(|role| role.upper_char()).iter().collect();
        let all: HashSet<String> = (0..ARRANGEMENTS).map(letters).collect();
        assert_eq!(all.len(), 960);
        // Both from Scharnagl's table.
        assert_eq!(letters(518), "RNBQKBNR");
        assert_eq!(letters(0), "BBQNNRKR");
        for rank in all {
            let square = |letter| rank.match_indices(letter).map(|(at, _)| at).collect::<Vec<_>>();
            let (bishops, rooks, king) = (square('B'), square('R'), square('K')[0]);
            assert_eq!((bishops[0] + bishops[1]) % 2, 1, "{rank}");
            assert!(rooks[0] < king && king < rooks[1], "{rank}");
            assert_eq!(square('N').len() + square('Q').len(), 3, "{rank}");
        }
    }

    #[test]
    fn fischer_random_starts_may_castle() {
        for (white, black) in [(518, 518), (0, 959), (959, 0), (123, 456)] {
            let position = fischer_random(white, black);
            assert_eq!(shakmaty::Position::castles(position.chess()).castling_rights().count(), 4);
        }
        assert_eq!(fischer_random(518, 518).key(), Position::startpos().key());
    }
}
