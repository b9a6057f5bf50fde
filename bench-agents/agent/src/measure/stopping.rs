//! When rounds end: every interval is narrow enough, all rounds are done, or the time is spent.
//!
//! Who stops as soon as an interval happens to be narrow stops on the lucky ones: they hold the true
//! median less often than they say. So intervals are looked at only at fixed check points, each a
//! quarter further than the one before, and must be narrow at two of them in a row. All variants
//! stop together: their rounds stay pairs, and no variant chooses its own moment.

use super::collected::Track;
use crate::manifest::{Manifest, Noise};
use crate::matrix::Variant;
use crate::statistics;

/// How narrow is narrow enough.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Narrowing {
    /// Half width of the 95 % interval of a variant's median, as a ratio.
    pub(crate) narrow: f64,
    /// Instead of each benchmark's first metric.
    pub(crate) metric: Option<String>,
    pub(crate) fewest_rounds: usize,
}

/// Why measuring ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum End {
    Narrow,
    #[default]
    Rounds,
    Budget,
}

impl End {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Narrow => "narrow",
            Self::Rounds => "rounds",
            Self::Budget => "budget",
        }
    }
}

/// A variant's interval at the end.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Width {
    pub(crate) metric: String,
    pub(crate) half_width: Option<f64>,
}

impl Narrowing {
    /// The interval that counts for a variant; nothing for those that failed or only count exactly.
    pub(crate) fn width(
        &self,
        manifest: &Manifest,
        variant: &Variant,
        track: &Track,
    ) -> Option<Width> {
        let benchmark = &manifest.benchmarks[variant.benchmark];
        if track.failure.is_some() || benchmark.rounds.is_some() {
            return None;
        }
        let is_sampled = |name: &&String| {
            let metric = manifest.metric(name);
            track.samples.contains_key(*name)
                && metric.is_some_and(|metric| metric.noise == Noise::Sampled)
        };
        let chosen = benchmark
            .metrics
            .iter()
            .find(|name| Some(*name) == self.metric.as_ref());
        let metric = chosen
            .filter(is_sampled)
            .or_else(|| benchmark.metrics.iter().find(is_sampled))?;
        let estimate = statistics::estimate(track.weighed(metric).iter().flatten().copied());
        Some(Width {
            metric: metric.clone(),
            half_width: estimate.and_then(|estimate| estimate.half_width()),
        })
    }

    /// Why measuring ended for a variant of a run that ended by `end`.
    pub(crate) fn reason(&self, width: &Width, end: End) -> End {
        if self.is_narrow(width) {
            End::Narrow
        } else {
            end
        }
    }

    fn is_narrow(&self, width: &Width) -> bool {
        width.half_width.is_some_and(|half| half <= self.narrow)
    }

    fn are_all_narrow(&self, manifest: &Manifest, variants: &[Variant], tracks: &[Track]) -> bool {
        let pairs = variants.iter().zip(tracks);
        let widths: Vec<Width> = pairs
            .filter_map(|(variant, track)| self.width(manifest, variant, track))
            .collect();
        !widths.is_empty() && widths.iter().all(|width| self.is_narrow(width))
    }
}

/// Remembers the check points.
#[derive(Debug)]
pub(super) struct Watch {
    next: usize,
    was_narrow: bool,
}

impl Watch {
    pub(super) fn new(narrowing: &Narrowing) -> Self {
        Self {
            next: narrowing.fewest_rounds,
            was_narrow: false,
        }
    }

    /// After each recorded round: whether to stop now.
    pub(super) fn is_over(
        &mut self,
        narrowing: &Narrowing,
        rounds: usize,
        manifest: &Manifest,
        variants: &[Variant],
        tracks: &[Track],
    ) -> bool {
        self.checks(rounds, || {
            narrowing.are_all_narrow(manifest, variants, tracks)
        })
    }

    fn checks(&mut self, rounds: usize, is_narrow: impl FnOnce() -> bool) -> bool {
        if rounds < self.next {
            return false;
        }
        self.next = rounds + rounds.div_ceil(4);
        let is_narrow = is_narrow();
        let is_over = is_narrow && self.was_narrow;
        self.was_narrow = is_narrow;
        is_over
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::dice::Dice;
    use crate::statistics::{Weighed, estimate};

    #[test]
    fn check_points_are_a_quarter_apart() {
        let mut watch = Watch {
            next: 10,
            was_narrow: false,
        };
        let mut points = Vec::new();
        for rounds in 1..=40 {
            watch.checks(rounds, || {
                points.push(rounds);
                false
            });
        }
        assert_eq!(points, [10, 13, 17, 22, 28, 35]);
    }

    /// One run that stops by the rule: whether its interval then holds the true median, and the rounds.
    fn stopped(
        dice: &mut Dice,
        fewest: usize,
        narrow: f64,
        draw: fn(&mut Dice) -> f64,
    ) -> (bool, usize) {
        let mut watch = Watch {
            next: fewest,
            was_narrow: false,
        };
        let mut samples = Vec::new();
        loop {
            samples.push(Weighed {
                number: draw(dice).exp(),
                weight: 1.0,
            });
            let half =
                || estimate(samples.iter().copied()).and_then(|estimate| estimate.half_width());
            let is_over = watch.checks(samples.len(), || half().is_some_and(|half| half <= narrow));
            if is_over || samples.len() == 60 {
                let (low, high) = estimate(samples.iter().copied()).unwrap().interval.unwrap();
                return (low <= 1.0 && 1.0 <= high, samples.len());
            }
        }
    }

    /// The intervals of runs that stopped early hold the true median as often as they say.
    #[test]
    fn stopping_early_does_not_spoil_the_intervals() {
        const RUNS: u32 = 800;
        let noises: [fn(&mut Dice) -> f64; 3] = [
            |dice| 0.03 * dice.normal(),
            |dice| 0.03 * (dice.normal().exp() - 1.0),
            |dice| 0.03 * dice.normal() / dice.uniform().sqrt(),
        ];
        let mut dice = Dice::new(93);
        for (noise, draw) in noises.into_iter().enumerate() {
            for (fewest, narrow) in [(6, 0.03), (10, 0.02), (10, 0.014)] {
                let (mut held, mut early) = (0, 0);
                for _ in 0..RUNS {
                    let (is_held, rounds) = stopped(&mut dice, fewest, narrow, draw);
                    held += u32::from(is_held);
                    early += u32::from(rounds < 60);
                }
                let share = f64::from(held) / f64::from(RUNS);
                assert!(
                    early > RUNS / 20,
                    "noise {noise}, {narrow}: {early} stopped early"
                );
                assert!(
                    share >= 0.93,
                    "noise {noise}, {narrow}, from {fewest}: {share}"
                );
            }
        }
    }
}
