//! Plays one game.

use std::{
    io,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use shakmaty::Move;

use super::{
    Settings,
    adjudication::{self, Adjudicator, MAX_OPENING_SCORE, MAX_PLIES},
};
use crate::{
    data::Record,
    position::{Game, Position},
    score::Score,
    search::{Control, Job, Limits, Memory, Search},
    transposition::Table,
};

/// Size of a player's transposition table, MiB.
const HASH: usize = 8;
/// Nodes of the search that says whether an opening is even.
const OPENING_NODES: u64 = 1000;
/// A search is broken off when it has taken this many times the nodes it should.
const HARD_LIMIT: u64 = 8;

/// One thread's player, who plays both sides.
pub struct Player<'a> {
    settings: &'a Settings,
    stop: &'a AtomicBool,
    table: Table,
    memory: Memory,
}

impl<'a> Player<'a> {
    /// A player who breaks off when `stop` is set.
    ///
    /// # Errors
    ///
    /// The system's, where it refuses the memory.
    pub fn new(settings: &'a Settings, stop: &'a AtomicBool) -> io::Result<Player<'a>> {
        Ok(Player { settings, stop, table: Table::new(HASH)?, memory: Memory::new() })
    }

    /// Plays game `number`; `None` where it was broken off.
    pub fn play(&mut self, number: u64) -> Option<Record> {
        // Each game has its own stream of random numbers, and begins without knowledge.
        let mut random = ChaCha8Rng::seed_from_u64(self.settings.seed);
        random.set_stream(number);
        self.table.clear(1);
        self.memory = Memory::new();
        while !self.stop.load(Relaxed) {
            let opening = self.settings.openings.draw(&mut random);
            if self.is_even(&opening)
                && let Some(record) = self.play_from(opening.position())
            {
                return Some(record);
            }
        }
        None
    }

    fn is_even(&mut self, opening: &Game) -> bool {
        adjudication::outcome(opening).is_none()
            && self
                .search(opening, OPENING_NODES)
                .is_some_and(|(_, score)| score.abs() <= MAX_OPENING_SCORE)
    }

    fn play_from(&mut self, start: &Position) -> Option<Record> {
        let mut game = Game::new(start.clone());
        let mut record = Record::new(start);
        let first_ply = record.first_ply();
        let mut adjudicator = Adjudicator::default();
        while record.len() < MAX_PLIES && !self.stop.load(Relaxed) {
            let (m, score) = self.search(&game, self.settings.nodes)?;
            let adjudicated = adjudicator.add(first_ply + record.len(), score);
            record.push(m, score);
            game.play(m);
            let outcome = adjudication::outcome(&game)
                .or_else(|| adjudication::by_tables(&self.settings.tables, game.position()))
                .or(adjudicated);
            if let Some(outcome) = outcome {
                record.set_result(outcome);
                return Some(record);
            }
        }
        // A new record is a draw.
        (record.len() >= MAX_PLIES).then_some(record)
    }

    /// The best move and its score, white's; `None` where so few nodes show neither.
    fn search(&mut self, game: &Game, nodes: u64) -> Option<(Move, Score)> {
        let limits = Limits {
            soft_nodes: Some(nodes),
            nodes: Some(nodes.saturating_mul(HARD_LIMIT)),
            ..Limits::default()
        };
        let job = Job::new(game.clone(), limits, 1, 0, 1);
        let control = Control::new(false);
        self.table.new_search();
        let mut search = Search::new(&job, &control, &self.table, &mut self.memory, None, 0);
        search.iterate();
        let best = search.root_moves().first()?;
        let score = best.known_score()?;
        Some((best.first(), game.position().turn().fold_wb(score, -score)))
    }
}
