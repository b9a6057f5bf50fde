//! Signs of life of a job while it is worked on: progress and lines go out, a wish to end comes in.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::super::log::log;
use crate::base::progress::SharedStatus;
use crate::delivery::jobs::JobLease;
use crate::delivery::server::Server;
use crate::process::Stop;

const PAUSE: Duration = Duration::from_secs(4);
const MOST_LINES: usize = 500;
const MOST_TURNS: usize = 500;
const STACK: usize = 512 * 1024;

/// Why a job ended before its time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fate {
    /// The server wants it ended, and says why.
    Cancelled(String),
    /// It is another agent's by now.
    Lost,
    /// The agent itself is to stop.
    Stopped,
}

pub(super) struct JobBeats {
    thread: JoinHandle<()>,
    over: Stop,
    fate: Arc<Mutex<Option<Fate>>>,
}

struct Heart {
    server: Server,
    lease: JobLease,
    status: SharedStatus,
    agent: Stop,
    job: Stop,
    over: Stop,
    fate: Arc<Mutex<Option<Fate>>>,
}

impl JobBeats {
    /// Beats until `finish`; triggers `job` when the job is to end, and when the agent is.
    pub(super) fn start(
        server: &Server,
        lease: &JobLease,
        status: &SharedStatus,
        agent: &Stop,
        job: &Stop,
    ) -> io::Result<Self> {
        let (over, fate) = (Stop::new()?, Arc::new(Mutex::new(None)));
        status.store_said(true);
        let heart = Heart {
            server: server.clone(),
            lease: lease.clone(),
            status: status.clone(),
            agent: agent.clone(),
            job: job.clone(),
            over: over.clone(),
            fate: fate.clone(),
        };
        let thread = std::thread::Builder::new()
            .name("job".into())
            .stack_size(STACK)
            .spawn(move || heart.beat())?;
        Ok(Self { thread, over, fate })
    }

    /// Sends the last lines; why the job ended before its time, if it did.
    pub(super) fn finish(self) -> Option<Fate> {
        self.over.trigger();
        // A thread that panicked has said what it could.
        let _ = self.thread.join();
        let fate = self.fate.lock();
        fate.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Heart {
    fn beat(self) {
        let (mut unsent, mut turns) = (Vec::new(), Vec::new());
        loop {
            let is_over = self.over.is_requested();
            if self.agent.is_requested() {
                self.end(Fate::Stopped);
            }
            // What waits is not added to: a beat stays within what the server takes.
            if unsent.is_empty() && turns.is_empty() {
                unsent = self.status.take_said(MOST_LINES);
                turns = self.status.take_turns(MOST_TURNS);
            }
            let told = (&unsent[..], &turns[..]);
            let heard = self.server.beat_job(&self.lease, &self.status.read(), told);
            let mut has_more = false;
            match heard {
                Ok(cancel) => {
                    has_more = !unsent.is_empty() || !turns.is_empty();
                    unsent.clear();
                    turns.clear();
                    if let Some(why) = cancel {
                        self.end(Fate::Cancelled(why));
                    }
                }
                Err(error) if error.is_lost_lease() => self.end(Fate::Lost),
                // Sent again, it would be refused again, and the lease would run out.
                Err(error) if error.is_refusal() => {
                    let (job, lines) = (self.lease.id, unsent.len());
                    has_more = !unsent.is_empty() || !turns.is_empty();
                    log(&format!(
                        "job {job}: {error}; {lines} lines of its log are left out"
                    ));
                    unsent.clear();
                    turns.clear();
                }
                // The lines wait for the next beat.
                Err(_) => {}
            }
            if is_over && has_more {
                continue;
            }
            if is_over {
                self.status.store_said(false);
                return;
            }
            Stop::wait_for_any(&[&self.over, &self.agent], PAUSE);
            if self.agent.is_requested() {
                self.end(Fate::Stopped);
                self.over.wait(PAUSE);
            }
        }
    }

    /// The first fate counts.
    fn end(&self, fate: Fate) {
        // What the schedule has due is this agent's to measure, whatever becomes of the job.
        let goes_on = self.lease.is_scheduled && fate == Fate::Lost;
        let mut known = self.fate.lock().unwrap_or_else(PoisonError::into_inner);
        known.get_or_insert(fate);
        if !goes_on {
            self.job.trigger();
        }
    }
}
