//! A small HTTP server that answers as the real API does, and misbehaves when told to.

use std::collections::{BTreeMap, VecDeque};
use std::io::{BufReader, Read};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use flate2::read::GzDecoder;
use serde_json::{Value, json};

mod jobs;
mod wire;

pub(crate) use jobs::{FIRST_OWN, Jobs};
use wire::{Reply, head, problem, unsigned, write};

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
