//! `brudno solve`.

use crate::support::{
    command::{converse, run},
    files::TempFile,
};

/// Two positions to be solved, and one that has the wrong solution.
const MIXED: &str = "# Three positions.\n\
                     7k/8/8/8/8/8/R7/1R4K1 w - - bm Ra7 Rb7; dm 2; id \"ladder\";\n\
                     7k/8/6K1/8/8/8/8/R7 w - - am Kf6; id \"avoid\";\n\
                     7k/8/6K1/8/8/8/8/R7 w - - bm Kh5; id \"unsolvable\";\n";

#[test]
fn a_suite_is_solved() {
    let suite = TempFile::new("mixed.epd", MIXED);
    for limit in [["--nodes", "20000"], ["--depth", "16"], ["--nodes", "20001"]] {
        let mut arguments = vec!["solve", suite.path()];
        arguments.extend(limit);
        if limit[1] == "20001" {
            arguments.extend(["--threads", "2"]);
        }
        let output = run(&arguments);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("unsolvable"), "misses are named: {output:?}");
        assert!(!text.contains("ladder") && !text.contains("avoid"), "{output:?}");
        assert!(text.lines().last().is_some_and(|line| line.contains("2/3")), "{output:?}");
    }
}

/// How far a search gets within a time depends on the machine, so only the miss is certain.
#[test]
fn a_suite_is_searched_by_time() {
    let suite = TempFile::new("mixed.epd", MIXED);
    let output = run(&["solve", suite.path(), "--time", "0.5"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("unsolvable"), "misses are named: {output:?}");
    assert!(text.lines().last().is_some_and(|line| line.contains("/3")), "{output:?}");
}

#[test]
fn solutions_are_told_to_programs() {
    let suite = "7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#; id \"mates.001\";\n\
                 7k/8/6K1/8/8/8/8/R7 w - - bm Kh5; id \"mates.002\";\n\
                 7k/8/6K1/8/8/8/8/R7 w - - am Kf6; id \"other.1\";\n";
    let output = converse(&["solve", "-", "--nodes", "2000", "--json"], suite);
    let values: Vec<serde_json::Value> = output.lines().map(|l| l.parse().expect(l)).collect();
    let [first, second, _, total] = &values[..] else { panic!("{output}") };
    assert_eq!(first["played"], "Ra8#");
    assert_eq!(first["played_uci"], "a1a8");
    assert_eq!(first["best_moves"][0], "Ra8#");
    assert!(first["solution"]["nodes"].is_u64() && first["solution"]["seconds"].is_f64());
    assert_eq!(second["solved"], false);
    assert!(second["solution"].is_null());
    assert_eq!((&total["solved"], &total["positions"]), (&2.into(), &3.into()));
    assert_eq!(total["themes"]["mates"]["solved"], 1);

    let text = converse(&["solve", "-", "--nodes", "2000", "--all"], suite);
    assert!(text.contains("solved: mates.001: expected Ra8#; played Ra8# "), "{text}");
    assert!(text.contains("miss: mates.002: expected Kh5; played Ra8#"), "{text}");
    assert!(text.contains("\nmates  1/2\n") && !text.contains("\nother"), "{text}");
}

#[test]
fn a_fault_costs_one_operation_and_what_has_no_goal_is_counted() {
    let suite = TempFile::new(
        "faults.epd",
        "7k/8/6K1/8/8/8/8/R7 w - - bm Kf9; dm 1; id \"a.1\";\n\
         7k/8/6K1/8/8/8/8/R7 w - - id \"a.2\";\n7k/8/6K1/8/8/8/8/R7 w - -\n\
         7k/8/6K1/8/8/8/8/R7 w - - bm #1;\n",
    );
    let output = run(&["solve", suite.path(), "--nodes", "2000"]);
    let [said, errors] =
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    assert!(said.ends_with("2/2 solved\n"), "{said}");
    for part in ["line 1: bm: no legal move: \"Kf9\"; ignored", "2 positions have nothing to solve"]
    {
        assert!(errors.contains(part), "{errors}");
    }
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_suite_that_cannot_be_read_is_an_error() {
    let suite = TempFile::new("bad.epd", "7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#;\nnot a position\n");
    for (path, named) in [("no such file.epd", "no such file.epd"), (suite.path(), "line 2")] {
        let output = run(&["solve", path, "--nodes", "100"]);
        assert!(!output.status.success(), "{path}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(named), "{path}: {errors}");
    }
}
