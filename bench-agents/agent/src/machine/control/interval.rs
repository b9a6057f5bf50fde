//! The 95 % interval of the ratio of two medians.
//!
//! The variance of a median is that of the order statistics, weighted by how likely each of them is
//! to be the median of samples drawn again (Maritz and Jarrett, 1978): what drawing again many times
//! comes to, without drawing.

use crate::machine::spread::sorted;

const CONFIDENCE: f64 = 1.96;

/// After over before; not a number if one side has no samples.
pub(super) fn of_ratio(before: &[f64], after: &[f64], ratio: f64) -> (f64, f64) {
    let width = CONFIDENCE * (variance(before) + variance(after)).sqrt();
    (ratio * (-width).exp(), ratio * width.exp())
}

/// Of the logarithm of the median.
#[allow(clippy::cast_precision_loss, reason = "a number of samples")]
fn variance(samples: &[f64]) -> f64 {
    let count = samples.len() as f64;
    let mut sums = [0.0; 3];
    for (place, sample) in sorted(samples).iter().enumerate() {
        let share = (place as f64 + 0.5) / count;
        let weight = (4.0 * share * (1.0 - share)).powf((count - 1.0) / 2.0);
        let logarithm = sample.ln();
        sums[0] += weight;
        sums[1] += weight * logarithm;
        sums[2] += weight * logarithm * logarithm;
    }
    let mean = sums[1] / sums[0];
    (sums[2] / sums[0] - mean * mean).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::control::chance::Chance;
    use crate::machine::spread::median;

    /// How often the interval holds the true ratio of 1.
    fn held(seed: u64, count: usize, skewed: bool) -> usize {
        let mut chance = Chance::new(seed);
        let mut take = || -> Vec<f64> {
            (0..count)
                .map(|_| chance.normal())
                .map(|z| if skewed { 0.1 * z.abs() } else { 0.03 * z })
                .map(f64::exp)
                .collect()
        };
        let holds = |_: &usize| {
            let (before, after) = (take(), take());
            let (low, high) = of_ratio(&before, &after, median(&after) / median(&before));
            low <= 1.0 && 1.0 <= high
        };
        (0..1000).filter(holds).count()
    }

    #[test]
    fn it_holds_the_true_ratio_in_about_95_of_100_controls() {
        for (count, skewed) in [(10, false), (30, false), (30, true)] {
            let held = held(5, count, skewed);
            assert!((920..=980).contains(&held), "{held} of 1000 with {count}");
        }
    }

    #[test]
    fn without_samples_there_is_no_interval() {
        assert!(of_ratio(&[], &[1.0], f64::NAN).0.is_nan());
    }
}
