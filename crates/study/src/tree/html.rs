//! Renders search trees as an HTML page that steps through the search.

use super::drawing::Drawing;
use crate::shared::page;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str =
    concat!(include_str!("board.js"), include_str!("tree.js"), include_str!("page.js"));

/// Renders the page.
///
/// # Errors
///
/// The drawing cannot be written as JSON.
pub fn render(drawing: &Drawing) -> serde_json::Result<String> {
    let title = drawing.title.replace('&', "&amp;").replace('<', "&lt;");
    let page = PAGE.replace("{{title}}", &title);
    Ok(page::fill(&page, STYLE, SCRIPT, &serde_json::to_string(drawing)?))
}
