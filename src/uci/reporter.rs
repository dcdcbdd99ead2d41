//! The reports of a search as UCI lines.

use std::fmt::Write as _;

use shakmaty::{CastlingMode, Move, uci::UciMove};

use super::output::Output;
use crate::{
    chess::{
        Position,
        score::{Bound, Score, moves_to_mate},
    },
    eval::wdl::centipawns,
    search::{Info, Reporter},
};

/// The data for the reporter of a search.
pub struct ReportContext {
    /// Destination of the lines.
    pub output: Output,
    /// The root position.
    pub position: Position,
    /// Notation of castling moves.
    pub castling: CastlingMode,
    /// Number of lines to show.
    pub lines: usize,
    /// Whether to print win, draw and loss probabilities.
    pub show_wdl: bool,
}

/// Prints the reports of one search as UCI lines.
pub struct UciReporter {
    output: Output,
    castling: CastlingMode,
    show_wdl: bool,
    /// Number of lines to show. Limited strength searches more.
    lines: usize,
}

impl UciReporter {
    pub fn new(context: ReportContext) -> UciReporter {
        let ReportContext { output, castling, lines, show_wdl, .. } = context;
        UciReporter { output, castling, show_wdl, lines }
    }

    fn uci(&self, m: Move) -> UciMove {
        UciMove::from_move(m, self.castling)
    }

    /// The fields have Stockfish's order, on which scripts rely.
    fn format_info(&self, info: &Info) -> String {
        if info.line.pv.is_empty() {
            // An ended game has only a result.
            return format!(
                "info depth {} score {}",
                info.line.depth,
                format_score(info.line.score)
            );
        }
        let mut line = format!(
            "info depth {} seldepth {} multipv {} score {}",
            info.line.depth,
            info.line.seldepth,
            info.multipv,
            format_score(info.line.score),
        );
        match info.line.bound {
            Bound::Exact => {}
            Bound::Lower => line.push_str(" lowerbound"),
            Bound::Upper => line.push_str(" upperbound"),
        }
        if self.show_wdl {
            let [win, draw, loss] = info.line.win_draw_loss();
            append(&mut line, format_args!(" wdl {win} {draw} {loss}"));
        }
        let micros = info.time.as_micros().max(1);
        let nps = u128::from(info.nodes) * 1_000_000 / micros;
        append(
            &mut line,
            format_args!(
                " nodes {} nps {nps} hashfull {} tbhits {} time {}",
                info.nodes,
                info.hashfull,
                info.tbhits,
                info.time.as_millis(),
            ),
        );
        line.push_str(" pv");
        for &m in &info.line.pv {
            append(&mut line, format_args!(" {}", self.uci(m)));
        }
        line
    }
}

impl Reporter for UciReporter {
    fn info(&mut self, info: Info) {
        if info.multipv <= self.lines {
            self.output.print(&self.format_info(&info));
        }
    }

    fn current_move(&mut self, depth: u32, m: Move, number: usize) {
        let m = self.uci(m);
        self.output.print(&format!("info depth {depth} currmove {m} currmovenumber {number}"));
    }

    fn message(&mut self, text: &str) {
        self.output.message(text);
    }

    fn book_move(&mut self, m: Move) {
        self.output.message(&format!("book move {}", self.uci(m)));
    }

    fn best_move(&mut self, best: Option<Move>, ponder: Option<Move>) {
        let mut line = best
            .map_or_else(|| "bestmove (none)".to_owned(), |m| format!("bestmove {}", self.uci(m)));
        if let Some(ponder) = ponder {
            append(&mut line, format_args!(" ponder {}", self.uci(ponder)));
        }
        self.output.print(&line);
    }
}

/// Formats a score as `cp N`, or as `mate N` in moves, negative when being mated.
fn format_score(score: Score) -> String {
    match moves_to_mate(score) {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", centipawns(score)),
    }
}

fn append(line: &mut String, text: std::fmt::Arguments<'_>) {
    line.write_fmt(text).expect("a String takes everything");
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{
        chess::{
            Game, Position,
            score::{mate_in, mated_in},
        },
        eval::wdl::HALF_WIN,
        search::ScoredLine,
        uci::UciPresentation,
    };

    fn reporter(castling: CastlingMode, show_wdl: bool) -> UciReporter {
        let output = Output::new(std::io::sink(), &UciPresentation);
        UciReporter { output, castling, show_wdl, lines: 1 }
    }

    #[test]
    fn mates_count_moves() {
        for (score, text) in [
            (mate_in(1), "mate 1"),
            (mate_in(3), "mate 2"),
            (mated_in(0), "mate 0"),
            (mated_in(2), "mate -1"),
            (mated_in(4), "mate -2"),
            (0, "cp 0"),
            (-(HALF_WIN as Score), "cp -100"),
        ] {
            assert_eq!(format_score(score), text);
        }
    }

    #[test]
    fn info_lines() {
        let e4 = Position::startpos().parse_uci("e2e4").unwrap();
        let mut info = Info {
            multipv: 2,
            line: ScoredLine {
                depth: 300,
                seldepth: 7,
                score: HALF_WIN as Score,
                bound: Bound::Exact,
                is_draw: false,
                pv: vec![e4],
            },
            nodes: 5_000_000_000,
            hashfull: 12,
            tbhits: 3,
            time: Duration::from_millis(2500),
        };
        let plain = reporter(CastlingMode::Standard, false);
        assert_eq!(
            plain.format_info(&info),
            "info depth 300 seldepth 7 multipv 2 score cp 100 nodes 5000000000 nps 2000000000 \
             hashfull 12 tbhits 3 time 2500 pv e2e4"
        );
        info.line.bound = Bound::Lower;
        info.time = Duration::ZERO;
        info.nodes = 1;
        assert_eq!(
            reporter(CastlingMode::Standard, true).format_info(&info),
            "info depth 300 seldepth 7 multipv 2 score cp 100 lowerbound wdl 500 497 3 nodes 1 \
             nps 1000000 hashfull 12 tbhits 3 time 0 pv e2e4"
        );
        info.line.bound = Bound::Upper;
        assert!(plain.format_info(&info).contains("score cp 100 upperbound nodes"));
        info.line.pv = Vec::new();
        assert_eq!(plain.format_info(&info), "info depth 300 score cp 100");
    }

    #[test]
    fn castling_follows_the_mode() {
        let game = Game::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1", false).unwrap();
        let castle = game.position().parse_uci("e1g1").unwrap();
        assert_eq!(reporter(CastlingMode::Standard, false).uci(castle).to_string(), "e1g1");
        assert_eq!(reporter(CastlingMode::Chess960, false).uci(castle).to_string(), "e1h1");
    }
}
