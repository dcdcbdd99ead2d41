//! Clocks of a game in PGN: `[%clk 0:09:58]` in the comment on a move is the time left after it.

use std::time::Duration;

use brudno_notation::pgn::PgnGame;
use shakmaty::ByColor;

/// Formats the time left after a move.
pub fn comment(left: Duration) -> String {
    let seconds = left.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let tenths = left.subsec_millis() / 100;
    let tenths = if tenths > 0 { format!(".{tenths}") } else { String::new() };
    format!("[%clk {hours}:{minutes:02}:{:02}{tenths}]", seconds % 60)
}

/// Parses hours, minutes and seconds of `[%clk h:mm:ss.f]`.
pub fn seconds_left(comment: &str) -> Option<f64> {
    let (_, rest) = comment.split_once("[%clk")?;
    let (time, _) = rest.split_once(']')?;
    let mut seconds = 0.0;
    for part in time.trim().split(':') {
        let is_number = part.starts_with(|letter: char| letter.is_ascii_digit());
        let part: f64 = part.parse().ok().filter(|&part| is_number && part < 1e6)?;
        seconds = seconds * 60.0 + part;
    }
    Some(seconds)
}

/// Returns the time that the side had left after each move of the main line, if it is known.
pub fn after_moves(game: &PgnGame) -> Vec<Option<Duration>> {
    let seconds = game.main.moves.iter().map(|played| played.comments().find_map(seconds_left));
    seconds.map(|seconds| seconds.map(Duration::from_secs_f64)).collect()
}

/// Returns the time that both sides had left after their last moves.
pub fn last(game: &PgnGame) -> ByColor<Option<Duration>> {
    let mut last = ByColor::default();
    let mut side = game.start.position().turn();
    for left in after_moves(game) {
        if left.is_some() {
            *last.get_mut(side) = left;
        }
        side = !side;
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read() {
        for (comment, seconds) in [
            ("[%clk 0:09:58]", Some(598.0)),
            ("[%eval 0.3] good [%clk 1:00:00.5] [%emt 1]", Some(3600.5)),
            ("[%clk 12]", Some(12.0)),
            ("[%clk -0:01]", None),
            ("[%clk x]", None),
            ("[%clk 0:01", None),
            ("0:01:00", None),
        ] {
            assert_eq!(seconds_left(comment), seconds, "{comment}");
        }
    }

    #[test]
    fn clocks_are_written() {
        for (millis, text) in [
            (0, "[%clk 0:00:00]"),
            (7_450, "[%clk 0:00:07.4]"),
            (298_000, "[%clk 0:04:58]"),
            (3_723_900, "[%clk 1:02:03.9]"),
        ] {
            assert_eq!(comment(Duration::from_millis(millis)), text);
        }
    }
}
