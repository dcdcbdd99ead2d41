//! Model of a drawing. Windows and values are given from the point of view of Max, the player to
//! move at the root. Towards the leaves, windows only become narrower.

use brudno::chess::{
    Position,
    score::{INFINITE, Score},
};
use brudno_console::format::count;
use brudno_textbook::{NodeType, Trace};
use serde::Serialize;
use shakmaty::{Board, Move, Square};

use crate::shared::score;

/// Moves that a cut-off skipped.
#[derive(Serialize)]
pub struct Stub {
    /// Skipped moves, in order.
    pub moves: Vec<String>,
    /// Leaves below the skipped moves.
    pub leaves: u64,
}

impl Stub {
    /// Returns the label.
    pub fn text(&self) -> String {
        let moves = count(self.moves.len() as u64, "move", "moves");
        format!("{moves}, {}", count(self.leaves, "leaf", "leaves"))
    }
}

/// A visit of a node.
#[derive(Serialize)]
pub struct DrawnNode {
    /// Move that leads to the node, or the root's label.
    pub label: String,
    /// Plies from the root. Max moves at even plies.
    pub ply: u32,
    /// Alpha on entry; `None` is −∞.
    pub alpha: Option<Score>,
    /// Beta on entry; `None` is +∞.
    pub beta: Option<Score>,
    /// Returned value.
    pub value: Score,
    /// Value as text.
    pub value_text: String,
    /// Node type by value.
    pub found: NodeType,
    /// Node type by Knuth's rules.
    pub expected: NodeType,
    /// True if the node is a leaf of the search.
    pub leaf: bool,
    /// True if the value came from the transposition table.
    pub known: bool,
    /// True if the node is on the principal variation.
    pub principal: bool,
    /// Squares that the move changed, each with the letter of its new piece: `e2`, `e4P`. Empty at
    /// the root and in games other than chess.
    pub changes: Vec<String>,
    /// Moves that a cut-off skipped.
    pub pruned: Option<Stub>,
    /// Indices of the children's visits, in order.
    pub children: Vec<usize>,
}

impl DrawnNode {
    /// Returns true if Max is to move.
    pub const fn is_max(&self) -> bool {
        self.ply.is_multiple_of(2)
    }

    /// Returns true if the node was evaluated at the horizon. A value from the table may be a bound.
    pub const fn is_leaf(&self) -> bool {
        self.leaf && !self.known
    }

    /// Formats the window on entry: `(−∞, 5)`.
    pub fn window(&self) -> String {
        let alpha = self.alpha.map_or_else(|| "−∞".to_owned(), score::text);
        let beta = self.beta.map_or_else(|| "+∞".to_owned(), score::text);
        format!("({alpha}, {beta})")
    }

    /// Returns the name of the node type. A leaf has no moves that were searched or pruned.
    pub const fn type_name(&self) -> &'static str {
        match self.found {
            _ if self.is_leaf() => "leaf",
            NodeType::Pv => "pv",
            NodeType::Cut => "cut",
            NodeType::All => "all",
        }
    }
}

/// Root position in chess.
#[derive(Serialize)]
pub struct ChessRoot {
    /// First field of the FEN.
    pub pieces: String,
    /// Move number.
    pub number: u32,
}

/// A drawing of a search.
#[derive(Serialize)]
pub struct Drawing {
    /// Title, with the position and the algorithm.
    pub title: String,
    /// Name of Max, which is a colour or `Max`.
    pub max: String,
    /// Name of Min.
    pub min: String,
    /// True if the search has windows. Minimax has none.
    pub windows: bool,
    /// Root position in chess.
    pub chess: Option<ChessRoot>,
    /// Indices of the root's visits. Iterative algorithms have several.
    pub roots: Vec<usize>,
    /// All visits, in the order of entry.
    pub nodes: Vec<DrawnNode>,
}

