//! The PGN that the page of a game copies.

use std::fs;

use brudno_notation::pgn;

use crate::{
    browser::Page,
    game::{CHESS960, MATE, RULES, STUDY},
    support::files::TempFolder,
};

/// A game with glyphs, comments of several parts, placeholders, and a variation that a better line
/// joins.
const OWN: &str = "[White \"A\"]\n[Result \"?\"]\n[ECO \"?\"]\n\n{one} {two} 1. e4 e5 2. Qh5 {early\n\nand\n\n[%csl Gd4] \
                   so} Nc6 3. Nf3 (3. Bc4 g6 {a {fork}}) {mine} (3. Bc4 Nf6 4. Qxf7#) d6 4. Qxf7+?? $17 \
                   (4. Bc4) Kxf7 5. Ke2! 0-1\n\n";

/// Kasparov–Topalov 1999: 36.Bf1 offers the bishop.
const PRAISED: &str = "[SetUp \"1\"]\n[FEN \"3r3r/1R3p1p/6p1/1p6/2q5/5PPB/1Q5P/1K1k4 w - - 4 36\"]\n\n\
                       36. Bf1 Rd2 37. Rd7 Rxd7 38. Bxc4 *\n\n";

/// The page's script and the program write the same PGN, each with its own code.
#[test]
#[ignore = "needs Chromium"]
fn the_copied_game_is_the_one_that_the_program_writes() {
    let games = [STUDY, RULES, CHESS960, MATE, OWN, PRAISED].concat();
    for lines in ["1", "3"] {
        let folder = TempFolder::new();
        let (file, page) = (folder.write("games.pgn", &games), folder.name("page.html"));
        let output = folder.name("annotated.pgn");
        let arguments = ["analyse", &file, "--nodes", "3000", "--lines", lines];
        let files = ["-o", &output, "--html", &page];
        let seen = Page::write(&page, &[&arguments[..], &files].concat()).work(
            r##"
            const games = [];
            while (true) {
              games.push(await copied('#copy-pgn'));
              const button = text('#copy-pgn');
              await wait(1500);
              games.push(await copied('#copy-pgn', false), button, (await wait(1500), text('#copy-pgn')));
              if (element('#game-next').disabled) return games;
              click('#game-next');
            }
            "##,
        );
        let written = fs::read_to_string(&output).expect("the games are written");
        let seen: Vec<&str> =
            crate::game::list(&seen).iter().map(|text| text.as_str().expect("text")).collect();
        let copied: String = seen.iter().copied().step_by(4).collect();
        assert_eq!(copied, written);
        let read: Vec<_> = pgn::games(&copied).map(|game| game.expect("it is PGN")).collect();
        assert_eq!(read.len(), 6);
        assert!(copied.contains("Blunder indeed:") && copied.contains("added by"), "{copied}");
        assert!(copied.contains("Brilliant: "), "{copied}");
        for (game, source) in read.iter().zip(pgn::games(&games)) {
            assert_eq!(game.moves(), source.expect("it is PGN").moves());
            assert!(game.notes.is_empty(), "{:?}", game.notes);
        }
        for game in seen.chunks(4) {
            assert_eq!(game[1], game[0], "without access to the clipboard");
            assert_eq!(game[2..], ["copied", "copy PGN"]);
        }
    }
}
