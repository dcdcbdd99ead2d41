//! Move ordering: staged move picker and histories.

pub mod attack_map;
pub mod correction_history;
pub mod history;
pub mod history_entry;
pub mod move_picker;
