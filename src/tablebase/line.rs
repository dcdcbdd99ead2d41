//! Extends principal variations by the tablebases, after Stockfish's `syzygy_extend_pv`.

use shakmaty::Move;

use super::prober::SyzygyProber;
use crate::chess::Game;

/// Longest extended line, plies. The longest wins with seven pieces take more.
const MAX_LENGTH: usize = 400;

/// How an extended line ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extension {
    /// In mate, without a table for the next position, or at the deadline.
    Open,
    /// In a draw by the fifty-move rule, which rounded DTZ can cause with a high clock, or by
    /// repetition.
    Drawn,
}

impl SyzygyProber<'_> {
    /// Cuts a line, which starts from the game's position, before its first move that the tablebases
    /// do not rank best, and extends it by tablebase moves, to mate if tables and time allow. Keeps the
    /// first move in any case, and at the deadline all moves that are not checked yet.
    pub(crate) fn extend(&self, game: &Game, line: &mut Vec<Move>) -> Extension {
        let mut game = game.clone();
        let mut kept = 0;
        for &m in line.iter() {
            let mut after = game.clone();
            after.play(m);
            if kept > 0 && !self.is_sound(&game, m, &after, kept + 1) {
                break;
            }
            game = after;
            kept += 1;
        }
        line.truncate(kept);
        while line.len() < MAX_LENGTH && !self.is_late() {
            if self.fifty_moves && game.position().is_fifty_move_draw() || game.is_threefold() {
                return Extension::Drawn;
            }
            let Some(m) = self.best(&game) else { break };
            line.push(m);
            game.play(m);
        }
        Extension::Open
    }

    /// Returns true if a move is ranked best and leads neither to a fifty-move draw nor to a repetition
    /// within the last `plies`, or if there is no ranking.
    fn is_sound(&self, game: &Game, m: Move, after: &Game, plies: usize) -> bool {
        if !self.covers(game.position()) {
            return true;
        }
        let Some(ranking) = self.rank(game, &game.position().legal_moves(), false) else {
            return true;
        };
        let best = ranking.moves[0].rank;
        let repeated =
            after.is_threefold() || after.last_keys(plies).contains(&after.position().key());
        let drawn = repeated || self.fifty_moves && after.position().is_fifty_move_draw();
        !drawn && ranking.moves.iter().any(|ranked| ranked.m == m && ranked.rank == best)
    }

    /// Returns the move to extend with: lowest DTZ for the winner, highest for the loser, then the
    /// fewest replies and captures. `None` at the end of the game or without a table.
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
