//! Observation of the threads of a search by tests.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::SeqCst},
    thread,
    time::{Duration, Instant},
};

/// Most threads of a search in these tests.
const THREADS: usize = 8;
/// Time after which a thread that does nothing counts as missing. It is far above the delay on the
/// busiest machine: only a fault takes so long.
const MISSING: Duration = Duration::from_secs(30);

/// Notes the nodes of each thread, and makes one panic.
#[derive(Debug, Default)]
pub(in crate::search) struct Probe {
    nodes: [AtomicU64; THREADS],
    /// The thread that is to panic, counted from 1.
    panicking: AtomicUsize,
    panicked: AtomicBool,
}

impl Probe {
    /// Makes a thread panic, counted from 0.
    pub fn make_panic(&self, thread: usize) {
        self.panicking.store(thread + 1, SeqCst);
    }

    /// Returns true once the thread has panicked.
    pub fn has_panicked(&self) -> bool {
        self.panicked.load(SeqCst)
    }

    /// Notes the nodes of this thread as it checks the limits. Panics if it is to.
    pub fn check(&self, thread: usize, nodes: u64) {
        self.nodes[thread].store(nodes, SeqCst);
        if self.panicking.load(SeqCst) == thread + 1 {
            self.panicked.store(true, SeqCst);
            panic!("as the test asked for");
        }
    }

    /// Returns the nodes of this thread at its last check of the limits.
    pub fn nodes(&self, thread: usize) -> u64 {
        self.nodes[thread].load(SeqCst)
    }
}

/// Waits for a condition that other threads make true. Returns false if it stays false.
pub(in crate::search) fn wait_until(condition: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    while !condition() {
        if start.elapsed() > MISSING {
            return false;
        }
        thread::sleep(Duration::from_millis(1));
    }
    true
}
