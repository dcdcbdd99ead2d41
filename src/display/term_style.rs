//! What the reader's device can show.

use std::env;

use console::{Style, Term};
use textwrap::{Options, WordSeparator, WordSplitter};

/// The width of a terminal that does not tell it, in columns.
const USUAL_WIDTH: u16 = 80;
/// Nothing is made to fit into fewer columns.
const LEAST_WIDTH: u16 = 40;

/// What the device that shows a text is capable of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TermStyle {
    /// Columns that a line may take; `None` where lines may have any length.
    pub width: Option<usize>,
    /// Whether escape codes for colours are understood and wanted.
    pub colour: bool,
    /// Whether there is more than ASCII: chess pieces and blocks.
    pub unicode: bool,
}

impl TermStyle {
    /// Plain text of any width, as files and other programs want it.
    pub const PLAIN: TermStyle = TermStyle { width: None, colour: false, unicode: false };

    /// The look of standard output: plain where it is no terminal. `NO_COLOR` is respected.
    pub fn of_stdout() -> TermStyle {
        TermStyle::of(&Term::stdout())
    }

    /// The look of standard error, in the same way.
    pub fn of_stderr() -> TermStyle {
        TermStyle::of(&Term::stderr())
    }

    fn of(terminal: &Term) -> TermStyle {
        if !terminal.is_term() {
            return TermStyle::PLAIN;
        }
        let columns = terminal.size_checked().map_or(USUAL_WIDTH, |(_, columns)| columns);
        TermStyle {
            width: Some(columns.max(LEAST_WIDTH).into()),
            colour: terminal.features().colors_supported(),
            unicode: has_unicode(),
        }
    }

    /// The text in a style, where colours are wanted.
    pub fn paint(self, style: &Style, text: &str) -> String {
        style.clone().force_styling(self.colour).apply_to(text).to_string()
    }

    /// What matters most.
    pub fn bold(self, text: &str) -> String {
        self.paint(&Style::new().bold(), text)
    }

    /// What matters least.
    pub fn dim(self, text: &str) -> String {
        self.paint(&Style::new().dim(), text)
    }

    /// A remark about what was asked for.
    pub fn note(self, text: &str) -> String {
        self.paint(&Style::new().yellow(), text)
    }

    /// Green where `value` is good, red where it is bad; `text` says it in words or figures.
    pub fn judge(self, value: i32, text: &str) -> String {
        match value {
            0 => text.to_owned(),
            1.. => self.paint(&Style::new().green(), text),
            _ => self.paint(&Style::new().red(), text),
        }
    }

    /// Breaks a paragraph between words so that it fits, with `indent` before the lines that
    /// follow the first.
    pub fn wrap(self, text: &str, indent: &str) -> String {
        let Some(width) = self.width else { return text.to_owned() };
        let options = Options::new(width)
            .subsequent_indent(indent)
            .break_words(false)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation);
        textwrap::fill(text, options)
    }
}

/// Whether the terminal's characters are Unicode, by what systems say about it.
fn has_unicode() -> bool {
    if cfg!(target_os = "macos") {
        return true;
    }
    if cfg!(windows) {
        // The old console's fonts have no chess pieces; Windows Terminal's do.
        return env::var_os("WT_SESSION").is_some();
    }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
    locale.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.ends_with("utf-8") || locale.ends_with("utf8")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_has_no_escape_codes() {
        let plain = TermStyle { width: Some(20), ..TermStyle::PLAIN };
        assert_eq!(plain.bold("a") + &plain.dim("b") + &plain.judge(-3, "c"), "abc");
        let coloured = TermStyle { colour: true, ..plain };
        assert_eq!(coloured.judge(1, "+"), "\u{1b}[32m+\u{1b}[0m");
        assert_eq!(coloured.judge(-1, "-"), "\u{1b}[31m-\u{1b}[0m");
        assert_eq!(coloured.judge(0, "="), "=");
    }

    #[test]
    fn paragraphs_break_between_words_only() {
        let narrow = TermStyle { width: Some(12), ..TermStyle::PLAIN };
        assert_eq!(narrow.wrap("1.e4 e5 2.O-O-O Nf6", "  "), "1.e4 e5\n  2.O-O-O\n  Nf6");
        assert_eq!(TermStyle::PLAIN.wrap("1.e4 e5 2.O-O-O Nf6", "  "), "1.e4 e5 2.O-O-O Nf6");
    }
}
