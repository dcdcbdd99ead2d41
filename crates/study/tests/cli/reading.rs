//! Input without an end, input of a hostile size, and signals while it is read.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write},
    path::Path,
    process::{Child, Stdio},
    thread,
    time::Duration,
};

use flate2::{Compression, write::GzEncoder};
use nix::{
    sys::signal::{self, Signal},
    unistd::Pid,
};

use crate::support::{
    command::{BRUDNO, brudno, finish, finish_process, finish_with_input, run, shell, text, wait},
    files::TempFolder,
};

const GAME: &str = "[White \"Ann\"]\n[Black \"Bo\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n";
/// The part of an endless input after which a program certainly reads it, bytes.
const BEGUN: usize = 1 << 20;

/// Writes a text and then another one without end, until the reader is gone. Returns once much of it
/// was read.
fn feed(mut pipe: impl Write + Send + 'static, start: &str, repeated: &str) {
    let block = repeated.repeat(BEGUN / repeated.len() + 1);
    pipe.write_all(start.as_bytes()).expect("it is read");
    pipe.write_all(block.as_bytes()).expect("it is read");
    thread::spawn(move || while pipe.write_all(block.as_bytes()).is_ok() {});
}

fn terminate(process: &Child) {
    let id = i32::try_from(process.id()).expect("a number of a process");
    signal::kill(Pid::from_raw(id), Signal::SIGTERM).expect("the process runs");
}

/// Returns the signal that ended a process.
fn end_by_signal(process: &mut Child) -> Option<i32> {
    use std::os::unix::process::ExitStatusExt as _;

    wait(process).signal()
}

fn unfinished(folder: &TempFolder) -> usize {
    let entries = fs::read_dir(folder.path()).expect("the folder is there");
    let names = entries.map(|entry| entry.expect("it is read").path());
    names.filter(|name| name.extension().is_some_and(|end| end == "partial")).count()
}

#[test]
fn a_signal_ends_the_reading_of_a_position() {
    let folder = TempFolder::new();
    for command in ["analyse", "tree", "play", "solve"] {
        let pipe = folder.pipe(command);
        let drawing = folder.name("tree.svg");
        let options: &[&str] = match command {
            "tree" => &["--depth", "1", "-o", &drawing],
            _ => &[],
        };
        let mut process =
            brudno(&[&[command, &pipe], options].concat()).spawn().expect("it starts");
        let writer = fs::File::options().write(true).open(&pipe).expect("it is opened");
        feed(writer, "1. e4 ", "(1. d4)\n");
        terminate(&process);
        assert_eq!(end_by_signal(&mut process), Some(15), "{command}");
    }
}

#[test]
fn a_signal_ends_the_reading_of_games_and_keeps_the_finished_ones() {
    let folder = TempFolder::new();
    let annotated = folder.name("out.pgn");
    // The second game has no end.
    for (repeated, output) in [("(1. d4)\n", &[][..]), (" ", &["-o", &annotated])] {
        let mut process = brudno(&[&["analyse", "-", "--nodes", "100"], output].concat())
            .stdin(Stdio::piped())
            .spawn()
            .expect("it starts");
        let input = process.stdin.take().expect("it is piped");
        // The games fill the first blocks.
        let start = format!("{}[Event \"x\"]\n\n1. e4 ", GAME.repeat(6000));
        thread::spawn(move || {
            let mut input = input;
            let _ = input.write_all(start.as_bytes());
            while input.write_all(repeated.repeat(1000).as_bytes()).is_ok() {}
        });
        let mut summaries = BufReader::new(process.stdout.take().expect("it is piped"));
        summaries.read_line(&mut String::new()).expect("the first game is done");
        terminate(&process);
        process.stdout = None;
        let rest = thread::spawn(move || std::io::copy(&mut summaries, &mut std::io::sink()));
        let ended = finish_process(process);
        drop(rest.join());
        assert_eq!(ended.status.code(), Some(130));
        assert!(text(&ended.stderr).contains("stopped; "), "{ended:?}");
    }
    let kept = fs::read_to_string(annotated).expect("it is written");
    assert!(kept.contains("Annotator") && kept.contains("[%eval"));
    assert_eq!(unfinished(&folder), 0);
}

