//! The engine's level in people's terms: names with the rating of people who play like it.

use std::{fmt, iter, str::FromStr};

use brudno::search::Skill;
use thiserror::Error;

/// A level with a name.
struct NamedLevel {
    name: &'static str,
    /// Rating on lichess of people who lose about as much per move.
    lichess: u32,
    /// `UCI_Elo`.
    elo: u32,
}

const fn named(name: &'static str, lichess: u32, elo: u32) -> NamedLevel {
    NamedLevel { name, lichess, elo }
}

/// The ratings are approximate: docs/strength.md has the measurement, below 800 extrapolated.
const NAMED: [NamedLevel; 6] = [
    named("beginner", 600, 800),
    named("casual", 1100, 1100),
    named("club", 1500, 1250),
    named("strong-club", 1800, 1650),
    named("expert", 2000, 1750),
    named("master", 2300, 2300),
];

/// Name of the full strength.
const FULL: &str = "full";

/// The engine's level. The default is full strength.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Level {
    /// `UCI_Elo`; `None` is full strength.
    pub elo: Option<u32>,
}

/// A text is no level.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("level accepts {}, or Elo from {} to {}", names(), Skill::ELO.start(), Skill::ELO.end())]
pub struct LevelError;

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        let word = text.trim().to_ascii_lowercase().replace([' ', '_'], "-");
        if word == FULL {
            return Ok(Level { elo: None });
        }
        let named = NAMED.iter().find(|level| level.name == word).map(|level| level.elo);
        let elo = named.or_else(|| word.parse().ok()).filter(|elo| Skill::ELO.contains(elo));
        elo.map(|elo| Level { elo: Some(elo) }).ok_or(LevelError)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(elo) = self.elo else { return f.write_str("full strength") };
        match NAMED.iter().find(|level| level.elo == elo) {
            Some(NamedLevel { name, lichess, .. }) => {
                write!(f, "the level {name} (about {lichess} on lichess, Elo {elo})")
            }
            None => write!(f, "Elo {elo}"),
        }
    }
}

/// Returns the names of the levels, weakest first.
fn names() -> String {
    let names = NAMED.iter().map(|level| level.name).chain(iter::once(FULL));
    names.collect::<Vec<_>>().join(", ")
}

/// Returns a table of the levels with their ratings.
pub fn table() -> String {
    let mut table = String::from("level         lichess   Elo\n");
    for NamedLevel { name, lichess, elo } in NAMED {
        table.push_str(&format!("{name:12} {lichess:>8} {elo:>5}\n"));
    }
    table.push_str(FULL);
    table
}

/// Returns the help of the option: the names of the levels and their approximate ratings.
pub fn help() -> String {
    let (least, most) = (Skill::ELO.start(), Skill::ELO.end());
    format!("Level of the engine: {}, or an Elo from {least} to {most} (UCI_Elo)", names())
}

/// Returns [`help`] and the approximate ratings.
pub fn long_help() -> String {
    format!("{}. Approximate ratings:\n\n{}", help(), table())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_rise_in_strength_and_are_read() {
        assert!(NAMED.is_sorted_by(|a, b| a.elo < b.elo && a.lichess < b.lichess));
        for NamedLevel { name, elo, .. } in NAMED {
            assert_eq!(name.parse(), Ok(Level { elo: Some(elo) }));
            let said = Level { elo: Some(elo) }.to_string();
            assert!(said.contains(name) && said.contains(&format!("Elo {elo}")), "{said}");
        }
        for (text, elo) in
            [("full", None), (" Strong Club ", Some(NAMED[3].elo)), ("1450", Some(1450))]
        {
            assert_eq!(text.parse(), Ok(Level { elo }), "{text}");
        }
        for text in ["", "799", "3192", "grandmaster", "club 1500"] {
            assert_eq!(text.parse::<Level>(), Err(LevelError), "{text}");
        }
        assert_eq!(Level { elo: Some(1450) }.to_string(), "Elo 1450");
        assert_eq!(Level::default().to_string(), "full strength");
    }
}
