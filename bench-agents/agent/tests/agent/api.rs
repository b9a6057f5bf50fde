//! A small HTTP server that answers as the real API does, and misbehaves when told to.

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use flate2::read::GzDecoder;
use serde_json::{Value, json};

/// One answer out of turn, used up by the next report.
#[derive(Clone, Copy)]
pub(crate) enum Trick {
    /// Answer with this status and a problem document.
    Status(u16),
    /// Refuse the report because it is not signed as it must be.
    Unsigned,
    /// Close the connection while the body is still coming.
    CutUpload,
    /// Take half of the body and never go on.
    StallUpload,
    /// Store the report, then keep the answer back for so long.
    StoreAndDelay(Duration),
}

#[derive(Default)]
struct State {
    tricks: VecDeque<Trick>,
    /// Accepted reports by idempotency key.
    stored: BTreeMap<String, Value>,
    /// How many uploads were seen, whatever the answer.
    uploads: usize,
    replays: usize,
    registrations: Vec<Value>,
    beats: Vec<Value>,
    beat_seconds: f64,
    authorisations: Vec<String>,
    traces: Vec<String>,
    /// Keys of agents, and what reports were signed with.
    keys: Vec<Value>,
    signatures: Vec<String>,
    /// Agents that were let in by a token.
    enrolments: Vec<Value>,
    /// A server of before agents had keys.
    knows_no_keys: bool,
    /// Why the machine of the agent is in quarantine.
    quarantine: Option<&'static str>,
    /// Why the version of the agent gets no jobs.
    version_trouble: Option<&'static str>,
    /// The key may deliver reports and register no agent.
    takes_no_agents: bool,
    /// Of the server; one of before it was told says none.
    version: Option<String>,
    /// What the key opens.
    projects: Vec<&'static str>,
    jobs: Jobs,
}

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

#[derive(Clone)]
pub(crate) struct Api {
    address: String,
    state: Arc<Mutex<State>>,
}

struct Request {
    path: String,
    authorisation: String,
    signature: Option<String>,
    body: Vec<u8>,
}

struct Reply {
    status: u16,
    headers: &'static str,
    body: Value,
}

impl Api {
    pub(crate) fn start(tricks: &[Trick]) -> Self {
        let api = Self::start_with_beat(0.1);
        api.state.lock().unwrap().tricks.extend(tricks);
        api
    }

