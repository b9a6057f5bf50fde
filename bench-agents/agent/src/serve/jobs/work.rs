//! A job from the commits that it names to the reports that it brings.

use std::path::PathBuf;

use serde_json::Value;

use super::desk::Desk;
use crate::base::hashing::Hasher;
use crate::base::progress::Progress;
use crate::delivery::jobs::JobLease;
use crate::delivery::spool::Spool;
use crate::measure::referee::{Case, Evidence, is_too_much, touched};
use crate::process::{Stop, Stopped};
use crate::report::JobArm;
use crate::report::subject::{self, Overrides};
use crate::run::checkouts::{CheckedOut, Checkouts, Wanted};
use crate::run::git::CheckoutError;
use crate::run::journals::Journals;
use crate::run::precautions::Precautions;
use crate::run::refereed::run_refereed;
use crate::run::run_lock::RunLock;
use crate::run::session::{Completed, Request, Session, SessionError};
use crate::run::turns::{TurnsError, run_in_turns};
use crate::suite::Manifest;

/// The arm that a mix is measured as.
const MIX: usize = 1;
/// Hexadecimal: as large as what JSON holds exactly.
const SEED_DIGITS: usize = 12;
/// The kind of jobs that a referee judges.
const PROPOSE: &str = "propose";
const NO_PATCH: &str = "this suite measures releases: there is no source that a patch would change";

/// What programs say where a disk is full, or what one may use of it.
const NO_ROOM: [&str; 2] = ["no space left on device", "disk quota exceeded"];

/// What the agent has, to measure jobs with.
pub(crate) struct Workshop<'a> {
    pub(crate) spool: &'a Spool,
    pub(crate) suites: &'a [PathBuf],
    pub(crate) overrides: &'a Overrides,
    pub(crate) name: &'a str,
    pub(crate) precautions: &'a Precautions,
}

/// What a job brought: keys of its reports and, of a proposal, what it showed.
pub(super) struct Brought {
    pub(super) reports: Vec<String>,
    pub(super) evidence: Option<Value>,
    /// What the second commit moves, where the server asked.
    pub(super) moved: Option<Value>,
}

/// Why a job brought nothing.
#[derive(Debug, thiserror::Error)]
pub(super) enum Mishap {
    /// The same code would fail again: that of one arm, or whatever is asked for.
    #[error("{why}")]
    OfCode { why: String, arm: Option<usize> },
    /// Another machine, or a later time, may do better.
    #[error("{0}")]
    OfMachine(String),
    #[error("stopped")]
    Stopped,
}

impl Mishap {
    fn of_job(why: String) -> Self {
        Self::OfCode { why, arm: None }
    }

    /// The same, of a commit that is known.
    fn at(self, arm: usize) -> Self {
        match self {
            Self::OfCode { why, .. } => Self::OfCode {
                why,
                arm: Some(arm),
            },
            other => other,
        }
    }
}

