//! Explains a bad move in words, based only on the lines of both searches.

use brudno::{
    chess::{Ending, Game, Position, is_tactical, score::moves_to_mate},
    eval::wdl::centipawns,
    notation::san,
    search::ScoredLine,
    terminal::display::{self, TermStyle},
};
use shakmaty::{Color, Move, Role};

/// Minimum centipawn loss per pawn of material for an explanation by material.
const LEAST_LOSS: i32 = 40;
/// Maximum centipawn loss per pawn of material for an explanation by material.
const WORTH_OF_A_PAWN: i32 = 250;

/// Explains why a move is worse than the best one, from the best lines before and after it. Starts
/// in lower case, without a full stop.
pub fn what_is_wrong(
    position: &Position,
    before: &ScoredLine,
    next: &Game,
    after: &ScoredLine,
) -> String {
    let Some(&best) = before.pv.first() else { return String::new() };
    let best_san = san(position, best);
    let was_best = format!("{best_san} was best");
    let reply = after.pv.first().map(|&reply| san(next.position(), reply));
    if let Some(moves @ 1..) = moves_to_mate(before.score) {
        return match moves {
            1 => format!("misses mate with {best_san}"),
            _ => format!("misses mate in {moves}, beginning with {best_san}"),
        };
    }
    if let (Some(moves @ 1..), Some(reply)) = (moves_to_mate(after.score), &reply) {
        return match moves {
            1 => format!("allows mate with {reply}; {was_best}"),
            _ => format!("allows mate in {moves}, beginning with {reply}; {was_best}"),
        };
    }
    if next.ending() == Some(Ending::Stalemate) {
        return format!("stalemate; {was_best}");
    }
    if let Some(words) = material(position, before, next.position(), after) {
        return words;
    }
    let white = |line: &ScoredLine, turn: Color| {
        display::score(line.score, turn, line.bound, TermStyle::PLAIN)
    };
    let mover = position.turn();
    format!("from {} to {}; {was_best}", white(before, mover), white(after, !mover))
}

/// Explains a loss of material, or a missed win of material, if both lines reach a quiet position
/// and nothing else explains the difference.
fn material(
    position: &Position,
    before: &ScoredLine,
    next: &Position,
    after: &ScoredLine,
) -> Option<String> {
    let start = balance(position, position.turn());
    let played = net(start, position.turn(), next, &after.pv)?;
    let best = net(start, position.turn(), position, &before.pv)?;
    let (&best_move, &reply) = (before.pv.first()?, after.pv.first()?);
    let lost = centipawns(before.score) + centipawns(after.score);
    let explains = |points: i32| explains(lost, points);
    let best_san = san(position, best_move);
    if worth(&played) < 0 && worth(&best) >= 0 && explains(-worth(&played)) {
        let (what, piece) = named(played.map(|count| -count))?;
        let reply_san = san(next, reply);
        // The capture of the piece itself, or a move that leads to it.
        let word = if piece.is_some() && reply.capture() == piece { "to" } else { "after" };
        return Some(format!("loses {what} {word} {reply_san}; {best_san} was best"));
    }
    if worth(&played) == 0 && worth(&best) > 0 && explains(worth(&best)) {
        let (what, _) = named(best)?;
        return Some(format!("misses a chance to win {what} with {best_san}"));
    }
    None
}

/// Returns the material that a line wins for the side to move, such as `a knight`, if it ends in a
/// quiet position and the material explains a gain of this many centipawns. `None` if the side
/// promotes.
pub fn won(position: &Position, line: &[Move], gain: i32) -> Option<String> {
    if line.iter().step_by(2).any(|m| m.is_promotion()) {
        return None;
    }
    let mover = position.turn();
    let net = net(balance(position, mover), mover, position, line)?;
    let points = worth(&net);
    let (what, _) = named(net).filter(|_| points > 0 && explains(gain, points))?;
    Some(what)
}

/// Returns true if material worth this many points explains a change of the score, centipawns.
const fn explains(change: i32, points: i32) -> bool {
    change >= LEAST_LOSS * points && (points > 1 || change <= WORTH_OF_A_PAWN)
}

/// Returns the change of a side's balance from `start` to the quiet position that a line reaches.
fn net(start: [i32; 5], side: Color, from: &Position, line: &[Move]) -> Option<[i32; 5]> {
    let end = balance(&at_rest(from, line)?, side);
    Some(std::array::from_fn(|role| end[role] - start[role]))
}

/// Piece values, pawns.
const VALUES: [(Role, i32); 5] =
    [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];

/// Number of extra pieces of a side, per role.
fn balance(position: &Position, side: Color) -> [i32; 5] {
    let count = |color: Color, role: Role| position.board().by_piece(role.of(color)).count() as i32;
    VALUES.map(|(role, _)| count(side, role) - count(!side, role))
}

fn worth(net: &[i32; 5]) -> i32 {
    net.iter().zip(VALUES).map(|(count, (_, value))| count * value).sum()
}

/// Returns the first position of a line that is quiet: no capture or promotion in the next two
/// plies, and no check. `None` if the line ends before.
fn at_rest(position: &Position, line: &[Move]) -> Option<Position> {
    let mut position = position.clone();
    for (ply, &m) in line.iter().enumerate() {
        let rest = line.get(ply..ply + 2)?;
        let is_quiet = !rest.iter().any(|&m| is_tactical(m)) && !position.is_check();
        if ply > 0 && is_quiet {
            return Some(position);
        }
        position = position.play(m);
    }
    None
}

