//! Variants as what is started: command, time limit, what is expected and wanted of each.

use std::time::Duration;

use super::binary;
use super::sample::{Subject, invocation};
use crate::process::{Finished, Invocation};
use crate::results::Failure;
use crate::suite::matrix::Variant;
use crate::suite::{Manifest, Noise};

/// How a variant is started, and how long it may take.
pub(crate) fn invocation_of(manifest: &Manifest, variant: &Variant) -> (Invocation, Duration) {
    let subject = subject(manifest, variant);
    (subject.invocation, subject.timeout)
}

/// Whether a process of the variant ended well and answered as it must.
pub(crate) fn judge(
    manifest: &Manifest,
    variant: &Variant,
    finished: &Finished,
) -> Result<(), Failure> {
    subject(manifest, variant).judge(finished).map(drop)
}

/// A variant made ready to run.
pub(super) fn subject<'a>(manifest: &'a Manifest, variant: &Variant) -> Subject<'a> {
    let benchmark = &manifest.benchmarks[variant.benchmark];
    let metrics = benchmark.metrics.iter().filter_map(|name| {
        let metric = manifest.metric(name)?;
        Some((name.as_str(), metric.source))
    });
    Subject {
        invocation: invocation(benchmark, &variant.parameters, &manifest.folder),
        counter: None,
        built: binary::quantities(manifest, benchmark, &variant.parameters),
        expected: benchmark.check.expected(&variant.parameters),
        timeout: Subject::timeout_of(benchmark),
        is_watch_decided: false,
        rounds: benchmark.rounds,
        is_exact: benchmark.metrics.iter().all(|name| {
            let metric = manifest.metric(name);
            metric.is_some_and(|metric| metric.noise == Noise::Exact)
        }),
        metrics: metrics.collect(),
    }
}
