//! The catalogue of the textbook searches: names, sources, and functions that run them.

use std::{fmt, str::FromStr};

use brudno::chess::score::INFINITE;
use thiserror::Error;

use super::{
    aspiration, c_star, conspiracy, deepening, fail_hard, fail_soft,
    game::Game,
    max_min, memory,
    memory::Memory,
    minimax,
    monitor::Monitor,
    mtd, negamax, negascout, non_recursive,
    ordering::Heuristics,
    pvs, root_splitting, scout, sss,
    trace::Trace,
    walk::{Outcome, Walk},
    young_brothers,
};

/// A search method, without its move ordering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// [`minimax`]
    Minimax,
    /// [`negamax`]
    Negamax,
    /// [`max_min`]
    MaxMin,
    /// [`fail_hard`]
    FailHard,
    /// [`fail_soft`]
    FailSoft,
    /// [`non_recursive`]
    NonRecursive,
    /// [`deepening`]
    Deepening,
    /// [`memory`]
    Memory,
    /// [`fail_soft`], but with quiescence search at the leaves.
    WithQuiescence,
    /// [`fail_soft`], but with static evaluation at the leaves.
    WithoutQuiescence,
    /// [`aspiration`]
    Aspiration,
    /// [`scout`]
    Scout,
    /// [`negascout`]
    NegaScout,
    /// [`pvs`]
    Pvs,
    /// [`mtd::mtd_f`]
    MtdF,
    /// [`c_star::c_star`]
    CStar,
    /// [`c_star::nega_c_star`]
    NegaCStar,
    /// [`sss::sss_star`]
    Sss,
    /// [`sss::dual_star`]
    Dual,
    /// [`mtd::mt_sss`]
    MtSss,
    /// [`mtd::mt_dual`]
    MtDual,
    /// [`conspiracy`]
    Conspiracy,
    /// [`root_splitting`]
    RootSplitting,
    /// [`young_brothers`]
    YoungBrothers,
}

/// Every method with its name on the command line and its source, in order of appearance.
pub const CATALOGUE: [(Method, &str, &str); 24] = [
    (Method::Minimax, "minimax", "Shannon 1950: separate routines for Max and Min"),
    (Method::Negamax, "negamax", "Knuth & Moore 1975, F: one routine with signs"),
    (Method::MaxMin, "alphabeta-maxmin", "Brudno 1963; fail-hard, a routine for each player"),
    (Method::FailHard, "alphabeta-hard", "Knuth & Moore 1975, F2: fail-hard negamax"),
    (Method::FailSoft, "alphabeta", "Fishburn 1981: fail-soft"),
    (Method::NonRecursive, "alphabeta-stack", "Knuth 1974: no recursion, an explicit stack"),
    (Method::Deepening, "deepening", "Scott 1969; Slate & Atkin 1977: PV as the leftmost path"),
    (Method::Memory, "memory", "Greenblatt 1967; Plaat et al. 1996: transposition table"),
    (Method::WithQuiescence, "with-quiescence", "Shannon 1950: captures are played out"),
    (Method::WithoutQuiescence, "without-quiescence", "the same leaves as they stand"),
    (Method::Aspiration, "aspiration", "Brudno 1963; Baudet 1978: narrow window, re-search"),
    (Method::Scout, "scout", "Pearl 1980: test, then evaluate"),
    (Method::NegaScout, "negascout", "Reinefeld 1983"),
    (Method::Pvs, "pvs", "Marsland & Campbell 1982"),
    (Method::MtdF, "mtdf", "Plaat, Schaeffer, Pijls & de Bruin 1996"),
    (Method::CStar, "cstar", "Coplan 1982: bisection"),
    (Method::NegaCStar, "negacstar", "Weill 1992: bisection with fail-soft bounds"),
    (Method::Sss, "sss", "Stockman 1979: best-first with an OPEN list"),
    (Method::Dual, "dual", "Marsland, Reinefeld & Schaeffer 1987: SSS* for the other player"),
    (Method::MtSss, "mt-sss", "Plaat et al. 1996: SSS* as null-window tests from above"),
    (Method::MtDual, "mt-dual", "Plaat et al. 1996: Dual* as null-window tests from below"),
    (Method::Conspiracy, "conspiracy", "McAllester & Yuret 2002: two conspiracy depths"),
    (Method::RootSplitting, "root-splitting", "parallel: the moves of the root side by side"),
    (Method::YoungBrothers, "young-brothers", "Feldmann et al. 1989: parallel after the eldest"),
];

