//! What the server and an agent say to each other about jobs.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::holding::{HELD_AFTER, Holding, UNHELD_QUESTION};
use super::server::{Server, ServerError, whole};
use crate::base::progress::{Activity, Status, Turn};
use crate::suite::Mode;

/// Beyond the time that a question may wait for work.
const ANSWER_LIMIT: Duration = Duration::from_secs(15);

/// A commit to measure, and the branch that its results belong to.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct JobCommit {
    pub(crate) commit: String,
    pub(crate) branch: String,
}

/// A commit that no repository has: what a developer changed in one that they have.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct JobPatch {
    /// The commit that the patch makes of its base.
    pub(crate) commit: String,
    pub(crate) base: String,
    pub(crate) author: String,
    pub(crate) subject: String,
    /// Seconds since 1970, of the commit.
    pub(crate) at: u64,
    /// As `git diff --binary` wrote it, in base64.
    pub(crate) diff: String,
}

/// A commit that no repository has: one with the first few of what it moves, the rest as another.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct JobMix {
    pub(crate) commit: String,
    pub(crate) before: String,
    pub(crate) after: String,
    pub(crate) parts: usize,
    /// How many moves the server knows of; none: it is an older one, which does not say.
    #[serde(default)]
    pub(crate) moves: usize,
    /// The last move of the mix, as the server knows it.
    #[serde(default)]
    pub(crate) last: Option<JobMove>,
}

/// One move of a list that an agent told the server.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct JobMove {
    pub(crate) path: String,
    pub(crate) name: String,
    pub(crate) before: String,
    pub(crate) after: String,
}

/// A job that this agent holds for as long as it beats.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct JobLease {
    pub(crate) id: u64,
    /// Whoever shows an older one holds nothing.
    pub(crate) lease: u64,
    pub(crate) kind: String,
    pub(crate) suite: String,
    pub(crate) arms: Vec<JobCommit>,
    pub(crate) only: Vec<String>,
    pub(crate) mode: Mode,
    pub(crate) rounds: Option<usize>,
    pub(crate) repository: String,
    pub(crate) budget_seconds: u64,
    #[serde(default)]
    pub(crate) patch: Option<JobPatch>,
    #[serde(default)]
    pub(crate) mix: Option<JobMix>,
    /// What the second commit moves since this one is to be told; empty: nothing is.
    #[serde(default)]
    pub(crate) before: String,
    /// Code of a fork: measured in a sandbox or not at all.
    #[serde(default)]
    pub(crate) is_fork: bool,
    /// The metric that a proposed patch is to better.
    #[serde(default)]
    pub(crate) aim: String,
    /// Whether beats may carry rounds; older servers refuse them.
    #[serde(default)]
    pub(crate) takes_rounds: bool,
    /// This agent queued it, by its own schedule.
    #[serde(default)]
    pub(crate) is_scheduled: bool,
}

/// A suite that the schedule has due, as the server is asked to queue it.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct DueSuite {
    pub(crate) suite: String,
    pub(crate) mode: &'static str,
    /// Since when: asked again, it is queued once.
    pub(crate) due: String,
    pub(crate) commit: String,
    pub(crate) branch: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) budget_minutes: Option<u64>,
    /// Jobs have delayed it long enough.
    pub(crate) is_overdue: bool,
}

/// The job of a suite that is due.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(crate) struct Queued {
    pub(crate) job: u64,
    /// It was measured, or somebody cancelled it.
    pub(crate) is_over: bool,
}

/// What became of a lease.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct JobEnding {
    pub(crate) job: u64,
    pub(crate) lease: u64,
    pub(crate) outcome: Outcome,
    pub(crate) why: String,
    pub(crate) reports: Vec<String>,
    /// Which commit could not be built, where one could not.
    #[serde(default)]
    pub(crate) arm: Option<usize>,
    /// What a proposal showed.
    #[serde(default)]
    pub(crate) evidence: Option<Value>,
    /// What the second commit moves.
    #[serde(default)]
    pub(crate) moved: Option<Value>,
    /// The server did not take what was said before: said once, and then no more.
    #[serde(default)]
    pub(crate) is_last: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Outcome {
    #[serde(rename = "finished")]
    Finished,
    #[serde(rename = "build failed")]
    BuildFailed,
    #[serde(rename = "cancelled")]
    Cancelled,
    #[serde(rename = "machine failed")]
    MachineFailed,
    /// Of a scheduled run: it goes on after another job.
    #[serde(rename = "made room")]
    MadeRoom,
}

#[derive(Deserialize)]
struct Sought {
    job: Option<JobLease>,
    /// The job that waits, for an agent that only looks.
    #[serde(default)]
    waits: Option<u64>,
}

#[derive(Deserialize)]
struct BeatAnswer {
    cancel: Option<String>,
}

impl ServerError {
    /// The server knows of no such lease (any more).
    pub(crate) fn is_lost_lease(&self) -> bool {
        matches!(
            self,
            Self::Answer {
                status: 404 | 409,
                ..
            }
        )
    }

    /// What was sent is not taken, however often it is sent.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::Answer {
                status: 400 | 413 | 415 | 422,
                ..
            }
        )
    }
}

impl Server {
    /// The next job for the agent of this name, if one comes within `wait`.
    pub(crate) fn seek(
        &self,
        agent: &str,
        labels: &[String],
        wait: Duration,
        holding: &Holding,
    ) -> Result<Option<JobLease>, ServerError> {
        let question = json!({"agent": agent, "labels": labels, "wait_seconds": wait.as_secs()});
        let is_long = wait > UNHELD_QUESTION;
        let mut response = self
            .post_json("jobs/leases", &question, wait + ANSWER_LIMIT)
            .inspect_err(|error| {
                // Since the agent registered, the server went back to a release that holds none.
                if is_long && error.is_refusal() {
                    holding.allow(0);
                }
            })?;
        let held = is_long.then(|| holding.hold());
        let since = Instant::now();
        let said = whole(&mut response);
        let was_held = held.is_some() && since.elapsed() > HELD_AFTER;
        found(said, was_held)
    }

