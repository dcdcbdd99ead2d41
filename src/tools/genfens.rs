//! `genfens`: openings for OpenBench, whose clients request them for data generation
//! (`Client/genfens.py` of <https://github.com/AndyGrant/OpenBench>).

use std::{io, path::PathBuf};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{
    openings,
    openings::{EVEN_NODES, Openings},
};
use crate::{
    platform::{StopSignal, files::written_path},
    search::{ThreadData, tt::TranspositionTable},
};

/// Transposition table size, MiB.
const HASH: usize = 1;
/// Maximum openings drawn per even one.
const TRIES: u32 = 1000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GenFens {
    pub count: u64,
    /// Random seed: opening number n of a seed is always the same.
    pub seed: u64,
    /// Book of FEN or EPD start positions; `None` for the start position.
    pub book: Option<PathBuf>,
    /// Percentage of double Fischer random starts.
    pub fischer_random: u32,
}

impl GenFens {
    /// Parses `N seed S book None|PATH [dfrc PERCENT]`. Paths contain no white space, as in
    /// OpenBench.
    pub fn parse(arguments: &str) -> Option<GenFens> {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let (known, extra) = words.split_at_checked(5)?;
        let &[count, "seed", seed, "book", book] = known else { return None };
        let fischer_random = match extra {
            [] => 0,
            ["dfrc", percent] => percent.parse().ok().filter(|percent| *percent <= 100)?,
            _ => return None,
        };
        Some(GenFens {
            count: count.parse().ok()?,
            seed: seed.parse().ok()?,
            book: (!book.eq_ignore_ascii_case("none")).then(|| written_path(book)),
            fischer_random,
        })
    }

    /// Generates the openings, and passes a line for each to `print`. `stop` ends it between two
    /// openings.
    ///
    /// # Errors
    ///
    /// The book cannot be used, or the output cannot be written.
    pub fn run(
        &self,
        stop: &StopSignal,
        mut print: impl FnMut(&str),
    ) -> Result<(), Box<dyn std::error::Error>> {
        let book = self.book.as_deref().map(openings::read_positions).transpose()?;
        let openings =
            Openings { book: book.unwrap_or_default(), fischer_random: self.fischer_random };
        let tt = TranspositionTable::new(HASH)?;
        for number in 0..self.count {
            if stop.is_requested() {
                break;
            }
            let fen = draw_even(&openings, self.seed, number, &tt)
                .ok_or_else(|| io::Error::other(format!("no even opening among {TRIES}")))?;
            print(&format!("info string genfens {fen}"));
        }
        Ok(())
    }
}

/// Returns the FEN of an even opening.
fn draw_even(
    openings: &Openings,
    seed: u64,
    number: u64,
    tt: &TranspositionTable,
) -> Option<String> {
    // Each opening has its own random stream, and its searches start without histories.
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(number);
    tt.clear();
    let mut data = ThreadData::new();
    (0..TRIES)
        .map(|_| openings.draw(&mut random))
        .find(|opening| openings::is_even(opening, EVEN_NODES, tt, &mut data))
        .map(|opening| opening.position().fen())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::chess::Game;

    fn fens(arguments: &str) -> Vec<String> {
        let mut fens = Vec::new();
        let genfens = GenFens::parse(arguments).expect(arguments);
        let print = |line: &str| {
            fens.push(line.strip_prefix("info string genfens ").expect(line).to_owned());
        };
        genfens.run(&StopSignal::default(), print).unwrap();
        fens
    }

    #[test]
    fn openings_are_playable_differ_and_depend_on_the_seed() {
        let all = fens("20 seed 7 book None");
        assert_eq!(all.len(), 20);
        for (number, fen) in all.iter().enumerate() {
            assert_eq!(fen.split(' ').count(), 6, "{fen}");
            let game = Game::from_fen(fen, false).unwrap();
            assert!(game.outcome().is_none(), "{fen}");
            assert!(!all[..number].contains(fen), "{fen}");
        }
        assert_eq!(fens("5 seed 7 book None"), all[..5]);
        let other = fens("5 seed 8 book none dfrc 0");
        assert!(other.iter().all(|fen| !all.contains(fen)));
    }

    #[test]
    fn fischer_random_starts_are_asked_for() {
        let fens = fens("10 seed 7 book None dfrc 100");
        assert!(
            fens.iter().any(|fen| Game::from_fen(fen, false).unwrap().position().is_chess960())
        );
    }

    #[test]
    fn a_book_gives_the_starts() {
        let folder = tempfile::tempdir().unwrap();
        let write = |text| {
            let path = folder.path().join("book.epd");
            fs::write(&path, text).unwrap();
            GenFens::parse(&format!("3 seed 1 book {}", path.display())).unwrap()
        };
        let run = |genfens: &GenFens| {
            let mut fens = Vec::new();
            genfens.run(&StopSignal::default(), |line| fens.push(line.to_owned())).map(|()| fens)
        };
        let few_men = run(&write("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -\n")).unwrap();
        assert_eq!(few_men.len(), 3);
        assert!(few_men.iter().all(|line| !line.contains(['Q', 'R', 'B', 'N'])), "{few_men:?}");
        for (text, reason) in [
            ("", "no position"),
            ("nonsense\n", "line 1"),
            ("4k3/8/8/8/8/8/QQQQ4/4K3 w - -\n", "no even opening"),
        ] {
            let error = run(&write(text)).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for arguments in [
            "",
            "5",
            "5 seed 1",
            "5 seed 1 book",
            "-5 seed 1 book None",
            "5 book None seed 1",
            "5 seed x book None",
            "5 seed 1 book None more",
            "5 seed 1 book None dfrc",
            "5 seed 1 book None dfrc 101",
        ] {
            assert_eq!(GenFens::parse(arguments), None, "{arguments}");
        }
    }
}
