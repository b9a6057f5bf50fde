//! Which variants a goal compares.

use std::collections::BTreeMap;

use super::document::{Benchmark, Manifest};
use super::goal::{Goal, Selector};
use super::matrix::{self, Variant};
use super::pace::Mode;
use crate::base::scalar::Scalar;
use crate::machine;

/// The two variants of one row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Comparison {
    pub(crate) contender: Variant,
    pub(crate) baseline: Variant,
}

/// Why a goal has no rows in a mode.
#[derive(Debug, PartialEq)]
pub(crate) enum Unmatched {
    /// No variant of that mode fits.
    None(String),
    /// Several fit where one is meant.
    Several(String),
}

impl Goal {
    /// Who is compared with whom in a mode: per value of `each`, every baseline.
    pub(crate) fn comparisons(
        &self,
        manifest: &Manifest,
        mode: Mode,
    ) -> Result<Vec<Comparison>, Unmatched> {
        let variants = matrix::variants(manifest, mode, machine::cores());
        let choice = Choice {
            manifest,
            variants: &variants,
        };
        let mut rows = Vec::new();
        for shared in self.shared_values(&choice) {
            let contender = choice.only(&self.contender, &shared)?;
            for baseline in &self.baselines {
                let baseline = choice.only(baseline, &shared)?.clone();
                let contender = contender.clone();
                rows.push(Comparison {
                    contender,
                    baseline,
                });
            }
        }
        if rows.is_empty() {
            return Err(Unmatched::None(no_variant(&self.contender)));
        }
        Ok(rows)
    }

    /// The values of `each` that the contender is measured with, in the order of the manifest.
    fn shared_values(&self, choice: &Choice) -> Vec<BTreeMap<String, Scalar>> {
        let mut found = Vec::new();
        for variant in choice.fitting(&self.contender, &BTreeMap::new()) {
            let named = variant.parameters.iter().cloned();
            let shared: BTreeMap<String, Scalar> =
                named.filter(|(name, _)| self.each.contains(name)).collect();
            if !found.contains(&shared) {
                found.push(shared);
            }
        }
        found
    }
}

/// The variants that selectors choose from.
struct Choice<'a> {
    manifest: &'a Manifest,
    variants: &'a [Variant],
}

impl<'a> Choice<'a> {
    fn fitting(&self, selector: &Selector, shared: &BTreeMap<String, Scalar>) -> Vec<&'a Variant> {
        let wanted = || selector.parameters.iter().chain(shared);
        let fits = |variant: &&Variant| {
            let benchmark: &Benchmark = &self.manifest.benchmarks[variant.benchmark];
            benchmark.name == selector.benchmark
                && wanted().all(|(name, value)| variant.has(name, value))
        };
        self.variants.iter().filter(fits).collect()
    }

    fn only(
        &self,
        selector: &Selector,
        shared: &BTreeMap<String, Scalar>,
    ) -> Result<&'a Variant, Unmatched> {
        match self.fitting(selector, shared).as_slice() {
            [variant] => Ok(*variant),
            [] => Err(Unmatched::None(no_variant(selector))),
            several => Err(Unmatched::Several(candidates(selector, several))),
        }
    }
}

fn no_variant(selector: &Selector) -> String {
    let named = selector.parameters.iter();
    let values: Vec<String> = named
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let text = format!("{} {}", selector.benchmark, values.join(", "));
    format!("no variant is {}", text.trim_end())
}

fn candidates(selector: &Selector, several: &[&Variant]) -> String {
    const SHOWN: usize = 4;
    let labels: Vec<String> = several
        .iter()
        .take(SHOWN)
        .map(|variant| variant.label())
        .collect();
    let rest = if several.len() > SHOWN { "; …" } else { "" };
    format!(
        "{} variants of {} fit: {}{rest}; name more parameters, or list one in each",
        several.len(),
        selector.benchmark,
        labels.join("; ")
    )
}
