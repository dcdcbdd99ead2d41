//! Parses lines of input to commands.

use std::path::PathBuf;

use thiserror::Error;

use super::{command_table, go::Go, help::UnknownCommand, nearest};
use crate::tools::{
    ArgumentError, bench::BenchSettings, genfens::GenFens, speedtest::SpeedtestSettings,
};

/// A parsed line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciCommand {
    /// Name the engine and its options.
    Uci,
    /// Print debug output, or no more.
    Debug(bool),
    /// Answer once all commands before are done.
    IsReady,
    /// Set an option.
    SetOption {
        /// Its name, in any case.
        name: String,
        /// Its value; buttons have none.
        value: Option<String>,
    },
    /// Accepted without effect: the engine needs no registration.
    Register,
    /// The next position is of another game.
    NewGame,
    /// Set up a position.
    Position {
        /// The first position; `None` is the standard start position.
        fen: Option<String>,
        /// The moves from there, in UCI notation or SAN.
        moves: Vec<String>,
    },
    /// Search.
    Go(Box<Go>),
    /// Count the leaves at this depth.
    Perft(u32),
    /// End the search.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// End the engine.
    Quit,
    /// Draw the board.
    Display,
    /// Explain the static evaluation.
    Eval,
    /// Write the network to this file, or to the default one.
    ExportNetwork(Option<PathBuf>),
    /// Search the benchmark positions.
    Bench(BenchSettings),
    /// Measure the speed of many threads.
    Speedtest(SpeedtestSettings),
    /// Exchange the colours of the position.
    Flip,
    /// Generate openings.
    GenFens(GenFens),
    /// Print the build and the processor.
    Compiler,
    /// List the commands, or describe this one.
    Help(Option<String>),
}

/// A line that cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    #[error(transparent)]
    Unknown(UnknownCommand),
    #[error("Cannot parse {command}: expected for example '{example}', not '{arguments}'")]
    Usage { command: &'static str, example: &'static str, arguments: String },
    #[error("{command}: {error}")]
    Benchmark { command: &'static str, error: ArgumentError },
}

/// Parses one line, with or without its line break. Returns `None` for an empty line and for a
/// comment that begins with `#`.
///
/// # Errors
///
/// The line cannot be parsed. The message may be as long as the line.
pub fn parse(line: &str) -> Result<Option<UciCommand>, CommandError> {
    // Some Windows shells begin a pipe with a byte order mark.
    let line = line.trim_start_matches('\u{feff}').trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let (command, arguments) = command_table::split(line).ok_or_else(|| unknown(line))?;
    (command.parse)(command, arguments).map(Some)
}

