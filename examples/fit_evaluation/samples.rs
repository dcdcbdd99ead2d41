//! Positions to fit to, as sparse features.

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};

use brudno::eval::{FULL_SCALE, MAX_PHASE, Term, endgame_scale, phase, trace};
use brudno::position::{Game, Position, is_tactical};
use shakmaty::Color;

/// Stockfish's internal units in +1.00.
const PAWN_UNITS: f32 = 361.0;
/// Scores in internal units, over this, are the log odds that the fit aims at.
const LABEL_SCALE: f32 = 400.0;
/// What a score of the engine is divided by for log odds: its unit is a hundredth of +1.00.
pub const OUTPUT_SCALE: f32 = LABEL_SCALE * 100.0 / PAWN_UNITS;

/// Decided positions have little to say about a single weight; a tighter bound would keep those
/// where something makes up for missing pieces, and make pieces look cheap.
const MAX_SCORE: i32 = 2500;
const MIN_PLY: usize = 16;
const MIN_MEN: usize = 6;
/// Neighbours in a game are much alike: every third quiet position is taken.
const STRIDE: usize = 3;
/// One game in so many is kept for validation.
const VALIDATION_GAMES: usize = 20;

/// One position.
pub struct Sample {
    /// The end of its features; they begin where the last sample's end.
    end: usize,
    /// What the middlegame sum is multiplied by.
    pub middlegame: f32,
    /// What the endgame sum is multiplied by where it favours black or white.
    pub endgame: [f32; 2],
    /// The share of the point that white's score promises.
    pub target: f32,
}

/// Many positions.
#[derive(Default)]
pub struct Samples {
    samples: Vec<Sample>,
    /// Weight and how often white has it more than black.
    features: Vec<(u16, i16)>,
    seen: Vec<u64>,
}

impl Samples {
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// How often each feature was there, for either side.
    pub fn seen(&self) -> &[u64] {
        &self.seen
    }

    /// A position and its features.
    pub fn get(&self, index: usize) -> (&Sample, &[(u16, i16)]) {
        let start = index.checked_sub(1).map_or(0, |last| self.samples[last].end);
        let sample = &self.samples[index];
        (sample, &self.features[start..sample.end])
    }

    fn push(&mut self, position: &Position, score: i32) {
        let traces = trace(position);
        self.seen.resize(Term::WEIGHTS, 0);
        for (index, (white, black)) in
            traces.white.counts().iter().zip(traces.black.counts()).enumerate()
        {
            self.seen[index] += u64::from(white.unsigned_abs() + black.unsigned_abs());
            if white != black {
                self.features.push((index as u16, (white - black) as i16));
            }
        }
        let middlegame = phase(position) as f32 / MAX_PHASE as f32;
        let clock = 1.0 - position.halfmoves().min(100) as f32 / 200.0;
        let endgame = [Color::Black, Color::White].map(|strong| {
            let scale = endgame_scale(position, strong) as f32 / FULL_SCALE as f32;
            clock * (1.0 - middlegame) * scale
        });
        self.samples.push(Sample {
            end: self.features.len(),
            middlegame: clock * middlegame,
            endgame,
            target: sigmoid(score as f32 / LABEL_SCALE),
        });
    }
}

pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Reads all games of a file and keeps quiet, undecided positions. Returns how many games it read.
pub fn read(
    path: &str,
    training: &mut Samples,
    validation: &mut Samples,
) -> Result<usize, Box<dyn Error>> {
    let mut reader = BufReader::new(File::open(path)?);
    let mut unread = 0;
    let mut games = 0;
    while !reader.fill_buf()?.is_empty() {
        let Ok(record) = viriformat::dataformat::Game::deserialise_from(&mut reader, Vec::new())
        else {
            eprintln!("{path}: ends within a game");
            break;
        };
        let samples = if games % VALIDATION_GAMES == 0 { &mut *validation } else { &mut *training };
        unread += usize::from(take_game(&record, samples).is_err());
        games += 1;
    }
    println!("{path}: {games} games, {unread} of them not read to the end");
    Ok(games)
}

fn take_game(
    record: &viriformat::dataformat::Game,
    samples: &mut Samples,
) -> Result<(), Box<dyn Error>> {
    let start = record.initial_position();
    let mut game = Game::from_fen(&start.to_string(), false).map_err(|error| error.to_string())?;
    let mut quiet = 0;
    for (number, (m, score)) in record.moves.iter().enumerate() {
        let position = game.position();
        let m =
            position.parse_uci(&m.display(true).to_string()).map_err(|error| error.to_string())?;
        let score = i32::from(score.get());
        if start.ply() + number >= MIN_PLY
            && score.abs() < MAX_SCORE
            && !position.is_check()
            && !is_tactical(m)
            && position.board().occupied().count() >= MIN_MEN
        {
            if quiet % STRIDE == 0 {
                samples.push(position, score);
            }
            quiet += 1;
        }
        game.play(m);
    }
    Ok(())
}
