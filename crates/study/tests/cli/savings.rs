//! `brudno savings`.

use serde_json::Value;

use crate::support::command::{refused, stdout};

#[test]
fn savings_are_measured_where_they_can_be() {
    let text = stdout(&["savings", "-b", "3", "-d", "7", "--format", "json"]);
    let rows: Vec<Value> = serde_json::from_str(&text).unwrap();
    assert_eq!(rows.len(), 7);
    for row in &rows {
        assert_eq!(row["best"], row["minimal"]);
        assert_eq!(row["worst"], row["all"]);
        let leaves = |column: &str| row[column].as_u64().unwrap();
        assert!((leaves("minimal")..=leaves("all")).contains(&leaves("random")));
    }
    let text = stdout(&["savings"]);
    let figures = ["79", "1,639", "3,199", "65,599", "127,999"];
    assert!(figures.into_iter().all(|figure| text.contains(figure)), "{text}");
    refused(&["savings", "-b", "1"], "1 is not in 2..=1000");
    refused(&["savings", "-d", "49"], "49 is not in 1..=48");
}
