//! JSON of the reason for a judgement.

use brudno::{chess::Position, terminal::display::role_name};
use serde::Serialize;
use shakmaty::Move;

use crate::shared::{
    json::{ReportedMove, ReportedMoves},
    review::{
        material::Gain,
        reason::{Fault, Feat, Kind, Reason, Unit},
    },
};

/// The reason for a judgement.
#[derive(Serialize)]
pub struct ReportedReason {
    /// Kind of the mistake.
    kind: Option<Kind>,
    /// Pieces that the tactic is about.
    pieces: Vec<ReportedUnit>,
    /// Material that is lost or missed.
    material: Option<ReportedMaterial>,
    /// Moves to the mate that is allowed or missed.
    mate: Option<u32>,
    /// Moves up to the key move. They start before the judged move if a chance is missed, and
    /// otherwise after it.
    moves: Option<ReportedMoves>,
    /// The better move.
    better: Option<Better>,
}

/// The better move, and what it achieves besides avoiding the mistake.
#[derive(Serialize)]
struct Better {
    #[serde(flatten)]
    m: ReportedMove,
    material: Option<ReportedMaterial>,
    mate: Option<u32>,
}

#[derive(Serialize)]
struct ReportedUnit {
    role: &'static str,
    square: String,
}

#[derive(Serialize)]
struct ReportedMaterial {
    /// Name, such as `the exchange`.
    name: Option<String>,
    /// Value, pawns.
    points: i32,
    /// True if it may be more.
    at_least: bool,
}

impl ReportedReason {
    /// Converts the reason for the judgement of a move.
    pub fn new(position: &Position, m: Move, reason: &Reason) -> ReportedReason {
        let next = position.play(m);
        let (feat, moves) = match &reason.fault {
            Some(Fault::Allows { feat, shown }) => {
                (Some(feat), Some(ReportedMoves::new(&next, shown)))
            }
            Some(Fault::Misses { feat, shown }) => {
                (Some(feat), Some(ReportedMoves::new(position, shown)))
            }
            Some(Fault::Gives { reply, .. }) => (None, Some(ReportedMoves::new(&next, &[*reply]))),
            Some(Fault::Draws(_)) | None => (None, None),
        };
        let given = match &reason.fault {
            Some(Fault::Gives { given, .. }) => Some(ReportedMaterial::from(Gain::exactly(*given))),
            _ => None,
        };
        let better = reason.better.as_ref().map(|(best, merit)| Better {
            m: ReportedMove::new(position, *best),
            material: material(merit.as_ref()),
            mate: mate(merit.as_ref()),
        });
        let pieces = feat.map_or_else(Vec::new, Feat::units);
        ReportedReason {
            kind: reason.kind(),
            pieces: pieces.into_iter().map(ReportedUnit::from).collect(),
            material: given.or_else(|| material(feat)),
            mate: mate(feat),
            moves,
            better,
        }
    }
}

fn material(feat: Option<&Feat>) -> Option<ReportedMaterial> {
    match feat {
        Some(Feat::Material { gain, .. }) => Some(ReportedMaterial::from(*gain)),
        _ => None,
    }
}

const fn mate(feat: Option<&Feat>) -> Option<u32> {
    match feat {
        Some(Feat::Mate { moves, .. }) => Some(*moves),
        _ => None,
    }
}

impl From<Gain> for ReportedMaterial {
    fn from(Gain { material, is_least }: Gain) -> ReportedMaterial {
        ReportedMaterial { name: material.name(), points: material.points(), at_least: is_least }
    }
}

impl From<Unit> for ReportedUnit {
    fn from(Unit { role, square }: Unit) -> ReportedUnit {
        ReportedUnit { role: role_name(role), square: square.to_string() }
    }
}
