//! One goal against one baseline, and what the interval says of it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What a row says. Not resolved and not available are no failures: they are what a run could tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    /// The whole interval is on the right side of the target.
    Met,
    /// The whole interval is on the wrong side.
    NotMet,
    /// The interval holds the target, or there is none.
    NotResolved,
    /// A variant has no numbers.
    NotAvailable,
    /// No target was set: the whole interval is above 1.
    Above,
    Below,
}

impl Verdict {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::NotMet => "not met",
            Self::NotResolved => "not resolved",
            Self::NotAvailable => "not available",
            Self::Above => "more: above 1",
            Self::Below => "less: below 1",
        }
    }

    /// What it is counted as; without a target it matters that there is a difference.
    pub(crate) fn counted_as(self) -> &'static str {
        match self {
            Self::Above | Self::Below => "different",
            other => other.name(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Side {
    pub(crate) benchmark: String,
    pub(crate) parameters: Map<String, Value>,
}

/// One goal against one baseline.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) goal: String,
    pub(crate) metric: String,
    pub(crate) contender: Side,
    pub(crate) baseline: Side,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) at_most: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) at_least: Option<f64>,
    /// Contender / baseline: median over rounds and its 95 % interval.
    #[serde(default)]
    pub(crate) ratio: Option<f64>,
    #[serde(default)]
    pub(crate) low: Option<f64>,
    #[serde(default)]
    pub(crate) high: Option<f64>,
    #[serde(default)]
    pub(crate) pairs: usize,
    pub(crate) verdict: Verdict,
    /// Roughly how many pairs are missing where the row is not resolved.
    #[serde(default)]
    pub(crate) more_pairs: Option<u64>,
    #[serde(default)]
    pub(crate) reason: Option<String>,
}
