//! Keeps the one job that the agent has: seeks it, has it measured, says what became of it.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::beats::{Fate, JobBeats};
use super::desk::Desk;
use super::lookout::Lookout;
use super::seeker::Seeker;
use super::work::{Brought, Mishap, Workshop};
use crate::base::progress::{Progress, SharedStatus};
use crate::delivery::backoff::Backoff;
use crate::delivery::holding::Holding;
use crate::delivery::jobs::{JobEnding, JobLease, Outcome};
use crate::delivery::server::{Server, ServerError};
use crate::process::Stop;
use crate::run::checkouts::Checkouts;
use crate::run::confinement::Confinement;
use crate::run::job_settings::JobSettings;
use crate::serve::log::{log, without_controls};

const JOBS: &str = "jobs";
const CHECKOUTS: &str = "checkouts";
const NOT_HELD: &str = "the agent cannot save the job";
const MAKE_ROOM: &str = "Make room on the disk of the spool";
/// Of what is said of a job in the end.
pub(super) const LONGEST_WHY: usize = 8000;
const LONGEST_ERROR: usize = 2000;
/// Labels of an agent that measures code that no repository has, and code of forks.
const PATCHES: &str = "patches";
const FORKS: &str = "forks";
/// Of one that judges patches as a referee does; older ones take them for plain comparisons.
const PROPOSALS: &str = "proposals";
/// Of one that makes the commit of a patch itself; older ones ask for its hash.
const DIFFS: &str = "diffs";

/// What became of the time that jobs were given.
pub(crate) enum Spent {
    Nothing,
    /// A job was measured.
    Job,
    /// This is to be measured by the schedule, and then ended.
    Scheduled(Box<JobLease>),
}

pub(crate) struct Clerk {
    pub(super) server: Server,
    pub(super) name: String,
    pub(super) labels: Vec<String>,
    /// Whether it queues what its own schedule has due.
    pub(super) queues: bool,
    first_retry: Duration,
    pub(super) seeker: Option<Seeker>,
    pub(super) desk: Desk,
    checkouts: Checkouts,
    backoff: Backoff,
    /// What is to be said of a job, where the disk had no room for it.
    unwritten: Option<JobEnding>,
    pub(super) next_word: Instant,
    is_quiet: bool,
}

impl Clerk {
    pub(crate) fn new(
        server: Server,
        name: &str,
        settings: &JobSettings,
        confinement: Confinement,
        spool: &Path,
        (first_retry, holding): (Duration, Holding),
    ) -> io::Result<Self> {
        let mut labels = settings.labels.clone();
        labels.extend([std::env::consts::OS, std::env::consts::ARCH].map(str::to_owned));
        if settings.patches {
            labels.extend([PATCHES, PROPOSALS, DIFFS].map(str::to_owned));
        }
        labels.extend(settings.forks.then(|| FORKS.to_owned()));
        let seeker = settings
            .take
            .then(|| Seeker::start(server.clone(), name.to_owned(), labels.clone(), holding));
        Ok(Self {
            server,
            name: name.to_owned(),
            labels,
            queues: settings.take && settings.schedule,
            first_retry,
            seeker: seeker.transpose()?,
            desk: Desk::open(spool.join(JOBS))?,
            checkouts: Checkouts::new(spool.join(CHECKOUTS), settings, confinement),
            backoff: Backoff::new(first_retry),
            unwritten: None,
            next_word: Instant::now(),
            is_quiet: false,
        })
    }

    /// Whether it has a job, or a word about one that is not yet said.
    pub(crate) fn is_busy(&self) -> bool {
        self.ending().is_some() || self.desk.held().is_some()
    }

