//! What the service does while it runs.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::beater::{self, Introduction};
use super::courier::Courier;
use super::jobs::{Came, Clerk, HeldJob, Lookout, Spent, Workshop};
use super::log::log;
use super::quarantine::Quarantine;
use super::schedule::{Pause, Schedule};
use super::updater::Updater;
use super::vetoes::Vetoes;

use crate::base::clock;
use crate::base::error_chain::with_causes;
use crate::base::progress::{Activity, Progress, SharedStatus};
use crate::delivery::holding::Holding;
use crate::delivery::jobs::Outcome;
use crate::delivery::server::Server;
use crate::delivery::spool::{RunNote, Spool};
use crate::process::Stop;
use crate::report::Trigger;
use crate::report::subject::{self, Overrides};
use crate::run::config::Scheduled;
use crate::run::journals::Journals;
use crate::run::precautions::Precautions;
use crate::run::run_lock::RunLock;
use crate::run::session::{Session, SessionError, Vetoed};

/// Nothing due: wake up at the latest after this.
const LONGEST_SLEEP: Duration = Duration::from_secs(3600);
/// So often is looked whether the server knows the key by now that reports are signed with.
const LOOK_FOR_KEY: Duration = Duration::from_millis(250);
/// So often is looked whether a quarantine has ended; its jobs are taken at once.
const LOOK_AT_QUARANTINE: Duration = Duration::from_secs(5);
/// So often is looked whether the server was reached, where an update waits for it.
const LOOK_FOR_SERVER: Duration = Duration::from_secs(1);
/// So often the server is asked again to queue what is due, while that waits.
const LONGEST_QUEUED: Duration = Duration::from_secs(30);
const STOPPED: &str = "the agent was stopped";

/// Everything the service was told.
pub(crate) struct Service {
    pub(crate) server: Server,
    pub(crate) spool: Spool,
    pub(crate) suites: Vec<PathBuf>,
    pub(crate) schedule: Schedule,
    pub(crate) name: String,
    pub(crate) overrides: Overrides,
    pub(crate) first_retry: Duration,
    pub(crate) precautions: Precautions,
    pub(crate) vetoes: Vetoes,
    pub(crate) clerk: Clerk,
    pub(crate) stop: Stop,
    pub(crate) is_settled: Arc<AtomicBool>,
    pub(crate) takes_pauses: Arc<AtomicBool>,
    pub(crate) takes_schedules: Arc<AtomicBool>,
    pub(crate) holding: Holding,
    pub(crate) updater: Option<Updater>,
    pub(crate) quarantine: Quarantine,
}

impl Service {
    /// Serves until a stop is requested.
    pub(crate) fn run(mut self) -> std::io::Result<()> {
        let status = SharedStatus::default();
        let beater = beater::Beater {
            server: self.server.clone(),
            introduction: Introduction::new(&self.name, self.overrides.testbed.as_deref()),
            status: status.clone(),
            spool: self.spool.counter(),
            stop: self.stop.clone(),
            first_retry: self.first_retry,
            is_settled: self.is_settled.clone(),
            takes_pauses: self.takes_pauses.clone(),
            takes_schedules: self.takes_schedules.clone(),
            holding: self.holding.clone(),
            quarantine: self.quarantine.clone(),
            apart: Mutex::default(),
        };
        beater.start()?;
        for lost in self.spool.take_lost()? {
            log(&format!(
                "the run of {} begun at {} was cut short by the end of the agent; it goes on",
                lost.suite, lost.started_at
            ));
            self.schedule.make_due(&lost.suite);
        }
        let mut courier = Courier::new(self.server.clone(), self.first_retry);
        while !self.stop.is_requested() {
            if self.is_updated() {
                break;
            }
            self.step(&status, &mut courier)?;
        }
        if let Some(updater) = self.updater.filter(Updater::is_another) {
            return Err(updater.restart());
        }
        log("stopped; what is in the spool stays there");
        Ok(())
    }

    /// Takes a newer version of the agent, if one may be taken now: nobody measures, and no run is
    /// cut short that another build could not go on with.
    fn is_updated(&mut self) -> bool {
        // Before that the server was not reached, and is not asked which version it is.
        let is_settled = self.is_settled();
        let Some(updater) = self.updater.as_mut() else {
            return false;
        };
        if !is_settled || !updater.is_due(Instant::now()) {
            return false;
        }
        // What is paused cannot go on in quarantine anyway.
        let is_paused = self.schedule.is_paused() && !self.quarantine.is_on();
        let is_busy = is_paused
            || self.clerk.is_busy()
            || RunLock::of_machine().measured_elsewhere().is_some();
        if is_busy {
            updater.postpone();
            return false;
        }
        updater.update(&self.stop)
    }

