//! Analysis of lists of positions, one per line: each report is printed before the next line is
//! read.

use std::{
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use brudno::{
    chess::{Game, score::Bound},
    notation::san_line,
    platform::{
        StopSignal,
        stdio::{self, printable, remark},
    },
    terminal::display::{self, TermStyle, fit},
};
use brudno_console::{
    format::seconds,
    interrupt::{self, INTERRUPTED},
    progress,
};
use brudno_notation::input::{self, InputError, ParsedGame};
use indicatif::ProgressBar;

use super::json::{Refusal, Report};
use crate::{
    analyse::{AnalyseArgs, AnalyseError, Analysis, mode::PositionList},
    engine::BatchEngine,
};

/// Default time per position, milliseconds.
const DEFAULT_TIME: u64 = 1000;

/// Place of a line of a list.
pub struct LinePlace {
    /// File, if there are several.
    pub file: Option<String>,
    /// Line number, from 1.
    pub number: usize,
}

/// Analyses the lines of a list. Skips empty lines and lines that start with `#`, and reports lines
/// that are not positions. Stops at the current position after Ctrl-C.
///
/// # Errors
///
/// The search fails, or the output cannot be written.
pub fn run(arguments: &AnalyseArgs, list: PositionList) -> Result<ExitCode, AnalyseError> {
    let engine = arguments.engine.start_batch(DEFAULT_TIME, arguments.lines);
    let mut engine = engine.map_err(AnalyseError::Engine)?;
    // While the next line is awaited, nothing is left to do.
    let (stop, is_searching) = (StopSignal::default(), Arc::<AtomicBool>::default());
    let (signal, is_busy) = (stop.clone(), Arc::clone(&is_searching));
    interrupt::on_interrupt(move || is_busy.load(Ordering::Relaxed) && signal.request())
        .map_err(AnalyseError::Interrupt)?;
    let style = TermStyle::of_stdout();
    let progress = match list.total {
        Some(total) => {
            progress::bar(total as u64, "{bar:30} {pos}/{len} {elapsed} ETA {eta}  {wide_msg}")
        }
        // Another program may read the output.
        None => ProgressBar::hidden(),
    };
    if !arguments.json {
        print(&progress, &style.dim("   score   depth     time  position: best line"))?;
    }
    let mut refused = false;
    for line in list.lines {
        let (place, text) = line.map_err(AnalyseError::Read)?;
        let number = place.number;
        if text.trim().is_empty() || text.starts_with('#') {
            continue;
        }
        let parsed = input::read_line(&text).and_then(|mut parsed| {
            arguments.position.play_moves(&mut parsed)?;
            Ok(parsed)
        });
        match parsed {
            Ok(parsed) => {
                let game = parsed.game();
                is_searching.store(true, Ordering::Relaxed);
                let analysis = search_one(&mut engine, &game, &stop, &progress)?;
                let text = if arguments.json {
                    let report =
                        Report::new(parsed.id, &game, &analysis).of_line(place.file, number);
                    serde_json::to_string(&report).map_err(AnalyseError::Json)?
                } else {
                    row(&place, &parsed, &game, &analysis, style)
                };
                print(&progress, &text)?;
            }
            Err(error) => {
                refused = true;
                if arguments.json {
                    let refusal = Refusal::new(place.file, number, &error);
                    print(
                        &progress,
                        &serde_json::to_string(&refusal).map_err(AnalyseError::Json)?,
                    )?;
                } else {
                    let error = InputError::Line(number, Box::new(error));
                    let file = place.file.map_or_else(String::new, |file| format!("{file}: "));
                    progress.suspend(|| remark(format_args!("brudno: {file}{error}")));
                }
            }
        }
        progress.inc(1);
        if stop.is_requested() {
            progress.finish_and_clear();
            return Ok(ExitCode::from(INTERRUPTED));
        }
        is_searching.store(false, Ordering::Relaxed);
    }
    progress.finish_and_clear();
    Ok(if refused { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Starts each search with empty tables, so the results do not depend on the order.
fn search_one(
    engine: &mut BatchEngine,
    game: &Game,
    stop: &StopSignal,
    progress: &ProgressBar,
) -> Result<Analysis, AnalyseError> {
    engine.new_game(1).map_err(AnalyseError::Engine)?;
    let mut analysis = Analysis::new(game.position().clone(), progress.clone());
    engine.search(game.clone(), stop, |info| analysis.update(info));
    Ok(analysis)
}

/// One-line summary of a position's analysis.
fn row(
    place: &LinePlace,
    parsed: &ParsedGame,
    game: &Game,
    analysis: &Analysis,
    style: TermStyle,
) -> String {
    let by_place = || match place {
        LinePlace { file: Some(file), number } => printable(&format!("{file}, line {number}")),
        LinePlace { file: None, number } => format!("line {number}"),
    };
    let mut name = parsed.id.as_deref().map_or_else(by_place, printable);
    let position = game.position();
    let Some(best) = analysis.standing() else {
        let ending = game.ending().map_or_else(String::new, |ending| ending.to_string());
        return format!("{:>8}{:>8}{:>9}  {}: {ending}", "-", "-", "-", style.bold(&name));
    };
    let score = format!("{:>8}", display::score(best.score, position.turn(), best.bound, style));
    let depth = format!("{}/{}", best.depth, best.seldepth);
    let effort = format!("{depth:>8}{:>9}", seconds(analysis.time.as_secs_f64()));
    if let Some(cut_off) = analysis.cut_off.as_ref().filter(|_| best.bound == Bound::Exact) {
        let score = display::score(cut_off.score, position.turn(), cut_off.bound, TermStyle::PLAIN);
        name += &format!(" ({score} at depth {})", cut_off.depth);
    }
    let taken = score.chars().count() + effort.chars().count() + name.chars().count() + 4;
    let room = style.width.map(|width| width.saturating_sub(taken));
    let line = fit(&san_line(position, &best.pv), room, style);
    let score = style.bold(&style.colour_by_sign(best.score, &score));
    format!("{score}{effort}  {}: {line}", style.bold(&name))
}

/// Prints a line above the progress bar and flushes it.
fn print(progress: &ProgressBar, text: &str) -> Result<(), AnalyseError> {
    progress.suspend(|| stdio::print(text)).map_err(AnalyseError::Write)
}
