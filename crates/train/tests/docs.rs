//! Compares the commands and options in the documentation with the training tools.

use std::{fs, path::Path};

use clap::{Arg, error::ErrorKind};

/// Pages that contain commands of the training tools.
const PAGES: [&str; 3] = ["docs/training.md", "docs/network.md", "README.md"];

/// Placeholders, each with a value.
const PLACEHOLDERS: [(&str, &str); 5] =
    [("MIB", "64"), ("N", "4"), ("P", "50"), ("RATE", "0.5"), ("T", "2")];

fn read(page: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(page)).expect("the page can be read")
}

/// Returns the arguments of each `brudno-train` command in a page, in blocks and between backticks.
fn commands(page: &str) -> Vec<Vec<String>> {
    let text = read(page).replace("\\\n", " ");
    let lines = text.split(['\n', '`']).filter_map(|line| {
        let (before, arguments) = line.trim().split_once("brudno-train ")?;
        let is_path = before.is_empty() || before.ends_with('/');
        is_path.then(|| shlex::split(arguments).expect("the line can be split into words"))
    });
    let value = |word: &str| {
        let word = word.trim_matches(['[', ']']);
        match PLACEHOLDERS.iter().find(|(name, _)| *name == word) {
            Some((_, value)) => (*value).to_owned(),
            None => word.to_owned(),
        }
    };
    lines
        .map(|words| {
            let words = words.iter().take_while(|word| !["|", ">"].contains(&word.as_str()));
            words.map(|word| value(word)).collect()
        })
        .collect()
}

#[test]
fn commands_parse() {
    let mut count = 0;
    for page in PAGES {
        for arguments in commands(page) {
            let words = ["brudno-train"].into_iter().chain(arguments.iter().map(String::as_str));
            match brudno_train::cli::clap_command().try_get_matches_from(words) {
                Ok(_) => {}
                Err(error) => assert!(
                    // In running text, a command may lack arguments.
                    matches!(
                        error.kind(),
                        ErrorKind::MissingRequiredArgument
                            | ErrorKind::DisplayHelp
                            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
                    ),
                    "{page}: {arguments:?}: {error}"
                ),
            }
            count += 1;
        }
    }
    assert!(count > 5, "{count}");
}

#[test]
fn flags_exist() {
    let command = brudno_train::cli::clap_command();
    let mut known = ["help", "version", "workspace"].map(str::to_owned).to_vec();
    let mut rest = vec![&command];
    while let Some(command) = rest.pop() {
        known.extend(command.get_arguments().filter_map(Arg::get_long).map(str::to_owned));
        rest.extend(command.get_subcommands());
    }
    let text = read("docs/training.md");
    let spans = text.split('`').skip(1).step_by(2).filter(|span| span.starts_with("--"));
    for flag in spans.flat_map(|span| span.split([' ', '=', '[', ']'])) {
        if let Some(flag) = flag.strip_prefix("--") {
            assert!(known.iter().any(|known| known == flag), "{flag}");
        }
    }
}
