//! Jobs that the agent queues for itself, by its schedule.

use std::io;
use std::time::Instant;

use super::beats::{Fate, JobBeats};
use super::clerk::{Clerk, LONGEST_WHY};
use crate::base::progress::SharedStatus;
use crate::delivery::jobs::{DueSuite, JobEnding, JobLease, Outcome, Queued};
use crate::delivery::server::ServerError;
use crate::process::Stop;
use crate::report::JobArm;
use crate::serve::log::{log, without_controls};

/// What became of a run of the schedule.
pub(crate) struct Came {
    pub(crate) outcome: Outcome,
    pub(crate) why: String,
    pub(crate) reports: Vec<String>,
}

/// A job of the schedule that is being measured.
pub(crate) struct HeldJob {
    lease: JobLease,
    beats: JobBeats,
    /// Requested when it is to end.
    pub(crate) ended: Stop,
}

impl HeldJob {
    /// What its report says of it.
    pub(crate) fn arm(&self) -> JobArm {
        JobArm {
            id: self.lease.id,
            lease: self.lease.lease,
            arm: 0,
        }
    }
}

impl Clerk {
    /// Whether what is due is to be queued, and can then be leased: the server was reached when it
    /// was last asked.
    pub(crate) fn is_reaching(&self) -> bool {
        self.queues && self.next_word <= Instant::now()
    }

    /// Queues a suite that is due, for this agent.
    pub(crate) fn queue(&mut self, suite: &DueSuite) -> Result<Queued, ServerError> {
        let queued = self.server.queue_due(&self.name, &self.labels, suite);
        match &queued {
            Ok(_) => self.trust(),
            Err(error) => self.hesitate(&format!(
                "{} is measured without a job: {error}",
                suite.suite
            )),
        }
        queued
    }

    /// Begins to say how far a job of the schedule is.
    pub(crate) fn begin(
        &self,
        lease: JobLease,
        status: &SharedStatus,
        stop: &Stop,
    ) -> io::Result<HeldJob> {
        log(&format!(
            "job {} (lease {}): {}, by the schedule",
            lease.id, lease.lease, lease.suite
        ));
        let ended = Stop::new()?;
        let beats = JobBeats::start(&self.server, &lease, status, stop, &ended)?;
        Ok(HeldJob {
            lease,
            beats,
            ended,
        })
    }

    /// Says what became of a job of the schedule.
    pub(crate) fn finish(&mut self, held: HeldJob, came: Came) -> io::Result<()> {
        let HeldJob { lease, beats, .. } = held;
        let came = match beats.finish() {
            Some(Fate::Lost) => {
                log(&format!(
                    "job {} was given up by the server; what was measured of it is kept",
                    lease.id
                ));
                return self.desk.forget_job(lease.id);
            }
            Some(Fate::Cancelled(why)) if came.outcome != Outcome::Finished => Came {
                outcome: Outcome::Cancelled,
                why,
                reports: Vec::new(),
            },
            _ => came,
        };
        self.give_back(&lease, came)
    }

    /// Ends a job of the schedule; says so later, if the server is away.
    pub(crate) fn give_back(&mut self, lease: &JobLease, came: Came) -> io::Result<()> {
        let ending = JobEnding {
            job: lease.id,
            lease: lease.lease,
            outcome: came.outcome,
            why: without_controls(&came.why)
                .chars()
                .take(LONGEST_WHY)
                .collect(),
            reports: came.reports,
            arm: None,
            evidence: None,
            moved: None,
            is_last: false,
        };
        self.desk.end(&ending)?;
        self.next_word = Instant::now();
        self.say(&ending)
    }
}
