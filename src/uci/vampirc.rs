//! The one way to vampirc-uci, which panics on some lines and cuts others.

use std::panic;

use vampirc_uci::UciMessage;

/// The message on a single line, or `None` where vampirc-uci does not understand all of it. The
/// lines that it panics on are mended before they get here; should one slip through, it is not
/// understood.
pub fn parse(line: &str) -> Option<UciMessage> {
    let mut messages = panic::catch_unwind(|| vampirc_uci::parse_with_unknown(line)).ok()?;
    let message = messages.pop()?;
    messages.is_empty().then_some(message)
}