    pub(crate) fn start_with_beat(beat_seconds: f64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(State::default()));
        state.lock().unwrap().beat_seconds = beat_seconds;
        let api = Self { address, state };
        api.opens(&["toys"]);
        let serving = api.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let api = serving.clone();
                std::thread::spawn(move || while api.serve(&stream).is_some() {});
            }
        });
        api
    }

    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    pub(crate) fn stored(&self) -> Vec<Value> {
        self.state
            .lock()
            .unwrap()
            .stored
            .values()
            .cloned()
            .collect()
    }

    pub(crate) fn uploads(&self) -> usize {
        self.state.lock().unwrap().uploads
    }

    pub(crate) fn replays(&self) -> usize {
        self.state.lock().unwrap().replays
    }

    pub(crate) fn registrations(&self) -> Vec<Value> {
        self.state.lock().unwrap().registrations.clone()
    }

    pub(crate) fn beats(&self) -> Vec<Value> {
        self.state.lock().unwrap().beats.clone()
    }

    pub(crate) fn knows_no_keys(&self) {
        self.state.lock().unwrap().knows_no_keys = true;
    }

    pub(crate) fn is_version(&self, version: &str) {
        self.state.lock().unwrap().version = Some(version.to_owned());
    }

    pub(crate) fn keeps_the_machine(&self, why: Option<&'static str>) {
        self.state.lock().unwrap().quarantine = why;
    }

    pub(crate) fn finds_the_version(&self, trouble: Option<&'static str>) {
        self.state.lock().unwrap().version_trouble = trouble;
    }

    pub(crate) fn takes_no_agents(&self) {
        self.state.lock().unwrap().takes_no_agents = true;
    }

    /// Does this with the next report.
    pub(crate) fn plays(&self, trick: Trick) {
        self.state.lock().unwrap().tricks.push_back(trick);
    }

    /// The keys that were enrolled, and the signatures of the reports that came.
    pub(crate) fn signing(&self) -> (Vec<Value>, Vec<String>) {
        let state = self.state.lock().unwrap();
        (state.keys.clone(), state.signatures.clone())
    }

    /// What agents said that were let in by a token.
    pub(crate) fn enrolments(&self) -> Vec<Value> {
        self.state.lock().unwrap().enrolments.clone()
    }

    /// The traces that uploads said they belong to.
    pub(crate) fn traces(&self) -> Vec<String> {
        self.state.lock().unwrap().traces.clone()
    }

    pub(crate) fn authorisations(&self) -> Vec<String> {
        self.state.lock().unwrap().authorisations.clone()
    }

    /// One request and its answer; nothing when the connection ends.
    fn serve(&self, stream: &TcpStream) -> Option<()> {
        let mut reader = BufReader::new(stream);
        let (path, headers) = head(&mut reader)?;
        let length = headers.get("content-length");
        let length: usize = length.map_or(Some(0), |length| length.parse().ok())?;
        let is_upload = path.ends_with("/reports");
        let trick = if is_upload { self.next_trick() } else { None };
        if matches!(trick, Some(Trick::CutUpload | Trick::StallUpload)) {
            let mut some = vec![0; length / 2];
            reader.read_exact(&mut some).ok()?;
            if matches!(trick, Some(Trick::StallUpload)) {
                std::thread::sleep(Duration::from_secs(600));
            }
            stream.shutdown(std::net::Shutdown::Both).ok()?;
            return None;
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).ok()?;
        if headers
            .get("content-encoding")
            .is_some_and(|encoding| encoding == "gzip")
        {
            let mut plain = Vec::new();
            GzDecoder::new(&body[..]).read_to_end(&mut plain).ok()?;
            body = plain;
        }
        if path.ends_with("/jobs/leases") && self.holds(&body) {
            return self.hold(stream);
        }
        let authorisation = headers.get("authorization").cloned().unwrap_or_default();
        let signature = headers.get("tidemark-signature").cloned();
        if is_upload {
            let trace = headers.get("traceparent").cloned().unwrap_or_default();
            self.state.lock().unwrap().traces.push(trace);
        }
        let reply = self.answer(
            &Request {
                path,
                authorisation,
                signature,
                body,
            },
            trick,
        );
        write(stream, &reply).ok()
    }

    pub(crate) fn with_jobs<T>(&self, change: impl FnOnce(&mut Jobs) -> T) -> T {
        change(&mut self.state.lock().unwrap().jobs)
    }

    /// Shorter ones are those of agents that do not know yet that they may be held.
    fn holds(&self, question: &[u8]) -> bool {
        let question = serde_json::from_slice::<Value>(question).unwrap_or_default();
        question["wait_seconds"].as_u64() > Some(55) && self.with_jobs(|jobs| jobs.holds)
    }

    /// Says now and then that it is there, until a job comes or questions are held no more.
    fn hold(&self, mut stream: &TcpStream) -> Option<()> {
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
    fn lease(&self, document: &Value) -> Reply {
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
    fn queue_due(&self, document: &Value) -> Reply {
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

    fn hear_of_job(&self, path: &str, document: Value) -> Reply {
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

    /// Lets the key open these projects.
    pub(crate) fn opens(&self, projects: &[&'static str]) {
        self.state.lock().unwrap().projects = projects.to_vec();
    }

    fn project(&self) -> Reply {
        if !self.state.lock().unwrap().projects.contains(&"toys") {
            return problem(404);
        }
        Reply {
            status: 200,
            headers: "",
            body: json!({"slug": "toys"}),
        }
    }

    fn projects(&self) -> Reply {
        let state = self.state.lock().unwrap();
        let body = state.projects.iter().map(|slug| json!({"slug": slug}));
        Reply {
            status: 200,
            headers: "",
            body: body.collect(),
        }
    }

    fn next_trick(&self) -> Option<Trick> {
        let mut state = self.state.lock().unwrap();
        state.uploads += 1;
        state.tricks.pop_front()
    }

    fn answer(&self, request: &Request, trick: Option<Trick>) -> Reply {
        self.state
            .lock()
            .unwrap()
            .authorisations
            .push(request.authorisation.clone());
        let signature = request.signature.clone();
        self.state.lock().unwrap().signatures.extend(signature);
        let is_question = request.body.is_empty();
        let document = serde_json::from_slice::<Value>(&request.body);
        let Ok(document) = document.or_else(|error| {
            if is_question {
                Ok(Value::Null)
            } else {
                Err(error)
            }
        }) else {
            return problem(400);
        };
        match (request.path.as_str(), trick) {
            (_, Some(Trick::Status(status))) => problem(status),
            (_, Some(Trick::Unsigned)) => unsigned(),
            (_, Some(Trick::StoreAndDelay(delay))) => {
                let reply = self.store(document);
                std::thread::sleep(delay);
                reply
            }
            ("/api/v1/projects/toys/reports", _) => self.store(document),
            ("/api/v1/enrolments", _) => self.enrol(document),
            ("/api/v1/projects", _) => self.projects(),
            ("/api/v1/projects/toys", _) => self.project(),
            ("/api/v1/projects/toys/agents", _) => {
                let mut state = self.state.lock().unwrap();
                if state.takes_no_agents {
                    return problem(403);
                }
                state.registrations.push(document);
                Reply {
                    status: 200,
                    headers: "",
                    body: json!({
                        "id": "a-1",
                        "beat_seconds": state.beat_seconds,
                        "takes_pauses": state.jobs.takes_looks,
                        "takes_schedules": state.jobs.queues.is_some(),
                        "hold_seconds": if state.jobs.holds { 600 } else { 0 },
                        "version": state.version,
                        "version_trouble": state.version_trouble,
                    }),
                }
            }
            ("/api/v1/projects/toys/agents/a-1/key", _) => {
                let mut state = self.state.lock().unwrap();
                if state.knows_no_keys {
                    return problem(404);
                }
                state.keys.push(document);
                Reply {
                    status: 204,
                    headers: "",
                    body: Value::Null,
                }
            }
            ("/api/v1/projects/toys/agents/a-1/beats", _) => {
                let mut state = self.state.lock().unwrap();
                state.beats.push(document);
                Reply {
                    status: 200,
                    headers: "",
                    body: json!({
                        "quarantine": state.quarantine,
                        "version_trouble": state.version_trouble,
                    }),
                }
            }
            ("/api/v1/projects/toys/jobs/leases", _) => self.lease(&document),
            ("/api/v1/projects/toys/jobs/scheduled", _) => self.queue_due(&document),
            (path, _) if path.starts_with("/api/v1/projects/toys/jobs/") => {
                self.hear_of_job(path, document)
            }
            _ => problem(404),
        }
    }

    /// Lets an agent in by the token “good”, once.
    fn enrol(&self, document: Value) -> Reply {
        let mut state = self.state.lock().unwrap();
        if document["token"] != "good" || !state.enrolments.is_empty() {
            let mut reply = problem(409);
            reply.body["detail"] = json!("this enrolment token was used; make another one");
            return reply;
        }
        state.enrolments.push(document);
        Reply {
            status: 201,
            headers: "",
            body: json!({"id": "a-1", "project": "toys", "testbed": "lab", "secret": "tdm_own"}),
        }
    }

    fn store(&self, document: Value) -> Reply {
        let mut state = self.state.lock().unwrap();
        let key = document["idempotency_key"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        let body = json!({"id": key, "state": "accepted"});
        if state.stored.contains_key(&key) {
            state.replays += 1;
            return Reply {
                status: 200,
                headers: "Idempotent-Replay: true\r\n",
                body,
            };
        }
        state.stored.insert(key, document);
        Reply {
            status: 201,
            headers: "",
            body,
        }
    }
}

fn unsigned() -> Reply {
    let mut reply = problem(403);
    reply.body["faults"][0]["pointer"] = json!("/Tidemark-Signature");
    reply
}

fn problem(status: u16) -> Reply {
    let fault = json!({"pointer": "/results/0/samples", "reason": "is empty", "remedy": "add one"});
    let body =
        json!({"title": "Told to", "status": status, "detail": "for the test", "faults": [fault]});
    let headers = if matches!(status, 503 | 507) {
        "Retry-After: 0\r\n"
    } else {
        ""
    };
    Reply {
        status,
        headers,
        body,
    }
}

fn head(reader: &mut impl BufRead) -> Option<(String, BTreeMap<String, String>)> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        reader
            .read_line(&mut line)
            .ok()
            .filter(|length| *length > 0)?;
        if line.trim_end().is_empty() {
            break;
        }
        lines.push(line.trim_end().to_owned());
    }
    let path = lines.first()?.split(' ').nth(1)?.to_owned();
    let headers = lines.iter().skip(1).filter_map(|line| {
        let (name, value) = line.split_once(':')?;
        Some((name.to_lowercase(), value.trim().to_owned()))
    });
    Some((path, headers.collect()))
}

fn write(mut stream: &TcpStream, reply: &Reply) -> std::io::Result<()> {
    let Reply {
        status,
        headers,
        body,
    } = reply;
    let body = if *status == 204 {
        String::new()
    } else {
        body.to_string()
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status} Told\r\nContent-Type: application/json\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
    )
}
