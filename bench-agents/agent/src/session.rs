//! One run of one suite, from the manifest to the report.

use std::path::Path;

use crate::assembly::{self, Ingredients};
use crate::builder::{Builder, Hindrance};
use crate::clock;
use crate::conditions::Conditions;
use crate::filter::Only;
use crate::hashing::Hasher;
use crate::machine;
use crate::manifest::{Manifest, ManifestError, Mode};
use crate::matrix;
use crate::measure::{self, Collected, Journal, Plan, Shuffler, Stopped};
use crate::process::{Group, Stop};
use crate::progress::Progress;
use crate::report::{Report, Trigger};
use crate::subject::{self, Overrides, Place};

/// What the user or the schedule asked for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Request {
    pub(crate) mode: Mode,
    pub(crate) rounds: Option<usize>,
    pub(crate) seed: Option<u64>,
    pub(crate) only: Vec<Only>,
    pub(crate) overrides: Overrides,
    /// The agent's name, where it differs from the host's.
    pub(crate) machine: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum SessionError {
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    #[error("the sources of {suite} cannot be read: {source}")]
    Sources {
        suite: String,
        source: std::io::Error,
    },
    #[error("suite {suite} has no variant to run in {mode} mode{filter}")]
    NothingToRun {
        suite: String,
        mode: &'static str,
        filter: &'static str,
    },
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
    pub(crate) started_at: String,
}

/// What came of a session.
pub(crate) struct Completed {
    pub(crate) report: Report,
    pub(crate) collected: Collected,
    /// How measuring ended, what others did, goals and findings.
    pub(crate) conditions: Conditions,
}

impl Session {
    pub(crate) fn prepare(folder: &Path, request: &Request) -> Result<Self, SessionError> {
        let manifest = Manifest::read(folder)?;
        let plan = plan(&manifest, request)?;
        let mut place = subject::place(&manifest, &request.overrides).map_err(|source| {
            SessionError::Sources {
                suite: manifest.name.clone(),
                source,
            }
        })?;
        if let Some(name) = &request.machine {
            place.machine.clone_from(name);
        }
        let run_id = run_id(&manifest, &place, plan.seed);
        Ok(Self {
            manifest,
            plan,
            place,
            run_id,
            started_at: clock::now(),
        })
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
        let (receipt, collected) =
            self.collect(stop, progress, |manifest, plan, group, stop, progress| {
                measure::measure(manifest, plan, group, stop, progress, journal)
            })?;
        let conditions = Conditions::of(&self.manifest, &self.plan, &collected);
        let report = assembly::report(Ingredients {
            run_id: &self.run_id,
            manifest: &self.manifest,
            plan: &self.plan,
            place: &self.place,
            receipt: &receipt,
            collected: &collected,
            started_at: self.started_at.clone(),
            trigger,
            momentary,
            conditions: conditions.parts(),
        });
        Ok(Completed {
            report,
            collected,
            conditions,
        })
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
        let mut group = Group::default();
        let mut builder = Builder {
            manifest: &self.manifest,
            group: &mut group,
            stop,
            progress,
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

fn plan(manifest: &Manifest, request: &Request) -> Result<Plan, SessionError> {
    let pace = manifest.pace(request.mode);
    let mut variants = matrix::variants(manifest, request.mode, machine::cores());
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
    Ok(Plan {
        mode: request.mode,
        rounds: request.rounds.unwrap_or(pace.rounds),
        warmup: pace.warmup,
        // Rounds asked for by hand are all wanted.
        max_seconds: if request.rounds.is_some() {
            None
        } else {
            pace.max_seconds
        },
        narrowing: if request.rounds.is_some() {
            None
        } else {
            pace.narrowing()
        },
        seed: request.seed.unwrap_or_else(Shuffler::fresh_seed),
        variants,
    })
}

pub(crate) fn run_id(manifest: &Manifest, place: &Place, seed: u64) -> String {
    let moment = clock::unix_now().as_nanos().to_string();
    let parts = [
        &manifest.name,
        &place.commit.id,
        &place.testbed,
        &place.machine,
        &moment,
    ];
    let hasher = parts.iter().fold(Hasher::default(), |hasher, part| {
        hasher.part(part.as_bytes())
    });
    let mut id = hasher.part(&seed.to_le_bytes()).finish();
    id.truncate(32);
    id
}
