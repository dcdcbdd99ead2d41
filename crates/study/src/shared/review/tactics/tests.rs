use super::*;

/// Returns the tactic of a line that starts in a position.
fn tactic(fen: &str, moves: &str) -> Option<Tactic> {
    find(&Line::parse(fen, moves))
}

fn unit(text: &str) -> Unit {
    let (letter, square) = text.split_at(1);
    let role = Role::from_char(letter.chars().next().unwrap()).unwrap();
    Unit { role, square: square.parse().unwrap() }
}

fn units(text: &str) -> Vec<Unit> {
    text.split(' ').map(unit).collect()
}

#[test]
fn tactics_are_proved_by_the_board_and_the_line() {
    let hanging = |text| Some(Motif::Hanging(unit(text)));
    for (fen, moves, expected) in [
        ("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "Rxd5", hanging("nd5")),
        ("4k3/8/4p3/3n4/2P5/8/8/3RK3 w - - 0 1", "cxd5 exd5 Rxd5", hanging("nd5")),
        // The defender is pinned to the king.
        (
            "4k3/4n3/8/3p4/8/2N5/8/4RK2 w - - 0 1",
            "Nxd5",
            Some(Motif::PinnedDefender { defender: unit("ne7"), target: unit("pd5") }),
        ),
        // Fork by a knight, after a capture and after a sacrifice.
        (
            "r3k3/ppp2ppp/8/3N4/8/8/PPP2PPP/3RK3 w q - 0 1",
            "Nxc7+ Ke7 Nxa8",
            Some(Motif::Fork(units("ke8 ra8"))),
        ),
        // The forking piece does not take: no fork is shown.
        ("r3k3/ppp2ppp/8/3N4/8/8/PPP2PPP/3RK3 w q - 0 1", "Nxc7+ Ke7 Nd5+", hanging("pc7")),
        // Skewer and pin.
        (
            "r7/8/8/k7/8/8/6K1/7R w - - 0 1",
            "Ra1+ Kb6 Rxa8",
            Some(Motif::Skewer { front: unit("ka5"), behind: unit("ra8") }),
        ),
        (
            "4k3/p7/2q5/8/P7/8/4B3/4K3 w - - 0 1",
            "Bb5 Kd7 Bxc6+ Kxc6",
            Some(Motif::Pin { pinned: unit("qc6"), behind: unit("ke8") }),
        ),
        // Discovered attack and check.
        (
            "3qk3/8/8/8/8/3B4/8/3RK3 w - - 0 1",
            "Bb5+ Kf8 Rxd8+",
            Some(Motif::Discovery { by: unit("rd1"), target: unit("qd8") }),
        ),
        (
            "4k3/8/8/3q4/4N3/8/8/4RK2 w - - 0 1",
            "Nf6+ Kf7 Nxd5",
            Some(Motif::Fork(units("ke8 qd5"))),
        ),
        (
            "4k3/8/8/1q6/4N3/8/8/4R1K1 w - - 0 1",
            "Nc3+ Kf8 Nxb5",
            Some(Motif::Discovery { by: unit("re1"), target: unit("ke8") }),
        ),
        // The knight, which alone defends the bishop, is taken, or has to recapture.
        ("3r2k1/5p1p/5np1/7b/3B4/7R/5PP1/6K1 w - - 0 1", "Bxf6 Rd1+ Kh2 Rd5 Rxh5 Rxh5+ Bh4", None),
        ("6k1/5p2/5np1/7b/3B4/7R/5PP1/6K1 w - - 0 1", "Bxf6 Kf8 Rxh5 gxh5", None),
        (
            "6k1/5p2/5n2/7b/3B4/7R/5PP1/6K1 w - - 0 1",
            "Bxf6 Kf8 Rxh5",
            Some(Motif::RemovedDefender { defender: unit("nf6"), target: unit("bh5") }),
        ),
        (
            "6k1/5p2/5n2/3b3b/8/7R/8/K2R4 w - - 0 1",
            "Rxd5 Nxd5 Rxh5",
            Some(Motif::Overload { defender: unit("nf6"), target: unit("bh5") }),
        ),
        // The pawn promotes and stays.
        ("8/1P4k1/8/8/8/8/6K1/8 w - - 0 1", "b8=Q", Some(Motif::Promotion(unit("pb7")))),
        ("r7/1P4k1/8/8/8/8/6K1/8 w - - 0 1", "b8=Q Rxb8", None),
        // The bishop has no safe square.
        (
            "6k1/5p2/6p1/7b/8/5P1P/6P1/6K1 w - - 0 1",
            "g4 Kf8 gxh5 gxh5",
            Some(Motif::Trapped(unit("bh5"))),
        ),
        ("6k1/5p2/8/7b/8/7P/6P1/6K1 w - - 0 1", "g4 Kf8 gxh5", None),
    ] {
        let found = tactic(fen, moves).map(|tactic| tactic.motif);
        assert_eq!(found, expected, "{fen} {moves}");
    }
}
