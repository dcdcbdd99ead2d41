//! Search output for a terminal.

use shakmaty::{CastlingMode, Move, uci::UciMove};

use super::display::{AnalysisTable, TermStyle, best_move, no_legal_move};
use crate::{
    search::{Info, Reporter},
    uci::{Output, ReportContext},
};

/// Prints the lines of a search as a table, with moves in SAN.
pub struct TerminalReporter {
    output: Output,
    table: AnalysisTable,
    castling: CastlingMode,
    /// True once the header is printed.
    begun: bool,
}

impl TerminalReporter {
    pub fn new(context: ReportContext) -> TerminalReporter {
        let ReportContext { output, position, castling, lines, show_wdl } = context;
        let table = AnalysisTable { position, lines, show_wdl, style: TermStyle::of_stdout() };
        TerminalReporter { output, table, castling, begun: false }
    }

    fn format_best_move(&self, best: Option<Move>, ponder: Option<Move>) -> String {
        let (position, style) = (&self.table.position, self.table.style);
        let Some(best) = best else {
            return no_legal_move(position).unwrap_or("no legal move to search").to_owned();
        };
        let chess960 = self.castling.is_chess960();
        let text = format!("best move {}", best_move(position, best, chess960, style));
        let Some(ponder) = ponder else { return text };
        let child = position.play(best);
        text + ", expected reply " + &best_move(&child, ponder, chess960, style)
    }
}

impl Reporter for TerminalReporter {
    fn info(&mut self, info: Info) {
        // An ended game has no line, the best move tells why; a limited strength finds more lines
        // than are to be shown.
        if info.line.pv.is_empty() || info.multipv > self.table.lines {
            return;
        }
        // The window may have another size than before.
        self.table.style = TermStyle::of_stdout();
        if !self.begun {
            self.begun = true;
            self.output.print(&self.table.header());
        }
        self.output.print(&self.table.row(&info));
    }

    fn message(&mut self, text: &str) {
        self.output.message(text);
    }

    fn book_move(&mut self, m: Move) {
        self.output.message(&format!("book move {}", UciMove::from_move(m, self.castling)));
    }

    fn best_move(&mut self, best: Option<Move>, ponder: Option<Move>) {
        let text = self.format_best_move(best, ponder);
        self.output.print(&text);
    }
}

#[cfg(test)]
mod tests {
    use super::{super::presentation::TerminalPresentation, *};
    use crate::chess::Game;

    fn reporter(fen: &str) -> TerminalReporter {
        let position = Game::from_fen(fen, false).unwrap().position().clone();
        let table = AnalysisTable { position, lines: 1, show_wdl: false, style: TermStyle::PLAIN };
        let output = Output::new(std::io::sink(), &TerminalPresentation);
        TerminalReporter { output, table, castling: CastlingMode::Standard, begun: false }
    }

    #[test]
    fn the_best_move_has_both_notations() {
        let castle = reporter("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        let position = &castle.table.position;
        let best = position.parse_uci("e1g1").unwrap();
        let ponder = position.play(best).parse_uci("e8e7").unwrap();
        let text = castle.format_best_move(Some(best), Some(ponder));
        assert_eq!(text, "best move O-O (e1g1), expected reply Ke7 (e8e7)");
        assert_eq!(castle.format_best_move(Some(best), None), "best move O-O (e1g1)");
    }

    #[test]
    fn an_ended_game_is_told() {
        let mated = reporter("R3k3/8/4K3/8/8/8/8/8 b - - 0 1");
        assert_eq!(mated.format_best_move(None, None), "no legal move: checkmate");
        let stalemated = reporter("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1");
        assert_eq!(stalemated.format_best_move(None, None), "no legal move: stalemate");
        let going_on = reporter("4k3/8/4K3/8/8/8/8/8 b - - 0 1");
        assert_eq!(going_on.format_best_move(None, None), "no legal move to search");
    }
}
