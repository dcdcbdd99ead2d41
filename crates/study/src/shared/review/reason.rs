//! The reason for a judgement, as a value.

use std::fmt;

use brudno::chess::score::Score;
use serde::{Serialize, Serializer};
use shakmaty::{Move, Role, Square};

use super::material::{Gain, MINOR, Material};

/// A piece on its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Role.
    pub role: Role,
    /// Square.
    pub square: Square,
}

/// What makes a line work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Motif {
    /// A piece is taken that is not defended, or not defended enough.
    Hanging(Unit),
    /// A piece attacks several others and takes one of them.
    Fork(Vec<Unit>),
    /// A piece is lost because the one behind it may not be exposed.
    Pin { pinned: Unit, behind: Unit },
    /// A defender may not recapture, because it is pinned to the king.
    PinnedDefender { defender: Unit, target: Unit },
    /// A piece has to leave the line, and the one behind it is lost.
    Skewer { front: Unit, behind: Unit },
    /// A move opens the line of another piece to a target. It is a check if the target is the king.
    Discovery { by: Unit, target: Unit },
    /// Two pieces give check at once.
    DoubleCheck,
    /// The piece that defends another one is taken.
    RemovedDefender { defender: Unit, target: Unit },
    /// A piece that defends two things can do only one of them.
    Overload { defender: Unit, target: Unit },
    /// A piece is attacked and has no safe square.
    Trapped(Unit),
    /// The recapture comes after another move, which is stronger.
    InBetween,
    /// A pawn is promoted.
    Promotion(Unit),
    /// The recapture of a piece.
    Recapture(Unit),
    /// Material is won by force in another way.
    Force,
}

/// How a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    /// Stalemate.
    Stalemate,
    /// Threefold repetition.
    Repetition,
    /// Perpetual check.
    Perpetual,
    /// Too little material to win.
    Material,
}

/// What a move would achieve if the other side passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threat {
    /// Mate in a number of moves.
    Mate(u32),
    /// Material.
    Material(Gain),
}

/// How a mate comes about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatePattern {
    /// A queen or rook mates on the first rank of the king, behind its own pawns.
    BackRank,
    /// The first move gives no check and takes nothing, and the mate cannot be avoided.
    Net,
    /// The mate takes so long that its length says nothing to a player.
    Long,
    /// Another way.
    Other,
}

/// What a line achieves for the side that begins it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Feat {
    /// Mate in a number of moves.
    Mate { moves: u32, pattern: MatePattern },
    /// Material, and the motif. It is won back if the opponent took as much with the last move.
    Material { gain: Gain, motif: Motif, is_regained: bool },
    /// A draw in a lost position.
    Draw(Draw),
    /// A won pawn ending.
    PawnEnding,
    /// A passed pawn that cannot be stopped.
    PassedPawn(Unit),
    /// An attack on the king by checks.
    Attack,
    /// An attack on a piece that has to move away.
    Tempo(Unit),
    /// A threat that cannot be met without a loss.
    Threat(Threat),
    /// The opponent's king may not castle any more.
    Castling,
    /// A trade of pieces.
    Trade(Trade),
}

/// A trade of pieces of equal value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trade {
    /// Piece of the side that begins.
    pub own: Role,
    /// Piece of the other side.
    pub other: Role,
}

/// What is wrong with a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The opponent's best line achieves something. The moves lead to the point and start after the
    /// judged move.
    Allows { feat: Feat, shown: Vec<Move> },
    /// The best line of the player would have achieved something. The moves start before the judged
    /// move.
    Misses { feat: Feat, shown: Vec<Move> },
    /// Material is given for something else.
    Gives { given: Material, reply: Move },
    /// The move itself ends the game, or leads to its end, as a draw.
    Draws(Draw),
}

/// The reason for a judgement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// What is wrong. `None` if no single cause can be proved.
    pub fault: Option<Fault>,
    /// The better move, and what it achieves, if that is not the fault itself.
    pub better: Option<(Move, Option<Feat>)>,
    /// Exact scores of the player before and after the move.
    pub scores: [Score; 2],
}

/// The theme of a mistake, for statistics.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Theme {
    Mate,
    BackRank,
    MatingNet,
    HangingPiece,
    Fork,
    Pin,
    Skewer,
    DiscoveredAttack,
    DoubleCheck,
    RemovedDefender,
    OverloadedDefender,
    TrappedPiece,
    InBetween,
    Promotion,
    Recapture,
    Pawn,
    Material,
    Sacrifice,
    Stalemate,
    Perpetual,
    Repetition,
    DrawnEnding,
    PawnEnding,
    PassedPawn,
    King,
    Tempo,
    Threat,
    Castling,
    Trade,
}

