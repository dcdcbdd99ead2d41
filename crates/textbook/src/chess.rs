//! Chess as a game tree: mate, stalemate, and draws by insufficient material. Repetitions and the
//! fifty-move rule are ignored, because they depend on the path.

use brudno::chess::{
    Position,
    score::{DRAW, Score},
};
use shakmaty::{Move, san::San};

use super::{
    game::{Game, LeafValue},
    leaf,
    leaf::Leaf,
};

/// The chess tree below a position, with a leaf function at its horizon.
#[derive(Clone, Debug)]
pub struct ChessTree<L> {
    root: Position,
    leaf: L,
}

impl<L: Leaf> ChessTree<L> {
    /// Returns the tree below `root`. `leaf` may be a closure `|position, ply| score`.
    pub const fn new(root: Position, leaf: L) -> ChessTree<L> {
        ChessTree { root, leaf }
    }
}

impl<L: Leaf> Game for ChessTree<L> {
    type State = Position;
    type Move = Move;

    fn root(&self) -> Position {
        self.root.clone()
    }

    fn moves(&self, position: &Position) -> Vec<Move> {
        if position.is_insufficient_material() {
            return Vec::new();
        }
        let mut moves = position.legal_moves();
        moves.sort_by_key(|&m| leaf::order(m));
        moves
    }

    fn play(&self, position: &Position, m: Move) -> Position {
        position.play(m)
    }

    fn terminal(&self, position: &Position, ply: u32) -> Score {
        if position.is_insufficient_material() { DRAW } else { leaf::no_move(position, ply) }
    }

    fn leaf(&self, position: &Position, ply: u32) -> LeafValue {
        self.leaf.value(position, ply)
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    fn capture_rank(&self, _position: &Position, m: Move) -> i32 {
        leaf::capture_rank(m)
    }

    fn first_guess(&self) -> Score {
        self.leaf.value(&self.root, 0).score
    }

    fn label(&self, position: &Position, m: Move) -> String {
        San::from_move(position.chess(), m).to_string()
    }
}
