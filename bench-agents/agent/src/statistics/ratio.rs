//! The ratio of two variants, paired round by round.

use super::estimate::{Confidence, Estimate, Weighed, estimate_at};

/// Why two variants have no ratio.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoRatio {
    /// No round has a number of both.
    NoPair,
    /// A number below 0 has no ratio that means anything.
    Negative,
}

impl NoRatio {
    pub(crate) fn reason(self) -> &'static str {
        match self {
            Self::NoPair => "no round has a number of both",
            Self::Negative => "a number below 0 has no ratio",
        }
    }
}

/// Median of the logarithms of the pairs, and its 95 % interval. A pair counts as much as the more
/// disturbed of its samples. Of nothing to something is a ratio of 0, the other way round one
/// without bounds, and nothing to nothing is a tie: 1.
pub(crate) fn ratio(
    contender: &[Option<Weighed>],
    baseline: &[Option<Weighed>],
) -> Result<Estimate, NoRatio> {
    ratio_at(Confidence::Usual, contender, baseline)
}

pub(crate) fn ratio_at(
    confidence: Confidence,
    contender: &[Option<Weighed>],
    baseline: &[Option<Weighed>],
) -> Result<Estimate, NoRatio> {
    let pairs = contender.iter().zip(baseline);
    let logarithms = pairs
        .filter_map(|(one, other)| (*one).zip(*other))
        .map(|(one, other)| {
            let number = logarithm(one.number, other.number)?;
            let weight = one.weight.min(other.weight);
            Ok(Weighed { number, weight })
        })
        .collect::<Result<Vec<Weighed>, NoRatio>>()?;
    let estimate = estimate_at(confidence, logarithms).ok_or(NoRatio::NoPair)?;
    Ok(Estimate {
        median: estimate.median.exp(),
        interval: estimate.interval.map(|(low, high)| (low.exp(), high.exp())),
        ..estimate
    })
}

fn logarithm(one: f64, other: f64) -> Result<f64, NoRatio> {
    if one < 0.0 || other < 0.0 {
        Err(NoRatio::Negative)
    } else if one <= 0.0 && other <= 0.0 {
        Ok(0.0)
    } else {
        // Of 0 and a positive number: without bounds downwards or upwards.
        Ok(one.ln() - other.ln())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::whole;

    fn rounds(numbers: &[f64]) -> Vec<Option<Weighed>> {
        whole(&numbers.iter().copied().map(Some).collect::<Vec<_>>())
    }

    fn of(contender: &[f64], baseline: &[f64]) -> Result<Estimate, NoRatio> {
        ratio(&rounds(contender), &rounds(baseline))
    }

    #[test]
    fn ratios_are_paired_by_round() {
        let mut contender = rounds(&[2.0, 7.0, 4.5]);
        contender[1] = None;
        let ratio = ratio(&contender, &rounds(&[1.0, 5.0, 1.0])).unwrap();
        assert!((ratio.median - 3.0).abs() < 1e-12, "{ratio:?}");
        assert_eq!(ratio.samples, 2);
    }

    #[test]
    fn noise_common_to_a_round_cancels() {
        let drift = [1.0, 8.0, 2.0, 4.0, 16.0, 3.0];
        let contender = drift.map(|level| level * 1.25);
        let (low, high) = of(&contender, &drift).unwrap().interval.unwrap();
        assert!((low - 1.25).abs() < 1e-12 && (high - 1.25).abs() < 1e-12);
    }

    #[test]
    fn nothing_counts_as_a_pair_too() {
        // 13 of 16 rounds without a lock, 3 with two: the median ratio is 0.
        let mut contender = [0.0; 16];
        contender[..3].fill(2.0);
        let found = of(&contender, &[1.0; 16]).unwrap();
        assert_eq!((found.median, found.samples), (0.0, 16));
        assert_eq!(found.interval, Some((0.0, 0.0)));
        let turned = of(&[1.0; 16], &contender).unwrap();
        assert_eq!(turned.interval, Some((f64::INFINITY, f64::INFINITY)));
        let ties = of(&[0.0; 9], &[0.0; 9]).unwrap();
        assert_eq!((ties.median, ties.interval), (1.0, Some((1.0, 1.0))));
        let torn = of(&[0.0, 1.0], &[1.0, 0.0]).unwrap();
        assert!((torn.median - 1.0).abs() < 1e-12, "{torn:?}");
    }

    #[test]
    fn numbers_below_zero_have_no_ratio() {
        assert_eq!(of(&[-2.0; 9], &[-1.0; 9]), Err(NoRatio::Negative));
        assert_eq!(of(&[1.0, -0.1], &[1.0, 1.0]), Err(NoRatio::Negative));
        assert_eq!(of(&[], &[]), Err(NoRatio::NoPair));
    }

    #[test]
    fn a_strict_interval_is_wider() {
        let steps: Vec<f64> = (1..=20).map(f64::from).collect();
        let both = (rounds(&steps), rounds(&[1.0; 20]));
        let usual = ratio(&both.0, &both.1).unwrap().interval.unwrap();
        let strict = ratio_at(Confidence::Strict, &both.0, &both.1).unwrap();
        let strict = strict.interval.unwrap();
        assert!(strict.0 < usual.0 && usual.1 < strict.1);
    }
}
