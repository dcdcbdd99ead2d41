//! Follows a line until it has come to rest: no capture or promotion is left that a search would
//! play.

use brudno::{
    chess::{
        Game, Position, is_tactical,
        score::{Score, is_mate},
        see::see_ge,
    },
    search::ScoredLine,
};
use shakmaty::{Color, Move, Position as _};

use super::{material::Material, win_percent};

/// Maximum length of a line, plies.
const LONGEST: usize = 13;
/// Maximum number of searches at the end of a line.
const PROBES: usize = 4;
/// Plies of a search at the end of a line in which its captures have to end.
const EXPECTED: usize = 6;
/// Largest difference between the score of a line and that of the position in which it rests,
/// percentage points of the chances to win.
const NEAR: f64 = 12.0;

/// Effort of a search for a claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effort {
    /// At the end of a line.
    Short,
    /// Second opinion on a line.
    Long,
    /// As much as for the evaluation of a position, but without what earlier searches have found, whose
    /// errors it would repeat.
    Independent,
    /// As much once more, with what the independent search has found.
    Continued,
}

/// A search of a position for a claim. `None` if it has no legal move, or the search is
/// interrupted.
pub type Probe<'a> = dyn FnMut(&Game, Effort) -> Option<ScoredLine> + 'a;

/// A line with the positions before each of its moves, and after the last one.
#[derive(Clone, Debug)]
pub struct Line {
    /// Moves.
    pub moves: Vec<Move>,
    /// Positions. The first one is the start.
    pub positions: Vec<Position>,
}

impl Line {
    /// Plays the moves of a line.
    pub fn new(start: &Position, moves: &[Move]) -> Line {
        let mut positions = vec![start.clone()];
        for (index, &m) in moves.iter().enumerate() {
            positions.push(positions[index].play(m));
        }
        Line { moves: moves.to_vec(), positions }
    }

    /// Reads a line in SAN.
    #[cfg(test)]
    pub fn parse(fen: &str, moves: &str) -> Line {
        let start = Game::from_fen(fen, false).unwrap().position().clone();
        let mut line = Line::new(&start, &[]);
        for text in moves.split(' ') {
            line.push(line.end().parse_move(text).unwrap());
        }
        line
    }

    fn push(&mut self, m: Move) {
        self.positions.push(self.end().play(m));
        self.moves.push(m);
    }

    /// Returns the plies before which neither of the next two moves is a capture or a promotion, and
    /// no side is in check.
    pub fn quiet_plies(&self) -> impl DoubleEndedIterator<Item = usize> {
        (0..=self.moves.len())
            .filter(|&ply| is_quiet(&self.positions[ply], self.moves[ply..].iter().copied()))
    }

    /// Returns the quiet plies after the first move and before the last one. What the end of a line
    /// has gained may be lost with the next move.
    pub fn inner_quiet_plies(&self) -> impl DoubleEndedIterator<Item = usize> {
        let last = self.moves.len();
        self.quiet_plies().filter(move |&ply| 0 < ply && ply < last)
    }

    /// Returns what the side that begins the line has gained at the last inner quiet ply. `None` if
    /// the line does not come to rest.
    pub fn settled_gain(&self) -> Option<Material> {
        let ply = self.inner_quiet_plies().next_back()?;
        Some(Material::gained(self.start(), &self.positions[ply], self.side()))
    }

