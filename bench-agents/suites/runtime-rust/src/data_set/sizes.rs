//! How the bytes of a data set are shared among its files: many small ones, a few large ones.

use super::{Spec, random::XorShift64};

/// The stream for sizes; files use the streams from zero on.
const SIZE_STREAM: u64 = u64::MAX - 1;

const HEAVIEST: f64 = 60.0;

/// The weight of a file at `unit` of the way from the lightest to the heaviest.
///
/// A heavy tail: the heaviest tenth of the files has more than half of the bytes, and the largest
/// file 30 times the median. Only operations that IEEE 754 defines exactly are used, so that every
/// machine finds the same sizes.
fn weight(unit: f64) -> f64 {
    (1.0 / (1.0 - 0.995 * unit)).min(HEAVIEST)
}

/// The size aimed at for each file, in bytes.
///
/// The unit interval is cut into as many strata as there are files and one number is drawn in each,
/// so that the shape does not depend on the seed; then the files are shuffled.
#[must_use]
pub fn file_sizes(spec: &Spec) -> Vec<u64> {
    let mut random = XorShift64::new(spec.seed, SIZE_STREAM);
    let count = u32::try_from(spec.files).unwrap_or(u32::MAX);
    let mut weights: Vec<f64> = (0..count)
        .map(|stratum| (f64::from(stratum) + random.unit()) / f64::from(count))
        .map(weight)
        .collect();
    random.shuffle(&mut weights);
    let total: f64 = weights.iter().sum();
    weights
        .iter()
        .map(|weight| share(spec.bytes, weight / total))
        .collect()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "sizes are positive and far below 2^52"
)]
fn share(bytes: u64, part: f64) -> u64 {
    (bytes as f64 * part) as u64
}
