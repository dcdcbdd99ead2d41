//! Endings that the search wins, and draws that it sees.

use brudno::{
    chess::{
        Ending, Game, Position,
        score::{DRAW, Score},
    },
    eval::endgames::is_wrong_bishop_draw,
    search::{Limits, ThreadData, search_nodes, tt::TranspositionTable},
    tablebase::{Tablebase, Wdl},
};
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, File, Piece, Position as _, Role, Setup, Square,
};

use crate::{
    search::{search, to_depth},
    support::tables::four_piece_tables,
};

/// Plays both sides to the end.
fn play_out(mut game: Game, nodes: u64) -> Option<Ending> {
    let (mut data, tt) = (ThreadData::new(), TranspositionTable::new(4).unwrap());
    while game.ending().is_none() {
        let best = search_nodes(&game, nodes, &tt, &mut data).unwrap();
        game.play(best.first());
    }
    game.ending()
}

#[test]
fn minor_pieces_mate_a_bare_king() {
    // From the middle, from the bishop's wrong corner, and with both bishops.
    for fen in [
        "8/8/8/8/3k4/8/8/KBN5 w - - 0 1",
        "k7/8/2K5/8/8/8/8/2BN4 b - - 0 1",
        "8/8/3k4/8/8/8/8/KBB5 w - - 0 1",
    ] {
        let ending = play_out(Game::from_fen(fen, false).unwrap(), 5_000);
        assert_eq!(ending, Some(Ending::Checkmate(Color::White)), "{fen}");
    }
}

#[test]
fn won_endings_are_won_from_anywhere() {
    const STARTS: usize = 4;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy");
    let (tables, _) = Tablebase::open(&[folder.into()]);
    let mut random = 1_u64;
    let mut square = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        Square::new((random >> 58) as u32)
    };
    for roles in [&[Role::Rook][..], &[Role::Queen], &[Role::Bishop, Role::Knight], &[Role::Pawn]] {
        let mut won = 0;
        while won < STARTS {
            let mut setup = Setup::empty();
            setup.board.set_piece_at(square(), Color::Black.king());
            for &role in [Role::King].iter().chain(roles) {
                setup.board.set_piece_at(square(), role.of(Color::White));
            }
            let complete = setup.board.occupied().count() == 2 + roles.len();
            let Ok(chess) = setup.position::<Chess>(CastlingMode::Standard) else { continue };
            let position = Position::from_chess(chess);
            // Of the four-piece positions with White to move few are drawn.
            let is_won = roles.len() > 1 || tables.wdl(&position) == Some(Wdl::Win);
            if complete && is_won {
                let fen = position.fen();
                let ending = play_out(Game::new(position), 10_000);
                assert_eq!(ending, Some(Ending::Checkmate(Color::White)), "{fen}");
                won += 1;
            }
        }
    }
}

/// Returns true for a draw, whose score varies by one internal unit.
fn is_draw(score: Score) -> bool {
    (score - DRAW).abs() <= 1
}

#[test]
fn a_stalemate_at_the_horizon_is_seen() {
    // The capture of the last piece leaves the king in the corner no move; a free pawn has one.
    for (fen, capture, expected) in [
        ("k7/P5R1/8/8/8/5r2/6K1/8 w - - 0 1", "g2f3", true),
        ("k7/P5R1/8/7p/7P/5r2/6K1/8 w - - 0 1", "g2f3", true),
        ("k7/P5R1/8/7p/8/5r2/6K1/8 w - - 0 1", "g2f3", false),
        ("8/6k1/5R2/7p/7P/8/p5r1/K7 b - - 0 1", "g7f6", true),
    ] {
        let game = Game::from_fen(fen, false).unwrap();
        let search_moves = Some(vec![game.position().parse_uci(capture).unwrap()]);
        let found = search(&game, Limits { search_moves, ..to_depth(1) }, |_| ());
        assert_eq!(is_draw(found[0].known_score().unwrap()), expected, "{fen}");
    }
}

#[test]
fn a_rook_that_offers_itself_for_stalemate_draws() {
    // The king has no move, and each check by the rook must be answered by a king move.
    for fen in ["k7/P5R1/5K2/7r/8/6P1/8/8 b - - 0 1", "k2K4/P5R1/8/4r3/8/6P1/8/8 b - - 0 1"] {
        let game = Game::from_fen(fen, false).unwrap();
        let limits = Limits { nodes: Some(2_000_000), ..Limits::default() };
        let found = search(&game, limits, |_| ());
        assert!(found[0].known_score().unwrap().abs() < 100, "{fen}");
    }
}

#[test]
fn draws_by_rule_are_seen() {
    // A draw by repetition, and two by the fifty-move rule.
    for fen in [
        "6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 1",
        "8/8/8/8/8/4k3/4p3/4K3 b - - 99 80",
        "7k/8/8/8/8/8/8/K6R b - - 99 80",
    ] {
        let game = Game::from_fen(fen, false).unwrap();
        let found = search(&game, to_depth(10), |_| ());
        assert!(is_draw(found[0].known_score().unwrap()), "{fen}");
    }
}

