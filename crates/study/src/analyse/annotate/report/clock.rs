//! Reads the clocks of a game: `[%clk 0:09:58]` in the comment on a move is the time left after it.

use brudno_notation::pgn::PgnGame;

use crate::shared::clock_tags::seconds_left;

/// Bounds between the groups of moves by time left, seconds, in descending order.
const BOUNDS: [u32; 4] = [600, 180, 60, 20];
/// Number of groups.
pub const GROUPS: usize = BOUNDS.len() + 1;

/// Returns the group of a move from the seconds that were left before it. Group 0 has the most
/// time.
pub fn group(seconds: f64) -> usize {
    BOUNDS.iter().take_while(|&&bound| seconds < f64::from(bound)).count()
}

/// Returns the lower and the upper bound of a group, seconds. The first group has no upper bound.
pub fn seconds(group: usize) -> (u32, Option<u32>) {
    let start = BOUNDS.get(group).copied().unwrap_or(0);
    (start, group.checked_sub(1).map(|longer| BOUNDS[longer]))
}

/// Returns the seconds that were left before each move of the main line. They are the clock after
/// the previous move of the same side.
pub fn before_moves(game: &PgnGame) -> Vec<Option<f64>> {
    let after = |ply: usize| game.main.moves[ply].comments().find_map(seconds_left);
    let plies = 0..game.main.moves.len();
    plies.map(|ply| ply.checked_sub(2).and_then(after)).collect()
}

#[cfg(test)]
mod tests {
    use brudno_notation::pgn::games;

    use super::*;

    #[test]
    fn a_move_begins_with_what_its_side_had_left() {
        let text =
            "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. d4 {x} exd4 {[%clk 0:00:07]} 3. c3 *";
        let game = games(text).next().unwrap().unwrap();
        let times = before_moves(&game);
        assert_eq!(times, [None, None, Some(300.0), Some(298.0), None]);
    }

    #[test]
    fn groups_have_bounds() {
        let groups = [1e6, 600.0, 599.9, 180.0, 60.0, 59.0, 20.0, 19.9, 0.0].map(group);
        assert_eq!(groups, [0, 0, 1, 1, 2, 3, 3, 4, 4]);
        assert_eq!(seconds(0), (600, None));
        assert_eq!(seconds(4), (0, Some(20)));
    }
}
