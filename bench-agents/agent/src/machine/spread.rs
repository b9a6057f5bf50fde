//! Quantiles of times, and the spread that a few outliers do not move.

/// The value below which this share of the samples lies, between neighbours by weight.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an index below the number of samples"
)]
pub(super) fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else {
        return f64::NAN;
    };
    let place = share * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    sorted[below] + (sorted[above] - sorted[below]) * place.fract()
}

pub(super) fn sorted(samples: &[f64]) -> Vec<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

pub(super) fn median(samples: &[f64]) -> f64 {
    quantile(&sorted(samples), 0.5)
}

/// Half the distance between the 16th and the 84th percentile: the standard deviation of a normal
/// distribution, and little moved by anything that happens in less than a sixth of the samples.
pub(super) fn deviation(samples: &[f64]) -> f64 {
    let sorted = sorted(samples);
    (quantile(&sorted, 0.841) - quantile(&sorted, 0.159)) / 2.0
}

/// The standard deviation of what most samples are: the median distance from the median. Even a
/// fifth of the samples, all far off on one side, makes it less than half as large again.
pub(super) fn usual_deviation(samples: &[f64]) -> f64 {
    let middle = median(samples);
    let distances: Vec<f64> = samples.iter().map(|s| (s - middle).abs()).collect();
    1.4826 * median(&distances)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_neighbours() {
        let samples = [10.0, 20.0, 30.0, 40.0, 50.0];
        assert!((quantile(&samples, 0.5) - 30.0).abs() < 1e-9);
        assert!((quantile(&samples, 0.99) - 49.6).abs() < 1e-9);
        assert!(quantile(&[], 0.5).is_nan());
    }

    #[test]
    fn outliers_do_not_move_the_deviation() {
        let mut samples: Vec<f64> = (0..100).map(|n| 100.0 + f64::from(n % 10)).collect();
        let before = deviation(&samples);
        for sample in samples.iter_mut().step_by(10) {
            *sample = 1e6;
        }
        assert!((deviation(&samples) - before).abs() < 1.0);
    }

    #[test]
    fn a_fifth_of_the_samples_hardly_moves_the_usual_deviation() {
        let mut samples: Vec<f64> = (-50..50).map(f64::from).collect();
        let before = usual_deviation(&samples);
        for sample in samples.iter_mut().step_by(5) {
            *sample += 1e6;
        }
        assert!(usual_deviation(&samples) < 1.5 * before);
    }
}
