//! How much is measured: modes, rounds, time, and when rounds may end early.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::base::scalar::Scalar;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mode {
    #[default]
    Quick,
    Full,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Modes {
    #[serde(default)]
    pub(crate) quick: Option<Pace>,
    #[serde(default)]
    pub(crate) full: Option<Pace>,
}

/// How much is measured in a mode.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pace {
    pub(crate) rounds: usize,
    #[serde(default)]
    pub(crate) warmup: usize,
    /// No new round begins later than this many seconds after the first warm-up.
    pub(crate) max_seconds: Option<f64>,
    /// Rounds end early where every variant's interval has this half width, as a ratio.
    pub(crate) narrow: Option<f64>,
    /// The metric whose interval that is, instead of each benchmark's first.
    pub(crate) narrow_metric: Option<String>,
    /// Rounds before the intervals are looked at.
    pub(crate) fewest_rounds: Option<usize>,
    /// The values that a parameter is limited to in this mode.
    #[serde(default)]
    pub(crate) only: BTreeMap<String, Vec<Scalar>>,
}

impl Pace {
    /// When rounds may end early, if they may.
    pub(crate) fn narrowing(&self) -> Option<Narrowing> {
        const USUALLY_FEWEST: usize = 10;
        let fewest = self.fewest_rounds.unwrap_or(USUALLY_FEWEST);
        Some(Narrowing {
            narrow: self.narrow?,
            metric: self.narrow_metric.clone(),
            fewest_rounds: fewest.min(self.rounds),
        })
    }

    pub(super) fn default_for(mode: Mode) -> Self {
        let (rounds, max_seconds) = match mode {
            Mode::Quick => (10, 60.0),
            Mode::Full => (20, 900.0),
        };
        Self {
            rounds,
            warmup: 1,
            max_seconds: Some(max_seconds),
            narrow: None,
            narrow_metric: None,
            fewest_rounds: None,
            only: BTreeMap::new(),
        }
    }
}

impl Mode {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Full => "full",
        }
    }
}

/// How narrow is narrow enough.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Narrowing {
    /// Half width of the 95 % interval of a variant's median, as a ratio.
    pub(crate) narrow: f64,
    /// Instead of each benchmark's first metric.
    pub(crate) metric: Option<String>,
    pub(crate) fewest_rounds: usize,
}
