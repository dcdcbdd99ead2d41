//! Formats the report for the terminal.

use std::iter;

use brudno::{platform::stdio::printable, terminal::display::TermStyle};
use brudno_console::format::count;
use console::{measure_text_width, truncate_str};

use super::{
    tally::{Figures, Judgements, MoveFigures, Results},
    value::{OpeningFigures, Report, TimeFigures},
};

/// Maximum number of openings per colour.
const OPENINGS: usize = 8;
/// Maximum number of the player's names.
const NAMES: usize = 5;
/// Minimum width of the first column, columns.
const LEAST_LABEL: usize = 12;
/// Columns of figures with their widths.
const FIGURES: [(&str, usize); 8] = [
    ("games", 6),
    ("points", 7),
    ("moves", 7),
    ("accuracy", 9),
    ("loss", 5),
    ("?!", 5),
    ("?", 4),
    ("??", 5),
];
/// Number of columns about games; the others are about moves.
const GAME_FIGURES: usize = 2;
/// Columns of the kinds of mistakes.
const MISTAKES: [(&str, usize); 4] = [("number", 8), ("??", 6), ("points lost", 13), ("worst", 22)];
/// Columns of expectations.
const EXPECTATIONS: [(&str, usize); 3] = [("games", 7), ("expected", 10), ("scored", 8)];
/// Columns of won and lost positions.
const RESULTS: [(&str, usize); 4] = [("games", 7), ("won", 7), ("drawn", 7), ("lost", 7)];

/// Formats the report.
pub fn text(report: &Report, style: TermStyle) -> String {
    let mut text = style.bold(&format!("Report on {}", printable(&report.player)));
    text.push('\n');
    text += &style.wrap(&introduction(report), "");
    text.push('\n');
    let openings = ["white", "black"].map(|side| openings(report, side));
    let tables = iter::once(colours(report)).chain(openings).chain([
        phases(report),
        times(report),
        mistakes(report),
        expectations(report),
        positions(report),
    ]);
    for table in tables.filter(|table| !table.rows.is_empty()) {
        text.push('\n');
        text += &table.text(style);
    }
    text
}

fn colours(report: &Report) -> Table {
    let sides = report.colours.iter().filter(|colour| colour.figures.results.games > 0);
    let mut rows: Vec<Row> =
        sides.map(|colour| Row::new(side_name(colour.side), &figures(&colour.figures))).collect();
    // With one colour, the sum repeats it.
    if rows.len() != 1 {
        rows.push(Row::new("all", &figures(&report.total)));
    }
    Table::new("By colour", &FIGURES, rows)
}

fn openings(report: &Report, side: &str) -> Table {
    let openings: Vec<&OpeningFigures> =
        report.openings.iter().filter(|opening| opening.side == side).collect();
    let shown = openings.iter().take(OPENINGS).map(|opening| {
        let label = match (opening.eco, opening.name) {
            (Some(eco), Some(name)) => format!("{eco} {name}"),
            _ => "no name".to_owned(),
        };
        Row::new(&label, &figures(&opening.figures))
    });
    let title = match openings.len() {
        all if all > OPENINGS => format!("As {}, {OPENINGS} of {all}", side_name(side)),
        _ => format!("As {}", side_name(side)),
    };
    Table::new(&title, &FIGURES, shown)
}

fn phases(report: &Report) -> Table {
    let phases = report.phases.iter().filter(|phase| phase.figures.moves.moves > 0);
    let rows = phases.map(|phase| Row::new(phase.phase, &figures(&phase.figures)));
    Table::new("By phase", &FIGURES, rows)
}

fn times(report: &Report) -> Table {
    let groups = report.time_left.iter();
    let rows = groups.map(|group| Row::new(&time_left(group), &moves(&group.moves)));
    Table::new("By time left", &FIGURES[GAME_FIGURES..], rows)
}

