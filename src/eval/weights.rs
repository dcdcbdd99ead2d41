//! The weights of the evaluation, written by `examples/fit_evaluation`; don't edit.
//!
//! Fitted to 2523061 quiet positions of 112821 games of games-05.vf, 64461 games of games-01.vf;
//! validation error 0.022154.

use super::{Tapered, Term};

const fn w(middlegame: i32, endgame: i32) -> Tapered {
    Tapered::new(middlegame, endgame)
}

/// All weights, in the order of [`Term::ALL`].
#[rustfmt::skip]
pub static WEIGHTS: [Tapered; Term::WEIGHTS] = [
    // PieceSquare: Value of a piece on a square: six tables from pawn to king, a1 to h8.
    // pawn
    w(57, 86), w(60, 86), w(59, 90), w(56, 94), w(57, 94), w(62, 89), w(67, 83), w(64, 81),
    w(55, 85), w(63, 83), w(60, 90), w(52, 97), w(54, 100), w(61, 91), w(77, 78), w(60, 79),
    w(56, 78), w(60, 78), w(59, 81), w(56, 86), w(62, 83), w(62, 83), w(75, 70), w(56, 75),
    w(61, 84), w(66, 80), w(71, 73), w(72, 73), w(72, 76), w(72, 76), w(71, 79), w(61, 80),
    w(71, 89), w(73, 86), w(76, 80), w(82, 75), w(86, 76), w(82, 79), w(76, 83), w(69, 88),
    w(72, 91), w(76, 95), w(82, 89), w(92, 89), w(89, 86), w(91, 88), w(77, 96), w(74, 88),
    w(100, 100), w(81, 115), w(80, 105), w(106, 101), w(103, 103), w(87, 99), w(78, 112), w(89, 105),
    w(94, 104), w(88, 108), w(88, 106), w(97, 103), w(96, 103), w(89, 103), w(85, 107), w(87, 106),
    // knight
    w(237, 317), w(240, 321), w(244, 336), w(249, 346), w(254, 345), w(239, 344), w(242, 330), w(243, 323),
    w(245, 323), w(253, 335), w(254, 332), w(254, 344), w(259, 339), w(257, 333), w(265, 342), w(253, 338),
    w(249, 330), w(259, 339), w(253, 345), w(266, 350), w(266, 351), w(260, 343), w(266, 338), w(259, 336),
    w(269, 338), w(269, 339), w(270, 357), w(271, 361), w(272, 364), w(278, 356), w(274, 345), w(279, 339),
    w(280, 340), w(272, 342), w(272, 354), w(282, 362), w(277, 364), w(279, 360), w(277, 349), w(286, 340),
    w(261, 338), w(268, 343), w(271, 353), w(288, 348), w(287, 348), w(287, 349), w(279, 333), w(276, 327),
    w(254, 330), w(253, 340), w(268, 344), w(279, 347), w(286, 337), w(286, 336), w(265, 337), w(272, 320),
    w(180, 294), w(201, 331), w(206, 343), w(233, 339), w(252, 344), w(181, 335), w(214, 330), w(207, 299),
    // bishop
    w(281, 339), w(269, 341), w(257, 333), w(257, 340), w(259, 342), w(248, 344), w(263, 334), w(279, 327),
    w(284, 337), w(273, 332), w(272, 336), w(265, 339), w(265, 337), w(273, 337), w(275, 329), w(284, 332),
    w(270, 346), w(280, 343), w(272, 348), w(272, 347), w(273, 346), w(274, 345), w(279, 340), w(274, 340),
    w(276, 330), w(267, 345), w(277, 353), w(280, 354), w(281, 353), w(277, 351), w(274, 343), w(284, 325),
    w(267, 335), w(277, 347), w(275, 345), w(283, 359), w(281, 357), w(286, 346), w(281, 342), w(271, 334),
    w(262, 335), w(273, 344), w(270, 349), w(285, 348), w(292, 343), w(288, 352), w(283, 352), w(275, 341),
    w(254, 344), w(257, 351), w(263, 350), w(255, 350), w(254, 346), w(273, 351), w(253, 354), w(257, 341),
    w(236, 348), w(230, 346), w(224, 353), w(214, 349), w(220, 348), w(196, 352), w(227, 350), w(239, 339),
    // rook
    w(312, 570), w(316, 575), w(323, 568), w(331, 563), w(333, 562), w(325, 567), w(325, 566), w(324, 554),
    w(303, 582), w(309, 579), w(321, 578), w(322, 572), w(327, 571), w(323, 570), w(323, 564), w(307, 570),
    w(309, 582), w(317, 583), w(309, 589), w(318, 581), w(324, 577), w(322, 580), w(329, 574), w(322, 571),
    w(312, 591), w(314, 599), w(320, 593), w(319, 590), w(325, 586), w(323, 590), w(331, 587), w(322, 579),
    w(319, 598), w(322, 598), w(327, 593), w(330, 592), w(339, 583), w(335, 587), w(339, 589), w(331, 585),
    w(327, 597), w(334, 594), w(333, 594), w(344, 585), w(348, 582), w(346, 584), w(353, 586), w(337, 590),
    w(331, 603), w(323, 608), w(335, 602), w(350, 590), w(348, 592), w(354, 591), w(336, 603), w(342, 598),
    w(338, 602), w(341, 609), w(345, 609), w(353, 597), w(349, 596), w(354, 598), w(357, 601), w(349, 597),
    // queen
    w(732, 1027), w(736, 1022), w(739, 1007), w(739, 998), w(742, 1006), w(732, 1007), w(736, 1012), w(737, 1015),
    w(742, 1022), w(741, 1031), w(748, 1012), w(747, 1022), w(747, 1023), w(747, 1017), w(750, 1014), w(747, 1028),
    w(741, 1036), w(744, 1047), w(733, 1073), w(739, 1059), w(740, 1062), w(740, 1060), w(748, 1059), w(749, 1044),
    w(740, 1051), w(735, 1072), w(735, 1090), w(729, 1102), w(734, 1100), w(735, 1095), w(747, 1083), w(742, 1072),
    w(737, 1068), w(731, 1090), w(733, 1098), w(726, 1120), w(728, 1128), w(735, 1111), w(739, 1106), w(749, 1082),
    w(731, 1080), w(735, 1099), w(730, 1112), w(737, 1116), w(742, 1123), w(745, 1123), w(746, 1120), w(746, 1093),
    w(734, 1093), w(721, 1111), w(730, 1118), w(733, 1114), w(734, 1113), w(754, 1117), w(749, 1110), w(756, 1095),
    w(724, 1085), w(740, 1093), w(744, 1092), w(747, 1090), w(756, 1092), w(758, 1093), w(752, 1089), w(746, 1091),
    // king
    w(20, -50), w(28, -37), w(34, -50), w(20, -55), w(30, -63), w(14, -47), w(25, -38), w(31, -57),
    w(20, -33), w(16, -14), w(20, -28), w(10, -25), w(13, -25), w(7, -24), w(11, -15), w(14, -31),
    w(3, -28), w(10, -5), w(-3, -6), w(-14, -1), w(-17, -1), w(-11, -5), w(0, -4), w(-17, -17),
    w(-12, -9), w(-6, 8), w(-19, 7), w(-31, 13), w(-31, 13), w(-33, 6), w(-20, 14), w(-41, -9),
    w(-10, 8), w(-4, 24), w(-11, 22), w(-21, 19), w(-21, 18), w(-16, 17), w(-11, 25), w(-19, 5),
    w(-2, 11), w(6, 40), w(1, 39), w(0, 35), w(-3, 25), w(-4, 41), w(-1, 41), w(-4, 11),
    w(0, 2), w(11, 40), w(6, 40), w(5, 37), w(1, 29), w(1, 30), w(9, 39), w(1, 2),
    w(-1, -6), w(4, 16), w(3, 11), w(3, 13), w(1, 5), w(1, 1), w(6, -1), w(0, -22),
    // Tempo: The right to move.
    w(38, 35),
    // BishopPair: Two bishops or more.
    w(21, 50),
    // KnightMobility: Knight: safe squares attacked.
    w(-54, -77), w(-31, -56), w(-19, -21), w(-11, -4), w(-2, 2), w(4, 9), w(10, 9), w(16, 6),
    w(21, 0),
    // BishopMobility: Bishop: safe squares attacked, through the own queen.
    w(-60, -46), w(-33, -40), w(-18, -21), w(-7, -8), w(-1, 0), w(5, 6), w(8, 9), w(9, 11),
    w(9, 14), w(12, 12), w(15, 13), w(19, 4), w(19, 5), w(24, 1),
    // RookMobility: Rook: safe squares attacked, through own rooks and queen.
    w(-64, -77), w(-32, -63), w(-13, -38), w(-7, -20), w(-3, -8), w(0, 0), w(0, 8), w(3, 12),
    w(4, 14), w(7, 19), w(10, 21), w(12, 25), w(12, 28), w(15, 30), w(20, 25),
    // QueenMobility: Queen: safe squares attacked.
    w(-63, -113), w(-60, -113), w(-44, -108), w(-26, -98), w(-16, -70), w(-11, -49), w(-6, -33), w(-4, -17),
    w(-2, -11), w(-1, 1), w(1, 10), w(2, 13), w(3, 18), w(4, 24), w(5, 24), w(4, 27),
    w(5, 24), w(5, 24), w(6, 17), w(12, 11), w(18, -2), w(29, -19), w(44, -29), w(55, -47),
    w(67, -57), w(70, -61), w(71, -65), w(71, -66),
    // Outpost: Minor piece that a pawn guards and none can chase away: knight, bishop.
    w(10, 5), w(13, 5),
    // MinorBehindPawn: Minor piece with a pawn, own or not, right in front of it.
    w(3, 13),
    // BishopPawns: Own pawns on the squares of a bishop's colour, by number.
    w(11, 8), w(9, 7), w(4, 5), w(0, 2), w(-4, -3), w(-8, -10), w(-12, -16), w(-16, -24),
    w(-18, -24),
    // RookOnOpenFile: Rook on a file without own pawns: half-open, open.
    w(11, 8), w(24, -3),
    // IsolatedPawn: Pawn without own pawns beside its file: opposed by an enemy pawn, unopposed.
    w(2, -3), w(-7, -8),
    // BackwardPawn: Pawn that its neighbours have left behind, and that cannot step up: opposed, unopposed.
    w(1, -4), w(-11, -5),
    // DoubledPawn: Pawn with an own pawn in front of it.
    w(-14, -13),
    // SupportedPawn: Pawn that another one guards, by rank.
    w(14, 7), w(14, 7), w(14, 7), w(7, 8), w(15, 13), w(32, 30), w(87, 47), w(87, 47),
    // Phalanx: Pawn beside another one, by rank.
    w(5, -1), w(5, -1), w(6, 3), w(8, 7), w(14, 24), w(57, 47), w(90, 121), w(90, 121),
    // PassedPawn: Passed pawn, by rank.
    w(-13, 12), w(-13, 12), w(-11, 14), w(4, 29), w(28, 55), w(54, 111), w(105, 168), w(105, 168),
    // PassedBlocked: Passed pawn with any piece in front of it, by rank.
    w(4, 4), w(4, 4), w(1, 5), w(-1, -1), w(0, -7), w(-4, -18), w(-27, -46), w(-27, -46),
    // PassedFree: Passed pawn whose way is nowhere attacked, by rank.
    w(-41, 21), w(-40, 21), w(-40, 20), w(-41, 31), w(-28, 39), w(15, 54), w(54, 109), w(54, 109),
    // PassedOwnKing: Passed pawn: the own king's distance to the square before it, times how far it has come.
    w(-2, -6),
    // PassedTheirKing: Passed pawn: the enemy king's distance, likewise.
    w(0, 8),
    // PassedUnstoppable: Passed pawn that the king cannot catch, no pieces being left.
    w(0, 93),
    // Shelter: Own pawn before the king on each of three files, by file's distance to the edge and rank (0: none).
    w(-6, -16), w(25, -33), w(26, -23), w(21, -20), w(11, -10), w(9, -1), w(22, -3), w(22, -3),
    w(-12, 3), w(13, 9), w(9, 4), w(0, 9), w(-1, 12), w(5, 13), w(14, 12), w(14, 12),
    w(-14, -3), w(20, -3), w(-1, 4), w(-2, 2), w(-3, 1), w(2, 0), w(13, 3), w(13, 3),
    w(-16, 4), w(3, 9), w(-2, 6), w(-5, 8), w(-5, 6), w(-18, 2), w(-28, 9), w(-28, 9),
    // Storm: Enemy pawn before the king on each of three files, by rank (0: none): free to advance, then blocked by an own pawn.
    w(-4, 2), w(7, 13), w(-11, 12), w(-8, 6), w(-3, 5), w(5, 0), w(3, 1), w(3, 1),
    w(22, 2), w(22, 2), w(-11, -27), w(5, -8), w(5, -11), w(8, -18), w(7, -14), w(7, -14),
    // KingDanger: Danger to the enemy king, by units of danger over two.
    w(-8, -3), w(-6, -6), w(-7, -3), w(-8, 1), w(-5, -3), w(-1, 0), w(1, -1), w(4, 4),
    w(4, 4), w(12, 3), w(17, 7), w(22, 10), w(28, 8), w(35, 13), w(42, 16), w(50, 22),
    w(60, 26), w(69, 25), w(75, 28), w(82, 35), w(94, 31), w(97, 36), w(103, 38), w(114, 47),
    w(116, 48), w(129, 51), w(122, 53), w(131, 48), w(146, 56), w(159, 63), w(170, 61), w(171, 58),
    // SafeCheck: Safe check to the enemy king by knight, bishop, rook, queen.
    w(36, 3), w(9, 31), w(40, 15), w(7, 78),
    // PawnThreat: Enemy piece attacked by a pawn: knight, bishop, rook, queen.
    w(60, 45), w(62, 62), w(57, 45), w(48, 24),
    // MinorThreat: Enemy piece attacked by a minor piece, none of its pawns guarding it: pawn to queen.
    w(0, 10), w(13, 32), w(22, 28), w(47, 34), w(45, 27),
    // RookThreat: Enemy piece attacked by a rook, none of its pawns guarding it: pawn to queen.
    w(2, 13), w(16, 27), w(20, 27), w(-10, 16), w(59, 34),
    // KingThreat: Enemy piece or pawn that the king attacks and no pawn guards.
    w(27, 22),
    // Hanging: Enemy piece attacked and not guarded at all.
    w(15, 23),
    // PushThreat: Enemy piece that a safe pawn push would attack.
    w(15, 19),
];
