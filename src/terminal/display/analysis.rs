//! Table of a running search.

use std::time::Duration;

use super::{
    moves::fit,
    term_style::TermStyle,
    wdl_display::{chances_columns, score},
};
use crate::{chess::Position, notation::san_line, search::Info};

/// Columns of a search's lines.
pub struct AnalysisTable {
    pub position: Position,
    pub lines: usize,
    /// True to show win, draw and loss chances.
    pub show_wdl: bool,
    pub style: TermStyle,
}

impl AnalysisTable {
    pub fn header(&self) -> String {
        let rank = if self.lines > 1 { "  #" } else { "" };
        let wdl = if self.show_wdl { "   W/D/L, %" } else { "" };
        let text = format!(
            "  depth     time  nodes  nodes/s   hash{rank}    score{wdl}  line (White's score)"
        );
        self.style.dim(&text)
    }

    /// Formats a line. Only the first of several lines of a depth shows depth and effort.
    pub fn row(&self, info: &Info) -> String {
        let seconds = info.time.as_secs_f64().max(1e-6);
        let effort = if info.multipv == 1 {
            format!(
                "{:>7} {:>8} {:>6} {:>8} {:>6}",
                format!("{}/{}", info.line.depth, info.line.seldepth),
                clock(info.time),
                short(info.nodes),
                short((info.nodes as f64 / seconds) as u64),
                format!("{:.1}%", f64::from(info.hashfull) / 10.0),
            )
        } else {
            " ".repeat(39)
        };
        let rank = if self.lines > 1 { format!("{:>3}", info.multipv) } else { String::new() };
        let turn = self.position.turn();
        let score = format!("{:>8}", score(info.line.score, turn, info.line.bound, self.style));
        let wdl = if self.show_wdl {
            format!("  {}", chances_columns(&info.line, turn))
        } else {
            String::new()
        };
        let taken = effort.len() + rank.len() + 1 + score.chars().count() + wdl.len() + 2;
        let room = self.style.width.map(|width| width.saturating_sub(taken));
        let line = fit(&san_line(&self.position, &info.line.pv), room, self.style);
        let (first, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let score = self.style.bold(&self.style.colour_by_sign(info.line.score, &score));
        let (effort, first) = (self.style.dim(&effort), self.style.bold(first));
        format!("{effort}{rank} {score}{wdl}  {first} {rest}").trim_end().to_owned()
    }
}

/// Formats a count in few characters: `999`, `12.3k`, `4.56M`.
pub fn short(count: u64) -> String {
    let mut value = count as f64;
    for unit in ["", "k", "M", "G", "T", "P", "E"] {
        // A number that rounds to 1000 uses the next unit.
        if value < 999.5 {
            let digits = match value {
                _ if unit.is_empty() => 0,
                ..9.995 => 2,
                ..99.95 => 1,
                _ => 0,
            };
            return format!("{value:.digits$}{unit}");
        }
        value /= 1000.0;
    }
    // A u64 is at most 18.4 E.
    count.to_string()
}

/// Formats a time as `1.23`, `1:02` or `1:00:00`.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, _) => format!("{:.2}", time.as_secs_f64()),
        (0, minutes, seconds) => format!("{minutes}:{seconds:02}"),
        (hours, minutes, seconds) => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{
            Game,
            score::{Bound, Score, mate_in},
        },
        eval::wdl::HALF_WIN,
        search::ScoredLine,
    };

    fn table(lines: usize, show_wdl: bool, width: usize) -> AnalysisTable {
        let style = TermStyle { width: Some(width), ..TermStyle::PLAIN };
        AnalysisTable { position: Position::startpos(), lines, show_wdl, style }
    }

    fn row(table: &AnalysisTable, multipv: usize, score: Score, moves: &str) -> String {
        let mut game = Game::default();
        let pv: Vec<_> = moves
            .split(' ')
            .map(|text| {
                let m = game.position().parse_uci(text).unwrap();
                game.play(m);
                m
            })
            .collect();
        table.row(&Info {
            multipv,
            line: ScoredLine {
                depth: 12,
                seldepth: 18,
                score,
                bound: Bound::Exact,
                is_draw: false,
                pv,
            },
            nodes: 123_456,
            hashfull: 34,
            tbhits: 0,
            time: Duration::from_millis(250),
        })
    }

    #[test]
    fn columns_stand_below_their_names() {
        let moves = "e2e4 e7e5 g1f3 b8c6 f1b5";
        let table = table(1, false, 80);
        let header = table.header();
        assert_eq!(
            header,
            "  depth     time  nodes  nodes/s   hash    score  line (White's score)"
        );
        assert_eq!(
            row(&table, 1, HALF_WIN as Score, moves),
            "  12/18     0.25   123k     494k   3.4%    +1.00  1.e4 e5 2.Nf3 Nc6 3.Bb5"
        );
        for name in ["time", "nodes/s", "score"] {
            let end = header.find(name).unwrap() + name.len();
            assert_ne!(row(&table, 1, 0, moves).as_bytes()[end - 1], b' ', "{name}");
        }
    }

    #[test]
    fn several_lines_with_chances_fit_the_width() {
        let table = table(2, true, 74);
        let first = row(&table, 1, HALF_WIN as Score, "e2e4 e7e5 g1f3 b8c6 f1b5");
        let second = row(&table, 2, mate_in(5), "f2f3 e7e5 g2g4 d8h4");
        assert_eq!(
            first,
            "  12/18     0.25   123k     494k   3.4%  1    +1.00   50 50  0  1.e4 e5 .."
        );
        assert_eq!(
            second,
            "                                         2       #3  100  0  0  1.f3 e5 .."
        );
        assert!(first.len() <= 74 && second.len() <= 74);
        let name = table.header().find("line").unwrap();
        assert_eq!(&first[name..name + 4], "1.e4");
    }

    #[test]
    fn colours_change_no_letter() {
        let plain = table(1, true, 90);
        let style = TermStyle { colour: true, ..plain.style };
        let coloured = AnalysisTable { style, ..table(1, true, 90) };
        let text = row(&coloured, 1, -50, "e2e4 e7e5");
        assert!(text.contains('\u{1b}'), "{text:?}");
        assert_eq!(console::strip_ansi_codes(&text), row(&plain, 1, -50, "e2e4 e7e5"));
    }

    #[test]
    fn figures_are_short() {
        for (count, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1.00k"),
            (12_345, "12.3k"),
            (99_950, "100k"),
            (999_499, "999k"),
            (999_500, "1.00M"),
            (5_000_000_000, "5.00G"),
            (u64::MAX, "18.4E"),
        ] {
            assert_eq!(short(count), text);
        }
        let times = [0, 1_234, 62_000, 3_600_000].map(|ms| clock(Duration::from_millis(ms)));
        assert_eq!(times, ["0.00", "1.23", "1:02", "1:00:00"]);
    }
}
