//! The end of a game by the rules.

use std::fmt;

use shakmaty::{Color, KnownOutcome};

use super::game::Game;

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Checkmate by the winner.
    Checkmate(Color),
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Threefold repetition.
    Repetition,
    /// The fifty-move rule.
    FiftyMoves,
    /// Neither side can ever mate.
    InsufficientMaterial,
}

impl Ending {
    /// Returns the result.
    pub const fn outcome(self) -> KnownOutcome {
        match self {
            Ending::Checkmate(winner) => KnownOutcome::Decisive { winner },
            _ => KnownOutcome::Draw,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Checkmate(Color::White) => "checkmate: White wins",
            Ending::Checkmate(Color::Black) => "checkmate: Black wins",
            Ending::Stalemate => "stalemate: a draw",
            Ending::Repetition => "a draw: the third time the same position",
            Ending::FiftyMoves => "a draw: fifty moves without a capture or a pawn move",
            Ending::InsufficientMaterial => "a draw: neither side has the material to mate",
        })
    }
}

impl Game {
    /// Returns the result by the rules if the game is over.
    pub fn outcome(&self) -> Option<KnownOutcome> {
        self.ending().map(Ending::outcome)
    }

    /// Returns why the game is over, if it is. Repetition and the fifty-move rule need no claim.
    pub fn ending(&self) -> Option<Ending> {
        let position = self.position();
        if !position.has_legal_move() {
            return Some(if position.is_check() {
                Ending::Checkmate(!position.turn())
            } else {
                Ending::Stalemate
            });
        }
        if self.is_threefold() {
            Some(Ending::Repetition)
        } else if position.is_fifty_move_draw() {
            Some(Ending::FiftyMoves)
        } else if position.is_insufficient_material() {
            Some(Ending::InsufficientMaterial)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ending(fen: &str, moves: &str) -> Option<Ending> {
        let mut game = Game::from_fen(fen, false).unwrap();
        for text in moves.split_whitespace() {
            assert_eq!(game.ending(), None, "{fen} before {text}");
            game.play_uci(text).unwrap();
        }
        game.ending()
    }

    #[test]
    fn every_rule_ends_a_game() {
        let startpos = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let mate = Some(Ending::Checkmate(Color::Black));
        assert_eq!(ending(startpos, "f2f3 e7e5 g2g4 d8h4"), mate);
        assert_eq!(ending("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "c1c7"), Some(Ending::Stalemate));
        let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
        assert_eq!(ending(startpos, shuffle), Some(Ending::Repetition));
        let (twice, _) = shuffle.rsplit_once(' ').unwrap();
        assert_eq!(ending(startpos, twice), None);
        assert_eq!(ending("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a2"), Some(Ending::FiftyMoves));
        assert_eq!(ending("8/8/8/8/8/2k5/1p6/K7 w - - 0 1", "a1a2"), None, "a pawn can still win");
        assert_eq!(ending("8/8/8/8/8/k7/1p6/1K6 w - - 0 1", ""), None);
        assert_eq!(
            ending("8/8/8/8/8/3k4/1p6/K7 w - - 0 1", "a1b2"),
            Some(Ending::InsufficientMaterial)
        );
    }

    #[test]
    fn mate_comes_before_the_fifty_moves() {
        let mate = Some(Ending::Checkmate(Color::White));
        assert_eq!(ending("k7/8/1K6/8/8/8/8/7R w - - 99 80", "h1h8"), mate);
    }
}
