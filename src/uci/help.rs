//! The commands in one table: `help` prints it, and messages quote its examples.

use crate::display::Look;

struct Entry {
    /// Its first word is the command.
    example: &'static str,
    /// What it does, in a line.
    does: &'static str,
    /// What else there is to know: paragraphs, those that begin with a space kept as they are.
    more: &'static str,
}

const COMMANDS: [Entry; 20] = [
    Entry {
        example: "uci",
        does: "name the engine and its options",
        more: "Graphical programs begin with it. Each option is one line with its type, its default \
               and its range.",
    },
    Entry {
        example: "debug on",
        does: "say more about what the engine does",
        more: "Searches then tell the position and the limits that they were started with. 'debug \
               off' ends it.",
    },
    Entry {
        example: "isready",
        does: "answer readyok once everything before is done",
        more: "During a search it is answered at once.",
    },
    Entry {
        example: "setoption name Hash value 64",
        does: "set an option",
        more: "'uci' lists the options. Names may be written in any case. During a search an option \
               is set after it.\n\
               \x20 setoption name Threads value 4\n\
               \x20 setoption name MultiPV value 3\n\
               \x20 setoption name UCI_ShowWDL value true\n\
               \x20 setoption name Clear Hash",
    },
    Entry {
        example: "register later",
        does: "accepted: there is nothing to register",
        more: "The protocol has it for engines that are sold.",
    },
    Entry {
        example: "ucinewgame",
        does: "forget the last game",
        more: "The table of positions is emptied; options and the position stay.",
    },
    Entry {
        example: "position startpos moves e2e4 e7e5",
        does: "set up a position; also: position fen FEN moves ...",
        more: "Moves are written as the square that the piece leaves and the one that it reaches, \
               with the letter of the new piece for a promotion: e7e8q. X-FEN and Shredder-FEN are \
               read for Chess960.\n\
               \x20 position startpos\n\
               \x20 position fen 8/8/8/8/8/k7/p7/K7 w - - 0 1",
    },
    Entry {
        example: "go wtime 60000 btime 60000",
        does: "search; also with winc, binc, movestogo, movetime, depth, \
               nodes, mate, infinite, ponder, searchmoves",
        more: "Limits may be mixed, the first that is reached ends the search; without any it goes \
               on until 'stop'. Times are in milliseconds.\n\
               \x20 go movetime 5000\n\
               \x20 go depth 20\n\
               \x20 go nodes 1000000\n\
               \x20 go mate 3\n\
               \x20 go infinite searchmoves e2e4 d2d4",
    },
    Entry {
        example: "stop",
        does: "end the search and print its best move",
        more: "It also ends perft and bench.",
    },
    Entry {
        example: "ponderhit",
        does: "the expected move was played: the clock runs",
        more: "After 'go ponder ...', where the engine thinks on the opponent's time.",
    },
    Entry { example: "quit", does: "end the engine", more: "So does the end of the input." },
    Entry {
        example: "d",
        does: "draw the board",
        more: "Below it stand the FEN, the key under which the position is known, and the pieces \
               that give check. On a terminal the squares of the last move are marked.",
    },
    Entry {
        example: "eval",
        does: "explain the static evaluation",
        more: "For each piece the value of the position without it is subtracted; what remains is \
               what the piece adds, in pawns and in White's view. Below it stands what each output \
               of the network says: one for each range of the number of pieces on the board.",
    },
    Entry {
        example: "export_net brudno.nnue",
        does: "write the network in use to a file",
        more: "Without a name it is brudno.nnue. The option EvalFile reads it again.",
    },
    Entry {
        example: "perft 5",
        does: "count the leaves of the tree of legal moves; also: go perft 5",
        more: "The number is the depth in plies. Each first move is shown with its leaves, so that \
               programs can be compared.",
    },
    Entry {
        example: "bench 10",
        does: "search the benchmark positions to a depth",
        more: "The last line has the nodes, the same every time as long as the search is the same, \
               and the speed in nodes a second.",
    },
    Entry {
        example: "genfens 10 seed 1 book None",
        does: "openings for OpenBench; also: book FILE.epd, dfrc PERCENT",
        more: "Each is a FEN after random moves that leave neither side far ahead. The same seed gives \
               the same openings; dfrc is how many in a hundred begin with an arrangement of Fischer \
               random chess for each side.",
    },
    Entry {
        example: "compiler",
        does: "how this binary was built and what the processor offers",
        more: "It also names the instructions that the network is computed with.",
    },
    Entry { example: "help", does: "this list", more: "'help COMMAND' explains one command." },
    Entry { example: "# a remark", does: "ignored", more: "Anything may follow." },
];

/// The list of commands.
pub fn list(look: Option<Look>) -> String {
    let width = COMMANDS.iter().map(|entry| entry.example.len()).max().unwrap_or_default();
    let lines = COMMANDS.iter().map(|Entry { example, does, .. }| match look {
        None => format!("{example:width$}  {does}"),
        Some(look) => {
            let indent = " ".repeat(width + 2);
            let text = look.wrap(&format!("{indent}{does}"), &indent);
            look.bold(&format!("{example:width$}")) + &text[width..]
        }
    });
    let mut lines: Vec<String> = lines.collect();
    if look.is_some() {
        lines.push("\nhelp COMMAND says more about one of them.".to_owned());
    }
    lines.join("\n")
}

/// What there is to know about one command.
///
/// # Errors
///
/// There is no such command.
pub fn explain(command: &str, look: Look) -> Result<String, String> {
    let Entry { example, does, more } = find(command).ok_or_else(|| unknown(command))?;
    let paragraphs = more
        .lines()
        .map(|line| if line.starts_with(' ') { line.to_owned() } else { look.wrap(line, "") });
    let does = look.wrap(does, "");
    let text: Vec<String> = [look.bold(example), does].into_iter().chain(paragraphs).collect();
    Ok(text.join("\n"))
}

/// Says that there is no such command, in Stockfish's words.
pub fn unknown(command: &str) -> String {
    format!("Unknown command: '{command}'. Type help for more information.")
}

/// How the command is used, where it is known.
pub fn example(command: &str) -> Option<&'static str> {
    find(command).map(|entry| entry.example)
}

fn find(command: &str) -> Option<&'static Entry> {
    COMMANDS.iter().find(|entry| {
        let name = entry.example.split(' ').next();
        name.is_some_and(|name| name.eq_ignore_ascii_case(command))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_plain_for_programs_and_fits_terminals() {
        let plain = list(None);
        assert_eq!(plain.lines().count(), COMMANDS.len());
        assert!(plain.starts_with(&format!("{:33}  name the engine and its options\n", "uci")));
        let look = Look { width: Some(60), colour: true, unicode: true };
        let text = list(Some(look));
        for line in text.lines() {
            assert!(console::measure_text_width(line) <= 60, "{line}");
        }
        for Entry { example, .. } in &COMMANDS {
            assert!(text.contains(example), "{example}");
        }
    }

    #[test]
    fn every_command_is_explained() {
        let look = Look { width: Some(50), ..Look::PLAIN };
        for Entry { example, does, more } in &COMMANDS {
            let command = example.split(' ').next().unwrap();
            let text = explain(command, look).unwrap();
            assert!(!does.is_empty() && !more.is_empty());
            assert!(text.starts_with(example), "{text}");
            assert!(text.lines().all(|line| line.len() <= 50), "{text}");
        }
        assert!(explain("castle", look).is_err());
    }
}