    /// Delivers what is due, runs what is due, sleeps until the next of either.
    fn step(&mut self, status: &SharedStatus, courier: &mut Courier) -> std::io::Result<()> {
        let mut progress = Progress::new(status.clone());
        status.plan(self.schedule.planned(Instant::now()));
        if self.is_settled() && courier.is_due() && !self.spool.pending()?.is_empty() {
            progress.set(Activity::Uploading);
            courier.deliver(&self.spool, &self.stop)?;
            progress.finished();
        }
        if self.stop.is_requested() {
            return Ok(());
        }
        let now = Instant::now();
        let is_due = self.schedule.is_due(now);
        if is_due && self.quarantine.is_awaited() {
            status.hurry();
            self.stop.wait(LOOK_FOR_KEY);
            return Ok(());
        }
        if is_due && self.quarantine.is_on() {
            // What is due stays due; the checks that end the quarantine are jobs.
            let pause = self.until_delivery(courier)?.min(LOOK_AT_QUARANTINE);
            self.spend(pause, status, courier)?;
            return Ok(());
        }
        if is_due && self.is_queued(now) {
            let pause = self.until_delivery(courier)?.min(LONGEST_QUEUED);
            let is_given = self.spend(pause, status, courier)?;
            if is_given || self.stop.is_requested() || !self.schedule.is_overdue(now) {
                return Ok(());
            }
            // Nothing goes before it, and it is not given: it is measured without its job.
        }
        if self.schedule.lets_a_job_go(now) && self.spend(Duration::ZERO, status, courier)? {
            return Ok(()); // whoever asked for a job waits for it, and nobody for a schedule
        }
        if let Some(scheduled) = self.schedule.take_due(now) {
            let noted = scheduled.suite.clone();
            status.plan(self.schedule.planned(Instant::now()));
            // One that jobs have delayed long enough is measured to its end.
            let patience = self.schedule.patience(Instant::now());
            let lookout = self.clerk.look_out(&self.takes_pauses, patience)?;
            self.run_suite(&scheduled, lookout.as_ref(), &mut progress, None);
            self.schedule.completed(&noted);
            courier.hurry();
            return Ok(());
        }
        let pause = self.pause(courier)?;
        self.spend(pause, status, courier)?;
        Ok(())
    }

    /// Spends at most `pause` with what jobs need; true if one was measured.
    fn spend(
        &mut self,
        pause: Duration,
        status: &SharedStatus,
        courier: &mut Courier,
    ) -> std::io::Result<bool> {
        let workshop = Workshop {
            spool: &self.spool,
            suites: &self.suites,
            overrides: &self.overrides,
            name: &self.name,
            precautions: &self.precautions,
        };
        match self.clerk.spend(pause, &workshop, status, &self.stop)? {
            Spent::Nothing => return Ok(false),
            Spent::Job => {}
            Spent::Scheduled(lease) => self.run_job(*lease, status)?,
        }
        courier.hurry();
        Ok(true)
    }

    /// Whether it is known with what reports are signed.
    fn is_settled(&self) -> bool {
        self.is_settled.load(Ordering::Relaxed)
    }

    fn pause(&self, courier: &Courier) -> std::io::Result<Duration> {
        let run = self
            .schedule
            .until_next(Instant::now())
            .unwrap_or(LONGEST_SLEEP);
        Ok(run.min(self.until_delivery(courier)?))
    }

    fn until_delivery(&self, courier: &Courier) -> std::io::Result<Duration> {
        let is_waiting = !self.spool.pending()?.is_empty();
        let delivery = if is_waiting && !self.is_settled() {
            LOOK_FOR_KEY
        } else if is_waiting {
            courier.until_due()
        } else {
            LONGEST_SLEEP
        };
        let update = self
            .updater
            .as_ref()
            .map_or(LONGEST_SLEEP, Updater::until_due);
        let update = if self.is_settled() {
            update
        } else {
            update.max(LOOK_FOR_SERVER)
        };
        Ok(delivery.min(update).min(LONGEST_SLEEP))
    }

    pub(super) fn run_suite(
        &mut self,
        scheduled: &Scheduled,
        lookout: Option<&Lookout>,
        progress: &mut Progress,
        held: Option<&HeldJob>,
    ) -> Came {
        let came = match self.measured(scheduled, lookout, progress, held) {
            Ok(came) => {
                log(&came.why);
                came
            }
            Err(error) => {
                let why = with_causes(&error);
                log(&format!("suite {}: {why}", scheduled.suite));
                let is_stopped = self.stop.is_requested();
                let outcome = if is_stopped {
                    Outcome::Cancelled
                } else {
                    Outcome::BuildFailed
                };
                let why = if is_stopped { STOPPED.to_owned() } else { why };
                Came {
                    outcome,
                    why,
                    reports: Vec::new(),
                }
            }
        };
        progress.finished();
        came
    }

