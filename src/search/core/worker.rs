//! What one thread carries through a search, and the small steps that every node takes.

use std::{
    mem,
    ops::Range,
    sync::{LazyLock, atomic::Ordering::Relaxed},
    time::{Duration, Instant},
};

use shakmaty::Move;

use super::{
    clock_checks::ClockChecks,
    job::Job,
    mode::SearchMode,
    root_move::RootMove,
    stack::{SENTINELS, StackEntry},
    thread_data::ThreadData,
};
use crate::{
    chess,
    chess::{
        Position, SearchMove,
        score::{DRAW, MAX_EVALUATION, Score},
    },
    params,
    search::{
        limits::Control,
        ordering::{
            attack_map::AttackMap,
            history::{ContHistIndex, QuietContext},
            history_entry::PieceTarget,
        },
        report::Reporter,
        tt::{TranspositionTable, TtEntry},
    },
    tablebase::SyzygyProber,
};

/// ln(n) in 1/1024, rounded so that it is the same on every machine.
static LOGARITHMS: LazyLock<[i32; 256]> =
    LazyLock::new(|| std::array::from_fn(|n| ((n.max(1) as f64).ln() * 1024.0).round() as i32));

/// Computes what all searches share, before the first of them runs against a clock.
pub(in crate::search) fn prepare() {
    LazyLock::force(&LOGARITHMS);
    chess::prepare();
}

/// One thread's search.
pub struct Search<'a> {
    pub(in crate::search) job: &'a Job,
    pub(in crate::search) control: &'a Control,
    pub(in crate::search) tt: &'a TranspositionTable,
    pub(in crate::search) data: &'a mut ThreadData,
    /// Only the main thread reports.
    pub(in crate::search) reporter: Option<&'a mut dyn Reporter>,
    pub(in crate::search) thread: usize,
    /// Called with each evaluated position in [`Observed`](super::mode::Observed) mode.
    pub(in crate::search) observer: Option<&'a mut dyn FnMut(&Position)>,
    /// The thread's, until the search is dropped.
    stack: Vec<StackEntry>,
    /// Keys of all positions before the current one, the game's first.
    pub(in crate::search) keys: Vec<u64>,
    pub(in crate::search) nodes: u64,
    /// Limits are looked at from this number of nodes on: at every node where nodes are limited, or
    /// are the time.
    next_check: u64,
    checks: ClockChecks,
    pub(in crate::search) seldepth: usize,
    pub(in crate::search) root_depth: i32,
    pub(in crate::search) root_moves: Vec<RootMove>,
    /// Rank of the line being searched, from 0.
    pub(in crate::search) line: usize,
    /// The root moves that the endgame tables rank alike, the line's among them.
    pub(in crate::search) group: Range<usize>,
    /// Most men of a position that is looked up in the endgame tables; 0 for none.
    pub(in crate::search) tb_limit: usize,
    pub(in crate::search) prober: SyzygyProber<'a>,
    /// What playing lines on by the endgame tables has taken.
    pub(in crate::search) lines_time: Duration,
    /// Plies before this one make no null move while one is being verified.
    pub(in crate::search) null_move_from: usize,
    /// The soft limit has passed while pondering: answer as soon as the ponder move is played.
    pub(in crate::search) soft_limit_passed: bool,
    pub(in crate::search) completed_depth: i32,
    /// How often a root move has taken the place of the best, half as much for each iteration past.
    pub(in crate::search) best_move_changes: f64,
    /// The line of the last iteration.
    pub(in crate::search) last_pv: Vec<Move>,
    /// The width of the root's window.
    pub(in crate::search) root_window: Score,
    /// What each side (black, white) hopes for, internal units.
    pub(in crate::search) optimism: [Score; 2],
    /// Keys before this one are of no account for repetitions: a null move stands between.
    pub(in crate::search) repetition_floor: usize,
    /// Whether the search may be left. The main thread always finishes the first iteration: a move
    /// without any search loses games.
    may_stop: bool,
    logarithms: &'static [i32; 256],
}

