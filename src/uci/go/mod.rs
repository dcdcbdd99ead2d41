//! Parses `go`.
//!
//! vampirc-uci parses the limits. It keeps one of several time controls in a message, panics on
//! some numbers, and refuses the whole line for one bad word. Such lines are repaired, and words
//! that mean nothing are ignored: a GUI must always get a best move.

mod ignored;
mod keywords;

use std::ops::RangeInclusive;

use shakmaty::Color;
use vampirc_uci::{Duration, UciMessage, UciTimeControl};

use ignored::{Ignored, Why};
use keywords::{Keyword, SEARCH_MOVES, TWELVE_DIGITS, TimeControl, keyword};
pub use keywords::{NAMES, PERFT};

use super::{nearest::nearest, record::parse_move, vampirc};
use crate::{chess::Position, notation::movetext::is_move_number, search::Limits};

/// The parsed arguments of `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The limits, without the root moves.
    pub limits: Limits,
    /// The root moves to search, in UCI notation or SAN, legal or not; `None` for all legal ones.
    pub search_moves: Option<Vec<String>>,
    /// Whether to ponder until `ponderhit`.
    pub ponder: bool,
    pub ignored: Vec<Ignored>,
}

impl Go {
    /// Parses the arguments of `go`: limits in any order and combination. Numbers are rounded down
    /// and clamped to the range of their limit; negative times count as 0.
    pub fn parse(arguments: &str) -> Go {
        let mut go = Go::default();
        let mut messages = Messages::default();
        let mut words = arguments.split_whitespace().peekable();
        while let Some(written) = words.next() {
            let mut argument = || words.next_if(|next| keyword(next).is_none());
            match keyword(written) {
                Some(Keyword { name: SEARCH_MOVES, .. }) => {
                    let Some(first) = argument() else {
                        go.ignored.push(Ignored::new(written, Why::Meaningless));
                        continue;
                    };
                    let moves = go.search_moves.get_or_insert_default();
                    moves.push(first.to_owned());
                    moves.extend(std::iter::from_fn(argument).map(str::to_owned));
                }
                Some(Keyword { name, range: Some(range), control }) => match argument() {
                    None => go.ignored.push(Ignored::new(written, Why::NoNumber)),
                    Some(text) => match number(text, range) {
                        Some(number) if *name == "nodes" && number > TWELVE_DIGITS => {
                            go.limits.nodes = Some(number as u64);
                        }
                        Some(number) => {
                            let number = number.clamp(*range.start(), *range.end());
                            messages.add(&format!("{name} {number}"), *control);
                        }
                        None => {
                            let text = format!("{name} {text}");
                            go.ignored.push(Ignored::new(text, Why::Meaningless));
                        }
                    },
                },
                Some(Keyword { name, control: Some(control), .. }) => {
                    messages.add(name, Some(*control));
                }
                _ => {
                    let why = match misspelt(written) {
                        Why::Meaningless if parse_number(written).is_some() => Why::NoLimit,
                        why => why,
                    };
                    // The number of a misspelt limit is no part of its own.
                    let number = matches!(why, Why::Misspelt(_)).then(argument).flatten();
                    let words: Vec<&str> = [Some(written), number].into_iter().flatten().collect();
                    go.ignored.push(Ignored::new(words.join(" "), why));
                }
            }
        }
        messages.0.into_iter().for_each(|(_, limits)| go.read(limits));
        go
    }

    /// Sets the root moves to the legal ones among `search_moves`. Ignores the others; if none is
    /// left, the answer is `bestmove (none)`, as in Stockfish up to 16.1.
    pub fn choose_moves(&mut self, position: &Position) {
        let Some(moves) = self.search_moves.take() else { return };
        let mut legal = Vec::new();
        for word in moves.into_iter().filter(|word| !is_move_number(word)) {
            match parse_move(position, &word) {
                Ok(m) => legal.push(m),
                Err(_) => {
                    let why = misspelt(&word);
                    self.ignored.push(Ignored::new(word, why));
                }
            }
        }
        self.limits.search_moves = Some(legal);
    }

