//! Every tuned number of the search and of time management, with the range it may be tuned in.

use std::ops::RangeInclusive;
#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// A tuned number.
pub struct Param {
    /// Its name, also as a UCI option of a build with the `tune` feature.
    pub name: &'static str,
    /// Its value where nobody has set another.
    pub default: i32,
    /// The values it may be given.
    pub range: RangeInclusive<i32>,
    #[cfg(feature = "tune")]
    value: &'static AtomicI32,
}

/// Declares tuned numbers: a function each, and [`ALL`], which lists them. The functions are
/// constant, but for a build with the `tune` feature, where UCI options set what they return.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:literal in $min:literal ..= $max:literal;)*) => {
        $(
            $(#[$doc])*
            #[cfg(not(feature = "tune"))]
            #[inline]
            pub const fn $name() -> i32 {
                $value
            }

            $(#[$doc])*
            #[cfg(feature = "tune")]
            #[inline]
            pub fn $name() -> i32 {
                values::$name.load(Relaxed)
            }
        )*

        #[cfg(feature = "tune")]
        #[expect(non_upper_case_globals, reason = "each has the name of its function")]
        mod values {
            use super::AtomicI32;

            $(pub static $name: AtomicI32 = AtomicI32::new($value);)*
        }

        /// Every number.
        pub const ALL: &[Param] = &[$(Param {
            name: stringify!($name),
            default: $value,
            range: $min..=$max,
            #[cfg(feature = "tune")]
            value: &values::$name,
        }),*];
    };
}

impl Param {
    /// The line that describes the number to OpenBench's SPSA tuner: name, type, default, least
    /// and greatest value, and the step and the learning rate at the end of the tuning.
    pub fn spsa(&self) -> String {
        let (min, max) = (self.range.start(), self.range.end());
        let step = (f64::from(max - min) / 20.0).max(0.5);
        format!("{}, int, {}, {min}, {max}, {step}, 0.002", self.name, self.default)
    }

    /// Gives the number another value.
    ///
    /// # Errors
    ///
    /// What is wrong with the value.
    #[cfg(feature = "tune")]
    pub fn set(&self, text: &str) -> Result<(), String> {
        match text.parse() {
            Ok(value) if self.range.contains(&value) => {
                self.value.store(value, Relaxed);
                Ok(())
            }
            _ => {
                let (min, max) = (self.range.start(), self.range.end());
                Err(format!("{} is a number from {min} to {max}, not '{text}'", self.name))
            }
        }
    }
}

