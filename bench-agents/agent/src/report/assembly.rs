//! From what was collected to the report: the join of suite, machine, commit and samples.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::subject::Place;
use super::{Benchmark, Course, Histogram, Machine, Outcome, Report, Run, Suite, Trigger, VERSION};
use crate::base::scalar::{self, Named, Scalar};
use crate::base::{AGENT, units};
use crate::machine::{Fingerprint, is_counter};
use crate::process::Invocation;
use crate::profile::Profiled;
use crate::results::{Collected, Failure, FailureKind, Track};
use crate::statistics;
use crate::suite::matrix::Variant;
use crate::suite::{Manifest, Plan, sources};

const MOST_COURSES: usize = 400;

/// Everything a report is made of.
pub(crate) struct Ingredients<'a> {
    pub(crate) run_id: &'a str,
    pub(crate) manifest: &'a Manifest,
    pub(crate) plan: &'a Plan,
    pub(crate) place: &'a Place,
    pub(crate) receipt: &'a str,
    pub(crate) collected: &'a Collected,
    pub(crate) profiled: &'a Profiled,
    pub(crate) started_at: String,
    pub(crate) finished_at: String,
    pub(crate) trigger: Trigger,
    /// The machine's momentary state when the run began.
    pub(crate) momentary: Named,
    /// `run.conditions` of the report, part by part.
    pub(crate) conditions: Map<String, Value>,
}

pub(crate) fn report(ingredients: Ingredients) -> Report {
    let Ingredients {
        manifest,
        plan,
        place,
        collected,
        ..
    } = ingredients;
    let fingerprint = Fingerprint::take();
    Report {
        version: VERSION,
        idempotency_key: ingredients.run_id.to_owned(),
        suite: Suite {
            name: manifest.name.clone(),
            summary: manifest.summary.clone(),
            version: ingredients.receipt.to_owned(),
            ladders: manifest.ladders.clone(),
            splits: manifest.splits.clone(),
            sweeps: manifest.sweeps.clone(),
            claims: manifest.claims.clone(),
        },
        commit: place.commit.clone(),
        branch: place.branch.clone(),
        base: place.base.clone(),
        pull_request: place.pull_request.clone(),
        testbed: place.testbed.clone(),
        machine: Machine {
            name: place.machine.clone(),
            fingerprint: scalar::to_object(&fingerprint.flat()),
        },
        environment: environment(
            (manifest, plan),
            collected,
            ingredients.profiled,
            ingredients.momentary,
        ),
        run: Run {
            started_at: ingredients.started_at,
            finished_at: ingredients.finished_at,
            trigger: ingredients.trigger,
            mode: plan.mode,
            agent: AGENT.to_owned(),
            seed: plan.seed,
            job: None,
            conditions: ingredients.conditions,
        },
        tags: place.tags.clone(),
        metrics: metrics(manifest, plan),
        benchmarks: benchmarks(manifest, plan, place),
        results: results(manifest, plan, collected, &place.sources),
        profiles: ingredients.profiled.profiles.clone(),
        courses: courses(manifest, plan, collected),
    }
}

fn environment(
    (manifest, plan): (&Manifest, &Plan),
    collected: &Collected,
    profiled: &Profiled,
    mut facts: Named,
) -> Map<String, Value> {
    facts.push(("rounds".to_owned(), Scalar::from(collected.rounds)));
    if !manifest.language.is_empty() {
        facts.push((
            "language".to_owned(),
            Scalar::from(manifest.language.as_str()),
        ));
    }
    if let Some(median) = statistics::median(&collected.foreign_shares) {
        facts.push(("foreign_cpu_median".to_owned(), Scalar::from(median)));
    }
    if plan.layouts {
        let said = Scalar::from("another for each round");
        facts.push(("memory_layout".to_owned(), said));
    }
    facts.extend(collected.counter_facts.iter().cloned());
    if let Some(reason) = &profiled.unavailable {
        let sentence = format!("not available: {reason}");
        facts.push(("profiles".to_owned(), Scalar::from(sentence)));
    }
    scalar::to_object(&facts)
}

fn metrics(manifest: &Manifest, plan: &Plan) -> BTreeMap<String, crate::suite::Metric> {
    let used = plan
        .variants
        .iter()
        .flat_map(|v| &manifest.benchmarks[v.benchmark].metrics);
    used.filter_map(|name| Some((name.clone(), manifest.metric(name)?)))
        .collect()
}