impl Drawing {
    /// Builds the drawing of a trace. `players` are Max and Min.
    pub fn new<M>(title: String, players: [&str; 2], windows: bool, trace: Trace<M>) -> Drawing {
        let visits = trace.visits;
        let roots: Vec<usize> =
            (0..visits.len()).filter(|&index| visits[index].parent.is_none()).collect();
        let passes = roots.len();
        let mut pass = 0;
        let nodes = visits
            .into_iter()
            .map(|visit| {
                let is_max = visit.ply.is_multiple_of(2);
                let (low, high) = visit.window;
                let (alpha, beta) = if is_max { (low, high) } else { (-high, -low) };
                let value = if is_max { visit.value } else { -visit.value };
                let label = if visit.parent.is_some() {
                    visit.label.clone()
                } else if passes > 1 {
                    pass += 1;
                    format!("pass {pass}")
                } else {
                    "root".to_owned()
                };
                DrawnNode {
                    label,
                    ply: visit.ply,
                    alpha: (alpha > -INFINITE).then_some(alpha),
                    beta: (beta < INFINITE).then_some(beta),
                    value,
                    value_text: score::text(value),
                    found: visit.found,
                    expected: visit.expected,
                    leaf: visit.is_leaf(),
                    known: visit.known,
                    principal: visit.principal,
                    changes: Vec::new(),
                    children: visit.children,
                    pruned: visit
                        .pruned
                        .map(|pruned| Stub { moves: pruned.moves, leaves: pruned.leaves }),
                }
            })
            .collect();
        let [max, min] = players.map(str::to_owned);
        Drawing { title, max, min, windows, chess: None, roots, nodes }
    }

    /// Adds boards to the drawing of a chess tree below `root`. They follow from the parents and
    /// moves of the visits.
    pub fn add_boards(&mut self, root: &Position, moves: &[(Option<usize>, Option<Move>)]) {
        let pieces = root.board().board_fen().to_string();
        self.chess = Some(ChessRoot { pieces, number: root.fullmoves() });
        let mut positions: Vec<Position> = Vec::with_capacity(moves.len());
        for (node, &(parent, m)) in self.nodes.iter_mut().zip(moves) {
            // The visit of a parent is before those of its children.
            let position = match (parent, m) {
                (Some(parent), Some(m)) => {
                    let before = &positions[parent];
                    let after = before.play(m);
                    node.changes = changes(before.board(), after.board());
                    after
                }
                _ => root.clone(),
            };
            positions.push(position);
        }
    }
}

/// Returns the squares that differ, with the letters of their new pieces.
fn changes(before: &Board, after: &Board) -> Vec<String> {
    Square::ALL
        .into_iter()
        .filter(|&square| before.piece_at(square) != after.piece_at(square))
        .map(|square| match after.piece_at(square) {
            Some(piece) => format!("{square}{}", piece.char()),
            None => square.to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use brudno::chess::Game;

    use super::*;

    #[test]
    fn a_leaf_is_no_cut_node() {
        use brudno_textbook::{HandMade, Monitor, trace};

        let tree: HandMade = "((3 5 2) (4 1 6))".parse().unwrap();
        let algorithm = "alphabeta".parse().unwrap();
        let (_, trace) = trace(algorithm, &tree, 2, &Monitor::default());
        let drawing = Drawing::new(String::new(), ["Max", "Min"], true, trace);
        let types: Vec<&str> = drawing.nodes.iter().map(DrawnNode::type_name).collect();
        assert_eq!(types, ["pv", "pv", "leaf", "leaf", "leaf", "cut", "leaf", "leaf"]);
    }

    #[test]
    fn changes_are_those_of_the_move() {
        let fen = "r3k3/1P6/8/3pP3/8/8/8/4K2R w K d6 0 1";
        let position = Game::from_fen(fen, false).unwrap().position().clone();
        for (text, expected) in [
            ("O-O", "e1 f1R g1K h1"),
            ("exd6", "d5 e5 d6P"),
            ("bxa8=N", "b7 a8N"),
            ("Kd2", "e1 d2K"),
        ] {
            let after = position.play(position.parse_move(text).unwrap());
            let mut found = changes(position.board(), after.board());
            let mut expected: Vec<&str> = expected.split(' ').collect();
            found.sort();
            expected.sort_unstable();
            assert_eq!(found, expected, "{text}");
        }
    }
}