fn unknown(line: &str) -> CommandError {
    let word = line.split_whitespace().next();
    let meant = word.and_then(|word| nearest(word, command_table::names()));
    CommandError::Unknown(UnknownCommand::new(line, meant))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::search::Limits;

    fn position(fen: Option<&str>, moves: &[&str]) -> UciCommand {
        let moves = moves.iter().map(|&m| m.to_owned()).collect();
        UciCommand::Position { fen: fen.map(str::to_owned), moves }
    }

    #[test]
    fn lines() {
        let export = |path: &str| UciCommand::ExportNetwork(Some(path.into()));
        let genfens = GenFens { count: 2, seed: 3, book: None, fischer_random: 0 };
        for (line, command) in [
            ("", None),
            (" \t\r\n", None),
            ("# go infinite", None),
            ("uci", Some(UciCommand::Uci)),
            ("\u{feff}uci\r\n", Some(UciCommand::Uci)),
            ("  UCI  ", Some(UciCommand::Uci)),
            ("uci now", Some(UciCommand::Uci)),
            ("isready\n", Some(UciCommand::IsReady)),
            ("isready please", Some(UciCommand::IsReady)),
            ("joho isready", Some(UciCommand::IsReady)),
            ("joho debug on", Some(UciCommand::Debug(true))),
            ("debug   OFF ", Some(UciCommand::Debug(false))),
            ("ucinewgame\t", Some(UciCommand::NewGame)),
            ("stop stop", Some(UciCommand::Stop)),
            ("ponderhit ", Some(UciCommand::PonderHit)),
            ("quit", Some(UciCommand::Quit)),
            ("register later", Some(UciCommand::Register)),
            ("register name A B code 1 2", Some(UciCommand::Register)),
            ("d", Some(UciCommand::Display)),
            ("D", Some(UciCommand::Display)),
            ("eval", Some(UciCommand::Eval)),
            ("export_net", Some(UciCommand::ExportNetwork(None))),
            ("export_net  a  net.nnue ", Some(export("a  net.nnue"))),
            ("export_net \"a net.nnue\"", Some(export("a net.nnue"))),
            ("help", Some(UciCommand::Help(None))),
            ("help  go now", Some(UciCommand::Help(Some("go".to_owned())))),
            ("compiler", Some(UciCommand::Compiler)),
            ("bench", Some(UciCommand::Bench(BenchSettings::default()))),
            (
                "bench  12",
                Some(UciCommand::Bench(BenchSettings { hash: 12, ..BenchSettings::default() })),
            ),
            (
                "speedtest 2 16 1",
                Some(UciCommand::Speedtest(SpeedtestSettings::parse("2 16 1").unwrap())),
            ),
            ("flip", Some(UciCommand::Flip)),
            ("genfens 2 seed 3 book None ", Some(UciCommand::GenFens(genfens))),
            ("perft 6", Some(UciCommand::Perft(6))),
            ("go perft 6 ", Some(UciCommand::Perft(6))),
            ("go depth 3 PERFT 2", Some(UciCommand::Perft(2))),
            ("position startpos", Some(position(None, &[]))),
            ("position startpos moves", Some(position(None, &[]))),
            ("Position  STARTPOS\tMoves  e2e4  e7e5", Some(position(None, &["e2e4", "e7e5"]))),
            ("position fen 8/8/8 w", Some(position(Some("8/8/8 w"), &[]))),
            (
                "position fen  8/8  w HAha -  moves a1a2",
                Some(position(Some("8/8 w HAha -"), &["a1a2"])),
            ),
            ("position fen", Some(position(Some(""), &[]))),
        ] {
            assert_eq!(parse(line), Ok(command), "{line}");
        }
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let go = Go { limits, ponder: true, ..Go::default() };
        assert_eq!(parse("go ponder depth 3"), Ok(Some(UciCommand::Go(Box::new(go)))));
    }

    #[test]
    fn options() {
        for (line, name, value) in [
            ("setoption name Hash value 64", "Hash", Some("64")),
            ("setoption name Hash value 64 \r\n", "Hash", Some("64")),
            ("SetOption  Name   Move \t Overhead  VALUE  5", "Move Overhead", Some("5")),
            ("setoption name Clear Hash", "Clear Hash", None),
            ("setoption name Debug Log File value a  b.log", "Debug Log File", Some("a  b.log")),
            ("setoption name Debug Log File value value 2", "Debug Log File", Some("value 2")),
            ("setoption name Debug Log File value", "Debug Log File", Some("")),
            ("setoption\u{2003}name\u{2003}Hash\u{2003}value\u{2003}64", "Hash", Some("64")),
        ] {
            let (name, value) = (name.to_owned(), value.map(str::to_owned));
            assert_eq!(parse(line), Ok(Some(UciCommand::SetOption { name, value })), "{line}");
        }
    }

    #[test]
    fn refused() {
        for line in [
            "xyzzy",
            "bogus d",
            "isreadynow",
            "debug",
            "debug maybe",
            "register",
            "setoption",
            "setoption name",
            "setoption name value 5",
            "setoption Hash 5",
            "position",
            "position e2e4",
            "position startpos e2e4",
            "perft",
            "perft x",
            "go perft",
            "go perft x",
            "go depth 3 perft -1",
            "bench -1",
            "bench 16 1 0",
            "bench 16 1 5 default plies",
            "bench 16 1 5 default depth 6",
            "speedtest fast",
            "genfens 5",
            "\0\u{1}\u{fffd}",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn every_command_has_an_example_that_is_understood() {
        for command in &command_table::COMMANDS {
            let example = command.example;
            assert!(matches!(parse(example), Ok(Some(_))), "{example}");
        }
    }

    #[test]
    fn huge_lines() {
        let junk = "x ".repeat(200_000);
        assert!(parse(&junk).is_err());
        assert!(parse(&format!("go depth {junk}")).is_ok());
        assert!(parse(&format!("setoption name {junk}")).is_ok());
        assert!(parse(&format!("position fen {junk}")).is_ok());
        assert!(parse(&format!("go searchmoves {}", "e2e4 ".repeat(100_000))).is_ok());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            drop(parse(&String::from_utf8_lossy(&bytes)));
        }

        #[test]
        fn no_words_panic(words in prop::collection::vec(
            prop::sample::select(&[
                "go", "setoption", "name", "value", "position", "startpos", "fen", "moves", "debug",
                "register", "later", "code", "on", "uci", "infinite", "ponder", "searchmoves",
                "wtime", "btime", "winc", "movestogo", "depth", "nodes", "mate", "movetime",
                "perft", "e2e4", "a7a8k", "0000", "256", "-1", "9999999999999", "\t", "\r", "é",
                "\u{2003}", "info", "bestmove", "option", "registration", "ok",
            ][..]),
            0..12,
        )) {
            drop(parse(&words.join(" ")));
        }
    }
}
