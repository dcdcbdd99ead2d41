//! How the answers of a session are presented.

use std::borrow::Cow;

use shakmaty::{Bitboard, Color, Move};

use super::{
    board_frame::board_frame,
    d_command, help,
    output::Output,
    reporter::{ReportContext, UciReporter},
};
use crate::{
    chess::{Position, score::Score},
    platform::stdio::remark,
    search::Reporter,
};

/// How the answers of a session are presented. The default methods give plain text.
pub trait Presentation: Sync {
    /// Formats a message for the user, which is one line.
    fn message(&self, text: &str) -> String;

    /// Formats the answer to `d`: the position after `last_move`, if there was one.
    fn position(&self, position: &Position, last_move: Option<Move>) -> String;

    /// Formats the list of commands.
    fn help(&self) -> String;

    /// Prints the table of a benchmark.
    fn print_table(&self, table: &str, output: &Output);

    /// Returns an answer to `go` without a search, for a position without a legal move.
    fn ended_game(&self, position: &Position) -> Option<&'static str>;

    /// Creates the reporter of a search.
    fn reporter(&self, context: ReportContext) -> Box<dyn Reporter>;

    /// Emphasises a text.
    fn bold(&self, text: &str) -> String {
        text.to_owned()
    }

    /// Marks a value as good or bad by its sign.
    fn colour_by_sign(&self, _value: Score, text: &str) -> String {
        text.to_owned()
    }

    /// Breaks a paragraph into lines.
    fn wrap(&self, text: &str) -> String {
        text.to_owned()
    }

    /// Returns a printed text without colours, for the debug log.
    fn plain<'a>(&self, text: &'a str) -> Cow<'a, str> {
        Cow::Borrowed(text)
    }
}

/// UCI for GUIs, with Stockfish's forms beyond it, which scripts read.
pub struct UciPresentation;

impl Presentation for UciPresentation {
    fn message(&self, text: &str) -> String {
        format!("info string {text}")
    }

    fn position(&self, position: &Position, _last_move: Option<Move>) -> String {
        let board = board_frame(position.board(), Color::White, Bitboard::EMPTY);
        format!("{board}\n\n{}", d_command::fields(position))
    }

    fn help(&self) -> String {
        help::list()
    }

    /// Prints on standard error, where tools read Stockfish's table.
    fn print_table(&self, table: &str, _output: &Output) {
        table.lines().for_each(remark);
    }

    /// A GUI gets the result from a search, which may have to wait for `stop`.
    fn ended_game(&self, _position: &Position) -> Option<&'static str> {
        None
    }

    fn reporter(&self, context: ReportContext) -> Box<dyn Reporter> {
        Box::new(UciReporter::new(context))
    }
}
