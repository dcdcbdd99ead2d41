//! `brudno play`.

use std::fs;

use crate::support::{
    command::{converse, run},
    files::TempFolder,
};

#[test]
fn a_person_plays() {
    let play = ["play", "--depth", "2"];
    let said = converse(&play, "e4\nundo\nqwerty\nKe2\nd4\nhint\nhint\nfen\nresign\nd5\npgn\n");
    for text in [
        "You play White",
        "|[p]|",
        concat!("Brudno ", env!("CARGO_PKG_VERSION"), " plays 1..."),
        "unknown move or command: qwerty",
        "Ke2 is not legal: e2 is occupied by your own pawn",
        ", to go on with 2.",
        "0-1  White resigns: Black wins",
        "the game is over",
        "[White \"Player\"]",
        "\n1. d4 ",
        " 0-1\n",
    ] {
        assert!(said.contains(text), "{text} in {said}");
    }
    assert!(!said.contains("\n1. e4 "), "taken back: {said}");
    let black = [&play[..], &["--black"]].concat();
    // A weak level may begin with a move that has no name.
    let said = converse(&[&black[..], &["--level", "900"]].concat(), "quit\n");
    assert!(said.contains("plays 1.") && said.contains("h   g   f"), "{said}");
    let said = converse(&black, "quit\n");
    assert!([" (A", " (B"].iter().any(|code| said.contains(code)), "the opening: {said}");
    assert!(!run(&["play", "--black", "--white"]).status.success());
    assert!(!run(&["play", "--level", "1"]).status.success());
}

#[test]
fn games_follow_each_other() {
    let folder = TempFolder::new();
    let path = folder.write("a game.pgn", "1. d4 d5 2. c4 e6 3. Nc3 *\n");
    let input = format!(
        "e4\nnew black\nnew white\nfen\nload {path} 2\nfen\nload {path} 9\nload\n\
         new chess960 0\nfen\nnew chess960 960\nnew green\neval\n"
    );
    let said = converse(&["play", "--depth", "2"], &input);
    for text in [
        "You play Black.\n",
        "plays 1.",
        "\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
        "\nrnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2\n",
        "the game has no such move",
        "load needs a PGN file",
        "start position 0.",
        "\nbbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\n",
        "a number from 0 to 959",
        "new accepts white or black",
        " at depth 2\nWhite ",
    ] {
        assert!(said.contains(text), "{text} in {said}");
    }
    let said = converse(&["play", "--chess960", "518", "--depth", "1"], "fen\n");
    assert!(said.contains("start position 518") && said.contains("RNBQKBNR w KQkq"), "{said}");
    assert!(converse(&["play", "--chess960"], "").contains("start position "));
    assert!(!run(&["play", "--chess960", "-1"]).status.success());
}

#[test]
fn a_draw_is_taken_where_nothing_else_is_left() {
    let rook_up = "4k3/8/8/8/8/8/8/R3K3 b Q - 0 50";
    let said = converse(&["play", "--black", rook_up, "--depth", "6"], "draw\n");
    assert!(said.contains("declines the draw") && !said.contains("1/2-1/2"), "{said}");
    let said =
        converse(&["play", "--white", &rook_up.replace(" b ", " w "), "--depth", "6"], "draw\n");
    assert!(said.contains("1/2-1/2  a draw by agreement"), "{said}");
}

#[test]
fn the_engine_offers_a_draw_after_a_while() {
    // Two knights cannot win.
    let play = ["play", "7k/8/8/8/8/8/8/NNK5 w - - 0 50", "--depth", "2", "--silent"];
    let moves = "Kd1\nKe1\nKf1\nKg1\nKh1\nKh2\nKg2\n";
    assert!(!converse(&play, moves).contains("offers a draw"));
    let said = converse(&play, &format!("{moves}Kf2\ndraw\n"));
    assert!(said.contains("offers a draw: draw accepts it"), "{said}");
    assert!(said.contains("1/2-1/2  a draw by agreement"), "{said}");
    let said = converse(&play, &format!("{moves}Kf2\nundo\nKf1\n"));
    assert_eq!(said.matches("offers a draw").count(), 1, "{said}");
}

#[test]
fn games_are_played_with_clocks() {
    let said = converse(&["play", "--clock", "60+5", "--depth", "2"], "e4\nundo\nhint\n");
    assert!(said.contains("Clocks: White 60:00, Black 60:00\n"), "{said}");
    assert!(said.contains("plays 1...") && said.contains("undo is not possible"), "{said}");
    // The time is too short to read a line.
    let said = converse(&["play", "--clock", "0.00000000001", "--depth", "2"], "e4\n");
    assert!(said.contains("0-1  White's time is up: Black wins"), "{said}");
    assert!(!run(&["play", "--clock", "soon"]).status.success());
}

