//! Parameters of evaluation scale, root, pruning, extensions, reductions and quiescence search.

use super::declare::params;

params! {
    SEARCH:
    /// Factor for the network's output, percent: brings it to the scale that margins are tuned for,
    /// see `wdl::HALF_WIN`.
    evaluation_scale = 80 in 30..=200;

    /// Half width of the first aspiration window, internal units.
    aspiration_window = 8 in 1..=30;
    /// Growth of the window after a fail, percent.
    aspiration_growth = 46 in 10..=150;
    /// Squared score for one more internal unit of the first aspiration window.
    aspiration_score_divisor = 3155 in 1000..=65536;
    /// Optimism: maximum, internal units, before the material scales it.
    optimism = 59 in 0..=200;
    /// Optimism: score with half of the maximum, internal units.
    optimism_offset = 61 in 10..=200;
    /// Optimism: weight without material, in units of [`optimism_divisor`].
    optimism_material = 6663 in 0..=20000;
    /// Optimism: material of a pawn; a queen is 2538.
    optimism_pawn = 534 in 100..=1200;
    /// Optimism: divisor of material plus [`optimism_material`].
    optimism_divisor = 73189 in 20000..=160000;
    /// Reversible plies after which the static evaluation is damped to zero.
    fifty_move_damping = 195 in 120..=400;

    /// Razoring: margin, internal units.
    razoring_base = 294 in 100..=800;
    /// Razoring: margin for depth squared, internal units.
    razoring_margin = 208 in 60..=500;
    /// Reverse futility: depth below which it applies, plies.
    reverse_futility_depth = 19 in 6..=25;
    /// Reverse futility: margin a ply, hundredths of internal units.
    reverse_futility_margin = 2755 in 0..=10000;
    /// Reverse futility: growth of that with each ply, hundredths of internal units.
    reverse_futility_growth = 232 in 0..=1000;
    /// Reverse futility: largest margin a ply, hundredths of internal units.
    reverse_futility_margin_max = 4569 in 1000..=15000;
    /// Reverse futility: discount without a TT entry, hundredths of internal units.
    reverse_futility_tt_miss = 1209 in 0..=4000;
    /// Reverse futility: discount if improving, 1/1024 of the margin a ply.
    reverse_futility_improving = 2261 in 0..=6000;
    /// Reverse futility: discount if the opponent is worsening, 1/1024 of the margin a ply.
    reverse_futility_worsening = 441 in 0..=2000;
    /// Reverse futility: share of the correction added to the margin, percent.
    reverse_futility_correction = 77 in 0..=200;
    /// Reverse futility: weight of the evaluation in the returned score, 1/1024.
    reverse_futility_return = 424 in 0..=1024;

    /// Null move: reduction, plies.
    null_move_base = 7 in 3..=9;
    /// Null move: plies of depth for one more ply of reduction.
    null_move_divisor = 3 in 2..=6;
    /// Null move: internal units above beta for one more ply of reduction.
    null_move_margin = 150 in 60..=800;
    /// Null move: margin of the static evaluation above beta, internal units.
    null_move_base_margin = 303 in -200..=600;
    /// Null move: discount of that margin a ply, sixteenths of internal units.
    null_move_depth_margin = 148 in 0..=400;
    /// Null move: discount if improving, internal units.
    null_move_improving = 40 in 0..=200;
    /// Null move: minimum depth for verification, plies.
    null_move_verification = 15 in 8..=24;
    /// Null move: no null move with beta below minus this, internal units.
    null_move_worst = 1145 in 500..=3000;

    /// ProbCut: minimum depth, plies.
    probcut_depth = 3 in 2..=8;
    /// ProbCut: margin above beta, internal units.
    probcut_margin = 161 in 60..=800;
    /// ProbCut: discount if improving, internal units.
    probcut_improving = 40 in 0..=200;
    /// Small ProbCut, by the TT alone: margin above beta, internal units.
    small_probcut_margin = 273 in 100..=800;

    /// Internal iterative reduction: minimum depth, plies.
    iir_depth = 6 in 2..=10;

    /// Futility: reduced depth below which it applies, plies.
    futility_depth = 12 in 4..=16;
    /// Futility: margin, internal units.
    futility_base = 62 in 0..=400;
    /// Futility: margin a ply, internal units.
    futility_margin = 49 in 20..=300;
    /// Futility: addition if the static evaluation is above alpha, internal units.
    futility_above_alpha = 55 in 0..=200;
    /// Futility: history units for one ply of reduced depth.
    futility_history = 3471 in 1000..=8000;
    /// Futility: weight of the main history beside the continuation and pawn histories, 1/32.
    futility_main_history = 69 in 0..=200;
    /// Futility of captures: reduced depth below which it applies, plies.
    capture_futility_depth = 8 in 2..=12;
    /// Futility of captures: margin, internal units.
    capture_futility_base = 149 in 0..=500;
    /// Futility of captures: margin a ply, internal units.
    capture_futility_margin = 168 in 40..=400;
    /// Futility of captures: internal units for 1024 of history.
    capture_futility_history = 60 in 0..=300;
    /// Late move pruning: moves at depth 0.
    late_move_base = 3 in 1..=8;
    /// History pruning: threshold a ply, history units.
    history_pruning_margin = 5028 in 1000..=9000;
    /// SEE pruning of quiet moves: margin for reduced depth squared, sixteenths of internal units.
    see_quiet_margin = 271 in 60..=800;
    /// SEE pruning of captures: margin a ply, internal units.
    see_capture_margin = 109 in 30..=300;
    /// SEE pruning of captures: internal units for 1024 of history.
    see_history = 22 in 0..=100;

    /// Singular extension: minimum depth, plies.
    singular_depth = 7 in 4..=10;
    /// Singular extension: margin for each ply of depth, 1/64 of internal units.
    singular_margin = 33 in 8..=128;
    /// Singular extension: addition to the margin if `tt_pv`.
    singular_tt_pv = 29 in 0..=128;
    /// Double extension: margin below the singular beta, internal units.
    double_extension_margin = 10 in -60..=120;
    /// Double extension: addition at a PV node, internal units.
    double_extension_pv = 126 in 0..=300;
    /// Double extension: discount for a quiet move, internal units.
    double_extension_quiet = 78 in 0..=200;
    /// Double extension: discount by the history of TT moves.
    double_extension_tt_move = 743 in 0..=3000;
    /// Double extension: discount beyond the root's depth, internal units.
    double_extension_deep = 22 in 0..=100;
    /// Triple extension: margin below the singular beta, internal units.
    triple_extension_margin = 55 in -60..=300;
    /// Triple extension: addition at a PV node, internal units.
    triple_extension_pv = 173 in 0..=400;
    /// Triple extension: discount for a quiet move, internal units.
    triple_extension_quiet = 72 in 0..=250;
    /// Triple extension: addition if `tt_pv`.
    triple_extension_tt_pv = 47 in 0..=200;
    /// Triple extension: discount beyond the root's depth, internal units.
    triple_extension_deep = 21 in 0..=100;
    /// Double and triple extension: discount by the correction, percent.
    extension_correction = 54 in 0..=200;

    /// Late move reductions: base, 1/1024 plies.
    reduction_base = 847 in 0..=2000;
    /// Late move reductions: divisor of ln(depth) · ln(moves), percent.
    reduction_divisor = 193 in 130..=350;
    /// Late move reductions: discount for a window as wide as the root's, 1/1024 plies.
    reduction_window = 623 in 0..=1500;
    /// Late move reductions: addition if not improving, 1/512 of the base.
    reduction_not_improving = 194 in 0..=600;
    /// Late move reductions: addition if `tt_pv`, for pruning, 1/1024 plies.
    reduction_tt_pv_base = 870 in 0..=3000;
    /// Late move reductions: discount if `tt_pv`, for the search of the move, 1/1024 plies.
    reduction_tt_pv = 2908 in 0..=6000;
    /// Late move reductions: further discount at a PV node, 1/1024 plies.
    reduction_pv = 1004 in 0..=3000;
    /// Late move reductions: the same if the TT score is above alpha.
    reduction_tt_score = 1110 in 0..=3000;
    /// Late move reductions: the same if the TT depth is at least the node's.
    reduction_tt_depth = 882 in 0..=3000;
    /// Late move reductions: further discount for that depth at a cut node.
    reduction_tt_depth_cut = 965 in 0..=3000;
    /// Late move reductions: offset for the search of a move, 1/1024 plies.
    reduction_offset = 726 in 0..=2000;
    /// Late move reductions: discount for the number of the move, 1/1024 plies.
    reduction_count = 61 in 0..=200;
    /// Late move reductions: discount for each internal unit of the correction, sixteenths of 1/1024
    /// plies.
    reduction_correction = 136 in 0..=500;
    /// Late move reductions: addition at a cut node, 1/1024 plies.
    reduction_cut_node = 3854 in 0..=6000;
    /// Late move reductions: further addition there without a TT move, 1/1024 plies.
    reduction_no_tt_move = 747 in 0..=3000;
    /// Late move reductions: addition if the TT move is tactical, 1/1024 plies.
    reduction_tt_capture = 1143 in 0..=3000;
    /// Late move reductions: addition from the second cut-off of children on, 1/1024 plies.
    reduction_fail_highs = 466 in 0..=2000;
    /// Late move reductions: further addition from the third on, 1/1024 plies.
    reduction_more_fail_highs = 1086 in 0..=3000;
    /// Late move reductions: further addition at an all node, 1/1024 plies.
    reduction_fail_highs_all = 1244 in 0..=3000;
    /// Late move reductions: discount for the TT move otherwise, 1/1024 plies.
    reduction_tt_move = 2234 in 0..=4000;
    /// Late move reductions: 1/1024 plies for 4096 of history.
    reduction_history = 421 in 100..=1500;
    /// Late move reductions: weight of the main history in the history of a quiet move, 1/1024.
    reduction_main_history = 2252 in 500..=5000;
    /// The same of the continuation history, one ply ago.
    reduction_first_continuation = 1126 in 0..=3000;
    /// The same two plies ago.
    reduction_second_continuation = 1093 in 0..=3000;
    /// Late move reductions: history units for 16 internal units of the captured piece.
    reduction_victim = 128 in 0..=600;
    /// Late move reductions: growth at an all node, numerator.
    reduction_all_node = 342 in 0..=600;
    /// Late move reductions: growth at an all node, added to the denominator 256 times the depth.
    reduction_all_node_offset = 350 in 64..=1024;
    /// Full depth search: addition without a TT move, 1/1024 plies.
    full_depth_no_tt_move = 1285 in 0..=4000;
    /// Full depth search: reduction above which the move loses a ply, 1/1024 plies.
    full_depth_reduction = 5471 in 2000..=9000;
    /// Full depth search: reduction above which it loses two plies, 1/1024 plies.
    full_depth_reduction_more = 5610 in 2000..=9000;
    /// Raised alpha: minimum depth for a reduction of the remaining moves, plies.
    raised_alpha_depth_min = 4 in 2..=8;
    /// Raised alpha: maximum depth, plies.
    raised_alpha_depth_max = 11 in 6..=20;
    /// Raised alpha: reduction, plies.
    raised_alpha_reduction = 3 in 1..=3;
    /// Hindsight: minimum reduction for an extension, plies.
    hindsight_deeper = 2 in 1..=6;
    /// Hindsight: minimum reduction for a further reduction, plies.
    hindsight_shallower = 2 in 1..=6;
    /// Hindsight: fall of the static evaluation for a further reduction, internal units.
    hindsight_margin = 90 in 20..=800;
    /// Re-search: margin above the best score for one more ply, internal units.
    deeper_margin = 33 in 5..=200;
    /// Re-search: margin above the best score below which it loses a ply, internal units.
    shallower_margin = 9 in 0..=60;
    /// Vote of the threads: addition to the score above the lowest one, internal units.
    vote_offset = 28 in 1..=200;

    /// Quiescence: futility margin, internal units.
    quiescence_futility = 212 in 60..=600;
    /// Quiescence: minimum SEE of a capture, internal units.
    quiescence_see = -50 in -400..=100;
    /// Quiescence: number of moves after which only checks, recaptures and promotions are searched.
    quiescence_captures = 2 in 1..=8;
    /// Quiescence: weight of the evaluation in the score of a stand pat, 1/1024.
    quiescence_stand_pat = 505 in 0..=1024;
    /// Quiescence: weight of the best score if a move fails high, 1/1024.
    quiescence_return = 480 in 0..=1024;
}
