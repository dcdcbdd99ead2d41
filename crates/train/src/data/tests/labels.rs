//! Labels positions with shell scripts as teachers.

use super::positions::{expanded, positions};
use crate::data::tests::*;

/// Answers positions with White to move with the length of the line, and the others with `none`.
const LENGTH: &str = r#"awk '/ w /{print length($0); next}{print "none"}'"#;

/// Returns true if the tools that the tests need are installed.
fn has_shell() -> bool {
    if !cfg!(unix) {
        println!("skipped: there is no awk");
    }
    cfg!(unix)
}

fn length(fen: &str) -> Option<Score> {
    fen.contains(" w ").then_some(fen.len() as Score)
}

#[test]
fn every_position_of_games_is_labelled() {
    if !has_shell() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let games = games(100, 31);
    let input = file(&folder, "games", &bytes_of(&games));
    for threads in [1, 3] {
        let path = folder.path().join(threads.to_string());
        let output = Output::create(&path).unwrap();
        let labelled = label(&input, output, LENGTH, threads, &|_| ()).unwrap();
        let (read, error) = read(&fs::read(&path).unwrap());
        assert!(error.is_none());
        assert_eq!(read.len(), games.len());
        let mut unanswered = 0;
        for (new, old) in read.iter().zip(&games) {
            let mut scores = Vec::new();
            old.replay(|game, _, score| {
                let label = length(&game.position().fen());
                unanswered += u64::from(label.is_none());
                scores.push(label.unwrap_or(score));
            })
            .unwrap();
            assert_eq!(*new, old.rescored(&scores));
        }
        let count = games.iter().map(Record::len).sum::<usize>() as u64;
        assert!(count > 10_000, "several batches");
        assert_eq!((labelled.copied.games, labelled.copied.positions), (100, count));
        assert_eq!(labelled.unanswered, unanswered);
    }
}

#[test]
fn positions_without_an_answer_are_left_out() {
    if !has_shell() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let input = expanded(&folder, "positions", 60, 32);
    let all = positions(&input);
    let mut expected = Vec::new();
    let mut is_led = true;
    for mut position in all.iter().copied() {
        is_led |= !position.is_derived();
        match length(&position.to_fen().unwrap()) {
            Some(score) => {
                position.set_score(score as i16);
                if !is_led {
                    position.lead();
                }
                is_led = true;
                expected.push(position);
            }
            None if !position.is_derived() => is_led = false,
            None => {}
        }
    }
    let derived = |positions: &[PackedPosition]| {
        positions.iter().filter(|position| position.is_derived()).count()
    };
    assert!(derived(&expected) > 0 && expected.len() > 8192, "several batches");
    for threads in [1, 2, 5] {
        let path = folder.path().join(threads.to_string());
        let output = Output::create(&path).unwrap();
        let labelled = label(&input, output, LENGTH, threads, &|_| ()).unwrap();
        assert!(positions(&path) == expected);
        assert_eq!(labelled.copied.positions, expected.len() as u64);
        assert_eq!(labelled.unanswered, (all.len() - expected.len()) as u64);
    }
}

#[test]
fn a_teacher_that_fails_is_told() {
    if !has_shell() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let input = expanded(&folder, "positions", 60, 33);
    let first = positions(&input)[0].to_fen().unwrap();
    let sixth = positions(&input)[5].to_fen().unwrap();
    for (command, message) in [
        ("", "cannot be started: \"\" is not a command".to_owned()),
        ("awk '{print 1}", "check its quotes".to_owned()),
        ("./no-such-teacher", "cannot be started: ./no-such-teacher: ".to_owned()),
        // The teacher dies with most of its input unread.
        (
            "sh -c 'for i in 1 2 3 4 5; do read line; echo $i; done; exit 3'",
            format!("ended (exit status: 3) without an answer to line 6 ({sixth})"),
        ),
        (
            "awk 'NR <= 5 {print 1}'",
            format!("ended (exit status: 0) without an answer to line 6 ({sixth})"),
        ),
        (
            "sh -c 'kill -9 $$'",
            format!("(signal: 9 (SIGKILL)) without an answer to line 1 ({first})"),
        ),
        (
            "awk '{print 1} END {print 2}'",
            "wrote more lines than it received; the first extra line is \"2\"".to_owned(),
        ),
        (
            "awk '{print 1} END {exit 4}'",
            "answered everything, but failed (exit status: 4)".to_owned(),
        ),
        (
            "awk '{print \"x\" $1}'",
            format!(
                "answered \"x{}\" to line 1 ({first}); expected an integer",
                first.split(' ').next().unwrap()
            ),
        ),
        ("awk '{print 32001}'", "answered \"32001\" to line 1".to_owned()),
    ] {
        for threads in [1, 2] {
            let path = folder.path().join("labelled");
            let output = Output::create(&path).unwrap();
            let error = label(&input, output, command, threads, &|_| ()).unwrap_err().to_string();
            assert!(error.contains(&message), "{command}, {threads}: {error}");
            assert!(!path.exists(), "{command}: an incomplete file does not get the name");
        }
    }
}

#[test]
fn damaged_input_is_told_and_ends_the_teachers() {
    if !has_shell() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let mut bytes = fs::read(expanded(&folder, "positions", 40, 34)).unwrap();
    let place = 32 * 9000;
    bytes[place..][..8].copy_from_slice(&[0; 8]);
    let input = file(&folder, "damaged", &bytes);
    let output = || Output::create(&folder.path().join("labelled")).unwrap();
    let error = label(&input, output(), LENGTH, 2, &|_| ()).unwrap_err().to_string();
    assert!(error.contains("position 9000 (byte 288000): too few or too many men"), "{error}");

    let mut illegal = Record::new(&Position::startpos());
    for _ in 0..2 {
        illegal.push(Position::startpos().parse_uci("e2e4").unwrap(), 0);
    }
    let input = file(&folder, "illegal", &bytes_of(&[illegal]));
    let error = label(&input, output(), LENGTH, 2, &|_| ()).unwrap_err().to_string();
    assert!(error.contains("game 1 (byte 0): move 2, e2e4, is not legal"), "{error}");
}
