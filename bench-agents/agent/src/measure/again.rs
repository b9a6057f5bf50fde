//! Same against same: one variant per benchmark runs twice in every round, so that a run shows what
//! it cannot tell apart.

use super::collected::Track;
use super::plan::Plan;
use crate::manifest::{Benchmark, Manifest, Noise};
use crate::matrix::Variant;

/// The second arm of a variant; its track is kept apart from the first one's.
#[derive(Debug, Clone)]
pub(crate) struct Again {
    /// Index into the plan's variants.
    pub(crate) variant: usize,
    pub(crate) track: Track,
}

/// How many second arms a plan has, as far as can be told before anything is run.
pub(crate) fn second_arms(manifest: &Manifest, plan: &Plan) -> usize {
    let tracks = vec![Track::default(); plan.variants.len()];
    planned(manifest, plan, &tracks).len()
}

/// A single round has no pairs to compare.
pub(super) fn planned(manifest: &Manifest, plan: &Plan, tracks: &[Track]) -> Vec<Again> {
    if plan.rounds > 1 {
        arms(manifest, &plan.variants, tracks)
    } else {
        Vec::new()
    }
}

/// The second arms of a plan: per benchmark its chosen variant, or the first that can run here.
fn arms(manifest: &Manifest, variants: &[Variant], tracks: &[Track]) -> Vec<Again> {
    let benchmarks = manifest.benchmarks.iter().enumerate();
    benchmarks
        .filter(|(_, benchmark)| may_run_twice(manifest, benchmark))
        .filter_map(|(index, benchmark)| {
            let able = || {
                let indexed = variants.iter().enumerate();
                indexed.filter(move |(place, variant)| {
                    variant.benchmark == index && tracks[*place].failure.is_none()
                })
            };
            let chosen = able().find(|(_, variant)| is_chosen(benchmark, variant));
            let (variant, _) = chosen.or_else(|| able().next())?;
            Some(Again {
                variant,
                track: Track::default(),
            })
        })
        .collect()
}

/// Exact counts are the same again by definition, and a single round makes no pairs.
pub(crate) fn may_run_twice(manifest: &Manifest, benchmark: &Benchmark) -> bool {
    let is_sampled = |name: &String| {
        manifest
            .metric(name)
            .is_some_and(|metric| metric.noise == Noise::Sampled)
    };
    benchmark.rounds.is_none_or(|rounds| rounds > 1) && benchmark.metrics.iter().any(is_sampled)
}

fn is_chosen(benchmark: &Benchmark, variant: &Variant) -> bool {
    benchmark
        .again
        .iter()
        .all(|(name, value)| variant.has(name, value))
}