fn benchmarks(manifest: &Manifest, plan: &Plan, place: &Place) -> BTreeMap<String, Benchmark> {
    let used = plan
        .variants
        .iter()
        .map(|variant| &manifest.benchmarks[variant.benchmark]);
    used.map(|benchmark| {
        let described = Benchmark {
            summary: benchmark.summary.clone(),
            version_hash: place
                .versions
                .get(&benchmark.name)
                .cloned()
                .unwrap_or_default(),
            sweep: benchmark.sweep.clone(),
            metrics: benchmark.metrics.clone(),
        };
        (benchmark.name.clone(), described)
    })
    .collect()
}

fn results(manifest: &Manifest, plan: &Plan, collected: &Collected, sources: &str) -> Vec<Outcome> {
    let mut hashes = BTreeMap::new();
    let pairs = plan.variants.iter().zip(&collected.tracks);
    pairs
        .flat_map(|(variant, track)| {
            let hash = hashes.entry(variant.benchmark).or_insert_with(|| {
                let command = &manifest.benchmarks[variant.benchmark].command;
                sources::binary_hash(
                    &Invocation::new(command, &manifest.folder),
                    manifest.program.as_deref(),
                    sources,
                )
            });
            of_variant(manifest, variant, track, hash.as_deref())
        })
        .collect()
}

/// One process of each variant stands for all; the server takes no more courses than these.
fn courses(manifest: &Manifest, plan: &Plan, collected: &Collected) -> Vec<Course> {
    let pairs = plan.variants.iter().zip(&collected.tracks);
    let told = pairs.flat_map(|(variant, track)| {
        let told = track.courses.iter();
        told.map(move |(metric, (round, points))| Course {
            benchmark: manifest.benchmarks[variant.benchmark].name.clone(),
            parameters: scalar::to_object(&variant.parameters),
            metric: metric.clone(),
            round: *round,
            points: points.clone(),
        })
    });
    told.take(MOST_COURSES).collect()
}

fn of_variant(
    manifest: &Manifest,
    variant: &Variant,
    track: &Track,
    binary_hash: Option<&str>,
) -> Vec<Outcome> {
    let benchmark = &manifest.benchmarks[variant.benchmark];
    let blank = || Outcome {
        benchmark: benchmark.name.clone(),
        parameters: scalar::to_object(&variant.parameters),
        metric: None,
        samples: None,
        rounds: None,
        histogram: None,
        binary_hash: binary_hash.map(str::to_owned),
        failure: None,
    };
    if let Some(failure) = &track.failure {
        // Whether one variant or the whole suite lacks something here: it is not available.
        let kind = if failure.is_unavailable() {
            FailureKind::Unavailable
        } else {
            failure.kind
        };
        return vec![Outcome {
            failure: Some(Failure::new(kind, failure.message.clone())),
            ..blank()
        }];
    }
    let measured = track.samples.keys().map(|metric| Outcome {
        metric: Some(metric.clone()),
        samples: Some(track.numbers(metric)),
        rounds: Some(track.rounds(metric)),
        ..blank()
    });
    // Absent counters are said once, in the environment, not per variant.
    let missing = track
        .absent
        .iter()
        .filter(|(metric, _)| !is_counter(metric));
    let absent = missing.map(|(metric, reason)| Outcome {
        metric: Some(metric.clone()),
        failure: Some(Failure::new(FailureKind::Unavailable, reason.clone())),
        ..blank()
    });
    let recorded = track.histograms.iter().map(|(metric, recording)| {
        let unit = manifest.metric(metric).map(|known| known.unit);
        let scale = unit.as_deref().map_or(1.0, units::recorded_scale);
        let histogram = recording.write().map(|data| Histogram::new(data, scale));
        let nothing = || Failure::new(FailureKind::Unavailable, "nothing was recorded");
        Outcome {
            metric: Some(metric.clone()),
            failure: histogram.is_none().then(nothing),
            histogram,
            ..blank()
        }
    });
    let mut outcomes: Vec<Outcome> = measured.chain(recorded).chain(absent).collect();
    // Pages show the metric first that the manifest names first.
    outcomes.sort_by_key(|outcome| {
        let named = |name: &String| Some(name) == outcome.metric.as_ref();
        benchmark.metrics.iter().position(named)
    });
    outcomes
}
