//! Renders reviewed games as an HTML page with a board and a chart.

use super::page_data::PageData;
use crate::shared::page;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = concat!(include_str!("page/page.css"), include_str!("page/report.css"));
const SCRIPT: &str = concat!(
    include_str!("page/game.js"),
    include_str!("page/words.js"),
    include_str!("page/pgn.js"),
    include_str!("page/board.js"),
    include_str!("page/chart.js"),
    include_str!("page/moves.js"),
    include_str!("page/games.js"),
    include_str!("page/report.js"),
    include_str!("page/page.js"),
);

/// Renders the page.
///
/// # Errors
///
/// Serialisation fails, which does not happen with plain data.
pub fn render(data: &PageData<'_>) -> serde_json::Result<String> {
    Ok(page::fill(PAGE, STYLE, SCRIPT, &serde_json::to_string(data)?))
}
