//! Move ordering: the staged move picker and the histories that it orders by.

pub mod correction_history;
pub mod entry;
pub mod history;
pub mod move_picker;
pub mod threats;
