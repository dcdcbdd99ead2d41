//! Manual pages and completions that packages install.

use std::fs;

use crate::support::{
    command::{lines, run, text},
    files::TempFolder,
};

#[test]
fn a_package_has_manual_pages_and_completions() {
    let folder = TempFolder::new();
    let path = folder.file("man");
    assert!(run(&["man", &folder.name("man")]).status.success());
    let page = fs::read_to_string(path.join("brudno-play.1")).expect("each command has a page");
    assert!(page.contains("clock"), "{page}");
    assert!(lines(&["man"]).join("\n").contains(".TH"));
    let help = lines(&["completions", "--help"]).join("\n");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = run(&["completions", shell]);
        assert!(text(&output.stdout).contains("analyse"), "{shell}");
        assert!(output.stderr.is_empty(), "{shell}: {output:?}");
        assert!(help.contains(&format!("brudno completions {shell}")), "{help}");
    }
}
