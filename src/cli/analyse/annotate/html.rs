//! Reviewed games as an HTML page with a board and a chart.

use super::json::Document;
use crate::cli::shared::page;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Renders the page.
///
/// # Errors
///
/// serde_json's, which plain data does not cause.
pub fn render(document: &Document) -> serde_json::Result<String> {
    Ok(page::fill(PAGE, STYLE, SCRIPT, &document.compact()?))
}
