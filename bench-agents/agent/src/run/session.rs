//! One run of one suite, from the manifest to the report.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::builder::{Builder, Hindrance};
use super::environment::{Environment, Refusal};
use super::precautions::Precautions;
use crate::base::clock::Watch;
use crate::base::progress::Progress;
use crate::base::scalar::Named;
use crate::machine::{self, Control, Pinning};
use crate::measure::{self, Journal};
use crate::process::sandbox::SandboxError;
use crate::process::{Aftermath, Group, Stop, Stopped};
use crate::profile::{self, Profiled};
use crate::report::assembly::{self, Ingredients};
use crate::report::conditions::Conditions;
use crate::report::subject::{self, Overrides, Place, PlaceError};
use crate::report::{Report, Trigger, vetoed};
use crate::results::Collected;
use crate::statistics::Shuffler;
use crate::suite::filter::Only;
use crate::suite::{Manifest, ManifestError, Mode, NoRelease, Plan, matrix};

/// What the user or the schedule asked for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Request {
    pub(crate) mode: Mode,
    pub(crate) rounds: Option<usize>,
    /// Seconds for the rounds of each suite, instead of the manifest's.
    pub(crate) budget: Option<u64>,
    pub(crate) seed: Option<u64>,
    pub(crate) only: Vec<Only>,
    pub(crate) overrides: Overrides,
    /// Profiles to take after measuring.
    pub(crate) profile: Option<profile::Wanted>,
    /// The agent's name, where it differs from the host's.
    pub(crate) machine: Option<String>,
    pub(crate) precautions: Precautions,
    /// Another memory layout of the build for every round.
    pub(crate) layouts: bool,
    /// The top of the checkout, where the agent made it.
    pub(crate) top: Option<PathBuf>,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum SessionError {
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    #[error(transparent)]
    Release(#[from] NoRelease),
    #[error("suite {suite}: {source}")]
    Place { suite: String, source: PlaceError },
    #[error("suite {suite} has no variant to run in {mode} mode{filter}")]
    NothingToRun {
        suite: String,
        mode: &'static str,
        filter: &'static str,
    },
    #[error("{0}")]
    Pin(String),
    #[error("suite {0} cannot build other memory layouts: its suite.toml has no [layout]")]
    NoLayout(String),
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(
        "suite {suite} has no variant in {mode} mode that fits --profile {selector}; `list` shows them"
    )]
    NothingToProfile {
        suite: String,
        mode: &'static str,
        selector: Only,
    },
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A suite that is ready to be built and measured.
pub(crate) struct Session {
    pub(crate) manifest: Manifest,
    pub(crate) plan: Plan,
    pub(crate) place: Place,
    /// Names this run for ever; also the report's idempotency key.
    pub(crate) run_id: String,
    /// When its turn on the machine came, for a run that is kept; for all others, when prepared.
    pub(crate) started_at: String,
    /// Times of this life of the run.
    watch: Watch,
    /// The seed that was asked for, if one was.
    pub(crate) asked_seed: Option<u64>,
    pub(crate) precautions: Precautions,
    pub(crate) pinning: Pinning,
    profile: Option<profile::Wanted>,
}

/// What came of a session.
pub(crate) struct Completed {
    pub(crate) report: Report,
    pub(crate) collected: Collected,
    /// How measuring ended, what others did, goals and findings.
    pub(crate) conditions: Conditions,
    pub(crate) profiled: Profiled,
    /// The machine's own small report, if the control was taken.
    pub(crate) control: Option<Report>,
    /// What a veto struck out of the report, and why.
    pub(crate) vetoed: Option<Vetoed>,
}

/// A run whose machine was not steady.
pub(crate) struct Vetoed {
    pub(crate) reason: String,
    /// The whole report with its samples, which no longer count.
    pub(crate) document: Vec<u8>,
}

impl Session {
    pub(crate) fn prepare(folder: &Path, request: &Request) -> Result<Self, SessionError> {
        let manifest = Manifest::read_within(folder, request.top.as_deref())?
            .at(request.overrides.commit.as_deref())?
            .apart(request.precautions.confinement.is_on())?;
        let pinning = pinning(&manifest, &request.precautions)?;
        let plan = plan(&manifest, request, pinning.cores())?;
        can_be_profiled(&manifest, &plan, request.profile.as_ref())?;
        let mut place = subject::place(&manifest, &request.overrides).map_err(|source| {
            SessionError::Place {
                suite: manifest.name.clone(),
                source,
            }
        })?;
        if let Some(name) = &request.machine {
            place.machine.clone_from(name);
        }
        let run_id = place.run_id(&manifest.name, plan.seed);
        let watch = Watch::start();
        Ok(Self {
            manifest,
            plan,
            place,
            run_id,
            started_at: watch.now(),
            watch,
            asked_seed: request.seed,
            precautions: request.precautions.clone(),
            pinning,
            profile: request.profile.clone(),
        })
    }

    /// Its turn on the machine has come.
    pub(crate) fn start_now(&mut self) {
        self.watch = Watch::start();
        self.started_at = self.watch.now();
    }

    /// Suite and mode, for those who wait for it.
    pub(crate) fn shown(&self) -> String {
        format!("{} ({})", self.manifest.name, self.plan.mode.name())
    }

    /// Builds, measures and puts the report together. Failures are results, not errors.
    pub(crate) fn run(
        &self,
        trigger: Trigger,
        stop: &Stop,
        progress: &mut Progress,
        journal: &mut Journal,
    ) -> Result<Completed, SessionError> {
        let momentary = machine::momentary();
        let mode = self.plan.mode;
        let mut environment = Environment::begin(&self.precautions, &self.pinning, mode, progress)?;
        let (receipt, collected) =
            self.collect(stop, progress, |manifest, plan, group, stop, progress| {
                environment.before(group, stop, progress)?;
                journal.begin_life(environment.control_before());
                let collected = measure::measure(manifest, plan, group, stop, progress, journal)?;
                environment.after(journal.first_control(), group, stop, progress)?;
                Ok(collected)
            })?;
        let profiled = self.profiled(&environment, &collected, stop, progress);
        let measured = (receipt, collected, profiled);
        Ok(self.completed(measured, &environment, trigger, momentary))
    }

    /// The report of what was measured, and what the control says of it.
    pub(super) fn completed(
        &self,
        (receipt, collected, profiled): (String, Collected, Profiled),
        environment: &Environment,
        trigger: Trigger,
        mut momentary: Named,
    ) -> Completed {
        // Where it differs, a comparison says so as of any other setting.
        momentary.extend(self.precautions.confinement.settings());
        let conditions = Conditions::of(&self.manifest, &self.plan, &collected);
        let mut parts = conditions.parts();
        parts.extend(environment.describe());
        let report = assembly::report(Ingredients {
            run_id: &self.run_id,
            manifest: &self.manifest,
            plan: &self.plan,
            place: &self.place,
            receipt: &receipt,
            collected: &collected,
            profiled: &profiled,
            started_at: self.started_at.clone(),
            // The calendar may have been set back between two lives of a run.
            finished_at: self.watch.now().max(self.started_at.clone()),
            trigger,
            momentary,
            conditions: parts,
        });
        let control = environment.control.as_ref();
        let measured = (collected, conditions, profiled);
        Completed::judged(report, measured, control)
    }

    /// Profiles, if they are wanted of a run that counts.
    fn profiled(
        &self,
        environment: &Environment,
        collected: &Collected,
        stop: &Stop,
        progress: &mut Progress,
    ) -> Profiled {
        let Some(wanted) = &self.profile else {
            return Profiled::default();
        };
        if environment.control.as_ref().is_some_and(Control::is_veto) {
            progress.say("no profiles: the run is vetoed");
            return Profiled::default();
        }
        if self.precautions.confinement.is_on() {
            progress.say("no profiles: what runs in a sandbox is not profiled");
            return Profiled::default();
        }
        progress.profiling(&self.manifest.name);
        let profiled = profile::take(
            wanted,
            &self.manifest,
            &self.plan,
            collected,
            stop,
            progress,
        );
        progress.finished();
        profiled
    }

    /// Builds and runs every variant once.
    pub(crate) fn verify(
        &self,
        stop: &Stop,
        progress: &mut Progress,
    ) -> Result<(String, Collected), SessionError> {
        self.collect(stop, progress, measure::verify)
    }

    fn collect(
        &self,
        stop: &Stop,
        progress: &mut Progress,
        take: impl FnOnce(
            &Manifest,
            &Plan,
            &mut Group,
            &Stop,
            &mut Progress,
        ) -> Result<Collected, Stopped>,
    ) -> Result<(String, Collected), SessionError> {
        let folder = [self.manifest.folder.as_path()].into_iter();
        let mut group = self.precautions.confinement.group(folder, None)?;
        let mut builder = Builder {
            manifest: &self.manifest,
            group: &mut group,
            stop,
            progress,
            aftermath: Aftermath::Kept,
        };
        let outcome = match builder.build(self.plan.mode) {
            Ok(built) => {
                let collected = take(&self.manifest, &self.plan, &mut group, stop, progress);
                collected.map(|collected| (built.receipt, collected))
            }
            Err(Hindrance::Failed(failure)) => {
                let all = Collected::all_failed(self.plan.variants.len(), &failure);
                Ok((String::new(), all))
            }
            Err(Hindrance::Stopped) => Err(Stopped),
        };
        progress.finished();
        Ok(outcome?)
    }
}

/// A selector that fits nothing is a mistake better told before measuring than after.
fn can_be_profiled(
    manifest: &Manifest,
    plan: &Plan,
    wanted: Option<&profile::Wanted>,
) -> Result<(), SessionError> {
    let idle = wanted.and_then(|wanted| wanted.idle(manifest, &plan.variants));
    idle.map_or(Ok(()), |selector| {
        Err(SessionError::NothingToProfile {
            suite: manifest.name.clone(),
            mode: plan.mode.name(),
            selector: selector.clone(),
        })
    })
}

impl Completed {
    fn judged(
        mut report: Report,
        (collected, conditions, profiled): (Collected, Conditions, Profiled),
        control: Option<&Control>,
    ) -> Self {
        let veto = control.filter(|control| control.is_veto());
        let vetoed = veto.map(|control| {
            let document = serde_json::to_vec_pretty(&report).unwrap_or_default();
            vetoed::strike(&mut report, &control.reason);
            Vetoed {
                reason: control.reason.clone(),
                document,
            }
        });
        Self {
            control: control.map(|control| vetoed::of_control(&report, control)),
            report,
            collected,
            conditions,
            profiled,
            vetoed,
        }
    }
}

/// What the command line or the configuration says, else what the suite says.
fn pinning(manifest: &Manifest, precautions: &Precautions) -> Result<Pinning, SessionError> {
    let asked = precautions.pin.clone().map(|pin| (pin, "--pin"));
    let suite = || manifest.pin.cpus.clone().map(|pin| (pin, "suite.toml"));
    Pinning::resolve(asked.or_else(suite)).map_err(SessionError::Pin)
}

fn plan(manifest: &Manifest, request: &Request, cores: usize) -> Result<Plan, SessionError> {
    let pace = manifest.pace(request.mode);
    let mut variants = matrix::variants(manifest, request.mode, cores);
    if !request.only.is_empty() {
        variants.retain(|variant| request.only.iter().any(|only| only.fits(manifest, variant)));
    }
    if variants.is_empty() {
        let filter = if request.only.is_empty() {
            ""
        } else {
            " that fits --only"
        };
        let suite = manifest.name.clone();
        return Err(SessionError::NothingToRun {
            suite,
            mode: request.mode.name(),
            filter,
        });
    }
    if request.layouts && manifest.layout.is_none() {
        return Err(SessionError::NoLayout(manifest.name.clone()));
    }
    Ok(Plan {
        mode: request.mode,
        layouts: request.layouts,
        rounds: request.rounds.unwrap_or(pace.rounds),
        warmup: pace.warmup,
        max_seconds: max_seconds(request, pace.max_seconds),
        narrowing: if request.rounds.is_some() {
            None
        } else {
            pace.narrowing()
        },
        seed: request.seed.unwrap_or_else(Shuffler::fresh_seed),
        variants,
    })
}

/// Rounds asked for by hand are all wanted, unless a budget is asked for too.
fn max_seconds(request: &Request, usual: Option<f64>) -> Option<f64> {
    let asked = request
        .budget
        .map(|budget| Duration::from_secs(budget).as_secs_f64());
    asked.or(usual.filter(|_| request.rounds.is_none()))
}
