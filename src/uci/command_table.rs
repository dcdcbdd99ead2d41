//! The commands: names, help texts, completion and parsers.

#![cfg_attr(not(feature = "terminal"), expect(dead_code, reason = "a terminal completes words"))]

use Completion::{Commands, Options, Words};
use Origin::{Beyond, Gui, Uci};

use super::{
    arguments,
    command::{CommandError, UciCommand},
    go,
};

pub struct Command {
    /// Where it comes from.
    pub origin: Origin,
    /// An example, whose first word is the name.
    pub example: &'static str,
    /// One line on what it does.
    pub does: &'static str,
    /// Further paragraphs of the help text. Lines that begin with a space are not wrapped.
    pub more: &'static str,
    /// Words that may follow.
    pub completion: Completion,
    pub parse: fn(&Command, &str) -> Result<UciCommand, CommandError>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The UCI specification, for GUIs only.
    Gui,
    Uci,
    /// Beyond the UCI specification.
    Beyond,
}

pub enum Completion {
    /// These as the first argument, and as later ones.
    Words { first: &'static [&'static str], later: &'static [&'static str] },
    /// The name of a command.
    Commands,
    /// The name and the value of an option.
    Options,
}

const NOTHING: Completion = Words { first: &[], later: &[] };

impl Command {
    pub fn name(&self) -> &'static str {
        self.example.split(' ').next().unwrap_or_default()
    }
}

/// Returns the names of all commands.
pub fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(Command::name)
}

/// Returns the command of this name, in any case.
pub fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name().eq_ignore_ascii_case(name))
}

/// Returns true if there is a command of this name, in any case.
pub fn is_command(name: &str) -> bool {
    find(name).is_some()
}

/// Splits a line into the command and its arguments. Skips unknown words before a UCI command, as
/// the specification demands; a command beyond UCI must be the first word.
pub fn split(line: &str) -> Option<(&'static Command, &str)> {
    let mut rest = line;
    let mut is_first = true;
    while !rest.is_empty() {
        let (word, arguments) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        if let Some(command) = find(word).filter(|found| is_first || found.origin != Beyond) {
            return Some((command, arguments.trim()));
        }
        is_first = false;
        rest = arguments.trim_start();
    }
    None
}

