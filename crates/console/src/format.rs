//! Formats tables and numbers as text.

use std::{io, iter};

use brudno::platform::{locale, stdio};
use clap::ValueEnum;
use comfy_table::{CellAlignment, LineStyle, Table, TableStyle, presets};
use console::{Term, measure_text_width};
use indicatif::HumanCount;

/// Output format of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Aligned columns
    Text,
    /// A Markdown table
    Markdown,
    /// Comma-separated values
    Csv,
    /// JSON
    Json,
}

/// Table style with a single line, which is below the header.
const RULED: TableStyle = TableStyle::new().header_separator(LineStyle::new('─', '─', '─', '─'));

/// Signs of tables and legends, and what a terminal without Unicode shows instead.
const SIGNS: [(&str, &str); 8] = [
    ("─", "-"),
    ("–", "-"),
    ("−", "-"),
    ("×", "x"),
    ("⌈", "ceil("),
    ("⌊", "floor("),
    ("⌉", ")"),
    ("⌋", ")"),
];

/// Gap between two columns of a table, terminal columns.
const COLUMN_GAP: usize = 3;
/// Width of a table without columns and gaps, terminal columns.
const EDGE: usize = 1;

/// Prints a table as text, Markdown or CSV. The first column and `text_columns` (from 0) contain
/// text, and the other columns contain numbers.
///
/// # Errors
///
/// Standard output cannot be written.
pub fn print_table(
    format: Format,
    header: &[&str],
    rows: &[Vec<String>],
    text_columns: &[usize],
) -> io::Result<()> {
    if format == Format::Csv {
        let lines: Vec<_> =
            iter::once(csv_line(header)).chain(rows.iter().map(|row| csv_line(row))).collect();
        return stdio::print(lines.join("\n"));
    }
    stdio::print(for_stdout(&table(format, header, rows, text_columns).to_string()))
}

/// Returns a table or legend as standard output can show it: in ASCII on a terminal without Unicode.
pub fn for_stdout(text: &str) -> String {
    let is_plain = Term::stdout().is_term() && !locale::has_unicode();
    if is_plain { in_ascii(text) } else { text.to_owned() }
}

fn in_ascii(text: &str) -> String {
    SIGNS.iter().fold(text.to_owned(), |text, (sign, ascii)| text.replace(sign, ascii))
}

/// Formats a record of comma-separated values (RFC 4180).
fn csv_line(cells: &[impl AsRef<str>]) -> String {
    let field = |cell: &str| match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    };
    cells.iter().map(|cell| field(cell.as_ref())).collect::<Vec<_>>().join(",")
}

/// Prints a table. As text, it drops columns of `spare`, in this order, until the table fits
/// `width`, and returns a note about the dropped columns. Without a width, and in other formats, it
/// prints all columns.
///
/// # Errors
///
/// Standard output cannot be written.
pub fn print_fitting(
    format: Format,
    header: &[&str],
    rows: &[Vec<String>],
    text_columns: &[usize],
    spare: &[usize],
    width: Option<usize>,
) -> io::Result<Option<String>> {
    let width = width.filter(|_| format == Format::Text);
    let kept = fitting_columns(header, rows, spare, width.unwrap_or(usize::MAX));
    let (shown, rows) = only(&kept, header, rows);
    let text_columns: Vec<_> =
        (0..kept.len()).filter(|&index| text_columns.contains(&kept[index])).collect();
    print_table(format, &shown, &rows, &text_columns)?;
    let left_out: Vec<_> = header.iter().copied().filter(|name| !shown.contains(name)).collect();
    Ok((!left_out.is_empty()).then(|| {
        let columns = left_out.join(", ");
        format!("Not shown at this width: {columns}; --format csv and json have all columns.")
    }))
}

/// Selects columns of a table.
fn only<'a>(
    kept: &[usize],
    header: &[&'a str],
    rows: &[Vec<String>],
) -> (Vec<&'a str>, Vec<Vec<String>>) {
    let cells = |row: &Vec<String>| kept.iter().map(|&column| row[column].clone()).collect();
    (kept.iter().map(|&column| header[column]).collect(), rows.iter().map(cells).collect())
}

