//! The engine's binary. Without arguments it speaks UCI; arguments are UCI lines, or a command of the
//! [companion program](brudno::companion).

use std::{
    env,
    error::Error,
    io::{self, IsTerminal as _},
    process::ExitCode,
};

use brudno::{
    companion,
    eval::nnue,
    params,
    platform::{check_stack, signals, stdio, stdio::remark},
    uci,
};

const USAGE: &str = "\
Usage: brudno                   reads UCI commands from standard input
       brudno LINE ...          runs UCI commands in turn, each quoted:
                                brudno \"position startpos moves e2e4\" \"go depth 12\"
       brudno COMMAND ...       runs one of these commands";

fn main() -> ExitCode {
    // To stderr, by RUST_LOG: stdout belongs to UCI.
    env_logger::Builder::from_default_env().format_timestamp_millis().init();
    signals::block_file_size_signal();
    if let Err(error) = check_stack() {
        return fail(&error);
    }
    let arguments: Vec<String> =
        env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] => converse(),
        ["-h" | "--help"] => print(&help()),
        ["-V" | "--version"] => print(concat!("brudno ", env!("CARGO_PKG_VERSION"), "\n")),
        ["spsa"] => print_parameters(),
        ["spsa", ..] => print("Usage: brudno spsa\n"),
        [command, "-h" | "--help"] if !companion::has_command(command) => {
            run_lines([format!("help {command}")])
        }
        // A line that UCI reads is the engine's: `perft 5`, but not `perft 5 game.pgn`.
        [command, ..] if companion::has_command(command) && !is_line(&words) => companion::run(),
        ["help", command] if companion::has_command(command) => companion::run(),
        [command, ..] if !command.contains(' ') && !uci::is_command(command) => unknown(command),
        // `bench 16 1 13 "a file.epd" depth` is one line whose last words are no commands.
        ["bench" | "speedtest", ..] => run_lines([quoted(&words)]),
        // `brudno go depth 12` is one line, without quotes.
        _ if !words.iter().any(|word| word.contains(' ')) => run_lines([words.join(" ")]),
        _ => run_lines(words),
    }
}

/// Speaks UCI with a program, or with a person at a terminal.
fn converse() -> ExitCode {
    if let Err(error) = nnue::check_embedded() {
        return fail(&error);
    }
    #[cfg(feature = "terminal")]
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return brudno::terminal::run();
    }
    // The UCI loop detects a closed output by itself.
    uci::run()
}

/// Returns true if UCI reads the words as one line.
fn is_line(words: &[&str]) -> bool {
    uci::is_command(words[0]) && matches!(uci::parse(&words.join(" ")), Ok(Some(_)))
}

/// Joins words, those with spaces in quotation marks.
fn quoted(words: &[&str]) -> String {
    let quote = |word: &&str| match word.contains(char::is_whitespace) {
        true => format!("\"{word}\""),
        false => (*word).to_owned(),
    };
    words.iter().map(quote).collect::<Vec<_>>().join(" ")
}

fn run_lines<S: AsRef<str>>(lines: impl IntoIterator<Item = S>) -> ExitCode {
    if let Err(error) = nnue::check_embedded() {
        return fail(&error);
    }
    signals::reset_broken_pipe();
    uci::run_lines(lines)
}

fn help() -> String {
    let line = |name: &str, does: &str| format!("  {name:12} {does}\n");
    let group = |(heading, commands): &companion::Group| -> String {
        let lines = commands.iter().map(|(name, does)| line(name, does));
        format!("{heading}:\n{}\n", lines.collect::<String>())
    };
    let engine = uci::shell_commands();
    let engine: String = engine.iter().map(|(name, does)| line(name, does)).collect();
    format!(
        "{}, a UCI chess engine\n\n{USAGE}\n\n{}Engine developers:\n{engine}\n\
         brudno COMMAND --help explains one, brudno --version prints the version. The commands to \
         play,\nto learn and to analyse are in the program {}.\n",
        uci::NAME,
        companion::GROUPS.iter().map(group).collect::<String>(),
        companion::PROGRAM,
    )
}

/// Refuses a word that is no command. Names the one that it is closest to.
fn unknown(word: &str) -> ExitCode {
    match uci::nearest(word, companion::names().chain(uci::command_names())) {
        Some(meant) => {
            remark(format_args!("brudno: no command '{word}'; did you mean '{meant}'?"));
            ExitCode::FAILURE
        }
        None => run_lines([word]),
    }
}

/// OpenBench rejects an empty line at the end of its input: only a terminal gets the last line break.
fn print_parameters() -> ExitCode {
    let list: Vec<String> = params::all().map(params::Param::spsa).collect();
    let end = if io::stdout().is_terminal() { "\n" } else { "" };
    print(&(list.join("\n") + end))
}

fn print(text: &str) -> ExitCode {
    signals::reset_broken_pipe();
    match stdio::print_bytes(text.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

fn fail(error: &dyn Error) -> ExitCode {
    remark(format_args!("brudno: {error}"));
    ExitCode::FAILURE
}
