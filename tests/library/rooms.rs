//! The walls between the rooms of the engine and between the packages, as docs/contributing.md states
//! them.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the rooms from the top down: the line of docs/contributing.md with arrows.
fn order() -> Vec<String> {
    let page = read(&root().join("docs/contributing.md"));
    let mut lines = page.lines().filter(|line| line.starts_with("main → "));
    let line = lines.next().expect("the page has a line with all rooms");
    assert!(lines.next().is_none(), "the order stands there once");
    line.split(" → ").map(str::to_owned).collect()
}

/// Returns the Rust files below a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// Returns the first names of the paths that begin with `start`, such as `crate::`, in a source text.
fn used(source: &str, start: &str) -> BTreeSet<String> {
    let code: String =
        source.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let name = |text: &str| -> String {
        text.trim_start().chars().take_while(|&c| c.is_alphanumeric() || c == '_').collect()
    };
    let mut names = BTreeSet::new();
    for rest in code.split(start).skip(1) {
        let Some(list) = rest.strip_prefix('{') else {
            names.insert(name(rest));
            continue;
        };
        names.insert(name(list));
        let mut depth = 1;
        for (at, letter) in list.char_indices() {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 1 => drop(names.insert(name(&list[at + 1..]))),
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    names.remove("");
    names
}

#[test]
fn paths_are_found_in_all_forms() {
    let source = "use crate::chess::Game;\nuse crate::{\n    eval::{self, nnue::Network},\n    search,\n};\n\
                  // crate::uci\nlet x = crate::tools::run(crate::params::all());";
    let found = used(source, "crate::");
    assert_eq!(Vec::from_iter(&found), ["chess", "eval", "params", "search", "tools"]);
}

#[test]
fn a_room_uses_only_those_below_it() {
    let order = order();
    let place = |room: &str| order.iter().position(|other| other == room);
    let source = root().join("src");
    let mut seen = BTreeSet::new();
    for file in rust_files(&source) {
        let path = file.strip_prefix(&source).expect("it is below the folder");
        let first = path.iter().next().and_then(|name| name.to_str()).expect("the name is text");
        let room = first.trim_end_matches(".rs");
        if room == "lib" {
            continue;
        }
        let at = place(room).unwrap_or_else(|| panic!("src/{first} is not in the order"));
        seen.insert(room.to_owned());
        let start = if room == "main" { "brudno::" } else { "crate::" };
        for name in used(&read(&file), start) {
            if let Some(below) = place(&name) {
                assert!(below >= at, "{} uses {name}, which is above {room}", path.display());
            }
        }
    }
    assert_eq!(seen, BTreeSet::from_iter(order), "every room of the order exists");
}

/// Returns the packages of this workspace that a package depends on, without those of its tests.
fn dependencies(manifest: &Path) -> BTreeSet<String> {
    let text = read(manifest);
    let section = text.split("\n[dependencies]\n").nth(1).expect("it has dependencies");
    let section = section.split("\n[").next().unwrap_or_default();
    let names = section.lines().filter_map(|line| line.split([' ', '.']).next());
    names.filter(|name| name.starts_with("brudno")).map(str::to_owned).collect()
}

#[test]
fn packages_use_only_those_below_them() {
    assert_eq!(dependencies(&root().join("Cargo.toml")), BTreeSet::new());
    let packages = [
        ("notation", &["brudno"][..]),
        ("textbook", &["brudno"]),
        ("console", &["brudno"]),
        ("study", &["brudno", "brudno-console", "brudno-notation", "brudno-textbook"]),
        ("train", &["brudno", "brudno-console", "brudno-notation"]),
    ];
    for (package, allowed) in packages {
        let uses = dependencies(&root().join(format!("crates/{package}/Cargo.toml")));
        let allowed = allowed.iter().map(|&name| name.to_owned()).collect();
        assert!(uses.is_subset(&allowed), "{package} uses {uses:?}");
    }
    let count = packages.len();
    assert_eq!(fs::read_dir(root().join("crates")).expect("it can be read").count(), count);
    for file in rust_files(&root().join("crates/console/src")) {
        for name in used(&read(&file), "brudno::") {
            assert_eq!(name, "platform", "{}", file.display());
        }
    }
}
