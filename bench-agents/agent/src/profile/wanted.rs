//! Which variants are profiled, and how.

use super::sampler::Stacks;
use crate::suite::Manifest;
use crate::suite::filter::Only;
use crate::suite::matrix::Variant;

/// What the user asked for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wanted {
    /// Which variants; none named means every one that is not just counted in a simulator.
    pub(crate) selectors: Vec<Only>,
    pub(crate) stacks: Stacks,
    /// The thread's name becomes the outermost frame.
    pub(crate) by_thread: bool,
}

impl Wanted {
    /// The first selector that no variant of the plan fits.
    pub(crate) fn idle(&self, manifest: &Manifest, variants: &[Variant]) -> Option<&Only> {
        let fits = |only: &&Only| variants.iter().any(|variant| only.fits(manifest, variant));
        self.selectors.iter().find(|only| !fits(only))
    }

    pub(super) fn chooses(&self, manifest: &Manifest, variant: &Variant) -> bool {
        if self.selectors.is_empty() {
            let benchmark = &manifest.benchmarks[variant.benchmark];
            return benchmark.rounds.is_none() || manifest.counts_inside(benchmark);
        }
        let mut selectors = self.selectors.iter();
        selectors.any(|only| only.fits(manifest, variant))
    }
}

pub(super) fn full_name(manifest: &Manifest, variant: &Variant) -> String {
    let benchmark = &manifest.benchmarks[variant.benchmark].name;
    let label = variant.label();
    if label.is_empty() {
        benchmark.clone()
    } else {
        format!("{benchmark}, {label}")
    }
}
