//! Parses the parts of a Markdown page that the tests check.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::root;

/// A fenced block.
#[derive(Debug)]
pub struct Fence {
    /// The language of the opening fence.
    pub language: String,
    pub lines: Vec<String>,
    /// The place of the fence, as `FILE:LINE`.
    pub place: String,
    /// The paragraph before the block.
    pub before: String,
    /// The next table in the same section.
    pub table: Vec<Vec<String>>,
}

/// A page.
pub struct Page {
    /// The file, relative to the repository.
    pub name: PathBuf,
    pub fences: Vec<Fence>,
    /// All lines outside of fenced blocks.
    pub prose: Vec<String>,
}

impl Page {
    pub fn read(path: &Path) -> Page {
        let name = path.strip_prefix(root()).expect("a file of the repository").to_owned();
        let text = fs::read_to_string(path).expect("the page can be read");
        let (mut fences, mut prose) = (Vec::<Fence>::new(), Vec::<String>::new());
        let mut inside = false;
        for (number, line) in text.lines().enumerate() {
            if let Some(language) = line.strip_prefix("```") {
                inside = !inside;
                if inside {
                    let (language, lines) = (language.to_owned(), Vec::new());
                    let place = format!("{}:{}", name.display(), number + 1);
                    let before = last_paragraph(&prose);
                    fences.push(Fence { language, lines, place, before, table: Vec::new() });
                    prose.push(String::new());
                }
            } else if inside {
                fences.last_mut().expect("a fence is open").lines.push(line.to_owned());
            } else {
                prose.push(line.to_owned());
                if let Some(fence) = fences.last_mut()
                    && line.starts_with('|')
                {
                    fence.table.push(cells(line));
                } else if line.starts_with('#') {
                    // A table in a later section does not belong to the block.
                    let section = Fence {
                        language: "section".to_owned(),
                        lines: Vec::new(),
                        place: String::new(),
                        before: String::new(),
                        table: Vec::new(),
                    };
                    fences.push(section);
                }
            }
        }
        assert!(!inside, "{}: a block is not closed", name.display());
        Page { name, fences, prose }
    }

    /// Returns the anchors of the headings, as GitHub makes them.
    pub fn anchors(&self) -> impl Iterator<Item = String> {
        self.prose.iter().filter(|line| line.starts_with('#')).map(|line| {
            let heading = line.trim_start_matches('#').trim().to_lowercase();
            let kept = heading.chars().filter(|&c| c.is_alphanumeric() || " -_".contains(c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        })
    }

    /// Returns the texts between backticks outside fenced blocks.
    pub fn spans(&self) -> Vec<String> {
        // A span may continue in the next line of its paragraph.
        let text = self.prose.join("\n");
        let spans =
            text.split("\n\n").flat_map(|paragraph| paragraph.split('`').skip(1).step_by(2));
        spans.map(|span| span.replace('\n', " ")).collect()
    }

    /// Returns the rows of the first table below a heading.
    pub fn table_below(&self, heading: &str) -> Vec<Vec<String>> {
        let lines = self.prose.iter().skip_while(|line| *line != heading);
        let lines = lines.skip_while(|line| !line.starts_with('|'));
        lines.take_while(|line| line.starts_with('|')).skip(2).map(|line| cells(line)).collect()
    }
}

fn last_paragraph(prose: &[String]) -> String {
    let lines = prose.iter().rev().skip_while(|line| line.is_empty());
    let mut lines: Vec<&str> =
        lines.take_while(|line| !line.is_empty()).map(String::as_str).collect();
    lines.reverse();
    lines.join(" ")
}

/// Returns the cells of a table row.
pub fn cells(line: &str) -> Vec<String> {
    // `\|` is a part of a cell.
    let line = line.trim().trim_matches('|').replace("\\|", "\u{0}");
    line.split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect()
}
