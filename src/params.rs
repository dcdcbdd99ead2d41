//! The parameters of the search and of time management that a tuner may change, with their ranges.
//!
//! Those of the search started from Stockfish 19's (commit 762dd1da9), with scores and margins
//! multiplied by 0.58: Brudno's network learned from Stockfish's, and its evaluation is smaller by that
//! factor. Some were tuned since. Limits and weights of the histories, table sizes and the levels of
//! `skill` are constants beside the code that uses them.

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
    /// Factor for the network's output, percent: brings it to the scale that margins are tuned for,
    /// see `wdl::HALF_WIN`.
    evaluation_scale = 73 in 30..=200;

    /// Half width of the first aspiration window, internal units.
    aspiration_window = 6 in 1..=30;
    /// Growth of the window after a fail, percent.
    aspiration_growth = 40 in 10..=150;
    /// Squared score for one more internal unit of the first aspiration window.
    aspiration_score_divisor = 3000 in 1000..=65536;
    /// Optimism: the most that a side hopes for, internal units, before the material scales it.
    optimism = 53 in 0..=200;
    /// Optimism: score at which half of that is hoped for, internal units.
    optimism_offset = 52 in 10..=200;
    /// Optimism: what it counts without any material, as against [`optimism_divisor`].
    optimism_material = 6951 in 0..=20000;
    /// Optimism: material at which, with [`optimism_material`], it counts in full.
    optimism_divisor = 73357 in 20000..=160000;
    /// Reversible plies after which the static evaluation would be a draw's.
    fifty_move_damping = 198 in 120..=400;

    /// Razoring: margin, internal units.
    razoring_base = 300 in 100..=800;
    /// Razoring: margin for depth squared, internal units.
    razoring_margin = 192 in 60..=500;
    /// Reverse futility: depth from which it does not apply, plies.
    reverse_futility_depth = 19 in 6..=25;
    /// Reverse futility: margin a ply, hundredths of internal units.
    reverse_futility_margin = 2983 in 0..=10000;
    /// Reverse futility: growth of that with each ply, hundredths of internal units.
    reverse_futility_growth = 264 in 0..=1000;
    /// Reverse futility: the most it grows to, hundredths of internal units.
    reverse_futility_margin_max = 4619 in 1000..=15000;
    /// Reverse futility: less where the table knows nothing, hundredths of internal units.
    reverse_futility_tt_miss = 1223 in 0..=4000;
    /// Reverse futility: what an improving side may lack, 1/1024 of the margin a ply.
    reverse_futility_improving = 2499 in 0..=6000;
    /// Reverse futility: the same where the other side's last move made it worse.
    reverse_futility_worsening = 472 in 0..=2000;
    /// Reverse futility: percent of the correction of the evaluation that is added.
    reverse_futility_correction = 70 in 0..=200;
    /// Reverse futility: the evaluation's share in the score given back, 1/1024.
    reverse_futility_return = 395 in 0..=1024;

    /// Null move: reduction, plies.
    null_move_base = 7 in 3..=9;
    /// Null move: plies of depth for one more ply of reduction.
    null_move_divisor = 3 in 2..=6;
    /// Null move: internal units above beta for one more ply of reduction.
    null_move_margin = 144 in 60..=800;
    /// Null move: how far the static evaluation must lie above beta, internal units.
    null_move_base_margin = 274 in -200..=600;
    /// Null move: how much less, sixteenths of internal units a ply.
    null_move_depth_margin = 140 in 0..=400;
    /// Null move: how much less for an improving side, internal units.
    null_move_improving = 39 in 0..=200;
    /// Null move: depth from which a cut-off is verified, plies.
    null_move_verification = 16 in 8..=24;
    /// Null move: by how much the side to move may stand worse than even at most, internal units.
    null_move_worst = 1160 in 500..=3000;

    /// ProbCut: shallowest depth, plies.
    probcut_depth = 3 in 2..=8;
    /// ProbCut: margin above beta, internal units.
    probcut_margin = 128 in 60..=800;
    /// ProbCut: how much less for an improving side, internal units.
    probcut_improving = 47 in 0..=200;
    /// ProbCut by the table alone: margin above beta, internal units.
    small_probcut_margin = 296 in 100..=800;

    /// Internal iterative reduction: shallowest depth, plies.
    iir_depth = 6 in 2..=10;

    /// Futility: reduced depth from which it does not apply, plies.
    futility_depth = 12 in 4..=16;
    /// Futility: margin, internal units.
    futility_base = 84 in 0..=400;
    /// Futility: margin a ply, internal units.
    futility_margin = 60 in 20..=300;
    /// Futility: more where the evaluation is above alpha, internal units.
    futility_above_alpha = 51 in 0..=200;
    /// Futility: history units for one ply of reduced depth.
    futility_history = 3059 in 1000..=8000;
    /// Futility of captures: reduced depth from which it does not apply, plies.
    capture_futility_depth = 8 in 2..=12;
    /// Futility of captures: margin, internal units.
    capture_futility_base = 147 in 0..=500;
    /// Futility of captures: margin a ply, internal units.
    capture_futility_margin = 168 in 40..=400;
    /// Futility of captures: internal units for 1024 of history.
    capture_futility_history = 68 in 0..=300;
    /// Late move pruning: moves at depth 0.
    late_move_base = 3 in 1..=8;
    /// History pruning: threshold a ply, history units.
    history_pruning_margin = 4817 in 1000..=9000;
    /// SEE pruning of quiet moves: margin for reduced depth squared, sixteenths of internal units.
    see_quiet_margin = 236 in 60..=800;
    /// SEE pruning of captures: margin a ply, internal units.
    see_capture_margin = 95 in 30..=300;
    /// SEE pruning of captures: internal units for 1024 of history.
    see_history = 23 in 0..=100;

    /// Singular extension: shallowest depth, plies.
    singular_depth = 6 in 4..=10;
    /// Singular extension: margin for each ply of depth, 1/64 of internal units.
    singular_margin = 37 in 8..=128;
    /// Singular extension: more where the table has the node on a principal variation.
    singular_tt_pv = 28 in 0..=128;
    /// Double extension: how far below the singular bound, internal units.
    double_extension_margin = 7 in -60..=120;
    /// Double extension: more on the principal variation, internal units.
    double_extension_pv = 117 in 0..=300;
    /// Double extension: less for a quiet move, internal units.
    double_extension_quiet = 88 in 0..=200;
    /// Double extension: less where table moves have been the best ones, by their history.
    double_extension_tt_move = 786 in 0..=3000;
    /// Double extension: less where the line is longer than the root's depth, internal units.
    double_extension_deep = 22 in 0..=100;
    /// Triple extension: how far below the singular bound, internal units.
    triple_extension_margin = 55 in -60..=300;
    /// Triple extension: more on the principal variation, internal units.
    triple_extension_pv = 175 in 0..=400;
    /// Triple extension: less for a quiet move, internal units.
    triple_extension_quiet = 85 in 0..=250;
    /// Triple extension: more where the table has the node on a principal variation.
    triple_extension_tt_pv = 47 in 0..=200;
    /// Triple extension: less where the line is longer than the root's depth, internal units.
    triple_extension_deep = 21 in 0..=100;
    /// Double and triple extension: percent of the correction of the evaluation taken off.
    extension_correction = 53 in 0..=200;

    /// Late move reductions: base, 1/1024 plies.
    reduction_base = 962 in 0..=2000;
    /// Late move reductions: divisor of ln(depth) · ln(moves), percent.
    reduction_divisor = 198 in 130..=350;
    /// Late move reductions: less for a window as wide as the root's, 1/1024 plies.
    reduction_window = 610 in 0..=1500;
    /// Late move reductions: more where the side does not improve, 1/512 of the base.
    reduction_not_improving = 202 in 0..=600;
    /// Late move reductions: more where the table has the node on a principal variation, as far as
    /// pruning is concerned.
    reduction_tt_pv_base = 848 in 0..=3000;
    /// Late move reductions: less there once the move is searched.
    reduction_tt_pv = 2843 in 0..=6000;
    /// Late move reductions: still less on the principal variation, 1/1024 plies.
    reduction_pv = 946 in 0..=3000;
    /// Late move reductions: the same where the table's score is above alpha.
    reduction_tt_score = 1099 in 0..=3000;
    /// Late move reductions: the same where the table's depth is as large as the node's.
    reduction_tt_depth = 1058 in 0..=3000;
    /// Late move reductions: the same at a cut node.
    reduction_tt_depth_cut = 1048 in 0..=3000;
    /// Late move reductions: more for every move that is searched, 1/1024 plies.
    reduction_offset = 692 in 0..=2000;
    /// Late move reductions: less for each move before it, 1/1024 plies.
    reduction_count = 63 in 0..=200;
    /// Late move reductions: less for each internal unit by which the static evaluation was
    /// corrected, sixteenths of 1/1024 plies.
    reduction_correction = 126 in 0..=500;
    /// Late move reductions: more at a cut node, 1/1024 plies.
    reduction_cut_node = 3948 in 0..=6000;
    /// Late move reductions: still more there without a table move, 1/1024 plies.
    reduction_no_tt_move = 797 in 0..=3000;
    /// Late move reductions: more where the table move is a capture, 1/1024 plies.
    reduction_tt_capture = 1233 in 0..=3000;
    /// Late move reductions: more where the children have failed high twice, 1/1024 plies.
    reduction_fail_highs = 382 in 0..=2000;
    /// Late move reductions: still more from the third time on, 1/1024 plies.
    reduction_more_fail_highs = 1014 in 0..=3000;
    /// Late move reductions: the same at an all node.
    reduction_fail_highs_all = 1269 in 0..=3000;
    /// Late move reductions: less for the table's move otherwise, 1/1024 plies.
    reduction_tt_move = 2200 in 0..=4000;
    /// Late move reductions: 1/1024 plies for 4096 of history.
    reduction_history = 421 in 100..=1500;
    /// Late move reductions: history units for 16 internal units of the captured piece.
    reduction_victim = 127 in 0..=600;
    /// Late move reductions: more at an all node, 1/256 of the reduction for each ply of depth less.
    reduction_all_node = 323 in 0..=600;
    /// Late move reductions: the same, added to 256 times the depth.
    reduction_all_node_offset = 290 in 64..=1024;
    /// Where no reduction applies: as much more as without a table move.
    full_depth_no_tt_move = 1069 in 0..=4000;
    /// The same: reduction from which the move is searched one ply less deep, 1/1024 plies.
    full_depth_reduction = 5379 in 2000..=9000;
    /// The same: two plies less.
    full_depth_reduction_more = 5492 in 2000..=9000;
    /// After a raised alpha the rest is searched less deep from this depth on, plies.
    raised_alpha_depth_min = 4 in 2..=8;
    /// The same: up to this depth, plies.
    raised_alpha_depth_max = 11 in 6..=20;
    /// The same: by so much, plies.
    raised_alpha_reduction = 3 in 1..=3;
    /// Hindsight: plies of reduction from which a move that did not fall back is searched one ply
    /// deeper.
    hindsight_deeper = 3 in 1..=6;
    /// Hindsight: plies of reduction from which a move that lost much is searched one ply less deep.
    hindsight_shallower = 2 in 1..=6;
    /// Hindsight: a reduced move after which the static evaluation fell by more than this is searched
    /// one ply less deep, internal units.
    hindsight_margin = 105 in 20..=800;
    /// A reduced search that beats the best score by this goes one ply deeper, internal units.
    deeper_margin = 40 in 5..=200;
    /// A reduced search that hardly beats the best score goes one ply less deep.
    shallower_margin = 8 in 0..=60;

    /// Quiescence: futility margin, internal units.
    quiescence_futility = 183 in 60..=600;
    /// Quiescence: captures that lose more than this are not searched, internal units.
    quiescence_see = -46 in -400..=100;
    /// Quiescence: captures tried before the rest is given up, but for checks, recaptures and
    /// promotions.
    quiescence_captures = 2 in 1..=8;
    /// Quiescence: the evaluation's share in the score given back where it fails high, 1/1024.
    quiescence_stand_pat = 438 in 0..=1024;
    /// Quiescence: the best score's share where a move fails high, 1/1024.
    quiescence_return = 476 in 0..=1024;

    /// Ordering: history units for leaving a square where a lesser piece attacks the queen; as
    /// many are lost by going to one.
    threat_queen = 50576 in 0..=80000;
    /// Ordering: the same for a rook.
    threat_rook = 27960 in 0..=60000;
    /// Ordering: the same for a minor piece.
    threat_minor = 17795 in 0..=60000;
    /// Ordering: history units for a quiet move that gives check.
    quiet_check = 15721 in 0..=32000;
    /// Ordering: what such a move may lose in exchange, internal units.
    quiet_check_see = 31 in 0..=400;
    /// Ordering: quiet moves this far below none come after the losing captures, history units.
    bad_quiet = 14671 in 2000..=40000;
    /// Ordering of captures: history units for one internal unit of the captured piece.
    capture_victim = 13 in 2..=32;
    /// Ordering of captures: history units that make up for one internal unit lost in exchange.
    capture_see_divisor = 34 in 8..=100;

    /// History bonus: a ply, history units.
    history_bonus = 137 in 30..=400;
    /// History bonus: offset, history units.
    history_bonus_offset = 51 in 0..=400;
    /// History bonus: largest, history units.
    history_bonus_max = 1511 in 500..=4000;
    /// History bonus: more for the table's move, history units.
    history_tt_bonus = 379 in 0..=1000;
    /// History penalty: a ply, history units.
    history_penalty = 967 in 100..=1500;
    /// History penalty: offset, history units.
    history_penalty_offset = 244 in 0..=600;
    /// History penalty: largest, history units.
    history_penalty_max = 2360 in 400..=5000;
    /// History bonus: history units of the last move for one more.
    history_stat_score_divisor = 28 in 8..=100;
    /// History bonus: more for each move tried before, off the principal variation, 1/1024.
    history_tried = 3 in 0..=20;
    /// History bonus of a quiet best move, 1/1024.
    history_best_quiet = 976 in 300..=2000;
    /// History bonus of a capture that is the best move, 1/1024.
    history_best_capture = 1329 in 400..=3000;
    /// History penalty of the quiet moves tried before, 1/1024.
    history_tried_quiet = 1120 in 300..=2500;
    /// The same: what each has of the one before it, 1/1024. The later a move came, the less was
    /// expected of it.
    history_tried_decay = 918 in 700..=1024;
    /// History penalty of the captures tried before, 1/1024.
    history_tried_capture = 1424 in 400..=3000;
    /// History penalty of an early move that was refuted, 1/1024.
    history_refuted = 630 in 0..=2000;
    /// History of quiet moves: share of a bonus that goes to the plies near the root, 1/1024.
    history_low_ply = 711 in 200..=1600;
    /// The same: to the moves that were answered.
    history_continuation = 733 in 200..=1600;
    /// The same: to the structure of pawns.
    history_pawns = 1190 in 300..=2000;
    /// The same, of a penalty.
    history_pawns_penalty = 504 in 100..=1500;
    /// What the history of quiet moves keeps from one search to the next, 1/1024.
    history_kept = 751 in 256..=1024;
    /// Continuation history: weight of an update for the move one ply ago, 1/1024.
    continuation_first = 1020 in 300..=2000;
    /// The same two plies ago.
    continuation_second = 732 in 200..=1600;
    /// The same three plies ago.
    continuation_third = 308 in 0..=1000;
    /// The same four plies ago.
    continuation_fourth = 446 in 0..=1200;
    /// The same five plies ago.
    continuation_fifth = 131 in 0..=800;
    /// The same six plies ago.
    continuation_sixth = 476 in 0..=1000;
    /// Continuation history: weight where no earlier move knows it as good, 1/128.
    continuation_good_0 = 90 in 40..=200;
    /// The same where one does.
    continuation_good_1 = 119 in 40..=200;
    /// The same where two do.
    continuation_good_2 = 113 in 40..=200;
    /// The same where three do.
    continuation_good_3 = 107 in 40..=200;
    /// The same where four do.
    continuation_good_4 = 121 in 40..=200;
    /// The same where five do.
    continuation_good_5 = 123 in 40..=200;
    /// The same where all six do.
    continuation_good_6 = 117 in 40..=200;
    /// Continuation history: added for the move one ply ago, history units.
    continuation_offset = 74 in 0..=300;
    /// History bonus of a table move that cuts a node off, a ply.
    history_tt_cutoff = 129 in 0..=400;
    /// The largest of these, history units.
    history_tt_cutoff_max = 717 in 200..=2000;
    /// History penalty of an early move that is refuted so.
    history_tt_refuted = 1991 in 0..=5000;
    /// History bonus of a move whose reduced search beats alpha.
    history_research = 1141 in 0..=4000;
    /// History bonus for the static evaluation that a quiet move gained, sixteenths of history units
    /// for an internal unit.
    evaluation_gain = 316 in 0..=800;
    /// The largest gain that counts, internal units.
    evaluation_gain_max = 128 in 0..=400;
    /// What is added to it, internal units.
    evaluation_gain_offset = 20 in -50..=100;
    /// What the structure of pawns takes of it, elevenths.
    evaluation_gain_pawns = 13 in 0..=33;
    /// Fail low: history bonus of the capture that led there, history units.
    fail_low_capture = 1019 in 0..=2500;
    /// Fail low: how far below the static evaluation it disappoints, internal units.
    fail_low_margin = 64 in 0..=200;
    /// Fail low: how far below the static evaluation before it surprises, internal units.
    fail_low_margin_before = 47 in 0..=200;
    /// Fail low: scale of the bonus of the quiet move that led there.
    fail_low_offset = -249 in -800..=200;
    /// The same: history units of the move for one less.
    fail_low_stat_score_divisor = 98 in 30..=400;
    /// The same: more for each ply of depth.
    fail_low_depth = 56 in 0..=150;
    /// The same: the most of that.
    fail_low_depth_max = 407 in 100..=1200;
    /// The same: more for a move that came late.
    fail_low_late = 205 in 0..=500;
    /// The same: more where the node disappoints.
    fail_low_disappointing = 140 in 0..=500;
    /// The same: more where it surprises.
    fail_low_surprising = 160 in 0..=500;
    /// Fail low: bonus of the quiet move that led there, a ply, for the scale to multiply.
    fail_low_bonus = 156 in 30..=400;
    /// The same: taken off.
    fail_low_bonus_offset = 73 in 0..=400;
    /// The same: the most.
    fail_low_bonus_max = 1307 in 400..=4000;
    /// The same: what continuation history takes of it, 1/16,384.
    fail_low_continuation = 228 in 0..=800;
    /// The same: what the history of quiet moves takes of it, 1/32,768.
    fail_low_main = 267 in 0..=800;
    /// The same: what the structure of pawns takes of it, 1/8,192.
    fail_low_pawns = 299 in 0..=1000;
    /// History of the table's moves: bonus where one is the best.
    tt_move_best = 940 in 200..=2000;
    /// The same: penalty where another is.
    tt_move_worse = 769 in 200..=2000;
    /// The same: penalty after a multi-cut.
    tt_move_multi_cut = 480 in 0..=1500;
    /// The same: more for each ply of depth.
    tt_move_multi_cut_depth = 96 in 0..=300;
    /// Correction history: divisor of the weighted sum of the tables.
    correction_divisor = 243729 in 80000..=600000;
    /// Correction history: weight of the table by pawns.
    correction_pawns = 14407 in 4000..=30000;
    /// Correction history: weight of the table by minor pieces.
    correction_minors = 10954 in 3000..=25000;
    /// Correction history: weight of each table by the pieces of a side.
    correction_pieces = 12926 in 3000..=25000;
    /// Correction history: weight of each table by the last moves.
    correction_moves = 9242 in 2000..=20000;
    /// Correction history: share of an update for the table by pawns, 1/128.
    correction_update_pawns = 129 in 40..=250;
    /// The same for the table by minor pieces.
    correction_update_minors = 137 in 40..=300;
    /// The same for each table by the pieces of a side.
    correction_update_pieces = 174 in 40..=350;
    /// The same for the last move with that two plies ago.
    correction_update_second = 120 in 40..=250;
    /// The same for the last move with that four plies ago.
    correction_update_fourth = 65 in 20..=200;
    /// Correction history: share of error times depth for an update where a best move was found,
    /// 1/128.
    correction_best = 18 in 4..=80;
    /// Correction history: the same where none was.
    correction_none = 34 in 4..=100;
    /// Correction history: the same after a multi-cut, 1/1024.
    correction_multi_cut = 294 in 0..=1000;

    /// Time: moves that the clock is shared over when no number is given.
    time_moves = 24 in 12..=50;
    /// Time: how many more at the game's beginning; ever fewer of them until its eightieth ply.
    time_moves_opening = 9 in -30..=30;
    /// Time: below this a clock is low, and some of it is kept back, milliseconds.
    time_low = 300 in 0..=1000;
    /// Time: least percent of its share of the clock that a move gets, however large the overhead.
    time_least = 10 in 1..=50;
    /// Time: with a soft limit below this one thread searches alone, milliseconds.
    time_scant = 2 in 0..=20;
    /// Time: percent of the increment spent each move.
    time_increment = 78 in 30..=100;
    /// Time: a soft limit up to this is not made longer, milliseconds.
    time_short = 20 in 5..=100;
    /// Time: percent by which a soft limit is made longer for each power of ten of its length.
    time_growth = 60 in 0..=150;
    /// Time: hard limit, percent of the soft limit.
    time_hard = 420 in 150..=800;
    /// Time: hard limit, percent of the clock.
    time_hard_share = 66 in 30..=90;
    /// Time: soft limit when the best move has just changed, percent.
    time_unstable = 130 in 100..=200;
    /// Time: percent of the soft limit saved for each iteration that kept the best move.
    time_stability = 9 in 0..=15;
    /// Time: soft limit when no node was spent on the best move, percent.
    time_nodes_base = 202 in 120..=300;
    /// Time: percent of the soft limit saved as all nodes go to the best move.
    time_nodes = 160 in 50..=250;
    /// Time: hundredths of a percent of the soft limit for an internal unit of falling score.
    time_trend = 40 in 0..=150;
    /// Time: the same for what it has fallen since the last move.
    time_last_score = 30 in 0..=150;
    /// Time: the least that a rising score leaves of the soft limit, percent.
    time_trend_least = 80 in 50..=100;
    /// Time: the most that a falling score makes of the soft limit, percent.
    time_trend_most = 165 in 110..=220;
    /// Time: more for each change of the best move, percent of the soft limit.
    time_changes = 12 in 0..=100;
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
        let line = ALL.iter().find(|param| param.name == "reduction_base").unwrap().spsa();
        assert!(line.starts_with("reduction_base, int, "), "{line}");
        assert!(line.ends_with(", 0, 2000, 100, 0.002"), "{line}");
    }
}
