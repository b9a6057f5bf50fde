//! When rounds end: every interval is narrow enough, all rounds are done, or the time is spent.
//!
//! Who stops as soon as an interval happens to be narrow stops on the lucky ones: they hold the true
//! median less often than they say. So intervals are looked at only at fixed check points, each a
//! quarter further than the one before, and must be narrow at two of them in a row. All variants
//! stop together: their rounds stay pairs, and no variant chooses its own moment.
//!
//! Goals come first: while one is not decided the rounds go on, and the variants of those that are
//! need no narrow levels, since drift widens levels that ratios do not see.

use super::collected::Track;
use super::plan::Plan;
use crate::goals::{self, Standing};
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

    /// What a look at the rounds so far says: nothing while something is to be waited for, else how
    /// the goals stand.
    fn look(&self, manifest: &Manifest, plan: &Plan, tracks: &[Track]) -> Option<Standing> {
        let standing = goals::standing(manifest, plan.mode, &plan.variants, tracks);
        let mut has_width = !standing.decided.is_empty();
        for (index, variant) in plan.variants.iter().enumerate() {
            let Some(width) = self.width(manifest, variant, &tracks[index]) else {
                continue;
            };
            if !standing.decided.contains(&index) && !self.is_narrow(&width) {
                return None;
            }
            has_width = true;
        }
        (has_width && !standing.is_open).then_some(standing)
    }

    /// Benchmarks that want so many rounds get them before rounds may end early.
    fn first_look(&self, manifest: &Manifest, plan: &Plan) -> usize {
        let wanted = plan
            .variants
            .iter()
            .filter_map(|variant| manifest.benchmarks[variant.benchmark].rounds);
        wanted.fold(self.fewest_rounds, usize::max).min(plan.rounds)
    }
}

/// Remembers the check points.
#[derive(Debug)]
pub(super) struct Watch {
    next: usize,
    /// What the look before this one said.
    before: Option<Standing>,
}

impl Watch {
    pub(super) fn new(narrowing: &Narrowing, manifest: &Manifest, plan: &Plan) -> Self {
        Self::from(narrowing.first_look(manifest, plan))
    }

    fn from(first: usize) -> Self {
        Self {
            next: first,
            before: None,
        }
    }

    /// After each recorded round: whether to stop now.
    pub(super) fn is_over(
        &mut self,
        narrowing: &Narrowing,
        rounds: usize,
        manifest: &Manifest,
        plan: &Plan,
        tracks: &[Track],
    ) -> bool {
        self.checks(rounds, || narrowing.look(manifest, plan, tracks))
    }

    fn checks(&mut self, rounds: usize, look: impl FnOnce() -> Option<Standing>) -> bool {
        if rounds < self.next {
            return false;
        }
        self.next = rounds + rounds.div_ceil(4);
        let now = look();
        let is_over = now.is_some() && now == self.before;
        self.before = now;
        is_over
    }
}

#[cfg(test)]
#[path = "stopping_simulation.rs"]
mod simulation;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goals::Verdict;

    #[test]
    fn check_points_are_a_quarter_apart() {
        let mut watch = Watch::from(10);
        let mut points = Vec::new();
        for rounds in 1..=40 {
            watch.checks(rounds, || {
                points.push(rounds);
                None
            });
        }
        assert_eq!(points, [10, 13, 17, 22, 28, 35]);
    }

    #[test]
    fn two_looks_must_say_the_same() {
        let said = |verdict| {
            Some(Standing {
                verdicts: vec![verdict],
                ..Standing::default()
            })
        };
        let mut watch = Watch::from(10);
        let looks = [
            (10, said(Verdict::Met)),
            (13, None),
            (17, said(Verdict::Met)),
            (22, said(Verdict::NotMet)),
            (28, said(Verdict::NotMet)),
        ];
        let over = looks.map(|(rounds, look)| watch.checks(rounds, || look));
        assert_eq!(over, [false, false, false, false, true]);
    }
}