fn table(format: Format, header: &[&str], rows: &[Vec<String>], text_columns: &[usize]) -> Table {
    let style = if format == Format::Markdown { presets::ASCII_MARKDOWN } else { RULED };
    let mut table = Table::new();
    table.load_style(style).set_header(header);
    table.add_rows(rows);
    for (index, column) in table.column_iter_mut().enumerate() {
        if !text_columns.contains(&index) && index > 0 {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// Returns the columns of a table that fits `width`. Drops columns of `spare`, in this order.
fn fitting_columns(
    header: &[&str],
    rows: &[Vec<String>],
    spare: &[usize],
    width: usize,
) -> Vec<usize> {
    let widths: Vec<usize> = (0..header.len())
        .map(|column| {
            let cells = rows.iter().map(|row| row[column].as_str()).chain([header[column]]);
            cells.map(measure_text_width).max().unwrap_or(0) + COLUMN_GAP
        })
        .collect();
    let mut kept: Vec<usize> = (0..header.len()).collect();
    let mut spare = spare.iter();
    while kept.iter().map(|&column| widths[column]).sum::<usize>() + EDGE > width {
        let Some(left_out) = spare.next() else { break };
        kept.retain(|column| column != left_out);
    }
    kept
}

/// Formats a count with its noun: `1 leaf`, `2,000 leaves`.
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", HumanCount(number), if number == 1 { one } else { many })
}

/// Formats a duration in a suitable unit.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s < 0.001 => format!("{:.0} µs", s * 1e6),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s if s < 120.0 => format!("{s:.1} s"),
        s if s < 7_200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} hours", s / 3_600.0),
        s if s < 63_072_000.0 => format!("{:.0} days", s / 86_400.0),
        s => format!("{:.0e} years", s / 31_536_000.0),
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn signs_have_a_spelling_in_ascii() {
        let rows = [vec!["pvs".to_owned(), "–".to_owned()]];
        let table = table(Format::Text, &["algorithm", "× minimal"], &rows, &[]).to_string();
        assert!(table.contains('─') && in_ascii(&table).is_ascii(), "{table}");
        assert_eq!(in_ascii("40^⌈n/2⌉ + 40^⌊n/2⌋ − 1"), "40^ceil(n/2) + 40^floor(n/2) - 1");
    }

    #[test]
    fn csv_quotes_only_what_needs_it() {
        let rows = [["a b", "1.5", ""], ["a,b", "say \"no\"", "two\nlines"]];
        let text: String = rows.iter().map(|row| csv_line(row) + "\n").collect();
        assert_eq!(text, "a b,1.5,\n\"a,b\",\"say \"\"no\"\"\",\"two\nlines\"\n");
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        for (record, row) in reader.records().zip(rows) {
            assert_eq!(record.unwrap(), row.to_vec());
        }
    }

    #[test]
    fn spare_columns_make_room() {
        let row = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
        let rows = [row(["a", "12345", "7", "µ"]), row(["abcdefg", "1", "", "x"])];
        let header = ["name", "n", "best", "t"];
        let fitting = |width| fitting_columns(&header, &rows, &[3, 1], width);
        assert_eq!(fitting(1), [0, 2]);
        for (width, kept, taken) in
            [(30, vec![0, 1, 2, 3], 30), (29, vec![0, 1, 2], 26), (25, vec![0, 2], 18)]
        {
            assert_eq!(fitting(width), kept);
            let (header, rows) = only(&kept, &header, &rows);
            let table = table(Format::Text, &header, &rows, &[]).to_string();
            let widest = table.lines().map(measure_text_width).max().unwrap();
            assert_eq!(widest, taken, "{table}");
        }
    }

    #[test]
    fn figures_read_well() {
        let counts = [1, 2, 2000].map(|number| count(number, "leaf", "leaves"));
        assert_eq!(counts, ["1 leaf", "2 leaves", "2,000 leaves"]);
        let times = [0.000_002, 0.5, 2.0, 600.0, 36_000.0, 864_000.0, 3.2e9];
        let texts = ["2 µs", "500 ms", "2.0 s", "10 min", "10 hours", "10 days", "1e2 years"];
        assert_eq!(times.map(seconds), texts);
    }
}
