//! Report on all games of a player.

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