impl From<Stopped> for Mishap {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<std::io::Error> for Mishap {
    fn from(error: std::io::Error) -> Self {
        Self::OfMachine(error.to_string())
    }
}

impl From<CheckoutError> for Mishap {
    fn from(error: CheckoutError) -> Self {
        match error {
            CheckoutError::Stopped => Self::Stopped,
            CheckoutError::NoCommit { arm, .. } => Self::of_job(error.to_string()).at(arm),
            CheckoutError::Mix(_) => Self::of_job(error.to_string()).at(MIX),
            CheckoutError::Patch(_) | CheckoutError::Leads { .. } => {
                Self::of_job(error.to_string())
            }
            other => Self::OfMachine(other.to_string()),
        }
    }
}

impl From<SessionError> for Mishap {
    fn from(error: SessionError) -> Self {
        match error {
            SessionError::Stopped(_) => Self::Stopped,
            SessionError::Manifest(_)
            | SessionError::Release(_)
            | SessionError::NothingToRun { .. } => Self::of_job(error.to_string()),
            other => Self::OfMachine(other.to_string()),
        }
    }
}

impl From<TurnsError> for Mishap {
    fn from(error: TurnsError) -> Self {
        match error {
            TurnsError::Session(error) => error.into(),
            TurnsError::Scratch(_) => Self::OfMachine(error.to_string()),
            // The same commit would build where there is room.
            TurnsError::Build { .. } if is_full(&error.to_string()) => {
                Self::OfMachine(format!("{error}. Make room on that disk"))
            }
            TurnsError::Build { arm, .. } => Self::of_job(error.to_string()).at(arm),
            TurnsError::Rewritten(_) => Self::of_job(error.to_string()).at(MIX),
        }
    }
}

/// Whether a program said that it found no room on a disk.
fn is_full(words: &str) -> bool {
    let words = words.to_lowercase();
    NO_ROOM.iter().any(|phrase| words.contains(phrase))
}

impl Workshop<'_> {
    /// Measures a job and stores its reports; their keys.
    pub(super) fn measure(
        &self,
        lease: &JobLease,
        desk: &Desk,
        checkouts: &Checkouts,
        stop: &Stop,
        progress: &mut Progress,
    ) -> Result<Brought, Mishap> {
        let (suite, of_releases) = self.suite(&lease.suite)?;
        let commits: Vec<&str> = lease.arms.iter().map(|arm| arm.commit.as_str()).collect();
        progress.say(&format!("fetching {}", commits.join(", ")));
        let wanted = Wanted {
            commits: &commits,
            patch: lease.patch.as_ref(),
            mix: lease.mix.as_ref(),
            before: &lease.before,
            repository: &lease.repository,
            is_fork: lease.is_fork,
            is_clean: lease.kind == PROPOSE,
        };
        let checked = match (of_releases, wanted.patch) {
            (false, _) => checkouts.of(&suite, &wanted, stop)?,
            (true, None) => CheckedOut::of_releases(&suite, commits.len()),
            (true, Some(_)) => return Err(Mishap::of_job(NO_PATCH.to_owned())),
        };
        checked.removed.iter().for_each(|said| progress.say(said));
        if !checked.missing.is_empty() {
            let names = checked.missing.join(", ");
            progress.say(&format!("submodules that could not be fetched: {names}"));
        }
        let what = format!("job {}: {}", lease.id, lease.suite);
        let _lock =
            RunLock::of_machine().acquire(&what, stop, |sentence| progress.say(sentence))?;
        if lease.kind == PROPOSE {
            return self.judged(lease, &checked, checkouts, stop, progress);
        }
        let folders = &checked.folders;
        let mut sessions = Vec::new();
        let mut journals = Vec::new();
        for (arm, folder) in folders.iter().enumerate() {
            let mut request = self.request(lease, arm, of_releases)?;
            request.top = checked.tops.get(arm).cloned();
            let prepared = Session::prepare(folder, &request);
            let mut session = prepared.map_err(|error| Mishap::from(error).at(arm))?;
            let kept = Journals::new(desk.journals(lease.id, arm))?;
            let opened = kept.open(&mut session, false)?;
            opened.said.iter().for_each(|said| progress.say(said));
            journals.push(opened.journal);
            sessions.push(session);
        }
        let completed = run_in_turns(
            &sessions,
            &mut journals,
            || checked.rewritten(MIX),
            stop,
            progress,
        )?;
        Ok(Brought {
            reports: self.reported(lease, completed, stop, progress)?,
            evidence: None,
            moved: checked
                .moved
                .as_ref()
                .and_then(|moved| serde_json::to_value(moved).ok()),
        })
    }

    /// Measures a patch between two turns of its base, with a referee.
    fn judged(
        &self,
        lease: &JobLease,
        checked: &CheckedOut,
        checkouts: &Checkouts,
        stop: &Stop,
        progress: &mut Progress,
    ) -> Result<Brought, Mishap> {
        let arms = (&checked.folders[..], &checked.tops[..]);
        let ([base, patch, _], [base_top, patch_top, _]) = arms else {
            return Err(Mishap::of_job("a proposal has three arms".to_owned()));
        };
        let manifest = Manifest::read_within(base, Some(base_top)).map_err(SessionError::from)?;
        let patched = Manifest::read_within(patch, Some(patch_top)).ok();
        let refusals = touched(
            &manifest,
            patched.as_ref(),
            &checked.changed,
            &checked.within,
        );
        let (completed, evidence) = if refusals.is_empty() {
            let mut sessions = Vec::new();
            for (arm, folder) in checked.folders.iter().enumerate() {
                let mut request = self.request(lease, arm, false)?;
                request.top = checked.tops.get(arm).cloned();
                let prepared = Session::prepare(folder, &request);
                let mut session = prepared.map_err(|error| Mishap::from(error).at(arm))?;
                // each sample of an arm has its counterpart in the others
                session.manifest.foreign.repeat = 0;
                sessions.push(session);
            }
            let plan = &sessions[0].plan;
            let (variants, rounds) = (plan.variants.len(), plan.rounds);
            if is_too_much(variants, rounds) {
                return Err(Mishap::of_job(format!(
                    "{rounds} rounds of {variants} variants are more than a proposal can show: ask \
                     for fewer"
                )));
            }
            let case = Case {
                aim: &lease.aim,
                trees: [base_top, patch_top],
                scratch: checkouts.scratch(),
                shared: checkouts.shared(),
                sandbox: self.precautions.confinement.kind().name(),
            };
            run_refereed(&sessions, &case, stop, progress)?
        } else {
            (Vec::new(), Evidence::refused(refusals))
        };
        let evidence = serde_json::to_value(&evidence);
        Ok(Brought {
            reports: self.reported(lease, completed, stop, progress)?,
            evidence: Some(evidence.map_err(|error| Mishap::OfMachine(error.to_string()))?),
            moved: None,
        })
    }

