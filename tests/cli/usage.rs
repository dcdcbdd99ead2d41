//! Help, version, and wrong use of commands.

use crate::support::command::{lines, run, text};

#[test]
fn help_and_version_are_there() {
    let help = lines(&["--help"]).join("\n");
    assert!(help.contains("reads UCI commands from standard input"), "{help}");
    for command in ["analyse", "bench", "perft", "play", "solve", "speedtest"] {
        assert!(help.contains(command), "{help}");
    }
    let version = lines(&["--version"]).join("\n");
    assert_eq!(version.to_lowercase(), concat!("brudno ", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_mistyped_command_is_recognised() {
    for (word, meant) in [("anlyse", "analyse"), ("analyze", "analyse"), ("becnh", "bench")] {
        let output = run(&[word, "8/8/8/8/8/8/8/8 w - -"]);
        let errors = text(&output.stderr);
        assert!(!output.status.success(), "{output:?}");
        assert!(
            errors.contains(&format!("no command '{word}'; did you mean '{meant}'?")),
            "{errors}"
        );
    }
}

#[test]
fn the_help_of_an_engine_command_is_that_of_uci() {
    let expected = lines(&["help", "bench"]);
    assert!(expected[0].starts_with("bench "), "{expected:?}");
    for flag in ["--help", "-h"] {
        assert_eq!(lines(&["bench", flag]), expected);
    }
}

#[test]
fn wrong_use_of_a_command_is_an_error() {
    for arguments in [
        &["bench", "deep"][..],
        &["bench", "16", "0"],
        &["bench", "16", "1", "241", "default", "perft"],
        &["bench", "16", "1", "1", "no such file"],
        &["bench", "16", "1", "1", "default", "plies"],
        &["bench", "16", "1", "1", "default", "depth", "2"],
        &["speedtest", "fast"],
        &["speedtest", "1", "16", "0"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let said = text(&output.stdout);
        assert!(said.starts_with("info string "), "{arguments:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
    }
}