/// All commands in the order of the help list.
pub static COMMANDS: [Command; 21] = [
    Command {
        origin: Gui,
        example: "uci",
        does: "switch to UCI: print name, author and options",
        more: "GUIs send it first. Each option is one line with its type, default and range.",
        completion: NOTHING,
        parse: arguments::by_vampirc,
    },
    Command {
        origin: Gui,
        example: "debug on",
        does: "print more about what the engine does",
        more: "Each search then prints its position and its limits. 'debug off' ends it.",
        completion: Words { first: &["on", "off"], later: &[] },
        parse: arguments::by_vampirc,
    },
    Command {
        origin: Gui,
        example: "isready",
        does: "answer readyok when all commands before are done",
        more: "During a search the answer comes at once.",
        completion: NOTHING,
        parse: arguments::by_vampirc,
    },
    Command {
        origin: Uci,
        example: "setoption name Hash value 64",
        does: "set an option",
        more: "'uci' lists the options. Case does not matter in names. Set during a search, an \
               option takes effect after it.\n\
               \x20 setoption name Threads value 4\n\
               \x20 setoption name MultiPV value 3\n\
               \x20 setoption name UCI_ShowWDL value true\n\
               \x20 setoption name Clear Hash",
        completion: Options,
        parse: arguments::by_vampirc,
    },
    Command {
        origin: Gui,
        example: "register later",
        does: "accepted, but needs no registration",
        more: "UCI has it for commercial engines.",
        completion: NOTHING,
        parse: arguments::by_vampirc,
    },
    Command {
        origin: Gui,
        example: "ucinewgame",
        does: "tell the engine that the next position is from another game",
        more: "The hash table is cleared; options and position stay.",
        completion: NOTHING,
        parse: arguments::by_vampirc,
    },
    Command {
        origin: Uci,
        example: "position startpos moves e2e4 e7e5",
        does: "set up a position; also: position fen FEN moves ...",
        more: "Moves are in long algebraic notation: e2e4, e1g1 (castling), e7e8q (promotion), \
               or in SAN: e4, 1.e4, O-O. \
               X-FEN and Shredder-FEN are read for Chess960.\n\
               \x20 position startpos\n\
               \x20 position fen 8/8/8/8/8/k7/p7/K7 w - - 0 1",
        completion: Words { first: &["startpos", "fen"], later: &["moves"] },
        parse: arguments::position,
    },
    Command {
        origin: Uci,
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
        completion: Words { first: &go::NAMES, later: &go::NAMES },
        parse: arguments::go,
    },
    Command {
        origin: Uci,
        example: "stop",
        does: "stop the search and print its best move",
        more: "It also ends perft, bench and speedtest.",
        completion: NOTHING,
        parse: arguments::by_vampirc,
    },
    Command {
        origin: Gui,
        example: "ponderhit",
        does: "the expected move was played: the engine's clock runs",
        more: "After 'go ponder ...', which searches on the opponent's time.",
        completion: NOTHING,
        parse: arguments::by_vampirc,
    },
    Command {
        origin: Uci,
        example: "quit",
        does: "end the engine",
        more: "The end of the input ends it too, after searches with depth, nodes, mate or movetime, \
               perft, bench and speedtest are done. On a terminal Ctrl-D ends it at once; Ctrl-C ends \
               any of these, and the engine if none runs.",
        completion: NOTHING,
        parse: arguments::by_vampirc,
    },
    Command {
        origin: Beyond,
        example: "d",
        does: "draw the board",
        more: "Below it are the FEN, the hash key and the checkers. On a terminal the last move is \
               marked.",
        completion: NOTHING,
        parse: |_, _| Ok(UciCommand::Display),
    },
    Command {
        origin: Beyond,
        example: "eval",
        does: "explain the static evaluation",
        more: "For each piece, how much the evaluation drops without it, in pawns from White's point \
               of view. Below it is what each output bucket of the network says: one bucket for each \
               range of the number of pieces.",
        completion: NOTHING,
        parse: |_, _| Ok(UciCommand::Eval),
    },
    Command {
        origin: Beyond,
        example: "flip",
        does: "exchange the colours of the position",
        more: "The board is mirrored and the other side is to move. A new game begins there.",
        completion: NOTHING,
        parse: |_, _| Ok(UciCommand::Flip),
    },
    Command {
        origin: Beyond,
        example: "export_net brudno.nnue",
        does: "write the network in use to a file",
        more: "The default name is brudno.nnue. The option EvalFile loads it.",
        completion: NOTHING,
        parse: arguments::export_net,
    },
    Command {
        origin: Beyond,
        example: "perft 5",
        does: "count the leaf nodes of the legal move tree; also: go perft 5",
        more: "The number is the depth in plies. Each root move is shown with its count.",
        completion: NOTHING,
        parse: arguments::perft,
    },
    Command {
        origin: Beyond,
        example: "bench 16 1 10",
        does: "search the benchmark positions; HASH, THREADS and LIMIT are optional",
        more: "The arguments are Stockfish's: MiB, threads, limit, positions (default, current or a \
               file of FENs) and type of the limit (depth, nodes, movetime, perft or eval). The last \
               line has the nodes, which with one thread change only with the search or the \
               evaluation, and the nodes per second.\n\
               \x20 bench\n\
               \x20 bench 256 4 20\n\
               \x20 bench 16 1 1000000 current nodes",
        completion: NOTHING,
        parse: arguments::bench,
    },
    Command {
        origin: Beyond,
        example: "speedtest 4 512 60",
        does: "measure the speed of THREADS, with HASH MiB, for SECONDS",
        more: "It searches positions of whole games, by default with all processors, 128 MiB for \
               each of them, and for 150 seconds.",
        completion: NOTHING,
        parse: arguments::speedtest,
    },
    Command {
        origin: Beyond,
        example: "genfens 10 seed 1 book None",
        does: "openings for OpenBench; also: book FILE.epd, dfrc PERCENT",
        more: "Each is a FEN after random moves, balanced by a short search. The same seed gives the \
               same openings; dfrc is the share of double Fischer random starts.",
        completion: NOTHING,
        parse: arguments::genfens,
    },
    Command {
        origin: Beyond,
        example: "compiler",
        does: "how this binary was built and what the processor offers",
        more: "It also prints the SIMD instructions that the network uses.",
        completion: NOTHING,
        parse: |_, _| Ok(UciCommand::Compiler),
    },
    Command {
        origin: Beyond,
        example: "help",
        does: "list the UCI commands, or explain one",
        more: "'help COMMAND' explains one command.",
        completion: Commands,
        parse: arguments::help,
    },
];
