//! The signal that ends long work early.

use std::{
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

/// A request from outside to end some work soon: by `stop`, by Ctrl-C, at the end of the process.
/// Clones share it. It is never withdrawn.
#[derive(Clone, Debug, Default)]
pub struct StopSignal(Arc<State>);

#[derive(Debug, Default)]
struct State {
    is_requested: AtomicBool,
    /// Held while a waiting thread looks at its condition, so none misses a notification.
    waiting: Mutex<()>,
    changed: Condvar,
}

impl StopSignal {
    /// Requests the stop. Returns false if it was requested before.
    pub fn request(&self) -> bool {
        let is_first = !self.0.is_requested.swap(true, Ordering::AcqRel);
        self.notify();
        is_first
    }

    /// Returns true once the stop is requested.
    #[inline]
    pub fn is_requested(&self) -> bool {
        self.0.is_requested.load(Ordering::Acquire)
    }

    /// Waits, asleep, until the stop is requested or `condition` no longer holds. A change of the
    /// condition needs a [`StopSignal::notify`].
    pub fn wait_while(&self, condition: impl Fn() -> bool) {
        let State { waiting, changed, .. } = &*self.0;
        let guard = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        drop(changed.wait_while(guard, |()| condition() && !self.is_requested()));
    }

    /// Waits, asleep, until the stop is requested or `deadline` has passed.
    pub fn wait_until(&self, deadline: Instant) {
        let State { waiting, changed, .. } = &*self.0;
        let guard = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let time = deadline.saturating_duration_since(Instant::now());
        drop(changed.wait_timeout_while(guard, time, |()| !self.is_requested()));
    }

    /// Makes the threads in [`StopSignal::wait_while`] look at their condition again.
    pub fn notify(&self) {
        drop(self.0.waiting.lock());
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::{thread, time::Duration};

    use super::*;

    #[test]
    fn a_waiting_thread_wakes_at_the_stop_and_when_its_condition_ends() {
        for _ in 0..200 {
            let (stop, pondering) = (StopSignal::default(), AtomicBool::new(true));
            thread::scope(|scope| {
                scope.spawn(|| stop.wait_while(|| true));
                scope.spawn(|| {
                    stop.wait_while(|| pondering.load(Ordering::Acquire));
                    assert!(!stop.is_requested());
                    stop.request();
                });
                pondering.store(false, Ordering::Release);
                stop.notify();
            });
            assert!(!stop.request());
        }
    }

    #[test]
    fn a_wait_ends_at_its_deadline_or_at_the_stop() {
        let stop = StopSignal::default();
        let deadline = Instant::now() + Duration::from_millis(20);
        stop.wait_until(deadline);
        assert!(Instant::now() >= deadline);
        let tomorrow = Instant::now() + Duration::from_secs(86_400);
        thread::scope(|scope| {
            scope.spawn(|| stop.wait_until(tomorrow));
            stop.request();
        });
    }
}
