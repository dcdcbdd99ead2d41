//! Reviewed games as a page with a board and a chart.

use super::json::Document;
use crate::cli::page;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The games as a page.
///
/// # Errors
///
/// serde_json's, which does not happen with such plain data.
pub fn render(document: &Document) -> serde_json::Result<String> {
    Ok(page::fill(PAGE, STYLE, SCRIPT, &document.compact()?))
}
