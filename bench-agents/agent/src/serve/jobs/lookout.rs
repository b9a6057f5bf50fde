//! Looks for a job while a suite of the schedule is measured, which then makes room for it.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::delivery::backoff::Backoff;
use crate::delivery::holding::UNHELD_QUESTION;
use crate::delivery::server::Server;
use crate::process::Stop;
use crate::serve::log::log;

const STACK: usize = 512 * 1024;
/// Until the agent is registered, and where the server knows of no such questions.
const LATER: Duration = Duration::from_secs(1);
const SHORTEST_QUESTION: Duration = Duration::from_secs(1);

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
    until: Instant,
    pause: Stop,
    over: Stop,
    job: Arc<AtomicU64>,
}

impl Lookout {
    /// `is_possible` is set once the server has said that agents may look. After `patience` no job
    /// is looked for.
    pub(super) fn start(
        server: Server,
        name: String,
        labels: Vec<String>,
        first_retry: Duration,
        (is_possible, patience): (Arc<AtomicBool>, Duration),
    ) -> io::Result<Self> {
        let (pause, over, job) = (Stop::new()?, Stop::new()?, Arc::default());
        let watch = Watch {
            server,
            name,
            labels,
            first_retry,
            is_possible,
            until: Instant::now() + patience,
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
            let left = self.until.saturating_duration_since(Instant::now());
            if left < SHORTEST_QUESTION {
                return;
            }
            if !self.is_possible.load(Ordering::Relaxed) {
                self.over.wait(LATER);
                continue;
            }
            let said =
                self.server
                    .look_for_job(&self.name, &self.labels, left.min(UNHELD_QUESTION));
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

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;

    use super::*;

    /// A server on which job 7 waits; it answers one question.
    fn with_a_job() -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        std::thread::spawn(move || {
            let (mut asked, _) = listener.accept().unwrap();
            let _ = asked.read(&mut [0; 4096]).unwrap();
            let answer = r#"{"job": null, "waits": 7}"#;
            write!(
                asked,
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
                 Connection: close\r\n\r\n{answer}",
                answer.len()
            )
            .unwrap();
        });
        address
    }

    fn found(patience: Duration) -> (bool, u64) {
        let watch = Watch {
            server: Server::new(&with_a_job(), "main", "key".to_owned()),
            name: "box".to_owned(),
            labels: Vec::new(),
            first_retry: Duration::from_millis(10),
            is_possible: Arc::new(true.into()),
            until: Instant::now() + patience,
            pause: Stop::new().unwrap(),
            over: Stop::new().unwrap(),
            job: Arc::default(),
        };
        let (pause, job) = (watch.pause.clone(), Arc::clone(&watch.job));
        watch.look();
        (pause.is_requested(), job.load(Ordering::Relaxed))
    }

    #[test]
    fn a_run_that_waits_for_no_job_any_more_is_not_told_of_one() {
        assert_eq!(found(Duration::from_secs(60)), (true, 7));
        assert_eq!(found(Duration::ZERO), (false, 0));
    }
}