impl Method {
    fn catalogue_row(self) -> (&'static str, &'static str) {
        let row = CATALOGUE.into_iter().find(|&(method, ..)| method == self);
        row.map_or(("", ""), |(_, name, source)| (name, source))
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        self.catalogue_row().0
    }

    /// The source of the method.
    pub fn source(self) -> &'static str {
        self.catalogue_row().1
    }

    /// Returns true if the value is that of minimax with the chosen leaf function.
    pub const fn is_exact(self) -> bool {
        !matches!(self, Method::Conspiracy | Method::WithQuiescence | Method::WithoutQuiescence)
    }

    /// Returns true if every leaf is visited.
    pub const fn is_exhaustive(self) -> bool {
        matches!(self, Method::Minimax | Method::Negamax)
    }

    /// Returns true if the line reaches a leaf. Tables and OPEN lists lose its end.
    pub const fn keeps_whole_line(self) -> bool {
        !matches!(
            self,
            Method::Memory
                | Method::MtdF
                | Method::CStar
                | Method::NegaCStar
                | Method::Sss
                | Method::Dual
                | Method::MtSss
                | Method::MtDual
        )
    }

    /// Returns true if the search is depth first on one thread. Only such a search can be drawn.
    pub const fn is_depth_first(self) -> bool {
        !matches!(self, Method::Sss | Method::Dual | Method::RootSplitting | Method::YoungBrothers)
    }
}

/// A method with its move ordering: `pvs+captures+killers` on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Algorithm {
    /// The method.
    pub method: Method,
    /// Its move ordering.
    pub heuristics: Heuristics,
}

/// An unknown name of an algorithm.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AlgorithmError {
    /// No method has this name.
    #[error("no algorithm `{0}`; there are {list}", list = method_names())]
    Method(String),
    /// No move ordering has this name.
    #[error("no move ordering `{0}`; there are {list}, all", list = heuristic_names())]
    Heuristic(String),
}

fn method_names() -> String {
    CATALOGUE.map(|(_, name, _)| name).join(", ")
}

fn heuristic_names() -> String {
    Heuristics::default().switches().map(|(name, _)| name).join(", ")
}

impl FromStr for Algorithm {
    type Err = AlgorithmError;

    fn from_str(text: &str) -> Result<Algorithm, AlgorithmError> {
        let mut parts = text.trim().split('+');
        let name = parts.next().unwrap_or_default();
        let (method, ..) = CATALOGUE
            .into_iter()
            .find(|&(_, known, _)| known.eq_ignore_ascii_case(name))
            .ok_or_else(|| AlgorithmError::Method(name.to_owned()))?;
        let mut heuristics = Heuristics::default();
        for part in parts {
            if part.eq_ignore_ascii_case("all") {
                heuristics = Heuristics::ALL;
                continue;
            }
            let switches = heuristics.switches();
            let switch = switches.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(part));
            match switch {
                Some((_, switch)) => *switch = true,
                None => return Err(AlgorithmError::Heuristic(part.to_owned())),
            }
        }
        Ok(Algorithm { method, heuristics })
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.method.name())?;
        if self.heuristics == Heuristics::ALL {
            return write!(f, "+all");
        }
        let mut heuristics = self.heuristics;
        for (name, on) in heuristics.switches() {
            if *on {
                write!(f, "+{name}")?;
            }
        }
        Ok(())
    }
}

