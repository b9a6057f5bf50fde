//! What the agent is doing: a bar on a terminal, plain lines elsewhere, and the state for beats.

use std::collections::VecDeque;
use std::io::IsTerminal;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

/// How often a log that is not a terminal gets a line.
const LINE_EVERY: Duration = Duration::from_secs(5);
/// Sentences that are kept for a server that does not answer; the oldest go first.
const MOST_SAID: usize = 10_000;
const STYLE: &str = "{prefix} {bar:32} {pos}/{len}  {elapsed} elapsed, {eta} left  {msg}";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Activity {
    #[default]
    Idle,
    Building,
    Running,
    Uploading,
}

/// What a beat tells the server.
#[derive(Debug, Clone, Default)]
pub(crate) struct Status {
    pub(crate) activity: Activity,
    pub(crate) suite: Option<String>,
    pub(crate) done: usize,
    pub(crate) total: usize,
    pub(crate) message: String,
}

/// A run that the schedule holds, and the time of day from which it is due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Planned {
    pub(crate) suite: String,
    pub(crate) mode: &'static str,
    pub(crate) due_at: String,
}

/// The status that the measuring thread writes and the beats read.
#[derive(Clone, Default)]
pub(crate) struct SharedStatus(Arc<Shared>);

#[derive(Default)]
struct Shared {
    status: Mutex<Status>,
    has_changed: Condvar,
    planned: Mutex<Vec<Planned>>,
    /// What was said since somebody last took it; nothing is kept while nobody does.
    said: Mutex<Option<VecDeque<String>>>,
}

impl SharedStatus {
    pub(crate) fn read(&self) -> Status {
        self.0
            .status
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub(crate) fn planned(&self) -> Vec<Planned> {
        self.0
            .planned
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub(crate) fn plan(&self, planned: Vec<Planned>) {
        *self
            .0
            .planned
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = planned;
    }

    /// Keeps what is said from now on for `take_said`, or nothing any more.
    pub(crate) fn store_said(&self, is_kept: bool) {
        *self.said() = is_kept.then(VecDeque::new);
    }

    /// At most so many of the sentences that were said, oldest first.
    pub(crate) fn take_said(&self, most: usize) -> Vec<String> {
        let mut said = self.said();
        said.as_mut().map_or_else(Vec::new, |said| {
            let count = said.len().min(most);
            said.drain(..count).collect()
        })
    }

    pub(crate) fn note(&self, sentence: &str) {
        if let Some(said) = &mut *self.said() {
            said.extend(sentence.lines().map(str::to_owned));
            let surplus = said.len().saturating_sub(MOST_SAID);
            said.drain(..surplus);
        }
    }

    fn said(&self) -> MutexGuard<'_, Option<VecDeque<String>>> {
        self.0.said.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the activity is another than `seen`, at most for `limit`.
    pub(crate) fn await_other_than(&self, seen: Activity, limit: Duration) {
        let status = self.0.status.lock();
        let status = status.unwrap_or_else(PoisonError::into_inner);
        let is_same = |status: &mut Status| status.activity == seen;
        // Poisoned or not, the next beat reads the status anew.
        let _ = self
            .0
            .has_changed
            .wait_timeout_while(status, limit, is_same);
    }

    fn update<T>(&self, change: impl FnOnce(&mut Status) -> T) -> T {
        let status = self.0.status.lock();
        let mut status = status.unwrap_or_else(PoisonError::into_inner);
        let before = status.activity;
        let result = change(&mut status);
        if status.activity != before {
            self.0.has_changed.notify_all();
        }
        result
    }
}

pub(crate) struct Progress {
    status: SharedStatus,
    bar: Option<ProgressBar>,
    is_terminal: bool,
    last_line: Instant,
}

impl Progress {
    pub(crate) fn new(status: SharedStatus) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        Self {
            status,
            bar: None,
            is_terminal,
            last_line: Instant::now(),
        }
    }

    /// One sentence on its own line.
    pub(crate) fn say(&mut self, sentence: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{sentence}")),
            None => eprintln!("{sentence}"),
        }
        self.status.note(sentence);
        self.update(|status| sentence.clone_into(&mut status.message));
    }

    pub(crate) fn building(&mut self, suite: &str) {
        self.begin(Activity::Building, suite);
    }

    /// After the rounds; which variant is profiled is said as it comes.
    pub(crate) fn profiling(&mut self, suite: &str) {
        self.begin(Activity::Running, suite);
    }

    fn begin(&mut self, activity: Activity, suite: &str) {
        self.update(|status| {
            *status = Status {
                activity,
                suite: Some(suite.to_owned()),
                ..Status::default()
            };
        });
    }

    pub(crate) fn set(&mut self, activity: Activity) {
        self.update(|status| status.activity = activity);
    }

    /// Measuring begins; `total` samples are planned.
    pub(crate) fn measuring(&mut self, total: usize) {
        self.update(|status| {
            status.activity = Activity::Running;
            status.done = 0;
            status.total = total;
        });
        self.last_line = Instant::now();
        if self.is_terminal {
            let bar = ProgressBar::new(total as u64).with_prefix("measuring");
            if let Ok(style) = ProgressStyle::with_template(STYLE) {
                bar.set_style(style.progress_chars("=> "));
            }
            self.bar = Some(bar);
        }
    }

    pub(crate) fn sample_done(&mut self, rounds_done: usize, is_recorded: bool) {
        let phase = if is_recorded {
            format!("round {}", rounds_done + 1)
        } else {
            "warm-up".to_owned()
        };
        let (done, total) = self.update(|status| {
            status.done += 1;
            status.message.clone_from(&phase);
            (status.done, status.total)
        });
        match &self.bar {
            Some(bar) => {
                bar.set_message(phase);
                bar.inc(1);
            }
            None => self.line(&phase, done, total),
        }
    }

    fn line(&mut self, phase: &str, done: usize, total: usize) {
        if done == total || self.last_line.elapsed() >= LINE_EVERY {
            self.last_line = Instant::now();
            let line = format!("measuring: {done} of {total} samples, {phase}");
            self.status.note(&line);
            eprintln!("{line}");
        }
    }

    pub(crate) fn finished(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
        self.update(|status| *status = Status::default());
    }

    fn update<T>(&self, change: impl FnOnce(&mut Status) -> T) -> T {
        self.status.update(change)
    }
}
