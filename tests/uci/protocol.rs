//! Commands outside of a search: start, options, debugging commands, end.

use crate::support::{conversation::Engine, test_positions::KIWIPETE};

#[test]
fn the_engine_introduces_itself() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.read_until(|line| line == "uciok");
    assert!(lines[0].starts_with("id name Brudno"), "nothing stands before it: {}", lines[0]);
    assert!(lines[1].starts_with("id author "));
    for option in [
        "option name Hash type spin default 16 min 1 max ",
        "option name Threads type spin default 1 min 1 max ",
        "option name MultiPV type spin default 1 min 1 max ",
        "option name Ponder type check default false",
        "option name Move Overhead type spin default ",
        "option name Clear Hash type button",
        "option name UCI_Chess960 type check default false",
        "option name UCI_ShowWDL type check default false",
        "option name Debug Log File type string default <empty>",
        "option name Skill Level type spin default 20 min 0 max 20",
        "option name SimulateThinkingTime type check default false",
        "option name Slow Mover type spin default 100 min 10 max 1000",
        "option name UCI_Opponent type string default <empty>",
        "option name UCI_EngineAbout type string default Brudno ",
        "option name UCI_Variant type combo default chess var chess",
    ] {
        assert_eq!(lines.iter().filter(|line| line.starts_with(option)).count(), 1, "{option}");
    }
    let others = |line: &&String| !line.starts_with("id ") && !line.starts_with("option name ");
    assert_eq!(lines.iter().filter(others).collect::<Vec<_>>(), ["uciok"]);
}

#[test]
fn the_numbers_offered_are_consistent() {
    let mut engine = Engine::start();
    engine.send("uci");
    for line in engine.read_until(|line| line == "uciok") {
        if let Some((_, spin)) = line.split_once(" type spin ") {
            let words: Vec<&str> = spin.split(' ').collect();
            let ["default", default, "min", min, "max", max] = words[..] else {
                panic!("malformed: {line}");
            };
            let [default, min, max] = [default, min, max].map(|n| n.parse::<u64>().expect(&line));
            assert!(min <= default && default <= max, "{line}");
        }
    }
}

#[test]
fn commands_without_an_answer_say_nothing() {
    let mut engine = Engine::start();
    for line in [
        "",
        "   ",
        "debug off",
        "register later",
        "register name Brudno code 1926",
        "ucinewgame",
        "stop",
        "ponderhit",
        "position startpos",
        "position startpos moves",
        "position startpos moves e2e4 e7e5",
        "position startpos  moves  e2e4\te7e5 ",
        "position fen 8/8/4k3/8/8/4K3/8/R7 w - - 0 1",
        "position fen 8/8/4k3/8/8/4K3/8/R7 w - - 0 1 moves a1a2",
        "position fen 8/8/4k3/8/8/4K3/8/R7 w - - moves a1a2",
        "position fen 8/8/4k3/8/8/4K3/8/R7 w - - 4 moves a1a2",
        "position fen 8/8/4k3/8/8/4K3/8/R7 w",
        "setoption name Ponder value true",
        "setoption name Move Overhead value 100",
        "setoption name Clear Hash",
        "setoption name UCI_Opponent value none none computer Stockfish 17",
        "setoption name UCI_EngineAbout value anything",
        "setoption name UCI_Variant value chess",
        "setoption name Slow Mover value 80",
        "setoption name Skill Level value 20",
    ] {
        assert_eq!(engine.ask(line), Vec::<String>::new(), "{line:?}");
    }
}

#[test]
fn unknown_words_before_a_command_are_passed_over() {
    // The example of the UCI specification is `joho debug on`.
    let mut engine = Engine::start();
    engine.send("joho isready");
    engine.read_until(|line| line == "readyok");
}

#[test]
fn lines_may_end_as_on_any_system() {
    let mut engine = Engine::start();
    engine.send_bytes(b"isready\r\n");
    assert_eq!(engine.line(), "readyok");
    engine.send_bytes(b"position startpos moves e2e4 e7e5\r\ngo depth 3\r\n");
    engine.game.play_uci("e2e4").expect("legal");
    engine.game.play_uci("e7e5").expect("legal");
    engine.best_move();
}

#[test]
fn options_are_named_in_any_case() {
    let mut engine = Engine::start();
    for name in ["multipv", "MULTIPV", "MultiPv"] {
        engine.set_option("MultiPV", "1");
        assert_eq!(engine.ask(&format!("setoption name {name} value 3")), Vec::<String>::new());
        assert_eq!(engine.search("go depth 3").best_lines().len(), 3, "{name}");
    }
    for line in [
        "setoption name hash value 8",
        "setoption name THREADS value 1",
        "setoption name move overhead value 20",
        "setoption name clear hash",
        "setoption name uci_chess960 value false",
        "setoption name ponder value true",
        "setoption  name  Move  Overhead  value  30 ",
    ] {
        assert_eq!(engine.ask(line), Vec::<String>::new(), "{line}");
    }
}

