//! The player's clock in the prompt, which runs while the player thinks.

use std::{
    env,
    io::{self, IsTerminal as _, Write as _},
    sync::mpsc::{self, RecvTimeoutError, Sender},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// Width of a clock, columns.
const WIDTH: usize = 5;
/// Below this time, tenths of seconds are shown.
const TENTHS: Duration = Duration::from_secs(20);

/// A clock that runs at the start of the current line of the terminal, until it is dropped.
pub struct Ticker {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    /// Starts the clock with the time that is left.
    pub fn start(left: Duration) -> Ticker {
        let end = Instant::now() + left;
        let (stop, stopped) = mpsc::channel();
        let thread = thread::Builder::new().name("clock".to_owned()).spawn(move || {
            loop {
                let left = end.saturating_duration_since(Instant::now());
                if left.is_zero()
                    || stopped.recv_timeout(next_tick(left)) != Err(RecvTimeoutError::Timeout)
                {
                    return;
                }
                if draw(end.saturating_duration_since(Instant::now())).is_err() {
                    return;
                }
            }
        });
        Ticker { stop: Some(stop), thread: thread.ok() }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A clock that panicked only stands still.
            thread.join().ok();
        }
    }
}

/// Returns true if the terminal can move the cursor.
pub fn is_possible() -> bool {
    let understands = match env::var("TERM") {
        Ok(name) => !name.is_empty() && name != "dumb",
        // Windows Terminal understands escape sequences.
        Err(_) => env::var_os("WT_SESSION").is_some(),
    };
    understands && io::stdout().is_terminal()
}

/// Formats a time: `4:59`, or `19.9` below 20 seconds.
pub fn time(left: Duration) -> String {
    let seconds = left.as_secs();
    if left < TENTHS {
        format!("{}.{}", seconds, left.subsec_millis() / 100)
    } else {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

/// Formats a clock of constant width.
pub fn text(left: Duration) -> String {
    format!("{:>WIDTH$}", time(left))
}

/// Returns the time until the text of the clock changes.
fn next_tick(left: Duration) -> Duration {
    let unit = if left <= TENTHS { 100_000_000 } else { 1_000_000_000 };
    Duration::from_nanos(u64::from(left.subsec_nanos() % unit) + 1_000_000)
}

/// Draws the clock at the start of the line, in one write. The cursor stays where the player types.
fn draw(left: Duration) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(format!("\u{1b}7\r{}\u{1b}8", text(left)).as_bytes())?;
    stdout.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_tenths_at_the_end() {
        for (millis, shown) in [
            (300_000, " 5:00"),
            (299_999, " 4:59"),
            (6_000_000, "100:00"),
            (20_000, " 0:20"),
            (19_990, " 19.9"),
            (40, "  0.0"),
        ] {
            assert_eq!(text(Duration::from_millis(millis)), shown);
        }
    }

    #[test]
    fn the_clock_is_drawn_when_its_text_changes() {
        for millis in [300_000, 299_001, 20_050, 20_000, 12_345] {
            let left = Duration::from_millis(millis);
            let after = left.saturating_sub(next_tick(left));
            assert_ne!(text(after), text(left), "{millis}");
        }
    }
}