    fn measured(
        &mut self,
        scheduled: &Scheduled,
        lookout: Option<&Lookout>,
        progress: &mut Progress,
        held: Option<&HeldJob>,
    ) -> anyhow::Result<Came> {
        let stop = held.map_or(&self.stop, |job| &job.ended).clone();
        let folder = subject::find(&scheduled.suite, &self.suites)?;
        let request = self.request(scheduled);
        let what = format!("{} ({})", scheduled.suite, scheduled.mode.name());
        let Ok(_lock) = RunLock::of_machine().acquire(&what, &stop, log) else {
            anyhow::bail!("stopped before it was measured");
        };
        let mut session = Session::prepare(&folder, &request)?;
        let journals = Journals::new(self.spool.journals())?;
        let mut opened = journals.open(&mut session, false)?;
        opened.said.iter().for_each(|sentence| log(sentence));
        if let Some(lookout) = lookout {
            opened.journal.pause_on(lookout.pause());
        }
        let note = RunNote {
            run_id: session.run_id.clone(),
            suite: scheduled.suite.clone(),
            started_at: clock::now(),
        };
        if let Some(given_up) = &opened.given_up {
            // Of a run that made room before its first round, or is too old; it would come again.
            self.spool.forget(given_up)?;
        }
        self.spool.note_start(&note)?;
        log(&format!(
            "running {} ({} mode)",
            scheduled.suite,
            scheduled.mode.name()
        ));
        let mut completed =
            match session.run(Trigger::Schedule, &stop, progress, &mut opened.journal) {
                Err(SessionError::Stopped(stopped)) => {
                    let rounds = opened.journal.paused_after();
                    if let Some((rounds, lookout)) = rounds.zip(lookout) {
                        return Ok(self.make_room(scheduled, rounds, lookout.job()));
                    }
                    if !self.stop.is_requested() {
                        journals.remove(&session)?; // Somebody cancelled the job: it does not go on.
                    }
                    self.spool.note_end(&note.run_id)?;
                    return Err(stopped.into());
                }
                other => other?,
            };
        completed.report.run.job = held.map(HeldJob::arm);
        let again = self.again(scheduled, &note.run_id, completed.vetoed.as_ref())?;
        if again.is_none() {
            self.store(&note.run_id, &serde_json::to_vec(&completed.report)?)?;
        }
        if let Some(control) = &completed.control {
            self.store(&control.idempotency_key, &serde_json::to_vec(control)?)?;
        }
        journals.remove(&session)?;
        self.spool.note_end(&note.run_id)?;
        if let Some(why) = again {
            return Ok(Came {
                outcome: Outcome::Cancelled,
                why,
                reports: Vec::new(),
            });
        }
        let failures = completed.collected.failures();
        let count = completed.collected.tracks.len();
        let suite = &scheduled.suite;
        Ok(Came {
            outcome: Outcome::Finished,
            why: format!("{suite}: {count} variants measured, {failures} failed"),
            reports: vec![note.run_id],
        })
    }

    /// The journal and the note of the run stay, so that it goes on even if the agent is killed.
    fn make_room(&mut self, run: &Scheduled, rounds: usize, job: u64) -> Came {
        self.schedule.pause(run, Pause { rounds, job });
        let suite = &run.suite;
        Came {
            outcome: Outcome::MadeRoom,
            why: format!("{suite}: makes room for job {job} after {rounds} rounds"),
            reports: Vec::new(),
        }
    }

    /// Whether a run is to be repeated later instead of being told as it is: once, if it was vetoed.
    fn again(
        &mut self,
        run: &Scheduled,
        run_id: &str,
        vetoed: Option<&Vetoed>,
    ) -> anyhow::Result<Option<String>> {
        let Some(vetoed) = vetoed else {
            self.vetoes.forget(run);
            return Ok(None);
        };
        let aside = self.spool.set_aside(run_id, &vetoed.document)?;
        let aside = format!("{}; samples kept as {}", vetoed.reason, aside.display());
        let Some(pause) = self.vetoes.grant(run) else {
            log(&format!("{}: vetoed again: {aside}", run.suite));
            return Ok(None);
        };
        self.schedule.postpone(run, pause);
        Ok(Some(format!(
            "{}: vetoed, run again in {} s: {aside}",
            run.suite,
            pause.as_secs()
        )))
    }

    /// Stores the report, again and again if the disk refuses it.
    fn store(&self, run_id: &str, document: &[u8]) -> anyhow::Result<()> {
        let stored = self.spool.add_at_last(run_id, document, &self.stop, log);
        Ok(stored?)
    }
}
