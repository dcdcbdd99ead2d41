//! The tunable parameters as options, in a build with the feature `tune`.

use brudno::params;

use crate::support::conversation::Engine;

fn bench(engine: &mut Engine) -> String {
    engine.send("bench 16 1 6");
    let lines = engine.read_until(|line| line.ends_with(" nps"));
    let (nodes, _) = lines.last().and_then(|line| line.split_once(" nodes ")).unwrap();
    nodes.to_owned()
}

#[test]
fn every_number_is_an_option() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.read_until(|line| line == "uciok");
    for param in params::all() {
        let (name, default, range) = (param.name, param.default, &param.range);
        let (min, max) = (range.start(), range.end());
        let line = format!("option name {name} type spin default {default} min {min} max {max}");
        assert!(lines.contains(&line), "{line}");
    }
}

#[test]
fn an_option_changes_the_search_until_it_is_set_back() {
    let default = |name| {
        let param = params::all().find(|param| param.name == name);
        param.unwrap().default.to_string()
    };
    let mut engine = Engine::start();
    let untuned = bench(&mut engine);
    engine.set_option("Reduction_History", "900");
    assert_ne!(bench(&mut engine), untuned);
    engine.set_option("reduction_history", &default("reduction_history"));
    assert_eq!(bench(&mut engine), untuned);
    // A value out of range is refused.
    engine.set_option("reduction_history", "99");
    engine.set_option("reduction_history", "many");
    assert_eq!(bench(&mut engine), untuned);
}
