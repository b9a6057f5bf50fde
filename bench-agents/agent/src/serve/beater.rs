//! The thread that registers the machine and tells the server that the agent lives.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use super::log::log;
use super::quarantine::Quarantine;
use crate::base::progress::{Activity, Planned, SharedStatus, Status};
use crate::base::{AGENT, scalar};
use crate::delivery::backoff::Backoff;
use crate::delivery::beats::AgentBeatAnswer;
use crate::delivery::holding::Holding;
use crate::delivery::server::{Registration, Server, ServerError};
use crate::delivery::spool::Counter;
use crate::machine::{self, Fingerprint};
use crate::process::Stop;
use crate::run::run_lock::RunLock;

const DEFAULT_BEAT: Duration = Duration::from_secs(15);
const QUARANTINED: &str = "in quarantine: scheduled suites wait";
const STACK: usize = 512 * 1024;

/// How the agent presents itself.
pub(crate) struct Introduction(pub(crate) Value);

impl Introduction {
    pub(crate) fn new(name: &str, testbed: Option<&str>) -> Self {
        let fingerprint = scalar::to_object(&Fingerprint::take().flat());
        Self(json!({
            "name": name,
            "testbed": testbed.map_or_else(machine::host_name, str::to_owned),
            // Not folded into instructions: tests of updates write another version into the program.
            "version": std::hint::black_box(AGENT),
            "machine": {"name": name, "fingerprint": fingerprint},
        }))
    }
}

pub(super) struct Beater {
    pub(super) server: Server,
    pub(super) introduction: Introduction,
    pub(super) status: SharedStatus,
    pub(super) spool: Counter,
    pub(super) stop: Stop,
    pub(super) first_retry: Duration,
    /// Set once it is known whether reports are signed.
    pub(super) is_settled: Arc<AtomicBool>,
    /// Set once the server has said that runs may make room for jobs.
    pub(super) takes_pauses: Arc<AtomicBool>,
    pub(super) takes_schedules: Arc<AtomicBool>,
    /// A question for work that is held says that an idle agent lives.
    pub(super) holding: Holding,
    pub(super) quarantine: Quarantine,
    /// Why this version gets no jobs, as the server said last.
    pub(super) apart: Mutex<Option<String>>,
}

/// What a beat says.
#[derive(PartialEq)]
struct Said {
    status: Status,
    planned: Vec<Planned>,
    spooled: usize,
    /// The question that is held: the answer to a beat may be news after each new one, as a server
    /// that is updated ends those that it holds.
    question: u64,
}

impl Beater {
    pub(super) fn start(self) -> std::io::Result<()> {
        let thread = std::thread::Builder::new()
            .name("beats".into())
            .stack_size(STACK);
        thread.spawn(move || while self.register().is_some_and(|agent| self.beat(&agent)) {})?;
        Ok(())
    }

    /// Registers, as often as it takes; nothing when a stop is requested meanwhile.
    fn register(&self) -> Option<Registration> {
        let mut backoff = Backoff::new(self.first_retry);
        loop {
            match self.server.register(&self.introduction.0) {
                Ok(registration) => {
                    self.takes_pauses
                        .store(registration.takes_pauses, Ordering::Relaxed);
                    self.takes_schedules
                        .store(registration.takes_schedules, Ordering::Relaxed);
                    self.holding.allow(registration.hold_seconds);
                    log(&format!(
                        "registered at {} as agent {}",
                        self.server.address(),
                        registration.id
                    ));
                    self.note_trouble(registration.version_trouble.as_deref());
                    return Some(registration);
                }
                Err(error) => {
                    // Who may not register gets no key, and may deliver all the same.
                    let is_refused = matches!(&error, ServerError::Answer { status, .. }
                        if (400..500).contains(status) && *status != 429);
                    if is_refused {
                        self.is_settled.store(true, Ordering::Relaxed);
                    }
                    self.quarantine.receive_nothing();
                    let wait = backoff.next(None);
                    log(&format!(
                        "not registered: {error}; next attempt in {:.1} s",
                        wait.as_secs_f64()
                    ));
                    if self.stop.wait(wait) {
                        return None;
                    }
                }
            }
        }
    }

