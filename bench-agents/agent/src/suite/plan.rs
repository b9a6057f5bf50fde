//! What a run is to measure.

use std::collections::BTreeSet;

use super::matrix::Variant;
use super::{Manifest, Mode, Narrowing};

/// What is to be measured, how often, in which order.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) mode: Mode,
    pub(crate) rounds: usize,
    pub(crate) warmup: usize,
    pub(crate) max_seconds: Option<f64>,
    /// When rounds may end early.
    pub(crate) narrowing: Option<Narrowing>,
    pub(crate) seed: u64,
    /// Every round measures another memory layout of the build.
    pub(crate) layouts: bool,
    pub(crate) variants: Vec<Variant>,
}

impl Plan {
    /// Every metric that one of its variants asks for.
    pub(crate) fn metrics<'a>(&self, manifest: &'a Manifest) -> BTreeSet<&'a str> {
        let variants = self.variants.iter();
        variants
            .map(|variant| &manifest.benchmarks[variant.benchmark])
            .flat_map(|benchmark| benchmark.metrics.iter().map(String::as_str))
            .collect()
    }
}

#[cfg(test)]
impl Plan {
    /// Six quick rounds of these variants.
    pub(crate) fn of(variants: Vec<Variant>) -> Self {
        Self {
            mode: Mode::Quick,
            rounds: 6,
            warmup: 0,
            max_seconds: None,
            narrowing: None,
            seed: 1,
            layouts: false,
            variants,
        }
    }
}
