//! Rows of the comparison and size of the full tree.

use std::{fmt, time::Duration};

use brudno::chess::score::Score;
use brudno_console::format::{self, Format, count};
use brudno_textbook::{Algorithm, Outcome, TypeCounts, minimal_tree::minimal_leaves};
use indicatif::HumanCount;
use serde::Serialize;

use crate::shared::score;

/// Column headers.
pub(super) const HEADER: [&str; 11] = [
    "algorithm",
    "value",
    "best",
    "nodes",
    "leaves",
    "evaluations",
    "re-searches",
    "time",
    "of minimax",
    "× minimal",
    "branching",
];

/// Index of the best-move column.
pub(super) const BEST: usize = 2;

/// Columns that a narrow terminal omits, in this order.
pub(super) const SPARE: [usize; 6] = [5, 10, 6, 4, 9, 7];

/// Column headers of the CSV format.
pub(super) const CSV_HEADER: [&str; 12] = [
    "position",
    "algorithm",
    "value",
    "best",
    "nodes",
    "leaves",
    "evaluations",
    "researches",
    "seconds",
    "share_of_minimax",
    "ratio_to_minimal",
    "effective_branching",
];

/// Size of the full tree.
#[derive(Clone, Copy, Serialize)]
pub(super) struct WholeTree {
    nodes: f64,
    leaves: f64,
    /// True if both numbers are estimates.
    estimated: bool,
    /// Branching factor of the uniform tree with as many leaves.
    branching: f64,
    /// Leaves of the minimal tree with this branching factor.
    minimal_leaves: f64,
}

impl WholeTree {
    pub(super) fn new(nodes: f64, leaves: f64, estimated: bool, depth: u32) -> WholeTree {
        let branching = leaves.powf(1.0 / f64::from(depth));
        let minimal_leaves = minimal_leaves(branching, depth);
        WholeTree { nodes, leaves, estimated, branching, minimal_leaves }
    }
}

impl fmt::Display for WholeTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "The whole tree has {}{}, a branching of {:.1}; with that branching, the \
             minimal tree has {}.",
            if self.estimated { "about " } else { "" },
            count(self.leaves as u64, "leaf", "leaves"),
            self.branching,
            HumanCount(self.minimal_leaves as u64)
        )
    }
}

/// Result and effort of an algorithm.
#[derive(Serialize)]
pub(super) struct ComparisonRow {
    pub(super) algorithm: String,
    source: &'static str,
    /// True if the value must equal minimax's.
    pub(super) exact: bool,
    #[serde(skip)]
    pub(super) is_exhaustive: bool,
    pub(super) value: Score,
    best: Option<String>,
    pub(super) nodes: u64,
    pub(super) leaves: u64,
    evaluations: u64,
    researches: u64,
    tt_hits: u64,
    expected_types: TypeCounts,
    found_types: TypeCounts,
    seconds: f64,
    share_of_minimax: f64,
    ratio_to_minimal: f64,
    /// Branching factor of the uniform tree with as many leaves.
    effective_branching: f64,
    /// Nodes of each iteration.
    pub(super) iterations: Vec<u64>,
}

impl ComparisonRow {
    pub(super) fn new<M>(
        algorithm: Algorithm,
        depth: u32,
        outcome: &Outcome<M>,
        best: Option<String>,
        time: Duration,
    ) -> ComparisonRow {
        let counters = &outcome.counters;
        ComparisonRow {
            algorithm: algorithm.to_string(),
            source: algorithm.method.source(),
            exact: algorithm.method.is_exact(),
            is_exhaustive: algorithm.method.is_exhaustive(),
            value: outcome.value,
            best,
            nodes: counters.nodes,
            leaves: counters.leaves,
            evaluations: counters.evaluations,
            researches: counters.researches,
            tt_hits: counters.tt_hits,
            expected_types: counters.expected,
            found_types: counters.found,
            seconds: time.as_secs_f64(),
            share_of_minimax: 0.0,
            ratio_to_minimal: 0.0,
            effective_branching: (counters.leaves as f64).powf(1.0 / f64::from(depth)),
            iterations: outcome.iterations.clone(),
        }
    }

    pub(super) fn compare_with(&mut self, tree: &WholeTree) {
        self.share_of_minimax = self.nodes as f64 / tree.nodes;
        self.ratio_to_minimal = self.leaves as f64 / tree.minimal_leaves;
    }

    pub(super) fn cells(&self, position: &str, format: Format) -> Vec<String> {
        let best = self.best.clone().unwrap_or_default();
        if format == Format::Csv {
            return vec![
                position.to_owned(),
                self.algorithm.clone(),
                self.value.to_string(),
                best,
                self.nodes.to_string(),
                self.leaves.to_string(),
                self.evaluations.to_string(),
                self.researches.to_string(),
                self.seconds.to_string(),
                self.share_of_minimax.to_string(),
                self.ratio_to_minimal.to_string(),
                self.effective_branching.to_string(),
            ];
        }
        vec![
            format!("{}{}", self.algorithm, if self.exact { "" } else { " *" }),
            score::text(self.value),
            best,
            HumanCount(self.nodes).to_string(),
            HumanCount(self.leaves).to_string(),
            HumanCount(self.evaluations).to_string(),
            HumanCount(self.researches).to_string(),
            format::seconds(self.seconds),
            format!("{:.2} %", 100.0 * self.share_of_minimax),
            format!("{:.2}", self.ratio_to_minimal),
            format!("{:.1}", self.effective_branching),
        ]
    }
}