    /// Spends at most `pause` with what jobs need: a word that is not yet said, a job that an
    /// earlier life of the agent held, a question for work and the job that it brings.
    pub(crate) fn spend(
        &mut self,
        pause: Duration,
        workshop: &Workshop,
        status: &SharedStatus,
        stop: &Stop,
    ) -> io::Result<Spent> {
        let wait = self.next_word.saturating_duration_since(Instant::now());
        if !wait.is_zero() {
            stop.wait(wait.min(pause));
            return Ok(Spent::Nothing);
        }
        if let Some(ending) = self.ending() {
            self.say(&ending)?;
            return Ok(Spent::Nothing);
        }
        if let Some(lease) = self.desk.held() {
            return self.go_on(lease, workshop, status, stop);
        }
        let Some(seeker) = &self.seeker else {
            stop.wait(pause);
            return Ok(Spent::Nothing);
        };
        match seeker.ask(pause, stop)? {
            None | Some(Ok(None)) => Ok(Spent::Nothing),
            Some(Ok(Some(lease))) => {
                self.trust();
                if let Err(error) = self.desk.hold(&lease) {
                    let why = format!("{NOT_HELD}: {error}. {MAKE_ROOM}");
                    self.conclude(&not_begun(&lease, &why))?;
                    return Ok(Spent::Nothing);
                }
                self.take(lease, workshop, status, stop)
            }
            Some(Err(error)) => {
                self.hesitate(&format!("no work is sought: {error}"));
                Ok(Spent::Nothing)
            }
        }
    }

    fn take(
        &mut self,
        lease: JobLease,
        workshop: &Workshop,
        status: &SharedStatus,
        stop: &Stop,
    ) -> io::Result<Spent> {
        if lease.is_scheduled {
            return Ok(Spent::Scheduled(Box::new(lease)));
        }
        self.work(&lease, workshop, status, stop)?;
        Ok(Spent::Job)
    }

    /// Looks for a job while something else is measured, so long that it would wait for one;
    /// nothing where this agent takes none.
    pub(crate) fn look_out(
        &self,
        is_possible: &Arc<AtomicBool>,
        patience: Duration,
    ) -> io::Result<Option<Lookout>> {
        let looks = self.seeker.as_ref().map(|_| {
            Lookout::start(
                self.server.clone(),
                self.name.clone(),
                self.labels.clone(),
                self.first_retry,
                (Arc::clone(is_possible), patience),
            )
        });
        looks.transpose()
    }

    /// After a kill: whether the job is still this agent's is the server's to say.
    fn go_on(
        &mut self,
        lease: JobLease,
        workshop: &Workshop,
        status: &SharedStatus,
        stop: &Stop,
    ) -> io::Result<Spent> {
        let line = ["the agent was ended and goes on".to_owned()];
        match self.server.beat_job(&lease, &status.read(), (&line, &[])) {
            Ok(_) => {
                self.trust();
                log(&format!(
                    "job {} goes on after the end of the agent",
                    lease.id
                ));
                self.take(lease, workshop, status, stop)
            }
            Err(error) if error.is_lost_lease() => {
                log(&format!(
                    "job {} is another agent's by now: {error}",
                    lease.id
                ));
                self.desk.forget_job(lease.id)?;
                Ok(Spent::Nothing)
            }
            Err(error) => {
                self.hesitate(&format!("job {} waits: {error}", lease.id));
                Ok(Spent::Nothing)
            }
        }
    }

    fn work(
        &mut self,
        lease: &JobLease,
        workshop: &Workshop,
        status: &SharedStatus,
        stop: &Stop,
    ) -> io::Result<()> {
        log(&format!(
            "job {} (lease {}): {} of {}",
            lease.id, lease.lease, lease.kind, lease.suite
        ));
        let ended = Stop::new()?;
        let mut progress = Progress::new(status.clone());
        let beats = JobBeats::start(&self.server, lease, status, stop, &ended)?;
        let outcome = workshop.measure(lease, &self.desk, &self.checkouts, &ended, &mut progress);
        if let Err(mishap) = &outcome {
            progress.say(&mishap.to_string());
        }
        self.checkouts.tidy().iter().for_each(|said| log(said));
        let fate = beats.finish();
        progress.finished();
        let Some(ending) = ending(lease, outcome, fate) else {
            log(&format!("job {} is another agent's by now", lease.id));
            return self.desk.forget_job(lease.id);
        };
        log(&format!(
            "job {}: {:?}, {}",
            lease.id, ending.outcome, ending.why
        ));
        self.conclude(&ending)
    }

    /// What is still to be said of a job that is over.
    fn ending(&self) -> Option<JobEnding> {
        self.unwritten.clone().or_else(|| self.desk.ending())
    }

