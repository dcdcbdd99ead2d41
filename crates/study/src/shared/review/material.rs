//! Counts material, and names a difference as players do.

use brudno::chess::Position;
use shakmaty::{Board, Color, Role};

/// Roles and their values, pawns.
const VALUES: [(Role, i32); 5] =
    [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];

/// Returns the value of a piece, pawns. The king counts more than everything else.
pub const fn points(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

/// Value of a minor piece, pawns.
pub const MINOR: i32 = points(Role::Knight);

/// Material of a side minus that of its opponent, or a change of it: pawns, knights, bishops,
/// rooks and queens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Material([i32; 5]);

impl Material {
    /// Returns the balance of a side.
    pub fn of(board: &Board, side: Color) -> Material {
        let count = |color: Color, role: Role| board.by_piece(role.of(color)).count() as i32;
        Material(VALUES.map(|(role, _)| count(side, role) - count(!side, role)))
    }

    /// Returns what a side gains between two positions.
    pub fn gained(from: &Position, to: &Position, side: Color) -> Material {
        let [Material(from), Material(to)] =
            [from, to].map(|position| Material::of(position.board(), side));
        Material(std::array::from_fn(|role| to[role] - from[role]))
    }

    /// Returns a single piece.
    pub fn one(role: Role) -> Material {
        Material(VALUES.map(|(other, _)| i32::from(other == role)))
    }

    /// Returns the value, pawns.
    pub fn points(self) -> i32 {
        self.0.iter().zip(VALUES).map(|(count, (_, value))| count * value).sum()
    }

    /// Returns true if no piece is gained or lost, only pawns.
    pub fn is_pawns(self) -> bool {
        self.0[1..].iter().all(|&count| count == 0)
    }

    /// Names a gain: `a knight for a pawn`, `the exchange`, `the queen for a rook`. `None` if it is
    /// none, or too mixed for a short name.
    pub fn name(self) -> Option<String> {
        if self.points() <= 0 {
            return None;
        }
        let Material([pawns, mut knights, mut bishops, rooks, queens]) = self;
        // A knight for a bishop is an even trade.
        while knights * bishops < 0 {
            knights -= knights.signum();
            bishops -= bishops.signum();
        }
        let minors = knights + bishops;
        if [minors, rooks, queens] == [-1, 1, 0] {
            return joined(&["the exchange".to_owned()], pawns);
        }
        let counts = [(Role::Queen, queens), (Role::Rook, rooks)];
        let named = |sign: i32| {
            let mut parts: Vec<String> = counts
                .into_iter()
                .filter(|(_, count)| count * sign > 0)
                .map(|(role, count)| several(role, count.abs()))
                .collect();
            let with_pawns = pawns * sign <= -2;
            match minors * sign {
                ..=0 => {}
                1 if with_pawns => parts.push("a piece".to_owned()),
                1 if knights != 0 => parts.push("a knight".to_owned()),
                1 => parts.push("a bishop".to_owned()),
                2 => parts.push("two pieces".to_owned()),
                _ => parts.push("three pieces".to_owned()),
            }
            if pawns * sign > 0 {
                parts.push(several(Role::Pawn, pawns.abs()));
            }
            parts
        };
        let [gained, lost] = [1, -1].map(named);
        if gained.is_empty() || gained.len() + lost.len() > 3 {
            return None;
        }
        let gained = gained.join(" and ");
        Some(if lost.is_empty() { gained } else { format!("{gained} for {}", lost.join(" and ")) })
    }
}

/// Material that a side gains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gain {
    /// Material, or a lower bound of it.
    pub material: Material,
    /// True if the side may gain more.
    pub is_least: bool,
}

impl Gain {
    /// Returns a gain that is known.
    pub const fn exactly(material: Material) -> Gain {
        Gain { material, is_least: false }
    }

    /// Returns a lower bound of a gain.
    pub const fn at_least(material: Material) -> Gain {
        Gain { material, is_least: true }
    }

    /// Returns the value, pawns.
    pub fn points(self) -> i32 {
        self.material.points()
    }

    /// Names the gain: `a knight`, or `at least a knight`. Empty without a short name.
    pub fn name(self) -> String {
        let name = self.material.name().unwrap_or_default();
        match self.material.0 {
            _ if !self.is_least || name.is_empty() => name,
            [0, 1, 0, 0, 0] | [0, 0, 1, 0, 0] => "at least a piece".to_owned(),
            _ => format!("at least {name}"),
        }
    }
}

/// Names a gain with its pawns: `the exchange and a pawn`, or `the exchange for a pawn`.
fn joined(parts: &[String], pawns: i32) -> Option<String> {
    let parts = parts.join(" and ");
    let pawn = || several(Role::Pawn, pawns.abs());
    Some(match pawns {
        0 => parts,
        1.. => format!("{parts} and {}", pawn()),
        _ => format!("{parts} for {}", pawn()),
    })
}

fn several(role: Role, count: i32) -> String {
    let name = match role {
        Role::Pawn => "pawn",
        Role::Rook => "rook",
        _ => "queen",
    };
    match count {
        1 if role == Role::Queen => "the queen".to_owned(),
        1 => format!("a {name}"),
        2 => format!("two {name}s"),
        3 => format!("three {name}s"),
        4 => format!("four {name}s"),
        _ => format!("many {name}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_have_the_names_of_players() {
        for (gain, expected) in [
            ([1, 0, 0, 0, 0], "a pawn"),
            ([3, 0, 0, 0, 0], "three pawns"),
            ([0, 1, 0, 0, 0], "a knight"),
            ([-1, 0, 1, 0, 0], "a bishop for a pawn"),
            ([-2, 0, 1, 0, 0], "a piece for two pawns"),
            ([1, 0, 0, 1, 0], "a rook and a pawn"),
            ([0, 0, -1, 1, 0], "the exchange"),
            ([1, -1, 0, 1, 0], "the exchange and a pawn"),
            ([-1, -1, 0, 1, 0], "the exchange for a pawn"),
            ([0, 0, 0, -1, 1], "the queen for a rook"),
            ([-1, 0, 0, 0, 1], "the queen for a pawn"),
            ([0, -1, -1, 0, 1], "the queen for two pieces"),
            ([0, 1, 1, -1, 0], "two pieces for a rook"),
            ([1, 1, -1, 0, 0], "a pawn"),
            ([0, 1, 0, 1, 0], "a rook and a knight"),
            // Nothing is gained, or too much is mixed.
            ([-3, 0, 1, 0, 0], ""),
            ([0, 1, -1, 0, 0], ""),
            ([-2, 1, 1, -2, 1], ""),
        ] {
            let name = Material(gain).name().unwrap_or_default();
            assert_eq!(name, expected, "{gain:?}");
        }
    }
}
