//! Formats the results of a suite as text and as JSON. docs/json.md describes the JSON.

use std::collections::BTreeMap;

use brudno::{
    chess::Position,
    notation::{epd::EpdEntry, san},
    platform::stdio::printable,
    terminal::display::TermStyle,
    uci::NAME,
};
use brudno_console::format::{count, seconds};
use serde::{Serialize, Serializer};
use shakmaty::Move;

use crate::solve::SolutionTracker;

/// Version of the JSON format.
const VERSION: u32 = 1;

/// Effort after which the solution stays the best move.
#[derive(Clone, Serialize)]
pub struct SolutionEffort {
    /// Depth, plies.
    pub depth: u32,
    /// Nodes.
    pub nodes: u64,
    /// Seconds.
    pub seconds: f64,
}

/// Result for a position.
#[derive(Serialize)]
pub struct PositionResult {
    version: u32,
    engine: &'static str,
    line: usize,
    id: Option<String>,
    fen: String,
    /// `bm` in SAN.
    best_moves: Vec<String>,
    /// `am` in SAN.
    avoid_moves: Vec<String>,
    /// `dm`.
    mate_in: Option<u32>,
    /// Best move in SAN.
    played: Option<String>,
    /// Best move in UCI notation.
    played_uci: Option<String>,
    /// Moves to the mate that the engine found.
    claimed_mate: Option<u32>,
    /// Depth reached, plies.
    depth: u32,
    solved: bool,
    /// Effort until the final solution was found; `None` if the position is not solved.
    solution: Option<SolutionEffort>,
    #[serde(skip)]
    name: String,
}

impl PositionResult {
    /// Creates the result of a search.
    pub fn new(entry: &EpdEntry, best: Option<Move>, tracker: &SolutionTracker) -> PositionResult {
        let position = entry.game.position();
        let solved = best.is_some_and(|best| entry.is_solved_by(best, tracker.mate));
        PositionResult {
            version: VERSION,
            engine: NAME,
            line: entry.line,
            id: entry.id.clone(),
            fen: position.fen(),
            best_moves: sans(position, &entry.best_moves),
            avoid_moves: sans(position, &entry.avoid_moves),
            mate_in: entry.mate,
            played: best.map(|m| san(position, m)),
            played_uci: best.map(|m| position.to_uci(m, false).to_string()),
            claimed_mate: tracker.mate,
            depth: tracker.depth,
            solved,
            solution: tracker.solved.clone().filter(|_| solved),
            name: printable(&entry.name()),
        }
    }

    /// Returns true if the search found the whole solution.
    pub const fn is_solved(&self) -> bool {
        self.solved
    }

    /// Formats the result on a line: expected and played moves, and the effort.
    pub fn text(&self, style: TermStyle) -> String {
        let mut wanted = Vec::new();
        if !self.best_moves.is_empty() {
            wanted.push(self.best_moves.join(" or "));
        }
        if !self.avoid_moves.is_empty() {
            wanted.push(format!("not {}", self.avoid_moves.join(" or ")));
        }
        wanted.extend(self.mate_in.map(|moves| format!("mate in {moves}")));
        let played = self.played.as_deref().unwrap_or("nothing");
        let mate = self.claimed_mate.map_or_else(String::new, |m| format!(" (mate in {m})"));
        let word = style.colour_by_sign(if self.solved { 1 } else { -1 }, self.verdict());
        let when = self.solution.as_ref().map_or_else(String::new, |solution| {
            let nodes = count(solution.nodes, "node", "nodes");
            format!(", depth {}, {}, {nodes}", solution.depth, seconds(solution.seconds))
        });
        let (name, wanted) = (&self.name, wanted.join(", "));
        format!("{word}: {name}: expected {wanted}; played {played}{mate}{when}")
    }

    const fn verdict(&self) -> &'static str {
        if self.solved { "solved" } else { "miss" }
    }
}

fn sans(position: &Position, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|&m| san(position, m)).collect()
}

/// Number of solved positions.
#[derive(Default, Serialize)]
pub struct SolvedCount {
    solved: usize,
    positions: usize,
}

/// Totals of a suite.
#[derive(Default, Serialize)]
pub struct Summary {
    #[serde(flatten)]
    total: SolvedCount,
    /// Nodes and seconds until the solutions were found, summed over solved positions.
    nodes_to_solutions: u64,
    seconds_to_solutions: f64,
    /// Totals by theme: the ids of several positions without their numbers.
    #[serde(serialize_with = "shared")]
    themes: BTreeMap<String, SolvedCount>,
}

/// Returns true for a theme of several positions. Otherwise, its id is a name.
fn is_shared((_, count): &(&String, &SolvedCount)) -> bool {
    count.positions > 1
}

fn shared<S: Serializer>(
    themes: &BTreeMap<String, SolvedCount>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(themes.iter().filter(is_shared))
}

impl Summary {
    /// Adds a position.
    pub fn add(&mut self, result: &PositionResult) {
        let theme = result.id.as_deref().map(theme).filter(|theme| !theme.is_empty());
        let theme = theme.map(|theme| self.themes.entry(theme.to_owned()).or_default());
        for score in [Some(&mut self.total), theme].into_iter().flatten() {
            score.positions += 1;
            score.solved += usize::from(result.solved);
        }
        if let Some(solution) = &result.solution {
            self.nodes_to_solutions += solution.nodes;
            self.seconds_to_solutions += solution.seconds;
        }
    }