#[test]
fn games_end_by_the_rules() {
    for (fen, moves, ending) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "1-0  checkmate: White wins"),
        ("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "Qc7", "1/2-1/2  stalemate"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "Ra2", "1/2-1/2  a draw: fifty moves"),
        ("8/8/8/8/8/3k4/1p6/K7 w - - 0 1", "Kxb2", "neither side has the material"),
        // Black has one legal move each time.
        ("k2K4/p7/P7/8/8/8/8/8 w - - 0 1", "Kd7\nKd8\nKd7\nKd8", "the third time"),
    ] {
        let play = ["play", fen, "--depth", "1", "--silent"];
        let said = converse(&play, &format!("{moves}\n"));
        assert!(said.contains(ending), "{ending} in {said}");
    }
}

#[test]
fn a_promotion_asks_for_the_piece() {
    let play = ["play", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "--depth", "1"];
    for (input, played) in [("a8\nn", "1. a8=N"), ("a7a8\nrook", "1. a8=R+"), ("a8=B", "1. a8=B")] {
        let said = converse(&play, &format!("{input}\npgn\n"));
        assert!(said.contains(played), "{said}");
    }
    // A wrong answer and a command such as `help` leave the question open.
    for input in ["a8\nx\n\nking\nn\n", "a8\nhelp\nn\n", "a8\nfen\nn\n"] {
        let said = converse(&play, &format!("{input}pgn\n"));
        assert!(
            said.contains("1. a8=N") && said.matches("a8 promotes: to Q").count() > 1,
            "{said}"
        );
    }
    assert!(converse(&play, "a8\nking\n").contains("no piece to promote to: king\n"));
    let said = converse(&play, "a8\nKb2\nfen\n");
    assert!(said.contains("a8 promotes: to Q, R, B or N?"), "{said}");
    assert!(said.contains("/1K6/8 w "), "another move was played instead: {said}");
}

#[test]
fn a_game_is_written_once() {
    let folder = TempFolder::new();
    let name = folder.name("a game.pgn");
    let input = format!("e4\npgn {name}\npgn {name}\n");
    let said = converse(&["play", "--depth", "1"], &input);
    assert!(said.contains("wrote ") && said.contains("cannot write "), "{said}");
    let game = fs::read_to_string(name).expect("it was written");
    assert!(game.contains("[Result \"*\"]\n[ECO \"") && game.contains("]\n\n1. e4 "), "{game}");
    assert!(game.contains("[Date \"20"), "{game}");
}

/// White to move; 2.g4 allows mate.
#[test]
fn moves_are_typed_in_many_ways() {
    let play = ["play", "--depth", "2", "--silent"];
    for (typed, played) in [
        ("1.e4", "1. e4 "),
        ("1. e4!", "1. e4 "),
        ("e2-e4", "1. e4 "),
        ("Pe4", "1. e4 "),
        ("♘f3", "1. Nf3 "),
        ("e4 {best by test}", "1. e4 "),
    ] {
        let said = converse(&play, &format!("{typed}\npgn\n"));
        assert!(said.contains(played) && !said.contains("ignored"), "{typed}: {said}");
    }
    let said = converse(&play, "?\n");
    assert!(said.contains("show the opponent's threat"), "{said}");
}

#[test]
fn an_expected_answer_is_followed_by_the_next_move() {
    let play = ["play", "--depth", "2", "--silent"];
    let said = converse(&play, "e4\n");
    let (_, reply) = said.split_once("plays 1...").expect("the engine answers");
    let reply = reply.split(' ').next().expect("a move");
    let other = if reply == "a6" { "h6" } else { "a6" };
    let said = converse(&play, &format!("e4 {reply} Nf3\n"));
    assert!(said.contains("plays 2...") && !said.contains("ignored"), "{said}");
    let said = converse(&play, &format!("1. e4 {reply}\n"));
    assert!(said.contains("plays 1...") && !said.contains("ignored"), "{said}");
    let said = converse(&play, &format!("e4 {other} Nf3\n"));
    assert!(said.contains(&format!("ignored: {other} Nf3\n")), "{said}");
    assert!(!said.contains("plays 2..."), "{said}");
    let promotion = ["play", "7k/P7/8/8/8/8/8/K7 w - - 0 1", "--depth", "1", "--silent"];
    assert!(converse(&promotion, "a8 rook\npgn\n").contains("1. a8=R+"));
}

#[test]
fn a_pasted_game_is_continued() {
    let play = ["play", "--black", "--depth", "1", "--silent"];
    let game =
        "[White \"A\"]\n[Black \"B\"]\n\n1. e4 {King's pawn, or\nnew} e5 2. Nf3\n(2. Bc4) *\n";
    let said = converse(&play, &format!("{game}fen\n"));
    let fen = "\nrnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2\n";
    assert!(said.contains(fen), "{said}");
    let said = converse(&play, "1. e4 e5 2. Nf3\nfen\n");
    assert!(said.contains(fen), "{said}");
    let said = converse(&play, "[White \"A\"]\n\n1. e4 e4 *\nfen\n");
    assert!(said.contains("the pasted game cannot be read: line 3, column 7"), "{said}");
}

