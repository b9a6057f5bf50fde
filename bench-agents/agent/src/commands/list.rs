//! `list`: the plan of a run, without running anything.

use std::fmt::Write as _;
use std::process::ExitCode;

use super::cli::SuiteArguments;
use super::{print, sessions};
use crate::measure::second_arms;
use crate::run::session::Session;

pub(crate) fn execute(arguments: &SuiteArguments) -> anyhow::Result<ExitCode> {
    for session in sessions(arguments)? {
        print(&plan(&session))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn plan(session: &Session) -> String {
    let Session { manifest, plan, .. } = session;
    let mut text = format!("{}: {}\n", manifest.name, manifest.summary);
    let again = second_arms(manifest, plan);
    let samples = plan.rounds * (plan.variants.len() + again);
    let _ = writeln!(
        text,
        "{} mode: {} variants, {again} of them twice, {} warm-up, {} rounds, {samples} samples at most",
        plan.mode.name(),
        plan.variants.len(),
        plan.warmup,
        plan.rounds,
    );
    if let Some(seconds) = plan.max_seconds {
        let _ = writeln!(text, "no new round begins after {seconds} s");
    }
    if let Some(narrowing) = &plan.narrowing {
        let _ = writeln!(
            text,
            "after {} rounds, as soon as every interval is within ±{} %, none either",
            narrowing.fewest_rounds,
            narrowing.narrow * 100.0
        );
    }
    for (index, benchmark) in manifest.benchmarks.iter().enumerate() {
        let variants: Vec<_> = plan
            .variants
            .iter()
            .filter(|v| v.benchmark == index)
            .collect();
        if variants.is_empty() {
            continue;
        }
        let metrics = benchmark.metrics.join(", ");
        let _ = writeln!(text, "\n{}  ({metrics})", benchmark.name);
        for variant in variants {
            let _ = writeln!(text, "  {}", variant.label());
        }
    }
    text
}
