//! Reviewed games as a page with a board and a chart: one file, no network.

use super::json::Document;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The games as a page.
///
/// # Errors
///
/// serde_json's, which does not happen with such plain data.
pub fn render(document: &Document) -> serde_json::Result<String> {
    // `<` could end the script element early; JSON has another way to write it.
    let data = document.compact()?.replace('<', "\\u003c");
    Ok(PAGE.replace("{{style}}", STYLE).replace("{{script}}", SCRIPT).replace("{{data}}", &data))
}