    /// Keeps what is to be said of a job, on the disk where that has room, and says it.
    fn conclude(&mut self, ending: &JobEnding) -> io::Result<()> {
        let kept = self.desk.end(ending);
        // An earlier one is no more to be said, wherever this one is.
        self.unwritten = kept.is_err().then(|| ending.clone());
        if let Err(error) = kept {
            let job = ending.job;
            log(&format!(
                "the end of job {job} cannot be kept: {error}. {MAKE_ROOM}"
            ));
        }
        self.next_word = Instant::now();
        self.say(ending)
    }

    pub(super) fn say(&mut self, ending: &JobEnding) -> io::Result<()> {
        match self.server.end_job(ending) {
            Ok(()) => self.trust(),
            Err(error) if error.is_lost_lease() => {
                log(&format!("job {}: {error}", ending.job));
            }
            Err(error) if error.is_refusal() && ending.is_last => {
                log(&format!(
                    "the end of job {} is not said: {error}",
                    ending.job
                ));
            }
            Err(error) if error.is_refusal() => {
                log(&format!(
                    "the end of job {} is not taken: {error}",
                    ending.job
                ));
                let last = without_evidence(ending, &error);
                return self.conclude(&last);
            }
            Err(error) => {
                self.hesitate(&format!(
                    "the end of job {} is not said: {error}",
                    ending.job
                ));
                return Ok(());
            }
        }
        if let Some(ending) = self.unwritten.take() {
            self.desk.forget_job(ending.job)?;
        }
        self.desk.said()
    }

    pub(super) fn trust(&mut self) {
        self.backoff.reset();
        self.is_quiet = false;
    }

    /// Waits before the next word to the server; says why once.
    pub(super) fn hesitate(&mut self, why: &str) {
        let wait = self.backoff.next(None);
        self.next_word = Instant::now() + wait;
        if !self.is_quiet {
            log(why);
        }
        self.is_quiet = true;
    }
}

/// What is said of a job that this agent had no room to begin.
fn not_begun(lease: &JobLease, why: &str) -> JobEnding {
    JobEnding {
        job: lease.id,
        lease: lease.lease,
        outcome: Outcome::MachineFailed,
        why: without_controls(why),
        reports: Vec::new(),
        arm: None,
        evidence: None,
        moved: None,
        is_last: false,
    }
}

/// What is said in place of an ending that the server does not take, however often it is sent.
fn without_evidence(ending: &JobEnding, error: &ServerError) -> JobEnding {
    let error: String = error.to_string().chars().take(LONGEST_ERROR).collect();
    let why = format!("the server does not take what was said of the job: {error}");
    JobEnding {
        job: ending.job,
        lease: ending.lease,
        outcome: Outcome::MachineFailed,
        why: without_controls(&why),
        reports: Vec::new(),
        arm: None,
        evidence: None,
        moved: None,
        is_last: true,
    }
}

/// What is to be said of a job; nothing of one that is another agent's.
fn ending(
    lease: &JobLease,
    outcome: Result<Brought, Mishap>,
    fate: Option<Fate>,
) -> Option<JobEnding> {
    let arm = match &outcome {
        Err(Mishap::OfCode { arm, .. }) => *arm,
        _ => None,
    };
    let (mut evidence, mut moved) = (None, None);
    let (outcome, why, reports) = match (outcome, fate) {
        (_, Some(Fate::Lost)) => return None,
        (Ok(brought), _) => {
            evidence = brought.evidence;
            moved = brought.moved;
            (Outcome::Finished, "measured".to_owned(), brought.reports)
        }
        (Err(_), Some(Fate::Cancelled(why))) => (Outcome::Cancelled, why, Vec::new()),
        (Err(Mishap::OfCode { why, .. }), _) => (Outcome::BuildFailed, why, Vec::new()),
        (Err(Mishap::OfMachine(why)), _) => (Outcome::MachineFailed, why, Vec::new()),
        (Err(Mishap::Stopped), _) => {
            let why = "the agent was stopped".to_owned();
            (Outcome::MachineFailed, why, Vec::new())
        }
    };
    Some(JobEnding {
        job: lease.id,
        lease: lease.lease,
        outcome,
        why: without_controls(&why).chars().take(LONGEST_WHY).collect(),
        reports,
        arm,
        evidence,
        moved,
        is_last: false,
    })
}
