//! `genfens`, which OpenBench calls.

use brudno::chess::Game;

use crate::support::{
    command::{lines, run},
    files::TempFolder,
};

/// The command lines of OpenBench's `genfens.py`, which end with a space if there are no extra
/// arguments.
#[test]
fn openings_for_openbench() {
    let fens = |line: &str| {
        let output = lines(&[line, "quit"]);
        let fens: Vec<String> = output
            .iter()
            .map(|line| line.strip_prefix("info string genfens ").expect(line).to_owned())
            .collect();
        for fen in &fens {
            let game = Game::from_fen(fen, false).expect(fen);
            assert!(game.position().has_legal_move() && fen.split(' ').count() == 6, "{fen}");
        }
        fens
    };
    let all = fens("genfens 12 seed 2147483647 book None ");
    assert_eq!(all.len(), 12);
    assert_eq!(fens("genfens 4 seed 2147483647 book None "), all[..4]);
    assert_ne!(fens("genfens 4 seed 3 book None "), all[..4]);
    let folder = TempFolder::without_spaces();
    let suite = folder.write("starts.epd", "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - id \"few\";\n");
    let few = fens(&format!("genfens 3 seed 1 book {suite} "));
    assert!(few.len() == 3 && few.iter().all(|fen| !fen.contains('Q')), "{few:?}");
    for line in ["genfens 3 seed 1 book no-such-file.epd", "genfens 3 seed 1"] {
        let output = run(&[line, "quit"]);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.starts_with("info string ") && text.lines().count() == 1, "{text}");
    }
}