/// Describes a material difference, and returns the piece that it is about. `None` if the exchange
/// is too mixed for a short description.
fn named(net: [i32; 5]) -> Option<(String, Option<Role>)> {
    let [pawns, pieces @ ..] = net;
    let (name, role) = match pieces {
        [0, 0, 0, 0] => {
            return match pawns {
                1 => Some(("a pawn".to_owned(), Some(Role::Pawn))),
                2 => Some(("two pawns".to_owned(), None)),
                _ => None,
            };
        }
        [1, 0, 0, 0] => ("a knight", Some(Role::Knight)),
        [0, 1, 0, 0] => ("a bishop", Some(Role::Bishop)),
        [0, 0, 1, 0] => ("a rook", Some(Role::Rook)),
        [0, 0, 0, 1] => ("the queen", Some(Role::Queen)),
        [-1, 0, 1, 0] | [0, -1, 1, 0] => ("the exchange", None),
        [-1, 0, 0, 1] => ("the queen for a knight", None),
        [0, -1, 0, 1] => ("the queen for a bishop", None),
        [0, 0, -1, 1] => ("the queen for a rook", None),
        _ => return None,
    };
    let in_return = match pawns {
        0 => "",
        1 => " and a pawn",
        -1 if role.is_some() => " for a pawn",
        -2 if role.is_some() => " for two pawns",
        _ => return None,
    };
    Some((format!("{name}{in_return}"), role))
}

#[cfg(test)]
mod tests {
    use brudno::{
        chess::score::{Bound, Score, mate_in, mated_in},
        eval::wdl::score_of as score,
    };

    use super::*;

    fn scored(game: &Game, score: Score, line: &str) -> ScoredLine {
        let mut game = game.clone();
        let mut pv = Vec::new();
        for text in line.split_whitespace() {
            let m = game.position().parse_move(text).unwrap();
            pv.push(m);
            game.play(m);
        }
        ScoredLine { depth: 10, seldepth: 10, score, bound: Bound::Exact, is_draw: false, pv }
    }

    /// Returns the sentence for a move, given both lines and the scores of the side to move.
    fn words(fen: &str, m: &str, before: (Score, &str), after: (Score, &str)) -> String {
        let game = Game::from_fen(fen, false).unwrap();
        let m = game.position().parse_move(m).unwrap();
        let mut next = game.clone();
        next.play(m);
        let before = scored(&game, before.0, before.1);
        let after = scored(&next, after.0, after.1);
        what_is_wrong(game.position(), &before, &next, &after)
    }

    #[test]
    fn mates_are_named() {
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
        assert_eq!(
            words(fen, "g4", (score(-50), "e4 Nf6"), (mate_in(1), "Qh4#")),
            "allows mate with Qh4#; e4 was best"
        );
        let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
        assert_eq!(
            words(fen, "h3", (mate_in(1), "Ra8#"), (score(-300), "h6")),
            "misses mate with Ra8#"
        );
        assert_eq!(
            words(fen, "h3", (mate_in(3), "Rb1 h6"), (mated_in(20), "h6")),
            "misses mate in 2, beginning with Rb1"
        );
        let fen = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1";
        assert_eq!(words(fen, "Qg6", (score(2000), "Kf7 Kh7"), (0, "")), "stalemate; Kf7 was best");
    }

    #[test]
    fn differences_of_material_have_names() {
        let name = |net| named(net).map(|(name, _)| name).unwrap_or_default();
        for (net, expected) in [
            ([1, 0, 0, 0, 0], "a pawn"),
            ([0, 1, 0, 0, 0], "a knight"),
            ([-1, 0, 1, 0, 0], "a bishop for a pawn"),
            ([1, 0, 0, 1, 0], "a rook and a pawn"),
            ([0, 0, -1, 1, 0], "the exchange"),
            ([-1, 0, 0, 0, 1], "the queen for a pawn"),
            ([0, 1, 1, -1, 0], ""),
            ([-3, 0, 0, 0, 1], ""),
        ] {
            assert_eq!(name(net), expected, "{net:?}");
        }
    }

    #[test]
    fn material_is_named_where_the_lines_show_it() {
        let fen = "3rk3/5ppp/8/8/8/8/3R1PPP/6K1 w - - 0 1";
        // The rook hangs after a quiet move; the best move exchanges it.
        let best = (score(0), "Rxd8 Kxd8 Kf1 Ke7 Ke2 Ke6");
        assert_eq!(
            words(fen, "h3", best, (score(600), "Rxd2 g3 h6 Kf1 g6")),
            "loses a rook to Rxd2; Rxd8+ was best"
        );
        // A line that ends before a quiet position explains nothing.
        assert_eq!(
            words(fen, "h3", best, (score(600), "Rxd2 g3")),
            "from +0.00 to -6.00; Rxd8+ was best"
        );
        // The material does not explain the score.
        assert_eq!(
            words(fen, "h3", best, (score(60), "Rxd2 g3 h6 Kf1 g6")),
            "from +0.00 to -0.60; Rxd8+ was best"
        );
        let fen = "4k3/pp6/8/3n4/8/8/PP2B3/4K2R w K - 0 1";
        assert_eq!(
            words(
                fen,
                "a3",
                (score(900), "Rh8 Kd7 Bb5 Kc7 Rh5 Ne3 Rh3 Nd5 Rh7"),
                (score(-300), "a6 b3 b6")
            ),
            "from +9.00 to +3.00; Rh8+ was best"
        );
        let fen = "4k3/pp6/8/3n4/8/8/PP2B3/3RK3 w - - 0 1";
        assert_eq!(
            words(fen, "a3", (score(900), "Rxd5 a6 b3 b6"), (score(-300), "Nc7 b3 b6")),
            "misses a chance to win a knight with Rxd5"
        );
    }
}
