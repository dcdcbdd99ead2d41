//! The texts behind the commands that people type by hand.

use std::{fmt::Write as _, thread};

use shakmaty::{Bitboard, Color};

use crate::{chess::Position, display, display::TermStyle, eval::nnue::simd};

/// The board with FEN, key and checkers, drawn as Stockfish does where the reader may be a program.
pub fn draw(position: &Position, last_move: Bitboard, style: Option<TermStyle>) -> String {
    // Programs that read it expect the pieces alone.
    let marked = if style.is_some() { last_move } else { Bitboard::EMPTY };
    let board = display::draw_board(
        position.board(),
        Color::White,
        marked,
        style.unwrap_or(TermStyle::PLAIN),
    );
    let checkers: String = position.checkers().into_iter().map(|sq| format!(" {sq}")).collect();
    let (fen, key) = (position.fen(), position.key());
    let text = format!("{board}\n\nFen: {fen}\nKey: {key:016X}\nCheckers:{checkers}");
    match style {
        Some(_) => format!("{text}\n{} to move", display::side(position.turn())),
        None => text,
    }
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
    fn the_drawing_names_everything() {
        let game = Game::from_fen("4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1", false).unwrap();
        let last_move = Bitboard::from_square(shakmaty::Square::E2);
        let text = draw(game.position(), last_move, None);
        assert!(text.starts_with(" +---+---+---+---+---+---+---+---+\n |   |"), "{text}");
        assert!(text.contains(" | R |   |   |   | K |   |   |   | 1\n"), "{text}");
        assert!(text.contains("\n   a   b   c   d   e   f   g   h\n\nFen: "), "{text}");
        assert!(text.contains("\nFen: 4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1\n"), "{text}");
        assert!(text.contains(&format!("\nKey: {:016X}\n", game.position().key())), "{text}");
        assert!(text.ends_with("\nCheckers: e2"), "{text}");
        let by_hand = draw(game.position(), last_move, Some(TermStyle::PLAIN));
        assert!(by_hand.contains("|[r]|"), "{by_hand}");
        assert!(by_hand.ends_with("\nWhite to move"), "{by_hand}");
    }
}
