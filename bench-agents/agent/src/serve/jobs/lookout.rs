//! Looks for a job while a suite of the schedule is measured, which then makes room for it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::seeker::LONGEST_QUESTION;
use crate::delivery::backoff::Backoff;
use crate::delivery::server::Server;
use crate::process::Stop;
use crate::serve::log::log;

const STACK: usize = 512 * 1024;
/// Until the agent is registered, and where the server knows of no such questions.
const LATER: Duration = Duration::from_secs(1);

/// Ends with the run that it was made for; its last question may be answered after that, to nobody.
pub(crate) struct Lookout {
    pause: Stop,
    over: Stop,
    job: Arc<AtomicU64>,
}

struct Watch {
    server: Server,
    name: String,
    labels: Vec<String>,
    first_retry: Duration,
    is_possible: Arc<AtomicBool>,
    pause: Stop,
    over: Stop,
    job: Arc<AtomicU64>,
}

impl Lookout {
    /// `is_possible` is set once the server has said that agents may look.
    pub(super) fn start(
        server: Server,
        name: String,
        labels: Vec<String>,
        first_retry: Duration,
        is_possible: Arc<AtomicBool>,
    ) -> io::Result<Self> {
        let (pause, over, job) = (Stop::new()?, Stop::new()?, Arc::default());
        let watch = Watch {
            server,
            name,
            labels,
            first_retry,
            is_possible,
            pause: pause.clone(),
            over: over.clone(),
            job: Arc::clone(&job),
        };
        std::thread::Builder::new()
            .name("lookout".into())
            .stack_size(STACK)
            .spawn(move || watch.look())?;
        Ok(Self { pause, over, job })
    }

    /// Requested as soon as a job waits.
    pub(crate) fn pause(&self) -> Stop {
        self.pause.clone()
    }

    /// The job that waits.
    pub(crate) fn job(&self) -> u64 {
        self.job.load(Ordering::Relaxed)
    }
}

impl Drop for Lookout {
    fn drop(&mut self) {
        self.over.trigger();
    }
}

impl Watch {
    fn look(self) {
        let mut backoff = Backoff::new(self.first_retry);
        while !self.over.is_requested() {
            if !self.is_possible.load(Ordering::Relaxed) {
                self.over.wait(LATER);
                continue;
            }
            let said = self
                .server
                .look_for_job(&self.name, &self.labels, LONGEST_QUESTION);
            match said {
                Ok(Some(job)) => {
                    log(&format!(
                        "job {job} waits: what is measured makes room after its round"
                    ));
                    self.job.store(job, Ordering::Relaxed);
                    self.pause.trigger();
                    return;
                }
                Ok(None) => backoff.reset(),
                Err(_) => drop(self.over.wait(backoff.next(None))),
            }
        }
    }
}