#[test]
fn a_signal_ends_the_wait_for_a_line() {
    let mut process = brudno(&["analyse", "-", "--json", "--nodes", "100"])
        .stdin(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = process.stdin.take().expect("it is piped");
    input.write_all(b"startpos\n").expect("it is read");
    let mut reports = BufReader::new(process.stdout.take().expect("it is piped"));
    reports.read_line(&mut String::new()).expect("the first report is printed");
    // The program may still be on its way to the next line.
    for _ in 0..100 {
        if process.try_wait().expect("it can be asked").is_some() {
            break;
        }
        terminate(&process);
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(wait(&mut process).code(), Some(130));
    drop(input);
}

#[test]
fn a_signal_leaves_no_unfinished_file() {
    let folder = TempFolder::new();
    let games = folder.write("games.pgn", GAME);
    let outputs = ["out.pgn", "page.html", "puzzles.epd"].map(|name| folder.name(name));
    let [annotated, page, puzzles] = outputs.each_ref();
    let arguments = ["analyse", &games, "--depth", "240", "-o", annotated, "--html", page];
    for signals in [1, 2] {
        let mut process =
            brudno(&[&arguments[..], &["--puzzles", puzzles]].concat()).spawn().expect("it starts");
        while unfinished(&folder) == 0 {
            assert!(process.try_wait().expect("it can be asked").is_none(), "it writes no file");
        }
        for _ in 0..signals {
            terminate(&process);
        }
        let output = finish_process(process);
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        assert_eq!(unfinished(&folder), 0);
    }
}

#[test]
fn a_long_line_is_refused_by_name_of_the_limit() {
    let folder = TempFolder::new();
    let mut bomb = GzEncoder::new(Vec::new(), Compression::fast());
    for _ in 0..65 {
        bomb.write_all(&vec![b' '; 1 << 20]).expect("a vector takes everything");
    }
    let bomb = folder.write("bomb.pgn.gz", bomb.finish().expect("a vector takes everything"));
    let drawing = folder.name("tree.svg");
    let load = format!("load {bomb}\n");
    for (arguments, input) in [
        (&["analyse", &bomb][..], ""),
        (&["tree", &bomb, "--depth", "1", "-o", &drawing], ""),
        (&["solve", &bomb], ""),
        (&["play", "--depth", "1"], load.as_str()),
    ] {
        let output = finish_with_input(&mut brudno(arguments), input);
        let said = text(&[output.stdout, output.stderr].concat()).replace("\n  ", " ");
        assert!(said.contains("a line is longer than 67108864 bytes"), "{arguments:?}: {said}");
    }
}

#[test]
fn a_file_of_empty_lines_has_no_game() {
    let folder = TempFolder::new();
    let mut lines = GzEncoder::new(Vec::new(), Compression::fast());
    for _ in 0..80 {
        lines.write_all(&vec![b'\n'; 1 << 20]).expect("a vector takes everything");
    }
    let lines = folder.write("lines.pgn.gz", lines.finish().expect("a vector takes everything"));
    let output = run(&["analyse", &lines]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("no game in PGN format"), "{output:?}");
}

#[test]
fn games_before_a_fault_of_a_file_are_written() {
    let folder = TempFolder::new();
    let good = folder.write("good.pgn", GAME);
    // The fault is behind the first block that is read.
    let mut letters = (1_u32..).map(|n| b'a' + (n.wrapping_mul(2_654_435_761) >> 24) as u8 % 26);
    let mut lines = GzEncoder::new(Vec::new(), Compression::fast());
    lines.write_all(format!("{GAME}1. e4 {{").as_bytes()).expect("a vector takes everything");
    for _ in 0..20_000 {
        let line: Vec<u8> = letters.by_ref().take(50).chain(*b"\n").collect();
        lines.write_all(&line).expect("a vector takes everything");
    }
    let mut lines = lines.finish().expect("a vector takes everything");
    lines.truncate(lines.len() * 9 / 10);
    let (bad, annotated) = (folder.write("bad.pgn.gz", &lines), folder.name("out.pgn"));
    let output = run(&["analyse", &good, &bad, "--nodes", "100", "-o", &annotated]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(text(&output.stderr).contains("bad.pgn.gz: "), "{output:?}");
    let written = fs::read_to_string(annotated).expect("it is written");
    assert!(written.starts_with("[Event") && written.contains("[%eval"), "{written}");
    let output = run(&["analyse", &bad, "--nodes", "100", "-o", &bad]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(fs::read(bad).expect("it is there") == lines, "it is annotated in place");
    assert_eq!(unfinished(&folder), 0);
}

#[test]
fn a_player_whom_a_pipe_does_not_have_is_named_at_its_end() {
    let output = finish_with_input(
        &mut brudno(&["analyse", "-", "--nodes", "100", "--player", "Nobody"]),
        GAME,
    );
    assert_eq!(output.status.code(), Some(1));
    let errors = text(&output.stderr);
    assert!(errors.contains("no game has a player whose name contains Nobody"), "{errors}");
}

#[test]
fn games_need_no_standard_output_if_they_go_to_a_file() {
    let folder = TempFolder::new();
    let (games, annotated) = (folder.write("games.pgn", GAME), folder.name("out.pgn"));
    let script = format!("exec '{BRUDNO}' analyse '{games}' --nodes 100 -o '{annotated}' >&-");
    let output = finish(&mut shell(&script));
    assert!(output.status.success(), "{output:?}");
    assert!(fs::read_to_string(annotated).expect("it is written").contains("[%eval"));
}

#[test]
fn a_cycle_of_links_is_not_replaced() {
    let folder = TempFolder::new();
    let games = folder.write("games.pgn", GAME);
    let (one, two) = (folder.link("one.pgn", "two.pgn"), folder.link("two.pgn", "one.pgn"));
    for option in ["-o", "--html", "--puzzles"] {
        let output = run(&["analyse", &games, "--nodes", "100", option, &one]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(text(&output.stderr).contains("one.pgn: a cycle of links"), "{output:?}");
    }
    assert!([one, two].iter().all(|link| Path::new(link).is_symlink()));
}
