//! Random numbers for simulations in tests, the same on every machine.

use super::Shuffler;

pub(crate) struct Dice(Shuffler);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Shuffler::new(seed))
    }

    /// Between 0 and 1, both excluded.
    pub(crate) fn uniform(&mut self) -> f64 {
        const STEPS: u32 = 1 << 30;
        let step = u32::try_from(self.0.below(STEPS as usize)).unwrap();
        (f64::from(step) + 0.5) / f64::from(STEPS)
    }

    /// Standard normal (Box and Muller).
    pub(crate) fn normal(&mut self) -> f64 {
        let radius = (-2.0 * self.uniform().ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }
}
