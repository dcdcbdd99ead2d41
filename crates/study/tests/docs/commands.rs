//! Checks the command lines of the pages and their outputs.

use std::{fs, path::Path};

use ::brudno::{companion, uci};
use clap::error::ErrorKind;

use crate::{
    brudno,
    markdown::{Fence, cells},
    pages, root,
    support::{
        command::{finish, finish_with_input, text},
        files::TempFolder,
    },
};

/// Commands that are parsed but not run, with a part of the line and the reason.
pub const NOT_RUN: [(&str, &str); 4] = [
    ("bench", "slow without link-time optimisation; .ci/run runs it"),
    ("--time 10", "takes 10 seconds"),
    ("w KQkq - 0 1 --depth 4", "four million evaluations; the table has it by material"),
    ("EvalFile value small.nnue", "the network is trained by the commands before it; .ci/run does"),
];

/// Other programs in the pages. Files of the repository need no entry here.
/// `crates/train/tests/docs.rs` checks the commands of `brudno-train`.
const OTHER_PROGRAMS: [&str; 12] = [
    "brudno-train",
    "cargo",
    "cutechess-cli",
    "fastchess",
    "jq",
    "make",
    "mkdir",
    "parallel",
    "python3",
    "rustup",
    "sudo",
    "xboard",
];

/// Placeholders, each with a value.
const PLACEHOLDERS: [(&str, &str); 16] = [
    ("COMMAND", "bench"),
    ("DEPTH", "3"),
    ("HASH", "16"),
    ("LEVEL", "club"),
    ("LIMIT", "5"),
    ("MIB", "64"),
    ("N", "4"),
    ("P", "50"),
    ("POSITION", "startpos"),
    ("POSITIONS", "current"),
    ("SECONDS", "1"),
    ("SHELL", "bash"),
    ("START", "518"),
    ("T", "2"),
    ("THREADS", "2"),
    ("TYPE", "nodes"),
];

/// Columns of tables that vary between runs.
const VARYING: [&str; 1] = ["time"];

/// A command line that starts the engine.
struct Line {
    arguments: Vec<String>,
    /// The line has optional parts or placeholders.
    is_synopsis: bool,
}

impl Line {
    /// Splits a line into words like a shell. Returns `None` if it starts another program.
    fn parse(text: &str, place: &str) -> Option<Line> {
        let words = shlex::split(text).unwrap_or_else(|| panic!("{place}: {text}"));
        let mut words = words.into_iter().skip_while(|word| is_assignment(word));
        let program = words.next()?;
        let name =
            Path::new(&program).file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name != "brudno" {
            let is_known = OTHER_PROGRAMS.contains(&name);
            assert!(is_known || root().join(&program).is_file(), "{place}: {program} is unknown");
            return None;
        }
        let (mut arguments, mut is_synopsis) = (Vec::new(), false);
        let (mut depth, mut is_alternative) = (0, false);
        for word in words {
            if depth == 0 && ["|", ">"].contains(&word.as_str()) {
                break;
            }
            let optional = word.starts_with('[');
            is_synopsis |= optional || word.starts_with(|c: char| c.is_ascii_uppercase());
            is_alternative |= word == "|";
            let bare = word.trim_matches(['[', ']']);
            if !is_alternative {
                let value = PLACEHOLDERS.iter().find(|(name, _)| *name == bare);
                arguments.push(value.map_or(bare, |(_, value)| value).to_owned());
            }
            let closing = word.len() - word.trim_end_matches(']').len();
            depth += i32::from(optional);
            depth -= if depth > 0 { closing as i32 } else { 0 };
            is_alternative &= closing == 0;
        }
        Some(Line { arguments, is_synopsis })
    }