    /// Returns the number of solved positions.
    pub const fn solved(&self) -> usize {
        self.total.solved
    }

    /// Formats the totals, by theme if there is another one than the whole suite.
    pub fn text(&self) -> String {
        let SolvedCount { solved, positions } = self.total;
        let mut text = String::new();
        let themes = || self.themes.iter().filter(is_shared);
        if themes().any(|(_, count)| count.positions < positions) {
            let named = || themes().map(|(name, score)| (printable(name), score));
            let width = named().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
            for (name, SolvedCount { solved, positions }) in named() {
                text += &format!("{name:width$}  {solved}/{positions}\n");
            }
        }
        if solved > 0 {
            let (nodes, time) = (self.nodes_to_solutions, self.seconds_to_solutions);
            text += &format!(
                "To a solution: {} and {} on average\n",
                seconds(time / solved as f64),
                count(nodes / solved as u64, "node", "nodes")
            );
        }
        text + &format!("{solved}/{positions} solved")
    }
}

/// Returns the id without its number: `STS(v1.0) Undermine` for `STS(v1.0) Undermine.001`. The year
/// at the end of a name is no such number: `Kasparov - Topalov, Wijk aan Zee 1999`.
fn theme(id: &str) -> &str {
    let name = id.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number = &id[name.len()..];
    let is_year = number.len() == 4 && number.starts_with(['1', '2']);
    if is_year && name.trim_end().contains(' ') {
        return id;
    }
    name.trim_end_matches(['.', ' ', '-', '_', '#', ':'])
}

#[cfg(test)]
mod tests {
    use brudno::notation::epd;

    use super::*;

    fn result(id: &str, solved: bool) -> PositionResult {
        let line = format!("7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#; id \"{id}\";");
        let entry = epd::parse(&line).unwrap().remove(0);
        let m = entry.game.position().parse_move(if solved { "Ra8" } else { "Ra7" }).unwrap();
        let solution = SolutionEffort { depth: 3, nodes: 500, seconds: 0.25 };
        let tracker = SolutionTracker {
            solved: solved.then_some(solution),
            depth: 9,
            ..SolutionTracker::new(entry.clone())
        };
        PositionResult::new(&entry, Some(m), &tracker)
    }

    #[test]
    fn themes_are_ids_without_numbers() {
        for (id, expected) in [
            ("STS(v1.0) Undermine.001", "STS(v1.0) Undermine"),
            ("WAC.300", "WAC"),
            ("BK 12", "BK"),
            ("arasan21-#7", "arasan21"),
            ("a name", "a name"),
            ("17", ""),
            ("#17", ""),
            ("2024", ""),
            ("mate 1500", "mate"),
            ("Kasparov - Topalov, Wijk aan Zee 1999", "Kasparov - Topalov, Wijk aan Zee 1999"),
        ] {
            assert_eq!(theme(id), expected);
        }
    }

    #[test]
    fn positions_are_told_in_a_line() {
        assert_eq!(
            result("x", true).text(TermStyle::PLAIN),
            "solved: x: expected Ra8#; played Ra8#, depth 3, 250 ms, 500 nodes"
        );
        assert_eq!(result("x", false).text(TermStyle::PLAIN), "miss: x: expected Ra8#; played Ra7");
    }

    #[test]
    fn totals_are_by_theme() {
        let mut summary = Summary::default();
        for (id, solved) in
            [("A.1", true), ("A.2", false), ("B 1", true), ("B 2", true), ("C", true)]
        {
            summary.add(&result(id, solved));
        }
        let total = "To a solution: 250 ms and 500 nodes on average\n4/5 solved";
        assert_eq!(summary.text(), format!("A  1/2\nB  2/2\n{total}"));
        let json = serde_json::to_value(&summary).unwrap();
        assert_eq!(json["solved"], 4);
        assert_eq!(json["themes"]["A"]["positions"], 2);
        assert_eq!(json["themes"].as_object().unwrap().len(), 2);
    }

    #[test]
    fn names_and_numbers_are_no_themes() {
        for ids in [
            [
                "Kasparov - Topalov, Wijk aan Zee 1999",
                "Tal - Botvinnik, Moscow 1960",
                "Tal - Botvinnik, Moscow 1961",
            ],
            ["1", "2", "3"],
            ["WAC.001", "WAC.002", "WAC.003"],
            ["Saavedra", "Lasker trap", ""],
        ] {
            let mut summary = Summary::default();
            ids.iter().for_each(|id| summary.add(&result(id, false)));
            assert_eq!(summary.text(), "0/3 solved", "{ids:?}");
        }
        let mut summary = Summary::default();
        ["WAC.001", "WAC.002", "Saavedra"].iter().for_each(|id| summary.add(&result(id, false)));
        assert_eq!(summary.text(), "WAC  0/2\n0/3 solved");
        let mut single = Summary::default();
        single.add(&result("A.1", false));
        assert_eq!(single.text(), "0/1 solved");
    }
}
