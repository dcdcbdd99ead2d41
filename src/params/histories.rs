//! Parameters of move ordering, histories and correction history.

use super::declare::params;

params! {
    HISTORIES:
    /// Ordering: bonus for a queen that leaves a square attacked by a less valuable piece, and penalty
    /// for one that enters it, history units.
    threat_queen = 52496 in 0..=80000;
    /// Ordering: the same for a rook.
    threat_rook = 29328 in 0..=60000;
    /// Ordering: the same for a minor piece.
    threat_minor = 17795 in 0..=60000;
    /// Ordering: bonus of a quiet check, history units.
    quiet_check = 15683 in 0..=32000;
    /// Ordering: SEE loss allowed for that bonus, internal units.
    quiet_check_see = 40 in 0..=400;
    /// Ordering: score below minus which a quiet move is bad, history units.
    bad_quiet = 14306 in 2000..=40000;
    /// Ordering of captures: history units for one internal unit of the captured piece.
    capture_victim = 14 in 2..=32;
    /// Ordering of captures: history units for one internal unit of SEE loss.
    capture_see_divisor = 34 in 8..=100;

    /// History bonus: a ply, history units.
    history_bonus = 142 in 30..=400;
    /// History bonus: offset, history units.
    history_bonus_offset = 41 in 0..=400;
    /// History bonus: largest, history units.
    history_bonus_max = 1398 in 500..=4000;
    /// History bonus: addition for the TT move, history units.
    history_tt_bonus = 365 in 0..=1000;
    /// History penalty: a ply, history units.
    history_penalty = 940 in 100..=1500;
    /// History penalty: offset, history units.
    history_penalty_offset = 194 in 0..=600;
    /// History penalty: largest, history units.
    history_penalty_max = 2421 in 400..=5000;
    /// History bonus: divisor of the last move's stat score.
    history_stat_score_divisor = 29 in 8..=100;
    /// History bonus: addition for each move searched before at a non-PV node, 1/1024.
    history_tried = 3 in 0..=20;
    /// History bonus of a quiet best move, 1/1024.
    history_best_quiet = 1005 in 300..=2000;
    /// History bonus of a capture that is the best move, 1/1024.
    history_best_capture = 1382 in 400..=3000;
    /// History penalty of the quiet moves searched before, 1/1024.
    history_tried_quiet = 1117 in 300..=2500;
    /// The same: ratio of each penalty to the one before, 1/1024.
    history_tried_decay = 923 in 700..=1024;
    /// History penalty of the captures searched before, 1/1024.
    history_tried_capture = 1371 in 400..=3000;
    /// History penalty of a refuted early move, 1/1024.
    history_refuted = 659 in 0..=2000;
    /// History of quiet moves: share of a bonus for the low-ply history, 1/1024.
    history_low_ply = 736 in 200..=1600;
    /// The same for the continuation history.
    history_continuation = 688 in 200..=1600;
    /// The same for the pawn history.
    history_pawns = 1194 in 300..=2000;
    /// The same for the pawn history, of a penalty.
    history_pawns_penalty = 524 in 100..=1500;
    /// Main history: share kept from one search to the next, 1/1024.
    history_kept = 723 in 256..=1024;
    /// Continuation history: weight of an update for the move one ply ago, 1/1024.
    continuation_first = 1083 in 300..=2000;
    /// The same two plies ago.
    continuation_second = 729 in 200..=1600;
    /// The same three plies ago.
    continuation_third = 307 in 0..=1000;
    /// The same four plies ago.
    continuation_fourth = 450 in 0..=1200;
    /// The same five plies ago.
    continuation_fifth = 94 in 0..=800;
    /// The same six plies ago.
    continuation_sixth = 504 in 0..=1000;
    /// Continuation history: weight if no entry so far is positive, 1/128.
    continuation_good_0 = 87 in 40..=200;
    /// The same if one is.
    continuation_good_1 = 123 in 40..=200;
    /// The same if two are.
    continuation_good_2 = 110 in 40..=200;
    /// The same if three are.
    continuation_good_3 = 105 in 40..=200;
    /// The same if four are.
    continuation_good_4 = 125 in 40..=200;
    /// The same if five are.
    continuation_good_5 = 122 in 40..=200;
    /// The same if all six are.
    continuation_good_6 = 113 in 40..=200;
    /// Continuation history: addition for the move one ply ago, history units.
    continuation_offset = 93 in 0..=300;
    /// History bonus of a TT move that gives a cut-off, a ply.
    history_tt_cutoff = 140 in 0..=400;
    /// The same: largest, history units.
    history_tt_cutoff_max = 665 in 200..=2000;
    /// History penalty of an early move refuted by a TT cut-off.
    history_tt_refuted = 2225 in 0..=5000;
    /// History bonus of a move whose reduced search beats alpha.
    history_research = 1208 in 0..=4000;
    /// Evaluation difference of a quiet move: sixteenths of history units for an internal unit.
    eval_diff = 332 in 0..=800;
    /// The same: largest difference, internal units.
    eval_diff_max = 114 in 0..=400;
    /// The same: offset, internal units.
    eval_diff_offset = 18 in -50..=100;
    /// The same: share for the pawn history, elevenths.
    eval_diff_pawns = 12 in 0..=33;
    /// Fail low: history bonus of the capture that led there, history units.
    fail_low_capture = 1082 in 0..=2500;
    /// Fail low: margin of the score below the static evaluation, internal units.
    fail_low_margin = 61 in 0..=200;
    /// Fail low: margin of the score below the previous static evaluation, internal units.
    fail_low_margin_before = 50 in 0..=200;
    /// Fail low: scale of the bonus of the quiet move that led there.
    fail_low_offset = -253 in -800..=200;
    /// The same: divisor of the move's stat score.
    fail_low_stat_score_divisor = 96 in 30..=400;
    /// The same: addition for each ply of depth.
    fail_low_depth = 60 in 0..=150;
    /// The same: largest addition for the depth.
    fail_low_depth_max = 427 in 100..=1200;
    /// The same: addition for a late move.
    fail_low_late = 204 in 0..=500;
    /// The same: addition if the score is below the static evaluation by the margin.
    fail_low_below_eval = 131 in 0..=500;
    /// The same: addition if it is below the previous static evaluation by the margin.
    fail_low_below_prior_eval = 156 in 0..=500;
    /// Fail low: bonus of the quiet move that led there, a ply, multiplied by the scale.
    fail_low_bonus = 157 in 30..=400;
    /// The same: offset.
    fail_low_bonus_offset = 74 in 0..=400;
    /// The same: largest.
    fail_low_bonus_max = 1186 in 400..=4000;
    /// The same: share for the continuation history, 1/16,384.
    fail_low_continuation = 259 in 0..=800;
    /// The same: share for the main history, 1/32,768.
    fail_low_main = 263 in 0..=800;
    /// The same: share for the pawn history, 1/8,192.
    fail_low_pawns = 294 in 0..=1000;
    /// History of TT moves: bonus if one is the best.
    tt_move_best = 964 in 200..=2000;
    /// The same: penalty if another is.
    tt_move_worse = 814 in 200..=2000;
    /// The same: penalty after a multi-cut.
    tt_move_multi_cut = 457 in 0..=1500;
    /// The same: addition for each ply of depth.
    tt_move_multi_cut_depth = 102 in 0..=300;
    /// Correction history: divisor of the weighted sum of the tables.
    correction_divisor = 270560 in 80000..=600000;
    /// Correction history: weight of the table by pawns.
    correction_pawns = 13471 in 4000..=30000;
    /// Correction history: weight of the table by minor pieces.
    correction_minors = 10505 in 3000..=25000;
    /// Correction history: weight of each table by the pieces of a side.
    correction_pieces = 13533 in 3000..=25000;
    /// Correction history: weight of each table by the last moves.
    correction_moves = 10149 in 2000..=20000;
    /// Correction history: share of an update for the table by pawns, 1/128.
    correction_update_pawns = 120 in 40..=250;
    /// The same for the table by minor pieces.
    correction_update_minors = 138 in 40..=300;
    /// The same for each table by the pieces of a side.
    correction_update_pieces = 183 in 40..=350;
    /// The same for the last move with that two plies ago.
    correction_update_second = 118 in 40..=250;
    /// The same for the last move with that four plies ago.
    correction_update_fourth = 61 in 20..=200;
    /// Correction history: share of error times depth for an update with a best move, 1/128.
    correction_best = 21 in 4..=80;
    /// Correction history: the same without a best move.
    correction_none = 38 in 4..=100;
    /// Correction history: the same after a multi-cut, 1/1024.
    correction_multi_cut = 286 in 0..=1000;
}
