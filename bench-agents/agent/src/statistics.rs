//! Medians and their intervals for the table on the terminal. The server judges; this only shows.

/// A median and the interval that holds the true one with at least 95 % confidence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Estimate {
    pub(crate) median: f64,
    /// Nothing with fewer than 6 samples: no order statistics are wide enough.
    pub(crate) interval: Option<(f64, f64)>,
    pub(crate) samples: usize,
}

pub(crate) fn median(samples: &[f64]) -> Option<f64> {
    let sorted = sorted(samples);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        length if length % 2 == 1 => Some(sorted[middle]),
        _ => Some(f64::midpoint(sorted[middle - 1], sorted[middle])),
    }
}

/// The median with an interval between two order statistics: it holds for any distribution.
pub(crate) fn estimate(samples: &[f64]) -> Option<Estimate> {
    let sorted = sorted(samples);
    let median = median(&sorted)?;
    let interval = rank(sorted.len()).map(|rank| (sorted[rank - 1], sorted[sorted.len() - rank]));
    Some(Estimate {
        median,
        interval,
        samples: sorted.len(),
    })
}

/// The ratio of two variants, paired round by round: median of the ratios and its interval.
pub(crate) fn ratio(contender: &[Option<f64>], baseline: &[Option<f64>]) -> Option<Estimate> {
    let pairs = contender.iter().zip(baseline);
    let ratios: Vec<f64> = pairs
        .filter_map(|(one, other)| Some((*one)? / (*other)?))
        .filter(|ratio| ratio.is_finite() && *ratio > 0.0)
        .collect();
    estimate(&ratios)
}

/// The largest rank r for which the samples r and n+1−r enclose the median with 95 % confidence.
///
/// The number of samples below the median is binomial with one half, so the confidence is
/// 1 − 2·P(fewer than r below).
fn rank(count: usize) -> Option<usize> {
    const HALF_LEVEL: f64 = 0.025;
    let mut below = 0.0;
    let mut best = None;
    for candidate in 1..=count / 2 {
        below += binomial_half(count, candidate - 1);
        if below > HALF_LEVEL {
            break;
        }
        best = Some(candidate);
    }
    best
}

/// P(exactly `successes` of `count`) with probability one half, by logarithms so that it scales.
fn binomial_half(count: usize, successes: usize) -> f64 {
    let ln_choose: f64 = (0..successes)
        .map(|step| (float(count - step) / float(step + 1)).ln())
        .sum();
    (ln_choose - float(count) * std::f64::consts::LN_2).exp()
}

#[allow(
    clippy::cast_precision_loss,
    reason = "sample counts are far below 2^53"
)]
fn float(count: usize) -> f64 {
    count as f64
}

fn sorted(samples: &[f64]) -> Vec<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_of_small_sets() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0]), Some(3.0));
        assert_eq!(median(&[4.0, 1.0, 3.0]), Some(3.0));
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), Some(2.5));
    }

    #[test]
    fn ranks_agree_with_the_published_table_of_the_sign_test() {
        let table = [
            (5, None),
            (6, Some(1)),
            (8, Some(1)),
            (9, Some(2)),
            (15, Some(4)),
            (20, Some(6)),
            (30, Some(10)),
            (100, Some(40)),
        ];
        for (count, expected) in table {
            assert_eq!(rank(count), expected, "n = {count}");
        }
    }

    #[test]
    fn an_interval_is_made_of_samples() {
        let samples: Vec<f64> = (1..=20).map(f64::from).rev().collect();
        let estimate = estimate(&samples).unwrap();
        assert_eq!(Some(estimate.median), Some(10.5));
        assert_eq!(estimate.interval, Some((6.0, 15.0)));
    }

    #[test]
    fn few_samples_have_no_interval() {
        assert_eq!(estimate(&[1.0, 2.0, 3.0]).unwrap().interval, None);
    }

    #[test]
    fn ratios_are_paired_by_round() {
        let contender = [Some(2.0), None, Some(6.0), Some(9.0)];
        let baseline = [Some(1.0), Some(5.0), Some(2.0), Some(0.0)];
        let ratio = ratio(&contender, &baseline).unwrap();
        assert_eq!((ratio.median, ratio.samples), (2.5, 2));
    }

    #[test]
    fn noise_common_to_a_round_cancels() {
        let drift = [1.0, 8.0, 2.0, 4.0, 16.0, 3.0];
        let baseline: Vec<Option<f64>> = drift.iter().map(|level| Some(*level)).collect();
        let contender: Vec<Option<f64>> = drift.iter().map(|level| Some(level * 1.25)).collect();
        assert_eq!(
            ratio(&contender, &baseline).unwrap().interval,
            Some((1.25, 1.25))
        );
    }
}
