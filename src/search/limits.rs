//! The limits of a search, and the signals that stop it from outside.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Instant,
};

use shakmaty::{ByColor, Color, Move};

use super::time::{Budget, Clock, TimeSettings};
use crate::{chess::Position, platform::StopSignal};

/// The limits of one search, which stops at the first it reaches. Without any it runs until
/// stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes of all threads.
    pub nodes: Option<u64>,
    /// Nodes of all threads after which no further iteration begins.
    pub soft_nodes: Option<u64>,
    /// Stop once a mate in this many moves is proven.
    pub mate: Option<u32>,
    /// Milliseconds for this move.
    pub move_time: Option<u64>,
    /// Milliseconds left on each clock; GUIs also send negative ones.
    pub time: ByColor<Option<i64>>,
    /// Milliseconds added to each clock after a move.
    pub increment: ByColor<u64>,
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Nodes of all threads that count as a millisecond; 0 to use the clock.
    pub nodes_per_millisecond: u64,
    /// Report no best move before a stop.
    pub infinite: bool,
    /// The root moves to search; `None` for all.
    pub search_moves: Option<Vec<Move>>,
}

impl Limits {
    /// Returns true if only a stop ends the search: it is infinite, or has no limit.
    pub fn is_endless(&self) -> bool {
        let limited = self.depth.is_some()
            || self.nodes.is_some()
            || self.soft_nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
            || Color::ALL.iter().any(|&color| self.time.get(color).is_some());
        self.infinite || !limited
    }

    /// Returns true if the search ends by itself at any speed: without a clock and without a stop.
    pub fn is_bounded(&self) -> bool {
        !self.is_endless() && self.time.white.is_none() && self.time.black.is_none()
    }

    /// Returns the time on the clock of `us`. A missing clock is taken to show the same as the
    /// other.
    pub fn clock(&self, us: Color) -> Option<i64> {
        self.time.get(us).or(*self.time.get(!us))
    }

    /// Returns the time for the side to move, `None` without a time limit.
    pub fn budget(&self, position: &Position, settings: TimeSettings) -> Option<Budget> {
        let us = position.turn();
        let overhead = settings.move_overhead;
        let fixed = self.move_time.map(|milliseconds| Budget::exactly(milliseconds, overhead));
        let clock = self.clock(us).map(|time| {
            let increment = *self.increment.get(us);
            let (moves_to_go, ply) = (self.moves_to_go, position.plies());
            Budget::new(Clock { time, increment, moves_to_go, ply }, settings)
        });
        match (fixed, clock) {
            (Some(fixed), Some(clock)) => {
                Some(Budget { soft: clock.soft, hard: clock.hard.min(fixed.hard) })
            }
            (fixed, clock) => fixed.or(clock),
        }
    }
}

/// The signals between the engine and the threads of one search. Each search has its own: a late
/// `stop` never reaches the next one.
///
/// A stop is *requested* from outside, and a search *ends* in all its threads, at a limit or on
/// request. Its best move is reported once it *has ended* and, when pondering or without a limit,
/// a stop is requested.
#[derive(Debug, Default)]
pub(in crate::search) struct Control {
    /// The best move is wanted at once, whatever the limits are.
    stop: StopSignal,
    /// The threads leave the search, at a limit or a stop.
    ended: AtomicBool,
    pondering: AtomicBool,
    /// The best move is reported.
    finished: AtomicBool,
    /// What tests observe and change of each thread.
    #[cfg(test)]
    pub(super) probe: super::threads::probe::Probe,
}

impl Control {
    /// Creates the signals of a search that ends at `stop`, and ponders until
    /// [`Control::ponder_hit`] or not at all.
    pub fn new(stop: StopSignal, pondering: bool) -> Control {
        Control { stop, pondering: AtomicBool::new(pondering), ..Control::default() }
    }

    /// Requests the best move. Returns false if it was requested before.
    pub fn stop(&self) -> bool {
        let first = self.stop.request();
        self.end();
        first
    }

    /// Returns true once the best move is requested from outside.
    pub fn stop_requested(&self) -> bool {
        self.stop.is_requested()
    }

    /// Ends the search in all its threads. The report of the best move may still have to wait.
    pub fn end(&self) {
        self.ended.store(true, Ordering::Release);
    }

    /// Returns true once the threads are to leave the search.
    #[inline]
    pub fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }

    /// The pondered move was played: the clock runs from now on.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Release);
        self.stop.notify();
    }

    /// Waits until a search that has ended may answer: an endless one at a stop, a pondering one at
    /// [`Control::ponder_hit`] or a stop.
    pub fn wait_to_answer(&self, is_endless: bool) {
        self.stop.wait_while(|| is_endless || self.is_pondering());
    }

    /// Waits until `deadline` or a stop.
    pub fn wait_until(&self, deadline: Instant) {
        self.stop.wait_until(deadline);
    }

    /// Returns true while the search ponders.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Notes that the best move is about to be reported.
    pub fn finish(&self) {
        self.finished.store(true, Ordering::Release);
    }

    /// Returns true once the best move is reported.
    pub fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Acquire)
    }
}
