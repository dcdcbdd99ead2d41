//! Sums over the games of a player. Of each game, only its number is kept.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
};

use brudno::{chess::Opening, notation::san};
use shakmaty::{ByColor, Color};

use super::{
    clock,
    mistake::MistakeKind,
    phase::Phase,
    tally::{Results, Tally, points},
    value::{
        ColourFigures, Expectation, Mistake, OpeningFigures, PhaseFigures, Report, TimeFigures,
        Worst,
    },
};
use crate::shared::{
    json::tenths,
    review::{Review, number, weighted_accuracies},
};

/// Minimum win percentage of a won position. A lost position has at most 100 minus this.
const WON: f64 = 75.0;
/// Maximum number of different names that are counted.
const NAMES: usize = 100;

/// Side, and ECO code and name of an opening.
type OpeningKey = (Color, Option<(&'static str, &'static str)>);

/// Sums over the games of a player.
pub struct Aggregate {
    player: String,
    names: BTreeMap<String, usize>,
    /// Games of an earlier run.
    resumed: usize,
    colours: ByColor<Tally>,
    total: Tally,
    openings: HashMap<OpeningKey, Tally>,
    phases: [Tally; Phase::ALL.len()],
    times: [Tally; clock::GROUPS],
    mistakes: BTreeMap<MistakeKind, MistakeSum>,
    /// Middlegame and endgame.
    expectations: [Expected; 2],
    won: Results,
    lost: Results,
}

/// Sum over the mistakes of a kind.
#[derive(Clone, Default)]
struct MistakeSum {
    tally: Tally,
    /// Win percentages lost.
    cost: f64,
    worst: Option<(f64, Worst)>,
}

/// Expected and scored points of games with a result.
#[derive(Clone, Default)]
struct Expected {
    games: Vec<usize>,
    expected: f64,
    scored: f64,
}

impl Aggregate {
    /// Creates the sums of a player without games.
    pub fn new(player: &str) -> Aggregate {
        Aggregate {
            player: player.to_owned(),
            names: BTreeMap::new(),
            resumed: 0,
            colours: ByColor::default(),
            total: Tally::default(),
            openings: HashMap::new(),
            phases: Default::default(),
            times: Default::default(),
            mistakes: Default::default(),
            expectations: Default::default(),
            won: Results::default(),
            lost: Results::default(),
        }
    }

    /// Adds a game, for each side that the player has.
    pub fn add(&mut self, review: &Review, player: ByColor<bool>, is_resumed: bool) {
        // A game without moves counts. A game that Ctrl-C stopped before its first evaluation does
        // not.
        if review.is_empty() {
            return;
        }
        let sides = Color::ALL.into_iter().filter(|&side| *player.get(side));
        for side in sides {
            self.resumed += usize::from(is_resumed);
            self.add_side(review, side);
        }
    }

    fn add_side(&mut self, review: &Review, side: Color) {
        let tag = side.fold_wb("White", "Black");
        let name = review.game.tag(tag).unwrap_or("?");
        if self.names.len() < NAMES || self.names.contains_key(name) {
            *self.names.entry(name.to_owned()).or_default() += 1;
        }
        let scored = points(&review.game.result(), side);
        let mut tally = Tally::default();
        let number = review.game.number;
        tally.results.add(scored, number);
        let phases = Phase::of_positions(&review.positions);
        let times = clock::before_moves(&review.game);
        let first = review.first_evaluated();
        let percents: Vec<f64> =
            (first..review.positions.len()).filter_map(|ply| review.white_percent(ply)).collect();
        let weights =
            percents.first().map(|_| weighted_accuracies(&percents, review.position(first).turn()));
        let mut is_reached = [false; Phase::ALL.len()];
        for (ply, (_, weight)) in (first..).zip(weights.into_iter().flatten()) {
            if review.position(ply).turn() != side {
                continue;
            }
            let reviewed = &review.moves[ply];
            tally.add(reviewed, weight, number);
            let phase = phases[ply] as usize;
            self.phases[phase].add(reviewed, weight, number);
            is_reached[phase] |= reviewed.accuracy.is_some();
            if let Some(seconds) = times[ply] {
                self.times[clock::group(seconds)].add(reviewed, weight, number);
            }
            self.add_mistake(review, ply, phases[ply]);
        }
        for (index, _) in is_reached.iter().enumerate().filter(|(_, reached)| **reached) {
            self.phases[index].results.add(scored, number);
        }
        self.colours.get_mut(side).merge(&tally);
        self.total.merge(&tally);
        let opening = review.opening().map(|Opening { eco, name }| (eco, name));
        self.openings.entry((side, opening)).or_default().merge(&tally);
        self.compare(review, side, scored, &phases);
    }

