//! Alpha-beta without recursion: an explicit stack of pending calls, as in Knuth's "Structured
//! programming with go to statements" (1974).

use brudno::chess::score::Score;

use super::{
    game::{Game, TreeNode},
    walk::Walk,
};

/// A pending call.
struct Call<G: Game> {
    node: TreeNode<G>,
    moves: std::vec::IntoIter<G::Move>,
    alpha: Score,
    beta: Score,
}

/// The value of a position for the side to move, or the bound of the window that it lies beyond.
pub fn search<G: Game>(walk: &mut Walk<G>, root: TreeNode<G>, alpha: Score, beta: Score) -> Score {
    let Some(moves) = walk.enter(&root, alpha, beta) else { return walk.leaf(&root) };
    let mut stack = vec![Call { node: root, moves: moves.into_iter(), alpha, beta }];
    let mut returned = alpha;
    while let Some(call) = stack.last_mut() {
        let next = if call.alpha < call.beta { call.moves.next() } else { None };
        let Some(m) = next else {
            returned = walk.exit(&call.node, call.alpha);
            stack.pop();
            if let Some(parent) = stack.last_mut() {
                parent.alpha = parent.alpha.max(-returned);
            }
            continue;
        };
        let child = walk.play(&call.node, m);
        let (alpha, beta) = (-call.beta, -call.alpha);
        match walk.enter(&child, alpha, beta) {
            Some(moves) => {
                stack.push(Call { node: child, moves: moves.into_iter(), alpha, beta });
            }
            None => call.alpha = call.alpha.max(-walk.leaf(&child)),
        }
    }
    returned
}
