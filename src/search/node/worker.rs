//! Per-thread search state, and the small steps of every node.

use std::{
    mem,
    sync::{LazyLock, atomic::Ordering::Relaxed},
    time::Instant,
};

use super::{
    clock_checks::ClockChecks,
    evaluation::{material, material_gain},
    stack::{SENTINELS, StackEntry},
};
use crate::{
    chess,
    chess::{Position, SearchMove, score::Score},
    search::{
        limits::Control,
        ordering::{
            attack_map::AttackMap,
            history_entry::PieceTarget,
            quiet_context::{ContHistIndex, QuietContext},
        },
        report::Reporter,
        root::{root_node::RootState, search_manager::SearchManager},
        threads::{shared_search::SharedSearch, thread_data::ThreadData},
        tt::{TranspositionTable, TtEntry},
    },
};

/// Natural logarithms in 1/1024. Integers make the search the same on every machine.
static LOGARITHMS: LazyLock<[i32; 256]> =
    LazyLock::new(|| std::array::from_fn(|n| ((n.max(1) as f64).ln() * 1024.0).round() as i32));

/// Nodes after which the main thread may be stopped inside the first iteration, which is nearly
/// always shorter.
const FIRST_NODES: u64 = 256;

/// Computes the tables that all searches share, before a clock runs.
pub(in crate::search) fn prepare() {
    LazyLock::force(&LOGARITHMS);
    chess::prepare();
}

/// Is called with each evaluated position and its evaluation by the network.
pub(in crate::search) type Observer<'a> = &'a mut dyn FnMut(&Position, Score);

pub struct Worker<'a> {
    pub(in crate::search) shared: &'a SharedSearch,
    /// The signals of `shared`, one load less away in every node.
    control: &'a Control,
    pub(in crate::search) tt: &'a TranspositionTable,
    pub(in crate::search) data: &'a mut ThreadData,
    /// The main thread's part; `None` in helper threads.
    pub(in crate::search) manager: Option<SearchManager<'a>>,
    /// The number of the thread; 0 is the main thread.
    thread: usize,
    pub(in crate::search) root: RootState,
    /// Called with each evaluated position in [`Observed`](super::node_type::Observed) mode.
    pub(in crate::search) observer: Option<Observer<'a>>,
    /// Keys of all positions before the current one, the game's first.
    pub(in crate::search) keys: Vec<u64>,
    pub(in crate::search) nodes: u64,
    pub(in crate::search) seldepth: usize,
    /// The limits are checked from this number of nodes on.
    next_check: u64,
    checks: ClockChecks,
    /// Most pieces of a position that is probed in the tablebases; 0 for none.
    pub(in crate::search) tb_limit: usize,
    /// No null moves before this ply while one is being verified.
    pub(in crate::search) null_move_from: usize,
    /// Repetitions count from this index of `keys` on: it follows a null move.
    pub(in crate::search) repetition_floor: usize,
    /// Whether the search may be left. The main thread first finishes an iteration or
    /// [`FIRST_NODES`]: a move without any search loses games.
    may_stop: bool,
    logarithms: &'static [i32; 256],
}

