//! Explains illegal moves of pawns.

use shakmaty::{Position as _, Rank, Square, attacks};

use super::{Attempt, names::piece};

impl Attempt<'_> {
    /// Returns true if a pawn moves to a square by the rules, apart from checks.
    pub(super) fn pawn_reaches(&self, from: Square, to: Square) -> bool {
        let (board, us) = (self.position.board(), self.position.turn());
        if from.file() != to.file() {
            let is_en_passant = self.position.chess().maybe_ep_square() == Some(to);
            return attacks::pawn_attacks(us, from).contains(to)
                && (is_en_passant || board.by_color(!us).contains(to));
        }
        let path = attacks::between(from, to).with(to) & board.occupied();
        match self.steps(from, to) {
            1 => path.is_empty(),
            2 => path.is_empty() && from.rank() == us.relative_rank(Rank::Second),
            _ => false,
        }
    }

    /// Returns the number of ranks from one square forward to another.
    fn steps(&self, from: Square, to: Square) -> i32 {
        let ranks = i32::from(to.rank()) - i32::from(from.rank());
        self.position.turn().fold_wb(ranks, -ranks)
    }

    /// Explains a move to a square that no pawn reaches.
    pub(super) fn pawn_does_not_reach(&self, to: Square) -> String {
        let pawns = || self.wanted.from.into_iter();
        // The pawn that is closest to the square, forwards.
        let nearest = pawns()
            .filter(|&from| self.steps(from, to) > 0)
            .min_by_key(|&from| (self.steps(from, to), from.distance(to)));
        let Some(from) = nearest else {
            return match pawns().all(|from| self.steps(from, to) == 0) {
                true => format!("no pawn can reach {to}"),
                false => "a pawn does not move backwards".to_owned(),
            };
        };
        if from.file() == to.file() { self.blocked(from, to) } else { self.no_capture(from, to) }
    }

    /// Explains a move of a pawn along its file.
    fn blocked(&self, from: Square, to: Square) -> String {
        let (position, steps) = (self.position, self.steps(from, to));
        let occupied = position.board().occupied();
        let blocker = (attacks::between(from, to) & occupied).first();
        let is_home = from.rank() == position.turn().relative_rank(Rank::Second);
        match blocker {
            Some(blocker) if steps == 2 && is_home => {
                format!("{} is in the way", piece(position, blocker))
            }
            None if occupied.contains(to) && (steps == 1 || steps == 2 && is_home) => {
                format!("{} is in the way, and a pawn captures diagonally", piece(position, to))
            }
            _ if steps == 2 => "a pawn moves two squares only from where it started".to_owned(),
            _ => format!("no pawn can reach {to}"),
        }
    }

    /// Explains a capture by a pawn.
    fn no_capture(&self, from: Square, to: Square) -> String {
        let (position, us) = (self.position, self.position.turn());
        if !attacks::pawn_attacks(us, from).contains(to) {
            let verb = if self.wanted.captures { "capture on" } else { "reach" };
            return format!("no pawn can {verb} {to}");
        }
        let beside = Square::from_coords(to.file(), from.rank());
        let is_beside =
            position.board().pawns().contains(beside) && position.them().contains(beside);
        if to.rank() == us.relative_rank(Rank::Sixth) && is_beside {
            return format!(
                "{} can be taken en passant only right after its double step",
                piece(position, beside)
            );
        }
        format!("there is nothing to capture on {to}")
    }

    /// Explains a capture on a file, such as `exd`, that no pawn can make.
    pub(super) fn no_pawn_captures(&self) -> String {
        let file = self.wanted.to.first().map_or('?', |square| square.file().char());
        format!("no pawn can capture on the {file}-file")
    }
}
