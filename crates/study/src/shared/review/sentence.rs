//! Turns the reason for a judgement into English.

use brudno::{
    chess::{Position, score::Score, score::moves_to_mate, see::see_ge},
    eval::wdl::centipawns,
    notation::san,
    terminal::display::role_name,
};
use shakmaty::{Color, Move, Position as _, Role, Square, attacks};

use super::{
    material::{Gain, Material},
    reason::{Draw, Fault, Feat, MatePattern, Motif, Reason, Threat, Trade, Unit},
    rest::{Line, is_at_rest},
};

/// Minimum centipawn gain per pawn of material for an explanation by material.
const LEAST_GAIN: i32 = 40;
/// Maximum centipawn gain that a single pawn explains.
const WORTH_OF_A_PAWN: i32 = 250;

/// Explains a judged move: what happens, what was better, and White's scores. Without a full stop.
pub fn words(position: &Position, m: Move, reason: &Reason) -> String {
    let next = position.play(m);
    let mut parts = Vec::new();
    let mut better = None;
    match &reason.fault {
        Some(Fault::Allows { feat, shown }) => parts.push(allowed(m, &next, feat, shown)),
        Some(Fault::Gives { given, reply }) => {
            let name = given.name().unwrap_or_default();
            parts.push(format!("gives {name} after {}", san(&next, *reply)));
        }
        Some(Fault::Draws(draw)) => parts.push(draws(*draw).to_owned()),
        Some(Fault::Misses { feat, shown }) => {
            let (what, how) = missed(position, feat, shown);
            parts.push(what);
            better = how;
        }
        None => {}
    }
    if let Some((best, merit)) = &reason.better {
        let best = san(position, *best);
        parts.push(better.unwrap_or_else(|| match merit {
            Some(Feat::Mate { moves: 1, .. }) => format!("{best} mates"),
            Some(Feat::Mate { pattern: MatePattern::Long, .. }) => format!("{best} mates by force"),
            Some(Feat::Mate { moves, .. }) => format!("{best} mates in {moves}"),
            Some(Feat::Material { gain, is_regained, .. }) => {
                format!("{best} {}", wins(*gain, *is_regained))
            }
            _ => format!("{best} was best"),
        }));
    }
    let [before, after] = reason.scores.map(|score| pawns_or_mate(score, position.turn()));
    format!("{} ({before} to {after})", parts.join("; "))
}

/// Formats White's score in pawns, or as `mate in 3`.
pub fn pawns_or_mate(score: Score, side: Color) -> String {
    match moves_to_mate(score) {
        Some(moves) => format!("mate in {}", moves.abs()),
        None => format!("{:+.2}", f64::from(centipawns(side.fold_wb(score, -score))) / 100.0),
    }
}

const fn draws(draw: Draw) -> &'static str {
    match draw {
        Draw::Stalemate => "stalemate",
        Draw::Repetition => "repeats the position for the third time",
        Draw::Perpetual => "allows perpetual check",
        Draw::Material => "leaves too little material to win",
    }
}

/// Describes what the opponent achieves after the move.
fn allowed(m: Move, next: &Position, feat: &Feat, shown: &[Move]) -> String {
    let line = sans(next, shown);
    let reply = shown.first().map_or_else(String::new, |&reply| san(next, reply));
    match feat {
        Feat::Mate { moves: 1, pattern: MatePattern::BackRank } => {
            format!("allows mate on the back rank with {reply}")
        }
        Feat::Mate { moves: 1, .. } => format!("allows mate with {reply}"),
        Feat::Mate { moves, pattern: MatePattern::BackRank } => {
            format!("allows mate on the back rank in {moves}, beginning with {reply}")
        }
        Feat::Mate { moves, pattern: MatePattern::Net } => {
            format!("allows {reply}, which closes a mating net, with mate in {moves}")
        }
        Feat::Mate { pattern: MatePattern::Long, .. } => {
            format!("allows a forced mate, beginning with {reply}")
        }
        Feat::Mate { moves, .. } => format!("allows mate in {moves}, beginning with {reply}"),
        Feat::Draw(Draw::Stalemate) => format!("lets the opponent reach stalemate after {reply}"),
        Feat::Draw(Draw::Repetition) => format!("allows a draw by repetition after {reply}"),
        Feat::Draw(Draw::Perpetual) => format!("allows perpetual check, beginning with {reply}"),
        Feat::Draw(Draw::Material) => format!("leaves too little material to win after {reply}"),
        Feat::PawnEnding => format!("goes into a lost pawn ending after {reply}"),
        Feat::PassedPawn(pawn) => format!("lets the passed pawn on {} run: {line}", pawn.square),
        Feat::Attack => format!("exposes the king to an attack, beginning with {reply}"),
        Feat::Tempo(unit) => {
            let role = role_name(unit.role);
            format!("lets {reply} gain time by an attack on the {role} on {}", unit.square)
        }
        Feat::Threat(threat) => format!("allows {reply}, which {}", threatens(*threat)),
        Feat::Castling => format!("loses the right to castle after {line}"),
        Feat::Trade(trade) => format!("allows {} after {reply}", trade_name(*trade)),
        Feat::Material { gain, motif, .. } => {
            let name = gain.name();
            match motif {
                Motif::Hanging(unit) => hanging(m, next, *unit, *gain, shown),
                Motif::InBetween => {
                    format!("overlooks the in-between move {reply}, which wins {name}")
                }
                Motif::Promotion(pawn) => {
                    format!("lets the pawn on {} promote: {line}", pawn.square)
                }
                Motif::Recapture(_) | Motif::Force => format!("loses {name} after {reply}"),
                motif => tactic(next, motif, *gain, false, shown),
            }
        }
    }
}

