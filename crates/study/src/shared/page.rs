//! HTML pages, each a single file without external resources. They share colours and a board.

const SCRIPT: &str = concat!(include_str!("page/base.js"), include_str!("page/board.js"));
const STYLE: &str = concat!(include_str!("page/base.css"), include_str!("page/board.css"));

/// Inserts style, script and data, which is JSON, into the HTML template.
pub fn fill(html: &str, style: &str, script: &str, data: &str) -> String {
    // `<` could end the script element early; JSON allows an escape for it.
    let data = data.replace('<', "\\u003c");
    html.replace("{{style}}", &format!("{STYLE}{style}"))
        .replace("{{script}}", &format!("{SCRIPT}{script}"))
        .replace("{{data}}", &data)
}
