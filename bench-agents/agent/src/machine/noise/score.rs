//! From times of fixed work to one number.
//!
//! A kind's noise ν joins its spread s (share of the median) with what its tail adds to a standard
//! deviation: one sample in a hundred at t times the median adds √0.01 · (t − 1).
//!
//! ν = √(s² + (0.1 · (t − 1))²),  score = 100 − 100/3 · log10(1 + ν / 1 %), at least 0
//!
//! so a kind without noise has 100, with 1 % 90, with 10 % 65, with 100 % 33, and ten times the
//! noise costs 33 points. The score of the machine is the mean of the kinds weighted by how much of
//! what benchmarks do is of that kind.

use serde::Serialize;

use crate::machine::spread::{deviation, median, quantile, sorted};
use crate::machine::work::{Kind, Take, Takes};

pub(super) const PAIRS: u32 = 30;
/// 1.96 for 95 % confidence and 0.84 for 80 % power.
const POWER: f64 = 2.8;
/// A median of samples spreads wider than their mean.
const OF_MEDIAN: f64 = 1.2533;

#[derive(Debug, Clone, Serialize)]
pub(crate) struct KindNoise {
    pub(crate) kind: Kind,
    pub(crate) samples: usize,
    pub(crate) median_s: f64,
    /// Robust standard deviation, as a share of the median.
    pub(crate) spread: f64,
    /// 99th percentile over the median.
    pub(crate) tail: f64,
    /// The same spread of processor time, of kinds that work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cpu_spread: Option<f64>,
    pub(crate) score: f64,
    pub(crate) resolvable: Resolvable,
}

/// The smallest relative difference that so many pairs would show.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Resolvable {
    pub(crate) pairs: u32,
    pub(crate) wall: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cpu: Option<f64>,
}

impl KindNoise {
    pub(super) fn of(kind: Kind, take: &Take) -> Self {
        let wall = seconds(&take.wall);
        let cpu = seconds(&take.cpu);
        let (spread, tail) = (relative(&wall), tail(&wall));
        let of_cpu = |figure: fn(&[f64]) -> f64| (!cpu.is_empty()).then(|| figure(&cpu));
        Self {
            kind,
            samples: wall.len(),
            median_s: median(&wall),
            spread,
            tail,
            cpu_spread: of_cpu(relative),
            score: round(score(spread, tail)),
            resolvable: Resolvable {
                pairs: PAIRS,
                wall: resolvable(&wall),
                cpu: of_cpu(resolvable),
            },
        }
    }
}

pub(super) fn overall(kinds: &[KindNoise]) -> f64 {
    let weighed = kinds
        .iter()
        .map(|kind| (kind.kind, score(kind.spread, kind.tail)));
    weighted(weighed)
}

/// The score of one quarter of the time.
pub(super) fn of_quarter(takes: &Takes, quarter: usize) -> f64 {
    weighted(takes.iter().map(|(kind, take)| {
        let length = take.wall.len();
        let part = seconds(&take.wall[length * quarter / 4..length * (quarter + 1) / 4]);
        (*kind, score(relative(&part), tail(&part)))
    }))
}

fn weighted(scores: impl Iterator<Item = (Kind, f64)>) -> f64 {
    let (sum, weights) = scores.fold((0.0, 0.0), |(sum, weights), (kind, score)| {
        (sum + weight(kind) * score, weights + weight(kind))
    });
    if weights > 0.0 {
        sum / weights
    } else {
        f64::NAN
    }
}

fn weight(kind: Kind) -> f64 {
    match kind {
        Kind::Integer | Kind::Memory => 0.3,
        Kind::PageFaults => 0.2,
        Kind::WakeUp | Kind::ContextSwitch => 0.1,
    }
}

fn score(spread: f64, tail: f64) -> f64 {
    let noise = spread.hypot(0.1 * (tail - 1.0).max(0.0));
    (100.0 - 100.0 / 3.0 * (1.0 + noise / 0.01).log10()).max(0.0)
}