    /// Checks that the arguments parse. Returns the error. A part of a command may lack arguments.
    fn check(&self, is_part: bool) -> Result<(), String> {
        let Some(command) = self.arguments.first() else { return Ok(()) };
        if !companion::has_command(command) {
            return self.check_lines();
        }
        let arguments = ["brudno"].into_iter().chain(self.arguments.iter().map(String::as_str));
        match brudno_study::clap_command().try_get_matches_from(arguments) {
            Ok(_) => Ok(()),
            Err(error) => match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ok(()),
                ErrorKind::MissingRequiredArgument | ErrorKind::MissingSubcommand if is_part => {
                    Ok(())
                }
                _ => Err(error.to_string()),
            },
        }
    }

    /// Checks that the arguments are UCI commands, flags or a command of the engine.
    fn check_lines(&self) -> Result<(), String> {
        let is_whole = self.arguments.iter().any(|line| line.contains(' '));
        let lines = if is_whole { self.arguments.len() } else { 1 };
        let is_known = |line: &&String| {
            let first = line.split_whitespace().next().unwrap_or_default();
            let flags = ["--help", "--version", "spsa"];
            flags.contains(&first) || uci::is_command(first)
        };
        let unknown = self.arguments[..lines].iter().find(|line| !is_known(line));
        unknown.map_or(Ok(()), |line| Err(format!("{line} is no UCI command")))
    }

    fn is_run(&self) -> bool {
        let text = self.arguments.join(" ");
        !self.is_synopsis && !NOT_RUN.iter().any(|(part, _)| text.contains(part))
    }

    /// Runs the line in a folder with the files of the pages. Returns its output.
    fn run(&self, folder: &Path, place: &str) -> String {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        let output = finish(brudno(&arguments).current_dir(folder));
        assert!(output.status.success(), "{place}: {:?}: {output:?}", self.arguments);
        text(&output.stdout)
    }
}

fn is_assignment(word: &str) -> bool {
    let name = word.split_once('=').map_or("", |(name, _)| name);
    !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c == '_')
}

/// Returns a folder with short versions of the files in the pages.
fn folder() -> TempFolder {
    let folder = TempFolder::new();
    let bench = fs::read_to_string(root().join("bench.epd")).expect("bench.epd is there");
    let first: Vec<&str> = bench.lines().take(2).collect();
    for (name, text) in [
        ("bench.epd", first.join("\n")),
        ("positions.epd", first[0].to_owned()),
        ("suite.epd", "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8; id \"mate.1\";".to_owned()),
        ("game.pgn", "1. f3 e5 2. g4 Qh4# 0-1".to_owned()),
        ("january.pgn", "[White \"Paul Morphy\"]\n\n1. e4 1-0".to_owned()),
        (
            "season.pgn",
            "[White \"Paul Morphy\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. d3 Nxh5 0-1".to_owned(),
        ),
        ("february.pgn.gz", "[Black \"Paul Morphy\"]\n\n1. e4 e5 0-1".to_owned()),
    ] {
        folder.write(name, text);
    }
    folder
}

/// Returns the commands of a `sh` block, one per line.
fn lines_of(fence: &Fence) -> Vec<String> {
    let text = fence.lines.join("\n").replace("\\\n", " ");
    text.lines().map(str::to_owned).collect()
}

fn names_commit(text: &str) -> bool {
    let is_hash = |word: &str| word.len() == 7 && word.chars().all(|c| c.is_ascii_hexdigit());
    text.contains("commit") && text.split(|c: char| !c.is_alphanumeric()).any(is_hash)
}

#[test]
fn commands_parse_and_run() {
    let folder = folder();
    for fence in pages().iter().flat_map(|page| &page.fences).filter(|fence| fence.language == "sh")
    {
        for text in lines_of(fence) {
            let Some(line) = Line::parse(&text, &fence.place) else { continue };
            line.check(false).unwrap_or_else(|error| panic!("{}: {text}: {error}", fence.place));
            if line.is_run() {
                let output = line.run(folder.path(), &fence.place);
                if text.contains("--format markdown") {
                    compare_tables(&fence.table, &output, &fence.place);
                }
            }
        }
    }
}

#[test]
fn commands_in_the_text_parse() {
    for page in pages() {
        for span in page.spans().iter().filter(|span| span.starts_with("brudno ")) {
            let place = page.name.display().to_string();
            let line = Line::parse(span, &place).expect("it starts the engine");
            line.check(true).unwrap_or_else(|error| panic!("{place}: {span}: {error}"));
        }
    }
}

