//! Writes the fitted weights as Rust source.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use brudno::eval::Term;

use crate::model::Model;

const PIECES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// Writes `src/eval/weights.rs`.
pub fn write(
    path: &Path,
    model: &Model,
    sources: &[String],
    positions: usize,
    error: f64,
) -> io::Result<()> {
    let mut text = format!(
        "//! The weights of the evaluation, written by `examples/fit_evaluation`; don't edit.\n\
         //!\n\
         //! Fitted to {positions} quiet positions of {};\n\
         //! validation error {error:.6}.\n\
         \n\
         use super::{{Tapered, Term}};\n\
         \n\
         const fn w(middlegame: i32, endgame: i32) -> Tapered {{\n    \
             Tapered::new(middlegame, endgame)\n\
         }}\n\
         \n\
         /// All weights, in the order of [`Term::ALL`].\n\
         #[rustfmt::skip]\n\
         pub static WEIGHTS: [Tapered; Term::WEIGHTS] = [\n",
        sources.join(", "),
    );
    let mut line = |line: String| writeln!(text, "{line}").expect("a String takes all text");
    for &term in Term::ALL {
        line(format!("    // {term:?}: {}", term.description()));
        let weights: Vec<String> = (term.start()..term.start() + term.size())
            .map(|index| model.weight(index))
            .map(|[middlegame, endgame]| format!("w({middlegame}, {endgame}),"))
            .collect();
        for (row, weights) in weights.chunks(8).enumerate() {
            if term == Term::PieceSquare && row % 8 == 0 {
                line(format!("    // {}", PIECES[row / 8]));
            }
            line(format!("    {}", weights.join(" ")));
        }
    }
    text.push_str("];\n");
    std::fs::write(path, text)
}
