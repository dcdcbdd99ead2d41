//! The `go` command.
//!
//! vampirc-uci reads one kind of time control only, loses `ponder` and `movetime` beside clocks,
//! panics on a depth above 255 and cuts long numbers. What it cannot hold is taken out of the line
//! here; clocks and root moves are left to it.

use std::num::IntErrorKind;

use shakmaty::{ByColor, uci::UciMove};
use vampirc_uci::{UciMessage, UciTimeControl};

use super::command::{UciCommand, parse_with_vampirc};
use crate::search::Limits;

/// The most milliseconds that vampirc-uci reads: twelve digits, some thirty years.
const MAX_MILLISECONDS: i64 = 999_999_999_999;

/// A search as asked for.
#[derive(Clone, Debug, Default)]
pub struct Go {
    /// When to stop; its root moves are still to be filled in.
    pub limits: Limits,
    /// The root moves to search, in UCI notation; empty for all.
    pub search_moves: Vec<String>,
    /// Whether to ponder until `ponderhit`.
    pub ponder: bool,
}

/// Reads what follows `go`: limits in any order and mixture. Numbers too large for their limit
/// mean the largest, clocks and times below zero are kept or mean zero.
///
/// # Errors
///
/// An unknown word, or a number that is missing, no number or senseless.
pub fn parse(arguments: &str) -> Result<UciCommand, String> {
    let words = arguments.to_ascii_lowercase();
    let mut words = words.split_whitespace().peekable();
    let mut go = Go::default();
    let mut perft = None;
    let mut line = "go".to_owned();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.limits.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                let mut moves = 0;
                line.push_str(" searchmoves");
                while let Some(m) = words.next_if(|word| !is_keyword(word)) {
                    if !matches!(UciMove::from_ascii(m.as_bytes()), Ok(UciMove::Normal { .. })) {
                        return Err(format!("go: '{m}' is neither a move nor a limit"));
                    }
                    line = line + " " + m;
                    moves += 1;
                }
                if moves == 0 {
                    return Err("go: searchmoves needs moves".to_owned());
                }
            }
            _ if !is_keyword(word) => return Err(format!("go: unknown word '{word}'")),
            _ => {
                let number = number(word, words.next())?;
                match word {
                    "depth" => go.limits.depth = Some(saturate(not_negative(word, number)?)),
                    "mate" => go.limits.mate = Some(saturate(not_negative(word, number)?)),
                    "nodes" => go.limits.nodes = Some(not_negative(word, number)?),
                    "perft" => perft = Some(saturate(not_negative(word, number)?)),
                    "movetime" => go.limits.move_time = Some(or_zero(number)),
                    "movestogo" => {
                        let moves = saturate(or_zero(number));
                        go.limits.moves_to_go = (moves > 0).then_some(moves);
                    }
                    _ => {
                        let number = number.clamp(-MAX_MILLISECONDS, MAX_MILLISECONDS);
                        line = format!("{line} {word} {number}");
                    }
                }
            }
        }
    }
    if let Some(depth) = perft {
        return Ok(UciCommand::Perft(depth));
    }
    let Some(UciMessage::Go { time_control, search_control }) = parse_with_vampirc(&line) else {
        return Err(format!("cannot understand '{line}'"));
    };
    if let Some(UciTimeControl::TimeLeft {
        white_time,
        black_time,
        white_increment,
        black_increment,
        ..
    }) = time_control
    {
        let clocks = ByColor { white: white_time, black: black_time };
        let increments = ByColor { white: white_increment, black: black_increment };
        go.limits.time = clocks.map(|time| time.map(|time| time.num_milliseconds()));
        go.limits.increment =
            increments.map(|time| or_zero(time.map_or(0, |time| time.num_milliseconds())));
    }
    if let Some(control) = search_control {
        go.search_moves = control.search_moves.iter().map(ToString::to_string).collect();
    }
    Ok(UciCommand::Go(Box::new(go)))
}

fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "searchmoves"
            | "ponder"
            | "wtime"
            | "btime"
            | "winc"
            | "binc"
            | "movestogo"
            | "depth"
            | "nodes"
            | "mate"
            | "movetime"
            | "infinite"
            | "perft"
    )
}