#[test]
fn a_corner_that_is_held_is_a_draw() {
    for (fen, expected) in [
        ("7k/8/6KP/8/2B5/8/8/8 w - - 0 1", true),
        ("8/8/3k4/8/5K1P/3B4/8/8 b - - 0 1", true),
        ("k7/8/P7/P7/P7/2BK4/8/8 w - - 0 1", true),
        // The right bishop.
        ("8/8/8/p7/2kb4/8/8/1K6 w - - 0 1", false),
    ] {
        let game = Game::from_fen(fen, false).unwrap();
        let found = search(&game, to_depth(14), |_| ());
        assert_eq!(is_draw(found[0].known_score().unwrap()), expected, "{fen}");
    }
}

#[test]
fn a_rook_does_not_beat_a_minor_piece() {
    for fen in ["k7/8/1K6/4b3/8/8/8/7R w - - 0 1", "8/8/8/3k4/3n4/8/3K4/R7 b - - 0 1"] {
        let game = Game::from_fen(fen, false).unwrap();
        let found = search(&game, to_depth(24), |_| ());
        assert!(found[0].known_score().unwrap().abs() < 40, "{fen}");
    }
}

#[test]
fn a_queen_alone_may_be_in_zugzwang() {
    let game = Game::from_fen("1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1", false).unwrap();
    let limits = Limits { nodes: Some(8_000), ..Limits::default() };
    let best = search(&game, limits, |_| ())[0].first();
    assert_eq!(best, game.position().parse_uci("g5h6").unwrap());
}

#[test]
fn a_corner_is_held_where_the_tables_say_draw() {
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syzygy");
    assert!(corners_held(tables, [None]) > 100);
}

#[test]
#[ignore = "needs all tables of four men, by SYZYGY_PATH or in ../shared/syzygy"]
fn a_corner_is_held_against_a_bishop_where_the_tables_say_draw() {
    let Some(tables) = four_piece_tables() else { return };
    assert!(corners_held(&tables, Square::ALL.map(Some)) > 1_000);
}

/// Compares the wrong bishop's draws with tablebases, in all positions with a white pawn on the
/// h-file and these bishops. Returns the number of draws.
fn corners_held(folder: &str, bishops: impl IntoIterator<Item = Option<Square>>) -> usize {
    let (tables, _) = Tablebase::open(&[folder.into()]);
    let mut held = 0;
    for bishop in bishops {
        for (men, turn) in men_about_the_corner() {
            let mut setup = Setup::empty();
            for (square, piece) in
                bishop.map(|square| (square, Color::White.bishop())).into_iter().chain(men)
            {
                setup.board.set_piece_at(square, piece);
            }
            setup.turn = turn;
            let complete = setup.board.occupied().count() == 3 + usize::from(bishop.is_some());
            let Ok(chess) = setup.position::<Chess>(CastlingMode::Standard) else { continue };
            if complete && is_wrong_bishop_draw(chess.board()) {
                let position = Position::from_chess(chess);
                assert_eq!(tables.wdl(&position), Some(Wdl::Draw), "{}", position.fen());
                held += 1;
            }
        }
    }
    held
}

/// White's king and a pawn on the h-file, Black's king in or next to the corner.
fn men_about_the_corner() -> impl Iterator<Item = ([(Square, Piece); 3], Color)> {
    let corner = [Square::G7, Square::H7, Square::G8, Square::H8];
    let pawns = Bitboard::from_file(File::H).into_iter();
    pawns
        .flat_map(|pawn| Square::ALL.map(|king| (pawn, king)))
        .flat_map(move |(pawn, king)| corner.map(|bare| (pawn, king, bare)))
        .flat_map(|(pawn, king, bare)| {
            let men = [
                (pawn, Color::White.pawn()),
                (king, Color::White.king()),
                (bare, Color::Black.king()),
            ];
            Color::ALL.map(|turn| (men, turn))
        })
}

/// A rook ending after these moves.
fn rook_ending(moves: &str) -> Game {
    let mut game = Game::from_fen("7k/8/8/8/8/8/R7/K7 w - - 0 1", false).unwrap();
    moves.split_whitespace().for_each(|m| game.play_uci(m).unwrap());
    game
}

#[test]
fn the_games_third_repetition_is_a_draw() {
    // Black may repeat the first position for the third time, or for the second.
    let third = rook_ending("a2b2 h8g8 b2a2 g8h8 a2b2 h8g8 b2a2");
    let second = rook_ending("a2b2 h8g8 b2a2");
    let king_back = third.position().parse_uci("g8h8").unwrap();
    for (game, draws) in [(&third, true), (&second, false)] {
        let found = search(game, to_depth(8), |_| ());
        let score = found[0].known_score().unwrap();
        if draws {
            assert!(is_draw(score), "{score}");
            assert_eq!(found[0].first(), king_back);
        } else {
            assert!(score < -400, "{score}");
        }
    }
}

#[test]
fn a_win_is_not_thrown_away_by_repeating() {
    // The rook's retreat repeats the first position for the third time.
    let game = rook_ending("a2b2 h8g8 b2a2 g8h8 a2b2 h8g8");
    let back = game.position().parse_uci("b2a2").unwrap();
    let limits = Limits { search_moves: Some(vec![back]), ..to_depth(8) };
    assert!(is_draw(search(&game, limits, |_| ())[0].known_score().unwrap()));
    let found = search(&game, to_depth(8), |_| ());
    assert_ne!(found[0].first(), back);
    assert!(found[0].known_score().unwrap() > 400);
}
