//! Tests of the reader.

use crate::pgn::*;

fn read(text: &str) -> Vec<Result<PgnGame, BrokenGame>> {
    games(text).collect()
}

/// Reads text that has one game.
pub fn only(text: &str) -> PgnGame {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|broken| panic!("{text}: {broken}"))
}

fn broken(text: &str) -> String {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).map(|_| ()).unwrap_err().to_string()
}

/// Returns the movetext of a game, without its tags.
fn movetext(game: &PgnGame) -> String {
    let text = write(game);
    text.split_once("\n\n").unwrap().1.trim_end().replace('\n', " ")
}

#[test]
fn moves_are_read_in_many_forms() {
    let expected = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *";
    for text in [
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O",
        "1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0",
        "e4 e5 Nf3 Nc6 Bc4 Bc5 O–O",
        "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-c4 Bf8-c5 4. O-O",
        "1. e2e4 e7e5 2. g1f3 b8c6 3. f1c4 f8c5 4. e1g1",
        "1. e4 e5 2. nf3 nc6 3. bc4 bc5 4. o-o",
        "1. e4 e5 2. ♘f3 ♞c6 3. ♗c4 ♝c5 4. O-O",
        "1. e4 e5 2. Sf3 Sc6 3. Lc4 Lc5 4. O-O",
        "1. e4 e5 2. Cf3 Cc6 3. Ac4 Ac5 4. O-O",
        "1. e4 e5 2. Кf3 Кc6 3. Сc4 Сc5 4. O-O",
        "1.\u{a0}e4\u{a0}e5 2.\u{a0}Nf3 Nc6 3. Bc4 Bc5 4. O-O",
        "1. e4\n\ne5 2. Nf3 Nc6\n\n3. Bc4 Bc5 4. O-O *",
    ] {
        assert_eq!(movetext(&only(text)), expected, "{text}");
    }
    let fen = "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n";
    for promotion in ["a8=Q+", "a8Q", "a8(Q)", "a8/Q+", "a7-a8=Q", "a7a8q", "a8=D", "a8Q++"] {
        assert_eq!(movetext(&only(&format!("{fen}1. {promotion}"))), "1. a8=Q+ *", "{promotion}");
    }
    let fen = "[fen\t \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n\n";
    for capture in ["exd6", "e:d6", "e5xd6 e.p.", "exd6e.p.", "e5:d6", "e×d6", "ed6", "ed", "e:d"]
    {
        assert_eq!(movetext(&only(&format!("{fen}1. {capture} *"))), "1. exd6 *", "{capture}");
    }
}

#[test]
fn a_letter_before_pawns_is_not_taken_for_a_knight() {
    let dutch = only("1. e4 e5 2. Pf3 Pc6 3. d4 *");
    assert_eq!(movetext(&dutch), "1. e4 e5 2. Nf3 Nc6 3. d4 *");
    let pawns = only("1. Pe2-e4 Pe7-e5 2. Pf3 Pc6 3. Nc3 *");
    assert_eq!(movetext(&pawns), "1. e4 e5 2. f3 c6 3. Nc3 *");
}

#[test]
fn a_small_b_is_a_pawn_or_a_bishop() {
    let read = |fen: &str, word: &str| {
        let mut all = read(&format!("[FEN \"{fen}\"]\n\n1. {word} *"));
        all.remove(0).map(|game| movetext(&game)).map_err(|broken| broken.to_string())
    };
    let pawn = "4k3/8/8/8/2p5/1P6/8/4K3 w - - 0 1";
    assert_eq!(read(pawn, "bc4").unwrap(), "1. bxc4 *");
    let bishop = "4k3/8/8/8/2p5/8/4B3/4K3 w - - 0 1";
    assert_eq!(read(bishop, "bc4").unwrap(), "1. Bxc4 *");
    let both = "4k3/8/8/8/2p5/1P6/4B3/4K3 w - - 0 1";
    assert_eq!(read(both, "bxc4").unwrap(), "1. bxc4 *");
    assert!(read(both, "bc4").unwrap_err().contains("more than one piece"));
}

