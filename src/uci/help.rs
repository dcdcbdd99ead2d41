//! The commands and their help texts. `help` prints them, and messages quote their examples.

use thiserror::Error;

use super::{nearest, presentation::Presentation};

/// The help text of a command.
pub struct CommandHelp {
    /// An example. Its first word is the command.
    pub example: &'static str,
    /// One line on what it does.
    pub does: &'static str,
    /// Further paragraphs. Lines that begin with a space are not wrapped.
    more: &'static str,
}

/// The help texts in the order of the list.
pub const COMMANDS: [CommandHelp; 22] = [
    CommandHelp {
        example: "uci",
        does: "switch to UCI: print name, author and options",
        more: "GUIs send it first. Each option is one line with its type, default and range.",
    },
    CommandHelp {
        example: "debug on",
        does: "print more about what the engine does",
        more: "Each search then prints its position and its limits. 'debug off' ends it.",
    },
    CommandHelp {
        example: "isready",
        does: "answer readyok when all commands before are done",
        more: "During a search the answer comes at once.",
    },
    CommandHelp {
        example: "setoption name Hash value 64",
        does: "set an option",
        more: "'uci' lists the options. Case does not matter in names. Set during a search, an \
               option takes effect after it.\n\
               \x20 setoption name Threads value 4\n\
               \x20 setoption name MultiPV value 3\n\
               \x20 setoption name UCI_ShowWDL value true\n\
               \x20 setoption name Clear Hash",
    },
    CommandHelp {
        example: "register later",
        does: "accepted, but needs no registration",
        more: "UCI has it for commercial engines.",
    },
    CommandHelp {
        example: "ucinewgame",
        does: "tell the engine that the next position is from another game",
        more: "The hash table is cleared; options and position stay.",
    },
    CommandHelp {
        example: "position startpos moves e2e4 e7e5",
        does: "set up a position; also: position fen FEN moves ...",
        more: "Moves are in long algebraic notation: e2e4, e1g1 (castling), e7e8q (promotion), \
               or in SAN: e4, 1.e4, O-O. \
               X-FEN and Shredder-FEN are read for Chess960.\n\
               \x20 position startpos\n\
               \x20 position fen 8/8/8/8/8/k7/p7/K7 w - - 0 1",
    },
    CommandHelp {
        example: "go wtime 60000 btime 60000",
        does: "search; also with winc, binc, movestogo, movetime, depth, \
               nodes, mate, infinite, ponder, searchmoves",
        more: "Limits may be combined: the search ends at the first one reached. Without a limit it \
               runs until 'stop'. Times are in milliseconds.\n\
               \x20 go movetime 5000\n\
               \x20 go depth 20\n\
               \x20 go nodes 1000000\n\
               \x20 go mate 3\n\
               \x20 go infinite searchmoves e2e4 Nf3",
    },
    CommandHelp {
        example: "stop",
        does: "stop the search and print its best move",
        more: "It also ends perft, bench and speedtest.",
    },
    CommandHelp {
        example: "ponderhit",
        does: "the expected move was played: the engine's clock runs",
        more: "After 'go ponder ...', which searches on the opponent's time.",
    },
    CommandHelp {
        example: "quit",
        does: "end the engine",
        more: "The end of the input ends it too, after searches with depth, nodes, mate or movetime, \
               perft, bench and speedtest are done. On a terminal Ctrl-D ends it at once; Ctrl-C ends \
               any of these, and the engine if none runs.",
    },
    CommandHelp {
        example: "d",
        does: "draw the board",
        more: "Below it are the FEN, the hash key and the checkers. On a terminal the last move is \
               marked.",
    },
    CommandHelp {
        example: "eval",
        does: "explain the static evaluation",
        more: "For each piece, how much the evaluation drops without it, in pawns from White's point \
               of view. Below it is what each output bucket of the network says: one bucket for each \
               range of the number of pieces.",
    },
    CommandHelp {
        example: "flip",
        does: "exchange the colours of the position",
        more: "The board is mirrored and the other side is to move. A new game begins there.",
    },
    CommandHelp {
        example: "export_net brudno.nnue",
        does: "write the network in use to a file",
        more: "The default name is brudno.nnue. The option EvalFile loads it.",
    },
    CommandHelp {
        example: "perft 5",
        does: "count the leaf nodes of the legal move tree; also: go perft 5",
        more: "The number is the depth in plies. Each root move is shown with its count.",
    },
    CommandHelp {
        example: "bench 16 1 10",
        does: "search the benchmark positions; HASH, THREADS and LIMIT are optional",
        more: "The arguments are Stockfish's: MiB, threads, limit, positions (default, current or a \
               file of FENs) and type of the limit (depth, nodes, movetime, perft or eval). The last \
               line has the nodes, which with one thread change only with the search or the \
               evaluation, and the nodes per second.\n\
               \x20 bench\n\
               \x20 bench 256 4 20\n\
               \x20 bench 16 1 1000000 current nodes",
    },
    CommandHelp {
        example: "speedtest 4 512 60",
        does: "measure the speed of THREADS, with HASH MiB, for SECONDS",
        more: "It searches positions of whole games, by default with all processors, 128 MiB for \
               each of them, and for 150 seconds.",
    },
    CommandHelp {
        example: "genfens 10 seed 1 book None",
        does: "openings for OpenBench; also: book FILE.epd, dfrc PERCENT",
        more: "Each is a FEN after random moves, balanced by a short search. The same seed gives the \
               same openings; dfrc is the share of double Fischer random starts.",
    },
    CommandHelp {
        example: "compiler",
        does: "how this binary was built and what the processor offers",
        more: "It also prints the SIMD instructions that the network uses.",
    },
    CommandHelp {
        example: "help",
        does: "this list",
        more: "'help COMMAND' explains one command.",
    },
    CommandHelp { example: "# comment", does: "ignored", more: "Anything may follow." },
];

