//! Formats reports as text.

use brudno::{
    chess::{Game, score::Bound},
    notation::{san, san_line},
    search::ScoredLine,
    terminal::display::{
        self, TermStyle, bound_for_white, bound_sign, chances, chances_columns, describe_chances,
        short, verdict,
    },
};
use brudno_console::format::seconds;
use indicatif::HumanCount;
use shakmaty::{Bitboard, Color};

use crate::analyse::Analysis;

/// Width of the bar of chances, columns.
const BAR: usize = 60;

/// Formats the report.
pub fn text(game: &Game, last_move: Bitboard, analysis: &Analysis, style: TermStyle) -> String {
    let position = game.position();
    let turn = position.turn();
    let board = display::draw_board(position.board(), Color::White, last_move, style);
    let number = position.fullmoves();
    let mut text = format!(
        "{board}\n\nFen: {}\n{} to move, move {number}\n",
        position.fen(),
        display::side(turn)
    );
    if let Some(ending) = game.ending() {
        text += &format!("\nThe game is over, {ending}.\n");
    }
    let Some(best) = analysis.standing() else { return text.trim_end().to_owned() };

    text +=
        &style.dim("\n   score   depth   W/D/L, %  best lines (scores and chances are White's)\n");
    for line in &analysis.lines {
        text += &line_row(line, analysis, style);
        text.push('\n');
    }
    if let Some(cut_off) = &analysis.cut_off {
        text += &style.dim("\n   score   depth   W/D/L, %  unfinished search of the best move\n");
        text += &line_row(cut_off, analysis, style);
        text.push('\n');
    }
    text += &style.dim("\n   score   depth      time  when the best move changed\n");
    for change in &analysis.changes {
        let score = display::score(change.score, turn, change.bound, style);
        let (depth, time) = (change.depth, seconds(change.time.as_secs_f64()));
        text += &format!("{score:>8}{depth:>8}{time:>10}  {}\n", san(position, change.best));
    }
    if let Some(note) = bound_note(analysis, style) {
        text += &style.dim(&note);
    }

    let share = chances(best, turn);
    let width = style.width.unwrap_or(BAR).min(BAR);
    text += &format!("\n{}\n{}\n", display::bar(share, width, style), describe_chances(share));
    let speed = analysis.nodes as f64 / analysis.time.as_secs_f64().max(1e-6);
    let sum = format!(
        "{}: {}{} after {} nodes in {} ({} nodes/s)",
        verdict(best, turn),
        match bound_for_white(best.bound, turn) {
            Bound::Exact => "",
            Bound::Lower => "at least ",
            Bound::Upper => "at most ",
        },
        display::score(best.score, turn, Bound::Exact, style),
        HumanCount(analysis.nodes),
        seconds(analysis.time.as_secs_f64()),
        short(speed as u64),
    );
    text += &format!("\n{}\n", style.wrap(&sum, ""));
    text + "Best move " + &display::best_move(position, best.pv[0], false, style)
}

/// Formats a best line, wrapped.
fn line_row(line: &ScoredLine, analysis: &Analysis, style: TermStyle) -> String {
    let turn = analysis.position.turn();
    let score = format!("{:>8}", display::score(line.score, turn, line.bound, style));
    let depth = format!("{}/{}", line.depth, line.seldepth);
    let facts = format!("{depth:>8}  {}  ", chances_columns(line, turn));
    let indent = " ".repeat(score.chars().count() + facts.len());
    let words = san_line(&analysis.position, &line.pv).join(" ");
    let row = style.wrap(&format!("{score}{facts}{words}"), &indent);
    // Colours are added last, because escape codes must not count as columns.
    style.bold(&style.colour_by_sign(line.score, &score)) + &row[score.len()..]
}

/// Returns an explanation of the bounds, if a score is one.
fn bound_note(analysis: &Analysis, style: TermStyle) -> Option<String> {
    let lines = analysis.lines.iter().chain(&analysis.cut_off).map(|line| line.bound);
    let mut bounds = lines.chain(analysis.changes.iter().map(|change| change.bound));
    if bounds.all(|bound| bound == Bound::Exact) {
        return None;
    }
    let [at_least, at_most] = [Bound::Lower, Bound::Upper].map(|bound| bound_sign(bound, style));
    Some(format!(
        "\n{at_least} lower bound, {at_most} upper bound: the search ended before an exact score\n"
    ))
}

#[cfg(test)]
pub mod tests {
    use std::time::Duration;

    use brudno::{
        chess::score::{Score, mate_in},
        eval::wdl::HALF_WIN,
        search::Info,
    };
    use indicatif::ProgressBar;
    use shakmaty::Move;

    use super::*;
    use crate::analyse::json::Report;

    /// Report of a single line.
    fn info(depth: u32, score: Score, bound: Bound, pv: &[Move]) -> Info {
        Info {
            multipv: 1,
            line: ScoredLine {
                depth,
                seldepth: depth,
                score,
                bound,
                is_draw: false,
                pv: pv.to_vec(),
            },
            nodes: 1,
            hashfull: 0,
            tbhits: 0,
            time: Duration::from_millis(1),
        }
    }

    /// Scholar's mate, found after another move was best.
    pub fn analysis() -> (Game, Analysis) {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
        let game = Game::from_fen(fen, false).unwrap();
        let mut analysis = Analysis::new(game.position().clone(), ProgressBar::hidden());
        for (depth, multipv, score, m) in
            [(1, 1, 60, "Nf3"), (2, 1, mate_in(1), "Qxf7"), (2, 2, 60, "Nf3")]
        {
            analysis.update(&Info {
                multipv,
                line: ScoredLine {
                    depth,
                    seldepth: depth + 1,
                    score,
                    bound: Bound::Exact,
                    is_draw: false,
                    pv: vec![game.position().parse_move(m).unwrap()],
                },
                nodes: 1234,
                hashfull: 0,
                tbhits: 0,
                time: Duration::from_millis(20),
            });
        }
        (game, analysis)
    }

