//! `brudno-train data chances`.

use std::{path::PathBuf, process::ExitCode};

use brudno::{
    eval::wdl::{HALF_WIN, WdlModel},
    platform::stdio::remark,
};

use crate::{
    cli::data::{print, say, warn_of_game},
    data::{DataError, ScoredPosition, fit_wdl, scored_positions},
};

/// Score step between rows of the table, centipawns.
const STEP: f64 = 50.0;
/// Rows of the table on either side of 0.
const ROWS: i32 = 8;

/// Fits the WDL model, and prints its chances beside the observed results.
pub fn run(files: &[PathBuf], player: Option<&str>) -> Result<ExitCode, DataError> {
    let mut all = Vec::new();
    for path in files {
        all.extend(scored_positions(path, player, &warn_of_game)?);
    }
    let Some(model) = fit_wdl(&all) else {
        remark(format_args!(
            "brudno-train data: {} scores are too few to fit a model; give games with wins and losses",
            all.len()
        ));
        return Ok(ExitCode::FAILURE);
    };
    let WdlModel { half_win, spread } = model;
    let internal = HALF_WIN / 100.0;
    say(format_args!(
        "{} scores: 50 % win probability at {half_win:.1} centipawns,\n\
         {spread:.1} centipawns per log odds of 1; in src/eval/wdl.rs\n\
         HALF_WIN is {:.0}, SPREAD {:.0}\n",
        all.len(),
        half_win * internal,
        spread * internal
    ))?;
    let rows: Vec<_> = (-ROWS..=ROWS).map(|row| f64::from(row) * STEP).collect();
    let rows: Vec<_> = rows.into_iter().filter_map(|score| row(&all, model, score)).collect();
    print(&["centipawns", "scores", "won", "model", "lost", "model"], &rows)
}

/// Returns the row of a score. `None` without positions near it.
fn row(all: &[ScoredPosition], model: WdlModel, score: f64) -> Option<Vec<String>> {
    let near = |position: &&ScoredPosition| (position.score - score).abs() <= STEP / 2.0;
    let near: Vec<_> = all.iter().filter(near).collect();
    let share = |half_points| {
        let with = near.iter().filter(|position| position.half_points == half_points).count();
        with as f64 / near.len() as f64
    };
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    (!near.is_empty()).then(|| {
        vec![
            format!("{score:.0}"),
            near.len().to_string(),
            percent(share(2)),
            percent(model.win(score)),
            percent(share(0)),
            percent(model.win(-score)),
        ]
    })
}
