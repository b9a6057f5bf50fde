//! The results of `wrap` as a report: a suite that was written down nowhere.

use std::fmt::Write as _;
use std::path::Path;

use super::contestant::Contestant;
use super::rounds::{Measured, Run};
use super::{summary, words};
use crate::base::AGENT;
use crate::base::clock::Watch;
use crate::base::hashing::{self, Hasher};
use crate::machine;
use crate::profile::Profiled;
use crate::report::assembly::{self, Ingredients};
use crate::report::subject::{self, Overrides, Place, PlaceError};
use crate::report::{Report, ci};
use crate::results::{Collected, Track};
use crate::suite::matrix::Variant;
use crate::suite::{Manifest, ManifestError, Mode, Plan};

/// How a metric is read off a run.
type Column = (&'static str, fn(&Run) -> Option<f64>);

const METRICS: [Column; 6] = [
    ("wall_time", |run| Some(run.wall_s)),
    ("cpu_time", |run| Some(run.user_s + run.system_s)),
    ("user_time", |run| Some(run.user_s)),
    ("system_time", |run| Some(run.system_s)),
    ("peak_rss", |run| run.peak_bytes.map(bytes)),
    ("foreign_cpu", |run| run.foreign),
];

#[allow(clippy::cast_precision_loss, reason = "sizes below 2^53 are exact")]
fn bytes(count: u64) -> f64 {
    count as f64
}

/// What is to be known beside the runs.
pub(crate) struct Facts<'a> {
    pub(crate) suite: &'a str,
    pub(crate) seed: u64,
    pub(crate) warmup: usize,
    pub(crate) watch: Watch,
    pub(crate) started_at: String,
    pub(crate) place: Place,
}

/// Where the results belong; asked before anything is measured, since it may be unknown.
pub(crate) fn place(
    contestants: &[Contestant],
    suite: &str,
    overrides: &Overrides,
    machine: Option<&str>,
) -> Result<Place, PlaceError> {
    let mut place = subject::place_here(sources(contestants), suite, overrides)?;
    if let Some(name) = machine {
        name.clone_into(&mut place.machine);
    }
    Ok(place)
}

pub(crate) fn report(
    contestants: &[Contestant],
    measured: &[Measured],
    facts: Facts,
) -> Result<Report, ManifestError> {
    let manifest = manifest(contestants, facts.suite)?;
    let mut place = facts.place;
    place.versions = subject::versions(&manifest).unwrap_or_default();
    let rounds = measured
        .iter()
        .map(|measured| measured.runs.len())
        .max()
        .unwrap_or(0);
    let plan = Plan {
        mode: Mode::Quick,
        rounds,
        warmup: facts.warmup,
        max_seconds: None,
        narrowing: None,
        seed: facts.seed,
        layouts: false,
        variants: contestants.iter().map(variant).collect(),
    };
    let collected = Collected {
        tracks: measured.iter().map(track).collect(),
        rounds,
        foreign_shares: summary::foreign(measured).into_iter().collect(),
        ..Collected::default()
    };
    let run_id = place.run_id(&manifest.name, plan.seed);
    let mut report = assembly::report(Ingredients {
        run_id: &run_id,
        manifest: &manifest,
        plan: &plan,
        place: &place,
        receipt: AGENT,
        collected: &collected,
        profiled: &Profiled::default(),
        started_at: facts.started_at,
        finished_at: facts.watch.now(),
        trigger: ci::trigger(),
        momentary: machine::momentary(),
        conditions: serde_json::Map::new(),
    });
    // The manifest names no parameter; each outcome tells its own.
    for benchmark in report.benchmarks.values_mut() {
        benchmark.sweep = swept(contestants);
    }
    Ok(report)
}

/// A manifest with one benchmark per command.
fn manifest(contestants: &[Contestant], suite: &str) -> Result<Manifest, ManifestError> {
    let mut text = format!(
        "name = {}\nsummary = \"Commands timed by tidemark-agent wrap\"\n[version]\ncommand = [\"true\"]\n",
        quoted(suite)
    );
    let metrics = METRICS.map(|(name, _)| quoted(name)).join(", ");
    let mut last = None;
    for contestant in contestants
        .iter()
        .filter(|c| last.replace(c.index) != Some(c.index))
    {
        let program = contestant.invocation.name();
        let _ = write!(
            text,
            "[[benchmark]]\nname = {}\nsummary = {}\ncommand = [{}]\nmetrics = [{metrics}]\n",
            quoted(&contestant.benchmark),
            quoted(&contestant.template),
            quoted(&program.replace(['{', '}'], "_")),
        );
    }
    Manifest::parse(&text, Path::new("."))
}

/// A TOML basic string; those of JSON are a part of them.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn variant(contestant: &Contestant) -> Variant {
    Variant {
        benchmark: contestant.index,
        parameters: contestant.parameters.clone(),
    }
}

fn track(measured: &Measured) -> Track {
    let columns = METRICS
        .iter()
        .map(|(name, of)| ((*name).to_owned(), measured.each(of)));
    // Peak memory known of some runs only would tell of the larger ones.
    let known = columns.filter(|(name, numbers)| match name.as_str() {
        "peak_rss" => numbers.iter().all(Option::is_some),
        _ => numbers.iter().any(Option::is_some),
    });
    Track {
        samples: known.collect(),
        weights: vec![1.0; measured.runs.len()],
        ..Track::default()
    }
}

/// The numeric parameters: the axes of the sweep page.
fn swept(contestants: &[Contestant]) -> Vec<String> {
    let first = contestants.first().map(|contestant| &contestant.parameters);
    let named = first.into_iter().flatten();
    let is_number = |name: &String| {
        contestants
            .iter()
            .flat_map(|contestant| &contestant.parameters)
            .all(|(known, value)| {
                known != name || !matches!(value, crate::base::scalar::Scalar::Text(_))
            })
    };
    named
        .map(|(name, _)| name.clone())
        .filter(is_number)
        .collect()
}

/// A hash over the commands and the bytes of the programs that they start.
fn sources(contestants: &[Contestant]) -> String {
    let mut hasher = Hasher::default();
    for contestant in contestants {
        let invocation = &contestant.invocation;
        let program = hashing::file(&invocation.program).unwrap_or_default();
        hasher = hasher
            .part(words::joined(&invocation.arguments).as_bytes())
            .part(program.as_bytes());
    }
    hasher.finish()
}
