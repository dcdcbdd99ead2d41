//! Fits the weights of the evaluation to scored games and writes `src/eval/weights.rs`.
//!
//! `cargo run --release --example fit_evaluation -- GAMES.vf...`
//!
//! The games are in viriformat, their scores in Stockfish's internal units (361 is +1.00).

mod model;
mod samples;
mod write;

use std::error::Error;
use std::path::Path;

use brudno::eval::Term;
use model::{Model, fit};
use samples::Samples;

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        return Err("usage: fit_evaluation GAMES.vf...".into());
    }
    let (mut training, mut validation) = (Samples::default(), Samples::default());
    let mut sources = Vec::new();
    for file in &files {
        let games = samples::read(file, &mut training, &mut validation)
            .map_err(|error| format!("{file}: {error}"))?;
        let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
        sources.push(format!("{games} games of {name}"));
    }
    println!("{} positions to train on, {} to validate", training.len(), validation.len());
    println!("constant: validation error {:.6}", Model::material().error(&validation));
    println!("weights in use: {:.6}", Model::in_use().error(&validation));
    for (name, mut model, epochs) in [
        ("material", Model::material(), 12),
        ("piece-square tables", Model::piece_squares(), 20),
        ("everything", Model::in_use(), 24),
    ] {
        println!("\n{name}");
        fit(&mut model, &training, &validation, epochs);
        if name == "everything" {
            model.center(&training);
            model.round();
            println!("rounded to integers: {:.6}", model.error(&validation));
            let seen = training.seen();
            for term in Term::ALL {
                let range = term.start()..term.start() + term.size();
                let rare = range.filter(|&index| seen[index] < 300).count();
                println!("{term:?}: {rare} of {} weights seen less than 300 times", term.size());
            }
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/eval/weights.rs");
            write::write(&path, &model, &sources, training.len(), model.error(&validation))?;
        }
    }
    Ok(())
}
