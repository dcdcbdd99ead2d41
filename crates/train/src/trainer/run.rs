//! Runs a training from the data to the network file, with checkpoints.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use brudno::{
    eval::{
        Evaluator,
        nnue::{
            NamedNetwork,
            features::{INPUTS, L1, L2, L3, NARROW_FEATURES, SCALE},
        },
    },
    platform::{StopSignal, files},
};
use serde::{Deserialize, Serialize};

use super::{
    batch::{PART, Target},
    curve,
    curve::Point,
    model::Model,
    progress::{TrainOutcome, TrainProgress},
    rounding,
    samples::Samples,
    scale,
    schedule::Schedule,
    settings::{Recipe, TrainSettings},
    steps,
    steps::{AVERAGE_INTERVAL, TrainingPlan},
};
use crate::{data::Filter, trainer::TrainError};

/// Time between checkpoints.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(60);
/// Maximum size of a checkpoint, bytes.
const MAX_CHECKPOINT: u64 = 1 << 33;
/// Number of points of the loss curve.
const POINTS: u64 = 100;

/// State of a training, saved to continue after an interruption.
#[derive(Serialize, Deserialize)]
struct Checkpoint {
    origin: Origin,
    step: u64,
    points: Vec<Point>,
    model: Model,
}

/// Settings that must be the same to continue a training.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Origin {
    architecture: [usize; 5],
    recipe: Recipe,
    filter: Filter,
    files: Vec<PathBuf>,
    samples: u64,
}

impl Origin {
    fn new(settings: &TrainSettings, samples: u64) -> Origin {
        Origin {
            architecture: [INPUTS, NARROW_FEATURES, L1, L2, L3],
            recipe: settings.recipe.clone(),
            filter: settings.filter.clone(),
            files: settings.files.clone(),
            samples,
        }
    }
}

impl Checkpoint {
    fn start(origin: Origin) -> Result<Checkpoint, TrainError> {
        let mut model = match &origin.recipe.from {
            Some(path) => match NamedNetwork::read(path) {
                Ok(named) => Model::of(&named.network),
                Err(error) => return Err(TrainError::Network(path.clone(), error)),
            },
            None => Model::new(origin.recipe.seed),
        };
        if origin.recipe.rounded {
            model.start_rounding();
        }
        if origin.recipe.average.is_some() {
            model.start_average();
        }
        Ok(Checkpoint { origin, step: 0, points: Vec::new(), model })
    }

    /// Returns the network with the average weights, if the training averages them.
    fn averaged(&self) -> Option<Model> {
        self.origin.recipe.average.map(|_| self.model.averaged())
    }
}

