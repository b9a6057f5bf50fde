//! The median of a variant and the interval that holds the true one.

use super::sign_test::{self, PARTS};

/// A number and how much it counts: 1, or less where others disturbed its measuring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Weighed {
    pub(crate) number: f64,
    pub(crate) weight: f64,
}

/// Numbers that all count in full.
pub(crate) fn whole(numbers: &[Option<f64>]) -> Vec<Option<Weighed>> {
    let weigh = |number: f64| Weighed {
        number,
        weight: 1.0,
    };
    numbers.iter().map(|number| number.map(weigh)).collect()
}

/// A median and the interval that holds the true one with at least 95 % confidence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Estimate {
    pub(crate) median: f64,
    /// Nothing with fewer than 6 samples: no order statistics are wide enough.
    pub(crate) interval: Option<(f64, f64)>,
    pub(crate) samples: usize,
}

/// How surely an interval holds the true number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Confidence {
    /// 95 %: of everything that is printed.
    Usual,
    /// 99 %: of looks that may end the rounds.
    Strict,
}

/// Below this many samples or pairs there is no interval.
pub(crate) const FEWEST: usize = 6;

pub(crate) fn median(samples: &[f64]) -> Option<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        length if length % 2 == 1 => Some(sorted[middle]),
        _ => Some(f64::midpoint(sorted[middle - 1], sorted[middle])),
    }
}

/// The median with an interval between two order statistics: it holds for any distribution.
pub(crate) fn estimate(samples: impl IntoIterator<Item = Weighed>) -> Option<Estimate> {
    estimate_at(Confidence::Usual, samples)
}

pub(super) fn estimate_at(
    confidence: Confidence,
    samples: impl IntoIterator<Item = Weighed>,
) -> Option<Estimate> {
    let mut sorted: Vec<(f64, u32)> = samples
        .into_iter()
        .map(|sample| (sample.number, parts(sample.weight)))
        .collect();
    sorted.sort_by(|one, other| one.0.total_cmp(&other.0));
    let weights: Vec<u32> = sorted.iter().map(|(_, weight)| *weight).collect();
    Some(Estimate {
        median: weighted_median(&sorted)?,
        interval: sign_test::ends(&weights, confidence.half_level())
            .map(|(low, high)| (sorted[low].0, sorted[high].0)),
        samples: sorted.len(),
    })
}

impl Confidence {
    /// The error allowed on each side.
    fn half_level(self) -> f64 {
        match self {
            Self::Usual => 0.025,
            Self::Strict => 0.005,
        }
    }
}

impl Estimate {
    /// Half of the interval's width as a ratio: 0.01 is ±1 %.
    pub(crate) fn half_width(&self) -> Option<f64> {
        let (low, high) = self.interval?;
        if low > 0.0 {
            return Some((high / low).sqrt() - 1.0);
        }
        let half = (high - low) / 2.0;
        let relative = half / self.median.abs();
        if half == 0.0 {
            Some(0.0)
        } else {
            relative.is_finite().then_some(relative)
        }
    }
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "clamped to small positive numbers before"
)]
fn parts(weight: f64) -> u32 {
    let most = f64::from(PARTS);
    (weight * most).round().clamp(1.0, most) as u32
}

fn weighted_median(sorted: &[(f64, u32)]) -> Option<f64> {
    let total: u32 = sorted.iter().map(|(_, weight)| weight).sum();
    let mut below = 0;
    for (place, (number, weight)) in sorted.iter().enumerate() {
        below += weight;
        if 2 * below == total {
            return Some(middle(*number, sorted[place + 1].0));
        }
        if 2 * below > total {
            return Some(*number);
        }
    }
    None
}

/// Between a ratio of 0 and one without bounds, as logarithms, lies 1.
fn middle(low: f64, high: f64) -> f64 {
    if low == f64::NEG_INFINITY && high == f64::INFINITY {
        return 0.0;
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(numbers: &[f64]) -> Vec<Weighed> {
        let weigh = |number: &f64| Weighed {
            number: *number,
            weight: 1.0,
        };
        numbers.iter().map(weigh).collect()
    }

    #[test]
    fn medians_of_small_sets() {
        let table: [(&[f64], Option<f64>); 4] = [
            (&[], None),
            (&[3.0], Some(3.0)),
            (&[4.0, 1.0, 3.0], Some(3.0)),
            (&[4.0, 1.0, 3.0, 2.0], Some(2.5)),
        ];
        for (numbers, expected) in table {
            assert_eq!(median(numbers), expected);
            assert_eq!(estimate(plain(numbers)).map(|found| found.median), expected);
        }
    }

    #[test]
    fn an_interval_is_made_of_samples() {
        let samples: Vec<f64> = (1..=20).map(f64::from).rev().collect();
        let estimate = estimate(plain(&samples)).unwrap();
        assert_eq!(Some(estimate.median), Some(10.5));
        assert_eq!(estimate.interval, Some((6.0, 15.0)));
    }

    #[test]
    fn few_samples_have_no_interval() {
        assert_eq!(estimate(plain(&[1.0; FEWEST - 1])).unwrap().interval, None);
        assert!(estimate(plain(&[1.0; FEWEST])).unwrap().interval.is_some());
    }

    #[test]
    fn a_disturbed_sample_counts_less() {
        let mut samples = plain(&[1.0, 1.1, 1.2, 5.0, 6.0]);
        samples[3].weight = 0.1;
        samples[4].weight = 0.1;
        assert_eq!(estimate(samples).map(|found| found.median), Some(1.1));
    }

    #[test]
    fn half_widths_are_ratios() {
        let width = |interval, median| {
            let estimate = Estimate {
                median,
                interval,
                samples: 9,
            };
            estimate.half_width()
        };
        assert!((width(Some((1.0, 1.21)), 1.1).unwrap() - 0.1).abs() < 1e-12);
        assert_eq!(width(Some((0.0, 0.0)), 0.0), Some(0.0));
        assert_eq!(width(Some((0.0, 2.0)), 0.0), None);
        assert_eq!(width(None, 1.0), None);
    }
}