/// Returns the list of commands, one per line.
pub fn list() -> String {
    let width = COMMANDS.iter().map(|entry| entry.example.len()).max().unwrap_or_default();
    let lines = COMMANDS
        .iter()
        .map(|CommandHelp { example, does, .. }| format!("{example:width$}  {does}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the help text of one command.
///
/// # Errors
///
/// There is no such command.
pub fn explain(command: &str, presentation: &dyn Presentation) -> Result<String, UnknownCommand> {
    let names = COMMANDS.iter().filter_map(CommandHelp::name);
    let entry =
        find(command).ok_or_else(|| UnknownCommand::new(command, nearest(command, names)))?;
    let CommandHelp { example, does, more } = entry;
    let paragraphs = more
        .lines()
        .map(|line| if line.starts_with(' ') { line.to_owned() } else { presentation.wrap(line) });
    let head = [presentation.bold(example), presentation.wrap(does)];
    let text: Vec<String> = head.into_iter().chain(paragraphs).collect();
    Ok(text.join("\n"))
}

/// An unknown command, with Stockfish's message and a suggestion.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("Unknown command: '{command}'.{suggestion} Type help for more information.")]
pub struct UnknownCommand {
    command: String,
    suggestion: String,
}

impl UnknownCommand {
    /// Creates the error of a line or word. `meant` is a command with a similar name.
    pub fn new(command: &str, meant: Option<&str>) -> UnknownCommand {
        let suggestion =
            meant.map_or_else(String::new, |meant| format!(" Did you mean '{meant}'?"));
        UnknownCommand { command: command.to_owned(), suggestion }
    }
}

/// Returns the example of a command.
pub fn example(command: &str) -> Option<&'static str> {
    find(command).map(|entry| entry.example)
}

fn find(command: &str) -> Option<&'static CommandHelp> {
    COMMANDS
        .iter()
        .find(|entry| entry.name().is_some_and(|name| name.eq_ignore_ascii_case(command)))
}

impl CommandHelp {
    /// Returns the name of the command, or `#` for a comment.
    pub fn name(&self) -> Option<&'static str> {
        self.example.split(' ').next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::UciPresentation;

    #[test]
    fn the_list_has_a_line_for_each_command() {
        let plain = list();
        assert_eq!(plain.lines().count(), COMMANDS.len());
        assert!(plain.starts_with(&format!(
            "{:33}  switch to UCI: print name, author and options\n",
            "uci"
        )));
    }

    #[test]
    fn every_command_is_explained() {
        for CommandHelp { example, does, more } in &COMMANDS {
            let command = example.split(' ').next().unwrap();
            assert!(!does.is_empty() && !more.is_empty());
            let text = explain(command, &UciPresentation).unwrap();
            assert_eq!(text, format!("{example}\n{does}\n{more}"));
        }
        assert!(explain("castle", &UciPresentation).is_err());
    }
}