    #[test]
    fn people_read_lines_changes_and_chances() {
        let (game, analysis) = analysis();
        let text = text(&game, Bitboard::EMPTY, &analysis, TermStyle::PLAIN);
        for line in [
            "White to move, move 4",
            "      #1     2/3  100  0  0  4.Qxf7#",
            "      #1       2     20 ms  Qxf7#",
            "White 100.0 %, draw 0.0 %, Black 0.0 %",
            "White mates with the next move: #1 after 1,234 nodes in 20 ms (61.7k nodes/s)",
            "Best move Qxf7# (h5f7)",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
        assert!(text.contains(&"#".repeat(BAR)), "{text}");
        assert!(!text.contains("at least"), "{text}");
    }

    #[test]
    fn a_bound_is_no_exact_score() {
        let pawn = HALF_WIN as Score;
        for (fen, bound, sign, word, name) in [
            (
                "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1",
                Bound::Lower,
                ">=+1.00",
                "at least +1.00",
                "lower",
            ),
            (
                "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1",
                Bound::Upper,
                "<=+1.00",
                "at most +1.00",
                "upper",
            ),
            (
                "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1",
                Bound::Lower,
                "<=-1.00",
                "at most -1.00",
                "upper",
            ),
            (
                "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 1",
                Bound::Upper,
                ">=-1.00",
                "at least -1.00",
                "lower",
            ),
        ] {
            let game = Game::from_fen(fen, false).unwrap();
            let mut analysis = Analysis::new(game.position().clone(), ProgressBar::hidden());
            let m = game.position().legal_moves()[0];
            analysis.update(&info(9, pawn, bound, &[m]));
            let text = text(&game, Bitboard::EMPTY, &analysis, TermStyle::PLAIN);
            for part in [sign, &format!(": {word} after "), ">= lower bound, <= upper bound"] {
                assert!(text.contains(part), "{part} in\n{text}");
            }
            let report = serde_json::to_value(Report::new(None, &game, &analysis)).unwrap();
            assert_eq!(report["score"]["bound"], name, "{fen}");
            assert_eq!(report["lines"][0]["bound"], name, "{fen}");
            assert_eq!(report["changes"][0]["bound"], name, "{fen}");
        }
    }

    #[test]
    fn a_bound_is_told_beside_the_exact_line() {
        let game = Game::default();
        let [e4, d4] = ["e4", "d4"].map(|m| game.position().parse_move(m).unwrap());
        let (exact, lower) = (Bound::Exact, Bound::Lower);
        // Depths of the best line and of the bound, and which of them is valid.
        for (reported, expected) in [
            (&[(8, exact, e4)][..], (8, None, 8)),
            (&[(8, exact, e4), (9, lower, e4), (8, exact, e4)], (8, Some(9), 8)),
            (&[(8, exact, e4), (9, lower, e4), (9, exact, e4)], (9, None, 9)),
            (&[(8, exact, e4), (9, lower, e4)], (8, Some(9), 9)),
            (&[(8, exact, e4), (9, lower, d4)], (9, None, 9)),
            (&[(8, exact, e4), (9, lower, d4), (7, exact, d4)], (7, Some(9), 7)),
            (&[(8, exact, e4), (9, lower, e4), (9, lower, d4), (9, exact, d4)], (9, None, 9)),
        ] {
            let mut analysis = Analysis::new(game.position().clone(), ProgressBar::hidden());
            for &(depth, bound, m) in reported {
                analysis.update(&info(depth, 20, bound, &[m]));
            }
            let cut_off = analysis.cut_off.as_ref().map(|line| line.depth);
            let stands = analysis.standing().unwrap().depth;
            assert_eq!((analysis.lines[0].depth, cut_off, stands), expected, "{reported:?}");
            let text = text(&game, Bitboard::EMPTY, &analysis, TermStyle::PLAIN);
            assert_eq!(text.contains("unfinished search"), cut_off.is_some(), "{text}");
            let report = serde_json::to_value(Report::new(None, &game, &analysis)).unwrap();
            assert_eq!(report["cut_off"]["depth"].as_i64(), cut_off.map(i64::from));
        }
    }

    #[test]
    fn long_lines_keep_their_column() {
        let (_, mut analysis) = analysis();
        let knights = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let mut game = Game::new(analysis.position.clone());
        let mut pv = Vec::new();
        for text in knights.iter().cycle().take(16) {
            let m = game.position().parse_uci(text).unwrap();
            game.play(m);
            pv.push(m);
        }
        analysis.lines[0].pv = pv;
        let style = TermStyle { width: Some(60), ..TermStyle::PLAIN };
        let row = line_row(&analysis.lines[0], &analysis, style);
        assert!(row.lines().count() > 1, "{row}");
        for line in row.lines() {
            assert!(line.len() <= 60, "{row}");
        }
        let indent = row.find("4.Nf3").unwrap();
        assert!(row.lines().skip(1).all(|line| line.find(|c| c != ' ') == Some(indent)), "{row}");
    }

    #[test]
    fn an_ended_game_is_told() {
        let game = Game::from_fen("R3k3/8/4K3/8/8/8/8/8 b - - 0 1", false).unwrap();
        let analysis = Analysis::new(game.position().clone(), ProgressBar::hidden());
        let text = text(&game, Bitboard::EMPTY, &analysis, TermStyle::PLAIN);
        assert!(text.ends_with("The game is over, checkmate: White wins."), "{text}");
    }
}
