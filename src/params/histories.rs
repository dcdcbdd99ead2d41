//! Parameters of move ordering, histories and correction history.

use super::declare::params;

params! {
    HISTORIES:
    /// Ordering: bonus for a queen that leaves a square attacked by a less valuable piece, and penalty
    /// for one that enters it, history units.
    threat_queen = 50576 in 0..=80000;
    /// Ordering: the same for a rook.
    threat_rook = 27960 in 0..=60000;
    /// Ordering: the same for a minor piece.
    threat_minor = 17795 in 0..=60000;
    /// Ordering: bonus of a quiet check, history units.
    quiet_check = 15721 in 0..=32000;
    /// Ordering: SEE loss allowed for that bonus, internal units.
    quiet_check_see = 31 in 0..=400;
    /// Ordering: score below minus which a quiet move is bad, history units.
    bad_quiet = 14671 in 2000..=40000;
    /// Ordering of captures: history units for one internal unit of the captured piece.
    capture_victim = 13 in 2..=32;
    /// Ordering of captures: history units for one internal unit of SEE loss.
    capture_see_divisor = 34 in 8..=100;

    /// History bonus: a ply, history units.
    history_bonus = 137 in 30..=400;
    /// History bonus: offset, history units.
    history_bonus_offset = 51 in 0..=400;
    /// History bonus: largest, history units.
    history_bonus_max = 1511 in 500..=4000;
    /// History bonus: addition for the TT move, history units.
    history_tt_bonus = 379 in 0..=1000;
    /// History penalty: a ply, history units.
    history_penalty = 967 in 100..=1500;
    /// History penalty: offset, history units.
    history_penalty_offset = 244 in 0..=600;
    /// History penalty: largest, history units.
    history_penalty_max = 2360 in 400..=5000;
    /// History bonus: divisor of the last move's stat score.
    history_stat_score_divisor = 28 in 8..=100;
    /// History bonus: addition for each move searched before at a non-PV node, 1/1024.
    history_tried = 3 in 0..=20;
    /// History bonus of a quiet best move, 1/1024.
    history_best_quiet = 976 in 300..=2000;
    /// History bonus of a capture that is the best move, 1/1024.
    history_best_capture = 1329 in 400..=3000;
    /// History penalty of the quiet moves searched before, 1/1024.
    history_tried_quiet = 1120 in 300..=2500;
    /// The same: ratio of each penalty to the one before, 1/1024.
    history_tried_decay = 918 in 700..=1024;
    /// History penalty of the captures searched before, 1/1024.
    history_tried_capture = 1424 in 400..=3000;
    /// History penalty of a refuted early move, 1/1024.
    history_refuted = 630 in 0..=2000;
    /// History of quiet moves: share of a bonus for the low-ply history, 1/1024.
    history_low_ply = 711 in 200..=1600;
    /// The same for the continuation history.
    history_continuation = 733 in 200..=1600;
    /// The same for the pawn history.
    history_pawns = 1190 in 300..=2000;
    /// The same for the pawn history, of a penalty.
    history_pawns_penalty = 504 in 100..=1500;
    /// Main history: share kept from one search to the next, 1/1024.
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
    /// Continuation history: weight if no entry so far is positive, 1/128.
    continuation_good_0 = 90 in 40..=200;
    /// The same if one is.
    continuation_good_1 = 119 in 40..=200;
    /// The same if two are.
    continuation_good_2 = 113 in 40..=200;
    /// The same if three are.
    continuation_good_3 = 107 in 40..=200;
    /// The same if four are.
    continuation_good_4 = 121 in 40..=200;
    /// The same if five are.
    continuation_good_5 = 123 in 40..=200;
    /// The same if all six are.
    continuation_good_6 = 117 in 40..=200;
    /// Continuation history: addition for the move one ply ago, history units.
    continuation_offset = 74 in 0..=300;
    /// History bonus of a TT move that gives a cut-off, a ply.
    history_tt_cutoff = 129 in 0..=400;
    /// The same: largest, history units.
    history_tt_cutoff_max = 717 in 200..=2000;
    /// History penalty of an early move refuted by a TT cut-off.
    history_tt_refuted = 1991 in 0..=5000;
    /// History bonus of a move whose reduced search beats alpha.
    history_research = 1141 in 0..=4000;
    /// Evaluation difference of a quiet move: sixteenths of history units for an internal unit.
    eval_diff = 316 in 0..=800;
    /// The same: largest difference, internal units.
    eval_diff_max = 128 in 0..=400;
    /// The same: offset, internal units.
    eval_diff_offset = 20 in -50..=100;
    /// The same: share for the pawn history, elevenths.
    eval_diff_pawns = 13 in 0..=33;
    /// Fail low: history bonus of the capture that led there, history units.
    fail_low_capture = 1019 in 0..=2500;
    /// Fail low: margin of the score below the static evaluation, internal units.
    fail_low_margin = 64 in 0..=200;
    /// Fail low: margin of the score below the previous static evaluation, internal units.
    fail_low_margin_before = 47 in 0..=200;
    /// Fail low: scale of the bonus of the quiet move that led there.
    fail_low_offset = -249 in -800..=200;
    /// The same: divisor of the move's stat score.
    fail_low_stat_score_divisor = 98 in 30..=400;
    /// The same: addition for each ply of depth.
    fail_low_depth = 56 in 0..=150;
    /// The same: largest addition for the depth.
    fail_low_depth_max = 407 in 100..=1200;
    /// The same: addition for a late move.
    fail_low_late = 205 in 0..=500;
    /// The same: addition if the score is below the static evaluation by the margin.
    fail_low_below_eval = 140 in 0..=500;
    /// The same: addition if it is below the previous static evaluation by the margin.
    fail_low_below_prior_eval = 160 in 0..=500;
    /// Fail low: bonus of the quiet move that led there, a ply, multiplied by the scale.
    fail_low_bonus = 156 in 30..=400;
    /// The same: offset.
    fail_low_bonus_offset = 73 in 0..=400;
    /// The same: largest.
    fail_low_bonus_max = 1307 in 400..=4000;
    /// The same: share for the continuation history, 1/16,384.
    fail_low_continuation = 228 in 0..=800;
    /// The same: share for the main history, 1/32,768.
    fail_low_main = 267 in 0..=800;
    /// The same: share for the pawn history, 1/8,192.
    fail_low_pawns = 299 in 0..=1000;
    /// History of TT moves: bonus if one is the best.
    tt_move_best = 940 in 200..=2000;
    /// The same: penalty if another is.
    tt_move_worse = 769 in 200..=2000;
    /// The same: penalty after a multi-cut.
    tt_move_multi_cut = 480 in 0..=1500;
    /// The same: addition for each ply of depth.
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
    /// Correction history: share of error times depth for an update with a best move, 1/128.
    correction_best = 18 in 4..=80;
    /// Correction history: the same without a best move.
    correction_none = 34 in 4..=100;
    /// Correction history: the same after a multi-cut, 1/1024.
    correction_multi_cut = 294 in 0..=1000;
}
