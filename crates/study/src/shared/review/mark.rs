//! The mark of a move: a judgement of a bad move, or praise of a good one.

use serde::{Serialize, Serializer};

use super::Judgement;

/// Praise of a good move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Praise {
    /// `!`: the only good move.
    Great,
    /// `!!`: the only good move is a sacrifice.
    Brilliant,
}

/// Mark of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    Bad(Judgement),
    Good(Praise),
}

impl Mark {
    /// All marks.
    pub const ALL: [Mark; 5] = [
        Mark::Bad(Judgement::Inaccuracy),
        Mark::Bad(Judgement::Mistake),
        Mark::Bad(Judgement::Blunder),
        Mark::Good(Praise::Great),
        Mark::Good(Praise::Brilliant),
    ];

    /// Returns the name that starts a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Bad(judgement) => judgement.name(),
            Mark::Good(Praise::Great) => "Great",
            Mark::Good(Praise::Brilliant) => "Brilliant",
        }
    }

    /// Returns the numeric annotation glyph (PGN standard).
    pub const fn nag(self) -> u8 {
        match self {
            Mark::Bad(judgement) => judgement.nag(),
            Mark::Good(Praise::Great) => 1,
            Mark::Good(Praise::Brilliant) => 3,
        }
    }

    /// Returns the sign after a move.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Bad(judgement) => judgement.sign(),
            Mark::Good(Praise::Great) => "!",
            Mark::Good(Praise::Brilliant) => "!!",
        }
    }

    /// Returns the judgement of a bad move.
    pub const fn judgement(self) -> Option<Judgement> {
        match self {
            Mark::Bad(judgement) => Some(judgement),
            Mark::Good(_) => None,
        }
    }

    /// Returns the praise of a good move.
    pub const fn praise(self) -> Option<Praise> {
        match self {
            Mark::Bad(_) => None,
            Mark::Good(praise) => Some(praise),
        }
    }
}

impl Serialize for Mark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Mark::Bad(judgement) => judgement.serialize(serializer),
            Mark::Good(praise) => praise.serialize(serializer),
        }
    }
}