    /// Stores the reports; their keys.
    fn reported(
        &self,
        lease: &JobLease,
        completed: Vec<Completed>,
        stop: &Stop,
        progress: &mut Progress,
    ) -> Result<Vec<String>, Mishap> {
        let mut keys = Vec::new();
        for (arm, mut completed) in completed.into_iter().enumerate() {
            self.refuse_vetoed(&completed)?;
            completed.report.run.job = Some(JobArm {
                id: lease.id,
                lease: lease.lease,
                arm,
            });
            let key = completed.report.idempotency_key.clone();
            let document = serde_json::to_vec(&completed.report)
                .map_err(|error| Mishap::OfMachine(error.to_string()))?;
            let say = |sentence: &str| progress.say(sentence);
            let stored = self.spool.add_at_last(&key, &document, stop, say);
            stored.map_err(|error| Mishap::OfMachine(error.to_string()))?;
            keys.push(key);
        }
        Ok(keys)
    }

    /// A machine that was not steady has measured nothing that the job could rest on.
    fn refuse_vetoed(&self, completed: &Completed) -> Result<(), Mishap> {
        let Some(vetoed) = &completed.vetoed else {
            return Ok(());
        };
        let key = &completed.report.idempotency_key;
        self.spool.set_aside(key, &vetoed.document)?;
        Err(Mishap::OfMachine(format!("vetoed: {}", vetoed.reason)))
    }

    /// Where this agent has a suite, by its name alone: a path would lead anywhere. True of one that
    /// measures releases, which it installs by itself.
    fn suite(&self, name: &str) -> Result<(PathBuf, bool), Mishap> {
        let missing = || Mishap::OfMachine(format!("this agent has no suite “{name}”"));
        let all = subject::all(self.suites).map_err(|_| missing())?;
        let mut read = all
            .into_iter()
            .filter_map(|folder| Some((Manifest::read(&folder).ok()?, folder)));
        read.find(|(manifest, _)| manifest.name == name)
            .map(|(manifest, folder)| (folder, manifest.releases.is_some()))
            .ok_or_else(missing)
    }

    fn request(&self, lease: &JobLease, arm: usize, named: bool) -> Result<Request, Mishap> {
        let only = lease.only.iter().map(|text| text.parse());
        Ok(Request {
            mode: lease.mode,
            rounds: lease.rounds,
            budget: Some(lease.budget_seconds),
            only: only.collect::<Result<_, _>>().map_err(Mishap::of_job)?,
            overrides: Overrides {
                branch: Some(lease.arms[arm].branch.clone()),
                commit: named.then(|| lease.arms[arm].commit.clone()),
                testbed: self.overrides.testbed.clone(),
            },
            seed: Some(seed_of(lease)),
            machine: Some(self.name.to_owned()),
            precautions: self.precautions.clone(),
            ..Request::default()
        })
    }
}

/// One seed for all arms of a lease, by which the server knows that they were measured in turns;
/// the same one after a kill, so that the journals of the lease fit.
fn seed_of(lease: &JobLease) -> u64 {
    let mixed = Hasher::default()
        .part(&lease.id.to_le_bytes())
        .part(&lease.lease.to_le_bytes())
        .finish();
    u64::from_str_radix(&mixed[..SEED_DIGITS], 16).unwrap_or_default()
}