fn number(limit: &str, text: Option<&str>) -> Result<i64, String> {
    let text = text.ok_or_else(|| format!("go: {limit} needs a number"))?;
    text.parse::<i64>().or_else(|error| match error.kind() {
        IntErrorKind::PosOverflow => Ok(i64::MAX),
        IntErrorKind::NegOverflow => Ok(i64::MIN),
        _ => Err(format!("go: {limit} needs a number, not '{text}'")),
    })
}

fn not_negative(limit: &str, number: i64) -> Result<u64, String> {
    number.try_into().map_err(|_| format!("go: {limit} cannot be negative"))
}

fn or_zero(number: i64) -> u64 {
    number.try_into().unwrap_or(0)
}

fn saturate(number: u64) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(arguments: &str) -> Go {
        match parse(arguments) {
            Ok(UciCommand::Go(go)) => *go,
            other => panic!("{arguments}: {other:?}"),
        }
    }

    #[test]
    fn every_limit() {
        let go = go("searchmoves e2e4 a7a8q e1h1 ponder wtime 1000 btime -50 winc 7 binc -1 \
                     movestogo 12 depth 300 nodes 9000000000000000 mate 4 movetime 250 infinite");
        let limits = go.limits;
        assert!(go.ponder && limits.infinite);
        assert_eq!(go.search_moves, ["e2e4", "a7a8q", "e1h1"]);
        assert_eq!(limits.time, ByColor { white: Some(1000), black: Some(-50) });
        assert_eq!(limits.increment, ByColor { white: 7, black: 0 });
        assert_eq!(limits.moves_to_go, Some(12));
        assert_eq!(limits.depth, Some(300));
        assert_eq!(limits.nodes, Some(9_000_000_000_000_000));
        assert_eq!(limits.mate, Some(4));
        assert_eq!(limits.move_time, Some(250));
    }

    #[test]
    fn order_and_mixture_do_not_matter() {
        for (arguments, white, black, depth) in [
            ("", None, None, None),
            ("wtime 100", Some(100), None, None),
            ("btime 100", None, Some(100), None),
            ("depth 5 wtime 0", Some(0), None, Some(5)),
            ("binc 1 depth 256 btime 3 winc 2 wtime 4", Some(4), Some(3), Some(256)),
            ("BTIME 3 searchmoves e2e4 d2d4 WTIME 4", Some(4), Some(3), None),
            ("movetime 1000 wtime 5 btime 6", Some(5), Some(6), None),
            ("\twtime   5 \t btime 6  ", Some(5), Some(6), None),
            (
                "wtime 99999999999999999999 btime -99999999999999",
                Some(MAX_MILLISECONDS),
                Some(-MAX_MILLISECONDS),
                None,
            ),
        ] {
            let limits = go(arguments).limits;
            assert_eq!(limits.time, ByColor { white, black }, "{arguments}");
            assert_eq!(limits.depth, depth, "{arguments}");
        }
    }

    #[test]
    fn senseless_numbers_mean_the_nearest() {
        assert_eq!(go("depth 99999999999999999999").limits.depth, Some(u32::MAX));
        assert_eq!(go("nodes 99999999999999999999").limits.nodes, Some(i64::MAX as u64));
        assert_eq!(go("movetime -5").limits.move_time, Some(0));
        assert_eq!(go("movestogo 0").limits.moves_to_go, None);
        assert_eq!(go("depth 0").limits.depth, Some(0));
    }

    #[test]
    fn perft_is_no_search() {
        assert!(matches!(parse("perft 5"), Ok(UciCommand::Perft(5))));
        assert!(matches!(parse("depth 3 perft 2"), Ok(UciCommand::Perft(2))));
    }

    #[test]
    fn refused() {
        for arguments in [
            "foo",
            "wtime 1000 foo 5 btime 2000",
            "depth",
            "depth x",
            "depth -1",
            "depth 1.5",
            "nodes -1",
            "mate -2",
            "perft",
            "perft -1",
            "wtime btime 5",
            "searchmoves",
            "searchmoves depth 5",
            "searchmoves e2e4 0000",
            "searchmoves e2e9",
            "searchmoves e7e8k",
            "infinite now",
        ] {
            assert!(parse(arguments).is_err(), "{arguments}");
        }
    }
}
