//! How a run was measured, as part of its report: `run.conditions`.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::base::scalar;
use crate::results::goals::{self, Side};
use crate::results::{Collected, End};
use crate::statistics;
use crate::suite::matrix::Variant;
use crate::suite::{Manifest, Noise, Plan};

/// What the server takes at most.
const MOST_RATIOS: usize = 5000;
const MOST_FINDINGS: usize = 5000;
const MOST_GOALS: usize = 2000;

#[derive(Debug, Serialize)]
pub(crate) struct Conditions {
    pub(crate) stopping: Stopping,
    pub(crate) foreign: Foreign,
    pub(crate) self_comparison: Vec<SelfRatio>,
    pub(crate) goals: Vec<goals::Row>,
    pub(crate) findings: Vec<Finding>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Stopping {
    pub(crate) rounds: usize,
    pub(crate) most_rounds: usize,
    pub(crate) reason: End,
    pub(crate) max_seconds: Option<f64>,
    pub(crate) narrow: Option<f64>,
    /// After how many rounds the agent was cut short and went on, each time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) resumed_after_rounds: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) variants: Vec<StoppedVariant>,
}

#[derive(Debug, Serialize)]
pub(crate) struct StoppedVariant {
    #[serde(flatten)]
    pub(crate) variant: Side,
    pub(crate) metric: String,
    pub(crate) half_width: Option<f64>,
    pub(crate) reason: End,
}

#[derive(Debug, Serialize)]
pub(crate) struct Foreign {
    pub(crate) limit: f64,
    pub(crate) median: Option<f64>,
    pub(crate) samples: usize,
    pub(crate) unknown: usize,
    pub(crate) repeated: usize,
    pub(crate) improved: usize,
    pub(crate) disturbed: usize,
    pub(crate) down_weighted: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) alike: Vec<String>,
    pub(crate) given_up: Option<String>,
}

/// One variant against itself: second arm / first arm.
#[derive(Debug, Serialize)]
pub(crate) struct SelfRatio {
    #[serde(flatten)]
    pub(crate) variant: Side,
    pub(crate) metric: String,
    pub(crate) ratio: f64,
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
    pub(crate) pairs: usize,
}

#[derive(Debug, Serialize)]
pub(crate) struct Finding {
    #[serde(flatten)]
    pub(crate) variant: Side,
    pub(crate) text: String,
    pub(crate) samples: usize,
    pub(crate) of: usize,
}

impl Conditions {
    pub(crate) fn of(manifest: &Manifest, plan: &Plan, collected: &Collected) -> Self {
        let mut conditions = Self {
            stopping: stopping(manifest, plan, collected),
            foreign: foreign(manifest, collected),
            self_comparison: self_comparison(manifest, plan, collected),
            goals: goals::judge(manifest, plan, collected),
            findings: findings(manifest, plan, collected),
        };
        conditions.self_comparison.truncate(MOST_RATIOS);
        conditions.findings.truncate(MOST_FINDINGS);
        conditions.goals.truncate(MOST_GOALS);
        conditions
    }

    /// The parts by name, without those that say nothing.
    pub(crate) fn parts(&self) -> Map<String, Value> {
        let Ok(Value::Object(mut parts)) = serde_json::to_value(self) else {
            return Map::new();
        };
        parts.retain(|_, part| part.as_array().is_none_or(|list| !list.is_empty()));
        parts
    }
}

fn side(manifest: &Manifest, variant: &Variant) -> Side {
    Side {
        benchmark: manifest.benchmarks[variant.benchmark].name.clone(),
        parameters: scalar::to_object(&variant.parameters),
    }
}

fn stopping(manifest: &Manifest, plan: &Plan, collected: &Collected) -> Stopping {
    let mut variants = Vec::new();
    for (variant, track) in plan.variants.iter().zip(&collected.tracks) {
        let narrowing = plan.narrowing.as_ref();
        let stopped = narrowing.and_then(|narrowing| {
            let width = narrowing.width(manifest, variant, track)?;
            Some(StoppedVariant {
                variant: side(manifest, variant),
                reason: narrowing.reason(&width, collected.end),
                metric: width.metric,
                half_width: width.half_width,
            })
        });
        variants.extend(stopped);
    }
    Stopping {
        rounds: collected.rounds,
        most_rounds: plan.rounds,
        reason: collected.end,
        max_seconds: plan.max_seconds,
        narrow: plan.narrowing.as_ref().map(|narrowing| narrowing.narrow),
        resumed_after_rounds: collected.resumed_after.clone(),
        variants,
    }
}

fn foreign(manifest: &Manifest, collected: &Collected) -> Foreign {
    let tally = &collected.foreign;
    Foreign {
        limit: manifest.foreign.limit,
        median: statistics::median(&collected.foreign_shares),
        samples: tally.samples,
        unknown: tally.unknown,
        repeated: tally.repeated,
        improved: tally.improved,
        disturbed: tally.disturbed,
        down_weighted: tally.down_weighted,
        alike: tally.alike.clone(),
        given_up: tally.given_up.clone(),
    }
}

fn self_comparison(manifest: &Manifest, plan: &Plan, collected: &Collected) -> Vec<SelfRatio> {
    let mut ratios = Vec::new();
    for arm in &collected.second_arms {
        let variant = &plan.variants[arm.variant];
        for metric in &manifest.benchmarks[variant.benchmark].metrics {
            let is_exact = manifest
                .metric(metric)
                .is_none_or(|metric| metric.noise == Noise::Exact);
            let first = collected.tracks[arm.variant].weighed(metric);
            let found = statistics::ratio(&arm.track.weighed(metric), &first);
            if let (Ok(found), false) = (found, is_exact) {
                let (low, high) = found.interval.unzip();
                ratios.push(SelfRatio {
                    variant: side(manifest, variant),
                    metric: metric.clone(),
                    ratio: found.median,
                    low,
                    high,
                    pairs: found.samples,
                });
            }
        }
    }
    ratios
}

fn findings(manifest: &Manifest, plan: &Plan, collected: &Collected) -> Vec<Finding> {
    let tracks = plan.variants.iter().zip(&collected.tracks);
    let said = tracks.flat_map(|(variant, track)| {
        track.findings.iter().map(move |(text, samples)| Finding {
            variant: side(manifest, variant),
            text: text.clone(),
            samples: *samples,
            of: track.weights.len(),
        })
    });
    said.collect()
}
