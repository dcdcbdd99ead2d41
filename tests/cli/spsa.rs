//! `brudno spsa`.

use crate::support::command::run;

/// The declarations of the parameters, in the order of the output.
const SOURCES: [&str; 3] = [
    include_str!("../../src/params/search.rs"),
    include_str!("../../src/params/histories.rs"),
    include_str!("../../src/params/time.rs"),
];

/// Parses a declaration, `name = DEFAULT in MIN..=MAX;`.
fn declared(line: &str) -> Option<(&str, [i32; 3])> {
    let (name, rest) = line.trim().strip_suffix(';')?.split_once(" = ")?;
    let (default, range) = rest.split_once(" in ")?;
    let (min, max) = range.split_once("..=")?;
    Some((name, [default, min, max].map(|number| number.parse().expect("a number"))))
}

#[test]
fn spsa_lists_every_tuned_number() {
    let output = String::from_utf8(run(&["spsa"]).stdout).unwrap();
    assert!(!output.ends_with('\n'), "OpenBench takes no empty line at the end");
    let lines: Vec<&str> = output.lines().collect();
    let declared: Vec<_> = SOURCES.into_iter().flat_map(str::lines).filter_map(declared).collect();
    assert!(declared.len() > 100, "{declared:?}");
    assert_eq!(lines.len(), declared.len());
    for (line, (name, [default, min, max])) in lines.into_iter().zip(declared) {
        // OpenBench: name, type, default, minimum, maximum, last step, last learning rate.
        let fields: Vec<&str> = line.split(", ").collect();
        let expected = [default, min, max].map(|number| number.to_string());
        let [first, "int", rest @ .., step, "0.002"] = &fields[..] else {
            panic!("malformed: {line}");
        };
        assert_eq!((*first, rest), (name, &expected.each_ref().map(String::as_str)[..]));
        let step: f64 = step.parse().expect("a step");
        let expected = (f64::from(max - min) / 20.0).max(0.5);
        assert!((step - expected).abs() < 1e-9, "{line}");
    }
    let forced = "time_forced, int, 10, 1, 100, 4.95, 0.002";
    assert!(output.lines().any(|line| line == forced), "{output}");
}