/// The rows of a comparison for a learner: the methods that programs grew by.
pub fn first_algorithms() -> Vec<Algorithm> {
    let plain = Heuristics::default();
    [
        (Method::Minimax, plain),
        (Method::FailHard, plain),
        (Method::FailSoft, plain),
        (Method::Deepening, Heuristics { hash: true, ..plain }),
        (Method::Pvs, plain),
        (Method::MtdF, plain),
    ]
    .map(|(method, heuristics)| Algorithm { method, heuristics })
    .into()
}

/// The rows of a comparison of everything: every method plain, each move ordering alone and all
/// together with alpha-beta, and all orderings with the methods that depend on them.
pub fn all_algorithms() -> Vec<Algorithm> {
    let mut rows = Vec::new();
    for (method, ..) in CATALOGUE {
        rows.push(Algorithm { method, heuristics: Heuristics::default() });
        if method == Method::FailSoft {
            for index in 0..Heuristics::default().switches().len() {
                let mut heuristics = Heuristics::default();
                *heuristics.switches()[index].1 = true;
                rows.push(Algorithm { method, heuristics });
            }
        }
        if matches!(
            method,
            Method::FailSoft | Method::Deepening | Method::Memory | Method::Pvs | Method::MtdF
        ) {
            rows.push(Algorithm { method, heuristics: Heuristics::ALL });
        }
    }
    rows
}

/// Searches `game` to `depth` plies.
pub fn run<G: Game>(
    algorithm: Algorithm,
    game: &G,
    depth: u32,
    monitor: &Monitor,
) -> Outcome<G::Move> {
    let walk = Walk::new(game, depth, algorithm.heuristics, monitor);
    search(algorithm.method, walk).0
}

/// Searches `game` to `depth` plies, and records every visit. The method has to be
/// [depth first](Method::is_depth_first).
pub fn trace<G: Game>(
    algorithm: Algorithm,
    game: &G,
    depth: u32,
    monitor: &Monitor,
) -> (Outcome<G::Move>, Trace<G::Move>) {
    let mut walk = Walk::new(game, depth, algorithm.heuristics, monitor);
    walk.trace();
    let (outcome, trace) = search(algorithm.method, walk);
    let mut trace = trace.unwrap_or_default();
    trace.mark_principal(&outcome.line);
    (outcome, trace)
}

fn search<G: Game>(
    method: Method,
    mut walk: Walk<G>,
) -> (Outcome<G::Move>, Option<Trace<G::Move>>) {
    let root = walk.root();
    let guess = walk.game().first_guess();
    let (low, high) = (-INFINITE, INFINITE);
    let walker = &mut walk;
    let value = match method {
        Method::Minimax => minimax::max_value(walker, &root),
        Method::Negamax => negamax::search(walker, &root),
        Method::MaxMin => max_min::max_value(walker, &root, low, high),
        Method::FailHard => fail_hard::search(walker, &root, low, high),
        Method::FailSoft | Method::WithQuiescence | Method::WithoutQuiescence => {
            fail_soft::search(walker, &root, low, high)
        }
        Method::NonRecursive => non_recursive::search(walker, root, low, high),
        Method::Deepening => deepening::search(walker),
        Method::Memory => memory::search(walker, &mut Memory::default(), &root, low, high),
        Method::Aspiration => aspiration::search(walker, guess),
        Method::Scout => scout::eval(walker, &root),
        Method::NegaScout => negascout::search(walker, &root, low, high),
        Method::Pvs => pvs::search(walker, &root, low, high),
        Method::MtdF => mtd::mtd_f(walker, guess),
        Method::CStar => c_star::c_star(walker),
        Method::NegaCStar => c_star::nega_c_star(walker),
        Method::Sss => sss::sss_star(walker),
        Method::Dual => sss::dual_star(walker),
        Method::MtSss => mtd::mt_sss(walker),
        Method::MtDual => mtd::mt_dual(walker),
        Method::Conspiracy => conspiracy::search(walker),
        Method::RootSplitting => root_splitting::search(walker),
        Method::YoungBrothers => young_brothers::search(walker, &root, low, high),
    };
    walk.finish(value)
}