    /// The job for which an agent should pause its own schedule, if one comes within `wait`.
    pub(crate) fn look_for_job(
        &self,
        agent: &str,
        labels: &[String],
        wait: Duration,
    ) -> Result<Option<u64>, ServerError> {
        let question = json!({
            "agent": agent, "labels": labels, "wait_seconds": wait.as_secs(), "is_look": true,
        });
        let sought: Sought = self.ask("jobs/leases", &question, wait + ANSWER_LIMIT)?;
        Ok(sought.waits)
    }

    /// Queues a suite that the agent's own schedule has due.
    pub(crate) fn queue_due(
        &self,
        agent: &str,
        labels: &[String],
        suite: &DueSuite,
    ) -> Result<Queued, ServerError> {
        let mut said = json!(suite);
        said["agent"] = json!(agent);
        said["labels"] = json!(labels);
        self.ask("jobs/scheduled", &said, ANSWER_LIMIT)
    }

    /// Says how far a job is, with lines and rounds that are new; why it is to be ended, if it is.
    pub(crate) fn beat_job(
        &self,
        lease: &JobLease,
        status: &Status,
        (lines, turns): (&[String], &[Turn]),
    ) -> Result<Option<String>, ServerError> {
        let stage = match status.activity {
            Activity::Idle => "fetching",
            Activity::Building => "building",
            Activity::Running => "measuring",
            Activity::Uploading => "reporting",
        };
        let mut beat = json!({
            "lease": lease.lease,
            "stage": stage,
            "done": status.done,
            "total": status.total,
            "lines": lines,
        });
        if lease.takes_rounds && !turns.is_empty() {
            beat["rounds"] = json!(turns);
        }
        let path = format!("jobs/{}/beats", lease.id);
        let answer: BeatAnswer = self.ask(&path, &beat, ANSWER_LIMIT)?;
        Ok(answer.cancel)
    }

    pub(crate) fn end_job(&self, ending: &JobEnding) -> Result<(), ServerError> {
        let mut said = json!({
            "lease": ending.lease,
            "outcome": ending.outcome,
            "why": ending.why,
            "reports": ending.reports,
            "arm": ending.arm,
        });
        if let Some(evidence) = &ending.evidence {
            said["evidence"] = evidence.clone();
        }
        if let Some(moved) = &ending.moved {
            said["moved"] = moved.clone();
        }
        self.post_json(&format!("jobs/{}/endings", ending.job), &said, ANSWER_LIMIT)
            .map(drop)
    }
}

/// The job of an answer. A connection that ends while a question is held is no fault; an answer that
/// says something else is one, or its lease would be lost without a word.
fn found(
    said: Result<Vec<u8>, ureq::Error>,
    was_held: bool,
) -> Result<Option<JobLease>, ServerError> {
    let unreadable =
        |error: String| ServerError::Unreachable(format!("unreadable answer: {error}"));
    let said = match said {
        Ok(said) => said,
        Err(error @ ureq::Error::BodyExceedsLimit(_)) => return Err(unreadable(error.to_string())),
        Err(_) if was_held => return Ok(None),
        Err(error) => return Err(unreadable(error.to_string())),
    };
    if was_held && said.trim_ascii().is_empty() {
        return Ok(None);
    }
    let sought = serde_json::from_slice::<Sought>(&said);
    sought
        .map(|sought| sought.job)
        .map_err(|error| unreadable(error.to_string()))
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::{Shutdown, TcpListener};

    use super::*;

    /// What becomes of a question for work that is answered with these chunks.
    fn answered(chunks: &str, was_held: bool) -> Result<Option<JobLease>, ServerError> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let answer = format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{chunks}");
        let serving = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut asked = Vec::new();
            while !asked.ends_with(b"{}") {
                let mut some = [0; 1024];
                let count = stream.read(&mut some).unwrap();
                asked.extend(&some[..count]);
            }
            stream.write_all(answer.as_bytes()).unwrap();
            stream.shutdown(Shutdown::Write).unwrap();
        });
        let server = Server::new(&address, "toys", String::new());
        let mut response = server
            .post_json("jobs/leases", &json!({}), ANSWER_LIMIT)
            .unwrap();
        let said = whole(&mut response);
        serving.join().unwrap();
        found(said, was_held)
    }

    fn as_chunks(text: &str) -> String {
        format!("1\r\n\n\r\n{:x}\r\n{text}\r\n0\r\n\r\n", text.len())
    }

    #[test]
    fn a_held_question_whose_connection_ends_brought_no_work() {
        for broken in [
            "1\r\n\n\r\n",
            "1\r\n\n\r\n20\r\n{\"job\"",
            "1\r\n\n\r\n0\r\n\r\n",
        ] {
            assert!(matches!(answered(broken, true), Ok(None)), "{broken:?}");
            assert!(answered(broken, false).is_err(), "{broken:?}");
        }
        let none = as_chunks(r#"{"job": null}"#);
        assert!(matches!(answered(&none, true), Ok(None)));
    }

    #[test]
    fn a_lease_that_cannot_be_read_is_an_error_however_long_it_was_held() {
        for text in [
            r#"{"job": {"id": "of another shape"}}"#,
            "<html>the proxy</html>",
        ] {
            let error = answered(&as_chunks(text), true).unwrap_err();
            assert!(error.to_string().contains("unreadable answer"), "{error}");
        }
    }
}
