//! `[[goal]]`: what a suite wants to reach, as a ratio of two of its variants.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::pace::Mode;
use crate::base::scalar::Scalar;

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Goal {
    pub(crate) name: String,
    pub(crate) metric: String,
    pub(crate) contender: Selector,
    pub(crate) baselines: Vec<Selector>,
    /// Parameters in which both sides agree: one row per value.
    #[serde(default)]
    pub(crate) each: Vec<String>,
    /// Of the ratio contender / baseline. Without either the sign is asked.
    pub(crate) at_most: Option<f64>,
    pub(crate) at_least: Option<f64>,
    pub(crate) modes: Option<Vec<Mode>>,
}

/// A benchmark and the values that tell one of its variants from the others.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Selector {
    pub(crate) benchmark: String,
    #[serde(default)]
    pub(crate) parameters: BTreeMap<String, Scalar>,
}

impl Goal {
    pub(crate) fn is_for(&self, mode: Mode) -> bool {
        self.modes
            .as_ref()
            .is_none_or(|modes| modes.contains(&mode))
    }
}
