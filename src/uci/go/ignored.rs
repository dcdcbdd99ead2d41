//! Parts of a `go` line that are ignored.

use std::fmt;

/// An ignored part of the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ignored {
    pub text: String,
    pub why: Why,
}

/// Why a part is ignored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// A limit without its number.
    NoNumber,
    /// A number without its limit.
    NoLimit,
    /// A misspelt keyword, and the one that is closest.
    Misspelt(&'static str),
    /// Anything else. The text alone says enough.
    Meaningless,
}

impl Ignored {
    pub fn new(text: impl Into<String>, why: Why) -> Ignored {
        Ignored { text: text.into(), why }
    }
}

impl fmt::Display for Ignored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}'", self.text)?;
        match self.why {
            Why::NoNumber => f.write_str(" (no number)"),
            Why::NoLimit => f.write_str(" (of which limit?)"),
            Why::Misspelt(name) => write!(f, " (did you mean {name}?)"),
            Why::Meaningless => Ok(()),
        }
    }
}
