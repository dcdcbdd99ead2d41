//! `go mate`: an exhaustive search for a forced mate.
//!
//! It is an AND/OR search: the attacker needs one move that mates, and must mate against every
//! defence. It runs in turns between the iterations of the main search, with half as many nodes. It
//! finds short mates by quiet moves, the main search finds long ones, mostly of checks.

use std::cmp::Reverse;

use shakmaty::{Move, Role};

use super::root_move::RootMove;
use crate::{
    chess::{
        Checks, FIFTY_MOVES, Game, Position, is_tactical,
        score::{Bound, MAX_PLY, is_loss, mate_in},
    },
    search::node::worker::Worker,
};

/// Number of table entries, a power of two: 8 MiB.
const ENTRIES: usize = 1 << 19;
/// Fewest nodes of one turn.
const FEWEST_NODES: u64 = 1_000;

/// Mate bounds of a position with the attacker to move.
#[derive(Clone, Copy, Default)]
struct Known {
    key: u64,
    /// The attacker mates in this many moves or fewer; 0 if no mate is known.
    mate: u8,
    /// It does not mate in this many moves.
    no_mate: u8,
}

/// The mate search of one `go mate`.
pub(in crate::search) struct MateSearch {
    /// Limit of the length of a mate, in moves.
    most: u32,
    /// Length searched, in moves: there is no shorter mate.
    moves: u32,
    table: Vec<Known>,
    /// Positions of the game that one more occurrence draws.
    drawn: Vec<u64>,
    /// The last defence that held, by the attacker's moves left.
    defences: Vec<Option<Move>>,
    /// Node count at which this turn ends; between turns, at which the last one ended.
    until: u64,
}

/// The result of a turn.
pub(in crate::search) enum MateFound {
    /// The line to the shortest mate.
    Line(Vec<Move>),
    /// There is no mate within the limit.
    None,
    /// The turn ended without a result.
    Unknown,
}

impl MateSearch {
    /// Creates a search for a mate in `moves` moves or fewer.
    pub fn new(game: &Game, moves: u32) -> MateSearch {
        let most = moves.min(MAX_PLY as u32 / 2);
        let mut played = game.history().to_vec();
        played.push(game.position().key());
        let is_drawn = |key: &&u64| played.iter().filter(|earlier| earlier == key).nth(1).is_some();
        MateSearch {
            most,
            moves: 1,
            table: vec![Known::default(); ENTRIES],
            drawn: played.iter().filter(is_drawn).copied().collect(),
            defences: vec![None; most as usize + 1],
            until: 0,
        }
    }

    /// Searches for half the nodes that were searched since the last turn.
    pub fn search(&mut self, worker: &mut Worker<'_>) -> MateFound {
        let spent = worker.nodes - self.until;
        self.until = worker.nodes + (spent / 2).max(FEWEST_NODES);
        let found = self.deepen(worker);
        self.until = worker.nodes;
        found
    }

    fn deepen(&mut self, worker: &mut Worker<'_>) -> MateFound {
        let root = worker.shared.game.position();
        let firsts: Vec<Move> = worker.root.moves.iter().map(RootMove::first).collect();
        while self.moves <= self.most {
            for &m in &firsts {
                let child = root.play(m);
                match self.is_mated(worker, &child, self.moves - 1) {
                    None => return MateFound::Unknown,
                    Some(false) => continue,
                    Some(true) => {}
                }
                // The line is complete only if its search finishes.
                self.until = u64::MAX;
                let mut line = vec![m];
                return match self.extend(worker, &child, self.moves - 1, &mut line) {
                    Some(()) => MateFound::Line(line),
                    None => MateFound::Unknown,
                };
            }
            self.moves += 1;
        }
        MateFound::None
    }

