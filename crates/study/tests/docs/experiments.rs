//! Checks the table of experiments, docs/experiments.csv. docs/strength.md describes its columns.

use std::{collections::HashMap, fmt::Debug, str::FromStr};

use crate::root;

const COLUMNS: [&str; 17] = [
    "date", "kind", "commit", "change", "opponent", "limit", "book", "games", "W", "D", "L", "Elo",
    "error", "quantity", "value", "verdict", "note",
];

const KINDS: [&str; 8] =
    ["games", "tuning", "speed", "training", "mates", "position", "soak", "analysis"];

const VERDICTS: [&str; 4] = ["accepted", "rejected", "inconclusive", "measured"];

/// A row, with its fields by column and its line in the file.
struct Row {
    line: u64,
    fields: HashMap<String, String>,
}

impl Row {
    fn text(&self, column: &str) -> &str {
        &self.fields[column]
    }

    /// Returns the number in a column, or `None` if the field is empty.
    fn number<T: FromStr<Err: Debug>>(&self, column: &str) -> Option<T> {
        let text = self.text(column);
        let number = (!text.is_empty()).then(|| text.parse());
        number.transpose().unwrap_or_else(|error| {
            panic!("line {}: {column} is {text:?}, not a number: {error:?}", self.line)
        })
    }
}

/// Returns the rows of the file. Panics if a row has another number of fields than the header.
fn rows() -> Vec<Row> {
    let path = root().join("docs/experiments.csv");
    let mut reader = csv::Reader::from_path(&path).expect("docs/experiments.csv can be read");
    let header = reader.headers().expect("it has a header").clone();
    assert_eq!(header.iter().collect::<Vec<_>>(), COLUMNS);
    let records = reader.records().map(|record| record.expect("a row has all fields"));
    let row = |record: csv::StringRecord| Row {
        line: record.position().expect("a record has a position").line(),
        fields: header.iter().map(str::to_owned).zip(record.iter().map(str::to_owned)).collect(),
    };
    records.map(row).collect()
}

/// Returns true if the text is a date in the form 2026-11-27.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    lengths == [4, 2, 2] && parts.iter().all(|part| part.bytes().all(|c| c.is_ascii_digit()))
}

/// Returns true if the text is an abbreviated commit hash.
fn is_hash(text: &str) -> bool {
    text.len() == 7 && text.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'))
}

#[test]
fn fields_are_in_their_sets() {
    let rows = rows();
    assert!(rows.len() > 600, "{} rows", rows.len());
    for row in &rows {
        let line = row.line;
        assert!(KINDS.contains(&row.text("kind")), "line {line}: {}", row.text("kind"));
        assert!(VERDICTS.contains(&row.text("verdict")), "line {line}: {}", row.text("verdict"));
        assert!(is_date(row.text("date")), "line {line}: {}", row.text("date"));
        let commit = row.text("commit");
        assert!(commit.is_empty() || is_hash(commit), "line {line}: {commit}");
        assert!(!row.text("change").is_empty(), "line {line}: no change");
    }
}

#[test]
fn numbers_parse_and_add_up() {
    for row in rows() {
        let line = row.line;
        let games: Option<u32> = row.number("games");
        let results: [Option<u32>; 3] = ["W", "D", "L"].map(|column| row.number(column));
        if results.iter().any(Option::is_some) {
            let sum = results.into_iter().sum::<Option<u32>>();
            assert!(sum.is_some() && sum == games, "line {line}: {results:?} of {games:?} games");
        }
        let elo: Option<f64> = row.number("Elo");
        let error: Option<f64> = row.number("error");
        let value: Option<f64> = row.number("value");
        assert!(error.is_none_or(|error| error > 0.0), "line {line}: the error is {error:?}");
        assert!(elo.into_iter().chain(value).all(f64::is_finite), "line {line}");
        assert!(
            value.is_none() || !row.text("quantity").is_empty(),
            "line {line}: a value without a quantity"
        );
    }
}

#[test]
fn elo_agrees_with_the_score() {
    for row in rows().iter().filter(|row| !row.text("W").is_empty() && !row.text("Elo").is_empty())
    {
        let [won, drawn, lost] = ["W", "D", "L"].map(|column| row.number::<f64>(column).unwrap());
        let score = (won + drawn / 2.0) / (won + drawn + lost);
        let computed = -400.0 * (1.0 / score - 1.0).log10();
        let elo: f64 = row.number("Elo").expect("it is filtered");
        assert!(
            (elo - computed).abs() <= 1.0 + 0.005 * computed.abs(),
            "line {}: {elo} Elo, but the games give {computed:.1}",
            row.line
        );
    }
}
