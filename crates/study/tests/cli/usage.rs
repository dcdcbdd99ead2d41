//! Help, version, and errors in the arguments.

use crate::support::{
    command::{lines, run},
    files::TempFile,
};

#[test]
fn help_and_version_are_there() {
    let help = lines(&["--help"]).join("\n");
    for command in ["analyse", "perft", "play", "solve"] {
        assert!(help.contains(command), "{help}");
    }
    let version = lines(&["--version"]).join("\n");
    assert_eq!(version, concat!("brudno ", env!("CARGO_PKG_VERSION")));
}

#[test]
fn wrong_use_of_a_command_is_an_error() {
    for arguments in
        [&["perft", "-1"][..], &["perft"], &["solve"], &["solve", "suite.epd", "--nodes", "many"]]
    {
        let output = run(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn nothing_searches_with_nothing() {
    let suite = TempFile::new("zero.epd", "7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#;\n");
    for command in [&["analyse"][..], &["play"], &["solve", suite.path()]] {
        for option in ["--threads", "--hash", "--nodes", "--depth", "--time"] {
            let output = run(&[command, &[option, "0"]].concat());
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(!output.status.success() && errors.contains(option), "{command:?}: {errors}");
        }
    }
}
