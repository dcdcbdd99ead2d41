//! Tests of the commands `datagen`, `data` and `train`.

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};
#[cfg(unix)]
use std::{
    io::{BufRead as _, BufReader},
    process::Child,
};

/// Runs the training tools with arguments and an empty input until they end.
fn run(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_brudno-train"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the training tools start");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("panicked"), "{arguments:?}: {errors}");
    output
}

/// Runs the training tools, which have to succeed. Returns the lines of their output.
fn lines(arguments: &[&str]) -> Vec<String> {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    let text = String::from_utf8(output.stdout).expect("output is text");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn games_are_made_and_looked_into() {
    let folder = tempfile::tempdir().expect("the temporary folder can be written to");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let (games, shuffled, rescored) = (path("games"), path("shuffled"), path("rescored"));
    let datagen = ["datagen", "--nodes", "40", "--output", &games, "--games"];
    lines(&[&datagen[..], &["2"]].concat());
    let last = lines(&[&datagen[..], &["3", "--threads", "2"]].concat()).pop();
    assert!(last.is_some_and(|line| line.starts_with(&format!("{games}: 3 games, "))));
    lines(&["data", "shuffle", &games, "--output", &shuffled]);
    lines(&["data", "rescore", &shuffled, "--output", &rescored]);
    for file in [&games, &shuffled, &rescored] {
        let last = lines(&["data", "validate", file]).pop().expect("a summary");
        assert!(
            last.starts_with("3 games, ") && last.ends_with(": 0 games have problems"),
            "{last}"
        );
    }
    let counts = lines(&["data", "count", &games, &shuffled]);
    assert!(counts.iter().any(|line| line.trim().starts_with("all ") && line.contains(" 6 ")));
    assert!(lines(&["data", "stats", &games])[0].starts_with("3 games, "));

    // An existing output is never overwritten, and a truncated file is not valid.
    assert!(!run(&["data", "merge", &games, "--output", &shuffled]).status.success());
    let bytes = fs::read(&games).expect("the games are there");
    fs::write(&games, &bytes[..bytes.len() - 1]).expect("the file can be written to");
    let output = run(&["data", "validate", &games]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("game 3 "), "{output:?}");
    let text = path("text");
    fs::write(&text, "This is a text, and no file of games.").expect("the file can be written to");
    let output = run(&["data", "count", &text]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("not a game"), "{output:?}");
}

/// Ctrl-C ends long commands with status 130, and the same command continues.
#[cfg(unix)]
#[test]
fn long_work_is_interrupted_and_continued() {
    let folder = tempfile::tempdir().expect("the temporary folder can be written to");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let (games, network) = (path("games"), path("small.nnue"));
    let start = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_brudno-train"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts")
    };
    let interrupt = |engine: &mut Child| {
        let signal = ["-INT", &engine.id().to_string()];
        assert!(Command::new("kill").args(signal).status().expect("kill is there").success());
        assert_eq!(engine.wait().expect("it ends").code(), Some(130));
    };

    let datagen = ["datagen", "--nodes", "40", "--output", &games, "--games"];
    let mut engine = start(&[&datagen[..], &["1000000"]].concat());
    while fs::metadata(&games).map_or(0, |file| file.len()) == 0 {
        assert!(engine.try_wait().expect("it can be asked").is_none(), "it plays on");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    interrupt(&mut engine);
    // One game in a hundred is used for validation, beginning with the 51st.
    lines(&[&datagen[..], &["60"]].concat());
    let last = lines(&["data", "validate", &games]).pop().expect("a summary");
    assert!(last.ends_with(": 0 games have problems"), "{last}");

    let train = ["train", &games, "--output", &network, "--batch", "64", "--millions", "0.3"];
    let mut engine = start(&train);
    let mut errors = BufReader::new(engine.stderr.take().expect("stderr is piped")).lines();
    let first = errors.next().expect("it says what it read").expect("errors are text");
    assert!(first.contains(" positions to train on"), "{first}");
    interrupt(&mut engine);
    assert!(Path::new(&path("small.checkpoint")).exists() && !Path::new(&network).exists());
    lines(&train);
    assert!(!Path::new(&path("small.checkpoint")).exists() && Path::new(&network).exists());

    // With a validation file, all other games are used for training.
    let others = path("others");
    lines(&["datagen", "--nodes", "40", "--games", "2", "--seed", "2", "--output", &others]);
    let train = ["train", &games, "--batch", "64", "--millions", "0.01", "--output"];
    let positions = |arguments: &[&str]| {
        let output = run(&[&train[..], arguments].concat());
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let line = errors.lines().find(|line| line.contains(" to validate")).map(str::to_owned);
        line.unwrap_or_else(|| panic!("{errors}"))
    };
    let (kept, apart) = (
        positions(&[&path("kept.nnue")]),
        positions(&[&path("apart.nnue"), "--validate", &others]),
    );
    assert_ne!(kept, apart);
}