/// Trains a network. Continues an interrupted training if the settings are the same. `stop` ends
/// the training with a checkpoint.
///
/// # Errors
///
/// A file cannot be read or written, or there are too few positions.
pub fn train(
    settings: &TrainSettings,
    stop: &StopSignal,
    mut progress: impl FnMut(TrainProgress) + Send,
) -> Result<TrainOutcome, TrainError> {
    let recipe = &settings.recipe;
    let read = |bytes| progress(TrainProgress::Read { bytes });
    let (files, filter) = (&settings.files, &settings.filter);
    let samples = Samples::read(files, &settings.validate, filter, recipe.seed, read)?;
    let (training, validation) = (&samples.training, &samples.validation);
    let score_scale = recipe.score_scale.or_else(|| scale::fit(validation)).unwrap_or(SCALE as f32);
    let target = Target { score_scale, lambda: recipe.lambda };

    let batch = u64::from(recipe.batch).next_multiple_of(PART as u64);
    let steps = ((recipe.millions * 1e6 / batch as f64) as u64).max(1);
    let schedule = Schedule {
        steps,
        warm_up: recipe.warm_up.min(steps / 4),
        peak: recipe.learning_rate,
        last: recipe.last_rate,
    };
    let plan = TrainingPlan {
        source: training,
        target,
        batch: batch as usize,
        weight_decay: recipe.weight_decay,
        average: recipe.average.map_or(0.0, |millions| average_share(millions, batch)),
        threads: settings.threads,
    };

    let checkpoint_path = settings.output.with_extension("checkpoint");
    let origin = Origin::new(settings, training.len());
    let mut state = match read_checkpoint(&checkpoint_path, &origin)? {
        Some(state) => state,
        None => Checkpoint::start(origin)?,
    };
    progress(TrainProgress::Started {
        training: training.len(),
        memory: training.memory()
            + Model::memory(batch as usize, recipe.average.is_some(), recipe.rounded),
        validation: validation.len(),
        score_scale,
        done: state.step * batch,
        positions: steps * batch,
    });

    let stride = (steps / POINTS).max(1);
    let mut last_checkpoint = Instant::now();
    while state.step < steps && !stop.is_requested() {
        let end = (state.step + stride).min(steps);
        let loss =
            steps::learn(&mut state.model, &plan, state.step..end, |step| schedule.rate(step))?;
        let averaged = state.averaged();
        let model = averaged.as_ref().unwrap_or(&state.model);
        let validation = model.validate(validation, target);
        state.step = end;
        let positions = end * batch;
        state.points.push(Point {
            samples: positions,
            training: loss,
            validation: validation.loss,
        });
        progress(TrainProgress::Trained { positions, loss, validation });
        if last_checkpoint.elapsed() > CHECKPOINT_INTERVAL {
            write_checkpoint(&checkpoint_path, &state)?;
            last_checkpoint = Instant::now();
        }
    }
    if !state.points.is_empty() {
        let path = settings.output.with_extension("svg");
        let picture = curve::draw(&state.points).map_err(TrainError::Curve)?;
        write(&path, picture.as_bytes())?;
    }
    if state.step < steps {
        write_checkpoint(&checkpoint_path, &state)?;
        return Ok(TrainOutcome::Stopped);
    }
    let averaged = state.averaged();
    let outcome = finish(settings, averaged.as_ref().unwrap_or(&state.model), &samples, target)?;
    // There may be no checkpoint.
    let _ = fs::remove_file(checkpoint_path);
    Ok(outcome)
}

/// Returns the share by which an average over `millions` of positions moves in each of its updates.
fn average_share(millions: f64, batch: u64) -> f32 {
    let positions = (AVERAGE_INTERVAL * batch) as f64;
    -(-positions / (millions * 1e6)).exp_m1() as f32
}

/// Writes the network, and measures the errors from rounding.
fn finish(
    settings: &TrainSettings,
    model: &Model,
    samples: &Samples,
    target: Target,
) -> Result<TrainOutcome, TrainError> {
    let network = Arc::new(NamedNetwork {
        network: model.quantise(),
        name: settings.name.clone(),
        note: settings.note.clone(),
    });
    let path = &settings.output;
    let bytes = network.encode().map_err(|error| TrainError::Network(path.clone(), error))?;
    write(path, &bytes)?;
    let mut evaluator = Evaluator::new(network);
    Ok(TrainOutcome::Finished {
        validation: model.validate(&samples.validation, target),
        rounding: rounding::measure(model, &mut evaluator, &samples.validation, target),
    })
}

/// Reads the checkpoint of a training with these settings, if there is one.
fn read_checkpoint(path: &Path, origin: &Origin) -> Result<Option<Checkpoint>, TrainError> {
    let bytes = match files::read_regular(path, MAX_CHECKPOINT) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(TrainError::File(path.to_owned(), error)),
    };
    let mut old: Checkpoint = postcard::from_bytes(&bytes)
        .map_err(|_| TrainError::Checkpoint(path.to_owned(), "it cannot be read"))?;
    if old.origin != *origin {
        return Err(TrainError::Checkpoint(path.to_owned(), "it belongs to another training"));
    }
    old.model.restore();
    Ok(Some(old))
}