    /// Returns true if the attacker, to move, mates in `moves` moves or fewer, and `None` at the
    /// end of the turn.
    fn mates(&mut self, worker: &mut Worker<'_>, position: &Position, moves: u32) -> Option<bool> {
        if self.is_draw(position) {
            return Some(false);
        }
        // Near the fifty-move rule the result depends on the path.
        let is_kept = position.halfmoves() + 2 * moves <= FIFTY_MOVES;
        let slot = position.key() as usize % ENTRIES;
        let known = self.table[slot];
        if is_kept && known.key == position.key() {
            if known.mate > 0 && u32::from(known.mate) <= moves {
                return Some(true);
            }
            if u32::from(known.no_mate) >= moves {
                return Some(false);
            }
        }
        if worker.nodes >= self.until || worker.should_stop() {
            return None;
        }
        let checks = Checks::new(position);
        let mut candidates = position.legal_moves();
        if moves == 1 {
            candidates.retain(|&m| may_check(position, &checks, m));
        } else {
            candidates.sort_by_key(|&m| !may_check(position, &checks, m));
        }
        let mut mates = false;
        for m in candidates {
            worker.nodes += 1;
            if self.is_mated(worker, &position.play(m), moves - 1)? {
                mates = true;
                break;
            }
        }
        if is_kept {
            let entry = &mut self.table[slot];
            if entry.key != position.key() {
                *entry = Known { key: position.key(), ..Known::default() };
            }
            *(if mates { &mut entry.mate } else { &mut entry.no_mate }) = moves as u8;
        }
        Some(mates)
    }

    /// Returns true if the defender, to move, is mated, now or in the attacker's next `moves`
    /// moves, and `None` at the end of the turn.
    fn is_mated(
        &mut self,
        worker: &mut Worker<'_>,
        position: &Position,
        moves: u32,
    ) -> Option<bool> {
        if moves == 0 {
            return Some(position.is_check() && !position.has_legal_move());
        }
        let mut defences = position.legal_moves();
        if defences.is_empty() {
            return Some(position.is_check());
        }
        if self.is_draw(position) {
            return Some(false);
        }
        let last = self.defences[moves as usize];
        defences
            .sort_by_key(|&m| Reverse((Some(m) == last, is_tactical(m), m.role() == Role::King)));
        for m in defences {
            worker.nodes += 1;
            if !self.mates(worker, &position.play(m), moves)? {
                self.defences[moves as usize] = Some(m);
                return Some(false);
            }
        }
        Some(true)
    }

    fn is_draw(&self, position: &Position) -> bool {
        position.is_fifty_move_draw() || self.drawn.contains(&position.key())
    }

    /// Adds the moves after one that mates in `moves` more moves: the longest defence and the
    /// shortest mate.
    fn extend(
        &mut self,
        worker: &mut Worker<'_>,
        position: &Position,
        moves: u32,
        line: &mut Vec<Move>,
    ) -> Option<()> {
        let mut longest = None;
        for m in position.legal_moves() {
            let child = position.play(m);
            let mut length = 1;
            while length < moves && !self.mates(worker, &child, length)? {
                length += 1;
            }
            if longest.as_ref().is_none_or(|&(_, _, known)| length > known) {
                longest = Some((m, child, length));
            }
        }
        let Some((defence, child, length)) = longest else { return Some(()) };
        line.push(defence);
        for m in child.legal_moves() {
            let mated = child.play(m);
            if self.is_mated(worker, &mated, length - 1)? {
                line.push(m);
                return self.extend(worker, &mated, length - 1, line);
            }
        }
        unreachable!("the attacker mates after {defence:?}");
    }
}

impl Worker<'_> {
    /// Runs a turn of the mate search. Returns the reason to end the search, if there is one.
    pub(in crate::search) fn search_mate(
        &mut self,
        mate: &mut Option<MateSearch>,
    ) -> Option<&'static str> {
        let mate = mate.as_mut()?;
        match mate.search(self) {
            MateFound::Unknown => None,
            MateFound::Line(line) => {
                let plies = line.len();
                let index = self.root.moves.iter().position(|known| known.first() == line[0])?;
                let best = &mut self.root.moves[index];
                best.score = mate_in(plies);
                best.bound = Bound::Exact;
                best.seldepth = best.seldepth.max(plies);
                best.pv = line;
                best.depth = self.root.depth;
                best.exact = best.latest();
                self.root.moves[..=index].rotate_right(1);
                self.report(1);
                Some("mate found")
            }
            // The side to move may still be mated.
            MateFound::None if is_loss(self.root.moves[0].score) => None,
            MateFound::None => {
                if let Some(manager) = &mut self.manager {
                    manager.message(&format!("there is no mate in {}", mate.most));
                }
                Some("no mate")
            }
        }
    }
}