#[test]
fn outputs_are_those_of_the_commands() {
    let folder = folder();
    let fences = || pages().into_iter().flat_map(|page| page.fences);
    let outputs = fences().filter(|fence| fence.language.is_empty());
    let mut count = 0;
    for Fence { lines, place, before, .. } in outputs {
        count += 1;
        let is_old = names_commit(&before);
        let Some(command) = lines[0].strip_prefix("$ ") else {
            assert!(is_old, "{place}: no command and no commit for this output");
            continue;
        };
        let line = Line::parse(command, &place).expect("it starts the engine");
        assert!(!line.is_synopsis, "{place}: {command} cannot be run");
        let output = line.run(folder.path(), &place);
        let printed: Vec<&str> = output.lines().map(str::trim_end).collect();
        if is_old {
            // Numbers and bars of chances depend on the evaluation.
            let is_bar = |line: &str| line.trim_matches(['#', '-', '.']).is_empty();
            let is_fixed = |line: &&String| {
                !is_bar(line) && !line.ends_with("...") && !line.contains(char::is_numeric)
            };
            for fixed in lines[1..].iter().filter(is_fixed) {
                assert!(printed.contains(&fixed.as_str()), "{place}: {fixed} in\n{output}");
            }
        } else {
            let shown: Vec<&str> = lines[1..].iter().map(String::as_str).collect();
            assert!(matches(&shown, &printed), "{place}: the output is\n{output}");
        }
    }
    assert!(count > 0);
}

/// Splits a line of a session after its prompt, `12.` or `12...`. `None` if it has none.
fn typed(line: &str) -> Option<&str> {
    let (prompt, typed) = line.split_once(' ')?;
    let number = prompt.trim_end_matches('.');
    let is_prompt = number.len() < prompt.len() && number.parse::<u32>().is_ok();
    (is_prompt && !typed.is_empty()).then_some(typed)
}

#[test]
fn sessions_go_as_they_are_shown() {
    let folder = folder();
    let pages = pages();
    let sessions: Vec<&Fence> = pages
        .iter()
        .flat_map(|page| &page.fences)
        .filter(|fence| fence.language == "console")
        .collect();
    assert!(!sessions.is_empty());
    for Fence { lines, place, .. } in sessions {
        let command = lines[0].strip_prefix("$ ").expect("a session begins with its command");
        let line = Line::parse(command, place).expect("it starts the engine");
        let input: String = lines[1..]
            .iter()
            .filter_map(|line| typed(line))
            .map(|line| line.to_owned() + "\n")
            .collect();
        let arguments: Vec<&str> = line.arguments.iter().map(String::as_str).collect();
        let output = finish_with_input(brudno(&arguments).current_dir(folder.path()), &input);
        assert!(output.status.success(), "{place}: {output:?}");
        let output = text(&output.stdout);
        let printed: Vec<&str> = output.lines().map(str::trim_end).collect();
        let shown: Vec<&str> =
            lines[1..].iter().map(String::as_str).filter(|line| typed(line).is_none()).collect();
        assert!(matches(&shown, &printed), "{place}: the session is\n{output}");
    }
}

/// Returns true if the output matches, where `...` matches the rest of a line or any lines.
fn matches(shown: &[&str], printed: &[&str]) -> bool {
    match (shown.split_first(), printed.split_first()) {
        (None, _) => printed.is_empty(),
        (Some((&"...", shown)), _) => (0..=printed.len()).any(|at| matches(shown, &printed[at..])),
        (Some(_), None) => false,
        (Some((line, shown)), Some((first, printed))) => {
            let is_same = match line.strip_suffix("...") {
                Some(start) => first.starts_with(start.trim_end()),
                None => line == first,
            };
            is_same && matches(shown, printed)
        }
    }
}

/// Compares the table of a page with the output. Columns are matched by name, and rows by their
/// first cell. Columns and rows that the page omits are not compared.
fn compare_tables(shown: &[Vec<String>], output: &str, place: &str) {
    let printed: Vec<_> = output.lines().filter(|line| line.starts_with('|')).map(cells).collect();
    assert!(shown.len() > 2 && shown.len() == printed.len(), "{place}: {shown:?}");
    for (column, name) in shown[0].iter().enumerate() {
        assert!(!VARYING.contains(&name.as_str()), "{place}: the column {name} varies");
        let other = printed[0].iter().position(|printed| printed == name);
        let other = other.unwrap_or_else(|| panic!("{place}: no column {name}"));
        for (row, printed) in shown.iter().zip(&printed).skip(2) {
            assert!(
                row[column] == printed[other] || row[column] == "varies",
                "{place}: {} of {} is {}",
                name,
                row[0],
                printed[other]
            );
        }
    }
}