#[test]
fn positions_are_made_labelled_and_looked_into() {
    let folder = tempfile::tempdir().expect("the temporary folder can be written to");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let (games, positions, shuffled) = (path("games"), path("positions"), path("shuffled"));
    lines(&["datagen", "--nodes", "40", "--output", &games, "--games", "2"]);
    let more = ["datagen", "--nodes", "40", "--output", &games, "--games", "3", "--leaves"];
    let output = run(&[&more[..], &[&path("leaves")]].concat());
    assert_eq!(output.status.code(), Some(1), "the first two games have none: {output:?}");
    let last = lines(&["data", "positions", &games, "--children", "2", "--output", &positions])
        .pop()
        .expect("a summary");
    let count = last.split(' ').next().expect("it begins with the number").to_owned();
    lines(&["data", "shuffle", &positions, "--output", &shuffled]);
    for file in [&positions, &shuffled] {
        let last = lines(&["data", "validate", file]).pop();
        assert_eq!(last, Some(format!("{count} positions: 0 positions have problems")));
        assert!(lines(&["data", "stats", file])[0].starts_with(&format!("{count} positions, ")));
    }
    let counts = lines(&["data", "count", &games, &positions]);
    assert!(counts.iter().any(|line| line.contains("/positions ") && line.contains(&count)));

    let leaves = path("leaves");
    let datagen = ["datagen", "--nodes", "40", "--games", "1", "--leaves", &leaves, "--output"];
    lines(&[&datagen[..], &[&path("others"), "--leaves-per-move", "3"]].concat());
    let last = lines(&["data", "validate", &leaves]).pop().expect("a summary");
    assert!(last.ends_with(": 0 positions have problems"), "{last}");

    // Incompatible inputs are reported.
    for (arguments, message) in [
        (&["data", "validate", &games, &positions][..], "give files of one kind"),
        (&["data", "rescore", &positions, "--output", &path("no")], "not of games"),
        (&["data", "positions", &positions, "--output", &path("no")], "not of games"),
        (&["data", "label", &games, "--teacher", "./none", "--output", &path("no")], "./none: "),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stderr).contains(message), "{output:?}");
    }

    if !cfg!(unix) {
        println!("not all is tested: there is no awk");
        return;
    }
    for file in [&games, &positions] {
        let labelled = format!("{file}-labelled");
        let label = ["data", "label", file, "--output", &labelled, "--threads", "2", "--teacher"];
        let last = lines(&[&label[..], &["awk '{print NR % 7}'"]].concat()).pop();
        assert!(last.is_some_and(|line| line.ends_with(" written")));
        // The teacher's last scores need not fit the results.
        let validated = String::from_utf8(run(&["data", "validate", &labelled]).stdout);
        assert!(validated.is_ok_and(|text| text.ends_with(" have problems\n")));
        // A teacher that ends early must not end the process silently with a broken pipe.
        fs::remove_file(&labelled).expect("it is there");
        let output = run(&[&label[..], &["sh -c 'exit 5'"]].concat());
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains("ended (exit status: 5) without an answer to line 1 "), "{errors}");
        assert!(!Path::new(&labelled).exists());
    }
}

#[test]
fn pgn_gives_positions_and_networks_a_mean() {
    let folder = tempfile::tempdir().expect("the temporary folder can be written to");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let (pgn, positions) = (path("games.pgn"), path("positions"));
    let game =
        "1. e4 {pv=e4 e5 Nf3, d=9} e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. d4 exd4 6. Qxd4 *\n";
    fs::write(&pgn, game).expect("the file can be written to");
    let last = lines(&["data", "lines", &pgn, "--output", &positions, "--searched", "100"]).pop();
    assert!(last.is_some_and(|line| line.ends_with(" positions written")));
    let last = lines(&["data", "validate", &positions]).pop();
    assert!(last.is_some_and(|line| line.ends_with(": 0 positions have problems")));

    let (network, mean) = (path("network"), path("mean"));
    let bytes = brudno::eval::nnue::embedded().encode().expect("it can be written");
    fs::write(&network, bytes).expect("the folder can be written to");
    lines(&["average", &network, &network, "--shares", "1,2", "--output", &mean]);
    assert!(fs::metadata(&mean).expect("it is there").len() > 1 << 20);
    let output = run(&["average", &network, &network, "--shares", "1", "--output", &mean]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("a number for each"), "{output:?}");
}