#[test]
fn readiness_is_answered_during_a_search() {
    let mut engine = Engine::start();
    for go in ["go infinite", "go ponder wtime 1000 btime 1000", "go depth 100"] {
        engine.send(go);
        for _ in 0..5 {
            let lines = engine.sync();
            assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{go}");
        }
        engine.send("stop");
        assert!(engine.best_move().best.is_some());
    }
}

#[test]
fn options_set_during_a_search_take_effect_after_it() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    for (name, value) in [("MultiPV", "2"), ("Hash", "32"), ("UCI_ShowWDL", "true")] {
        engine.set_option(name, value);
        let lines = engine.sync();
        assert!(!lines.iter().any(|line| line.contains("multipv 2")), "not yet");
    }
    engine.send("setoption name Clear Hash");
    engine.sync();
    engine.send("stop");
    let search = engine.best_move();
    assert!(search.infos.iter().all(|info| info.multipv == 1));
    let search = engine.search("go depth 4");
    assert_eq!(search.best_lines().len(), 2);
    assert!(search.last().wdl.is_some());
}

#[test]
fn a_position_sent_during_a_search_is_for_the_next() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.send("position startpos moves e2e4");
    engine.sync();
    engine.send("stop");
    engine.best_move();
    engine.game.play_uci("e2e4").expect("legal");
    engine.expect_unchanged_position();
    engine.search("go depth 3");
}

#[test]
fn a_new_game_keeps_the_options() {
    let mut engine = Engine::with_options(&[("MultiPV", "2"), ("Hash", "4")]);
    engine.ask("ucinewgame");
    assert_eq!(engine.search("go depth 3").best_lines().len(), 2);
}

#[test]
fn the_board_is_shown() {
    let mut engine = Engine::start();
    engine.position("startpos", "e2e4 f7f6 d1h5");
    let lines = engine.ask("d");
    let fen = "Fen: rnbqkbnr/ppppp1pp/5p2/7Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2";
    assert!(lines.iter().any(|line| line == fen), "{lines:?}");
    assert!(lines.iter().any(|line| line.trim_end() == "Checkers: h5"), "{lines:?}");
    let key = lines.iter().find_map(|line| line.strip_prefix("Key: ")).expect("the key");
    assert_eq!(u64::from_str_radix(key, 16), Ok(engine.game.position().key()));
}

/// Output for terminals is never written to a pipe.
#[test]
fn a_pipe_gets_pure_uci() {
    let mut engine = Engine::with_options(&[("MultiPV", "2"), ("UCI_ShowWDL", "true")]);
    engine.position("startpos", "e2e4");
    let board = engine.ask("d").join("\n");
    let key = engine.game.position().key();
    assert_eq!(
        board,
        format!(
            "{rule}| r | n | b | q | k | b | n | r | 8\n{rule}| p | p | p | p | p | p | p | p | 7\n\
             {rule}{empty} 6\n{rule}{empty} 5\n{rule}|   |   |   |   | P |   |   |   | 4\n\
             {rule}{empty} 3\n{rule}| P | P | P | P |   | P | P | P | 2\n\
             {rule}| R | N | B | Q | K | B | N | R | 1\n{}\n   \
             a   b   c   d   e   f   g   h\n\n\
             Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n\
             Key: {key:016X}\nCheckers:",
            " +---+---+---+---+---+---+---+---+",
            rule = " +---+---+---+---+---+---+---+---+\n ",
            empty = "|   |   |   |   |   |   |   |   |",
        )
    );
    assert!(engine.ask("nonsense").iter().all(|line| line.starts_with("info string ")));
    engine.send("go depth 5");
    let mut lines = engine.read_until(|line| line.starts_with("bestmove "));
    lines.pop();
    assert!(lines.len() >= 10 && lines.iter().all(|line| line.starts_with("info depth ")));
    for command in ["eval", "help", "help go"] {
        let answer = engine.ask(command).join("\n");
        assert!(answer.is_ascii() && !answer.contains('\u{1b}'), "{answer}");
    }
}

#[test]
fn leaves_are_counted() {
    let mut engine = Engine::start();
    for command in ["go perft 3", "perft 3"] {
        engine.position("startpos", "");
        engine.send(command);
        let lines = engine.read_until(|line| line == "Nodes searched: 8902");
        assert_eq!(lines.iter().filter(|line| line.contains(": ")).count(), 21, "{command}");
        assert!(lines.iter().any(|line| line == "e2e4: 600"), "{command}");
    }
    engine.position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "");
    engine.send("go perft 1");
    let lines = engine.read_until(|line| line == "Nodes searched: 26");
    assert!(lines.iter().any(|line| line == "e1g1: 1"));
    engine.sync();
}

