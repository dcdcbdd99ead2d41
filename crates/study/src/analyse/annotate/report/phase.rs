//! Phases of a game.

use brudno::chess::{Game, Position};
use shakmaty::{Color, Rank};

/// Maximum number of major and minor pieces in a middlegame (lichess's `Divider`).
const MIDDLEGAME: usize = 10;
/// Maximum number of major and minor pieces in an endgame (lichess's `Divider`).
const ENDGAME: usize = 6;
/// The opening ends if a side has fewer pieces on its first rank (lichess's `Divider`).
const BACK_RANK: usize = 4;

/// Phase of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// Until pieces are exchanged or developed.
    Opening,
    /// Until few pieces are left.
    Middlegame,
    /// At most six major and minor pieces.
    Endgame,
}

impl Phase {
    /// All phases, in the order of a game.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middlegame => "middlegame",
            Phase::Endgame => "endgame",
        }
    }

    /// Returns the phase of each position of a game. A game never returns to an earlier phase.
    pub fn of_positions(positions: &[Game]) -> Vec<Phase> {
        let phases = positions.iter().scan(Phase::Opening, |phase, game| {
            *phase = (*phase).max(Phase::of(game.position()));
            Some(*phase)
        });
        phases.collect()
    }

    fn of(position: &Position) -> Phase {
        let board = position.board();
        let pieces = (board.occupied() ^ board.kings() ^ board.pawns()).count();
        let is_sparse = |color: Color| {
            let first = color.fold_wb(Rank::First, Rank::Eighth);
            (board.by_color(color) & shakmaty::Bitboard::from_rank(first)).count() < BACK_RANK
        };
        if pieces <= ENDGAME {
            Phase::Endgame
        } else if pieces <= MIDDLEGAME || Color::ALL.into_iter().any(is_sparse) {
            Phase::Middlegame
        } else {
            Phase::Opening
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phase(fen: &str) -> Phase {
        Phase::of(Game::from_fen(fen, false).unwrap().position())
    }

    #[test]
    fn phases_follow_the_pieces_on_the_board() {
        for (fen, expected) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Phase::Opening),
            // White has three pieces on the first rank.
            (
                "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 0 7",
                Phase::Middlegame,
            ),
            // Ten pieces, then six.
            ("r2qk2r/pppp1ppp/2n5/8/8/2N5/PPPP1PPP/R2QK2R w KQkq - 0 9", Phase::Middlegame),
            ("3rk2r/pppp1ppp/2n5/8/8/2N5/PPPP1PPP/3RK2R w - - 0 9", Phase::Endgame),
            ("8/8/4k3/4p3/4P3/4K3/8/8 w - - 0 1", Phase::Endgame),
        ] {
            assert_eq!(phase(fen), expected, "{fen}");
        }
    }

    #[test]
    fn a_promotion_does_not_bring_the_middlegame_back() {
        let mut game = Game::from_fen("1nbqkb2/P7/8/8/8/8/8/4K2R w - - 0 1", false).unwrap();
        let mut positions = vec![game.clone()];
        game.play_uci("a7a8q").unwrap();
        positions.push(game);
        assert_eq!(Phase::of_positions(&positions), [Phase::Endgame, Phase::Endgame]);
    }
}
