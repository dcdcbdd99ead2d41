//! What a search is asked to do, and the switches that stop it from outside.

use std::sync::atomic::{AtomicBool, Ordering};

use shakmaty::{ByColor, Color, Move};

use super::time::{Budget, Clock, TimeSettings};
use crate::chess::Position;

/// The limits of one search; the search stops at the first that it reaches. No limit at all
/// means to search until stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes, all threads together.
    pub nodes: Option<u64>,
    /// Nodes, all threads together, after which no further iteration is begun.
    pub soft_nodes: Option<u64>,
    /// Stop once a mate in this many moves is proven.
    pub mate: Option<u32>,
    /// Milliseconds for this move.
    pub move_time: Option<u64>,
    /// Milliseconds left on each clock; GUIs send negative ones too.
    pub time: ByColor<Option<i64>>,
    /// Milliseconds added to each clock after a move.
    pub increment: ByColor<u64>,
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Nodes, all threads together, that count as a millisecond; 0 where time is time.
    pub nodes_per_millisecond: u64,
    /// Never answer before being stopped.
    pub infinite: bool,
    /// Search only these root moves, where they are given.
    pub search_moves: Option<Vec<Move>>,
}

impl Limits {
    /// Whether nothing but a stop may end the search: asked for, or for want of any limit.
    pub fn is_endless(&self) -> bool {
        let limited = self.depth.is_some()
            || self.nodes.is_some()
            || self.soft_nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
            || Color::ALL.iter().any(|&color| self.time.get(color).is_some());
        self.infinite || !limited
    }

    /// What the clock of `us` shows. A missing one is taken to show what the other one shows.
    pub fn clock(&self, us: Color) -> Option<i64> {
        self.time.get(us).or(*self.time.get(!us))
    }

    /// How long the side to move may think, where the limits say so at all.
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

/// The switches of one search, shared between the protocol and the search threads. Each search
/// has its own, so that a late `stop` never reaches the next one.
#[derive(Debug, Default)]
pub struct Control {
    /// The threads leave the search.
    halted: AtomicBool,
    /// The answer is wanted, whatever the limits say.
    stopped: AtomicBool,
    pondering: AtomicBool,
    /// The thread that a test makes panic, counted from 1.
    #[cfg(test)]
    panicking: std::sync::atomic::AtomicUsize,
}

impl Control {
    /// Switches for a search that ponders until [`Control::ponder_hit`], or one that does not.
    pub const fn new(pondering: bool) -> Control {
        Control {
            halted: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            #[cfg(test)]
            panicking: std::sync::atomic::AtomicUsize::new(0),
        }
    }

    /// Makes a thread of the search panic, from 0.
    #[cfg(test)]
    pub(super) fn make_panic(&self, thread: usize) {
        self.panicking.store(thread + 1, Ordering::Release);
    }

    /// Panics where this thread is to.
    #[cfg(test)]
    pub(super) fn panic_if_asked(&self, thread: usize) {
        assert_ne!(self.panicking.load(Ordering::Acquire), thread + 1, "as the test asked for");
    }

    /// Asks the search to answer as soon as it can.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Release);
        self.halt();
    }

    /// Whether the answer is wanted now.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Acquire)
    }

    /// The flag that [`Control::stop`] sets, for work that is no search.
    pub const fn stopped(&self) -> &AtomicBool {
        &self.stopped
    }

    /// Ends the search in all its threads; the answer may still have to wait.
    pub(super) fn halt(&self) {
        self.halted.store(true, Ordering::Release);
    }

    /// Whether the threads are to leave the search.
    #[inline]
    pub(super) fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }

    /// The pondered move was played: the clock runs from now on.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Release);
    }

    /// Whether the search still ponders.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }
}
