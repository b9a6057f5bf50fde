//! `suite.toml` → validated types; everything the agent knows about a suite.

mod check;
mod error;
mod goal;
mod goal_validation;
mod pace_validation;
mod placeholders;
mod profile_group;
mod validation;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub(crate) use check::Check;
pub(crate) use error::ManifestError;
pub(crate) use goal::{Comparison, Goal};
pub(crate) use placeholders::fill;
pub(crate) use profile_group::ProfileGroup;

use crate::measure::{ForeignRules, Narrowing};
use crate::precautions::PinSection;
use crate::scalar::Scalar;

/// The value in a parameter list that stands for this machine's core count.
pub(crate) const CORES: &str = "cores";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) summary: String,
    #[serde(default)]
    pub(crate) language: String,
    /// Further folders whose files belong to the suite's sources, such as a server it drives.
    #[serde(default)]
    pub(crate) sources: Vec<PathBuf>,
    /// The built program that stands for what scripts run; without it nothing stands for them.
    pub(crate) program: Option<PathBuf>,
    pub(crate) version: Step,
    #[serde(default)]
    pub(crate) needs: Vec<Need>,
    #[serde(default)]
    pub(crate) build: Vec<Step>,
    #[serde(default)]
    pub(crate) prepare: Vec<Preparation>,
    #[serde(default)]
    pub(crate) metrics: BTreeMap<String, Metric>,
    #[serde(default)]
    pub(crate) modes: Modes,
    /// Which processors its programs are kept on, if nobody says otherwise.
    #[serde(default)]
    pub(crate) pin: PinSection,
    #[serde(rename = "benchmark")]
    pub(crate) benchmarks: Vec<Benchmark>,
    #[serde(rename = "goal", default)]
    pub(crate) goals: Vec<Goal>,
    #[serde(default)]
    pub(crate) foreign: ForeignRules,
    /// Functions that profiles count together.
    #[serde(rename = "profile_group", default)]
    pub(crate) profile_groups: Vec<ProfileGroup>,
    /// The folder that holds `suite.toml`; every command runs in it.
    #[serde(skip)]
    pub(crate) folder: PathBuf,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    pub(crate) command: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Need {
    pub(crate) command: Vec<String>,
    #[serde(default)]
    pub(crate) hint: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Preparation {
    pub(crate) command: Vec<String>,
    pub(crate) modes: Option<Vec<Mode>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Metric {
    pub(crate) unit: String,
    pub(crate) direction: Direction,
    pub(crate) noise: Noise,
    #[serde(default)]
    pub(crate) summary: String,
    #[serde(default, skip_serializing)]
    pub(crate) source: Source,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Direction {
    Lower,
    Higher,
    Unknown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Noise {
    Sampled,
    Exact,
}

/// Who knows the number: the program's own output, or the agent that watched the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Source {
    #[default]
    Stdout,
    Process,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mode {
    #[default]
    Quick,
    Full,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Benchmark {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) summary: String,
    pub(crate) command: Vec<String>,
    #[serde(default)]
    pub(crate) env: BTreeMap<String, String>,
    pub(crate) metrics: Vec<String>,
    /// Each parameter's values, in the order of the manifest.
    #[serde(default)]
    pub(crate) parameters: toml::Table,
    #[serde(default)]
    pub(crate) sweep: Vec<String>,
    /// Values that tell which variant runs twice per round; otherwise the first.
    #[serde(default)]
    pub(crate) again: BTreeMap<String, Scalar>,
    #[serde(default)]
    pub(crate) check: Check,
    /// What single variants need beyond the suite's needs; `{parameter}` works in the commands.
    #[serde(default)]
    pub(crate) needs: Vec<Need>,
    /// No more rounds than this, and no warm-up: for metrics that one sample tells exactly.
    pub(crate) rounds: Option<usize>,
    pub(crate) timeout_seconds: Option<f64>,
    pub(crate) modes: Option<Vec<Mode>>,
}

impl Manifest {
    /// Reads and validates the manifest of the suite in `folder`.
    pub(crate) fn read(folder: &Path) -> Result<Self, ManifestError> {
        let path = folder.join("suite.toml");
        let text = std::fs::read_to_string(&path).map_err(|source| ManifestError::Unreadable {
            path: path.clone(),
            source,
        })?;
        Self::parse(&text, folder)
    }

    pub(crate) fn parse(text: &str, folder: &Path) -> Result<Self, ManifestError> {
        let path = folder.join("suite.toml");
        let mut manifest: Self = toml::from_str(text).map_err(|source| ManifestError::Syntax {
            path: path.clone(),
            source: Box::new(source),
        })?;
        folder.clone_into(&mut manifest.folder);
        validation::validate(&manifest).map_err(|fault| ManifestError::Invalid { path, fault })?;
        Ok(manifest)
    }

    pub(crate) fn pace(&self, mode: Mode) -> Pace {
        let declared = match mode {
            Mode::Quick => self.modes.quick.as_ref(),
            Mode::Full => self.modes.full.as_ref(),
        };
        declared.cloned().unwrap_or_else(|| Pace::default_for(mode))
    }

    /// A declared metric, or one that the agent measures itself.
    pub(crate) fn metric(&self, name: &str) -> Option<Metric> {
        self.metrics
            .get(name)
            .cloned()
            .or_else(|| crate::measure::built_in(name))
    }
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

    fn default_for(mode: Mode) -> Self {
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

impl Preparation {
    pub(crate) fn is_for(&self, mode: Mode) -> bool {
        self.modes
            .as_ref()
            .is_none_or(|modes| modes.contains(&mode))
    }
}

impl Benchmark {
    pub(crate) fn is_for(&self, mode: Mode) -> bool {
        self.modes
            .as_ref()
            .is_none_or(|modes| modes.contains(&mode))
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
