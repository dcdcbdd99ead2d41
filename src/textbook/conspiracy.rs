//! Alpha-beta conspiracy search (McAllester & Yuret 2002): in place of one depth there are two,
//! one for what Max claims and one for what Min claims. Each counts the options that the player
//! has left aside on the way here, and that would hold the claim if the chosen move did not: the
//! leaves that would have to conspire to refute it. A forced move leaves no option, so forced
//! lines are searched further; the horizon is not that of the other searches.
//!
//! In this plain form, each move leaves one option: the best of its siblings by static value. It
//! holds a claim that it misses by less than a pawn, or quiet moves would be options only by luck.

use super::{
    game::{Game, Node},
    walk::Walk,
};
use crate::chess::score::{INFINITE, Score};

/// However forced the moves, the search ends at this multiple of the nominal depth.
const HORIZON_FACTOR: u32 = 3;

/// What an option may miss a claim by.
const TOLERANCE: Score = 100;

/// The options of the two players, by the parity of the ply, each with its value for its owner.
type Options = [Vec<Score>; 2];

/// The value of the root. Each player's claims hold against conspiracies of as many leaves as that
/// player has moves in the plies that `depth` stands for elsewhere: its half, at least one.
pub fn search<G: Game>(walk: &mut Walk<G>) -> Score {
    let conspirators = (walk.depth() / 2).max(1) as usize;
    let root = Node { depth: HORIZON_FACTOR * walk.depth(), ..walk.root() };
    let value = walk.static_value(&root);
    let mut options = Options::default();
    visit(walk, &mut options, conspirators, &root, value, -INFINITE, INFINITE)
}

/// The value of a position whose static value is `value`, for the side to move.
fn visit<G: Game>(
    walk: &mut Walk<G>,
    options: &mut Options,
    conspirators: usize,
    node: &Node<G>,
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
