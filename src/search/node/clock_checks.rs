//! How often a thread reads the clock.

use std::time::{Duration, Instant};

/// Target for the longest time between two readings.
const PERIOD: Duration = Duration::from_millis(1);
/// Most nodes between two readings.
const MOST_NODES: u64 = 1024;

/// Chooses the next reading by the time of the last nodes. Reading at every node is slow, and a
/// fixed number of nodes may take a second if each waits for memory or a disk.
pub(in crate::search) struct ClockChecks {
    /// The number of nodes at which the clock is read next.
    next: u64,
    /// Nodes between the last reading and the next.
    interval: u64,
    last: Instant,
}

impl ClockChecks {
    /// Starts with a reading at the first node.
    pub const fn new(now: Instant) -> ClockChecks {
        ClockChecks { next: 0, interval: 1, last: now }
    }

    /// Returns the number of nodes at which the clock is read next.
    #[inline]
    pub const fn next(&self) -> u64 {
        self.next
    }

    /// Notes a reading at this number of nodes.
    pub fn note(&mut self, nodes: u64, now: Instant) {
        let spent = now.saturating_duration_since(self.last);
        self.last = now;
        if spent > PERIOD {
            let share = PERIOD.as_secs_f64() / spent.as_secs_f64();
            self.interval = ((self.interval as f64 * share) as u64).max(1);
        } else if spent < PERIOD / 2 {
            self.interval = (self.interval * 2).min(MOST_NODES);
        }
        self.next = nodes + self.interval;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the nodes between readings if each node takes this long.
    fn intervals(checks: &mut ClockChecks, node: Duration, readings: usize) -> Vec<u64> {
        let mut nodes = checks.next();
        let mut read = || {
            let before = checks.next();
            let now = checks.last + node * (before - nodes) as u32;
            nodes = before;
            checks.note(nodes, now);
            checks.next() - before
        };
        (0..readings).map(|_| read()).collect()
    }

    #[test]
    fn the_clock_is_read_about_every_millisecond() {
        let mut checks = ClockChecks::new(Instant::now());
        for microseconds in [2, 20, 200, 9_000, 2] {
            let node = Duration::from_micros(microseconds);
            let intervals = intervals(&mut checks, node, 30);
            let settled = &intervals[15..];
            let most = (1_000 / microseconds).clamp(1, MOST_NODES);
            assert!(settled.iter().all(|&nodes| nodes <= most), "{microseconds}: {settled:?}");
            assert!(settled.iter().all(|&nodes| nodes >= most / 2), "{microseconds}: {settled:?}");
        }
        // Nodes that take no time.
        assert_eq!(intervals(&mut checks, Duration::ZERO, 30).last(), Some(&MOST_NODES));
    }

    #[test]
    fn the_first_nodes_are_checked_one_by_one() {
        let mut checks = ClockChecks::new(Instant::now());
        assert_eq!(intervals(&mut checks, Duration::from_millis(9), 5), [2, 1, 1, 1, 1]);
    }
}
