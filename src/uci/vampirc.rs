//! The call of vampirc-uci, which panics on some lines and cuts others.

use std::panic;

use vampirc_uci::UciMessage;

/// Parses a line that holds a single message. Returns `None` if vampirc-uci does not parse all of
/// it. Callers repair the lines that it panics on; another panic counts as a refusal.
pub fn parse(line: &str) -> Option<UciMessage> {
    let mut messages = panic::catch_unwind(|| vampirc_uci::parse_with_unknown(line)).ok()?;
    let message = messages.pop()?;
    messages.is_empty().then_some(message)
}