/// Returns true if a move may give check. `Checks` leaves out castling, en passant and promotions.
fn may_check(position: &Position, checks: &Checks, m: Move) -> bool {
    let is_rare = matches!(m, Move::Castle { .. } | Move::EnPassant { .. });
    checks.gives(position.search_move(m)) || is_rare || m.promotion().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{
        limits::Limits,
        threads::{shared_search::SharedSearch, thread_data::ThreadData},
        tt::TranspositionTable,
    };

    /// Returns the line of the shortest mate in at most `moves` moves, in UCI notation.
    fn shortest(fen: &str, played: &[&str], moves: u32) -> Option<Vec<String>> {
        let mut game = Game::from_fen(fen, false).unwrap();
        played.iter().for_each(|m| game.play_uci(m).unwrap());
        let shared = SharedSearch::new(game, Limits::default());
        let (tt, mut data) = (TranspositionTable::new(1).unwrap(), ThreadData::new());
        let mut worker = Worker::main(&shared, &tt, &mut data, None);
        let mut mate = MateSearch::new(&shared.game, moves);
        loop {
            match mate.search(&mut worker) {
                MateFound::Line(line) => {
                    let mut game = shared.game.clone();
                    let moves = line.iter().map(|&m| {
                        let text = game.position().to_uci(m, false).to_string();
                        game.play(m);
                        text
                    });
                    let moves = moves.collect();
                    assert!(game.position().is_check() && !game.position().has_legal_move());
                    return Some(moves);
                }
                MateFound::None => return None,
                // A turn's nodes depend on those of the main search.
                MateFound::Unknown => worker.nodes += 100_000,
            }
        }
    }

    #[test]
    fn the_shortest_mate_is_found_and_none_where_none_is() {
        for (fen, first, moves) in [
            // Morphy.
            ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", 2),
            // Castling mates, and a pawn that takes en passant.
            ("8/8/8/8/8/8/3PR3/R3K1k1 w Q - 0 1", "e1c1", 1),
            ("5K2/8/2qk4/2nPp3/3r4/6B1/B7/3R4 w - e6 0 1", "d5e6", 1),
            // A quiet king's move (Stockfish's tests).
            ("8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - - 0 1", "c6d7", 2),
            ("r6k/1b4pp/p7/1p2p1N1/4P3/1Q5P/Pq3PP1/3R2K1 w - - 0 1", "g5f7", 4),
        ] {
            let line = shortest(fen, &[], 4).unwrap();
            assert_eq!((line[0].as_str(), line.len()), (first, 2 * moves - 1), "{fen}: {line:?}");
            assert_eq!(shortest(fen, &[], moves as u32 - 1), None, "{fen}");
        }
        assert_eq!(shortest("6k1/8/8/8/8/8/8/K6R w - - 0 1", &[], 3), None);
    }

    #[test]
    fn a_draw_by_rule_comes_before_the_mate() {
        let fen = |halfmoves| format!("7k/8/8/8/8/8/R7/1R4K1 w - - {halfmoves} 90");
        for halfmoves in [0, 96, 97] {
            assert_eq!(shortest(&fen(halfmoves), &[], 2).unwrap().len(), 3, "{halfmoves}");
        }
        assert_eq!(shortest(&fen(98), &[], 2), None);
        // Both ways to mate pass through positions that have occurred once, then twice.
        let rooks = ["a2a7", "h8g8", "a7a2", "g8h8", "b1b7", "h8g8", "b7b1", "g8h8"];
        assert!(shortest(&fen(0), &rooks, 2).is_some());
        assert_eq!(shortest(&fen(0), &rooks.repeat(2), 2), None);
    }
}
