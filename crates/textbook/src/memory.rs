//! Alpha-beta with memory: a transposition table of bounds (Greenblatt 1967; in this form Plaat et
//! al. 1996, `AlphaBetaWithMemory`). MTD(f), MT-SSS* and others call it "MT".

use std::collections::HashMap;

use brudno::chess::score::{INFINITE, Score, is_mate};

use super::{
    game::{Game, TreeNode},
    walk::Walk,
};

#[derive(Clone, Copy)]
struct Bounds {
    lower: Score,
    upper: Score,
}

/// Bounds of positions, by key and plies to the horizon. Nothing is replaced.
#[derive(Default)]
pub struct Memory {
    bounds: HashMap<(u64, u32), Bounds>,
}

impl Memory {
    fn get<G: Game>(&self, game: &G, node: &TreeNode<G>) -> Bounds {
        match self.bounds.get(&(game.key(&node.state), node.depth)) {
            Some(&Bounds { lower, upper }) => {
                Bounds { lower: from_node(lower, node.ply), upper: from_node(upper, node.ply) }
            }
            None => Bounds { lower: -INFINITE, upper: INFINITE },
        }
    }

    fn put<G: Game>(&mut self, game: &G, node: &TreeNode<G>, Bounds { lower, upper }: Bounds) {
        let bounds = Bounds { lower: to_node(lower, node.ply), upper: to_node(upper, node.ply) };
        self.bounds.insert((game.key(&node.state), node.depth), bounds);
    }
}

/// Mates count plies from the root in the tree, and from the node in the table. Infinity is no
/// mate.
const fn to_node(score: Score, ply: u32) -> Score {
    if !is_mate(score) || score.abs() == INFINITE {
        score
    } else {
        score + score.signum() * ply as Score
    }
}

const fn from_node(score: Score, ply: u32) -> Score {
    if !is_mate(score) || score.abs() == INFINITE {
        score
    } else {
        score - score.signum() * ply as Score
    }
}

/// The value of a position for the side to move: exact inside the window, an upper bound at alpha
/// and below, a lower bound at beta and above.
pub fn search<G: Game>(
    walk: &mut Walk<G>,
    memory: &mut Memory,
    node: &TreeNode<G>,
    alpha: Score,
    beta: Score,
) -> Score {
    let Bounds { mut lower, mut upper } = memory.get(walk.game(), node);
    if lower >= beta || lower == upper {
        return walk.known(node, alpha, beta, lower);
    }
    if upper <= alpha {
        return walk.known(node, alpha, beta, upper);
    }
    let (alpha, beta) = (alpha.max(lower), beta.min(upper));
    let best = match walk.enter(node, alpha, beta) {
        None => {
            let value = walk.leaf(node);
            memory.put(walk.game(), node, Bounds { lower: value, upper: value });
            return value;
        }
        Some(moves) => {
            let mut best = -INFINITE;
            for m in moves {
                let child = walk.play(node, m);
                best = best.max(-search(walk, memory, &child, -beta, -alpha.max(best)));
                if best >= beta {
                    break;
                }
            }
            best
        }
    };
    if best < beta {
        upper = best;
    }
    if best > alpha {
        lower = best;
    }
    memory.put(walk.game(), node, Bounds { lower, upper });
    walk.exit(node, best)
}
