//! The specifications of the UCI options: names, values and effects.

use std::{ops::RangeInclusive, path::PathBuf};

use crate::{
    search,
    search::{Skill, time::TimeSettings},
    tablebase,
    uci::{
        ABOUT,
        options::{ELO, EMPTY, Effect, HASH, MOVE_OVERHEAD, MULTI_PV, Options, THREADS},
    },
};

/// The value of `EvalFile` for the embedded network.
const EMBEDDED: &str = "<embedded>";

pub struct OptionSpec {
    /// Name as printed by `uci`.
    pub name: &'static str,
    pub kind: Kind,
}

/// The values of an option, and the effect of setting it.
pub enum Kind {
    /// True or false.
    Check { default: bool, value: fn(&mut Options) -> &mut bool },
    /// A number of a range.
    Spin { default: u64, range: RangeInclusive<u64>, set: fn(&mut Options, u64) -> Effect },
    /// No value, only an effect.
    Button { effect: Effect },
    /// One of several words; the first is the default.
    Combo { choices: &'static [&'static str] },
    /// A text, usually a path.
    Text { default: &'static str, set: fn(Option<PathBuf>) -> Effect },
}

/// All options except tunable parameters.
pub const OPTIONS: [OptionSpec; 27] = [
    OptionSpec {
        name: "Debug Log File",
        kind: Kind::Text { default: EMPTY, set: Effect::DebugLog },
    },
    OptionSpec { name: "EvalFile", kind: Kind::Text { default: EMBEDDED, set: Effect::EvalFile } },
    OptionSpec {
        name: "Threads",
        kind: Kind::Spin {
            default: THREADS,
            range: 1..=search::MAX_THREADS as u64,
            set: |_, threads| Effect::Threads(threads as usize),
        },
    },
    OptionSpec {
        name: "Hash",
        kind: Kind::Spin {
            default: HASH,
            range: 1..=search::MAX_HASH as u64,
            set: |_, mib| Effect::Hash(mib as usize),
        },
    },
    OptionSpec { name: "Clear Hash", kind: Kind::Button { effect: Effect::ClearHash } },
    OptionSpec {
        name: "Ponder",
        kind: Kind::Check { default: false, value: |options| &mut options.ponder },
    },
    OptionSpec {
        name: "MultiPV",
        kind: Kind::Spin {
            default: MULTI_PV,
            range: 1..=256,
            set: |options, lines| store(&mut options.multi_pv, lines as usize),
        },
    },
    OptionSpec {
        name: "Move Overhead",
        kind: Kind::Spin {
            default: MOVE_OVERHEAD,
            range: 0..=5000,
            set: |options, milliseconds| store(&mut options.time.move_overhead, milliseconds),
        },
    },
    OptionSpec {
        name: "Slow Mover",
        kind: Kind::Spin {
            default: TimeSettings::NORMAL as u64,
            range: 10..=1000,
            set: |options, percent| store(&mut options.time.slow_mover, percent as u32),
        },
    },
    OptionSpec {
        name: "UCI_Chess960",
        kind: Kind::Check { default: false, value: |options| &mut options.chess960 },
    },
    OptionSpec {
        name: "UCI_ShowWDL",
        kind: Kind::Check { default: false, value: |options| &mut options.show_wdl },
    },
    OptionSpec {
        name: "UCI_LimitStrength",
        kind: Kind::Check { default: false, value: |options| &mut options.limit_strength },
    },
    OptionSpec {
        name: "UCI_Elo",
        kind: Kind::Spin {
            default: ELO as u64,
            range: *Skill::ELO.start() as u64..=*Skill::ELO.end() as u64,
            set: |options, elo| store(&mut options.elo, elo as u32),
        },
    },
    OptionSpec {
        name: "Skill Level",
        kind: Kind::Spin {
            default: Skill::FULL_LEVEL as u64,
            range: 0..=Skill::FULL_LEVEL as u64,
            set: |options, level| store(&mut options.skill_level, level as u32),
        },
    },
    OptionSpec {
        name: "SimulateThinkingTime",
        kind: Kind::Check { default: false, value: |options| &mut options.simulate_thinking },
    },
    OptionSpec {
        name: "nodestime",
        kind: Kind::Spin {
            default: 0,
            range: 0..=10_000,
            set: |options, nodes| store(&mut options.nodes_per_millisecond, nodes),
        },
    },
    OptionSpec {
        name: "SyzygyPath",
        kind: Kind::Text {
            default: EMPTY,
            set: |text| {
                let text = text.unwrap_or_default();
                Effect::SyzygyPath(tablebase::folders(&text.to_string_lossy()))
            },
        },
    },
    OptionSpec {
        name: "SyzygyProbeDepth",
        kind: Kind::Spin {
            default: 1,
            range: 1..=100,
            set: |options, depth| store(&mut options.tb.depth, depth as i32),
        },
    },
    OptionSpec {
        name: "Syzygy50MoveRule",
        kind: Kind::Check { default: true, value: |options| &mut options.tb.fifty_moves },
    },
    OptionSpec {
        name: "SyzygyProbeLimit",
        kind: Kind::Spin {
            default: 7,
            range: 0..=7,
            set: |options, men| store(&mut options.tb.limit, men as usize),
        },
    },
    OptionSpec {
        name: "UCI_AnalyseMode",
        kind: Kind::Check { default: false, value: |options| &mut options.analyse_mode },
    },
    OptionSpec {
        name: "OwnBook",
        kind: Kind::Check { default: false, value: |options| &mut options.own_book },
    },
    OptionSpec { name: "Book File", kind: Kind::Text { default: EMPTY, set: Effect::BookFile } },
    OptionSpec {
        name: "Best Book Move",
        kind: Kind::Check { default: false, value: |options| &mut options.best_book_move },
    },
    // Only for the log.
    OptionSpec {
        name: "UCI_Opponent",
        kind: Kind::Text { default: EMPTY, set: |_| Effect::Stored },
    },
    // For GUIs to read. UCI calls setting it harmless.
    OptionSpec {
        name: "UCI_EngineAbout",
        kind: Kind::Text { default: ABOUT, set: |_| Effect::Stored },
    },
    OptionSpec { name: "UCI_Variant", kind: Kind::Combo { choices: &["chess"] } },
];

pub fn store<T>(field: &mut T, value: T) -> Effect {
    *field = value;
    Effect::Stored
}

impl OptionSpec {
    /// Returns the line that describes the option to a GUI.
    pub fn describe(&self) -> String {
        let kind = match &self.kind {
            Kind::Check { default, .. } => format!("check default {default}"),
            Kind::Spin { default, range, .. } => {
                format!("spin default {default} min {} max {}", range.start(), range.end())
            }
            Kind::Button { .. } => "button".to_owned(),
            Kind::Combo { choices } => {
                format!("combo default {} var {}", choices[0], choices.join(" var "))
            }
            Kind::Text { default, .. } => format!("string default {default}"),
        };
        format!("option name {} type {kind}", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_in_their_range() {
        for spec in OPTIONS {
            if let Kind::Spin { default, range, .. } = spec.kind {
                assert!(range.contains(&default), "{}", spec.name);
            }
        }
    }
}
