//! Lines played out by the tables, after Stockfish's `syzygy_extend_pv`.

use shakmaty::Move;

use super::prober::SyzygyProber;
use crate::chess::Game;

/// A line longer than this is cut, plies: the longest wins of seven men take more.
const LONGEST: usize = 400;

/// How a line ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extension {
    /// In mate, or where the tables or the time end.
    Open,
    /// In a draw by the fifty-move rule: the tables' figures are rounded, and the clock was too
    /// far.
    Drawn,
}

impl SyzygyProber<'_> {
    /// Cuts a line that begins in the game's position where it leaves what the tables call best,
    /// and plays on from there by the tables, until mate if they and the time allow. The first
    /// move stays in any case; when the time is up, so do moves not yet looked at.
    pub fn extend(&self, game: &Game, line: &mut Vec<Move>) -> Extension {
        let start = game.history().len();
        let mut game = game.clone();
        let mut kept = 0;
        for &m in line.iter() {
            let mut after = game.clone();
            after.play(m);
            if kept > 0 && !self.is_sound(&game, m, &after, start) {
                break;
            }
            game = after;
            kept += 1;
        }
        line.truncate(kept);
        while line.len() < LONGEST && !self.is_late() {
            if self.fifty_moves && game.position().is_fifty_move_draw() || game.is_threefold() {
                return Extension::Drawn;
            }
            let Some(m) = self.best(&game) else { break };
            line.push(m);
            game.play(m);
        }
        Extension::Open
    }

    /// Whether a move is among the best, and leads to no draw by the clock and no position that has
    /// been there since the line's start. Where the tables say nothing, any move is.
    fn is_sound(&self, game: &Game, m: Move, after: &Game, start: usize) -> bool {
        if !self.covers(game.position()) {
            return true;
        }
        let Some(ranking) = self.rank(game, &game.position().legal_moves(), false) else {
            return true;
        };
        let best = ranking.moves[0].rank;
        let repeated =
            after.is_threefold() || after.history()[start..].contains(&after.position().key());
        let drawn = repeated || self.fifty_moves && after.position().is_fifty_move_draw();
        !drawn && ranking.moves.iter().any(|ranked| ranked.m == m && ranked.rank == best)
    }

    /// The move to go on with: the winner's nearest, the loser's farthest capture or pawn move. Of
    /// moves that are equal in this, one that leaves the other side few moves and no capture.
    /// `None` at the end of the game or of the tables.
    fn best(&self, game: &Game) -> Option<Move> {
        let position = game.position();
        if !self.covers(position) {
            return None;
        }
        let mut moves = position.legal_moves();
        moves.sort_by_cached_key(|&m| {
            let replies = position.play(m).legal_moves();
            let captures = replies.iter().filter(|reply| reply.is_capture()).count();
            replies.len() + 99 * captures
        });
        let ranking = self.rank(game, &moves, true)?;
        ranking.makes_progress.then(|| ranking.moves.first().map(|ranked| ranked.m)).flatten()
    }
}
