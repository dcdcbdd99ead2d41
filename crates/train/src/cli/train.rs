//! `brudno-train train`: trains a network on games or positions.

use std::{
    io,
    process::ExitCode,
    time::{Duration, Instant},
};

use brudno::platform::stdio::{self, printable, remark};
use brudno_console::{
    interrupt::{self, INTERRUPTED, InterruptError},
    progress,
};
use indicatif::{HumanBytes, HumanDuration, ProgressBar};
use thiserror::Error;

use super::{filter::FilterArgs, progress::reading_bar};
use crate::{
    trainer,
    trainer::{TrainError, TrainOutcome, TrainProgress, TrainSettings},
};

/// Interval between progress reports without a terminal.
const REPORT_INTERVAL: Duration = Duration::from_secs(20);

/// Arguments of `brudno-train train`.
#[derive(clap::Args)]
pub struct TrainArgs {
    #[command(flatten)]
    settings: TrainSettings,
    #[command(flatten)]
    filter: FilterArgs,
}

impl TrainArgs {
    fn settings(&self) -> TrainSettings {
        TrainSettings { filter: self.filter.filter(), ..self.settings.clone() }
    }
}

/// Errors of the command.
#[derive(Debug, Error)]
enum CommandError {
    #[error(transparent)]
    Train(TrainError),
    #[error(transparent)]
    Interrupt(InterruptError),
    #[error("cannot write to standard output: {0}")]
    Write(io::Error),
}

/// Runs the command. The exit status is 1 on failure, and 130 after Ctrl-C, which ends the training
/// with a checkpoint.
pub fn run(arguments: &TrainArgs) -> ExitCode {
    match train(arguments) {
        Ok(code) => code,
        Err(error) => super::fail(&error),
    }
}

fn train(arguments: &TrainArgs) -> Result<ExitCode, CommandError> {
    let stop = interrupt::stop_signal().map_err(CommandError::Interrupt)?;
    let settings = arguments.settings();
    let mut display = ProgressDisplay::new(&settings);
    let outcome = trainer::train(&settings, &stop, |progress| display.show(progress));
    display.bar.abandon();
    match outcome.map_err(CommandError::Train)? {
        TrainOutcome::Stopped => {
            remark("stopped; run the same command to continue");
            Ok(ExitCode::from(INTERRUPTED))
        }
        TrainOutcome::Finished { validation, rounding } => {
            let path = printable(&settings.output.display().to_string());
            let (loss, error) = (validation.loss, validation.error);
            stdio::print(format_args!(
                "{path}: validation loss {loss:.5}, mean error {error:.1}\n{rounding}"
            ))
            .map_err(CommandError::Write)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Shows the progress of a training on stderr.
struct ProgressDisplay {
    bar: ProgressBar,
    /// Time of the last report without a terminal.
    reported: Instant,
    /// Start of the training.
    started: Instant,
    /// Positions trained on before this run, and in total.
    first: u64,
    end: u64,
}

impl ProgressDisplay {
    fn new(settings: &TrainSettings) -> ProgressDisplay {
        let files = [&settings.files[..], &settings.validate].concat();
        let bar = reading_bar(&files, 1);
        let now = Instant::now();
        ProgressDisplay { bar, reported: now, started: now, first: 0, end: 0 }
    }

    fn show(&mut self, progress: TrainProgress) {
        match progress {
            TrainProgress::Read { bytes } => self.bar.inc(bytes),
            TrainProgress::Started {
                training,
                memory,
                validation,
                score_scale,
                done,
                positions,
            } => {
                self.bar.finish_and_clear();
                remark(format_args!("{training} positions to train on, {validation} to validate"));
                remark(format_args!("about {} of memory are needed", HumanBytes(memory)));
                remark(format_args!("score scale: {score_scale:.0} units per log odds of 1"));
                if done > 0 {
                    remark(format_args!("continuing after {done} positions"));
                }
                let template = "training {wide_bar} {human_pos}/{human_len} {per_sec} {eta} {msg}";
                self.bar = progress::bar(positions, template);
                self.bar.set_position(done);
                // The speed is computed from this run only.
                self.bar.reset_eta();
                self.started = Instant::now();
                (self.first, self.end) = (done, positions);
            }
            TrainProgress::Trained { positions, loss, validation } => {
                let message = format!(
                    "loss {loss:.5} validation {:.5} error {:.1}",
                    validation.loss, validation.error
                );
                let share = (positions - self.first) as f64 / (self.end - self.first) as f64;
                let left = self.started.elapsed().mul_f64(1.0 / share - 1.0);
                let first = self.reported <= self.started;
                if self.bar.is_hidden() && (first || self.reported.elapsed() > REPORT_INTERVAL) {
                    self.reported = Instant::now();
                    let millions = positions / 1_000_000;
                    remark(format_args!(
                        "{millions} million: {message}, {} left",
                        HumanDuration(left)
                    ));
                }
                self.bar.set_position(positions);
                self.bar.set_message(message);
            }
        }
    }
}
