//! Endgame rules that override the network: mating a bare king, insufficient material and wrong
//! bishop draws, which are rare in the training data.

use shakmaty::{Bitboard, Board, Color, File, Square};

use crate::chess::score::{DRAW, Score};

/// Base score of mating material against a bare king, internal units.
const MATING: Score = 1500;
/// Bonus per step of the bare king towards a mating corner or edge. It outweighs [`CLOSE`], since
/// the attacking king sometimes has to step back.
const DRIVEN: Score = 150;
/// Bonus per queen and per rook against a bare king.
const QUEEN: Score = 1000;
const ROOK: Score = 500;
/// Bonus per step of the attacking king towards the bare king.
const CLOSE: Score = 20;

/// Applies the endgame rules to the network's `score`, in `turn`'s view.
#[inline]
pub(crate) fn apply_rules(board: &Board, turn: Color, score: Score) -> Score {
    for strong in [turn, !turn] {
        if let Some(mating) = against_bare_king(board, strong) {
            return if strong == turn { mating } else { -mating };
        }
    }
    let better = if score > DRAW { turn } else { !turn };
    if can_win(board, better) { score } else { DRAW }
}

/// Returns true for a wrong bishop draw against a bare king: rook pawns, with or without bishops
/// that do not control the promotion square, and the bare king in front of the pawns.
#[inline]
pub fn is_wrong_bishop_draw(board: &Board) -> bool {
    let is_bare = |side: Color| !board.by_color(side).more_than_one();
    board.pawns().any()
        && Color::ALL.into_iter().any(|strong| is_bare(!strong) && !can_win(board, strong))
}

/// Returns true if a side has winning material: more than a minor piece, two knights or bishops of
/// one colour, or a pawn that can promote.
#[inline]
fn can_win(board: &Board, side: Color) -> bool {
    let own = board.by_color(side);
    if (own & board.rooks_and_queens()).any() {
        return true;
    }
    let (pawns, bishops) = (own & board.pawns(), own & board.bishops());
    let minors = bishops | own & board.knights();
    if pawns.is_empty() {
        let alike = |squares: Bitboard| minors.is_subset(bishops & squares);
        return (minors.count() > 2 || minors.more_than_one() && bishops.any())
            && !alike(Bitboard::LIGHT_SQUARES)
            && !alike(Bitboard::DARK_SQUARES);
    }
    minors != bishops || !holds_corner(board, side, pawns, bishops)
}

/// Returns true for the wrong bishop draw (Stockfish's `KBPsK`): all pawns on one rook file, no
/// bishop of the promotion square's colour, and the defending king on or next to that square.
/// Other defending pieces do not matter unless the pawns can capture them and change file.
fn holds_corner(board: &Board, strong: Color, pawns: Bitboard, bishops: Bitboard) -> bool {
    let (file, next) = match pawns.first().map(Square::file) {
        Some(File::A) => (File::A, File::B),
        Some(File::H) => (File::H, File::G),
        _ => return false,
    };
    let corner = Square::from_coords(file, (!strong).backrank());
    let reach = if corner.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
    let weak = board.by_color(!strong);
    pawns.is_subset(file)
        && bishops.is_disjoint(reach)
        && (weak & !board.kings()).is_disjoint(next)
        && (weak & board.kings()).single_square().is_some_and(|king| king.distance(corner) <= 1)
}

/// Returns the score of mating material against a bare king, `None` for other positions. It grows
/// as the bare king is driven to the edge and the attacking king approaches (Stockfish's `KBNK` and
/// `KXK`).
fn against_bare_king(board: &Board, strong: Color) -> Option<Score> {
    let bare = board.king_of(!strong)?;
    if board.by_color(!strong).more_than_one() || board.pawns().any() || !can_win(board, strong) {
        return None;
    }
    let close = 7 - board.king_of(strong)?.distance(bare) as Score;
    let (queens, rooks) = (board.queens().count() as Score, board.rooks().count() as Score);
    let driven = if queens + rooks > 0 {
        DRIVEN * to_edge(bare) / 2
    } else {
        DRIVEN * driven(board.bishops(), bare)
    };
    Some(MATING + QUEEN * queens + ROOK * rooks + driven + CLOSE * close)
}

/// Returns a king's closeness to edges and corners, from 0 in the centre to 9 in a corner.
fn to_edge(king: Square) -> Score {
    let from_middle = |index: u32| (2 * index as Score - 7).abs() / 2;
    let (file, rank) = (from_middle(king.file() as u32), from_middle(king.rank() as u32));
    2 * file.max(rank) + file.min(rank)
}