impl Theme {
    /// All themes with their names in files and their names for people.
    const NAMES: [(Theme, &'static str, &'static str); 29] = [
        (Theme::Mate, "mate", "mate"),
        (Theme::BackRank, "back_rank", "a mate on the back rank"),
        (Theme::MatingNet, "mating_net", "a mating net"),
        (Theme::HangingPiece, "hanging_piece", "a hanging piece"),
        (Theme::Fork, "fork", "a fork"),
        (Theme::Pin, "pin", "a pin"),
        (Theme::Skewer, "skewer", "a skewer"),
        (Theme::DiscoveredAttack, "discovered_attack", "a discovered attack"),
        (Theme::DoubleCheck, "double_check", "a double check"),
        (Theme::RemovedDefender, "removed_defender", "the capture of a defender"),
        (Theme::OverloadedDefender, "overloaded_defender", "an overloaded defender"),
        (Theme::TrappedPiece, "trapped_piece", "a trapped piece"),
        (Theme::InBetween, "in_between_move", "an in-between move"),
        (Theme::Promotion, "promotion", "a promotion"),
        (Theme::Recapture, "recapture", "a recapture"),
        (Theme::Pawn, "pawn", "the loss of a pawn"),
        (Theme::Material, "material", "the loss of material by force"),
        (Theme::Sacrifice, "sacrifice", "too little for the material"),
        (Theme::Stalemate, "stalemate", "a stalemate"),
        (Theme::Perpetual, "perpetual_check", "perpetual check"),
        (Theme::Repetition, "repetition", "a repetition"),
        (Theme::DrawnEnding, "drawn_ending", "a drawn ending"),
        (Theme::PawnEnding, "pawn_ending", "a lost pawn ending"),
        (Theme::PassedPawn, "passed_pawn", "a passed pawn"),
        (Theme::King, "king", "an attack on the king"),
        (Theme::Tempo, "tempo", "an attack that gains time"),
        (Theme::Threat, "threat", "a threat"),
        (Theme::Castling, "castling", "the loss of castling"),
        (Theme::Trade, "trade", "a trade"),
    ];

    fn names(self) -> (&'static str, &'static str) {
        let known = Theme::NAMES.iter().find(|(theme, ..)| *theme == self);
        known.map_or(("", ""), |&(_, name, words)| (name, words))
    }
}

/// Kind of a mistake: its theme, and whether the player missed it or allowed it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind {
    /// Theme.
    pub theme: Theme,
    /// True if the player missed an own chance.
    pub is_missed: bool,
}

impl Kind {
    /// Parses the name in files: `fork`, or `missed_fork`.
    pub fn parse(name: &str) -> Option<Kind> {
        let (name, is_missed) =
            name.strip_prefix("missed_").map_or((name, false), |name| (name, true));
        let known = Theme::NAMES.iter().find(|(_, known, _)| *known == name);
        known.map(|&(theme, ..)| Kind { theme, is_missed })
    }