    /// Says in the log that this version gets no jobs, when that is new, and when it is over.
    fn note_trouble(&self, trouble: Option<&str>) {
        let mut known = self.apart.lock().unwrap_or_else(PoisonError::into_inner);
        match (known.as_deref(), trouble) {
            (before, Some(trouble)) if before != Some(trouble) => {
                log(&format!("this agent gets no new jobs: {trouble}"));
            }
            (Some(_), None) => log("the server gives jobs to this version again"),
            _ => {}
        }
        *known = trouble.map(str::to_owned);
    }

    /// Tells the server the key that the agent signs with; whether there is more to try.
    fn enrol(&self, agent: &Registration, is_first: bool) -> bool {
        let (said, is_open) = match self.server.enrol(&agent.id) {
            Ok(key) => (format!("reports are signed with key {key}…"), false),
            Err(ServerError::Answer {
                status: 404 | 405, ..
            }) => (
                "this server knows no keys of agents: reports are not signed".to_owned(),
                false,
            ),
            Err(ServerError::Unreachable(_)) => return true,
            Err(error) => (
                format!("the server does not take this agent's key: {error}"),
                true,
            ),
        };
        self.is_settled.store(true, Ordering::Relaxed);
        if is_first || !is_open {
            log(&said);
        }
        is_open
    }

    /// Beats at the server's pace and at each change of activity, until a stop is requested
    /// (false) or the server no longer knows the agent (true).
    fn beat(&self, agent: &Registration) -> bool {
        let pause = agent
            .beat_seconds
            .filter(|seconds| (0.1..3600.0).contains(seconds));
        let pause = pause.map_or(DEFAULT_BEAT, Duration::from_secs_f64);
        let mut is_quiet = false;
        let mut last: Option<Said> = None;
        let mut wants_key = self.enrol(agent, true);
        loop {
            let status = self.status.read();
            let mut seen = seen_from_outside(&status);
            if seen.activity == Activity::Idle && self.quarantine.is_on() {
                QUARANTINED.clone_into(&mut seen.message);
            }
            let said = Said {
                status: seen,
                planned: self.status.planned(),
                spooled: self.spool.count(),
                question: self.holding.number(),
            };
            let is_idle = said.status.activity == Activity::Idle;
            let is_known = is_idle
                && self.holding.is_held()
                && !self.quarantine.is_wanted()
                && last.as_ref() == Some(&said);
            let answered = if is_known {
                Ok(AgentBeatAnswer::default())
            } else {
                self.report(agent, &said)
            };
            match answered {
                Ok(heard) => {
                    if !is_known {
                        self.quarantine.receive(heard.quarantine);
                        self.note_trouble(heard.version_trouble.as_deref());
                    }
                    is_quiet = false;
                    last = Some(said);
                }
                Err(ServerError::Answer { status: 404, .. }) => return true,
                Err(error) => {
                    if !is_quiet {
                        log(&format!("the server does not take beats: {error}"));
                    }
                    self.quarantine.receive_nothing();
                    is_quiet = true;
                    last = None;
                }
            }
            self.status.await_other_than(status.activity, pause);
            wants_key = wants_key && self.enrol(agent, false);
            if self.stop.is_requested() {
                return false;
            }
        }
    }

    fn report(&self, agent: &Registration, said: &Said) -> Result<AgentBeatAnswer, ServerError> {
        self.server
            .beat(&agent.id, &said.status, said.spooled, &said.planned)
    }
}

/// An agent with nothing to do tells what is measured beside it on its machine: that is not idle.
fn seen_from_outside(status: &Status) -> Status {
    if status.activity != Activity::Idle {
        return status.clone();
    }
    let Some(held) = RunLock::of_machine().measured_elsewhere() else {
        return status.clone();
    };
    // `allocator-c (full) since …`; what has no mode, such as `wrap`, is no suite.
    let suite = held.split_once(" (").map(|(suite, _)| suite.to_owned());
    Status {
        activity: Activity::Running,
        suite,
        message: format!("started by hand: {held}"),
        ..Status::default()
    }
}
