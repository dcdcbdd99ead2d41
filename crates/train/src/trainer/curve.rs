//! Draws the plot of the losses.

use plotters::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

type DrawingError = Box<dyn std::error::Error + Send + Sync>;

/// The loss curve cannot be drawn.
#[derive(Debug, Error)]
#[error("cannot draw the loss: {0}")]
pub struct CurveError(DrawingError);

/// A point of the loss curve.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub struct Point {
    /// Samples trained on so far.
    pub samples: u64,
    /// Mean training loss since the last point.
    pub training: f64,
    /// Validation loss.
    pub validation: f64,
}

/// Draws the losses over the samples as SVG.
///
/// # Errors
///
/// The drawing library fails.
pub fn draw(points: &[Point]) -> Result<String, CurveError> {
    let mut picture = String::new();
    let mut draw = || -> Result<(), DrawingError> {
        let losses = || points.iter().flat_map(|point| [point.training, point.validation]);
        let (low, high) =
            losses().fold((f64::MAX, 0.0_f64), |(low, high), loss| (low.min(loss), high.max(loss)));
        let millions = |samples: u64| samples as f64 / 1e6;
        let end = points.last().map_or(1.0, |point| millions(point.samples));
        let area = SVGBackend::with_string(&mut picture, (800, 500)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(15)
            .x_label_area_size(40)
            .y_label_area_size(60)
            .build_cartesian_2d(0.0..end, (low * 0.98..high * 1.02).log_scale())?;
        chart.configure_mesh().x_desc("million positions").y_desc("loss").draw()?;
        let curves = [
            ("training", &BLUE, points.iter().map(|point| point.training).collect::<Vec<_>>()),
            ("validation", &RED, points.iter().map(|point| point.validation).collect()),
        ];
        for (name, color, losses) in curves {
            let line = points.iter().zip(losses).map(|(point, y)| (millions(point.samples), y));
            chart
                .draw_series(LineSeries::new(line, color))?
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color));
        }
        chart.configure_series_labels().border_style(BLACK).draw()?;
        area.present()?;
        Ok(())
    };
    draw().map_err(CurveError)?;
    Ok(picture)
}