impl<'a> Search<'a> {
    /// A search of `job` by its thread number `thread`, from 0.
    pub fn new(
        job: &'a Job,
        control: &'a Control,
        tt: &'a TranspositionTable,
        data: &'a mut ThreadData,
        reporter: Option<&'a mut dyn Reporter>,
        thread: usize,
    ) -> Search<'a> {
        data.evaluator.reset(job.game.position());
        let mut stack = mem::take(&mut data.stack);
        stack.fill(StackEntry::EMPTY);
        Search {
            job,
            control,
            tt,
            data,
            reporter,
            thread,
            observer: None,
            stack,
            keys: job.game.history().to_vec(),
            nodes: 0,
            next_check: 0,
            checks: ClockChecks::new(Instant::now()),
            seldepth: 0,
            root_depth: 0,
            root_moves: job.root_moves(),
            line: 0,
            group: 0..0,
            tb_limit: job.tb.limit(),
            prober: job.tb.prober(),
            lines_time: Duration::ZERO,
            null_move_from: 0,
            soft_limit_passed: false,
            completed_depth: 0,
            best_move_changes: 0.0,
            last_pv: Vec::new(),
            root_window: 1,
            optimism: [0; 2],
            repetition_floor: 0,
            may_stop: thread != 0,
            logarithms: &LOGARITHMS,
        }
    }

    /// ln(n) in 1/1024.
    #[inline]
    pub(in crate::search) fn logarithm(&self, n: i32) -> i32 {
        self.logarithms[n.clamp(0, 255) as usize]
    }

    /// What the table knows of a position.
    #[inline]
    pub(in crate::search) fn probe(&self, key: u64) -> Option<TtEntry> {
        if self.job.probes { self.tt.probe(key) } else { None }
    }

    #[inline]
    pub(in crate::search) fn at(&self, ply: usize) -> &StackEntry {
        &self.stack[ply + SENTINELS]
    }

    #[inline]
    pub(in crate::search) fn at_mut(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.stack[ply + SENTINELS]
    }

    /// The ply `back` plies above; before the root stand empty ones.
    #[inline]
    pub(in crate::search) fn before(&self, ply: usize, back: usize) -> &StackEntry {
        &self.stack[ply + SENTINELS - back]
    }

    /// Finds what the side not to move attacks at `ply`, where moves will be made.
    #[inline]
    pub(in crate::search) fn find_attacks(&mut self, position: &Position, ply: usize) {
        let attacks = self.data.evaluator.attacks(position, ply, !position.turn());
        self.stack[ply + SENTINELS].attacks = AttackMap::of(attacks);
    }

    /// What the history of quiet moves here depends on. The node must have set its attacks.
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

    /// The moves 1, 2 and 4 plies ago.
    #[inline]
    pub(in crate::search) fn last_moves(&self, ply: usize) -> [PieceTarget; 3] {
        [1, 2, 4].map(|back| self.before(ply, back).moved)
    }

    /// Asks for what the table knows of the position after a move: as early as it is clear that the
    /// move will be made, since the memory takes longer to answer than the move to be made.
    #[inline]
    pub(in crate::search) fn prefetch(&self, position: &Position, m: SearchMove) {
        self.tt.prefetch(position.likely_tt_key_after(m));
    }

    /// Plays a move at `ply`, where `child` still is the position before it; [`Search::undo_move`] must
    /// follow. The move gives check only where `may_check`.
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
        let moves = self.last_moves(ply + 1);
        self.data.histories.correction_history().prefetch(child, moves);
    }

    /// Searches the position after passing the turn at `ply`, where that is possible. No position
    /// before it can repeat while `search` runs: a null move is no move of the game.
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
        let floor = mem::replace(&mut self.repetition_floor, self.keys.len());
        let found = search(self, &child);
        self.repetition_floor = floor;
        self.undo_move();
        Some(found)
    }

    /// Takes back the bookkeeping of the last move.
    #[inline]
    pub(in crate::search) fn undo_move(&mut self) {
        self.keys.pop();
    }

    /// The static evaluation without corrections, as the table stores it.
    #[inline]
    pub(in crate::search) fn evaluate<M: SearchMode>(
        &mut self,
        position: &Position,
        ply: usize,
    ) -> Score {
        if M::OBSERVED
            && let Some(observer) = &mut self.observer
        {
            observer(position);
        }
        self.data.evaluator.evaluate(position, ply)
    }

    /// What the evaluation has lacked in positions like this, by what earlier searches showed.
    #[inline]
    pub(in crate::search) fn correction(&self, position: &Position, ply: usize) -> Score {
        self.data.histories.correction_history().get(position, self.last_moves(ply))
    }

    /// The static evaluation as the search uses it: with a little hope for the side that stands
    /// better at the root, so that it keeps the pieces on (optimism, from Stockfish), corrected, and
    /// damped towards a draw as the fifty-move clock runs.
    #[inline]
    pub(in crate::search) fn corrected<M: SearchMode>(
        &self,
        position: &Position,
        evaluation: Score,
        correction: Score,
    ) -> Score {
        if !M::SELECTIVE {
            return evaluation;
        }
        let optimism = self.optimism[position.turn() as usize]
            * (params::optimism_material() + position.optimism_material())
            / params::optimism_divisor();
        let plies = params::fifty_move_damping();
        let left = (plies - position.halfmoves() as Score).max(0);
        let damped = (evaluation + optimism) * left / plies;
        (damped + correction).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// Nodes searched by all threads.
    pub(in crate::search) fn total_nodes(&self) -> u64 {
        self.job.nodes[self.thread].store(self.nodes, Relaxed);
        self.job.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }

    /// Milliseconds since the search began, by the clock or by the nodes as the limits say.
    pub(in crate::search) fn elapsed(&self) -> f64 {
        match self.job.limits.nodes_per_millisecond {
            0 => self.job.elapsed(),
            nodes => self.total_nodes() as f64 / nodes as f64,
        }
    }

    /// Whether to leave the search at once. The limits are looked at here.
    #[inline]
    pub(in crate::search) fn is_halted(&mut self) -> bool {
        if self.nodes >= self.next_check {
            self.check_limits();
        }
        self.is_stopped()
    }

    /// Whether to leave the search at once, with nothing but what is known already.
    #[inline]
    pub(in crate::search) fn is_stopped(&self) -> bool {
        self.control.is_halted() && self.may_stop
    }

    /// Notes that an iteration is whole.
    pub(in crate::search) const fn complete(&mut self, depth: i32) {
        self.completed_depth = depth;
        self.may_stop = true;
    }

    #[cold]
    fn check_limits(&mut self) {
        #[cfg(test)]
        self.control.panic_if_asked(self.thread);
        let is_main = self.thread == 0;
        if is_main && self.job.limits.nodes.is_some_and(|limit| self.total_nodes() >= limit) {
            self.halt("node limit");
        }
        let is_due = self.nodes >= self.checks.next();
        if is_due {
            self.job.nodes[self.thread].store(self.nodes, Relaxed);
            self.checks.note(self.nodes, Instant::now());
        }
        if is_due || is_main && self.job.limits.nodes_per_millisecond > 0 {
            self.check_clock();
        }
        self.next_check = if self.job.counts_nodes() { 0 } else { self.checks.next() };
    }

    /// Ends the search if its time is up. Any thread does: with more threads than processors the
    /// main thread may have to wait for its turn. It finishes the first iteration all the same. Time
    /// in nodes is the main thread's, since it counts the nodes of all.
    pub(in crate::search) fn check_clock(&self) {
        if self.control.stop_requested() {
            self.halt("stop");
        }
        let is_main = self.thread == 0;
        let is_early = is_main && self.completed_depth == 0;
        let counts_nodes = self.job.limits.nodes_per_millisecond > 0;
        if is_early || !is_main && counts_nodes || self.control.is_pondering() {
            return;
        }
        if let Some(budget) = self.job.budget
            && (self.soft_limit_passed || self.elapsed() >= budget.hard)
        {
            self.halt("hard time limit");
        }
    }

    /// Ends the search in all threads, and says why.
    fn halt(&self, why: &str) {
        if !self.control.is_halted() {
            log::debug!("{why} after {:.1} ms", self.job.elapsed());
            self.control.halt();
        }
    }

    /// The score of a node that is too deep to search on.
    pub(in crate::search) fn score_at_limit<M: SearchMode>(
        &mut self,
        position: &Position,
        ply: usize,
    ) -> Score {
        if position.is_check() {
            return DRAW;
        }
        let evaluation = self.evaluate::<M>(position, ply);
        self.corrected::<M>(position, evaluation, self.correction(position, ply))
    }
}

/// The thread gets its stack back.
impl Drop for Search<'_> {
    fn drop(&mut self) {
        self.data.stack = mem::take(&mut self.stack);
    }
}