/// Names a trade.
fn trade_name(Trade { own, other }: Trade) -> String {
    let [own_name, other_name] = [own, other].map(role_name);
    if own == other {
        format!("the trade of {own_name}s")
    } else {
        format!("the trade of a {own_name} for a {other_name}")
    }
}

/// Describes the loss of a piece that can be taken.
fn hanging(m: Move, next: &Position, unit: Unit, gain: Gain, shown: &[Move]) -> String {
    let takes = captures(next, unit.square, shown);
    let role = role_name(unit.role);
    let (square, side) = (unit.square, next.turn());
    let is_whole = gain.material == Material::one(unit.role);
    let is_defended = next.board().attacks_to(square, !side, next.board().occupied()).any();
    if !is_whole {
        return format!("loses {}: {takes}", gain.name());
    }
    if m.to() == square {
        format!("loses the {role}: {takes}")
    } else if is_defended {
        format!("loses the {role} on {square}: {takes}")
    } else {
        format!("leaves the {role} on {square} hanging: {takes}")
    }
}

/// Names the captures on a square that win material: `gxh6 or Nxh6`. The first is that of the line.
fn captures(position: &Position, square: Square, shown: &[Move]) -> String {
    let Some(&first) = shown.first() else { return String::new() };
    let others = position.chess().legal_moves().into_iter().filter(|&m| {
        m.is_capture()
            && m.to() == square
            && m != first
            && see_ge(position, position.search_move(m), 1)
    });
    let mut names: Vec<String> = std::iter::once(first)
        .chain(others)
        .filter(|m| !m.is_promotion() || *m == first)
        .map(|m| san(position, m))
        .collect();
    if names.len() > 2 {
        names.truncate(1);
    }
    names.join(" or ")
}

/// Describes what the player missed, and the way to it, if it has more to tell than the best move.
fn missed(position: &Position, feat: &Feat, shown: &[Move]) -> (String, Option<String>) {
    match feat {
        Feat::Mate { moves: 1, .. } => ("misses mate".to_owned(), None),
        Feat::Mate { moves, pattern: MatePattern::Net } => {
            let how = format!("{} closes it", sans(position, shown));
            (format!("misses a mating net, with mate in {moves}"), Some(how))
        }
        Feat::Mate { pattern: MatePattern::Long, .. } => ("misses a forced mate".to_owned(), None),
        Feat::Mate { moves, .. } => (format!("misses mate in {moves}"), None),
        Feat::Draw(Draw::Stalemate) => ("misses a draw by stalemate".to_owned(), None),
        Feat::Draw(Draw::Repetition) => ("misses a draw by repetition".to_owned(), None),
        Feat::Draw(Draw::Perpetual) => ("misses perpetual check".to_owned(), None),
        Feat::Draw(Draw::Material) => ("misses a draw".to_owned(), None),
        Feat::PawnEnding => ("misses a won pawn ending".to_owned(), None),
        Feat::PassedPawn(pawn) => {
            (format!("misses the run of the passed pawn on {}", pawn.square), None)
        }
        Feat::Attack => ("misses an attack on the king".to_owned(), None),
        Feat::Tempo(unit) => {
            let what = format!("misses the attack on the {}", role_name(unit.role));
            (what, Some(format!("{} gains time", sans(position, shown))))
        }
        Feat::Threat(threat) => {
            let how = format!("{} {}", sans(position, shown), threatens(*threat));
            ("misses a threat".to_owned(), Some(how))
        }
        Feat::Castling => ("misses a chance to keep the king from castling".to_owned(), None),
        Feat::Trade(trade) => (format!("misses {}", trade_name(*trade)), None),
        Feat::Material { gain, motif, is_regained } => {
            let name = gain.name();
            let how = || Some(tactic(position, motif, *gain, *is_regained, shown));
            match motif {
                Motif::Recapture(unit) => (format!("does not take back on {}", unit.square), None),
                Motif::Hanging(unit) => {
                    let first = sans(position, shown);
                    let what = format!("misses the {} on {}", role_name(unit.role), unit.square);
                    (what, Some(format!("{first} {}", wins(*gain, *is_regained))))
                }
                Motif::Promotion(pawn) => {
                    (format!("misses the promotion of the pawn on {}", pawn.square), None)
                }
                Motif::Fork(_) => ("misses a fork".to_owned(), how()),
                Motif::Pin { .. } | Motif::PinnedDefender { .. } => {
                    ("misses a pin".to_owned(), how())
                }
                Motif::Skewer { .. } => ("misses a skewer".to_owned(), how()),
                Motif::DoubleCheck => ("misses a double check".to_owned(), how()),
                Motif::Discovery { target, .. } if target.role == Role::King => {
                    ("misses a discovered check".to_owned(), how())
                }
                Motif::Discovery { .. } => ("misses a discovered attack".to_owned(), how()),
                Motif::RemovedDefender { defender, .. } => {
                    (format!("misses the defender on {}", defender.square), how())
                }
                Motif::Overload { defender, .. } => {
                    (format!("misses the overloaded {}", role_name(defender.role)), how())
                }
                Motif::Trapped(unit) => {
                    (format!("misses the trapped {}", role_name(unit.role)), how())
                }
                Motif::InBetween | Motif::Force if *is_regained => {
                    (format!("misses a way to win back {name}"), None)
                }
                Motif::InBetween | Motif::Force => (format!("misses a chance to win {name}"), None),
            }
        }
    }
}

