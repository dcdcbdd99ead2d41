//! Trees written by hand, as in `((3 5 2) (4 1 6))`: a number is a leaf with its value for Max,
//! who moves at the root; a list holds the moves of a position.

use std::str::FromStr;

use brudno::chess::score::{MAX_EVALUATION, Score};
use thiserror::Error;

use super::game::{Game, LeafValue};

/// The most levels of nesting.
const MAX_HEIGHT: u32 = 64;

/// An error in the text of a tree and its position (characters from 1).
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("not a tree, at character {position}: {reason}")]
pub struct TreeError {
    position: usize,
    reason: Reason,
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
enum Reason {
    #[error("the tree is over, but the text goes on")]
    Trailing,
    #[error("more than {MAX_HEIGHT} levels")]
    TooHigh,
    #[error("`)` without its `(`")]
    Unopened,
    #[error("{0} `)` missing")]
    Unclosed(usize),
    #[error("a position needs a move")]
    NoMove,
    #[error("`{0}` is no number")]
    NotANumber(String),
    #[error("{0} is beyond ±{MAX_EVALUATION}")]
    Value(Score),
    #[error("nothing there")]
    Empty,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Vertex {
    Leaf(Score),
    Inner(Vec<usize>),
}

/// A tree written by hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandMade {
    vertices: Vec<Vertex>,
    root: usize,
    height: u32,
}

impl HandMade {
    /// Plies from the root to the deepest leaf: the depth that searches all of the tree.
    pub const fn height(&self) -> u32 {
        self.height
    }
}

/// A node of a [`HandMade`] tree.
#[derive(Clone, Copy, Debug)]
pub struct HandMadeState(usize);

impl FromStr for HandMade {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<HandMade, TreeError> {
        let characters: Vec<char> = text.chars().collect();
        let error = |at: usize, reason| TreeError { position: at + 1, reason };
        let mut vertices = Vec::new();
        let mut lists: Vec<Vec<usize>> = Vec::new();
        let mut height = 0;
        let mut root = None;
        let mut at = 0;
        while at < characters.len() {
            let start = at;
            at += 1;
            let vertex = match characters[start] {
                c if c.is_whitespace() || c == ',' => continue,
                _ if root.is_some() => {
                    return Err(error(start, Reason::Trailing));
                }
                '(' => {
                    lists.push(Vec::new());
                    if lists.len() > MAX_HEIGHT as usize {
                        return Err(error(start, Reason::TooHigh));
                    }
                    continue;
                }
                ')' => match lists.pop() {
                    None => return Err(error(start, Reason::Unopened)),
                    Some(list) if list.is_empty() => {
                        return Err(error(start, Reason::NoMove));
                    }
                    Some(list) => Vertex::Inner(list),
                },
                _ => {
                    let ends = |c: &char| c.is_whitespace() || "(),".contains(*c);
                    while at < characters.len() && !ends(&characters[at]) {
                        at += 1;
                    }
                    let word: String = characters[start..at].iter().collect();
                    height = height.max(lists.len() as u32);
                    Vertex::Leaf(leaf_value(&word).map_err(|reason| error(start, reason))?)
                }
            };
            vertices.push(vertex);
            match lists.last_mut() {
                Some(list) => list.push(vertices.len() - 1),
                None => root = Some(vertices.len() - 1),
            }
        }
        match root {
            Some(root) => Ok(HandMade { vertices, root, height }),
            None if lists.is_empty() => Err(error(0, Reason::Empty)),
            None => Err(error(at, Reason::Unclosed(lists.len()))),
        }
    }
}

fn leaf_value(word: &str) -> Result<Score, Reason> {
    let value: Score = word.parse().map_err(|_| Reason::NotANumber(word.to_owned()))?;
    if value.abs() > MAX_EVALUATION {
        return Err(Reason::Value(value));
    }
    Ok(value)
}

impl Game for HandMade {
    type State = HandMadeState;
    type Move = u32;

    fn root(&self) -> HandMadeState {
        HandMadeState(self.root)
    }

    fn moves(&self, state: &HandMadeState) -> Vec<u32> {
        match &self.vertices[state.0] {
            Vertex::Leaf(_) => Vec::new(),
            Vertex::Inner(children) => (0..children.len() as u32).collect(),
        }
    }

    fn play(&self, state: &HandMadeState, m: u32) -> HandMadeState {
        match &self.vertices[state.0] {
            Vertex::Inner(children) => HandMadeState(children[m as usize]),
            Vertex::Leaf(_) => unreachable!("a leaf has no moves to play"),
        }
    }

    /// The value of a leaf; 0 for an inner position at which a shorter search ends.
    fn terminal(&self, state: &HandMadeState, ply: u32) -> Score {
        match self.vertices[state.0] {
            Vertex::Leaf(value) if ply.is_multiple_of(2) => value,
            Vertex::Leaf(value) => -value,
            Vertex::Inner(_) => 0,
        }
    }

    fn leaf(&self, state: &HandMadeState, ply: u32) -> LeafValue {
        LeafValue { score: self.terminal(state, ply), evaluations: 1 }
    }

    fn key(&self, state: &HandMadeState) -> u64 {
        state.0 as u64
    }

    fn label(&self, _state: &HandMadeState, m: u32) -> String {
        (m + 1).to_string()
    }
}
