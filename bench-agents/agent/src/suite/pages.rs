//! `[[ladder]]`, `[[split]]`, `[[sweep]]` and `[[claim]]`: what the server makes pages of after each
//! run, without anybody asking. The agent checks that they mean what the suite measures and sends
//! them with the report.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::scalar::Scalar;

/// What was tried for one goal, in order; the first rung is the baseline.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ladder {
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) note: String,
    pub(crate) metric: String,
    /// The benchmark of rungs that name none.
    pub(crate) benchmark: String,
    /// Values that the rungs of this benchmark share unless they say otherwise.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) parameters: BTreeMap<String, Choice>,
    #[serde(rename = "rung")]
    pub(crate) rungs: Vec<Rung>,
}

#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rung {
    pub(crate) label: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) benchmark: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) parameters: BTreeMap<String, Choice>,
    /// What is compared with the ladder without being a step of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) control: bool,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) note: String,
}

/// One value, or several of which the first that was measured counts.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(untagged)]
pub(crate) enum Choice {
    One(Scalar),
    Several(Vec<Scalar>),
}

impl Choice {
    pub(super) fn values(&self) -> &[Scalar] {
        match self {
            Self::One(value) => std::slice::from_ref(value),
            Self::Several(values) => values,
        }
    }
}

/// Two values of a parameter, to be held against each other in every benchmark that has both.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Split {
    pub(crate) name: String,
    pub(crate) parameter: String,
    pub(crate) baseline: Scalar,
    pub(crate) contender: Scalar,
    /// What is weighed; the others stand beside.
    pub(crate) metrics: Vec<String>,
}

/// The value of a swept parameter that holds where nobody sets one.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sweep {
    pub(crate) benchmark: String,
    pub(crate) parameter: String,
    pub(crate) default: Scalar,
}
