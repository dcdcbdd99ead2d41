//! Presents the answers of a session to a person at a terminal.

use std::borrow::Cow;

use console::strip_ansi_codes;
use shakmaty::{Bitboard, Color, Move};

use super::{
    display::{TermStyle, draw_board, no_legal_move, side, squares},
    help,
    reporter::TerminalReporter,
};
use crate::{
    chess::{Position, score::Score},
    search::Reporter,
    uci::{Output, Presentation, ReportContext, d_command},
};

/// Colours, columns and wrapped lines. Plain text if standard output is no longer a terminal.
pub struct TerminalPresentation;

impl Presentation for TerminalPresentation {
    fn message(&self, text: &str) -> String {
        let style = TermStyle::of_stdout();
        style.remark(&style.wrap(text, "  "))
    }

    fn position(&self, position: &Position, last_move: Option<Move>) -> String {
        let (board, fields) = (board(position, last_move), d_command::fields(position));
        format!("{board}\n\n{fields}\n{} to move", side(position.turn()))
    }

    fn help(&self) -> String {
        help::page(TermStyle::of_stdout())
    }

    fn print_table(&self, table: &str, output: &Output) {
        output.print(table);
    }

    fn ended_game(&self, position: &Position) -> Option<&'static str> {
        no_legal_move(position)
    }

    fn reporter(&self, context: ReportContext) -> Box<dyn Reporter> {
        Box::new(TerminalReporter::new(context))
    }

    fn bold(&self, text: &str) -> String {
        TermStyle::of_stdout().bold(text)
    }

    fn colour_by_sign(&self, value: Score, text: &str) -> String {
        TermStyle::of_stdout().colour_by_sign(value, text)
    }

    fn wrap(&self, text: &str) -> String {
        TermStyle::of_stdout().wrap(text, "")
    }

    fn plain<'a>(&self, text: &'a str) -> Cow<'a, str> {
        strip_ansi_codes(text)
    }
}

/// Draws the board with the last move marked.
pub fn board(position: &Position, last_move: Option<Move>) -> String {
    let marked = last_move.map_or(Bitboard::EMPTY, squares);
    draw_board(position.board(), Color::White, marked, TermStyle::of_stdout())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Game;

    #[test]
    fn the_position_has_the_last_move_and_the_side_to_move() {
        let mut game = Game::from_fen("4k3/8/8/8/8/8/3r4/R3K3 b Q - 0 1", false).unwrap();
        let m = game.position().parse_uci("d2d4").unwrap();
        game.play(m);
        let marked = TerminalPresentation.position(game.position(), Some(m));
        assert_ne!(marked, TerminalPresentation.position(game.position(), None));
        let text = strip_ansi_codes(&marked);
        assert!(text.contains("\nFen: 4k3/8/8/8/3r4/8/8/R3K3 w Q - 1 2\n"), "{text}");
        assert!(text.ends_with("\nWhite to move"), "{text}");
    }
}
