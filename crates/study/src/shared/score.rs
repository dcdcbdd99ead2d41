//! Formats internal scores as text.

use brudno::{chess::score::Score, terminal::display::mate};

/// Formats a score with its sign, or moves to mate: `+35`, `#-3`.
pub fn text(score: Score) -> String {
    match mate(score) {
        Some(text) => text,
        None if score == 0 => "0".to_owned(),
        None => format!("{score:+}"),
    }
}

#[cfg(test)]
mod tests {
    use brudno::chess::score::{mate_in, mated_in};

    use super::*;

    #[test]
    fn scores_have_a_sign() {
        assert_eq!([0, 35, -7].map(text), ["0", "+35", "-7"]);
        // The last score is from the other side's point of view.
        let mates = [mate_in(1), mate_in(5), mated_in(4), -mate_in(1)].map(text);
        assert_eq!(mates, ["#1", "#3", "#-2", "#-1"]);
    }
}