impl<'a> Worker<'a> {
    /// Creates the main thread's worker, which reports to `reporter`.
    pub fn main(
        shared: &'a SharedSearch,
        tt: &'a TranspositionTable,
        data: &'a mut ThreadData,
        reporter: Option<&'a mut dyn Reporter>,
    ) -> Worker<'a> {
        let mut worker = Worker::helper(shared, tt, data, 0);
        worker.manager = Some(SearchManager::new(shared, reporter));
        worker.may_stop = false;
        worker
    }

    /// Creates the worker of the helper thread with this number, from 1.
    pub fn helper(
        shared: &'a SharedSearch,
        tt: &'a TranspositionTable,
        data: &'a mut ThreadData,
        thread: usize,
    ) -> Worker<'a> {
        data.evaluator.reset(shared.game.position());
        data.stack.fill(StackEntry::EMPTY);
        data.stack[SENTINELS].material = material(shared.game.position().board());
        Worker {
            shared,
            control: &shared.control,
            tt,
            data,
            manager: None,
            thread,
            observer: None,
            root: RootState::new(shared.root_moves()),
            keys: shared.game.history().to_vec(),
            nodes: 0,
            seldepth: 0,
            next_check: 0,
            checks: ClockChecks::new(Instant::now()),
            tb_limit: shared.tb.limit(),
            null_move_from: 0,
            repetition_floor: 0,
            may_stop: true,
            logarithms: &LOGARITHMS,
        }
    }

    /// ln(n) in 1/1024.
    #[inline]
    pub(in crate::search) fn logarithm(&self, n: i32) -> i32 {
        self.logarithms[n.clamp(0, 255) as usize]
    }

    #[inline]
    pub(in crate::search) fn probe(&self, key: u64) -> Option<TtEntry> {
        if self.shared.probes { self.tt.probe(key) } else { None }
    }

    #[inline]
    pub(in crate::search) fn at(&self, ply: usize) -> &StackEntry {
        &self.data.stack[ply + SENTINELS]
    }

    #[inline]
    pub(in crate::search) fn at_mut(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.data.stack[ply + SENTINELS]
    }

    /// Returns the ply `back` plies above. Sentinels stand before the root.
    #[inline]
    pub(in crate::search) fn before(&self, ply: usize, back: usize) -> &StackEntry {
        &self.data.stack[ply + SENTINELS - back]
    }

    /// Sets the threats at `ply`: the attacks of the side not to move.
    #[inline]
    pub(in crate::search) fn find_attacks(&mut self, position: &Position, ply: usize) {
        let attacks = self.data.evaluator.attacks(position, ply, !position.turn());
        let attacks = AttackMap::of(attacks);
        self.at_mut(ply).attacks = attacks;
    }

    /// Returns the context of quiet history at `ply`, whose attacks must be set.
    #[inline]
    pub(in crate::search) fn context(&self, ply: usize) -> QuietContext {
        let node = self.at(ply);
        QuietContext {
            continuation: [1, 2, 3, 4, 5, 6].map(|back| self.before(ply, back).cont_hist),
            in_check: node.in_check,
            ply,
            attacks: node.attacks,
        }
    }

    /// Returns the moves 1, 2 and 4 plies ago.
    #[inline]
    pub(in crate::search) fn last_moves(&self, ply: usize) -> [PieceTarget; 3] {
        [1, 2, 4].map(|back| self.before(ply, back).moved)
    }

    /// Prefetches the transposition table entry after a move, as soon as the move is sure to be
    /// made: memory is slower than making it.
    #[inline]
    pub(in crate::search) fn prefetch(&self, position: &Position, m: SearchMove) {
        self.tt.prefetch(position.likely_tt_key_after(m));
    }

    /// Makes a move at `ply`, with `child` still the position before it. [`Worker::undo_move`] must
    /// follow. The move gives check only if `may_check`.
    #[inline]
    pub(in crate::search) fn make_move(
        &mut self,
        child: &mut Position,
        m: SearchMove,
        ply: usize,
        may_check: bool,
    ) {
        self.nodes += 1;
        self.keys.push(child.key());
        let played = m.unpack();
        self.data.evaluator.push(ply, child, played);
        child.make_move(played, may_check);
        let node = self.at_mut(ply);
        node.moved = PieceTarget::new(m);
        node.cont_hist = ContHistIndex::new(node.moved, node.in_check, m.is_tactical());
        node.current = Some(m);
        let material = node.material + material_gain(played);
        self.at_mut(ply + 1).material = material;
        let moves = self.last_moves(ply + 1);
        self.data.histories.correction_history().prefetch(child, moves);
    }

    /// Makes a null move at `ply`, if it is possible, and calls `search`. No position before it
    /// repeats meanwhile: a null move is no move of the game.
    pub(in crate::search) fn after_null<T>(
        &mut self,
        position: &Position,
        ply: usize,
        search: impl FnOnce(&mut Self, &Position) -> T,
    ) -> Option<T> {
        let child = position.play_null()?;
        self.nodes += 1;
        self.keys.push(position.key());
        self.tt.prefetch(child.tt_key());
        self.data.evaluator.push_null(ply, position);
        let node = self.at_mut(ply);
        node.moved = PieceTarget::NONE;
        node.cont_hist = ContHistIndex::NONE;
        node.current = None;
        let material = node.material;
        self.at_mut(ply + 1).material = material;
        let floor = mem::replace(&mut self.repetition_floor, self.keys.len());
        let found = search(self, &child);
        self.repetition_floor = floor;
        self.undo_move();
        Some(found)
    }

    #[inline]
    pub(in crate::search) fn undo_move(&mut self) {
        self.keys.pop();
    }

    /// Returns the nodes searched by all threads.
    pub(in crate::search) fn total_nodes(&self) -> u64 {
        self.shared.nodes[self.thread].store(self.nodes, Relaxed);
        self.shared.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }

    /// Returns the milliseconds since the search began, by the clock or by the nodes.
    pub(in crate::search) fn elapsed(&self) -> f64 {
        match self.shared.limits.nodes_per_millisecond {
            0 => self.shared.elapsed(),
            nodes => self.total_nodes() as f64 / nodes as f64,
        }
    }

    /// Checks the limits when that is due. Returns true if the search is to be left at once.
    #[inline]
    pub(in crate::search) fn should_stop(&mut self) -> bool {
        if self.nodes >= self.next_check {
            self.check_limits();
        }
        self.is_stopped()
    }

    /// Returns true if the search is to be left at once. Checks no limits.
    #[inline]
    pub(in crate::search) fn is_stopped(&self) -> bool {
        self.control.has_ended() && self.may_stop
    }

    /// Marks an iteration as whole.
    pub(in crate::search) const fn complete(&mut self, depth: i32) {
        self.root.completed_depth = depth;
        self.may_stop = true;
    }

    #[cold]
    fn check_limits(&mut self) {
        #[cfg(test)]
        self.control.probe.check(self.thread, self.nodes);
        self.may_stop |= self.nodes >= FIRST_NODES;
        let is_main = self.is_main();
        if is_main && self.shared.limits.nodes.is_some_and(|limit| self.total_nodes() >= limit) {
            self.end("node limit");
        }
        let is_due = self.nodes >= self.checks.next();
        if is_due {
            self.shared.nodes[self.thread].store(self.nodes, Relaxed);
            self.checks.note(self.nodes, Instant::now());
        }
        if is_due || is_main && self.shared.limits.nodes_per_millisecond > 0 {
            self.check_clock();
        }
        self.next_check =
            if self.shared.counts_nodes() || !self.may_stop { 0 } else { self.checks.next() };
    }

    /// Ends the search if its time is up or a stop is requested. Every thread does, since with more
    /// threads than processors the main thread may have to wait for its turn. Only the main thread
    /// counts time in nodes, which are those of all threads.
    pub(in crate::search) fn check_clock(&self) {
        if self.control.stop_requested() {
            self.end("stop");
        }
        let is_main = self.is_main();
        let counts_nodes = self.shared.limits.nodes_per_millisecond > 0;
        if !is_main && counts_nodes || self.control.is_pondering() {
            return;
        }
        if let Some(budget) = self.shared.budget
            && (self.has_passed_soft_limit() || self.elapsed() >= budget.hard)
        {
            self.end("hard time limit");
        }
    }

    /// Returns true in the main thread.
    pub(in crate::search) const fn is_main(&self) -> bool {
        self.manager.is_some()
    }

    fn has_passed_soft_limit(&self) -> bool {
        self.manager.as_ref().is_some_and(SearchManager::soft_limit_passed)
    }

    /// Ends the search in all threads, and logs the reason.
    fn end(&self, why: &str) {
        if !self.control.has_ended() {
            log::debug!("{why} after {:.1} ms", self.shared.elapsed());
            self.control.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chess::Game, search::limits::Limits};

    #[test]
    fn only_the_main_thread_counts_time_in_nodes() {
        let mut limits = Limits { nodes_per_millisecond: 1, ..Limits::default() };
        limits.time.white = Some(1_000);
        let shared = SharedSearch::new(Game::default(), limits).with_threads(2);
        let (tt, mut data) = (TranspositionTable::new(1).unwrap(), ThreadData::new());
        let mut helper = Worker::helper(&shared, &tt, &mut data, 1);
        // The nodes of all threads count.
        helper.nodes = 1_000_000;
        helper.total_nodes();
        helper.check_clock();
        assert!(!shared.control.has_ended());
        Worker::main(&shared, &tt, &mut data, None).check_clock();
        assert!(shared.control.has_ended());
    }
}