fn mistakes(report: &Report) -> Table {
    let rows = report.mistakes.iter().map(|mistake| {
        let worst = &mistake.worst;
        let numbers = [mistake.judgements.sum(), mistake.judgements.blunders];
        let [number, blunders] = numbers.map(|number| number.to_string());
        let worst = format!("game {}, {}", worst.game, worst.r#move);
        let points = format!("{:.1}", mistake.points_lost);
        Row::new(&mistake.name, &[number, blunders, points, worst])
    });
    Table::new("Kinds of mistakes", &MISTAKES, rows)
}

fn expectations(report: &Report) -> Table {
    let reached = report.expectations.iter().filter(|expectation| expectation.games > 0);
    let rows = reached.map(|expectation| {
        let label = format!("at the start of the {}", expectation.at_start_of);
        let [expected, scored] = [expectation.expected, expectation.scored].map(tenths);
        Row::new(&label, &[expectation.games.to_string(), expected, scored])
    });
    Table::new("Points", &EXPECTATIONS, rows)
}

fn positions(report: &Report) -> Table {
    let positions = [("won", &report.won_positions), ("lost", &report.lost_positions)];
    let positions = positions.into_iter().filter(|(_, results)| results.games > 0);
    let rows = positions.map(|(name, Results { games, won, drawn, lost, .. })| {
        let label = format!("had a {name} position");
        Row::new(&label, &[games, won, drawn, lost].map(|number| number.to_string()))
    });
    Table::new("Games", &RESULTS, rows)
}

/// Formats the number of games and their results, and the names of the player.
fn introduction(report: &Report) -> String {
    let Figures { results: Results { games, won, drawn, lost, .. }, points, .. } = &report.total;
    let mut text = count(*games as u64, "game", "games");
    if report.resumed_games > 0 {
        text += &format!(" ({} from the earlier analysis)", report.resumed_games);
    }
    text += &format!(": {won} won, {drawn} drawn, {lost} lost");
    let finished = won + drawn + lost;
    if finished < *games {
        text += &format!(", {} without a result", games - finished);
    }
    text += &format!("; {} of {finished} points", tenths(*points));
    if let [_, _, ..] = report.names.as_slice() {
        let names = report.names.iter().take(NAMES).map(|name| printable(name));
        text += &format!(". Names: {}", names.collect::<Vec<_>>().join("; "));
        if report.names.len() > NAMES {
            text += &format!(" and {} more", report.names.len() - NAMES);
        }
    }
    text + "."
}

/// Formats a group of times left: `3 to 10 minutes`, `less than 20 seconds`.
fn time_left(group: &TimeFigures) -> String {
    let in_minutes = |seconds: u32| seconds.is_multiple_of(60);
    match (group.from_seconds, group.to_seconds) {
        (from, None) => format!("{} minutes or more", from / 60),
        (0, Some(to)) => format!("less than {to} seconds"),
        (from, Some(to)) if in_minutes(from) && in_minutes(to) => {
            format!("{} to {} minutes", from / 60, to / 60)
        }
        (from, Some(to)) => format!("{from} to {to} seconds"),
    }
}

fn figures(figures: &Figures) -> Vec<String> {
    let of_games = [figures.results.games.to_string(), tenths(figures.points)];
    of_games.into_iter().chain(moves(&figures.moves)).collect()
}

fn moves(figures: &MoveFigures) -> [String; FIGURES.len() - GAME_FIGURES] {
    let accuracy = figures.accuracy.map_or_else(|| "-".to_owned(), |value| format!("{value:.1} %"));
    // Rounds half up, as the page does.
    let loss = figures.average_centipawn_loss;
    let loss = loss.map_or_else(|| "-".to_owned(), |value| value.round().to_string());
    let [inaccuracies, mistakes, blunders] = counts(figures.judgements);
    [figures.moves.to_string(), accuracy, loss, inaccuracies, mistakes, blunders]
}

fn counts(judgements: Judgements) -> [String; 3] {
    let Judgements { inaccuracies, mistakes, blunders } = judgements;
    [inaccuracies, mistakes, blunders].map(|number| number.to_string())
}

/// Formats with one decimal, or none if it is 0.
fn tenths(value: f64) -> String {
    format!("{value:.1}").trim_end_matches(".0").to_owned()
}

/// Returns the name of a side for people.
fn side_name(side: &str) -> &'static str {
    if side == "white" { "White" } else { "Black" }
}

