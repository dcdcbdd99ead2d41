//! Chess clocks.

use std::{
    fmt,
    str::FromStr,
    time::{Duration, Instant},
};

use brudno::terminal::display::side;
use shakmaty::{ByColor, Color};
use thiserror::Error;

use super::ticker;

/// Base time and increment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    base: Duration,
    increment: Duration,
}

/// The text is not a time control.
#[derive(Debug, Error)]
#[error("expected minutes and an increment in seconds, as in 5+3")]
pub struct TimeControlError;

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Parses minutes and seconds in the notation of chess servers: `5+3`, `0.5+0`, `15`.
    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let parse =
            |text: &str| text.trim().parse::<f64>().ok().filter(|n| (0.0..=1e6).contains(n));
        match (parse(base), parse(increment)) {
            (Some(base), Some(increment)) if base > 0.0 => Ok(TimeControl {
                base: Duration::from_secs_f64(base * 60.0),
                increment: Duration::from_secs_f64(increment),
            }),
            _ => Err(TimeControlError),
        }
    }
}

impl fmt::Display for TimeControl {
    /// Formats the seconds of PGN's tag `TimeControl`: `300+3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() {
            Ok(())
        } else {
            write!(f, "+{}", self.increment.as_secs_f64())
        }
    }
}

impl TimeControl {
    /// Parses PGN's tag `TimeControl`. `None` for other kinds of time controls.
    pub fn of_tag(text: &str) -> Option<TimeControl> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| text.parse::<f64>().ok().filter(|n| (0.0..=1e7).contains(n));
        let [base, increment] = [seconds(base)?, seconds(increment)?].map(Duration::from_secs_f64);
        (!base.is_zero()).then_some(TimeControl { base, increment })
    }
}

/// Clocks of both sides.
pub struct Clocks {
    control: TimeControl,
    left: ByColor<Duration>,
    running: Option<(Color, Instant)>,
}

impl Clocks {
    /// Creates stopped clocks.
    pub fn new(control: TimeControl) -> Clocks {
        let left = ByColor { white: control.base, black: control.base };
        Clocks { control, left, running: None }
    }

    /// Creates stopped clocks with the time that both sides have left; `None` if it is not known.
    pub fn resumed(control: TimeControl, left: ByColor<Option<Duration>>) -> Clocks {
        let left = left.map(|left| left.unwrap_or(control.base));
        Clocks { control, left, running: None }
    }

    /// Returns the base time and the increment.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// Resets the clocks for a new game.
    pub fn reset(&mut self) {
        *self = Clocks::new(self.control);
    }

    /// Starts the clock of a side, unless it is running.
    pub fn start(&mut self, side: Color) {
        if self.running.is_none_or(|(running, _)| running != side) {
            self.stop();
            self.running = Some((side, Instant::now()));
        }
    }

    /// Stops the running clock.
    pub fn stop(&mut self) {
        if let Some((side, _)) = self.running {
            *self.left.get_mut(side) = self.left(side);
            self.running = None;
        }
    }

    /// Stops the running clock and adds the increment.
    pub fn press(&mut self) {
        let Some((side, _)) = self.running else { return };
        self.stop();
        let left = self.left.get_mut(side);
        if !left.is_zero() {
            *left += self.control.increment;
        }
    }

    /// Returns the remaining time of a side.
    pub fn left(&self, side: Color) -> Duration {
        let spent = match self.running {
            Some((running, since)) if running == side => since.elapsed(),
            _ => Duration::ZERO,
        };
        self.left.get(side).saturating_sub(spent)
    }

    /// Returns the increment.
    pub const fn increment(&self) -> Duration {
        self.control.increment
    }

    /// Returns the side whose time is up.
    pub fn fallen(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&side| self.left(side).is_zero())
    }
}

impl fmt::Display for Clocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let show = |color| format!("{} {}", side(color), ticker::time(self.left(color)));
        write!(f, "{}, {}", show(Color::White), show(Color::Black))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_those_of_servers() {
        for (text, base, increment) in [
            ("5+3", 300.0, 3.0),
            ("15", 900.0, 0.0),
            ("0.5+0.1", 30.0, 0.1),
            (" 3 + 2 ", 180.0, 2.0),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.base, Duration::from_secs_f64(base), "{text}");
            assert_eq!(control.increment, Duration::from_secs_f64(increment), "{text}");
        }
        for text in ["", "+3", "0+1", "-5", "5+-1", "five", "5+3+1", "nan", "inf"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_tag_brings_the_clocks_back() {
        for text in ["5+3", "0.5+0.1", "15"] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(TimeControl::of_tag(&control.to_string()), Some(control), "{text}");
        }
        assert_eq!("5+3".parse::<TimeControl>().unwrap().to_string(), "300+3");
        for text in ["-", "?", "40/9000", "*60", "0", "-5", "x+1"] {
            assert_eq!(TimeControl::of_tag(text), None, "{text}");
        }
        let left = ByColor { white: Some(Duration::from_secs(7)), black: None };
        let clocks = Clocks::resumed("5+3".parse().unwrap(), left);
        assert_eq!(clocks.to_string(), "White 7.0, Black 5:00");
    }

    #[test]
    fn a_move_in_time_brings_its_increment() {
        let mut clocks = Clocks::new("60+3600".parse().unwrap());
        assert_eq!(clocks.to_string(), "White 60:00, Black 60:00");
        clocks.start(Color::Black);
        clocks.press();
        assert!(clocks.left(Color::Black) > Duration::from_secs(3600));
        assert_eq!(clocks.left(Color::White), Duration::from_secs(3600));
        // A stopped clock gets no increment.
        clocks.press();
        assert_eq!(clocks.left(Color::White), Duration::from_secs(3600));
        clocks.reset();
        assert_eq!(clocks.left(Color::Black), Duration::from_secs(3600));
    }

    #[test]
    fn a_fallen_flag_stays_down() {
        let mut clocks = Clocks::new("1+5".parse().unwrap());
        *clocks.left.get_mut(Color::White) = Duration::from_nanos(1);
        assert_eq!(clocks.fallen(), None);
        clocks.start(Color::White);
        while clocks.fallen().is_none() {}
        clocks.press();
        assert_eq!(clocks.fallen(), Some(Color::White));
        assert_eq!(clocks.to_string(), "White 0.0, Black 1:00");
    }
}
