use super::*;
use crate::chess::Game;

fn why(fen: &str, text: &str) -> String {
    let position = Game::from_fen(fen, false).unwrap().position().clone();
    why_illegal(&position, text).unwrap_or_else(|| panic!("{fen}: {text} has no reason"))
}

#[track_caller]
fn reasons(fen: &str, expected: &[(&str, &str)]) {
    for (text, reason) in expected {
        assert_eq!(why(fen, text), *reason, "{fen}: {text}");
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn pins_are_named() {
    let fen = "rnbqk1nr/pppp1ppp/8/4p3/1b2P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 0 1";
    let open = fen.replace("PPPP1PPP", "PPP2PPP");
    reasons(&open, &[("Nd5", "the knight is pinned by the bishop on b4")]);
    reasons(&open, &[("c3d5", "the knight is pinned by the bishop on b4")]);
    // Without d2 open, it is legal.
    assert_eq!(why_illegal(Game::from_fen(fen, false).unwrap().position(), "Nd5"), None);
    let two = "4r1k1/8/8/8/8/4N3/8/N3K3 w - - 0 1";
    reasons(two, &[("Nc2", "the knight is pinned by the rook on e8")][..0]);
    // Both knights could reach c2 but for the pin: the other one can.
    assert_eq!(why_illegal(Game::from_fen(two, false).unwrap().position(), "Nc2"), None);
    reasons(two, &[("Nec2", "the knight is pinned by the rook on e8")]);
    let fen = "4k3/8/8/8/7b/8/5N2/3NK3 w - - 0 1";
    reasons(fen, &[("Nfe4", "the knight is pinned by the bishop on h4")]);
}

#[test]
fn checks_are_named() {
    let fen = "rnb1kbnr/pppp1ppp/8/4p3/5P1q/8/PPPPP1PP/RNBQKBNR w KQkq - 0 1";
    reasons(fen, &[("Nf3", "you are in check from the queen on h4")]);
    reasons(fen, &[("Kf2", "the king would be in check on f2 from the queen on h4")]);
    let double = "4k3/8/8/8/7b/8/3n4/R3K2r w - - 0 1";
    reasons(
        double,
        &[(
            "Ra2",
            "you are in double check from the rook on h1 and the bishop on h4; only the king can move",
        )],
    );
    // The knight could block, but is pinned by another piece.
    let pinned = "4r1k1/8/8/b7/8/8/4N3/4K3 w - - 0 1";
    reasons(pinned, &[("Nc3", "the knight is pinned by the rook on e8")]);
    let kings = "8/8/8/3k4/8/3K4/8/8 w - - 0 1";
    reasons(kings, &[("Kd4", "the king would be in check on d4 from the king on d5")]);
    // The king cannot retreat along the line of the check.
    let line = "4r1k1/8/8/8/8/4K3/8/8 w - - 0 1";
    reasons(line, &[("Ke2", "the king would be in check on e2 from the rook on e8")]);
}

#[test]
fn squares_that_are_not_reached() {
    reasons(
        START,
        &[
            ("Rd4", "no rook can reach d4"),
            ("Ra3", "no rook can reach a3, the pawn on a2 is in the way"),
            ("Nf4", "no knight can reach f4"),
            ("Ke2", "e2 is occupied by your own pawn"),
            ("Kd3", "the king cannot reach d3"),
            ("g1f4", "the knight on g1 cannot reach f4"),
            ("Bb5", "no bishop can reach b5, the pawn on e2 is in the way"),
            ("Qd2", "d2 is occupied by your own pawn"),
            ("d1d2", "d2 is occupied by your own pawn"),
            ("e4e5", "there is no piece on e4"),
            ("e7e5", "the pawn on e7 is Black's, and it is White's move"),
            ("e5", "no pawn can reach e5; it is White's move"),
            ("Nf6", "no knight can reach f6; it is White's move"),
            ("Nef3", "you have no knight on the e-file"),
            ("N5f3", "you have no knight on rank 5"),
            ("Nxf3", "there is nothing to capture on f3"),
            ("0000", "a side cannot pass"),
            ("--", "a side cannot pass"),
        ],
    );
    reasons(
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        &[("Qd4", "you have no queen"), ("e4", "you have no pawn on the e-file")][..1],
    );
}

#[test]
fn pawns() {
    let fen = "4k3/8/8/2n1p3/4P3/P1n5/2P5/4K3 w - - 0 1";
    reasons(
        fen,
        &[
            ("e5", "the pawn on e5 is in the way, and a pawn captures diagonally"),
            ("c3", "the knight on c3 is in the way, and a pawn captures diagonally"),
            ("c4", "the knight on c3 is in the way"),
            ("a5", "a pawn moves two squares only from where it started"),
            ("a2", "a pawn does not move backwards"),
            ("a8", "no pawn can reach a8"),
            ("exd5", "there is nothing to capture on d5"),
            ("cxd3", "there is nothing to capture on d3"),
            ("axc5", "no pawn can capture on c5"),
            ("exd", "no pawn can capture on the d-file"),
            ("e4d4", "no pawn can reach d4"),
            ("a4=Q", "only a pawn on the last rank promotes"),
            ("e4e3", "a pawn does not move backwards"),
        ],
    );
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1";
    reasons(
        fen,
        &[("exd6", "the pawn on d5 can be taken en passant only right after its double step")],
    );
    let fen = "8/8/8/K2pP2q/8/8/8/4k3 w - d6 0 1";
    reasons(fen, &[("exd6", "the capture would leave the king in check from the queen on h5")]);
    let fen = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1";
    reasons(fen, &[("a8=K", "a pawn promotes to a queen, a rook, a bishop or a knight")]);
}

#[test]
fn castling() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let with = |black: &str| fen.replacen("8/8/8/8/8/8", black, 1);
    for (fen, text, reason) in [
        (with("5r2/8/8/8/8/8"), "O-O", "castling through check on f1, from the rook on f7"),
        (with("6r1/8/8/8/8/8"), "O-O", "castling into check on g1, from the rook on g7"),
        (with("5r2/8/8/8/8/8"), "e1g1", "castling through check on f1, from the rook on f7"),
        (with("3r4/8/8/8/8/8"), "0-0-0", "castling through check on d1, from the rook on d7"),
        (
            with("4r3/8/8/8/8/8"),
            "O-O",
            "you cannot castle out of check, and are in check from the rook on e7",
        ),
        (
            fen.replace("KQ", "Q"),
            "O-O",
            "you can no longer castle kingside: the king or the rook has moved",
        ),
        (
            fen.replace("K2R w KQ", "K3 w Q"),
            "O-O",
            "there is no rook of yours on h1 to castle with",
        ),
        (fen.replace("K2R w KQ", "KN1R w KQ"), "O-O", "the knight on f1 is in the way of castling"),
        (
            fen.replace("R3K2R w KQ", "RN2K2R w KQ"),
            "Kc1",
            "the knight on b1 is in the way of castling",
        ),
        (
            "4k3/8/8/8/8/8/4K3/7R w - - 0 1".to_owned(),
            "O-O",
            "the king is not on e1, from where it castles",
        ),
        (START.to_owned(), "O-O", "the bishop on f1 is in the way of castling"),
    ] {
        assert_eq!(why(&fen, text), reason, "{fen}: {text}");
    }
    // Chess960: the rook shields the king until it castles.
    let shielded = "4k3/8/8/8/8/8/8/rR2K3 w B - 0 1";
    let position = Game::from_fen(shielded, true).unwrap().position().clone();
    let reason = why_illegal(&position, "O-O-O").unwrap();
    assert_eq!(reason, "castling into check on c1, from the rook on a1");
    assert_eq!(why_illegal(&position, "e1b1").unwrap(), reason);
    let lost = Game::from_fen("4k3/8/8/8/8/8/8/1R2K2R w H - 0 1", true).unwrap();
    assert_eq!(
        why_illegal(lost.position(), "O-O-O").unwrap(),
        "you can no longer castle queenside: the king or the rook has moved"
    );
}

#[test]
fn ambiguous_moves_are_listed() {
    let game = Game::from_fen("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", false).unwrap();
    let error = read_move(game.position(), "Nd2").unwrap_err();
    assert_eq!(explain(game.position(), &error), "Nd2 is Nbd2 or Nfd2");
    let game = Game::from_fen("4k3/8/3p4/3p1p2/4P3/4P3/8/4K3 w - - 0 1", false).unwrap();
    assert!(read_move(game.position(), "exd").is_ok());
    let error = read_move(game.position(), "exg").unwrap_err();
    assert_eq!(
        explain(game.position(), &error),
        "exg is not legal: no pawn can capture on the g-file"
    );
}

/// Every text that looks like a move is legal or has a reason.
#[test]
fn every_illegal_move_has_a_reason() {
    for fen in [
        START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnb1kbnr/pppp1ppp/8/4p3/5P1q/8/PPPPP1PP/RNBQKBNR w KQkq - 0 1",
    ] {
        let position = Game::from_fen(fen, false).unwrap().position().clone();
        let mut texts: Vec<String> = ["O-O", "O-O-O"].map(str::to_owned).into();
        for to in Square::ALL {
            texts.extend(
                ["", "N", "B", "R", "Q", "K", "ex", "Nx"].map(|piece| format!("{piece}{to}")),
            );
            texts.extend(Square::ALL.map(|from| format!("{from}{to}")));
        }
        for text in texts {
            match read_move(&position, &text) {
                Err(PositionError::Illegal(..)) => {
                    let reason = why_illegal(&position, &text);
                    assert!(
                        reason.is_some_and(|reason| !reason.contains("from ;")),
                        "{fen}: {text}"
                    );
                }
                Err(PositionError::Notation(_)) => panic!("{text} is no move"),
                _ => {}
            }
        }
    }
}
