//! `[foreign]`: when a sample that others disturbed is taken again, and how much it counts.

use serde::Deserialize;

/// `[foreign]` of the manifest.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ForeignRules {
    /// The share of the machine used by others above which a sample is taken again.
    pub(crate) limit: f64,
    /// How often at most, per sample.
    pub(crate) repeat: usize,
    /// The time that repeats may take, as a share of the time of all other samples.
    pub(crate) budget: f64,
}

impl Default for ForeignRules {
    fn default() -> Self {
        Self {
            limit: 0.1,
            repeat: 1,
            budget: 0.2,
        }
    }
}

impl ForeignRules {
    pub(crate) fn is_disturbed(&self, share: Option<f64>) -> bool {
        share.is_some_and(|share| share > self.limit)
    }

    /// 1 up to the limit, then falling as the share rises: half at twice the limit.
    pub(crate) fn weight(&self, share: Option<f64>) -> f64 {
        match share {
            Some(share) if share > self.limit => self.limit / share,
            _ => 1.0,
        }
    }
}
