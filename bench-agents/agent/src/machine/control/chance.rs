//! Random numbers for made machines, the same everywhere: figures of the methodology rest on them.

use crate::statistics::Shuffler;

pub(super) struct Chance(Shuffler);

impl Chance {
    pub(super) fn new(seed: u64) -> Self {
        Self(Shuffler::new(seed))
    }

    pub(super) fn share(&mut self) -> f64 {
        u32::try_from(self.0.below(1_000_000)).map_or(0.0, f64::from) / 1e6
    }

    /// Box and Muller's way from two even numbers to a normal one.
    pub(super) fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.share()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.share()).cos()
    }
}