#[test]
fn games_without_tags_begin_at_number_one() {
    let count = |text: &str| read(text).len();
    assert_eq!(count("1. e4 e5\n\n1. d4 d5\n\n{next}\n1. c4"), 3);
    assert_eq!(count("1. e4\n\n1... e5\n\n2. Nf3"), 1);
    assert_eq!(count("[Event \"a\"]\n\n[Event \"b\"]\n\n1. e4 *"), 2);
    assert_eq!(count("[Event \"a\"]\n\n[White \"b\"]\n\n1. e4 *\n\n; the end"), 1);
}

#[test]
fn numbers_that_do_not_fit_are_noted() {
    for (text, note) in [
        ("1. e4 e5 3. Nf3", "line 1, column 10: the number 3. is before move 2."),
        ("1. e4 e5 2... Nf3", "line 1, column 10: the number 2... is before move 2."),
        ("2. e4", "line 1, column 1: the number 2. is before move 1."),
    ] {
        let notes: Vec<String> = only(text).notes.iter().map(Note::to_string).collect();
        assert_eq!(notes, [note], "{text}");
    }
    let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n57. e4 Ke7 58. e5 *";
    assert_eq!(only(fen).notes, Vec::new());
}

#[test]
fn a_game_in_another_language_is_not_cut_short() {
    let game = only("1. e4 e5 2. Sf3 Sc6 3. d4 exd4 4. Lc4 Lc5 1-0");
    assert_eq!(movetext(&game), "1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Bc4 Bc5 1-0");
    // The letters are of no language, or of two languages in one game.
    assert_eq!(broken("1. e4 e5 2. Xf3 Nc6"), "line 1, column 13: 2.Xf3 is not a move");
    assert_eq!(broken("1. e4 e5 2. Sf3 Cc6"), "line 1, column 17: 2...Cc6 is not a move");
}

#[test]
fn the_whole_tree_is_kept() {
    let text = "{before} 1. e4 $1 {a} ({b} 1. d4 d5 (1... Nf6 $6 2. c4) 2. c4) (1. c4) 1... e5 \
                2. Nf3 $1 $14 *";
    assert_eq!(movetext(&only(text)), text);
    let signs = only("1. e4! e5?? 2. Nf3 !? Nc6 ± 3. Bb5 +-");
    assert_eq!(movetext(&signs), "1. e4 $1 e5 $4 2. Nf3 $5 Nc6 $16 3. Bb5 $18 *");
    let long = "word ".repeat(200);
    let game = only(&format!("1. e4 {{{long}[%cal Ga1b2,Rc3d4]}} e5 *"));
    let comments: Vec<&str> = game.main.moves[0].comments().collect();
    assert_eq!(comments, [format!("{long}[%cal Ga1b2,Rc3d4]")]);
    let null = only("1. e4 -- 2. d4 Z0 (2... e5) 3. c4 *");
    assert_eq!(movetext(&null), "1. e4 -- 2. d4 -- (2... e5) 3. c4 *");
    assert_eq!(null.positions().len(), 6);
    assert_eq!(null.moves().len(), 1);
}

#[test]
fn a_move_has_glyphs_one_comment_and_variations_in_this_order() {
    for (text, written) in [
        ("{a} {b} 1. e4 {c} $1 {d} *", "{a b} 1. e4 $1 {c d} *"),
        (
            "1. e4 (1. d4) {a} (1. c4 (1. f4) {b} d5) {c} *",
            "1. e4 {a c} (1. d4) (1. c4 {b} (1. f4) 1... d5) *",
        ),
        ("1. {a} e4 1... {b} e5 {c} *", "{a} 1. e4 {b} 1... e5 {c} *"),
        ("1. e4 ; to the end\n; of two lines\ne5 *", "1. e4 {to the end of two lines} 1... e5 *"),
        // A brace would end the comment.
        ("1. e4 ; the {best}\n{by test} e5 *", "1. e4 {the (best) by test} 1... e5 *"),
        ("1. e4 {an {open one} e5 *", "1. e4 {an {open one} 1... e5 *"),
    ] {
        assert_eq!(movetext(&only(text)), written, "{text}");
    }
}

