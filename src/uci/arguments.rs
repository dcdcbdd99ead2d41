//! Parses the arguments of the commands.
//!
//! vampirc-uci parses those of UCI, except for `position` lines, whose move lists and shorter FENs
//! it cuts or refuses.

use vampirc_uci::UciMessage;

use super::{
    command::{CommandError, UciCommand},
    command_table::Command,
    go::{self, Go},
    paste, vampirc,
};
use crate::{
    platform::files::written_path,
    tools::{ArgumentError, bench::BenchSettings, genfens::GenFens, speedtest::SpeedtestSettings},
};

type Parsed = Result<UciCommand, CommandError>;

fn usage(command: &Command, arguments: &str) -> CommandError {
    let (command, example) = (command.name(), command.example);
    CommandError::Usage { command, example, arguments: arguments.to_owned() }
}

fn benchmark(command: &Command) -> impl FnOnce(ArgumentError) -> CommandError {
    let command = command.name();
    move |error| CommandError::Benchmark { command, error }
}

/// Parses the commands of UCI except `position` and `go`.
pub fn by_vampirc(command: &Command, arguments: &str) -> Parsed {
    let parsed = vampirc::parse_command(command.name(), arguments)
        .and_then(|(message, value)| convert(message, value));
    parsed.ok_or_else(|| usage(command, arguments))
}

fn convert(message: UciMessage, value: Option<&str>) -> Option<UciCommand> {
    Some(match message {
        UciMessage::Uci => UciCommand::Uci,
        UciMessage::Debug(on) => UciCommand::Debug(on),
        UciMessage::IsReady => UciCommand::IsReady,
        UciMessage::SetOption { name, .. } => {
            UciCommand::SetOption { name, value: value.map(str::to_owned) }
        }
        UciMessage::Register { .. } => UciCommand::Register,
        UciMessage::UciNewGame => UciCommand::NewGame,
        UciMessage::Stop => UciCommand::Stop,
        UciMessage::PonderHit => UciCommand::PonderHit,
        UciMessage::Quit => UciCommand::Quit,
        _ => return None,
    })
}

/// The FEN and the moves are checked when they are played.
pub fn position(command: &Command, arguments: &str) -> Parsed {
    let mut words = arguments.split_whitespace();
    let is_moves = |word: &&str| word.eq_ignore_ascii_case("moves");
    let start = words.next().unwrap_or_default();
    let fen = if start.eq_ignore_ascii_case("startpos") {
        match words.next() {
            Some(word) if !is_moves(&word) => return Err(usage(command, arguments)),
            _ => None,
        }
    } else if start.eq_ignore_ascii_case("fen") {
        Some(words.by_ref().take_while(|word| !is_moves(word)).collect::<Vec<_>>().join(" "))
    } else if let Some((fen, moves)) = paste::position(arguments) {
        return Ok(UciCommand::Position { fen: Some(fen), moves });
    } else {
        return Err(usage(command, arguments));
    };
    Ok(UciCommand::Position { fen, moves: words.map(str::to_owned).collect() })
}

pub fn go(command: &Command, arguments: &str) -> Parsed {
    // Stockfish's form of `perft`.
    let mut words = arguments.split_whitespace();
    if words.any(|word| word.eq_ignore_ascii_case(go::PERFT)) {
        let depth = words.next().unwrap_or_default();
        return perft(command, depth);
    }
    Ok(UciCommand::Go(Box::new(Go::parse(arguments))))
}

pub fn perft(command: &Command, arguments: &str) -> Parsed {
    arguments.parse().map(UciCommand::Perft).map_err(|_| usage(command, arguments))
}

pub fn bench(command: &Command, arguments: &str) -> Parsed {
    BenchSettings::parse(arguments).map(UciCommand::Bench).map_err(benchmark(command))
}

pub fn speedtest(command: &Command, arguments: &str) -> Parsed {
    SpeedtestSettings::parse(arguments).map(UciCommand::Speedtest).map_err(benchmark(command))
}

pub fn genfens(command: &Command, arguments: &str) -> Parsed {
    let parsed = GenFens::parse(arguments).map(UciCommand::GenFens);
    parsed.ok_or_else(|| usage(command, arguments))
}

pub fn export_net(_command: &Command, arguments: &str) -> Parsed {
    let path = (!arguments.is_empty()).then(|| written_path(arguments));
    Ok(UciCommand::ExportNetwork(path))
}

pub fn help(_command: &Command, arguments: &str) -> Parsed {
    let command = arguments.split_whitespace().next();
    Ok(UciCommand::Help(command.map(str::to_owned)))
}
