//! A training from its data to the network file.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};

use super::{
    TrainError,
    batch::{Order, Target},
    curve::{self, Point},
    model::{Course, Model},
    rounding,
    samples::Samples,
    scale,
    schedule::Schedule,
};
use crate::{
    data::Filter,
    nnue::{
        Evaluator, NamedNetwork,
        features::{HIDDEN, INPUTS, SCALE},
    },
};

/// Time between checkpoints.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(60);
/// How often a run without a terminal says how far it is.
const REPORT_INTERVAL: Duration = Duration::from_secs(20);
/// Points of the loss curve.
const POINTS: u64 = 100;

/// What is learnt from, how and for how long.
#[derive(Args)]
pub struct TrainArgs {
    /// Games in viriformat
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where the network goes; beside it NAME.checkpoint while it learns, and NAME.svg
    #[arg(long, short)]
    output: PathBuf,
    /// What the network calls itself
    #[arg(long, default_value = "brudno")]
    name: String,
    /// A line about its training, kept in its file
    #[arg(long, default_value = "")]
    note: String,
    /// Threads (all cores where none is given)
    #[arg(long)]
    threads: Option<usize>,
    #[command(flatten)]
    recipe: Recipe,
    #[command(flatten)]
    filter: Filter,
}

/// What makes one training differ from another.
#[derive(Args, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Recipe {
    /// Millions of positions to learn from, over all epochs
    #[arg(long, default_value_t = 300.0)]
    millions: f64,
    /// Positions a step
    #[arg(long, default_value_t = 4096, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Highest learning rate
    #[arg(long, default_value_t = 3e-3)]
    learning_rate: f64,
    /// Last learning rate, as a share of the highest
    #[arg(long, default_value_t = 0.01)]
    last_rate: f64,
    /// Steps in which the learning rate rises
    #[arg(long, default_value_t = 200)]
    warm_up: u64,
    /// AdamW's weight decay
    #[arg(long, default_value_t = 0.01)]
    weight_decay: f32,
    /// Weight of the game's result beside the score
    #[arg(long, default_value_t = 0.1)]
    lambda: f32,
    /// Units of the data's scores in a log odds of 1 (fitted to the results where none is given)
    #[arg(long)]
    score_scale: Option<f32>,
    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What a training leaves on the disk now and then, so that a kill costs little.
#[derive(Serialize, Deserialize)]
struct Checkpoint {
    origin: Origin,
    step: u64,
    points: Vec<Point>,
    model: Model,
}

/// What must be the same for a training to go on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Origin {
    hidden: usize,
    inputs: usize,
    recipe: Recipe,
    filter: Filter,
    files: Vec<PathBuf>,
    samples: usize,
}

impl Origin {
    fn new(arguments: &TrainArgs, samples: usize) -> Origin {
        Origin {
            hidden: HIDDEN,
            inputs: INPUTS,
            recipe: arguments.recipe.clone(),
            filter: arguments.filter.clone(),
            files: arguments.files.clone(),
            samples,
        }
    }
}

impl Checkpoint {
    fn start(origin: Origin) -> Checkpoint {
        let model = Model::new(origin.recipe.seed);
        Checkpoint { origin, step: 0, points: Vec::new(), model }
    }
}