fn relative(samples: &[f64]) -> f64 {
    deviation(samples) / median(samples)
}

fn tail(samples: &[f64]) -> f64 {
    let sorted = sorted(samples);
    quantile(&sorted, 0.99) / quantile(&sorted, 0.5)
}

/// From neighbours, as interleaved rounds pair them: slow changes of the machine cancel.
fn resolvable(samples: &[f64]) -> f64 {
    let ratios: Vec<f64> = samples
        .chunks_exact(2)
        .map(|pair| (pair[0] / pair[1]).ln())
        .collect();
    POWER * OF_MEDIAN * deviation(&ratios) / f64::from(PAIRS).sqrt()
}

#[allow(clippy::cast_precision_loss, reason = "nanoseconds of milliseconds")]
fn seconds(nanoseconds: &[u64]) -> Vec<f64> {
    nanoseconds.iter().map(|time| *time as f64 / 1e9).collect()
}

/// One decimal: the next one changes from call to call.
pub(super) fn round(score: f64) -> f64 {
    (score * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Shuffler;

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{found}, not {expected}"
        );
    }

    /// Normal times with a known standard deviation: sums of twelve uniform numbers.
    fn normal(seed: u64, count: usize, sd: f64) -> Vec<u64> {
        let mut random = Shuffler::new(seed);
        let mut deviate = || (0..12).map(|_| random.below(1_000_000)).sum::<usize>();
        let millions = |sum: usize| u32::try_from(sum).map_or(0.0, f64::from) / 1e6 - 6.0;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "near 1e6"
        )]
        let time = |deviate: f64| (1e6 * (1.0 + sd * deviate)) as u64;
        (0..count).map(|_| time(millions(deviate()))).collect()
    }

    fn of(wall: Vec<u64>) -> KindNoise {
        KindNoise::of(
            Kind::Integer,
            &Take {
                cpu: wall.clone(),
                wall,
            },
        )
    }

    #[test]
    fn the_formula_gives_the_published_points() {
        for (spread, expected) in [
            (0.0, 100.0),
            (0.01, 90.0),
            (0.1, 65.3),
            (1.0, 33.2),
            (100.0, 0.0),
        ] {
            near(score(spread, 1.0), expected, 0.1);
        }
        near(score(0.0, 2.0), score(0.1, 1.0), 1e-9);
    }

    #[test]
    fn a_known_spread_is_found_and_what_it_resolves() {
        let noise = of(normal(3, 4000, 0.02));
        near(noise.spread, 0.02, 0.001);
        near(noise.tail, 1.0 + 2.326 * 0.02, 0.01);
        // √2 · 2 % per pair, 30 pairs, by hand.
        near(
            noise.resolvable.wall,
            2.8 * 1.2533 * 0.02 * 2.0_f64.sqrt() / 30.0_f64.sqrt(),
            0.002,
        );
    }

    #[test]
    fn the_score_hardly_moves_from_one_taking_to_the_next() {
        let scores: Vec<f64> = (0..50)
            .map(|seed| of(normal(seed, 340, 0.03)).score)
            .collect();
        let sorted = sorted(&scores);
        assert!(sorted[49] - sorted[0] < 8.0, "{sorted:?}");
    }

    #[test]
    fn interruptions_cost_points_though_most_samples_are_alike() {
        let mut times = normal(1, 400, 0.005);
        let quiet = of(times.clone()).score;
        times.iter_mut().step_by(20).for_each(|time| *time *= 4);
        assert!(of(times).score < quiet - 20.0);
    }

    #[test]
    fn slow_drift_costs_points_but_not_resolution() {
        let drifting: Vec<u64> = normal(5, 1000, 0.001)
            .iter()
            .zip(0..)
            .map(|(time, place): (&u64, u64)| time + place * 300)
            .collect();
        let noise = of(drifting);
        assert!(noise.spread > 0.05);
        assert!(noise.resolvable.wall < 0.002, "{}", noise.resolvable.wall);
    }
}
