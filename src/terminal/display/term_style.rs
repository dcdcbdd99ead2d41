//! Capabilities of the output device.

use console::{Style, Term};
use textwrap::{Options, WordSeparator, WordSplitter};

use crate::platform::locale;

/// Width of a terminal of unknown size, columns.
const USUAL_WIDTH: u16 = 80;
/// Minimum width of formatted text, columns.
const LEAST_WIDTH: u16 = 40;

/// Colours of text, of the 256 of xterm: of remarks, and of positive and negative values. The names
/// among the first 16 have other shades on each terminal, and yellow and green are pale on white.
const ORANGE: u8 = 166;
const GREEN: u8 = 28;
const RED: u8 = 160;

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

    /// Marks a remark (orange).
    pub fn remark(self, text: &str) -> String {
        self.paint(&Style::new().color256(ORANGE), text)
    }

    /// Colours a value by its sign: green if positive, red if negative.
    pub fn colour_by_sign(self, value: i32, text: &str) -> String {
        match value {
            0 => text.to_owned(),
            1.. => self.paint(&Style::new().color256(GREEN), text),
            _ => self.paint(&Style::new().color256(RED), text),
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
        assert_eq!(coloured.colour_by_sign(1, "+"), "\u{1b}[38;5;28m+\u{1b}[0m");
        assert_eq!(coloured.colour_by_sign(-1, "-"), "\u{1b}[38;5;160m-\u{1b}[0m");
        assert_eq!(coloured.colour_by_sign(0, "="), "=");
    }

    /// Returns the relative luminance of a colour of xterm's cube, from 0 to 1.
    fn luminance(colour: u8) -> f64 {
        let index =
            colour.checked_sub(16).filter(|&index| index < 216).expect("a colour of the cube");
        let channel = |step: u8| {
            let value = if step == 0 { 0.0 } else { (f64::from(step) * 40.0 + 55.0) / 255.0 };
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = [index / 36, index / 6 % 6, index % 6].map(channel);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast that WCAG 2.1 demands of large text and of graphics is 3:1.
    #[test]
    fn colours_are_legible_on_black_and_on_white() {
        for colour in [ORANGE, GREEN, RED] {
            let on_black = (luminance(colour) + 0.05) / 0.05;
            let on_white = 1.05 / (luminance(colour) + 0.05);
            assert!(on_black.min(on_white) >= 3.0, "{colour}: {on_black:.1}, {on_white:.1}");
        }
    }

    #[test]
    fn paragraphs_break_between_words_only() {
        let narrow = TermStyle { width: Some(12), ..TermStyle::PLAIN };
        assert_eq!(narrow.wrap("1.e4 e5 2.O-O-O Nf6", "  "), "1.e4 e5\n  2.O-O-O\n  Nf6");
        assert_eq!(TermStyle::PLAIN.wrap("1.e4 e5 2.O-O-O Nf6", "  "), "1.e4 e5 2.O-O-O Nf6");
    }
}
