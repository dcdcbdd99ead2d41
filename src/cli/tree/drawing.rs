//! A search as it is drawn: all windows and values as Max sees them, the player to move at the
//! root, so that windows only ever narrow on the way down.

use indicatif::HumanCount;
use serde::Serialize;

use crate::cli::format;
use crate::score::{INFINITE, Score};
use crate::textbook::{NodeType, Recording};

/// Moves that a cut-off spared.
#[derive(Serialize)]
pub struct Stub {
    /// The moves, in order.
    pub moves: Vec<String>,
    /// The leaves below them.
    pub leaves: u64,
}

impl Stub {
    /// What stands beside the scissors.
    pub fn text(&self) -> String {
        let count = |n: u64, one: &str, many: &str| {
            format!("{} {}", HumanCount(n), if n == 1 { one } else { many })
        };
        let moves = count(self.moves.len() as u64, "move", "moves");
        format!("{moves}, {}", count(self.leaves, "leaf", "leaves"))
    }
}

/// A visit of a node.
#[derive(Serialize)]
pub struct Drawn {
    /// The move that led here, or what to call the root.
    pub label: String,
    /// Plies from the root; Max moves at the even ones.
    pub ply: u32,
    /// Alpha on entry; `None` is −∞.
    pub alpha: Option<Score>,
    /// Beta on entry; `None` is +∞.
    pub beta: Option<Score>,
    /// The value returned.
    pub value: Score,
    /// The value as people read it.
    pub value_text: String,
    /// The type that the value gives the node.
    pub found: NodeType,
    /// The type by Knuth's rules.
    pub expected: NodeType,
    /// Whether the search went no deeper.
    pub leaf: bool,
    /// Whether a table knew the value.
    pub known: bool,
    /// Whether the node is on the principal variation.
    pub principal: bool,
    /// What a cut-off spared.
    pub pruned: Option<Stub>,
    /// The visits of children, in order.
    pub children: Vec<usize>,
}

impl Drawn {
    /// Whether Max moves here.
    pub const fn is_max(&self) -> bool {
        self.ply.is_multiple_of(2)
    }

    /// The window on entry: `(−∞, 5)`.
    pub fn window(&self) -> String {
        let alpha = self.alpha.map_or_else(|| "−∞".to_owned(), format::score);
        let beta = self.beta.map_or_else(|| "+∞".to_owned(), format::score);
        format!("({alpha}, {beta})")
    }

    /// The type as a word.
    pub const fn type_name(&self) -> &'static str {
        match self.found {
            NodeType::Pv => "pv",
            NodeType::Cut => "cut",
            NodeType::All => "all",
        }
    }
}

/// A search with its heading.
#[derive(Serialize)]
pub struct Drawing {
    /// What was searched, and how.
    pub title: String,
    /// Who Max is: a colour, or just `Max`.
    pub max: String,
    /// Who Min is.
    pub min: String,
    /// Whether the search has windows; minimax has none.
    pub windows: bool,
    /// The visits of the root: several where the algorithm searches in passes.
    pub roots: Vec<usize>,
    /// All visits, in the order in which they began.
    pub nodes: Vec<Drawn>,
}

impl Drawing {
    /// Draws up a recording. `players` are Max and Min.
    pub fn new<M>(
        title: String,
        players: [&str; 2],
        windows: bool,
        recording: Recording<M>,
    ) -> Drawing {
        let visits = recording.visits;
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
                Drawn {
                    label,
                    ply: visit.ply,
                    alpha: (alpha > -INFINITE).then_some(alpha),
                    beta: (beta < INFINITE).then_some(beta),
                    value,
                    value_text: format::score(value),
                    found: visit.found,
                    expected: visit.expected,
                    leaf: visit.is_leaf(),
                    known: visit.known,
                    principal: visit.principal,
                    children: visit.children,
                    pruned: visit
                        .pruned
                        .map(|pruned| Stub { moves: pruned.moves, leaves: pruned.leaves }),
                }
            })
            .collect();
        let [max, min] = players.map(str::to_owned);
        Drawing { title, max, min, windows, roots, nodes }
    }
}
