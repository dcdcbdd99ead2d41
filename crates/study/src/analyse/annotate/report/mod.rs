//! Report on the games of a player: what they show together.

mod aggregate;
mod clock;
mod mistake;
mod phase;
mod stored;
mod tally;
mod text;
mod value;

pub use aggregate::Aggregate;
pub use stored::restore;
pub use text::text;
pub use value::Report;