/// Describes a tactic with its moves, and what it wins: `Nxf7 forks queen and rook and wins the
/// exchange`.
fn tactic(
    start: &Position,
    motif: &Motif,
    gain: Gain,
    is_regained: bool,
    shown: &[Move],
) -> String {
    let line = sans(start, shown);
    let wins = wins(gain, is_regained);
    let place = |unit: &Unit| format!("the {} on {}", role_name(unit.role), unit.square);
    let role = |unit: &Unit| format!("the {}", role_name(unit.role));
    let key = shown.last().map(|m| m.to());
    match motif {
        Motif::Fork(targets) => format!("{line} forks {} and {wins}", listed(targets)),
        Motif::Pin { pinned, behind } => {
            let pins = key.is_some_and(|key| attacks::aligned(key, pinned.square, behind.square));
            if pins {
                format!("{line} pins {} to {} and {wins}", place(pinned), role(behind))
            } else {
                let (pinned, behind) = (place(pinned), role(behind));
                format!("{line} attacks {pinned}, which is pinned to {behind}, and {wins}")
            }
        }
        Motif::PinnedDefender { defender, .. } => {
            format!("{line} {wins}, because {} is pinned", place(defender))
        }
        Motif::Skewer { front, behind } => {
            let both = listed(&[*front, *behind]);
            format!("{line} skewers {both} and {wins}")
        }
        Motif::Discovery { by, target } if target.role == Role::King => {
            format!("{line} gives a discovered check with {} and {wins}", role(by))
        }
        Motif::Discovery { by, target } => {
            format!("{line} uncovers an attack of {} on {} and {wins}", role(by), place(target))
        }
        Motif::DoubleCheck => format!("{line} is a double check and {wins}"),
        Motif::RemovedDefender { target, .. } => {
            format!("{line} takes the defender of {} and {wins}", place(target))
        }
        Motif::Overload { defender, target } => {
            format!("{line} draws {} away from {} and {wins}", role(defender), place(target))
        }
        Motif::Trapped(unit) => format!("{line} traps {} and {wins}", place(unit)),
        Motif::Hanging(_)
        | Motif::InBetween
        | Motif::Promotion(_)
        | Motif::Recapture(_)
        | Motif::Force => format!("{line} {wins}"),
    }
}

fn threatens(threat: Threat) -> String {
    match threat {
        Threat::Mate(1) => "threatens mate".to_owned(),
        Threat::Mate(moves) => format!("threatens mate in {moves}"),
        Threat::Material(gain) => format!("threatens to win {}", gain.name()),
    }
}

fn wins(gain: Gain, is_regained: bool) -> String {
    let name = gain.name();
    if is_regained { format!("wins back {name}") } else { format!("wins {name}") }
}

/// Names pieces: `king, queen and rook`, or `both rooks`.
fn listed(units: &[Unit]) -> String {
    let names: Vec<&str> = units.iter().map(|unit| role_name(unit.role)).collect();
    match names[..] {
        [first, second] if first == second => format!("both {first}s"),
        [ref rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.join(""),
    }
}

fn sans(start: &Position, moves: &[Move]) -> String {
    let line = Line::new(start, moves);
    let names = moves.iter().zip(&line.positions).map(|(&m, position)| san(position, m));
    names.collect::<Vec<_>>().join(" ")
}

/// Returns the material that a line wins for the side to move, such as `a knight`, if it comes to
/// rest and the material explains a gain of this many centipawns. `None` if the side promotes.
pub fn won(position: &Position, line: &[Move], gain: i32) -> Option<String> {
    if line.iter().step_by(2).any(|m| m.is_promotion()) {
        return None;
    }
    let line = Line::new(position, line);
    let rests = line.inner_quiet_plies().filter(|&ply| is_at_rest(&line.positions[ply]));
    let gains = rests.map(|ply| Material::gained(position, &line.positions[ply], position.turn()));
    let mut gains = gains.collect::<Vec<_>>().into_iter();
    let first = gains.next().filter(|first| gains.all(|later| later == *first))?;
    let points = first.points();
    let explains = gain >= LEAST_GAIN * points && (points > 1 || gain <= WORTH_OF_A_PAWN);
    first.name().filter(|_| explains)
}
