//! The UCI options: values, descriptions and effects.

mod spec;

use std::path::PathBuf;

use spec::{Kind, OPTIONS, OptionSpec, store};
use thiserror::Error;

#[cfg(feature = "tune")]
use crate::params;
use crate::{
    platform::files::written_path,
    search,
    search::{Skill, time::TimeSettings},
    tablebase::TbSettings,
    uci::nearest,
};

/// UCI's form of an empty string.
const EMPTY: &str = "<empty>";

/// The values that the protocol keeps. The engine keeps those of the other options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    pub multi_pv: usize,
    /// Use of the time on the clock.
    pub time: TimeSettings,
    /// Whether the GUI may let the engine ponder. `go ponder` works either way.
    pub ponder: bool,
    /// Whether castling is written as king takes rook.
    pub chess960: bool,
    /// Whether to print win, draw and loss probabilities.
    pub show_wdl: bool,
    /// Use of the tablebases.
    pub tb: TbSettings,
    /// Whether to limit the strength to `elo`.
    pub limit_strength: bool,
    /// The Elo of a limited strength.
    pub elo: u32,
    /// Stockfish's skill level, used unless the strength is limited to an Elo.
    pub skill_level: u32,
    /// Whether to answer at a limited strength after the time that a person would think.
    pub simulate_thinking: bool,
    /// Nodes that count as a millisecond; 0 to use the clock.
    pub nodes_per_millisecond: u64,
    /// Whether to play moves of the opening book.
    pub own_book: bool,
    /// Whether to play the book move of the largest weight instead of a random one.
    pub best_book_move: bool,
    /// Whether the engine analyses: without its book, and at full strength.
    pub analyse_mode: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            multi_pv: MULTI_PV as usize,
            time: TimeSettings { move_overhead: MOVE_OVERHEAD, ..TimeSettings::default() },
            ponder: false,
            chess960: false,
            show_wdl: false,
            tb: TbSettings::default(),
            limit_strength: false,
            elo: ELO,
            skill_level: Skill::FULL_LEVEL,
            simulate_thinking: false,
            nodes_per_millisecond: 0,
            own_book: false,
            best_book_move: false,
            analyse_mode: false,
        }
    }
}

/// The effect of an option beyond its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// None: [`Options`] holds the value.
    Stored,
    /// Use a transposition table of this many MiB.
    Hash(usize),
    /// Search with this many threads.
    Threads(usize),
    /// Clear the transposition table.
    ClearHash,
    /// Evaluate with the network in this file, or with the embedded one.
    EvalFile(Option<PathBuf>),
    /// Probe the tablebases in these folders.
    SyzygyPath(Vec<PathBuf>),
    /// Play from the opening book in this file, or from none.
    BookFile(Option<PathBuf>),
    /// Log to this file, or stop logging.
    DebugLog(Option<PathBuf>),
}

/// Default size of the transposition table, MiB.
pub const HASH: u64 = search::DEFAULT_HASH as u64;
/// Default number of search threads.
pub const THREADS: u64 = 1;
const MULTI_PV: u64 = 1;
const MOVE_OVERHEAD: u64 = 10;
const ELO: u32 = 1500;

/// An option that cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// No option has this name; with a suggestion.
    #[error("No such option: {0}{1}")]
    Unknown(String, String),
    #[error("Invalid value for {name}: expected {expected}, not '{given}'")]
    Value { name: &'static str, expected: String, given: String },
    /// The value of a tunable parameter is invalid.
    #[cfg(feature = "tune")]
    #[error(transparent)]
    Parameter(params::ParamError),
}

fn invalid(name: &'static str, expected: &str, given: &str) -> OptionError {
    OptionError::Value { name, expected: expected.to_owned(), given: given.to_owned() }
}

fn no_such_option(name: &str) -> OptionError {
    let meant = nearest(name, Options::names());
    let suggestion = meant.map_or_else(String::new, |meant| format!(". Did you mean '{meant}'?"));
    OptionError::Unknown(name.to_owned(), suggestion)
}