#[test]
fn paragraphs_of_comments_stay_apart() {
    let game = only("1. e4 {\n\none\n line \n \t\n\n\ntwo\n\n[%csl Gd4] three\n\n} {four} e5 *");
    let comments: Vec<&str> = game.main.moves[0].comments().collect();
    assert_eq!(comments, ["one line\n\ntwo\n\n[%csl Gd4] three", "four"]);
    let text = write(&game);
    // Programs take an empty line before a bracket for the end of the game.
    let written = "\n\n1. e4 {one line\n\ntwo [%csl Gd4] three four} 1... e5 *\n\n";
    assert!(text.ends_with(written), "{text}");
    let again: Vec<_> = games(&text).collect();
    assert_eq!((again.len(), write(again[0].as_ref().unwrap())), (1, text));
}

#[test]
fn broken_text_keeps_the_game_and_names_the_place() {
    for (text, expected, note) in [
        ("1. e4 {open", "1. e4 {open} *", "line 1, column 7: the comment is not closed"),
        ("1. e4 (1. d4 d5", "1. e4 (1. d4 d5) *", "line 1, column 7: the variation is not closed"),
        ("1. e4 (1. d4 1-0", "1. e4 (1. d4) 1-0", "line 1, column 7: the variation is not closed"),
        ("1. e4 ) e5 *", "1. e4 e5 *", "line 1, column 7: unmatched bracket, ignored"),
        ("1. e4 } e5 *", "1. e4 e5 *", "line 1, column 7: unmatched bracket, ignored"),
        (
            "[Result \"0-1\"]\n\n1. e4 1-0",
            "1. e4 1-0",
            "line 3, column 7: the moves end with 1-0, but the Result tag is 0-1",
        ),
    ] {
        let game = only(text);
        assert_eq!(movetext(&game), expected, "{text}");
        let notes: Vec<String> = game.notes.iter().map(Note::to_string).collect();
        assert!(notes.iter().any(|text| text.starts_with(note)), "{text}: {notes:?}");
    }
    let two = read("1. e4 {open\n\n[White \"B\"]\n\n1. d4 {x} *");
    let moves: Vec<String> = two.iter().map(|game| movetext(game.as_ref().unwrap())).collect();
    assert_eq!(moves, ["1. e4 {open} *", "1. d4 {x} *"]);
}

#[test]
fn games_that_cannot_be_read_are_named_and_the_others_read() {
    let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Ke3 *\n\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\
                \n\n*\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n[Event \"none\"]\n\n*\n\n1. d4 d5 *";
    let games = read(text);
    let texts: Vec<String> = games
        .iter()
        .map(|game| match game {
            Ok(game) => format!("{}: {}", game.number, movetext(game)),
            Err(broken) => format!("{}: {} {broken}", broken.number, broken.players),
        })
        .collect();
    assert_eq!(texts.len(), 5, "{texts:#?}");
    assert!(
        texts[0].starts_with("1: A - B line 4, column 13: 2.Ke3 is not a legal move in rnbq"),
        "{texts:#?}"
    );
    assert!(texts[1].contains("line 6, column 1: tag FEN: impossible position"), "{texts:#?}");
    assert!(texts[2].contains("line 10, column 1: unsupported variant Atomic"), "{texts:#?}");
    assert_eq!(texts[3..], ["4: *", "5: 1. d4 d5 *"]);
    let Err(first) = &games[0] else { panic!("broken") };
    assert!(text[first.range.clone()].ends_with("2. Ke3 *\n\n"));
    assert_eq!(broken("(1. e4) *"), "line 1, column 1: a variation before the first move");
    assert!(broken("1. e4 d5 2. Bb5 --").ends_with("move 2: null move in check"));
}

#[test]
fn games_are_told_apart() {
    let text = "1. e4 *\n{resigns}\n\n{second} 1. d4 (1. c4 1-0) d5 1/2-1/2\n[White \"C\"]\n*";
    let games: Vec<String> =
        read(text).iter().map(|game| movetext(game.as_ref().unwrap())).collect();
    assert_eq!(games, ["1. e4 {resigns} *", "{second} 1. d4 (1. c4) 1... d5 1/2-1/2", "*"]);
    for text in ["[Event \"x\"]\n\n*", "\u{feff}\n[White \"A\"]", "% x\n[White \"A\"]"] {
        assert!(is_pgn(text), "{text}");
    }
    for text in ["", "8/8/8/8/8/8/8/8 w - - 0 1", "1. e4 e5"] {
        assert!(!is_pgn(text), "{text}");
    }
}

#[test]
fn tags_are_written_in_the_standard_order() {
    let game =
        only("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[Black \"B\"]\n[Event \"x\"]\n\n1. O-O");
    let text = write(&game);
    let names: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix('[')?.split(' ').next()).collect();
    let roster = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN"];
    assert_eq!(names, roster);
    assert!(text.ends_with("\n\n1. O-O *\n\n"), "{text}");
}

