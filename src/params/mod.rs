//! Tunable parameters of the search and of time management, with their ranges.
//!
//! Those of the search started from Stockfish 19's (commit 762dd1da9), with scores and margins
//! multiplied by 0.58, the ratio of the two evaluations. Some were tuned since. Limits and
//! initial values of the histories, table sizes and the levels of `skill` are constants beside the
//! code that uses them.

mod declare;
mod histories;
mod search;
mod time;

use std::ops::RangeInclusive;
#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

pub use self::{histories::*, search::*, time::*};

/// A tunable parameter.
pub struct Param {
    /// Its name, also that of its UCI option in a build with the `tune` feature.
    pub name: &'static str,
    /// Default value.
    pub default: i32,
    /// Allowed values.
    pub range: RangeInclusive<i32>,
    #[cfg(feature = "tune")]
    value: &'static AtomicI32,
}

/// Returns every parameter.
pub fn all() -> impl Iterator<Item = &'static Param> {
    [search::SEARCH, histories::HISTORIES, time::TIME].into_iter().flatten()
}

/// A value of a parameter that is not a number of its range.
#[cfg(feature = "tune")]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{name} is a number from {min} to {max}, not '{text}'")]
pub struct ParamError {
    name: &'static str,
    min: i32,
    max: i32,
    text: String,
}

impl Param {
    /// Returns the line that describes the parameter to OpenBench's SPSA tuner: name, type, default,
    /// minimum, maximum, and the step and the learning rate at the end of the tuning.
    pub fn spsa(&self) -> String {
        let (min, max) = (self.range.start(), self.range.end());
        let step = (f64::from(max - min) / 20.0).max(0.5);
        format!("{}, int, {}, {min}, {max}, {step}, 0.002", self.name, self.default)
    }

    /// Sets the value of the parameter.
    ///
    /// # Errors
    ///
    /// The text is no number in the range.
    #[cfg(feature = "tune")]
    pub fn set(&self, text: &str) -> Result<(), ParamError> {
        match text.parse() {
            Ok(value) if self.range.contains(&value) => {
                self.value.store(value, Relaxed);
                Ok(())
            }
            _ => {
                let (min, max) = (*self.range.start(), *self.range.end());
                Err(ParamError { name: self.name, min, max, text: text.to_owned() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::all;

    #[test]
    fn defaults_are_in_their_range() {
        for param in all() {
            assert!(param.range.contains(&param.default), "{}", param.name);
        }
    }

    #[test]
    fn the_tuner_reads_name_type_default_range_step_and_rate() {
        let line = all().find(|param| param.name == "reduction_base").unwrap().spsa();
        assert!(line.starts_with("reduction_base, int, "), "{line}");
        assert!(line.ends_with(", 0, 2000, 100, 0.002"), "{line}");
    }
}
