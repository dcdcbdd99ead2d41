//! The scripts of the HTML pages, run by a headless Chromium. `.ci/pages` runs these tests; the
//! environment variable `CHROMIUM` names the browser.

mod browser;
mod chart;
mod game;
mod games;
mod lines;
mod pgn;
mod report;
#[path = "../../../../tests/support/mod.rs"]
mod support;
mod tree;
