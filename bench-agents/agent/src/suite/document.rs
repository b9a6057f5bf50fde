//! `suite.toml` as types: suites, steps, benchmarks.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

use serde::Deserialize;

use super::check::Check;
use super::foreign::ForeignRules;
use super::goal::Goal;
use super::metric::{COUNTED_INSIDE, Metric, Noise, built_in};
use super::pace::{Mode, Modes, Pace};
use super::pages::{Ladder, Split, Sweep};
use super::profile_group::ProfileGroup;
use super::releases::Releases;
use crate::base::disarmed::Disarmed;
use crate::base::git;
use crate::base::scalar::Scalar;
use crate::machine::PinSection;

/// The value in a parameter list that stands for this machine's core count.
pub(crate) const CORES: &str = "cores";

/// Files are dated by a clock that stands still for so long.
const CLOCK_STEP: Duration = Duration::from_millis(20);

/// When the build of a suite began, and how long it took.
#[derive(Debug)]
pub(crate) struct BuildTime {
    pub(crate) began: SystemTime,
    pub(crate) seconds: f64,
}

impl BuildTime {
    /// Nothing of a program that is older than the build, which then had nothing to do for it.
    pub(crate) fn seconds_of(&self, program: Option<&Path>) -> Option<f64> {
        let written = program.and_then(|path| path.metadata().ok()?.modified().ok());
        let is_idle = written.is_some_and(|written| written + CLOCK_STEP < self.began);
        (!is_idle).then_some(self.seconds)
    }
}

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
    /// The files and folders that say how is measured; without it those that a command names.
    pub(crate) harness: Option<Vec<PathBuf>>,
    /// The built program that stands for what scripts run; without it nothing stands for them.
    pub(crate) program: Option<PathBuf>,
    /// It measures releases that it installs by itself, not the commit that is checked out.
    pub(crate) releases: Option<Releases>,
    pub(crate) version: Step,
    #[serde(default)]
    pub(crate) needs: Vec<Need>,
    #[serde(default)]
    pub(crate) build: Vec<Step>,
    /// Builds with the memory layout whose number `TIDEMARK_LAYOUT` holds.
    pub(crate) layout: Option<Step>,
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
    #[serde(rename = "ladder", default)]
    pub(crate) ladders: Vec<Ladder>,
    #[serde(rename = "split", default)]
    pub(crate) splits: Vec<Split>,
    #[serde(rename = "sweep", default)]
    pub(crate) sweeps: Vec<Sweep>,
    /// What was published; the server knows the format and says what is wrong with one.
    #[serde(rename = "claim", default)]
    pub(crate) claims: Vec<toml::Table>,
    /// The folder that holds `suite.toml`; every command runs in it.
    #[serde(skip)]
    pub(crate) folder: PathBuf,
    /// The top of the checkout around it, where the agent made that.
    #[serde(skip)]
    pub(crate) top: Option<PathBuf>,
    /// Its repository, where its configuration is not to run anything.
    #[serde(skip)]
    pub(crate) disarmed: Option<Disarmed>,
    /// Seconds that the build took, once it is done; nothing where there is nothing to build.
    #[serde(skip)]
    pub(crate) built: OnceLock<BuildTime>,
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

impl Manifest {
    /// Where git is asked about the suite.
    pub(crate) fn place(&self) -> git::Place<'_> {
        git::Place {
            folder: &self.folder,
            top: self.top.as_deref(),
            disarmed: self.disarmed.as_ref(),
        }
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
        self.metrics.get(name).cloned().or_else(|| built_in(name))
    }

    /// A library in the program counts what it allocates.
    pub(crate) fn counts_inside(&self, benchmark: &Benchmark) -> bool {
        let is_counted = |name: &String| {
            COUNTED_INSIDE.contains(&name.as_str()) && !self.metrics.contains_key(name)
        };
        benchmark.metrics.iter().any(is_counted)
    }

    /// Exact counts are the same in a second arm by definition, and a single round makes no pairs.
    pub(crate) fn may_run_twice(&self, benchmark: &Benchmark) -> bool {
        let is_sampled = |name: &String| {
            self.metric(name)
                .is_some_and(|metric| metric.noise == Noise::Sampled)
        };
        benchmark.rounds.is_none_or(|rounds| rounds > 1) && benchmark.metrics.iter().any(is_sampled)
    }
}
