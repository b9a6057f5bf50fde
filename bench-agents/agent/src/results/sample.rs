//! Every number of one process, by metric.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::recording::Recording;

/// Every number of one process, by metric.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Sample {
    pub(crate) numbers: BTreeMap<String, f64>,
    pub(crate) histograms: BTreeMap<String, Recording>,
    pub(crate) findings: BTreeSet<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) courses: BTreeMap<String, Course>,
    pub(crate) foreign_share: Option<f64>,
    pub(crate) seconds: f64,
    /// What the program answered, and how many processes it left running: of use at once only.
    #[serde(skip)]
    pub(crate) answer: Option<String>,
    #[serde(skip)]
    pub(crate) left_behind: usize,
}

/// How a quantity went within the process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Course {
    /// Since the process began, or since it began to measure; ascending.
    pub(crate) seconds: Vec<f64>,
    pub(crate) values: Vec<f64>,
}

/// What became of disturbed samples.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ForeignTally {
    pub(crate) samples: usize,
    /// Samples too short to tell.
    pub(crate) unknown: usize,
    pub(crate) repeated: usize,
    pub(crate) improved: usize,
    /// Samples above the limit, however they count.
    pub(crate) disturbed: usize,
    pub(crate) down_weighted: usize,
    /// Benchmarks of which a sample was too short to tell: all of their samples count alike.
    pub(crate) alike: Vec<String>,
    pub(crate) given_up: Option<String>,
}