    /// Names the ignored parts, and what the search does without them. `None` if nothing is
    /// ignored.
    pub fn remark(&self) -> Option<String> {
        if self.ignored.is_empty() {
            return None;
        }
        let ignored: Vec<String> = self.ignored.iter().map(Ignored::to_string).collect();
        Some(format!("go: ignored {}; {}", ignored.join(", "), self.describe()))
    }

    /// Describes the limits of the search in words.
    pub fn describe(&self) -> String {
        let limits = &self.limits;
        if limits.search_moves.as_ref().is_some_and(Vec::is_empty) {
            return "no move to search".to_owned();
        }
        if self.ponder {
            return "pondering".to_owned();
        }
        if limits.is_endless() {
            return "searching until 'stop'".to_owned();
        }
        let on_clock = Color::ALL.iter().any(|&color| limits.time.get(color).is_some());
        let parts = [
            limits.depth.map(|depth| format!("to depth {depth}")),
            limits.nodes.map(|nodes| format!("{nodes} nodes")),
            limits.mate.map(|moves| format!("for a mate in {moves}")),
            limits.move_time.map(|time| format!("for {time} ms")),
            on_clock.then(|| "on the clock".to_owned()),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        format!("searching {}", parts.join(", "))
    }

    /// Sets the limits of a message as vampirc-uci parses it.
    fn read(&mut self, limits: String) {
        let message = vampirc::parse(&format!("go {limits}"));
        let Some(UciMessage::Go { time_control, search_control }) = message else {
            return self.ignored.push(Ignored::new(limits, Why::Meaningless));
        };
        let limits = &mut self.limits;
        match time_control {
            None => {}
            Some(UciTimeControl::Infinite) => limits.infinite = true,
            Some(UciTimeControl::Ponder) => self.ponder = true,
            Some(UciTimeControl::MoveTime(time)) => limits.move_time = Some(not_negative(time)),
            Some(UciTimeControl::TimeLeft {
                white_time,
                black_time,
                white_increment,
                black_increment,
                moves_to_go,
            }) => {
                let (time, increment) = (&mut limits.time, &mut limits.increment);
                time.white = white_time.map(|time| time.num_milliseconds()).or(time.white);
                time.black = black_time.map(|time| time.num_milliseconds()).or(time.black);
                increment.white = white_increment.map_or(increment.white, not_negative);
                increment.black = black_increment.map_or(increment.black, not_negative);
                // Some GUIs send 0 for sudden death.
                let moves_to_go = moves_to_go.filter(|&moves| moves > 0);
                limits.moves_to_go = moves_to_go.map(u32::from).or(limits.moves_to_go);
            }
        }
        if let Some(control) = search_control {
            limits.depth = control.depth.map(u32::from).or(limits.depth);
            limits.mate = control.mate.map(u32::from).or(limits.mate);
            limits.nodes = control.nodes.or(limits.nodes);
        }
    }
}

/// The limits of a line as messages for vampirc-uci, usually a single one.
#[derive(Default)]
struct Messages(Vec<(Option<TimeControl>, String)>);

impl Messages {
    /// Adds a limit to a message without another time control.
    fn add(&mut self, limit: &str, control: Option<TimeControl>) {
        let fits = |of: Option<TimeControl>| of.is_none() || control.is_none() || of == control;
        match self.0.iter_mut().find(|(of, _)| fits(*of)) {
            Some((of, limits)) => {
                *of = of.or(control);
                limits.push(' ');
                limits.push_str(limit);
            }
            None => self.0.push((control, limit.to_owned())),
        }
    }
}

/// Returns the keyword that an unknown word may mean.
fn misspelt(word: &str) -> Why {
    nearest(word, NAMES).map_or(Why::Meaningless, Why::Misspelt)
}

fn parse_number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| !number.is_nan())
}

/// Returns the number rounded down and clamped to `i64`. `None` if it is negative and the range
/// has no negative numbers.
fn number(text: &str, range: &RangeInclusive<i64>) -> Option<i64> {
    let number = parse_number(text)?.floor() as i64;
    (number >= 0 || *range.start() < 0).then_some(number)
}

