//! The output of a search, read and checked against the rules of chess.

use std::collections::BTreeMap;

use brudno::chess::{Game, Position};

/// A score as printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    Centipawns(i32),
    /// Moves to mate; negative for the side that is mated, zero where it is mate already.
    Mate(i32),
}

/// A line of analysis.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    pub depth: u32,
    pub seldepth: u32,
    pub multipv: usize,
    pub score: Score,
    /// Neither `lowerbound` nor `upperbound`.
    pub is_exact: bool,
    pub wdl: Option<[u32; 3]>,
    pub nodes: u64,
    pub hashfull: u32,
    pub tbhits: u64,
    pub pv: Vec<String>,
}

/// The output of a search.
#[derive(Debug)]
pub struct Search {
    /// The lines of analysis in order.
    pub infos: Vec<Info>,
    /// Other lines before `bestmove`, such as `info string`.
    pub others: Vec<String>,
    /// `None` for `(none)`.
    pub best: Option<String>,
    pub ponder: Option<String>,
}

impl Search {
    /// Reads the lines of a search, the last of them `bestmove`.
    pub fn parse(lines: &[String]) -> Search {
        let (last, lines) = lines.split_last().expect("bestmove is there");
        let (infos, others): (Vec<&String>, Vec<&String>) =
            lines.iter().partition(|line| line.starts_with("info depth") && line.contains(" pv "));
        let (best, ponder) = match last.split(' ').collect::<Vec<_>>()[..] {
            ["bestmove", "(none)"] => (None, None),
            ["bestmove", best] => (Some(best.to_owned()), None),
            ["bestmove", best, "ponder", ponder] => {
                (Some(best.to_owned()), Some(ponder.to_owned()))
            }
            _ => panic!("malformed: {last}"),
        };
        Search {
            infos: infos.into_iter().map(|line| Info::parse(line)).collect(),
            others: others.into_iter().cloned().collect(),
            best,
            ponder,
        }
    }

    /// Checks the output against the position that was searched.
    pub fn check(&self, game: &Game, chess960: bool) {
        for info in &self.infos {
            info.check(game, chess960);
        }
        let Some(best) = &self.best else {
            assert!(!game.position().has_legal_move(), "there are legal moves");
            return;
        };
        let after = play(game, best, chess960);
        if let Some(ponder) = &self.ponder {
            play(&after, ponder, chess960);
        }
        if let Some(last) = self.infos.iter().rfind(|info| info.multipv == 1) {
            assert_eq!(*best, last.pv[0], "bestmove is the first move of the last pv");
            if let (Some(ponder), Some(reply)) = (&self.ponder, last.pv.get(1)) {
                assert_eq!(ponder, reply, "ponder is the second move of the last pv");
            }
        }
    }

    /// The last exact line of every rank.
    pub fn best_lines(&self) -> BTreeMap<usize, &Info> {
        self.exact().map(|info| (info.multipv, info)).collect()
    }

    /// The last exact line of the first rank.
    pub fn last(&self) -> &Info {
        self.best_lines().get(&1).copied().expect("the search has said something")
    }

    /// The lines that are not bounds.
    pub fn exact(&self) -> impl Iterator<Item = &Info> {
        self.infos.iter().filter(|info| info.is_exact)
    }
}

impl Info {
    /// Reads `info depth D seldepth S multipv M score cp X|mate Y [lowerbound|upperbound]
    /// [wdl W D L] nodes N nps P hashfull H tbhits T time MS pv ...`.
    fn parse(line: &str) -> Info {
        let (fields, pv) = line.split_once(" pv ").expect("the line has a pv");
        let mut words = fields.strip_prefix("info ").unwrap_or(fields).split(' ').peekable();
        macro_rules! field {
            ($name:literal) => {{
                assert_eq!(words.next(), Some($name), "malformed: {line}");
                number(words.next(), line)
            }};
        }
        let depth = field!("depth");
        let seldepth = field!("seldepth");
        let multipv = field!("multipv");
        assert_eq!(words.next(), Some("score"), "malformed: {line}");
        let score = match words.next() {
            Some("cp") => Score::Centipawns(number(words.next(), line)),
            Some("mate") => Score::Mate(number(words.next(), line)),
            _ => panic!("malformed: {line}"),
        };
        let is_exact = words.next_if(|&word| word.ends_with("erbound")).is_none();
        let wdl = words.next_if_eq(&"wdl").map(|_| [(); 3].map(|()| number(words.next(), line)));
        let nodes = field!("nodes");
        let _nps: u64 = field!("nps");
        let hashfull = field!("hashfull");
        let tbhits = field!("tbhits");
        let _time: u64 = field!("time");
        assert_eq!(words.next(), None, "malformed: {line}");
        let pv = pv.split(' ').map(str::to_owned).collect();
        Info { depth, seldepth, multipv, score, is_exact, wdl, nodes, hashfull, tbhits, pv }
    }

    /// Checks that the pv is legal and ends with the game, that an exact mate is played out, and
    /// that the numbers are possible.
    fn check(&self, game: &Game, chess960: bool) {
        assert!(self.hashfull <= 1000, "{self:?}");
        assert!(self.wdl.is_none_or(|wdl| wdl.iter().sum::<u32>() == 1000), "{self:?}");
        let mut after = game.clone();
        for (played, text) in self.pv.iter().enumerate() {
            assert!(played == 0 || !is_over(&after), "{text} is beyond the end: {self:?}");
            after = play(&after, text, chess960);
        }
        if let Score::Mate(moves) = self.score
            && self.is_exact
        {
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert_eq!(self.pv.len(), plies as usize, "a mate has its whole length: {self:?}");
            assert!(is_mate(after.position()), "{self:?}");
        }
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>, line: &str) -> T {
    word.and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("malformed: {line}"))
}

/// Plays a move, which has to be legal and in the right notation.
fn play(game: &Game, text: &str, chess960: bool) -> Game {
    let position = game.position();
    let m = position.parse_uci(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(position.to_uci(m, chess960).to_string(), text, "the notation of {text}");
    let mut after = game.clone();
    after.play(m);
    after
}

fn is_mate(position: &Position) -> bool {
    position.is_check() && !position.has_legal_move()
}

fn is_over(game: &Game) -> bool {
    let position = game.position();
    let earlier = game.history().iter().filter(|&&key| key == position.key()).count();
    !position.has_legal_move()
        || position.is_fifty_move_draw()
        || position.is_insufficient_material()
        || earlier >= 2
}
