//! Input files of commands: several files, compressed files, pipes, and files of the wrong kind.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    process::{Output, Stdio},
};

use flate2::{Compression, write::GzEncoder};

use crate::support::{
    command::{brudno, finish_process, run, text},
    files::TempFolder,
};

const GAME: &str = "[White \"Ann\"]\n[Black \"Bo\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n";
const OTHER: &str = "[White \"Cy\"]\n[Black \"Ann\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";

fn analyse(arguments: &[&str]) -> Output {
    run(&[&["analyse", "--nodes", "500"], arguments].concat())
}

fn gzip(content: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(content.as_bytes()).expect("a vector takes everything");
    encoder.finish().expect("a vector takes everything")
}

#[test]
fn several_files_are_one_output() {
    let folder = TempFolder::new();
    let (one, two) = (folder.write("one.pgn", GAME), folder.write("two.pgn.gz", gzip(OTHER)));
    let output = analyse(&[&one, &two]);
    assert!(output.status.success(), "{output:?}");
    let pgn = text(&output.stdout);
    assert!(pgn.find("\"Bo\"") < pgn.find("\"Cy\""), "{pgn}");
    assert_eq!(pgn.matches("[%eval").count(), 7, "every move but the mates: {pgn}");

    let broken = folder.write("broken.pgn", "[White \"X\"]\n[Black \"Y\"]\n\n1. e4 e9 *\n");
    let output = analyse(&[&one, &broken, &two]);
    assert_eq!(output.status.code(), Some(1));
    let errors = text(&output.stderr);
    assert!(errors.contains(&format!("{broken}: game 1 (X - Y) is skipped: line 4")), "{errors}");
    assert!(text(&output.stdout).contains("1. e4 e9 *\n\n[Event"), "{output:?}");

    let positions =
        folder.write("list.epd", "8/8/8/8/8/k7/p7/K7 w - -\n4k3/8/8/8/8/8/8/4K2R w K -\n");
    let output = analyse(&[&positions, &positions, "--json"]);
    let lines: Vec<serde_json::Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    let places: Vec<_> = lines.iter().map(|line| (&line["file"], line["line"].as_u64())).collect();
    let file = serde_json::Value::from(positions.clone());
    assert_eq!(places, [(&file, Some(1)), (&file, Some(2)), (&file, Some(1)), (&file, Some(2))]);
    let mixed = analyse(&[&one, &positions]);
    assert_eq!(mixed.status.code(), Some(1));
    assert!(text(&mixed.stderr).contains("contains games, but "), "{mixed:?}");
}

#[test]
fn a_pipe_is_read_without_being_named() {
    let mut child = brudno(&["analyse", "--nodes", "500"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(&gzip(GAME)).expect("the engine reads");
    drop(stdin);
    let output = finish_process(child);
    assert!(text(&output.stdout).contains("[Black \"Bo\"]"), "{output:?}");
}

#[test]
fn what_is_no_text_is_refused_in_a_line() {
    let folder = TempFolder::new();
    let binary = folder.write("game.pgn", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0");
    let damaged = folder.write("game.pgn.gz", &gzip(&GAME.repeat(9))[..40]);
    let folder_name = folder.name("");
    for (file, why) in [
        (&binary, "neither a text nor one compressed"),
        (&damaged, "game.pgn.gz: "),
        (&folder_name, "a folder; name the files in it"),
    ] {
        for command in [&["analyse", file][..], &["solve", file]] {
            let output = run(command);
            let errors = text(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{errors}");
            assert!(output.stdout.is_empty() && errors.lines().count() == 1, "{errors}");
            assert!(errors.contains(why), "{command:?}: {errors}");
        }
    }
}

#[test]
fn games_and_page_need_files_of_their_own() {
    let folder = TempFolder::new();
    let (game, out) = (folder.write("game.pgn", GAME), folder.name("out"));
    let output = analyse(&[&game, "-o", &out, "--html", &folder.name("./out")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("both write"), "{output:?}");
    assert!(!fs::exists(&out).expect("the folder can be read"));
}

#[cfg(unix)]
#[test]
fn sigterm_keeps_what_is_done() {
    use nix::{sys::signal, unistd::Pid};

    let folder = TempFolder::new();
    let (games, annotated) = (folder.write("games.pgn", GAME.repeat(50)), folder.name("out.pgn"));
    let mut child = brudno(&["analyse", &games, "-o", &annotated, "--time", "0.05"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the engine starts");
    // The summary of the first game.
    let mut line = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("it is piped"));
    stdout.read_line(&mut line).expect("the engine prints");
    let id = i32::try_from(child.id()).expect("a number of a process");
    signal::kill(Pid::from_raw(id), signal::SIGTERM).expect("the engine runs");
    std::io::copy(&mut stdout, &mut std::io::sink()).expect("the engine prints");
    assert_eq!(child.wait().expect("the engine ends").code(), Some(130));
    let written = fs::read_to_string(&annotated).expect("it is written");
    assert_eq!(written.matches("[White \"Ann\"]").count(), 50);
    assert!(written.matches("[%eval").count() >= 4, "{written}");
}

#[test]
fn only_one_player_is_judged() {
    let folder = TempFolder::new();
    let games = folder.write("games.pgn", GAME.to_owned() + OTHER);
    let judged = |player: &str| {
        let output = analyse(&[&games, "--player", player]);
        assert!(output.status.success(), "{output:?}");
        let pgn = text(&output.stdout);
        ["Ke7 $4", "g4 $4"].map(|blunder| pgn.contains(blunder))
    };
    assert_eq!(
        [judged("bo"), judged("CY"), judged("ann")],
        [[true, false], [false, true], [false; 2]]
    );
    let output = analyse(&[&games, "--player", "Nobody"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("no game has a player whose name contains Nobody"),
        "{output:?}"
    );
}

#[test]
fn annotated_games_are_kept_by_resume() {
    let folder = TempFolder::new();
    let (both, annotated) =
        (folder.write("both.pgn", GAME.to_owned() + OTHER), folder.name("out.pgn"));
    let one = folder.write("one.pgn", OTHER);
    assert!(analyse(&[&one, "-o", &annotated]).status.success());
    let first = fs::read_to_string(&annotated).expect("it is written");
    let marked = first.replace("{ [%eval", "{ kept [%eval").replace("{[%eval", "{kept [%eval");
    assert_ne!(first, marked);
    fs::write(&annotated, &marked).expect("it can be written to");
    assert!(analyse(&[&both, "-o", &annotated, "--resume"]).status.success());
    let second = fs::read_to_string(&annotated).expect("it is written");
    assert!(second.ends_with(&marked), "{second}");
    assert!(second.contains("\"Bo\"") && second.matches("[%eval").count() == 7, "{second}");
    let wrong = analyse(&[&both, "--resume"]);
    assert_eq!(wrong.status.code(), Some(2));
}