    fn add_mistake(&mut self, review: &Review, ply: usize, phase: Phase) {
        let Some(kind) = MistakeKind::of(review, ply, phase) else { return };
        let (reviewed, position) = (&review.moves[ply], review.position(ply));
        let sum = self.mistakes.entry(kind).or_default();
        let cost = reviewed.swing.abs();
        sum.tally.add(reviewed, 1.0, review.game.number);
        sum.cost += cost;
        if sum.worst.as_ref().is_none_or(|(most, _)| cost > *most) {
            // A judged move is not a null move.
            let m = review.game.main.moves[ply].m.map_or_else(String::new, |m| san(position, m));
            let m = format!("{}{m}", number(position));
            let worst = Worst { game: review.game.number, ply: ply + 1, r#move: m };
            sum.worst = Some((cost, worst));
        }
    }

    /// Adds the result of a game and the chances in its positions.
    fn compare(&mut self, review: &Review, side: Color, scored: Option<f64>, phases: &[Phase]) {
        let percent =
            |ply: usize| review.white_percent(ply).map(|white| side.fold_wb(white, 100.0 - white));
        let later = [Phase::Middlegame, Phase::Endgame];
        for (sum, phase) in self.expectations.iter_mut().zip(later) {
            let start = phases.iter().position(|&known| known == phase);
            if let Some((percent, scored)) = start.and_then(percent).zip(scored) {
                sum.games.push(review.game.number);
                sum.expected += percent / 100.0;
                sum.scored += scored;
            }
        }
        let percents = || (0..review.positions.len()).filter_map(percent);
        if percents().any(|percent| percent >= WON) {
            self.won.add(scored, review.game.number);
        }
        if percents().any(|percent| percent <= 100.0 - WON) {
            self.lost.add(scored, review.game.number);
        }
    }

    /// Returns the report.
    pub fn report(&self) -> Report {
        let mut names: Vec<(&String, usize)> =
            self.names.iter().map(|(name, &games)| (name, games)).collect();
        names.sort_by_key(|&(_, games)| Reverse(games));
        Report {
            player: self.player.clone(),
            names: names.into_iter().map(|(name, _)| name.clone()).collect(),
            resumed_games: self.resumed,
            total: self.total.figures(),
            colours: Color::ALL
                .map(|side| ColourFigures {
                    side: side_name(side),
                    figures: self.colours.get(side).figures(),
                })
                .into(),
            openings: self.openings(),
            phases: Phase::ALL
                .map(|phase| PhaseFigures {
                    phase: phase.name(),
                    figures: self.phases[phase as usize].figures(),
                })
                .into(),
            time_left: self.times(),
            mistakes: self.mistakes(),
            expectations: [Phase::Middlegame, Phase::Endgame]
                .into_iter()
                .zip(&self.expectations)
                .map(|(phase, Expected { games, expected, scored })| Expectation {
                    at_start_of: phase.name(),
                    games: games.len(),
                    numbers: games.clone(),
                    expected: tenths(*expected),
                    scored: *scored,
                })
                .collect(),
            won_positions: self.won.clone(),
            lost_positions: self.lost.clone(),
        }
    }

    /// Returns the openings in descending order of their games.
    fn openings(&self) -> Vec<OpeningFigures> {
        let mut openings: Vec<_> = self.openings.iter().collect();
        openings.sort_by_key(|((side, opening), tally)| {
            (Reverse(tally.results.games), side.is_black(), *opening)
        });
        let figures = openings.into_iter().map(|(&(side, opening), tally)| OpeningFigures {
            side: side_name(side),
            eco: opening.map(|(eco, _)| eco),
            name: opening.map(|(_, name)| name),
            figures: tally.figures(),
        });
        figures.collect()
    }

    /// Returns the non-empty groups of moves by time left.
    fn times(&self) -> Vec<TimeFigures> {
        let groups = self.times.iter().enumerate().map(|(group, tally)| {
            let (from_seconds, to_seconds) = clock::seconds(group);
            TimeFigures { from_seconds, to_seconds, numbers: tally.seen(), moves: tally.moves() }
        });
        groups.filter(|group| group.moves.moves > 0).collect()
    }

    /// Returns the kinds of mistakes. The explained kinds come first, in descending order of the
    /// lost points.
    fn mistakes(&self) -> Vec<Mistake> {
        let mut sums: Vec<_> = self.mistakes.iter().collect();
        sums.sort_by(|(_, a), (_, b)| b.cost.total_cmp(&a.cost));
        sums.sort_by_key(|(kind, _)| !kind.is_explained());
        let mistakes = sums.into_iter().filter_map(|(kind, sum)| {
            Some(Mistake {
                kind: *kind,
                name: kind.words(),
                judgements: sum.tally.judgements(),
                points_lost: tenths(sum.cost / 100.0),
                numbers: sum.tally.seen(),
                worst: sum.worst.as_ref().map(|(_, worst)| worst.clone())?,
            })
        });
        mistakes.collect()
    }
}

const fn side_name(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}
