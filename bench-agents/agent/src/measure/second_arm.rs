//! Same against same: one variant per benchmark runs twice in every round, so that a run shows what
//! it cannot tell apart.

use crate::results::{SecondArm, Track};
use crate::suite::matrix::Variant;
use crate::suite::{Benchmark, Manifest, Plan};

/// How many second arms a plan has, as far as can be told before anything is run.
pub(crate) fn second_arms(manifest: &Manifest, plan: &Plan) -> usize {
    let tracks = vec![Track::default(); plan.variants.len()];
    planned(manifest, plan, &tracks).len()
}

/// A single round has no pairs to compare.
pub(super) fn planned(manifest: &Manifest, plan: &Plan, tracks: &[Track]) -> Vec<SecondArm> {
    if plan.rounds > 1 {
        arms(manifest, &plan.variants, tracks)
    } else {
        Vec::new()
    }
}

/// The second arms of a plan: per benchmark its chosen variant, or the first that can run here.
fn arms(manifest: &Manifest, variants: &[Variant], tracks: &[Track]) -> Vec<SecondArm> {
    let benchmarks = manifest.benchmarks.iter().enumerate();
    benchmarks
        .filter(|(_, benchmark)| manifest.may_run_twice(benchmark))
        .filter_map(|(index, benchmark)| {
            let able = || {
                let indexed = variants.iter().enumerate();
                indexed.filter(move |(place, variant)| {
                    variant.benchmark == index && tracks[*place].failure.is_none()
                })
            };
            let chosen = able().find(|(_, variant)| is_chosen(benchmark, variant));
            let (variant, _) = chosen.or_else(|| able().next())?;
            Some(SecondArm {
                variant,
                track: Track::default(),
            })
        })
        .collect()
}

fn is_chosen(benchmark: &Benchmark, variant: &Variant) -> bool {
    benchmark
        .again
        .iter()
        .all(|(name, value)| variant.has(name, value))
}