impl Options {
    /// Returns the lines that describe all options to a GUI.
    pub fn describe() -> String {
        let lines = OPTIONS.iter().map(OptionSpec::describe);
        #[cfg(feature = "tune")]
        let lines = lines.chain(params::all().map(|param| {
            let (name, default, range) = (param.name, param.default, &param.range);
            let (min, max) = (range.start(), range.end());
            format!("option name {name} type spin default {default} min {min} max {max}")
        }));
        lines.map(|line| line + "\n").collect()
    }

    pub fn names() -> impl Iterator<Item = &'static str> {
        let names = OPTIONS.iter().map(|spec| spec.name);
        #[cfg(feature = "tune")]
        let names = names.chain(params::all().map(|param| param.name));
        names
    }

    /// Returns values of the option for completion: all words, or the default of others.
    #[cfg_attr(not(feature = "terminal"), expect(dead_code, reason = "a terminal completes words"))]
    pub fn values(name: &str) -> Vec<String> {
        let spec = OPTIONS.iter().find(|spec| spec.name.eq_ignore_ascii_case(name));
        spec.map_or_else(Vec::new, |spec| match &spec.kind {
            Kind::Check { .. } => vec!["true".to_owned(), "false".to_owned()],
            Kind::Combo { choices } => choices.iter().map(|&choice| choice.to_owned()).collect(),
            Kind::Spin { default, .. } => vec![default.to_string()],
            Kind::Text { default, .. } => vec![(*default).to_owned()],
            Kind::Button { .. } => Vec::new(),
        })
    }

    /// Sets the option of that name, in any case.
    ///
    /// # Errors
    ///
    /// There is no such option, or the value is invalid; nothing changes.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        #[cfg(feature = "tune")]
        if let Some(param) = params::all().find(|param| param.name.eq_ignore_ascii_case(name)) {
            param.set(value.unwrap_or_default()).map_err(OptionError::Parameter)?;
            return Ok(Effect::Stored);
        }
        let spec = OPTIONS
            .iter()
            .find(|spec| spec.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| no_such_option(name))?;
        let name = spec.name;
        let given = value.unwrap_or_default();
        match &spec.kind {
            Kind::Check { value, .. } => match given.to_ascii_lowercase().parse() {
                Ok(on) => Ok(store(value(self), on)),
                Err(_) => Err(invalid(name, "true or false", given)),
            },
            Kind::Spin { range, set, .. } => match given.parse() {
                Ok(number) if range.contains(&number) => Ok(set(self, number)),
                _ => {
                    let expected = format!("a number from {} to {}", range.start(), range.end());
                    Err(invalid(name, &expected, given))
                }
            },
            Kind::Button { effect } => Ok(effect.clone()),
            Kind::Combo { choices } if choices.iter().any(|c| c.eq_ignore_ascii_case(given)) => {
                Ok(Effect::Stored)
            }
            Kind::Combo { choices } => Err(invalid(name, &choices.join(" or "), given)),
            Kind::Text { default, set } => {
                let is_default = [*default, EMPTY, ""].contains(&given);
                Ok(set((!is_default).then(|| written_path(given))))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_take_effect() {
        let mut options = Options::default();
        for (name, value, effect) in [
            ("Hash", Some("64"), Effect::Hash(64)),
            ("hash", Some("33554432"), Effect::Hash(33_554_432)),
            ("THREADS", Some("4"), Effect::Threads(4)),
            ("Clear Hash", None, Effect::ClearHash),
            ("clear hash", Some("now"), Effect::ClearHash),
            ("Debug Log File", Some("a  b.log"), Effect::DebugLog(Some("a  b.log".into()))),
            ("Debug Log File", Some("<empty>"), Effect::DebugLog(None)),
            ("Debug Log File", Some(""), Effect::DebugLog(None)),
            ("Debug Log File", None, Effect::DebugLog(None)),
            ("EvalFile", Some("a net.nnue"), Effect::EvalFile(Some("a net.nnue".into()))),
            ("evalfile", Some("<embedded>"), Effect::EvalFile(None)),
            ("EvalFile", Some("<empty>"), Effect::EvalFile(None)),
            ("EvalFile", None, Effect::EvalFile(None)),
            ("MultiPV", Some("5"), Effect::Stored),
            ("move overhead", Some("0"), Effect::Stored),
            ("Ponder", Some("TRUE"), Effect::Stored),
            ("UCI_Chess960", Some("true"), Effect::Stored),
            ("uci_showwdl", Some("true"), Effect::Stored),
            ("SyzygyPath", Some("a b;c"), Effect::SyzygyPath(vec!["a b".into(), "c".into()])),
            ("SyzygyPath", Some("<empty>"), Effect::SyzygyPath(Vec::new())),
            ("syzygyprobedepth", Some("5"), Effect::Stored),
            ("Syzygy50MoveRule", Some("false"), Effect::Stored),
            ("SyzygyProbeLimit", Some("0"), Effect::Stored),
            ("UCI_AnalyseMode", Some("true"), Effect::Stored),
            ("UCI_LimitStrength", Some("true"), Effect::Stored),
            ("uci_elo", Some("1234"), Effect::Stored),
            ("NodesTime", Some("600"), Effect::Stored),
            ("OwnBook", Some("true"), Effect::Stored),
            ("book file", Some("a book.bin"), Effect::BookFile(Some("a book.bin".into()))),
            ("Book File", Some("<empty>"), Effect::BookFile(None)),
            ("Best Book Move", Some("true"), Effect::Stored),
            ("skill level", Some("3"), Effect::Stored),
            ("SimulateThinkingTime", Some("true"), Effect::Stored),
            ("Slow Mover", Some("150"), Effect::Stored),
            ("UCI_Opponent", Some("GM 2800 human Gary Kasparow"), Effect::Stored),
            ("UCI_EngineAbout", Some("something else"), Effect::Stored),
            ("uci_variant", Some("Chess"), Effect::Stored),
        ] {
            assert_eq!(options.set(name, value), Ok(effect), "{name}");
        }
        let all_set = Options {
            multi_pv: 5,
            time: TimeSettings { move_overhead: 0, slow_mover: 150 },
            ponder: true,
            chess960: true,
            show_wdl: true,
            tb: TbSettings { depth: 5, limit: 0, fifty_moves: false },
            limit_strength: true,
            elo: 1234,
            skill_level: 3,
            simulate_thinking: true,
            nodes_per_millisecond: 600,
            own_book: true,
            best_book_move: true,
            analyse_mode: true,
        };
        assert_eq!(options, all_set);
    }

    #[test]
    fn wrong_values_change_nothing() {
        let mut options = Options::default();
        for (name, value) in [
            ("Hash", Some("abc")),
            ("Hash", Some("0")),
            ("Hash", Some("33554433")),
            ("Hash", Some("999999999999999999999999")),
            ("Hash", None),
            ("Hash", Some("16 MB")),
            ("Threads", Some("-5")),
            ("Threads", Some("999999999999")),
            ("MultiPV", Some("0")),
            ("MultiPV", Some("257")),
            ("Move Overhead", Some("5001")),
            ("Move Overhead", Some("1.5")),
            ("Ponder", Some("yes")),
            ("Ponder", None),
            ("UCI_Chess960", Some("")),
            ("SyzygyProbeDepth", Some("0")),
            ("SyzygyProbeLimit", Some("8")),
            ("UCI_Elo", Some("799")),
            ("UCI_Elo", Some("4000")),
            ("nodestime", Some("10001")),
            ("Skill Level", Some("21")),
            ("Slow Mover", Some("9")),
            ("UCI_Variant", Some("atomic")),
            ("UCI_Variant", None),
            ("Contempt", Some("3")),
            ("", None),
        ] {
            assert!(options.set(name, value).is_err(), "{name} {value:?}");
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn a_refusal_names_what_was_given_and_what_was_meant() {
        let refusal =
            |name, value| Options::default().set(name, Some(value)).unwrap_err().to_string();
        let variant = refusal("UCI_Variant", "atomic");
        assert_eq!(variant, "Invalid value for UCI_Variant: expected chess, not 'atomic'");
        assert_eq!(refusal("MultPV", "2"), "No such option: MultPV. Did you mean 'MultiPV'?");
        assert_eq!(refusal("Contempt", "2"), "No such option: Contempt");
    }
}
