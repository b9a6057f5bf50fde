//! What is due goes through the queue of the server, and is measured here when its turn comes.

use std::io;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::due_runs::DueRun;
use super::jobs::Came;
use super::log::log;
use super::service::Service;
use crate::base::progress::{Progress, SharedStatus};
use crate::delivery::jobs::{DueSuite, JobLease, Outcome};
use crate::report::subject;
use crate::run::config::Scheduled;
use crate::run::precautions::Precautions;
use crate::run::session::{Request, Session};

const NOT_DUE: &str = "its agent measured it by itself meanwhile, or has it due no more";

impl Service {
    /// Queues what is due; false where this agent measures it without a job: the server is away, or
    /// of before, or the settings say so.
    pub(super) fn is_queued(&mut self, now: Instant) -> bool {
        if !self.takes_schedules.load(Ordering::Relaxed) || !self.clerk.is_reaching() {
            return false;
        }
        let is_overdue = !self.schedule.lets_a_job_go(now);
        for (place, run) in self.schedule.due(now).into_iter().enumerate() {
            let is_first = place == 0;
            let Ok(suite) = self.due_suite(&run, is_first && is_overdue) else {
                return !is_first; // what is wrong with it is said when it is to be measured
            };
            match self.clerk.queue(&suite) {
                Ok(queued) if queued.is_over => self.schedule.skip(&run, queued.job),
                Ok(queued) => self.schedule.queued(&run, queued.job),
                Err(_) => return !is_first,
            }
        }
        true
    }

    fn due_suite(&self, run: &DueRun, is_overdue: bool) -> anyhow::Result<DueSuite> {
        let folder = subject::find(&run.scheduled.suite, &self.suites)?;
        let session = Session::prepare(&folder, &self.request(&run.scheduled))?;
        let budget = run.scheduled.budget;
        Ok(DueSuite {
            suite: session.manifest.name,
            mode: run.scheduled.mode.name(),
            due: run.since.clone(),
            commit: session.place.commit.id,
            branch: session.place.branch,
            budget_minutes: budget.map(|budget| budget.as_secs().div_ceil(60).clamp(1, 24 * 60)),
            is_overdue,
        })
    }

    /// Measures what this agent had queued; ends the job of what is due no more.
    pub(super) fn run_job(&mut self, lease: JobLease, status: &SharedStatus) -> io::Result<()> {
        let Some(scheduled) = self.schedule.take_job(&lease, Instant::now()) else {
            log(&format!("job {}: {NOT_DUE}", lease.id));
            let came = Came {
                outcome: Outcome::Cancelled,
                why: NOT_DUE.to_owned(),
                reports: Vec::new(),
            };
            return self.clerk.give_back(&lease, came);
        };
        let mut progress = Progress::new(status.clone());
        status.plan(self.schedule.planned(Instant::now()));
        // One that jobs have delayed long enough is measured to its end.
        let patience = self.schedule.patience(Instant::now());
        let lookout = self.clerk.look_out(&self.takes_pauses, patience)?;
        let held = self.clerk.begin(lease, status, &self.stop)?;
        let came = self.run_suite(&scheduled, lookout.as_ref(), &mut progress, Some(&held));
        self.clerk.finish(held, came)?;
        self.schedule.completed(&scheduled.suite);
        Ok(())
    }

    /// What is measured of a suite that is due.
    pub(super) fn request(&self, scheduled: &Scheduled) -> Request {
        Request {
            mode: scheduled.mode,
            budget: scheduled.budget.map(|budget| budget.as_secs()),
            layouts: scheduled.layouts,
            profile: scheduled.profile.wanted(),
            overrides: self.overrides.clone(),
            machine: Some(self.name.clone()),
            precautions: self.precautions_for(scheduled),
            ..Request::default()
        }
    }

    fn precautions_for(&self, scheduled: &Scheduled) -> Precautions {
        let mut precautions = self.precautions.clone();
        if scheduled.pin.is_some() {
            precautions.pin.clone_from(&scheduled.pin);
        }
        precautions
    }
}
