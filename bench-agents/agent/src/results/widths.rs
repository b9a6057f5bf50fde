//! How narrow the intervals of the variants are.

use super::collected::Track;
use super::end::End;
use crate::statistics;
use crate::suite::matrix::Variant;
use crate::suite::{Manifest, Narrowing, Noise};

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

    pub(crate) fn is_narrow(&self, width: &Width) -> bool {
        width.half_width.is_some_and(|half| half <= self.narrow)
    }
}
