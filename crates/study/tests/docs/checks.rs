//! Checks the options, UCI commands, paths and links in the pages.

use clap::Arg;

use crate::{
    brudno,
    markdown::Page,
    pages, root,
    support::command::{finish, text},
};

/// Folders of the repository with files in the pages.
const FOLDERS: [&str; 10] = [
    ".ci/", ".github/", "benches/", "crates/", "docs/", "fuzz/", "network/", "scripts/", "src/",
    "tests/",
];

/// Pages that contain only flags of `brudno`.
const FLAGS: [&str; 3] = ["docs/command-line.md", "docs/json.md", "docs/textbook.md"];

fn uci_page() -> Page {
    Page::read(&root().join("docs/uci.md"))
}

/// Returns the first text between backticks of a cell.
fn first_span(cell: &str) -> &str {
    cell.split('`').nth(1).unwrap_or(cell)
}

/// Returns the options that `uci` prints. Each has its name, and the rest of the line from `type`
/// on.
fn options() -> Vec<(String, String)> {
    let lines = text(&finish(&mut brudno(&["uci"])).stdout);
    let options = lines.lines().filter_map(|line| line.strip_prefix("option name "));
    let split = |option: &str| {
        let (name, rest) = option.split_once(" type ").expect("an option has a type");
        (name.to_owned(), rest.to_owned())
    };
    options.map(split).collect()
}

#[test]
fn options_have_the_documented_defaults_and_ranges() {
    let mut documented = Vec::new();
    let options = options();
    for row in uci_page().table_below("## Options") {
        let [names, kind, default, _] = &row[..] else { panic!("four cells: {row:?}") };
        for name in names.split('`').skip(1).step_by(2) {
            documented.push(name.to_owned());
            let option = options.iter().find(|(option, _)| option == name);
            let (_, is) = option.unwrap_or_else(|| panic!("there is no option {name}"));
            let default = first_span(default);
            let says = match kind.rsplit(", ").next().unwrap_or_default() {
                "button" => "button".to_owned(),
                "`false`" => format!("check default {default}"),
                "path" | "folders" => format!("string default {default}"),
                range => match range.split_once(" to ") {
                    Some((min, max)) => format!("spin default {default} min {min} max {max}"),
                    // The table omits type and default of options for GUIs.
                    None => continue,
                },
            };
            assert_eq!(&says, is, "{name}");
        }
    }
    let undocumented: Vec<_> =
        options.iter().filter(|(option, _)| !documented.contains(option)).collect();
    assert!(undocumented.is_empty(), "{undocumented:?}");
}

#[test]
fn commands_in_tables_exist() {
    let tables = ["## Commands of the UCI protocol", "## Commands by hand"]
        .map(|heading| uci_page().table_below(heading));
    for row in tables.iter().flatten() {
        let name = first_span(&row[0]).split(' ').next().unwrap_or_default();
        assert!(::brudno::uci::is_command(name), "{name}");
    }
    assert!(tables.iter().all(|table| table.len() > 5));
}

#[test]
fn flags_exist() {
    let command = brudno_study::clap_command();
    // The last two are flags of cargo.
    let mut known = ["help", "version", "features", "workspace"].map(str::to_owned).to_vec();
    let mut rest = vec![&command];
    while let Some(command) = rest.pop() {
        known.extend(command.get_arguments().filter_map(Arg::get_long).map(str::to_owned));
        rest.extend(command.get_subcommands());
    }
    for page in pages() {
        let name = page.name.to_string_lossy().replace('\\', "/");
        if !FLAGS.contains(&name.as_str()) {
            continue;
        }
        for span in page.spans().iter().filter(|span| span.starts_with("--")) {
            for word in span.split([' ', '=', '[', ']']) {
                if let Some(flag) = word.strip_prefix("--")
                    && !flag.is_empty()
                {
                    assert!(known.iter().any(|known| known == flag), "{name}: {span}");
                }
            }
        }
    }
}

#[test]
fn paths_exist() {
    for page in pages() {
        let blocks = page.fences.iter().filter(|fence| fence.language == "text");
        let words = blocks.flat_map(|fence| &fence.lines).flat_map(|line| line.split([' ', ',']));
        let mut words: Vec<String> = words.map(str::to_owned).collect();
        words.extend(page.spans().iter().map(|span| {
            span.split(' ').next().unwrap_or_default().trim_end_matches(':').to_owned()
        }));
        for path in words.iter().filter(|word| FOLDERS.iter().any(|f| word.starts_with(f))) {
            let is_made = path.starts_with("fuzz/corpus") || path.starts_with("fuzz/artifacts");
            assert!(is_made || root().join(path).exists(), "{}: {path}", page.name.display());
        }
    }
}

#[test]
fn links_resolve() {
    for page in pages() {
        let text = page.prose.join("\n");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") {
                continue;
            }
            let place = page.name.display();
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let folder = page.name.parent().expect("a file has a folder");
            let target = match file {
                "" => root().join(&page.name),
                file => root().join(folder).join(file),
            };
            assert!(target.exists(), "{place}: {link}");
            let has_anchor = || Page::read(&target).anchors().any(|known| known == anchor);
            assert!(anchor.is_empty() || has_anchor(), "{place}: {link}");
        }
    }
}
