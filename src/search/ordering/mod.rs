//! Move ordering: the staged move picker and the histories that it orders by.

pub mod attack_map;
pub mod correction_history;
pub mod history;
pub mod history_entry;
pub mod move_picker;