params! {
    /// What the network says is multiplied by this, percent: margins are tuned for scores of which
    /// some 240 win half of the games. With 78, scores are as large as those of the network that
    /// they were tuned with.
    evaluation_scale = 78 in 30..=200;

    /// Half width of the first aspiration window, internal units.
    aspiration_window = 26 in 8..=100;
    /// Growth of the window after a fail, percent.
    aspiration_growth = 45 in 10..=150;
    /// Squared score for one more internal unit of the first aspiration window.
    aspiration_score_divisor = 32768 in 8192..=131072;

    /// Reverse futility: deepest depth, plies.
    reverse_futility_depth = 9 in 4..=14;
    /// Reverse futility: margin a ply, internal units.
    reverse_futility_margin = 145 in 60..=300;
    /// Reverse futility: what an improving side may lack, internal units.
    reverse_futility_improving = 64 in 0..=300;
    /// Razoring: deepest depth, plies.
    razoring_depth = 4 in 1..=8;
    /// Razoring: margin, internal units.
    razoring_base = 450 in 100..=1000;
    /// Razoring: margin a ply, internal units.
    razoring_margin = 380 in 100..=1000;

    /// Null move: shallowest depth, plies.
    null_move_depth = 3 in 1..=5;
    /// Null move: reduction, plies.
    null_move_base = 5 in 2..=8;
    /// Null move: plies of depth for one more ply of reduction.
    null_move_divisor = 4 in 2..=6;
    /// Null move: internal units above beta for one more ply of reduction.
    null_move_margin = 288 in 100..=800;
    /// Null move: how far the static evaluation may lie below beta, internal units.
    null_move_evaluation_base = -112 in -600..=200;
    /// Null move: the same, a ply of depth.
    null_move_evaluation_margin = 40 in 0..=120;
    /// Null move: depth from which a cut-off is verified, plies.
    null_move_verification = 14 in 8..=20;

    /// ProbCut: shallowest depth, plies.
    probcut_depth = 5 in 3..=8;
    /// ProbCut: margin above beta, internal units.
    probcut_margin = 450 in 160..=800;

    /// Internal iterative reduction: shallowest depth, plies.
    iir_depth = 4 in 2..=8;

    /// Futility: deepest reduced depth, plies.
    futility_depth = 9 in 4..=14;
    /// Futility: margin, internal units.
    futility_base = 224 in 0..=500;
    /// Futility: margin a ply, internal units.
    futility_margin = 147 in 60..=400;
    /// Futility: history units for one internal unit of margin.
    futility_history = 62 in 16..=256;
    /// Late move pruning: moves at depth 0.
    late_move_base = 5 in 1..=8;
    /// History pruning: deepest reduced depth, plies.
    history_pruning_depth = 5 in 2..=8;
    /// History pruning: threshold a ply, history units.
    history_pruning_margin = 4500 in 1000..=8000;
    /// SEE pruning of quiet moves: margin for depth squared, internal units.
    see_quiet_margin = 28 in 10..=160;
    /// SEE pruning of captures: margin a ply, internal units.
    see_capture_margin = 221 in 60..=500;
    /// SEE pruning of captures: history units for one internal unit of margin.
    see_history = 16 in 4..=128;

    /// Singular extension: shallowest depth, plies.
    singular_depth = 5 in 4..=10;
    /// Singular extension: margin for each ply of depth, sixteenths of internal units.
    singular_margin = 25 in 8..=128;
    /// Double extension: how far below the singular bound, internal units.
    double_extension_margin = 33 in 0..=120;
    /// Triple extension: how far below the singular bound, internal units.
    triple_extension_margin = 160 in 60..=500;

    /// Late move reductions: base, 1/1024 plies.
    reduction_base = 1050 in 0..=2000;
    /// Late move reductions: divisor of ln(depth) · ln(moves), percent.
    reduction_divisor = 241 in 150..=350;
    /// Late move reductions: more at a cut node, 1/1024 plies.
    reduction_cut_node = 950 in 0..=3000;
    /// Late move reductions: less on the principal variation, 1/1024 plies.
    reduction_pv = 1160 in 0..=3000;
    /// Late move reductions: less where the table has the node on a principal variation.
    reduction_tt_pv = 690 in 0..=3000;
    /// Late move reductions: more where the side does not improve, 1/1024 plies.
    reduction_not_improving = 550 in 0..=2000;
    /// Late move reductions: more where the table move is a capture, 1/1024 plies.
    reduction_tt_capture = 920 in 0..=2000;
    /// Late move reductions: more where the children fail high often, 1/1024 plies.
    reduction_fail_highs = 800 in 0..=2000;
    /// Late move reductions: fail-highs of the children that are often.
    reduction_fail_high_count = 3 in 1..=8;
    /// Late move reductions: less for a move that gives check, 1/1024 plies.
    reduction_check = 1030 in 0..=2500;
    /// Late move reductions: less for each internal unit by which the static evaluation was
    /// corrected, 1/1024 plies.
    reduction_correction = 4 in 0..=20;
    /// Late move reductions: history units for one ply.
    reduction_history = 9800 in 3000..=25000;
    /// After a raised alpha the rest is searched one ply less deep from this depth on, plies.
    raised_alpha_depth_min = 3 in 1..=8;
    /// The same: up to this depth, plies.
    raised_alpha_depth_max = 13 in 6..=20;
    /// Hindsight: plies of reduction from which a move that did not fall back is searched one ply
    /// deeper.
    hindsight_deeper = 3 in 1..=6;
    /// Hindsight: plies of reduction from which a move that lost much is searched one ply less deep.
    hindsight_shallower = 2 in 1..=6;
    /// Hindsight: a reduced move after which the static evaluation fell by more than this is searched
    /// one ply less deep, internal units.
    hindsight_margin = 151 in 20..=800;
    /// A reduced search that beats alpha by this goes one ply deeper, internal units.
    deeper_margin = 35 in 20..=300;
    /// A reduced search that hardly beats the best score goes one ply less deep.
    shallower_margin = 18 in 0..=80;

    /// Quiescence: futility margin, internal units.
    quiescence_futility = 310 in 100..=800;
    /// Quiescence: captures that lose more than this are not searched, internal units.
    quiescence_see = -115 in -400..=100;
    /// Quiescence: captures tried before the rest is given up, but for recaptures and promotions.
    quiescence_captures = 3 in 1..=8;

    /// Ordering: history units for leaving a square where a lesser piece attacks the queen; as
    /// many are lost by going to one.
    threat_queen = 13700 in 0..=32000;
    /// Ordering: the same for a rook.
    threat_rook = 10200 in 0..=32000;
    /// Ordering: the same for a minor piece.
    threat_minor = 6000 in 0..=32000;
    /// Ordering: history units for a quiet move that gives check.
    quiet_check = 10100 in 0..=32000;
    /// Ordering: what such a move may lose in exchange, internal units.
    quiet_check_see = 150 in 0..=400;
    /// Ordering of captures: history units for one internal unit of the captured piece.
    capture_victim = 8 in 2..=32;

    /// History bonus: a ply, history units.
    history_bonus = 264 in 50..=400;
    /// History bonus: offset, history units.
    history_bonus_offset = 90 in 0..=400;
    /// History bonus: largest, history units.
    history_bonus_max = 1820 in 500..=4000;
    /// History penalty: a ply, history units.
    history_penalty = 198 in 50..=500;
    /// History penalty: largest, history units.
    history_penalty_max = 1910 in 400..=4000;
    /// A best move that beats beta by this is learned one ply deeper, internal units.
    history_clear_margin = 200 in 0..=800;
    /// History bonus of the move that led to a node without a good one, percent.
    last_move_bonus = 104 in 0..=200;
    /// History bonus for the static evaluation that a quiet move gained, sixteenths of internal units.
    evaluation_gain = 62 in 0..=256;
    /// The largest such bonus or penalty.
    evaluation_gain_max = 760 in 0..=2000;
    /// Correction history: divisor of the sum of the tables.
    correction_divisor = 9 in 3..=20;
    /// Correction history: divisor of error times depth for an update.
    correction_update_divisor = 19 in 4..=64;
    /// Correction history: largest update.
    correction_update_max = 256 in 64..=512;

    /// Time: moves that the clock is shared over when no number is given.
    time_moves = 22 in 12..=50;
    /// Time: below this a clock is low, and some of it is kept back, milliseconds.
    time_low = 300 in 0..=1000;
    /// Time: least percent of its share of the clock that a move gets, however large the overhead.
    time_least = 10 in 1..=50;
    /// Time: with a soft limit below this one thread searches alone, milliseconds.
    time_scant = 2 in 0..=20;
    /// Time: percent of the increment spent each move.
    time_increment = 80 in 30..=100;
    /// Time: hard limit, percent of the soft limit.
    time_hard = 420 in 150..=800;
    /// Time: hard limit, percent of the clock.
    time_hard_share = 70 in 30..=90;
    /// Time: soft limit when the best move has just changed, percent.
    time_unstable = 135 in 100..=200;
    /// Time: percent of the soft limit saved for each iteration that kept the best move.
    time_stability = 8 in 0..=15;
    /// Time: soft limit when no node was spent on the best move, percent.
    time_nodes_base = 210 in 120..=300;
    /// Time: percent of the soft limit saved as all nodes go to the best move.
    time_nodes = 150 in 50..=250;
    /// Time: hundredths of a percent of the soft limit for an internal unit of falling score.
    time_trend = 50 in 10..=150;
}

#[cfg(test)]
mod tests {
    use super::ALL;

    #[test]
    fn every_number_is_in_its_range() {
        for param in ALL {
            assert!(param.range.contains(&param.default), "{}", param.name);
        }
    }

    #[test]
    fn the_tuner_reads_name_type_default_range_step_and_rate() {
        let line = ALL.iter().find(|param| param.name == "reduction_history").unwrap().spsa();
        assert!(line.starts_with("reduction_history, int, "), "{line}");
        assert!(line.ends_with(", 3000, 25000, 1100, 0.002"), "{line}");
    }
}
