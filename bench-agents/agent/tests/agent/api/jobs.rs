//! Jobs that the server gives out, and what agents say of them.

use std::collections::VecDeque;
use std::io::Write as _;
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use super::Api;
use super::wire::{Reply, problem};

/// What the server gives out, and what it heard of that.
#[derive(Default, Clone)]
pub(crate) struct Jobs {
    pub(crate) waiting: VecDeque<Value>,
    pub(crate) beats: Vec<Value>,
    pub(crate) endings: Vec<Value>,
    /// Why the job is to be ended.
    pub(crate) cancel: Option<&'static str>,
    /// The lease is another agent's.
    pub(crate) is_lost: bool,
    /// Beats that hold this text are refused, as are those with a NUL character.
    pub(crate) refused_text: Option<&'static str>,
    pub(crate) refusals: usize,
    /// How endings with evidence are answered, where they are not taken.
    pub(crate) refused_evidence: Option<u16>,
    /// Agents may look for jobs while they measure.
    pub(crate) takes_looks: bool,
    /// Questions for work are held until there is some.
    pub(crate) holds: bool,
    /// Questions for work that would wait for more seconds are refused, as older servers do.
    pub(crate) longest_wait: Option<u64>,
    /// How many others waited at such a server.
    pub(crate) waited: usize,
    /// How many questions were held so far.
    pub(crate) held: usize,
    /// How often the server ended the questions that it held, as one that is started again.
    pub(crate) restarts: usize,
    /// Agents may queue what their schedules have due, and get an answer of this status; what is
    /// due is queued whatever a proxy says.
    pub(crate) queues: Option<u16>,
    /// What was to be queued, each time it was.
    pub(crate) due: Vec<Value>,
    /// What was queued, by its suite and time, and which of that is over.
    queued: Vec<(Value, Value)>,
    over: Vec<u64>,
    /// The last of them that was given out.
    given: Value,
}

/// The first job that an agent queues for itself.
pub(crate) const FIRST_OWN: u64 = 100;

impl Api {
    pub(crate) fn with_jobs<T>(&self, change: impl FnOnce(&mut Jobs) -> T) -> T {
        change(&mut self.state.lock().unwrap().jobs)
    }

    /// Shorter ones are those of agents that do not know yet that they may be held.
    pub(super) fn holds(&self, question: &[u8]) -> bool {
        let question = serde_json::from_slice::<Value>(question).unwrap_or_default();
        question["wait_seconds"].as_u64() > Some(55) && self.with_jobs(|jobs| jobs.holds)
    }

    /// Says now and then that it is there, until a job comes or questions are held no more.
    pub(super) fn hold(&self, mut stream: &TcpStream) -> Option<()> {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        stream.write_all(head.as_bytes()).ok()?;
        let restarts = self.with_jobs(|jobs| {
            jobs.held += 1;
            jobs.restarts
        });
        let mut job = None;
        while job.is_none() && self.with_jobs(|jobs| jobs.holds) {
            if self.with_jobs(|jobs| jobs.restarts) != restarts {
                stream.shutdown(std::net::Shutdown::Both).ok()?;
                return None;
            }
            stream.write_all(b"1\r\n\n\r\n").ok()?;
            std::thread::sleep(Duration::from_millis(50));
            job = self.with_jobs(|jobs| jobs.waiting.pop_front());
        }
        let said = json!({"job": job}).to_string();
        let last = format!("{:x}\r\n{said}\r\n0\r\n\r\n", said.len());
        stream.write_all(last.as_bytes()).ok()
    }

    /// The next job, now and then none for a moment.
    pub(super) fn lease(&self, document: &Value) -> Reply {
        if document["is_look"] == true {
            let waits = self.with_jobs(|jobs| jobs.waiting.front().map(|job| job["id"].clone()));
            std::thread::sleep(Duration::from_millis(20));
            return Reply {
                status: 200,
                headers: "",
                body: json!({"job": null, "waits": waits}),
            };
        }
        if let Some(longest) = self.with_jobs(|jobs| jobs.longest_wait) {
            let wait = document["wait_seconds"].as_u64().unwrap_or(0);
            if wait > longest {
                self.with_jobs(|jobs| jobs.refusals += 1);
                return problem(422);
            }
            self.with_jobs(|jobs| jobs.waited += usize::from(wait > 0));
        }
        let job = self.with_jobs(|jobs| {
            let job = jobs.waiting.pop_front();
            if let Some(own) = job.iter().find(|job| job["is_scheduled"] == true) {
                jobs.given = own.clone();
            }
            job
        });
        if job.is_none() {
            std::thread::sleep(Duration::from_millis(100));
        }
        Reply {
            status: 200,
            headers: "",
            body: json!({"job": job}),
        }
    }

    /// Queues what is due once, and gives it out after everything else that waits.
    pub(super) fn queue_due(&self, document: &Value) -> Reply {
        self.with_jobs(|jobs| {
            jobs.due.push(document.clone());
            let key = (document["suite"].clone(), document["due"].clone());
            let is_open = |place: usize| !jobs.over.contains(&(FIRST_OWN + place as u64));
            let mut queued = jobs.queued.iter().enumerate();
            let known =
                queued.position(|(place, one)| *one == key || (one.0 == key.0 && is_open(place)));
            let job = FIRST_OWN + known.unwrap_or(jobs.queued.len()) as u64;
            if known.is_none() {
                jobs.queued.push(key);
                let arm = json!({"commit": document["commit"], "branch": document["branch"]});
                jobs.waiting.push_back(json!({
                    "id": job, "lease": 1, "lease_seconds": 60, "kind": "run",
                    "suite": document["suite"], "arms": [arm], "only": [],
                    "mode": document["mode"], "rounds": null, "repository": "",
                    "budget_seconds": 1800, "takes_rounds": true, "is_scheduled": true,
                }));
            }
            if let Some(status) = jobs.queues.filter(|status| *status != 200) {
                return problem(status);
            }
            Reply {
                status: 200,
                headers: "",
                body: json!({"job": job, "is_over": jobs.over.contains(&job)}),
            }
        })
    }

    pub(super) fn hear_of_job(&self, path: &str, document: Value) -> Reply {
        self.with_jobs(|jobs| {
            let is_ending = path.ends_with("/endings");
            let is_refused = document["lines"].as_array().is_some_and(|lines| {
                let mut texts = lines.iter().filter_map(Value::as_str);
                texts.any(|line| {
                    line.contains('\0') || jobs.refused_text.is_some_and(|bad| line.contains(bad))
                })
            });
            if is_refused {
                jobs.refusals += 1;
                return problem(422);
            }
            if let (Some(status), true) = (jobs.refused_evidence, !document["evidence"].is_null()) {
                jobs.refusals += 1;
                return problem(status);
            }
            if is_ending {
                let job = path.split('/').rev().nth(1).unwrap().parse().unwrap();
                if document["outcome"] == "made room" {
                    let mut again = jobs.given.clone();
                    again["lease"] = json!(document["lease"].as_u64().unwrap() + 1);
                    jobs.waiting.push_back(again);
                } else {
                    jobs.over.push(job);
                }
                jobs.endings.push(document);
            } else {
                jobs.beats.push(document);
            }
            match (jobs.is_lost, is_ending) {
                (true, _) => problem(409),
                (false, true) => Reply {
                    status: 204,
                    headers: "",
                    body: Value::Null,
                },
                (false, false) => Reply {
                    status: 200,
                    headers: "",
                    body: json!({"lease_seconds": 60, "cancel": jobs.cancel}),
                },
            }
        })
    }
}
