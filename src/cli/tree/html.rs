//! A search as a page that steps through it: one file, no network.

use super::drawing::Drawing;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str =
    concat!(include_str!("board.js"), include_str!("tree.js"), include_str!("page.js"));

/// The drawing as a document.
///
/// # Errors
///
/// The drawing cannot be written as JSON.
pub fn render(drawing: &Drawing) -> serde_json::Result<String> {
    // `<` could end the script element early; JSON has another way to write it.
    let data = serde_json::to_string(drawing)?.replace('<', "\\u003c");
    let title = drawing.title.replace('&', "&amp;").replace('<', "&lt;");
    Ok(PAGE
        .replace("{{title}}", &title)
        .replace("{{style}}", STYLE)
        .replace("{{script}}", SCRIPT)
        .replace("{{data}}", &data))
}