/// Returns a king's closeness to a mating corner, 0 to 7: a corner of the bishops' colour, or any
/// corner with bishops of both colours or none.
fn driven(bishops: Bitboard, king: Square) -> Score {
    let (file, rank) = (king.file() as Score, king.rank() as Score);
    let to_dark_corner = (7 - file - rank).abs();
    let to_light_corner = (file - rank).abs();
    let has_light = (bishops & Bitboard::LIGHT_SQUARES).any();
    let has_dark = (bishops & Bitboard::DARK_SQUARES).any();
    match (has_light, has_dark) {
        (true, false) => to_light_corner,
        (false, true) => to_dark_corner,
        _ => to_light_corner.max(to_dark_corner),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Game;

    fn judged(fen: &str) -> Score {
        let game = Game::from_fen(fen, false).unwrap();
        let position = game.position();
        apply_rules(position.board(), position.turn(), 77)
    }

    #[test]
    fn a_bare_king_is_driven_to_the_corner_of_the_bishop() {
        // The bishop on c1 goes over dark squares.
        let right = judged("8/8/8/8/8/2K5/8/k1B1N3 w - - 0 1");
        let wrong = judged("k7/8/2K5/8/8/8/8/2B1N3 w - - 0 1");
        let middle = judged("8/8/8/2k5/8/2K5/8/2B1N3 w - - 0 1");
        assert!(right > wrong && right > middle && middle >= MATING);
        let lost = judged("8/8/8/8/8/2K5/8/k1B1N3 b - - 0 1");
        assert_eq!(lost, -right);
        let far = judged("8/8/8/8/8/6K1/8/k1B1N3 w - - 0 1");
        assert!(far < right);
        // Two bishops mate in any corner.
        let corners = ["k7/8/2K5/8/8/8/8/2B2B2 w - - 0 1", "8/8/8/8/8/2K5/8/k1B2B2 w - - 0 1"];
        assert_eq!(judged(corners[0]), judged(corners[1]));
    }

    #[test]
    fn a_bare_king_is_driven_to_the_edge_by_queen_and_rook() {
        for pieces in ["RN", "QN", "RR"] {
            let score = |fen: &str| judged(&fen.replace("XX", pieces));
            let corner = score("k7/8/8/3K4/8/8/8/6XX w - - 0 1");
            let edge = score("3k4/8/8/3K4/8/8/8/6XX w - - 0 1");
            let middle = score("8/8/3k4/8/3K4/8/8/6XX w - - 0 1");
            let far = score("3k4/8/8/8/8/8/3K4/6XX w - - 0 1");
            assert!(corner > edge && edge > middle && edge > far && middle >= MATING, "{pieces}");
            assert_eq!(score("3k4/8/8/3K4/8/8/8/6XX b - - 0 1"), -edge);
        }
        let alone = |piece: &str| judged(&format!("3k4/8/8/3K4/8/8/8/7{piece} w - - 0 1"));
        assert!(alone("Q") > alone("R") && alone("R") > MATING);
    }

    #[test]
    fn a_wrong_bishop_does_not_win() {
        for (fen, expected) in [
            ("7k/8/6KP/8/2B5/8/8/8 w - - 0 1", DRAW),
            ("6k1/8/4K2P/7P/2B5/8/8/3B4 w - - 0 1", DRAW),
            ("8/8/8/8/p7/1bk5/8/K7 b - - 0 1", DRAW),
            ("8/8/8/8/p6P/1bk5/8/K7 b - - 0 1", DRAW),
            // The right bishop, a king that is away, a pawn to take, a knight, another file.
            ("8/8/8/8/p7/2k5/3b4/1K6 b - - 0 1", 77),
            ("8/8/8/8/p7/1bk5/8/4K3 b - - 0 1", 77),
            ("8/8/8/8/pP6/1bk5/8/K7 b - - 0 1", 77),
            ("8/8/8/8/p7/1bk5/3n4/K7 b - - 0 1", 77),
            ("8/8/8/8/p6p/1bk5/8/K7 b - - 0 1", 77),
        ] {
            assert_eq!(judged(fen), expected, "{fen}");
            let game = Game::from_fen(fen, false).unwrap();
            let bare = !fen.contains('P') || !fen.contains('p');
            assert_eq!(
                is_wrong_bishop_draw(game.position().board()),
                expected == DRAW && bare,
                "{fen}"
            );
        }
    }

    #[test]
    fn the_network_is_believed_where_pieces_can_win() {
        for (fen, expected) in [
            ("k7/8/2K5/8/8/8/8/2B5 w - - 0 1", DRAW),
            ("k7/8/2K5/8/8/8/8/2N2N2 w - - 0 1", DRAW),
            ("kn6/8/2K5/8/8/8/8/2R5 w - - 0 1", 77),
            ("kn6/8/2K5/8/8/8/8/2B1N3 w - - 0 1", 77),
            ("k7/p7/2K5/8/8/8/8/2B1N3 w - - 0 1", 77),
            ("k7/8/2K5/8/8/8/P7/2B1N3 w - - 0 1", 77),
        ] {
            assert_eq!(judged(fen), expected, "{fen}");
        }
    }
}
