//! Learning rate schedule of a training.

use std::f64::consts::PI;

/// Linear warm-up, then cosine decay (SGDR without restarts, Loshchilov and Hutter 2017).
pub struct Schedule {
    /// Steps of the training.
    pub steps: u64,
    /// Warm-up steps.
    pub warm_up: u64,
    /// Highest learning rate.
    pub peak: f64,
    /// Last learning rate, as a share of the highest.
    pub last: f64,
}

impl Schedule {
    /// Returns the learning rate of a step, from 0.
    pub fn rate(&self, step: u64) -> f32 {
        if step < self.warm_up {
            return (self.peak * (step + 1) as f64 / self.warm_up as f64) as f32;
        }
        let length = self.steps.saturating_sub(self.warm_up).max(1) as f64;
        let done = ((step - self.warm_up) as f64 / length).min(1.0);
        (self.peak * (self.last + (1.0 - self.last) * 0.5 * (1.0 + (PI * done).cos()))) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_rises_and_falls() {
        let schedule = Schedule { steps: 1100, warm_up: 100, peak: 0.001, last: 0.1 };
        assert_eq!(schedule.rate(0), 0.00001);
        assert_eq!(schedule.rate(100), 0.001);
        assert!((schedule.rate(600) - 0.00055).abs() < 1e-6);
        assert!((schedule.rate(1100) - 0.0001).abs() < 1e-6);
        assert!((100..1100).all(|step| schedule.rate(step + 1) <= schedule.rate(step)));
    }
}
