//! The commands in one table: `help` prints it, and messages quote its examples.

/// An example of each command and what it does. The first word of the example is the command.
const COMMANDS: [(&str, &str); 20] = [
    ("uci", "name the engine and its options"),
    ("debug on", "say more about what the engine does"),
    ("isready", "answer readyok once everything before is done"),
    ("setoption name Hash value 64", "set an option"),
    ("register later", "accepted: there is nothing to register"),
    ("ucinewgame", "forget the last game"),
    ("position startpos moves e2e4 e7e5", "set up a position; also: position fen FEN moves ..."),
    (
        "go wtime 60000 btime 60000",
        "search; also with winc, binc, movestogo, movetime, depth, \
      nodes, mate, infinite, ponder, searchmoves",
    ),
    ("stop", "end the search and print its best move"),
    ("ponderhit", "the expected move was played: the clock runs"),
    ("quit", "end the engine"),
    ("d", "draw the board"),
    ("eval", "explain the static evaluation"),
    ("export_net brudno.nnue", "write the network in use to a file"),
    ("perft 5", "count the leaves of the tree of legal moves; also: go perft 5"),
    ("bench 10", "search the benchmark positions to a depth"),
    ("genfens 10 seed 1 book None", "openings for OpenBench; also: book FILE.epd, dfrc PERCENT"),
    ("compiler", "how this binary was built and what the processor offers"),
    ("help", "this list"),
    ("# a remark", "ignored"),
];

/// The list of commands.
pub fn list() -> String {
    let width = COMMANDS.iter().map(|(example, _)| example.len()).max().unwrap_or_default();
    let lines: Vec<_> =
        COMMANDS.iter().map(|(example, does)| format!("{example:width$}  {does}")).collect();
    lines.join("\n")
}

/// How the command is used, where it is known.
pub fn example(command: &str) -> Option<&'static str> {
    COMMANDS
        .iter()
        .map(|&(example, _)| example)
        .find(|example| example.split(' ').next() == Some(command))
}
