//! Alpha-beta conspiracy search (McAllester & Yuret 2002): two conspiracy depths, one for Max and
//! one for Min, replace the depth. Each counts the player's alternatives along the path that would
//! uphold the player's bound if the chosen move failed: the leaves that would have to conspire to
//! refute it. A forced move has no alternative, so forced lines are searched deeper. The horizon
//! differs from that of the other searches.
//!
//! In this plain form each move adds one alternative: the best of its siblings by static value. An
//! alternative may miss the bound by less than a pawn; otherwise few quiet moves would count.

use brudno::chess::score::{INFINITE, Score};

use super::{
    game::{Game, TreeNode},
    walk::Walk,
};

/// The search ends at this multiple of the nominal depth, however forced the moves are.
const HORIZON_FACTOR: u32 = 3;

/// How much an alternative may miss a bound by, in centipawns.
const TOLERANCE: Score = 100;

/// The alternatives of the two players, by the parity of the ply, as values for their owner.
type Options = [Vec<Score>; 2];

/// The value of the root. A bound needs as many alternatives as its player has moves in `depth`
/// plies: half of them, at least one.
pub fn search<G: Game>(walk: &mut Walk<G>) -> Score {
    let conspirators = (walk.depth() / 2).max(1) as usize;
    let root = TreeNode { depth: HORIZON_FACTOR * walk.depth(), ..walk.root() };
    let value = walk.static_value(&root);
    let mut options = Options::default();
    visit(walk, &mut options, conspirators, &root, value, -INFINITE, INFINITE)
}

/// The value of a position whose static value is `value`, for the side to move.
fn visit<G: Game>(
    walk: &mut Walk<G>,
    options: &mut Options,
    conspirators: usize,
    node: &TreeNode<G>,
    value: Score,
    alpha: Score,
    beta: Score,
) -> Score {
    let (us, them) = ((node.ply % 2) as usize, (1 - node.ply % 2) as usize);
    let holds = |options: &[Score], claim: Score| {
        options.iter().filter(|&&option| option > claim - TOLERANCE).count() >= conspirators
    };
    let at_least = value <= alpha || holds(&options[us], value.min(beta));
    let at_most = value >= beta || holds(&options[them], -value.max(alpha));
    if node.depth == 0 || at_least && at_most {
        return walk.stand(node, alpha, beta, value);
    }
    let Some(moves) = walk.enter(node, alpha, beta) else { return walk.leaf(node) };
    let mut children: Vec<(Score, G::Move)> = Vec::with_capacity(moves.len());
    for m in moves {
        let child = walk.child(node, m);
        children.push((-walk.static_value(&child), m));
    }
    children.sort_by_key(|&(value, _)| -value);
    let mut best = -INFINITE;
    for (i, &(value, m)) in children.iter().enumerate() {
        let child = walk.play(node, m);
        let option = children.get(usize::from(i == 0)).map_or(-INFINITE, |&(value, _)| value);
        options[us].push(option);
        let (low, high) = (-beta, -alpha.max(best));
        best = best.max(-visit(walk, options, conspirators, &child, -value, low, high));
        options[us].pop();
        if best >= beta {
            break;
        }
    }
    walk.exit(node, best)
}
