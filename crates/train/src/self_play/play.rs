//! Plays one game.

use std::io;

use brudno::{
    chess::{Game, Position, score::Score},
    platform::StopSignal,
    search::{ThreadData, search_nodes, search_nodes_observed, tt::TranspositionTable},
    tools::openings,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use shakmaty::Move;

use super::{
    adjudication,
    adjudication::{Adjudicator, MAX_PLIES},
};
use crate::{
    data::{PackedPosition, Record},
    leaf_sampler::LeafSampler,
    self_play::DatagenSettings,
};

/// Size of each player's transposition table, MiB.
const HASH: usize = 8;
/// The same with few nodes per move, where clearing a large table would take as long as the game.
const SMALL_HASH: usize = 1;
/// Nodes per move from which the large table is used.
const LARGE_HASH_NODES: u64 = 50;
/// Nodes of the search that checks an opening, per node of a move.
const OPENING_FACTOR: u64 = 20;

/// A game, and positions that its searches evaluated.
pub struct Played {
    pub record: Record,
    pub leaves: Vec<PackedPosition>,
}

/// Plays both sides in one thread.
pub struct Player<'a> {
    settings: &'a DatagenSettings,
    stop: &'a StopSignal,
    tt: TranspositionTable,
    data: ThreadData,
}

impl<'a> Player<'a> {
    /// Returns a player that aborts its game when `stop` is set.
    ///
    /// # Errors
    ///
    /// The system refuses the memory.
    pub fn new(settings: &'a DatagenSettings, stop: &'a StopSignal) -> io::Result<Player<'a>> {
        let hash = if settings.nodes < LARGE_HASH_NODES { SMALL_HASH } else { HASH };
        Ok(Player {
            settings,
            stop,
            tt: TranspositionTable::new(hash)?,
            data: ThreadData::try_new()?,
        })
    }

    /// Plays game `number`. `None` if it was aborted.
    pub fn play(&mut self, number: u64) -> Option<Played> {
        // Each game has its own random numbers, and starts with cleared tables.
        let mut random = ChaCha8Rng::seed_from_u64(self.settings.seed);
        random.set_stream(number);
        self.tt.clear();
        self.data.clear();
        let opening_nodes =
            OPENING_FACTOR.saturating_mul(self.settings.nodes).min(openings::EVEN_NODES);
        while !self.stop.is_requested() {
            let opening = self.settings.openings.draw(&mut random);
            if !openings::is_even(&opening, opening_nodes, &self.tt, &mut self.data) {
                continue;
            }
            let mut sampler = self.sampler(number);
            let mut leaves = Vec::new();
            if let Some(record) = self.play_from(opening.position(), &mut sampler, &mut leaves) {
                return Some(Played { record, leaves });
            }
        }
        None
    }

    fn sampler(&self, number: u64) -> Option<LeafSampler> {
        let leaves = self.settings.leaves.as_ref()?;
        Some(LeafSampler::of_game(leaves.per_move, self.settings.seed, number))
    }

    fn play_from(
        &mut self,
        start: &Position,
        sampler: &mut Option<LeafSampler>,
        leaves: &mut Vec<PackedPosition>,
    ) -> Option<Record> {
        let mut game = Game::new(start.clone());
        let mut record = Record::new(start);
        let first_ply = record.first_ply();
        let mut adjudicator = Adjudicator::new(self.settings.win_score);
        while record.len() < MAX_PLIES && !self.stop.is_requested() {
            let (m, score) = self.search(&game, self.settings.nodes, sampler.as_mut())?;
            let sample = sampler.as_mut().map(LeafSampler::take).unwrap_or_default();
            // The positions of a search are neighbours.
            leaves.extend(PackedPosition::family(sample.iter().map(|leaf| &leaf.position)));
            let adjudicated = adjudicator.add(first_ply + record.len(), score);
            record.push(m, score);
            game.play(m);
            let outcome = game
                .outcome()
                .or_else(|| adjudication::by_tablebase(&self.settings.tablebase, game.position()))
                .or(adjudicated);
            if let Some(outcome) = outcome {
                record.set_result(outcome);
                return Some(record);
            }
        }
        // A new record is a draw.
        (record.len() >= MAX_PLIES).then_some(record)
    }

    /// Returns the best move and White's score. `None` if the nodes do not suffice.
    fn search(
        &mut self,
        game: &Game,
        nodes: u64,
        sampler: Option<&mut LeafSampler>,
    ) -> Option<(Move, Score)> {
        let (tt, data) = (&self.tt, &mut self.data);
        let best = match sampler {
            Some(sampler) => {
                let mut observer = |leaf: &Position, score| sampler.add(leaf, score);
                search_nodes_observed(game, nodes, tt, data, &mut observer)
            }
            None => search_nodes(game, nodes, tt, data),
        }?;
        let score = best.known_score()?;
        Some((best.first(), game.position().turn().fold_wb(score, -score)))
    }
}