#[test]
fn one_board_stands_for_both_moves() {
    let said = converse(&["play", "--depth", "1", "--silent"], "e4\nNf3\n");
    assert_eq!(said.matches("  a   b   c ").count(), 3, "{said}");
    // The last move of a game is shown too.
    let mate = ["play", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "--depth", "1", "--silent"];
    assert_eq!(converse(&mate, "Ra8\n").matches("  a   b   c ").count(), 2);
}

#[test]
fn a_file_of_several_games_is_listed() {
    let folder = TempFolder::new();
    let games = "[White \"Ann\"]\n[Black \"Bo\"]\n\n1. e4 e5 *\n\n\
                 [White \"Cy\"]\n[Black \"Di\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let path = folder.write("games.pgn", games);
    let play = ["play", "--depth", "1"];
    let said = converse(&play, &format!("load {path}\n3\n2\nfen\n"));
    for text in [
        "  1  Ann - Bo, *, 1 move\n  2  Cy - Di, 0-1, 2 moves\nwhich game, 1 to 2?\nwhich game, 1 to 2?\n",
        "0-1  checkmate: Black wins\nnew, review, undo",
        "\nrnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\n",
    ] {
        assert!(said.contains(text), "{text} in {said}");
    }
    assert!(!said.contains("accuracy"), "nobody asked for a review: {said}");
    // A move or a command gives up the question.
    assert!(converse(&play, &format!("load {path}\nd4\n")).contains("plays 1..."));
    let said = converse(&play, &format!("load {path} 2\n1\nfen\n"));
    assert!(said.contains("/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n"), "{said}");
}

#[test]
fn level_clock_and_side_change_in_the_middle() {
    let play = ["play", "--depth", "1", "--silent"];
    let said = converse(
        &play,
        "e4\nlevel club\nlevel\nlevel 1550\nlevel 5\nclock 5+3\nd4\nclock off\nswitch\npgn\nlevel full\n",
    );
    for text in [
        "plays at the level club (about ",
        "\nlevel         lichess   Elo\nbeginner ",
        "plays at Elo 1550",
        "level accepts beginner, casual, ",
        "Clocks: White 5:00, Black 5:00",
        "no clocks",
        "You play Black.",
        "plays 3.",
        "[Black \"Player\"]\n",
        "[WhiteElo \"1550\"]\n",
        "2. d4 {[%clk 0:05:0",
        "plays at full strength",
    ] {
        assert!(said.contains(text), "{text} in {said}");
    }
}

#[test]
fn a_saved_game_is_resumed_with_its_settings() {
    let folder = TempFolder::new();
    let name = folder.name("game.pgn");
    let play = [
        "play",
        "--black",
        "--instant",
        "--level",
        "1210",
        "--clock",
        "5+3",
        "--depth",
        "1",
        "--silent",
    ];
    converse(&play, &format!("pgn {name}\n"));
    let game = fs::read_to_string(&name).expect("it was written");
    let game = game.replace("[%clk 0:05:0", "[%clk 0:01:0");
    let path = folder.write("saved.pgn", &game);
    for (arguments, input) in
        [(vec!["play", &path], "".to_owned()), (vec!["play"], format!("load {path}\n"))]
    {
        let arguments = [&arguments[..], &["--depth", "1", "--silent"]].concat();
        let said = converse(&arguments, &format!("{input}level\npgn\nquit\n"));
        for text in
            ["You play Black.", "Clocks: White 1:0", ", Black 5:00", "at Elo 1210", "[%clk 0:01:0"]
        {
            assert!(said.contains(text), "{text} in {said}");
        }
    }
    let said = converse(&["play", &path, "--depth", "1", "--level", "950"], "level\n");
    assert!(said.contains("at Elo 950"), "an option takes precedence: {said}");
}

#[test]
fn a_lost_engine_resigns_and_may_be_refused() {
    let lost = ["play", "7k/8/8/8/8/8/1PPPPPPP/QQ2K3 w - - 0 1", "--depth", "2", "--silent"];
    let moves = "b3\nc3\nd3\ne3\nf3\ng3\n";
    let said = converse(&lost, &format!("accept\n{moves}accept\n"));
    assert!(said.contains("there is nothing to accept"), "{said}");
    assert!(said.contains(" resigns: accept ends the game, a move plays on\n"), "{said}");
    assert!(said.contains("1-0  Black resigns: White wins"), "{said}");
    let said = converse(&lost, &format!("{moves}h3\nKf2\nh4\n"));
    assert_eq!(said.matches(" resigns: ").count(), 1, "{said}");
}

#[test]
fn mistyped_commands_get_a_suggestion() {
    let said = converse(&["play", "--depth", "1", "--silent"], "hnit\nthraet\nudno\nqwertz\n");
    for text in [
        "unknown move or command: hnit; did you mean hint? ",
        "unknown move or command: thraet; did you mean threat? ",
        "unknown move or command: udno; did you mean undo? ",
        "unknown move or command: qwertz; help lists the commands",
    ] {
        assert!(said.contains(text), "{text} in {said}");
    }
}
