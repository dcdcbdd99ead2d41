//! Every tuned number of the search and of time management, with the range it may be tuned in.

/// Declares tuned numbers: a constant function each, and [`ALL`], which lists them.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:literal in $min:literal ..= $max:literal;)*) => {
        $($(#[$doc])* #[inline] pub const fn $name() -> i32 { $value })*

        /// Name, value and range of every number.
        pub const ALL: &[(&str, i32, std::ops::RangeInclusive<i32>)] =
            &[$((stringify!($name), $value, $min..=$max)),*];
    };
}

params! {
    /// Half width of the first aspiration window, internal units.
    aspiration_window = 24 in 8..=100;
    /// Growth of the window after a fail, percent.
    aspiration_growth = 45 in 10..=150;

    /// Reverse futility: deepest depth, plies.
    reverse_futility_depth = 9 in 4..=14;
    /// Reverse futility: margin a ply, internal units.
    reverse_futility_margin = 136 in 60..=300;
    /// Reverse futility: what an improving side may lack, internal units.
    reverse_futility_improving = 110 in 0..=300;
    /// Razoring: deepest depth, plies.
    razoring_depth = 4 in 1..=8;
    /// Razoring: margin, internal units.
    razoring_base = 360 in 100..=1000;
    /// Razoring: margin a ply, internal units.
    razoring_margin = 380 in 100..=1000;

    /// Null move: shallowest depth, plies.
    null_move_depth = 3 in 1..=5;
    /// Null move: reduction, plies.
    null_move_base = 4 in 2..=6;
    /// Null move: plies of depth for one more ply of reduction.
    null_move_divisor = 4 in 2..=6;
    /// Null move: internal units above beta for one more ply of reduction.
    null_move_margin = 300 in 100..=800;
    /// Null move: depth from which a cut-off is verified, plies.
    null_move_verification = 14 in 8..=20;

    /// ProbCut: shallowest depth, plies.
    probcut_depth = 5 in 3..=8;
    /// ProbCut: margin above beta, internal units.
    probcut_margin = 340 in 160..=800;

    /// Internal iterative reduction: shallowest depth, plies.
    iir_depth = 4 in 2..=8;

    /// Futility: deepest reduced depth, plies.
    futility_depth = 9 in 4..=14;
    /// Futility: margin, internal units.
    futility_base = 160 in 0..=500;
    /// Futility: margin a ply, internal units.
    futility_margin = 150 in 60..=400;
    /// Late move pruning: moves at depth 0.
    late_move_base = 3 in 1..=8;
    /// History pruning: deepest reduced depth, plies.
    history_pruning_depth = 5 in 2..=8;
    /// History pruning: threshold a ply, history units.
    history_pruning_margin = 3400 in 1000..=8000;
    /// SEE pruning of quiet moves: margin for depth squared, internal units.
    see_quiet_margin = 44 in 10..=160;
    /// SEE pruning of captures: margin a ply, internal units.
    see_capture_margin = 190 in 60..=500;

    /// Singular extension: shallowest depth, plies.
    singular_depth = 6 in 4..=10;
    /// Singular extension: margin for each ply of depth, sixteenths of internal units.
    singular_margin = 40 in 8..=128;
    /// Double extension: how far below the singular bound, internal units.
    double_extension_margin = 32 in 0..=120;
    /// Triple extension: how far below the singular bound, internal units.
    triple_extension_margin = 160 in 60..=500;

    /// Late move reductions: base, 1/1024 plies.
    reduction_base = 700 in 0..=2000;
    /// Late move reductions: divisor of ln(depth) · ln(moves), percent.
    reduction_divisor = 235 in 150..=350;
    /// Late move reductions: more at a cut node, 1/1024 plies.
    reduction_cut_node = 1500 in 0..=3000;
    /// Late move reductions: less on the principal variation, 1/1024 plies.
    reduction_pv = 900 in 0..=3000;
    /// Late move reductions: less where the table has the node on a principal variation.
    reduction_table_pv = 800 in 0..=3000;
    /// Late move reductions: more where the side does not improve, 1/1024 plies.
    reduction_not_improving = 700 in 0..=2000;
    /// Late move reductions: more where the table move is a capture, 1/1024 plies.
    reduction_table_capture = 800 in 0..=2000;
    /// Late move reductions: more where the children fail high often, 1/1024 plies.
    reduction_fail_highs = 800 in 0..=2000;
    /// Late move reductions: less for a move that gives check, 1/1024 plies.
    reduction_check = 900 in 0..=2500;
    /// Late move reductions: history units for one ply.
    reduction_history = 9500 in 3000..=25000;
    /// A reduced search that beats alpha by this goes one ply deeper, internal units.
    deeper_margin = 90 in 20..=300;
    /// A reduced search that hardly beats the best score goes one ply less deep.
    shallower_margin = 18 in 0..=80;

    /// Quiescence: futility margin, internal units.
    quiescence_futility = 320 in 100..=800;
    /// Quiescence: captures that lose more than this are not searched, internal units.
    quiescence_see = -80 in -400..=100;

    /// History bonus: a ply, history units.
    history_bonus = 170 in 50..=400;
    /// History bonus: offset, history units.
    history_bonus_offset = 90 in 0..=400;
    /// History bonus: largest, history units.
    history_bonus_max = 1700 in 500..=4000;
    /// History penalty: a ply, history units.
    history_penalty = 190 in 50..=500;
    /// History penalty: largest, history units.
    history_penalty_max = 1500 in 400..=4000;
    /// Correction history: divisor of the sum of the tables.
    correction_divisor = 7 in 3..=20;

    /// Time: moves that the clock is shared over when no number is given.
    time_moves = 22 in 12..=50;
    /// Time: percent of the increment spent each move.
    time_increment = 80 in 30..=100;
    /// Time: hard limit, percent of the soft limit.
    time_hard = 420 in 150..=800;
    /// Time: hard limit, percent of the clock.
    time_hard_share = 70 in 30..=90;
}

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn every_number_is_in_its_range() {
        for (name, value, range) in ALL {
            assert!(range.contains(value), "{name}");
        }
    }
}
