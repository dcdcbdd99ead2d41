//! The keywords of `go`, and what vampirc-uci parses of their numbers.

use std::ops::RangeInclusive;

use crate::chess::score::MAX_PLY;

/// Largest clock and node count that vampirc-uci parses: twelve digits.
pub(super) const TWELVE_DIGITS: i64 = 999_999_999_999;
/// Largest number of moves or plies that it parses. Larger ones have the same effect: no search is
/// deeper, and no clock is divided among more moves.
const BYTE: i64 = u8::MAX as i64;
const _: () = assert!(MAX_PLY <= BYTE as usize);

pub(super) struct Keyword {
    pub(super) name: &'static str,
    /// Numbers that vampirc-uci parses after the keyword; `None` if no number follows.
    pub(super) range: Option<RangeInclusive<i64>>,
    /// Time control that the keyword belongs to.
    pub(super) control: Option<TimeControl>,
}

/// Time controls, of which vampirc-uci keeps one per message.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeControl {
    Clock,
    MoveTime,
    Infinite,
    Ponder,
}

static KEYWORDS: [Keyword; 13] = {
    use TimeControl::{Clock, Infinite, MoveTime, Ponder};

    const fn number(
        name: &'static str,
        range: RangeInclusive<i64>,
        control: Option<TimeControl>,
    ) -> Keyword {
        Keyword { name, range: Some(range), control }
    }
    const fn word(name: &'static str, control: Option<TimeControl>) -> Keyword {
        Keyword { name, range: None, control }
    }
    [
        number("wtime", -TWELVE_DIGITS..=TWELVE_DIGITS, Some(Clock)),
        number("btime", -TWELVE_DIGITS..=TWELVE_DIGITS, Some(Clock)),
        number("winc", -TWELVE_DIGITS..=TWELVE_DIGITS, Some(Clock)),
        number("binc", -TWELVE_DIGITS..=TWELVE_DIGITS, Some(Clock)),
        number("movestogo", 0..=BYTE, Some(Clock)),
        number("movetime", -TWELVE_DIGITS..=TWELVE_DIGITS, Some(MoveTime)),
        number("depth", 0..=BYTE, None),
        number("nodes", 0..=TWELVE_DIGITS, None),
        number("mate", 0..=BYTE, None),
        word("infinite", Some(Infinite)),
        word("ponder", Some(Ponder)),
        word(SEARCH_MOVES, None),
        word(PERFT, None),
    ]
};
/// Takes moves, also in SAN, which vampirc-uci does not parse.
pub(super) const SEARCH_MOVES: &str = "searchmoves";
/// Makes the line another command.
pub const PERFT: &str = "perft";

pub const NAMES: [&str; KEYWORDS.len()] = {
    let mut names = [""; KEYWORDS.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = KEYWORDS[index].name;
        index += 1;
    }
    names
};

/// Returns the keyword of this name, in any case.
pub(super) fn keyword(word: &str) -> Option<&'static Keyword> {
    KEYWORDS.iter().find(|keyword| keyword.name.eq_ignore_ascii_case(word))
}
