//! Capabilities of the output device.

use console::{Style, Term};
use textwrap::{Options, WordSeparator, WordSplitter};

use crate::platform::locale;

/// Width of a terminal of unknown size, columns.
const USUAL_WIDTH: u16 = 80;
/// Minimum width of formatted text, columns.
const LEAST_WIDTH: u16 = 40;

/// Capabilities of the device that shows a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TermStyle {
    /// Width in columns; `None` if unlimited.
    pub width: Option<usize>,
    /// True if colours are supported and wanted.
    pub colour: bool,
    /// True if chess pieces and block characters can be shown.
    pub unicode: bool,
}

impl TermStyle {
    /// Plain text of unlimited width, for files and programs.
    pub const PLAIN: TermStyle = TermStyle { width: None, colour: false, unicode: false };

    /// Returns the style of standard output: plain if it is not a terminal. Respects `NO_COLOR`.
    pub fn of_stdout() -> TermStyle {
        TermStyle::of(&Term::stdout())
    }

    /// Returns the style of standard error.
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
            unicode: locale::has_unicode(),
        }
    }

    /// Applies a style, if colours are wanted.
    pub fn paint(self, style: &Style, text: &str) -> String {
        style.clone().force_styling(self.colour).apply_to(text).to_string()
    }

    /// Emphasises important text.
    pub fn bold(self, text: &str) -> String {
        self.paint(&Style::new().bold(), text)
    }

    /// Dims secondary text.
    pub fn dim(self, text: &str) -> String {
        self.paint(&Style::new().dim(), text)
    }

    /// Marks a remark (yellow).
    pub fn yellow(self, text: &str) -> String {
        self.paint(&Style::new().yellow(), text)
    }

    /// Colours a value by its sign: green if positive, red if negative.
    pub fn colour_by_sign(self, value: i32, text: &str) -> String {
        match value {
            0 => text.to_owned(),
            1.. => self.paint(&Style::new().green(), text),
            _ => self.paint(&Style::new().red(), text),
        }
    }

    /// Wraps a paragraph at spaces, with `indent` before all lines but the first.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_has_no_escape_codes() {
        let plain = TermStyle { width: Some(20), ..TermStyle::PLAIN };
        assert_eq!(plain.bold("a") + &plain.dim("b") + &plain.colour_by_sign(-3, "c"), "abc");
        let coloured = TermStyle { colour: true, ..plain };
        assert_eq!(coloured.colour_by_sign(1, "+"), "\u{1b}[32m+\u{1b}[0m");
        assert_eq!(coloured.colour_by_sign(-1, "-"), "\u{1b}[31m-\u{1b}[0m");
        assert_eq!(coloured.colour_by_sign(0, "="), "=");
    }

    #[test]
    fn paragraphs_break_between_words_only() {
        let narrow = TermStyle { width: Some(12), ..TermStyle::PLAIN };
        assert_eq!(narrow.wrap("1.e4 e5 2.O-O-O Nf6", "  "), "1.e4 e5\n  2.O-O-O\n  Nf6");
        assert_eq!(TermStyle::PLAIN.wrap("1.e4 e5 2.O-O-O Nf6", "  "), "1.e4 e5 2.O-O-O Nf6");
    }
}
