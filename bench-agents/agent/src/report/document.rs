//! Report v1: the document that describes a run, as the server takes it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::profile::Profile;
use crate::results::{self, Failure};
use crate::suite::{Ladder, Metric, Mode, Split, Sweep};

pub(crate) const VERSION: u32 = 1;

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) version: u32,
    /// The run's own id: the same report sent twice is stored once.
    pub(crate) idempotency_key: String,
    pub(crate) suite: Suite,
    pub(crate) commit: Commit,
    pub(crate) branch: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) base: Option<ForkPoint>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pull_request: Option<PullRequest>,
    pub(crate) testbed: String,
    pub(crate) machine: Machine,
    pub(crate) environment: Map<String, Value>,
    pub(crate) run: Run,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) tags: BTreeMap<String, String>,
    pub(crate) metrics: BTreeMap<String, Metric>,
    pub(crate) benchmarks: BTreeMap<String, Benchmark>,
    pub(crate) results: Vec<Outcome>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) profiles: Vec<Profile>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) courses: Vec<Course>,
}

/// How a quantity went within one process of a variant.
#[derive(Debug, Serialize)]
pub(crate) struct Course {
    pub(crate) benchmark: String,
    pub(crate) parameters: Map<String, Value>,
    pub(crate) metric: String,
    pub(crate) round: usize,
    #[serde(flatten)]
    pub(crate) points: results::Course,
}

#[derive(Debug, Default, Serialize)]
pub(crate) struct Suite {
    pub(crate) name: String,
    pub(crate) summary: String,
    pub(crate) version: String,
    /// What the server makes pages of, as the manifest says it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) ladders: Vec<Ladder>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) splits: Vec<Split>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) sweeps: Vec<Sweep>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) claims: Vec<toml::Table>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Commit {
    pub(crate) id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) time: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) subject: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) author: Option<Author>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) parents: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) ancestry: Vec<String>,
}

/// The branch that a pull request wants to go to, and the commit at which it left it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct ForkPoint {
    pub(crate) branch: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) commit: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct PullRequest {
    pub(crate) number: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) url: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Author {
    pub(crate) name: String,
    pub(crate) email: String,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Machine {
    pub(crate) name: String,
    pub(crate) fingerprint: Map<String, Value>,
}

#[derive(Debug, Clone, Serialize)]
pub(crate) struct Run {
    pub(crate) started_at: String,
    pub(crate) finished_at: String,
    pub(crate) trigger: Trigger,
    pub(crate) mode: Mode,
    pub(crate) agent: String,
    pub(crate) seed: u64,
    /// The job that it was measured for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) job: Option<JobArm>,
    /// Under which conditions it measured; each part is described where it is made.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub(crate) conditions: Map<String, Value>,
}

/// A job that the server gave out, under which lease, and which of its commits this is.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct JobArm {
    pub(crate) id: u64,
    pub(crate) lease: u64,
    pub(crate) arm: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Trigger {
    Manual,
    Push,
    Schedule,
    PullRequest,
    Job,
}

#[derive(Debug, Serialize)]
pub(crate) struct Benchmark {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) summary: String,
    pub(crate) version_hash: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) sweep: Vec<String>,
    /// In the order of the manifest: the one that matters most first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) metrics: Vec<String>,
}

/// Samples or a histogram of one metric of one variant, or the failure that took their place.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Outcome {
    pub(crate) benchmark: String,
    pub(crate) parameters: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) metric: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) samples: Option<Vec<f64>>,
    /// The round of each sample, from 1: samples of the same round are pairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rounds: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) histogram: Option<Histogram>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) binary_hash: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) failure: Option<Failure>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Histogram {
    encoding: &'static str,
    data: String,
    /// One unit of the recorded integers, in the metric's unit.
    scale: f64,
}

impl Histogram {
    pub(crate) fn new(data: String, scale: f64) -> Self {
        Self {
            encoding: "hdr-v2",
            data,
            scale,
        }
    }
}
