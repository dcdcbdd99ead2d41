//! Second and third opinions on the material that a line wins.

use brudno::chess::{Game, score::moves_to_mate};
use shakmaty::Move;

use super::{JudgedMove, LONGEST_LOSS, TOLERANCE};
use crate::shared::review::{
    material::{MINOR, Material},
    rest::{Effort, Line, Probe, settle},
};

/// Material along the line of another search.
pub struct Opinion {
    /// Gains of the side that wins material in the first line, at the rests of this one.
    gains: Vec<Material>,
    /// True if that side mates.
    mates: bool,
}

impl JudgedMove<'_> {
    /// Searches again the position after the first move of a line: of the best line before the judged
    /// move, or of the reply to it. `None` if the side that moves first is mated, or the search has
    /// no result.
    pub(super) fn opinion(
        &self,
        start: &Game,
        first: Move,
        effort: Effort,
        probe: &mut Probe<'_>,
    ) -> Option<Opinion> {
        let mut game = start.clone();
        game.play(first);
        let second = probe(&game, effort)?;
        // The other side is to move.
        let mate = moves_to_mate(-second.score);
        if mate.is_some_and(|moves| moves < 0) {
            return None;
        }
        let side = start.position().turn();
        let gained =
            |line: &Line, ply: usize| Material::gained(self.position(), &line.positions[ply], side);
        let line = Line::new(game.position(), &second.pv);
        let length = line.moves.len().min(LONGEST_LOSS);
        // The next two moves are known to be quiet.
        let quiet: Vec<Material> = line
            .quiet_plies()
            .take_while(|&ply| ply + 2 <= length)
            .map(|ply| gained(&line, ply))
            .collect();
        let is_at_rest = quiet.last().is_some_and(|&last| last == gained(&line, length));
        let gains = if is_at_rest {
            quiet
        } else {
            let settled = settle(&game, &second, self.position(), probe);
            settled.gains(self.position(), side).into_iter().map(|(_, gain)| gain).collect()
        };
        Some(Opinion { gains, mates: mate.is_some() })
    }
}

impl Opinion {
    /// Returns true if as much or more is gained in the end.
    pub fn confirms(&self, claimed: Material) -> bool {
        let tolerance = if claimed.points() >= MINOR { TOLERANCE } else { 0 };
        let least = claimed.points() - tolerance;
        self.mates || self.gains.last().is_some_and(|last| last.points() >= least)
    }

    /// Returns the points that are gained in the end. `None` if they are unknown.
    pub fn points(&self) -> Option<i32> {
        if self.mates { Some(i32::MAX) } else { self.gains.last().map(|last| last.points()) }
    }

    /// Returns true if about as much is gained, and is not lost again.
    pub fn agrees(&self, claimed: Material) -> bool {
        let claimed = claimed.points();
        let tolerance = if claimed > 1 { TOLERANCE } else { 0 };
        let gains: Vec<i32> = self.gains.iter().map(|gain| gain.points()).collect();
        let is_reached = gains.iter().any(|gain| (gain - claimed).abs() <= tolerance);
        let stays = gains.last().is_some_and(|&last| last >= claimed - tolerance);
        self.mates || is_reached && stays
    }

    /// Returns the material at the end of the line that gains less, this one or the first one. `None`
    /// without a short name for it.
    pub fn least(&self, first: Material) -> Option<Material> {
        let second = if self.mates { first } else { *self.gains.last()? };
        let least = if first.points() <= second.points() { first } else { second };
        least.name().map(|_| least)
    }
}