#[test]
fn results_come_from_movetext_tags_or_the_board() {
    assert_eq!(only("[Result \"1-0\"]\n\n1. e4 1/2-1/2\n").result(), "1/2-1/2");
    assert_eq!(only("[Result \"1-0\"]\n\n1. e4\n").result(), "1-0");
    assert_eq!(only("1. f3 e5 2. g4 Qh4\n").result(), "0-1");
    assert_eq!(only("1. e4 ½-½\n").result(), "1/2-1/2");
    assert_eq!(only("1. e4\n").result(), "*");
    assert_eq!(only("[Result \"Black resigns\"]\n\n1. e4\n").result(), "1-0");
}

#[test]
fn a_result_tag_has_the_form_of_the_standard() {
    for (value, result, written) in [
        ("½-½", "1/2-1/2", "1/2-1/2"),
        ("1/2", "", "1/2-1/2"),
        ("1 - 0 ", "1-0", "1-0"),
        ("0–1", "*", "0-1"),
        // What is unknown is filled.
        ("*", "1-0", "1-0"),
        ("?", "1/2", "1/2-1/2"),
        ("", "", "*"),
        // What is not understood, or contradicts the moves, is kept.
        ("adjourned", "*", "adjourned"),
        ("0-1", "1-0", "0-1"),
    ] {
        let text = write(&only(&format!("[Result \"{value}\"]\n\n1. e4 {result}\n")));
        assert!(text.contains(&format!("[Result \"{written}\"]\n")), "{value} {result}: {text}");
    }
}

#[test]
fn lines_have_the_width_of_the_standard() {
    let moves = "Nc6 Nf3 Nb8 Ng1 ".repeat(60);
    let variations = "(1... e5 {comment}) (1... e6)".repeat(20);
    let game = only(&format!("1. e4 d5 {variations} 2. e5 {moves} {{{}}}", "word ".repeat(100)));
    assert!(write(&game).lines().all(|line| line.len() <= 79));
}

#[test]
fn hostile_lines_are_read_in_linear_time() {
    // Each takes hours if a token looks at the rest of its line.
    let many = 100_000;
    for text in [
        format!("1. e4 {}e5 *", "(1. d4) ".repeat(many)),
        format!("1. e4 {}e5 *", "$1 ".repeat(many)),
        format!("1. e4{} e5 *", "!".repeat(many)),
        format!("1. e4 {}e5 *", "[".repeat(many)),
        format!("1. e4 {}e5 *", "] ".repeat(many)),
        format!("1. e4 {}e5 *", "{} ".repeat(many)),
        format!("1. e4 {}e5 *", ") ".repeat(many)),
        format!("1. e4 {}e5 *", "⊥ ".repeat(many)),
        format!("{}1. e4 e5 *", " ".repeat(many)),
    ] {
        assert_eq!(only(&text).moves().len(), 2, "{}", &text[..20]);
    }
    for brackets in ["(".repeat(many), "(1. d4 ".repeat(many)] {
        let error = broken(&format!("1. e4 {brackets}"));
        assert!(error.contains("variation"), "{error}");
    }
}

#[test]
fn variations_are_nested_to_a_bound() {
    let nested =
        |depth: usize| format!("1. e4 {}{} e5 *", "(1. d4 ".repeat(depth), ")".repeat(depth));
    assert_eq!(only(&nested(500)).moves().len(), 2);
    assert!(broken(&nested(501)).ends_with("more than 500 variations within each other"));
}
