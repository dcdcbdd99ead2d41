//! The root of the search: iterative deepening, mate search, root moves, and the lines that are
//! reported of them.

mod iterative_deepening;
pub mod mate;
mod report_lines;
pub mod root_move;
pub mod root_node;
pub mod search_manager;
mod soft_limits;
mod standing;
mod tb_lines;
pub mod tb_root;