#[test]
fn colours_are_exchanged() {
    let mut engine = Engine::start();
    for (fen, moves, flipped) in [
        ("startpos", "e2e4", "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1"),
        ("r3k2r/8/8/8/8/8/8/4K2R w Kkq - 3 20", "", "4k2r/8/8/8/8/8/8/R3K2R b KQk - 3 20"),
        ("1r2k3/8/8/8/8/8/8/1R2K1R1 w KQq - 0 1", "", "1r2k1r1/8/8/8/8/8/8/1R2K3 b Qkq - 0 1"),
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", "8/8/8/8/8/6k1/8/r6K w - - 1 1"),
    ] {
        engine.position(fen, moves);
        let before = engine.fen();
        engine.send("flip");
        assert_eq!(engine.fen(), flipped);
        engine.send("flip");
        assert_eq!(engine.fen(), before);
    }
    // A search goes on with its own position; the next one has the new.
    engine.position("startpos", "e2e4");
    engine.send("go infinite");
    engine.send("flip");
    let best = engine.stop_after_a_while().best.expect("a move");
    assert!(best.ends_with(['5', '6']), "Black's first move: {best}");
    engine.send("go depth 4");
    let lines = engine.read_until(|line| line.starts_with("bestmove "));
    let best = lines.last().and_then(|line| line.split(' ').nth(1)).expect("a move");
    assert!(best.ends_with(['3', '4']), "White's first move: {best}");
}

#[test]
fn benchmarks_stop() {
    let mut engine = Engine::start();
    for (command, last) in [
        ("bench 16 1 100", "bench stopped"),
        ("bench 16 2 60000 current movetime", "bench stopped"),
        ("bench 16 1 12 current perft", "bench stopped"),
        ("speedtest 2 16 1000", "speedtest stopped"),
        ("go perft 12", "info string perft stopped"),
    ] {
        engine.send(command);
        engine.sync();
        engine.send("stop");
        engine.read_until(|line| line == last);
    }
    engine.expect_unchanged_position();
}

#[test]
fn commands_by_hand_are_answered() {
    let mut engine = Engine::start();
    for command in ["d", "eval", "help", "compiler"] {
        assert!(!engine.ask(command).is_empty(), "{command}");
    }
    engine.position("4k3/4R3/4K3/8/8/8/8/8 b - - 0 1", "");
    assert!(!engine.ask("eval").is_empty(), "in check too");
    engine.send("bench 16 1 1");
    engine.read_until(|line| line.contains(" nodes ") && line.ends_with(" nps"));
    engine.expect_unchanged_position();
}

#[test]
fn debug_messages_are_words() {
    let mut engine = Engine::start();
    engine.send("debug on");
    engine.position("startpos", "");
    let said = engine.search("go depth 2 nodes 500").others;
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let line = format!("info string position {start}, searching to depth 2, 500 nodes");
    assert_eq!(said, [line]);
}

#[test]
fn the_rest_of_a_fen_is_named() {
    let mut engine = Engine::start();
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for (written, remark) in [
        (format!("{fen} foo"), "position: ignored 'foo'"),
        (format!("{fen};"), "position: ignored ';'"),
        (fen.replace("0 1", "-1 1"), "position: read '-1' as 0"),
    ] {
        engine.position("startpos", "");
        let said = engine.ask(&format!("position fen {written}"));
        assert_eq!(said, [format!("info string {remark}")]);
        assert_eq!(engine.fen(), fen);
    }
}

#[test]
fn quit_ends_the_engine_at_once() {
    for before in [
        "",
        "uci",
        "go infinite",
        "go ponder",
        "go depth 3",
        "go depth 200",
        "go nodes 999999999999999",
        "go movetime 100000000",
        "perft 15",
        "bench 16 1 100",
        "bench 16 2 100 current",
        "bench 16 1 15 current perft",
        "speedtest 2 16 1000",
    ] {
        let mut engine = Engine::start();
        engine.send(before);
        engine.send("quit");
        assert!(engine.wait().success(), "{before}");
    }
}

#[test]
fn a_long_game_is_set_up() {
    let mut engine = Engine::start();
    let moves = ["g1f3 g8f6 f3g1 f6g8"; 150].join(" ");
    engine.position("startpos", &moves);
    engine.expect_unchanged_position();
    assert!(engine.search("go depth 4").best.is_some());
}

/// The steps of `fastchess --compliance`.
#[test]
fn a_match_runner_is_content() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.read_until(|line| line == "uciok");
    for id in ["id name ", "id author "] {
        assert!(lines.iter().any(|line| line.len() > id.len() && line.starts_with(id)));
    }
    engine.sync();
    engine.send("ucinewgame");
    engine.position("startpos", "");
    engine.sync();
    engine.position(KIWIPETE, "");
    engine.sync();
    let black = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for (start, go) in [
        ("startpos", "go wtime 100"),
        (black, "go btime 100"),
        ("startpos", "go wtime 100 winc 100 btime 100 binc 100"),
        ("startpos", "go btime 100 binc 100 wtime 100 winc 100"),
    ] {
        engine.position(start, "");
        // The last line of analysis has a score, and whole numbers for time and nodes.
        engine.search(go).last();
    }
    engine.send("ucinewgame");
    engine.sync();
    engine.position("startpos", "e2e4 e7e5");
    engine.search("go wtime 100 btime 100").last();
    engine.send("stop");
    engine.send("quit");
    assert!(engine.wait().success());
}
