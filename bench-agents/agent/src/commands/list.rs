//! `list`: the plan of a run, without running anything.

use std::fmt::Write as _;
use std::process::ExitCode;

use super::{print, sessions};
use crate::cli::SuiteArguments;
use crate::session::Session;

pub(crate) fn execute(arguments: &SuiteArguments) -> anyhow::Result<ExitCode> {
    for session in sessions(arguments)? {
        print(&plan(&session))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn plan(session: &Session) -> String {
    let Session { manifest, plan, .. } = session;
    let mut text = format!("{}: {}\n", manifest.name, manifest.summary);
    let samples = plan.rounds * plan.variants.len();
    let _ = writeln!(
        text,
        "{} mode: {} variants, {} warm-up, {} rounds, {samples} samples at most",
        plan.mode.name(),
        plan.variants.len(),
        plan.warmup,
        plan.rounds,
    );
    if let Some(seconds) = plan.max_seconds {
        let _ = writeln!(text, "no new round begins after {seconds} s");
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
