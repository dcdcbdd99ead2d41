//! The weights of the evaluation, written by `examples/fit_evaluation`; don't edit.
//!
//! Fitted to 2114666 quiet positions of games-05.vf, games-01.vf; validation error 0.024430.

use super::{Tapered, Term};

const fn w(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

/// All weights, in the order of [`Term::ALL`].
#[rustfmt::skip]
pub static WEIGHTS: [Tapered; Term::WEIGHTS] = [
    // PieceSquare: Value of a piece on a square: six tables from pawn to king, a1 to h8.
    // pawn
    w(58, 78), w(60, 79), w(59, 83), w(56, 86), w(58, 87), w(63, 82), w(68, 75), w(64, 74),
    w(55, 77), w(63, 76), w(61, 83), w(52, 90), w(54, 92), w(62, 83), w(77, 70), w(60, 72),
    w(57, 71), w(61, 71), w(59, 75), w(56, 79), w(63, 76), w(62, 76), w(76, 63), w(56, 68),
    w(62, 76), w(66, 73), w(71, 66), w(73, 66), w(73, 69), w(73, 68), w(72, 71), w(62, 73),
    w(72, 80), w(74, 78), w(77, 72), w(83, 67), w(86, 69), w(83, 70), w(77, 74), w(70, 79),
    w(73, 81), w(77, 86), w(81, 80), w(92, 79), w(88, 77), w(91, 79), w(77, 88), w(74, 79),
    w(107, 114), w(83, 130), w(85, 118), w(116, 111), w(114, 111), w(95, 107), w(82, 127), w(96, 118),
    w(100, 118), w(92, 122), w(94, 118), w(105, 114), w(106, 113), w(97, 113), w(91, 120), w(94, 119),
    // knight
    w(238, 290), w(241, 295), w(245, 310), w(250, 318), w(254, 318), w(240, 316), w(243, 303), w(244, 292),
    w(246, 295), w(254, 309), w(255, 303), w(255, 316), w(260, 311), w(258, 305), w(266, 314), w(254, 312),
    w(250, 303), w(260, 311), w(254, 317), w(267, 320), w(267, 323), w(261, 314), w(267, 308), w(259, 308),
    w(270, 310), w(270, 311), w(271, 327), w(272, 332), w(273, 333), w(279, 327), w(274, 318), w(279, 312),
    w(281, 310), w(273, 314), w(273, 325), w(282, 332), w(277, 334), w(280, 329), w(277, 320), w(286, 310),
    w(260, 313), w(269, 314), w(270, 326), w(289, 318), w(288, 320), w(288, 319), w(280, 303), w(278, 298),
    w(257, 306), w(252, 315), w(269, 314), w(281, 319), w(293, 301), w(288, 304), w(265, 311), w(274, 290),
    w(173, 270), w(176, 321), w(182, 332), w(216, 316), w(274, 308), w(146, 329), w(195, 317), w(204, 261),
    // bishop
    w(282, 307), w(270, 312), w(258, 304), w(258, 310), w(259, 314), w(249, 316), w(264, 304), w(280, 296),
    w(285, 306), w(274, 302), w(273, 305), w(266, 309), w(265, 308), w(274, 307), w(275, 299), w(285, 301),
    w(270, 317), w(281, 313), w(272, 317), w(273, 316), w(274, 316), w(274, 314), w(280, 309), w(275, 312),
    w(276, 299), w(267, 314), w(277, 323), w(280, 323), w(281, 321), w(277, 321), w(274, 312), w(285, 292),
    w(268, 305), w(277, 316), w(275, 315), w(283, 328), w(281, 326), w(286, 315), w(281, 312), w(272, 303),
    w(262, 305), w(274, 314), w(270, 318), w(286, 317), w(292, 313), w(288, 319), w(282, 322), w(275, 311),
    w(255, 316), w(257, 323), w(265, 318), w(256, 319), w(256, 318), w(276, 320), w(252, 325), w(258, 308),
    w(233, 322), w(225, 319), w(214, 329), w(190, 330), w(220, 324), w(157, 344), w(226, 319), w(239, 306),
    // rook
    w(317, 523), w(321, 527), w(328, 521), w(336, 515), w(338, 514), w(330, 520), w(330, 518), w(329, 507),
    w(308, 533), w(315, 531), w(326, 531), w(327, 525), w(333, 523), w(328, 522), w(329, 518), w(312, 524),
    w(314, 534), w(323, 535), w(314, 542), w(324, 533), w(331, 528), w(325, 534), w(335, 526), w(327, 523),
    w(318, 543), w(320, 551), w(325, 544), w(323, 542), w(328, 537), w(328, 540), w(337, 540), w(327, 532),
    w(325, 549), w(327, 546), w(334, 543), w(334, 544), w(344, 535), w(339, 537), w(344, 539), w(336, 537),
    w(333, 547), w(342, 543), w(336, 546), w(352, 535), w(355, 532), w(354, 532), w(360, 535), w(342, 539),
    w(336, 551), w(326, 559), w(342, 550), w(356, 540), w(349, 545), w(359, 542), w(339, 553), w(346, 548),
    w(344, 550), w(348, 556), w(350, 560), w(364, 544), w(353, 545), w(359, 546), w(365, 548), w(357, 544),
    // queen
    w(768, 916), w(772, 905), w(775, 892), w(776, 883), w(778, 892), w(768, 893), w(773, 897), w(773, 900),
    w(780, 900), w(776, 918), w(784, 894), w(783, 908), w(783, 908), w(783, 901), w(787, 895), w(783, 915),
    w(777, 919), w(780, 930), w(769, 962), w(775, 942), w(776, 948), w(776, 943), w(784, 945), w(785, 923),
    w(776, 935), w(772, 957), w(772, 974), w(766, 989), w(772, 982), w(772, 978), w(784, 967), w(778, 959),
    w(777, 944), w(768, 976), w(772, 977), w(764, 1003), w(765, 1012), w(774, 990), w(775, 990), w(786, 964),
    w(767, 961), w(774, 977), w(766, 991), w(776, 997), w(779, 1004), w(782, 1001), w(783, 1008), w(785, 974),
    w(771, 975), w(757, 992), w(766, 1003), w(768, 991), w(770, 998), w(792, 994), w(783, 996), w(794, 969),
    w(754, 978), w(783, 964), w(792, 954), w(796, 956), w(809, 960), w(813, 963), w(791, 953), w(779, 971),
    // king
    w(24, -56), w(31, -41), w(24, -36), w(4, -39), w(14, -46), w(4, -32), w(28, -41), w(34, -59),
    w(23, -35), w(19, -19), w(11, -16), w(-6, -10), w(-2, -10), w(-3, -11), w(15, -21), w(18, -36),
    w(10, -34), w(14, -11), w(-13, 5), w(-30, 14), w(-28, 12), w(-19, 7), w(4, -9), w(-11, -23),
    w(-14, -10), w(-3, 4), w(-24, 17), w(-57, 30), w(-47, 27), w(-39, 17), w(-16, 10), w(-54, -8),
    w(-15, 2), w(-3, 16), w(-22, 32), w(-35, 34), w(-29, 28), w(-23, 27), w(-14, 20), w(-10, -4),
    w(6, 1), w(21, 29), w(9, 42), w(11, 42), w(-7, 35), w(-9, 46), w(16, 27), w(15, -2),
    w(22, -21), w(38, 32), w(13, 48), w(-16, 50), w(-18, 40), w(-4, 35), w(23, 29), w(28, -20),
    w(8, -51), w(3, 12), w(-1, 25), w(2, 19), w(-6, 1), w(3, -2), w(49, -33), w(35, -79),
    // Tempo: The right to move.
    w(36, 29),
    // BishopPair: Two bishops or more.
    w(21, 49),
    // KnightMobility: Knight: safe squares attacked.
    w(-54, -85), w(-30, -53), w(-18, -19), w(-10, -3), w(-2, 2), w(4, 8), w(10, 8), w(16, 5),
    w(21, -2),
    // BishopMobility: Bishop: safe squares attacked, through the own queen.
    w(-60, -44), w(-32, -36), w(-17, -19), w(-7, -7), w(-1, 0), w(6, 5), w(8, 9), w(9, 11),
    w(10, 14), w(12, 12), w(15, 12), w(18, 5), w(16, 5), w(25, 2),
    // RookMobility: Rook: safe squares attacked, through own rooks and queen.
    w(-66, -100), w(-31, -60), w(-12, -34), w(-7, -17), w(-3, -6), w(0, 2), w(1, 9), w(3, 13),
    w(5, 13), w(7, 18), w(10, 21), w(12, 25), w(13, 26), w(17, 27), w(24, 22),
    // QueenMobility: Queen: safe squares attacked.
    w(-70, -178), w(-62, -179), w(-41, -145), w(-25, -119), w(-16, -62), w(-11, -46), w(-6, -28), w(-4, -15),
    w(-2, -10), w(-1, 3), w(1, 10), w(3, 13), w(3, 18), w(5, 22), w(5, 23), w(5, 28),
    w(5, 24), w(5, 25), w(6, 18), w(13, 8), w(12, 1), w(30, -21), w(45, -29), w(62, -52),
    w(123, -99), w(142, -113), w(139, -130), w(136, -142),
    // Outpost: Minor piece that a pawn guards and none can chase away: knight, bishop.
    w(10, 5), w(13, 4),
    // MinorBehindPawn: Minor piece with a pawn, own or not, right in front of it.
    w(3, 12),
    // BishopPawns: Own pawns on the squares of a bishop's colour, by number.
    w(12, 7), w(9, 6), w(5, 5), w(0, 2), w(-4, -2), w(-8, -8), w(-12, -14), w(-17, -22),
    w(-18, -21),
    // RookOnOpenFile: Rook on a file without own pawns: half-open, open.
    w(11, 6), w(24, -2),
    // IsolatedPawn: Pawn without own pawns beside its file: opposed by an enemy pawn, unopposed.
    w(2, -3), w(-7, -8),
    // BackwardPawn: Pawn that its neighbours have left behind, and that cannot step up: opposed, unopposed.
    w(1, -4), w(-10, -5),
    // DoubledPawn: Pawn with an own pawn in front of it.
    w(-15, -11),
    // SupportedPawn: Pawn that another one guards, by rank.
    w(14, 6), w(14, 6), w(14, 6), w(7, 8), w(15, 12), w(31, 30), w(103, 37), w(102, 37),
    // Phalanx: Pawn beside another one, by rank.
    w(5, -1), w(5, -1), w(6, 3), w(8, 6), w(14, 23), w(60, 40), w(65, 171), w(65, 171),
    // PassedPawn: Passed pawn, by rank.
    w(-13, 12), w(-13, 12), w(-11, 12), w(7, 26), w(33, 49), w(61, 101), w(107, 128), w(107, 128),
    // PassedBlocked: Passed pawn with any piece in front of it, by rank.
    w(4, 3), w(4, 3), w(1, 3), w(-2, 0), w(-1, -6), w(-3, -15), w(-27, -40), w(-27, -40),
    // PassedFree: Passed pawn whose way is nowhere attacked, by rank.
    w(-36, 18), w(-36, 18), w(-34, 18), w(-39, 29), w(-23, 34), w(39, 37), w(71, 84), w(71, 84),
    // PassedOwnKing: Passed pawn: the own king's distance to the square before it, times how far it has come.
    w(-3, -6),
    // PassedTheirKing: Passed pawn: the enemy king's distance, likewise.
    w(0, 7),
    // PassedUnstoppable: Passed pawn that a king alone cannot catch.
    w(-1458, 126),
    // Shelter: Own pawn before the king on each of three files, by file's distance to the edge and rank (0: none).
    w(-16, -1), w(15, -19), w(16, -9), w(11, -6), w(1, 3), w(-1, 10), w(16, 3), w(16, 3),
    w(-14, 1), w(11, 6), w(7, 1), w(-2, 8), w(-3, 9), w(4, 8), w(21, 6), w(21, 6),
    w(-15, -2), w(19, -3), w(-3, 4), w(-3, 2), w(-3, 2), w(1, -2), w(11, 4), w(11, 4),
    w(-12, -1), w(6, 4), w(2, 1), w(-2, 4), w(-1, 1), w(-13, -3), w(-34, 8), w(-34, 8),
    // Storm: Enemy pawn before the king on each of three files, by rank (0: none): free to advance, then blocked by an own pawn.
    w(-4, 2), w(11, 15), w(-11, 14), w(-8, 5), w(-4, 5), w(5, -1), w(3, 0), w(3, 0),
    w(21, 4), w(21, 4), w(-10, -24), w(4, -8), w(4, -10), w(7, -16), w(7, -11), w(7, -11),
    // KingDanger: Danger to the enemy king, in units of two; see `KingAttack`.
    w(-7, -2), w(-6, -6), w(-6, -2), w(-7, 2), w(-4, -1), w(0, 2), w(2, 0), w(5, 3),
    w(4, 5), w(13, 4), w(17, 7), w(23, 7), w(29, 8), w(35, 11), w(41, 15), w(50, 16),
    w(57, 21), w(66, 23), w(72, 25), w(77, 35), w(91, 22), w(92, 35), w(98, 26), w(109, 38),
    w(116, 34), w(127, 35), w(111, 42), w(135, 22), w(139, 50), w(142, 77), w(167, 58), w(164, 39),
    // SafeCheck: Safe check to the enemy king by knight, bishop, rook, queen.
    w(34, 1), w(8, 28), w(37, 12), w(6, 76),
    // PawnThreat: Enemy piece attacked by a pawn: knight, bishop, rook, queen.
    w(59, 40), w(61, 56), w(53, 37), w(49, 1),
    // MinorThreat: Enemy piece attacked by a minor piece, none of its pawns guarding it: pawn to queen.
    w(0, 9), w(13, 30), w(22, 25), w(46, 31), w(43, 14),
    // RookThreat: Enemy piece attacked by a rook, none of its pawns guarding it: pawn to queen.
    w(3, 11), w(16, 24), w(19, 24), w(-11, 14), w(60, 21),
    // KingThreat: Enemy piece or pawn that the king attacks and no pawn guards.
    w(26, 20),
    // Hanging: Enemy piece attacked and not guarded at all.
    w(14, 20),
    // PushThreat: Enemy piece that a safe pawn push would attack.
    w(14, 18),
];
