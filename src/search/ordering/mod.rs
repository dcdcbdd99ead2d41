//! Move ordering: staged move picker and histories.

pub(super) mod attack_map;
mod correction_history;
pub mod history;
pub(super) mod history_entry;
pub mod move_picker;
pub mod quiet_context;