    /// Returns the first position.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Returns the last position.
    pub fn end(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// Returns the side that begins the line.
    pub fn side(&self) -> Color {
        self.start().turn()
    }

    /// Returns what the side that begins the line gains.
    pub fn gain(&self) -> Material {
        Material::gained(self.start(), self.end(), self.side())
    }
}

/// A line, and where on it the material is at rest and differs from that at its start.
#[derive(Clone, Debug)]
pub struct Settled {
    line: Line,
    /// Plies before the rests.
    rests: Vec<usize>,
}

impl Settled {
    /// Returns the lines up to each rest, the shortest first, and what a side has gained there
    /// compared with another position.
    pub fn gains(&self, reference: &Position, side: Color) -> Vec<(Line, Material)> {
        let gained = |&plies: &usize| {
            let line = Line {
                moves: self.line.moves[..plies].to_vec(),
                positions: self.line.positions[..=plies].to_vec(),
            };
            let gain = Material::gained(reference, line.end(), side);
            (line, gain)
        };
        self.rests.iter().map(gained).collect()
    }
}

/// Follows the best line of a position, and finds where it rests with other material than
/// `reference` has. A short search of each such position has to expect no change of the material,
/// and about the same score.
pub fn settle(
    game: &Game,
    best: &ScoredLine,
    reference: &Position,
    probe: &mut Probe<'_>,
) -> Settled {
    let start = game.position();
    let mut game = game.clone();
    let mut rest: Vec<Move> = best.pv.clone();
    rest.reverse();
    let mut settled = Settled { line: Line::new(start, &[]), rests: Vec::new() };
    let mut probes = 0;
    let mut known = Material::default();
    while settled.line.moves.len() < LONGEST {
        let position = game.position();
        let is_quiet = is_quiet(position, rest.iter().rev().copied());
        let gain = Material::gained(reference, position, start.turn());
        let is_after_exchange = !position.is_check() && ends_exchange(&settled.line, rest.last());
        if rest.is_empty() || (is_quiet || is_after_exchange) && gain != known {
            if probes == PROBES {
                break;
            }
            probes += 1;
            let Some(found) = probe(&game, Effort::Short) else { break };
            let expected = Line::new(position, &found.pv[..found.pv.len().min(EXPECTED)]);
            let mut quiet = expected
                .quiet_plies()
                .map(|ply| Material::gained(reference, &expected.positions[ply], start.turn()));
            // A series of captures that wins nothing is no tension.
            let keeps = quiet.next() == Some(gain);
            let score = if position.turn() == start.turn() { found.score } else { -found.score };
            let is_near = is_near(score, best.score);
            if (is_quiet || is_after_exchange) && keeps && is_near {
                known = gain;
                settled.rests.push(settled.line.moves.len());
            }
            if is_quiet && !keeps || rest.is_empty() {
                if !is_near {
                    break;
                }
                rest = found.pv;
                rest.reverse();
            }
        }
        let Some(m) = rest.pop() else { break };
        game.play(m);
        settled.line.push(m);
    }
    settled
}

/// Returns true if neither of the next two moves is a capture or a promotion, and no side is in
/// check.
fn is_quiet(position: &Position, upcoming: impl Iterator<Item = Move>) -> bool {
    !position.is_check() && !upcoming.take(2).any(is_violent)
}

/// Returns true if a line consists of captures on one square, and the next move is another one.
fn ends_exchange(line: &Line, next: Option<&Move>) -> bool {
    let Some(first) = line.moves.first() else { return false };
    let goes_on = next.is_some_and(|m| m.is_capture() && m.to() == first.to());
    captures_in_a_row(&line.moves) == line.moves.len() && !goes_on
}

/// Returns the number of captures on one square that moves begin with.
pub fn captures_in_a_row(moves: &[Move]) -> usize {
    let Some(first) = moves.first() else { return 0 };
    moves.iter().take_while(|m| m.is_capture() && m.to() == first.to()).count()
}

/// Returns true if two scores mean about the same.
fn is_near(a: Score, b: Score) -> bool {
    (win_percent(a) - win_percent(b)).abs() <= NEAR && is_mate(a) == is_mate(b)
}

/// Returns true for a capture or a promotion.
pub fn is_violent(m: Move) -> bool {
    is_tactical(m) || m.is_promotion()
}

/// Returns true if neither side can win material by a capture or a promotion at once, judged by
/// exchanges, and no side is in check.
pub fn is_at_rest(position: &Position) -> bool {
    let wins = |position: &Position| {
        position.chess().legal_moves().into_iter().any(|m| {
            m.is_promotion() || m.is_capture() && see_ge(position, position.search_move(m), 1)
        })
    };
    !wins(position) && position.play_null().is_some_and(|passed| !wins(&passed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_counted_where_it_has_come_to_rest() {
        let fen = "1r1qr3/p1p3kp/5n2/6B1/2P5/Q5P1/P1P1P2P/R3KR2 w Q - 0 24";
        for (moves, points) in [
            ("Bxf6+ Qxf6 Rxf6 Kxf6 O-O-O Kg7", Some(4)),
            // It ends in the middle of the exchange.
            ("Bxf6+ Qxf6 Rxf6", None),
            ("Rxf6 Qxf6 Bxf6+ Kxf6", None),
        ] {
            let gain = Line::parse(fen, moves).settled_gain();
            assert_eq!(gain.map(|gain| gain.points()), points, "{moves}");
        }
        // An underpromotion is no rest either.
        let line = Line::parse("8/1P3k2/8/8/8/8/5K2/8 w - - 0 1", "Ke3 Ke6 b8=N");
        assert_eq!(line.settled_gain(), None);
    }
}