/// Trains a network, going on where a killed training of the same recipe was. `stop` ends it at the
/// next checkpoint.
///
/// # Errors
///
/// A file cannot be read or written, or the data holds nothing to learn from.
pub fn train(arguments: &TrainArgs, stop: &AtomicBool) -> Result<(), TrainError> {
    let threads = match arguments.threads {
        Some(threads) => threads,
        None => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let recipe = &arguments.recipe;
    let samples = Samples::read(&arguments.files, &arguments.filter, recipe.seed)?;
    let (training, validation) = (&samples.training, &samples.validation);
    eprintln!("{} positions to learn from, {} to validate", training.len(), validation.len());
    let score_scale = recipe.score_scale.or_else(|| scale::fit(training)).unwrap_or(SCALE as f32);
    eprintln!("{score_scale:.0} units of the scores in a log odds of 1");
    let target = Target { score_scale, lambda: recipe.lambda };

    let batch = u64::from(recipe.batch);
    let steps = ((recipe.millions * 1e6 / batch as f64) as u64).max(1);
    let schedule = Schedule {
        steps,
        warm_up: recipe.warm_up.min(steps / 4),
        peak: recipe.learning_rate,
        last: recipe.last_rate,
    };
    let course = Course {
        samples: training,
        order: Order::new(training.len(), recipe.seed),
        target,
        batch: recipe.batch as usize,
        weight_decay: recipe.weight_decay,
        threads,
    };

    let checkpoint_path = arguments.output.with_extension("checkpoint");
    let origin = Origin::new(arguments, training.len());
    let mut state = match read_checkpoint(&checkpoint_path, &origin)? {
        Some(old) => {
            eprintln!("going on after {} steps", old.step);
            old
        }
        None => Checkpoint::start(origin),
    };

    let progress = ProgressBar::new(steps * batch).with_style(style()).with_prefix("learning");
    progress.set_position(state.step * batch);
    progress.reset_eta();
    let stride = (steps / POINTS).max(1);
    let mut last_checkpoint = Instant::now();
    let mut last_report = last_checkpoint;
    while state.step < steps && !stop.load(Relaxed) {
        let end = (state.step + stride).min(steps);
        let loss = state.model.train(&course, state.step..end, |step| schedule.rate(step));
        let judgement = state.model.judge(validation, target);
        state.step = end;
        state.points.push(Point {
            samples: end * batch,
            training: loss,
            validation: judgement.loss,
        });
        progress.set_position(end * batch);
        let message =
            format!("loss {loss:.5} validation {:.5} error {:.1}", judgement.loss, judgement.error);
        if progress.is_hidden() && last_report.elapsed() > REPORT_INTERVAL {
            eprintln!("{} million: {message}", end * batch / 1_000_000);
            last_report = Instant::now();
        }
        progress.set_message(message);
        if last_checkpoint.elapsed() > CHECKPOINT_INTERVAL || stop.load(Relaxed) {
            write_checkpoint(&checkpoint_path, &state)?;
            last_checkpoint = Instant::now();
        }
    }
    progress.abandon();
    curve::draw(&arguments.output.with_extension("svg"), &state.points)
        .map_err(TrainError::Curve)?;
    if state.step < steps {
        eprintln!("stopped; the same command goes on");
        return Ok(());
    }
    finish(arguments, &state, &samples, target)?;
    // Nothing is lost where there was none.
    let _ = fs::remove_file(checkpoint_path);
    Ok(())
}

/// Writes the network and says what rounding its weights costs.
fn finish(
    arguments: &TrainArgs,
    state: &Checkpoint,
    samples: &Samples,
    target: Target,
) -> Result<(), TrainError> {
    let network = Arc::new(NamedNetwork {
        network: state.model.quantise(),
        name: arguments.name.clone(),
        note: arguments.note.clone(),
    });
    let path = &arguments.output;
    let bytes = network.encode().map_err(|error| TrainError::Network(path.clone(), error))?;
    write_whole(path, &bytes)?;
    let judgement = state.model.judge(&samples.validation, target);
    println!(
        "{}: validation loss {:.5}, mean error {:.1}",
        path.display(),
        judgement.loss,
        judgement.error
    );
    let mut evaluator = Evaluator::new(network);
    let rounding = rounding::measure(&state.model, &mut evaluator, &samples.validation, target);
    println!("{rounding}");
    Ok(())
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template(
        "{prefix} {wide_bar} {human_pos}/{human_len} {per_sec} {eta} {msg}",
    )
    .expect("the template is well formed")
}

/// The checkpoint of the training with this origin, where there is one.
fn read_checkpoint(path: &Path, origin: &Origin) -> Result<Option<Checkpoint>, TrainError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(TrainError::File(path.to_owned(), error)),
    };
    let mut old: Checkpoint = postcard::from_bytes(&bytes)
        .map_err(|_| TrainError::Checkpoint(path.to_owned(), "it cannot be read"))?;
    if old.origin != *origin {
        return Err(TrainError::Checkpoint(path.to_owned(), "it is of another training"));
    }
    old.model.restore();
    Ok(Some(old))
}

fn write_checkpoint(path: &Path, state: &Checkpoint) -> Result<(), TrainError> {
    let bytes = postcard::to_allocvec(state)
        .map_err(|_| TrainError::Checkpoint(path.to_owned(), "it cannot be written"))?;
    write_whole(path, &bytes)
}

/// Writes a file so that a kill leaves the old one or the new one.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    let fail = |error| TrainError::File(path.to_owned(), error);
    let new = path.with_added_extension("new");
    fs::write(&new, bytes).map_err(fail)?;
    fs::rename(&new, path).map_err(fail)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: TrainArgs,
    }

    fn origin(options: &[&str], samples: usize) -> Origin {
        let line = ["train", "games.vf", "--output", "brudno.nnue"].iter().chain(options);
        Origin::new(&Line::parse_from(line).arguments, samples)
    }

    #[test]
    fn a_training_goes_on_where_it_was_and_no_other_does() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("brudno.checkpoint");
        assert!(read_checkpoint(&path, &origin(&[], 1_000)).unwrap().is_none());

        let stopped = Checkpoint { step: 7, ..Checkpoint::start(origin(&[], 1_000)) };
        write_checkpoint(&path, &stopped).unwrap();
        let old = read_checkpoint(&path, &origin(&[], 1_000)).unwrap();
        assert_eq!(old.map(|old| old.step), Some(7));
        for (options, samples) in
            [(&["--lambda", "0.5"][..], 1_000), (&["--min-ply", "8"], 1_000), (&[], 999)]
        {
            let error = read_checkpoint(&path, &origin(options, samples)).err().unwrap();
            assert!(error.to_string().contains("another training"), "{error}");
        }
        fs::write(&path, "nothing of the kind").unwrap();
        assert!(read_checkpoint(&path, &origin(&[], 1_000)).is_err());
    }
}