fn write_checkpoint(path: &Path, state: &Checkpoint) -> Result<(), TrainError> {
    let bytes = postcard::to_allocvec(state)
        .map_err(|_| TrainError::Checkpoint(path.to_owned(), "it cannot be written"))?;
    write(path, &bytes)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    files::replace(path, bytes).map_err(|error| TrainError::File(path.to_owned(), error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{data::POSITIONS_HEADER, trainer::batch::tests::families};

    fn settings() -> TrainSettings {
        TrainSettings {
            files: vec!["games.vf".into()],
            validate: Vec::new(),
            output: "brudno.nnue".into(),
            name: String::new(),
            note: String::new(),
            threads: 1,
            recipe: Recipe::default(),
            filter: Filter::default(),
        }
    }

    #[test]
    fn an_average_forgets_by_a_factor_of_e_in_its_positions() {
        let share = average_share(2.0, 10_000);
        // 25 updates, with 80,000 positions each.
        let kept = (1.0 - f64::from(share)).powi(25);
        assert!((kept - (-1.0_f64).exp()).abs() < 1e-5, "{kept}");
    }

    #[test]
    fn the_network_is_the_average_of_the_weights() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let network = Model::new(3).quantise();
        let named = NamedNetwork { network, name: "start".into(), note: String::new() };
        write(&path("start"), &named.encode().unwrap()).unwrap();
        let mut samples: Vec<_> = families().into_iter().cycle().take(2 * PART).collect();
        samples.iter_mut().for_each(|sample| sample.set_score(300));
        let bytes = [&POSITIONS_HEADER[..], bytemuck::cast_slice(&samples)].concat();
        write(&path("positions"), &bytes).unwrap();
        let trained = |average| {
            let recipe = Recipe {
                from: Some(path("start")),
                millions: 0.01,
                batch: PART as u32,
                average,
                ..Recipe::default()
            };
            let settings = TrainSettings {
                files: vec![path("positions")],
                validate: vec![path("positions")],
                output: path("output"),
                recipe,
                ..settings()
            };
            let outcome = train(&settings, &StopSignal::default(), |_| ()).unwrap();
            let TrainOutcome::Finished { validation, .. } = outcome else { panic!("stopped") };
            (NamedNetwork::read(&path("output")).unwrap().network, validation.loss)
        };
        let target =
            Target { score_scale: scale::fit(&samples).unwrap_or(SCALE as f32), lambda: 0.1 };
        let before = Model::of(&named.network).validate(&samples, target).loss;
        // An average over so many positions stays at the start.
        let (average, loss) = trained(Some(1e9));
        assert!(average.feature_weights == named.network.feature_weights);
        assert!((loss - before).abs() < 1e-6, "{loss} {before}");
        let (last, loss) = trained(None);
        assert!(last.feature_weights != named.network.feature_weights);
        assert!(loss < 0.5 * before, "{loss} {before}");
    }

    #[test]
    fn a_training_goes_on_where_it_was_and_no_other_does() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("brudno.checkpoint");
        let origin = Origin::new(&settings(), 1_000);
        assert!(read_checkpoint(&path, &origin).unwrap().is_none());

        let stopped = Checkpoint { step: 7, ..Checkpoint::start(origin.clone()).unwrap() };
        write_checkpoint(&path, &stopped).unwrap();
        let old = read_checkpoint(&path, &origin).unwrap();
        assert_eq!(old.map(|old| old.step), Some(7));
        let recipe = Recipe { lambda: 0.5, ..Recipe::default() };
        let filter = Filter { min_ply: 8, ..Filter::default() };
        for other in [
            Origin { recipe, ..origin.clone() },
            Origin { filter, ..origin.clone() },
            Origin { samples: 999, ..origin.clone() },
        ] {
            let error = read_checkpoint(&path, &other).err().unwrap();
            assert!(error.to_string().contains("another training"), "{error}");
        }
        fs::write(&path, "nothing of the kind").unwrap();
        assert!(read_checkpoint(&path, &origin).is_err());
    }
}
