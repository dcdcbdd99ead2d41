//! Shared parts of the HTML pages: colours and a board. Each page is a single file without external
//! resources.

const SCRIPT: &str = concat!(include_str!("page/base.js"), include_str!("page/board.js"));
const STYLE: &str = concat!(include_str!("page/base.css"), include_str!("page/board.css"));

/// Inserts style, script and data, which is JSON, into the HTML template.
pub fn fill(html: &str, style: &str, script: &str, data: &str) -> String {
    // `<` could end the script element early, so it is escaped.
    let data = data.replace('<', "\\u003c");
    html.replace("{{style}}", &format!("{STYLE}{style}"))
        .replace("{{script}}", &format!("{SCRIPT}{script}"))
        .replace("{{data}}", &data)
}
