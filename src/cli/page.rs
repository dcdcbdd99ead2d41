//! Pages for a browser, each one file without a network. They share a board.

const SCRIPT: &str = concat!(include_str!("page/base.js"), include_str!("page/board.js"));
const STYLE: &str = include_str!("page/board.css");

/// Puts style, script and data, which is JSON, where the HTML names them.
pub fn fill(html: &str, style: &str, script: &str, data: &str) -> String {
    // `<` could end the script element early; JSON has another way to write it.
    let data = data.replace('<', "\\u003c");
    html.replace("{{style}}", &format!("{STYLE}{style}"))
        .replace("{{script}}", &format!("{SCRIPT}{script}"))
        .replace("{{data}}", &data)
}
