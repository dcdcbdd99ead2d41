//! `brudno spsa`.

use brudno::params;

use crate::support::command::run;

#[test]
fn spsa_lists_every_tuned_number() {
    let expected: Vec<String> = params::all().map(|param| param.spsa()).collect();
    // OpenBench takes no empty line at the end.
    assert_eq!(String::from_utf8(run(&["spsa"]).stdout).unwrap(), expected.join("\n"));
    for line in expected {
        let fields: Vec<&str> = line.split(", ").collect();
        let [_, "int", numbers @ ..] = &fields[..] else { panic!("malformed: {line}") };
        let numbers: Vec<f64> = numbers.iter().map(|number| number.parse().unwrap()).collect();
        let [default, min, max, step, rate] = numbers[..] else { panic!("malformed: {line}") };
        assert!(
            min <= default && default <= max && min < max && step > 0.0 && rate > 0.0,
            "{line}"
        );
    }
}
