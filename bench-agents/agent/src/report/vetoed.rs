//! The report of a run that the control benchmark has vetoed, and the report of the control itself.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::{Benchmark, Outcome, Report, Run, Suite};
use crate::base::AGENT;
use crate::machine::Control;
use crate::results::{Failure, FailureKind};
use crate::suite::{Direction, Metric, Noise, Source};

/// Conclusions from samples that no longer count.
const CONCLUSIONS: [&str; 3] = ["goals", "self_comparison", "findings"];

/// Puts a failure in the place of every variant's results. Variants that failed by themselves keep
/// their own failure: a wrong answer is wrong on any machine.
pub(crate) fn strike(report: &mut Report, reason: &str) {
    let mut told = BTreeSet::new();
    let outcomes = std::mem::take(&mut report.results);
    for outcome in outcomes {
        let has_failed = outcome.metric.is_none() && outcome.failure.is_some();
        if has_failed {
            report.results.push(outcome);
        } else if told.insert((
            outcome.benchmark.clone(),
            json!(outcome.parameters).to_string(),
        )) {
            report.results.push(struck(outcome, reason));
        }
    }
    report.courses.clear();
    for conclusion in CONCLUSIONS {
        report.run.conditions.remove(conclusion);
    }
}

fn struck(outcome: Outcome, reason: &str) -> Outcome {
    Outcome {
        benchmark: outcome.benchmark,
        parameters: outcome.parameters,
        binary_hash: outcome.binary_hash,
        failure: Some(Failure::new(FailureKind::Vetoed, reason)),
        ..Outcome::default()
    }
}

/// The machine's own history: the control's times as a suite of their own, so that a mood of the
/// machine raises no alarm among the results of a suite.
pub(crate) fn of_control(report: &Report, control: &Control) -> Report {
    let results = control.samples.iter().map(|(work, samples)| Outcome {
        benchmark: "control".to_owned(),
        parameters: work_parameter(work),
        metric: Some("control_time".to_owned()),
        samples: Some(samples.clone()),
        // The work is the agent's own: no commit of what it measures changes it.
        binary_hash: Some(benchmark().version_hash),
        ..Outcome::default()
    });
    Report {
        version: report.version,
        idempotency_key: format!("{}-control", report.idempotency_key),
        suite: Suite {
            name: "machine-control".to_owned(),
            summary:
                "fixed work of the agent's own before and after each run: the machine's history"
                    .to_owned(),
            version: AGENT.to_owned(),
            ..Suite::default()
        },
        commit: report.commit.clone(),
        branch: report.branch.clone(),
        base: None,
        pull_request: None,
        testbed: report.testbed.clone(),
        machine: report.machine.clone(),
        environment: Map::new(),
        run: Run {
            conditions: Map::new(),
            ..report.run.clone()
        },
        tags: BTreeMap::new(),
        metrics: [("control_time".to_owned(), metric())].into(),
        benchmarks: [("control".to_owned(), benchmark())].into(),
        results: results.collect(),
        profiles: Vec::new(),
        courses: Vec::new(),
    }
}

fn work_parameter(work: &str) -> Map<String, Value> {
    [("work".to_owned(), json!(work))].into_iter().collect()
}

fn metric() -> Metric {
    Metric {
        unit: "s".to_owned(),
        direction: Direction::Lower,
        noise: Noise::Sampled,
        summary: "CPU time of one unit of fixed work".to_owned(),
        source: Source::Stdout,
    }
}

fn benchmark() -> Benchmark {
    let work = format!(
        "{AGENT} control units of scale {}",
        crate::machine::control::SCALE
    );
    Benchmark {
        summary: "the agent's fixed work".to_owned(),
        version_hash: crate::base::hashing::Hasher::default()
            .part(work.as_bytes())
            .finish(),
        sweep: Vec::new(),
        metrics: Vec::new(),
    }
}