/// Table with a label and figures in each row.
struct Table {
    title: String,
    /// Names of the columns, and their widths.
    columns: &'static [(&'static str, usize)],
    rows: Vec<Row>,
}

/// Row of a table: a label, and a cell for each column.
struct Row {
    label: String,
    cells: Vec<String>,
}

impl Row {
    fn new(label: &str, cells: &[String]) -> Row {
        Row { label: label.to_owned(), cells: cells.to_vec() }
    }
}

impl Table {
    fn new(
        title: &str,
        columns: &'static [(&'static str, usize)],
        rows: impl IntoIterator<Item = Row>,
    ) -> Table {
        Table { title: title.to_owned(), columns, rows: rows.into_iter().collect() }
    }

    /// Formats the table with its title above the labels. Cuts the labels to fit the terminal.
    fn text(&self, style: TermStyle) -> String {
        let taken: usize = self.columns.iter().map(|(_, width)| width).sum();
        let labels = self.rows.iter().map(|row| measure_text_width(&row.label));
        let needed = labels.chain([measure_text_width(&self.title)]).max().unwrap_or(0);
        let room = style.width.map_or(needed, |width| width.saturating_sub(taken));
        let width = needed.min(room.max(LEAST_LABEL));
        let mark = if style.unicode { "…" } else { ".." };
        let label = |text: &str| {
            let text = truncate_str(text, width, mark);
            let padding = width.saturating_sub(measure_text_width(&text));
            text.into_owned() + &" ".repeat(padding)
        };
        let mut lines = Vec::new();
        let names = self.columns.iter().map(|(name, _)| *name);
        lines.push(style.dim((label(&self.title) + &self.cells(names)).trim_end()));
        for row in &self.rows {
            let cells = self.cells(row.cells.iter().map(String::as_str));
            lines.push((label(&row.label) + &cells).trim_end().to_owned());
        }
        lines.join("\n") + "\n"
    }

    fn cells<'a>(&self, cells: impl Iterator<Item = &'a str>) -> String {
        cells.zip(self.columns).map(|(cell, (_, width))| format!("{cell:>width$}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse::annotate::report::{clock, tally::Tally};

    #[test]
    fn labels_are_cut_to_the_width_of_the_terminal() {
        let row =
            Row::new("C57 Italian Game, Two Knights Defence, Knight Attack", &["3".to_owned()]);
        let table = Table::new("As White, 8 of 26", &FIGURES, [row]);
        let text = |width| table.text(TermStyle { width, ..TermStyle::PLAIN });
        for (width, label) in [
            (None, "C57 Italian Game, Two Knights Defence, Knight Attack     3\n"),
            (Some(80), "C57 Italian Game, Two Knights ..     3\n"),
            (Some(40), "C57 Italia..     3\n"),
        ] {
            let text = text(width);
            assert!(text.ends_with(label), "{text}");
            let widest = text.lines().map(measure_text_width).max();
            assert!(
                width.is_none_or(|width| widest <= Some(width.max(LEAST_LABEL + 48))),
                "{text}"
            );
        }
    }

    #[test]
    fn times_and_figures_read_well() {
        let names = (0..clock::GROUPS).map(|group| {
            let (from_seconds, to_seconds) = clock::seconds(group);
            let moves = Tally::default().moves();
            time_left(&TimeFigures { from_seconds, to_seconds, numbers: Vec::new(), moves })
        });
        let expected = [
            "10 minutes or more",
            "3 to 10 minutes",
            "1 to 3 minutes",
            "20 to 60 seconds",
            "less than 20 seconds",
        ];
        assert!(names.eq(expected));
        assert_eq!([44.5, 27.0, 0.0].map(tenths), ["44.5", "27", "0"]);
    }
}
