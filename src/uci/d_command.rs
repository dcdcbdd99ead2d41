//! The texts behind the commands that people type by hand.

use std::{fmt::Write as _, thread};

use crate::{chess::Position, eval::nnue::simd};

/// The lines of `d` below the board: FEN, key and checkers, as Stockfish prints them.
pub fn fields(position: &Position) -> String {
    let checkers: String = position.checkers().into_iter().map(|sq| format!(" {sq}")).collect();
    format!("Fen: {}\nKey: {:016X}\nCheckers:{checkers}", position.fen(), position.key())
}

/// How this binary was built, and what the processor offers beyond that.
pub fn compiler() -> String {
    let mut text = format!(
        "Brudno {} compiled with {} for {}\n",
        env!("CARGO_PKG_VERSION"),
        env!("BRUDNO_RUSTC"),
        env!("BRUDNO_TARGET"),
    );
    let build = if cfg!(debug_assertions) { "with" } else { "without" };
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
    writeln!(text, "Built {build} debug assertions").expect("a String takes everything");
    writeln!(text, "Processor: {cores} threads").expect("a String takes everything");
    writeln!(text, "Network arithmetic: {}", simd::Backend::best().name())
        .expect("a String takes everything");
    text + &format!("Features, those compiled in with a star: {}", features().join(" "))
}

#[cfg(target_arch = "x86_64")]
fn features() -> Vec<String> {
    macro_rules! detected {
        ($($name:tt),*) => {
            [$((
                $name,
                std::is_x86_feature_detected!($name),
                cfg!(target_feature = $name),
            )),*]
        };
    }
    detected!("sse4.1", "popcnt", "avx", "avx2", "bmi1", "bmi2", "fma", "avx512f", "avx512vnni")
        .into_iter()
        .filter(|&(_, detected, _)| detected)
        .map(|(name, _, compiled_in)| format!("{name}{}", if compiled_in { "*" } else { "" }))
        .collect()
}

#[cfg(not(target_arch = "x86_64"))]
fn features() -> Vec<String> {
    vec![std::env::consts::ARCH.to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Game;

    #[test]
    fn a_position_has_all_fields() {
        let game = Game::from_fen("4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1", false).unwrap();
        let key = game.position().key();
        let expected =
            format!("Fen: 4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1\nKey: {key:016X}\nCheckers: e2");
        assert_eq!(fields(game.position()), expected);
    }
}
