//! Measures a network on labelled positions.

use std::path::Path;

use brudno::eval::nnue::{NamedNetwork, features::SCALE};

use super::{
    TrainError,
    batch::Target,
    model::{Model, Validation, errors},
    samples::read_validation,
    scale,
};
use crate::data::is_positions_file;

/// Range of the factor of the scores.
const FACTORS: (f32, f32) = (0.5, 2.0);

/// Errors of a network on a file of labelled positions.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    /// Number of positions.
    pub positions: usize,
    /// Errors of the scores.
    pub validation: Validation,
    /// Factor of the scores with the smallest loss.
    pub factor: f32,
    /// Errors of the scores times this factor.
    pub scaled: Validation,
}

/// Measures the errors of a network file on a file of labelled positions.
///
/// # Errors
///
/// A file cannot be read, or has too few positions.
pub fn measure(
    network: &Path,
    positions: &Path,
    score_scale: Option<f32>,
) -> Result<Measurement, TrainError> {
    if !is_positions_file(positions)? {
        return Err(TrainError::Mixed);
    }
    let named = NamedNetwork::read(network)
        .map_err(|error| TrainError::Network(network.to_owned(), error))?;
    let samples = read_validation(&[positions.to_owned()])?;
    if samples.is_empty() {
        return Err(TrainError::NoData);
    }
    let score_scale = score_scale.or_else(|| scale::fit(&samples)).unwrap_or(SCALE as f32);
    let target = Target { score_scale, lambda: 0.0 };
    let outputs = Model::of(&named.network).outputs(&samples, target);
    let at = |factor: f32| {
        let scaled: Vec<_> = outputs.iter().map(|output| output * factor).collect();
        errors(&scaled, &samples, target)
    };
    // The loss is unimodal in practice, so a ternary search finds the minimum.
    let (mut low, mut high) = FACTORS;
    while high - low > 0.002 {
        let third = (high - low) / 3.0;
        if at(low + third).loss < at(high - third).loss {
            high -= third;
        } else {
            low += third;
        }
    }
    let factor = f32::midpoint(low, high);
    let (validation, scaled) = (at(1.0), at(factor));
    Ok(Measurement { positions: samples.len(), validation, factor, scaled })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        data::POSITIONS_HEADER,
        trainer::batch::{PART, tests::families},
    };

    #[test]
    fn labels_of_a_network_itself_have_no_loss() {
        const SCALE: f32 = 482.0;
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let network = Model::new(3).quantise();
        let model = Model::of(&network);
        let named = NamedNetwork { network, name: "random".into(), note: String::new() };
        std::fs::write(path("network"), named.encode().unwrap()).unwrap();
        let target = Target { score_scale: SCALE, lambda: 0.0 };
        let mut samples: Vec<_> = families().into_iter().cycle().take(PART).collect();
        let outputs = model.outputs(&samples, target);
        let mut label = |factor: f32| {
            for (sample, output) in samples.iter_mut().zip(&outputs) {
                let score = (output * SCALE * factor).round() as i16;
                sample.set_score(sample.turn().fold_wb(score, -score));
            }
            let bytes = [&POSITIONS_HEADER[..], bytemuck::cast_slice(&samples)].concat();
            std::fs::write(path("positions"), &bytes).unwrap();
            measure(&path("network"), &path("positions"), Some(SCALE)).unwrap()
        };
        let own = label(1.0);
        assert_eq!(own.positions, PART);
        assert!(own.validation.loss < 1e-6 && own.validation.error < 1.0, "{own:?}");
        let opposite = label(-1.0).validation;
        assert!(
            opposite.loss > 100.0 * own.validation.loss && opposite.error > 5.0,
            "{opposite:?}"
        );
        // A factor makes up for another scale of the labels.
        for factor in [0.75, 1.5] {
            let other = label(factor);
            assert!((other.factor - factor).abs() < 0.05, "{other:?}");
            assert!(other.scaled.error < 1.0, "{other:?}");
            assert!(other.validation.loss > 20.0 * other.scaled.loss, "{other:?}");
        }

        std::fs::write(path("games"), b"0123").unwrap();
        assert!(measure(&path("network"), &path("games"), Some(SCALE)).is_err());
    }
}