fn not_negative(time: Duration) -> u64 {
    time.num_milliseconds().try_into().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use shakmaty::{ByColor, Move};

    use super::*;

    fn ignored(go: &Go) -> String {
        go.ignored.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join(",")
    }

    fn search_moves(go: &Go) -> Option<String> {
        Some(go.search_moves.as_ref()?.join(" "))
    }

    #[test]
    fn every_limit() {
        let go = Go::parse(
            "searchmoves e2e4 a7a8q E1H1 ponder wtime 1000 btime -50 winc 7 binc -1 \
             movestogo 12 depth 30 nodes 9000000000000000 mate 4 movetime 250 infinite",
        );
        let limits = &go.limits;
        assert!(go.ponder && limits.infinite);
        assert_eq!(search_moves(&go).as_deref(), Some("e2e4 a7a8q E1H1"));
        assert_eq!(limits.time, ByColor { white: Some(1000), black: Some(-50) });
        assert_eq!(limits.increment, ByColor { white: 7, black: 0 });
        assert_eq!(limits.moves_to_go, Some(12));
        assert_eq!(limits.depth, Some(30));
        assert_eq!(limits.nodes, Some(9_000_000_000_000_000));
        assert_eq!(limits.mate, Some(4));
        assert_eq!(limits.move_time, Some(250));
        assert!(go.ignored.is_empty(), "{:?}", go.ignored);
    }

    #[test]
    fn order_and_mixture_do_not_matter() {
        for (arguments, white, black, depth) in [
            ("", None, None, None),
            ("wtime 100", Some(100), None, None),
            ("btime 100", None, Some(100), None),
            ("depth 5 wtime 0", Some(0), None, Some(5)),
            ("binc 1 depth 200 btime 3 winc 2 wtime 4", Some(4), Some(3), Some(200)),
            ("BTIME 3 searchmoves e2e4 d2d4 WTIME 4", Some(4), Some(3), None),
            ("movetime 1000 wtime 5 btime 6", Some(5), Some(6), None),
            ("\twtime   5 \t btime 6  ", Some(5), Some(6), None),
            ("depth 9 depth 5", None, None, Some(5)),
        ] {
            let go = Go::parse(arguments);
            assert_eq!(go.limits.time, ByColor { white, black }, "{arguments}");
            assert_eq!(go.limits.depth, depth, "{arguments}");
            assert!(go.ignored.is_empty(), "{arguments}");
        }
    }

    #[test]
    fn numbers_mean_the_nearest_that_makes_sense() {
        let limits = |arguments: &str| {
            let go = Go::parse(arguments);
            assert!(go.ignored.is_empty(), "{arguments}");
            go.limits
        };
        assert_eq!(limits("wtime 1000.0").time.white, Some(1000));
        assert_eq!(limits("btime 99999999999999999999").time.black, Some(TWELVE_DIGITS));
        assert_eq!(limits("btime -99999999999999").time.black, Some(-TWELVE_DIGITS));
        assert_eq!(limits("movetime 100.9").move_time, Some(100));
        assert_eq!(limits("movetime -5").move_time, Some(0));
        assert_eq!(limits("movestogo 0").moves_to_go, None);
        assert_eq!(limits("movestogo 300").moves_to_go, Some(255));
        assert_eq!(limits("depth 0").depth, Some(0));
        for depth in ["256", "999", "1000", "99999999999999999999", "inf"] {
            assert_eq!(limits(&format!("depth {depth}")).depth, Some(255), "{depth}");
        }
        assert_eq!(limits("mate 500").mate, Some(255));
        assert_eq!(limits("nodes 999999999999").nodes, Some(999_999_999_999));
        assert_eq!(limits("nodes 1e12").nodes, Some(1_000_000_000_000));
        assert_eq!(limits("nodes 99999999999999999999").nodes, Some(i64::MAX as u64));
    }

    #[test]
    fn what_means_nothing_is_ignored() {
        for (arguments, expected) in [
            ("foo", "foo"),
            ("wtime 1000 foo 5 btime 2000", "foo,5"),
            ("infinite now", "now"),
            ("depth", "depth"),
            ("depth x", "depth x"),
            ("depth -1", "depth -1"),
            ("depth nan", "depth nan"),
            ("nodes -0.5", "nodes -0.5"),
            ("mate -2 movestogo -1", "mate -2,movestogo -1"),
            ("depth btime 5", "depth"),
            ("searchmoves", "searchmoves"),
            ("searchmoves depth 5", "searchmoves"),
            ("DEPTH Btime 5", "DEPTH"),
        ] {
            assert_eq!(ignored(&Go::parse(arguments)), expected, "{arguments}");
        }
        let go = Go::parse("wtime 1000 foo 5 btime 2000 depth x searchmoves 0000 e2e4");
        assert_eq!(go.limits.time, ByColor { white: Some(1000), black: Some(2000) });
        assert_eq!(go.limits.depth, None);
        assert_eq!(search_moves(&go).as_deref(), Some("0000 e2e4"));
        assert_eq!(search_moves(&Go::parse("searchmoves foo")).as_deref(), Some("foo"));
        assert_eq!(search_moves(&Go::parse("searchmoves depth 5")), None);
    }

    #[test]
    fn legal_moves_are_searched() {
        let position = Position::startpos();
        for (arguments, legal, illegal) in [
            ("searchmoves e2e4 g1f3", vec!["e2e4", "g1f3"], ""),
            ("searchmoves Nf3 1.d4 2. E2E4", vec!["g1f3", "d2d4", "e2e4"], ""),
            ("searchmoves e2e5 foo g1f3 e7e5", vec!["g1f3"], "e2e5,foo,e7e5"),
            ("searchmoves 0000 e2e9 e7e8k P@e4 Nd4", vec![], "0000,e2e9,e7e8k,P@e4,Nd4"),
            ("searchmoves e2e5", vec![], "e2e5"),
        ] {
            let mut go = Go::parse(arguments);
            go.choose_moves(&position);
            let legal: Vec<Move> = legal.iter().map(|m| position.parse_uci(m).unwrap()).collect();
            assert_eq!(go.limits.search_moves, Some(legal), "{arguments}");
            assert_eq!(ignored(&go), illegal, "{arguments}");
        }
        let mut go = Go::parse("depth 5");
        go.choose_moves(&position);
        assert_eq!(go.limits.search_moves, None);
    }

    #[test]
    fn what_is_ignored_is_named_with_its_effect() {
        for (arguments, remark) in [
            ("depth 5", None),
            ("depth", Some("go: ignored 'depth' (no number); searching until 'stop'")),
            ("5", Some("go: ignored '5' (of which limit?); searching until 'stop'")),
            ("movetime 10 foo", Some("go: ignored 'foo'; searching for 10 ms")),
            (
                "wtime 5 nodes 7 depth x depth 2 mate 3 mate y",
                Some(
                    "go: ignored 'depth x', 'mate y'; \
                     searching to depth 2, 7 nodes, for a mate in 3, on the clock",
                ),
            ),
            (
                "movtime 100",
                Some("go: ignored 'movtime 100' (did you mean movetime?); searching until 'stop'"),
            ),
            (
                "dpeth 5 nodes 7 infinit",
                Some(
                    "go: ignored 'dpeth 5' (did you mean depth?), \
                     'infinit' (did you mean infinite?); searching 7 nodes",
                ),
            ),
            (
                "nodes 7 searchmoves e2e4 movetme 5",
                Some("go: ignored 'movetme' (did you mean movetime?); searching 7 nodes"),
            ),
            ("inf", Some("go: ignored 'inf' (did you mean infinite?); searching until 'stop'")),
            ("depth 3 searchmoves 0000 e2e4", Some("go: ignored '0000'; searching to depth 3")),
            ("ponder foo", Some("go: ignored 'foo'; pondering")),
            ("searchmoves e2e5", Some("go: ignored 'e2e5'; no move to search")),
        ] {
            let mut go = Go::parse(arguments);
            go.choose_moves(&Position::startpos());
            assert_eq!(go.remark().as_deref(), remark, "{arguments}");
        }
    }

    #[test]
    fn a_search_is_bounded_that_needs_no_clock_and_no_stop() {
        for arguments in ["depth 5", "nodes 1", "mate 2", "movetime 10", "depth 5 searchmoves e2e4"]
        {
            assert!(Go::parse(arguments).limits.is_bounded(), "{arguments}");
        }
        for arguments in
            ["", "infinite", "infinite depth 5", "wtime 5", "btime 5 depth 5", "winc 5"]
        {
            assert!(!Go::parse(arguments).limits.is_bounded(), "{arguments}");
        }
    }
}