    /// Returns the name for people: `overlooks a fork`.
    pub fn words(self) -> String {
        let words = self.theme.names().1;
        match (self.theme, self.is_missed) {
            (Theme::Pawn, true) => "misses the win of a pawn".to_owned(),
            (Theme::Pawn, false) => "loses a pawn".to_owned(),
            (Theme::Material, true) => "misses a win of material".to_owned(),
            (Theme::Material, false) => "loses material by force".to_owned(),
            (Theme::HangingPiece, true) => "misses a hanging piece".to_owned(),
            (Theme::HangingPiece, false) => "leaves a piece hanging".to_owned(),
            (Theme::Sacrifice, _) => "gives material for too little".to_owned(),
            (Theme::PawnEnding, true) => "misses a won pawn ending".to_owned(),
            (Theme::PawnEnding, false) => "enters a lost pawn ending".to_owned(),
            (_, true) => format!("misses {words}"),
            (_, false) => format!("allows {words}"),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = if self.is_missed { "missed_" } else { "" };
        write!(f, "{prefix}{}", self.theme.names().0)
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Reason {
    /// Returns the kind of the mistake. `None` without a known cause.
    pub fn kind(&self) -> Option<Kind> {
        let kind = |theme, is_missed| Some(Kind { theme, is_missed });
        match self.fault.as_ref()? {
            Fault::Allows { feat, .. } => kind(feat.theme(), false),
            Fault::Misses { feat, .. } => kind(feat.theme(), true),
            Fault::Gives { .. } => kind(Theme::Sacrifice, false),
            Fault::Draws(draw) => kind(draw.theme(), false),
        }
    }
}

impl Fault {
    /// Returns true if the opponent wins a piece or more, other than by a promotion.
    pub fn loses_a_piece(&self) -> bool {
        let Fault::Allows { feat: Feat::Material { gain, motif, .. }, .. } = self else {
            return false;
        };
        gain.points() >= MINOR && !matches!(motif, Motif::Promotion(_))
    }
}

impl Draw {
    const fn theme(self) -> Theme {
        match self {
            Draw::Stalemate => Theme::Stalemate,
            Draw::Repetition => Theme::Repetition,
            Draw::Perpetual => Theme::Perpetual,
            Draw::Material => Theme::DrawnEnding,
        }
    }
}

impl Feat {
    /// Returns the pieces that the tactic is about.
    pub fn units(&self) -> Vec<Unit> {
        let Feat::Material { motif, .. } = self else {
            return match self {
                Feat::PassedPawn(unit) | Feat::Tempo(unit) => vec![*unit],
                _ => Vec::new(),
            };
        };
        match motif {
            Motif::Fork(targets) => targets.clone(),
            Motif::Hanging(unit)
            | Motif::Trapped(unit)
            | Motif::Promotion(unit)
            | Motif::Recapture(unit) => vec![*unit],
            Motif::Pin { pinned: first, behind: second }
            | Motif::Skewer { front: first, behind: second }
            | Motif::PinnedDefender { defender: first, target: second }
            | Motif::RemovedDefender { defender: first, target: second }
            | Motif::Overload { defender: first, target: second }
            | Motif::Discovery { by: first, target: second } => vec![*first, *second],
            Motif::DoubleCheck | Motif::InBetween | Motif::Force => Vec::new(),
        }
    }

    fn theme(&self) -> Theme {
        match self {
            Feat::Mate { pattern: MatePattern::BackRank, .. } => Theme::BackRank,
            Feat::Mate { pattern: MatePattern::Net, .. } => Theme::MatingNet,
            Feat::Mate { .. } => Theme::Mate,
            Feat::Draw(draw) => draw.theme(),
            Feat::PawnEnding => Theme::PawnEnding,
            Feat::PassedPawn(_) => Theme::PassedPawn,
            Feat::Attack => Theme::King,
            Feat::Tempo(_) => Theme::Tempo,
            Feat::Threat(_) => Theme::Threat,
            Feat::Castling => Theme::Castling,
            Feat::Trade(_) => Theme::Trade,
            Feat::Material { gain, motif, .. } => match motif {
                Motif::Hanging(unit) if unit.role == Role::Pawn => Theme::Pawn,
                Motif::Hanging(_) => Theme::HangingPiece,
                Motif::Fork(_) => Theme::Fork,
                Motif::Pin { .. } | Motif::PinnedDefender { .. } => Theme::Pin,
                Motif::Skewer { .. } => Theme::Skewer,
                Motif::Discovery { .. } => Theme::DiscoveredAttack,
                Motif::DoubleCheck => Theme::DoubleCheck,
                Motif::RemovedDefender { .. } => Theme::RemovedDefender,
                Motif::Overload { .. } => Theme::OverloadedDefender,
                Motif::Trapped(_) => Theme::TrappedPiece,
                Motif::InBetween => Theme::InBetween,
                Motif::Promotion(_) => Theme::Promotion,
                Motif::Recapture(_) => Theme::Recapture,
                Motif::Force if gain.material.is_pawns() => Theme::Pawn,
                Motif::Force => Theme::Material,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_survive_a_file() {
        for (theme, ..) in Theme::NAMES {
            for is_missed in [false, true] {
                let kind = Kind { theme, is_missed };
                assert_eq!(Kind::parse(&kind.to_string()), Some(kind));
                assert!(!kind.words().ends_with(' '), "{kind}");
            }
        }
        assert_eq!(Kind::parse("missed_"), None);
        assert_eq!(Kind::parse("Fork"), None);
    }
}
