//! What happens at the root: iterative deepening, mate search, limited strength.

mod iterative_deepening;
pub mod mate;
pub mod skill;
