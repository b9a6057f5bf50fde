//! What the agent is doing: a bar on a terminal, plain lines elsewhere, and the state for beats.

use std::collections::VecDeque;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::aloud::say_aloud;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

/// How often a log that is not a terminal gets a line.
const LINE_EVERY: Duration = Duration::from_secs(5);
/// Lines that wait for a server that does not answer, or that is slower; the oldest go first.
const MOST_SAID: usize = 4_000;
const LONGEST_LINE: usize = 2_000;
/// Of lines that are taken at once, and of rounds: in JSON a beat stays below 1 MB.
const MOST_BYTES: usize = 256 * 1024;
const MOST_TURN_BYTES: usize = 64 * 1024;
/// Characters that the server takes.
const LONGEST_VARIANT: usize = 500;
const LONGEST_METRIC: usize = 200;
/// Bytes of a number in JSON.
const NUMBER: usize = 25;
/// Rounds that wait; the oldest go first.
const MOST_TURNS: usize = 2_000;
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
#[derive(Debug, Clone, PartialEq, Eq, Default)]
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
    /// Rounds that were finished when the run made room for a job; nothing: it has not begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) paused_after: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) paused_for: Option<u64>,
}

/// What a round of one variant brought: a number of each arm, in their order.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Turn {
    pub(crate) variant: String,
    pub(crate) metric: String,
    /// Counted from 1.
    pub(crate) round: usize,
    pub(crate) arms: Vec<f64>,
}

/// What whoever watches a job was not sent yet.
#[derive(Default)]
struct Unheard {
    lines: VecDeque<String>,
    /// How many lines went before they were taken.
    lost: usize,
    turns: VecDeque<Turn>,
}

impl Unheard {
    fn record(&mut self, line: &str) {
        self.lines.push_back(plain(line, LONGEST_LINE));
        if self.lines.len() > MOST_SAID {
            self.lines.pop_front();
            self.lost += 1;
        }
    }

    fn take(&mut self, most: usize) -> Vec<String> {
        let mut taken = Vec::new();
        if self.lost > 0 && most > 0 {
            taken.push(format!("[{} lines came too fast to be sent]", self.lost));
            self.lost = 0;
        }
        let mut bytes = 0;
        while taken.len() < most && bytes < MOST_BYTES {
            let Some(line) = self.lines.pop_front() else {
                break;
            };
            bytes += line.len();
            taken.push(line);
        }
        taken
    }

    fn take_turns(&mut self, most: usize) -> Vec<Turn> {
        let mut bytes = 0;
        let is_room = |turn: &&Turn| {
            let has_room = bytes < MOST_TURN_BYTES;
            bytes += turn.variant.len() + turn.metric.len() + NUMBER * turn.arms.len();
            has_room
        };
        let count = self.turns.iter().take(most).take_while(is_room).count();
        self.turns.drain(..count).collect()
    }
}

/// A text without control characters, as programs print them, and no longer than that.
fn plain(text: &str, longest: usize) -> String {
    let signs = text
        .chars()
        .filter(|sign| *sign == '\t' || !sign.is_control());
    signs.take(longest).collect()
}

/// The status that the measuring thread writes and the beats read.
#[derive(Clone, Default)]
pub(crate) struct SharedStatus(Arc<Shared>);

#[derive(Default)]
struct Shared {
    status: Mutex<Status>,
    has_changed: Condvar,
    is_hurried: AtomicBool,
    planned: Mutex<Vec<Planned>>,
    /// What was said since somebody last took it; nothing is kept while nobody does.
    said: Mutex<Option<Unheard>>,
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
        let kept = self.0.planned.lock();
        *kept.unwrap_or_else(PoisonError::into_inner) = planned;
    }

    /// Keeps what is said from now on for `take_said`, or nothing any more.
    pub(crate) fn store_said(&self, is_kept: bool) {
        *self.said() = is_kept.then(Unheard::default);
    }

    /// At most so many of the sentences that were said, oldest first.
    pub(crate) fn take_said(&self, most: usize) -> Vec<String> {
        self.said()
            .as_mut()
            .map_or_else(Vec::new, |said| said.take(most))
    }

    /// At most so many of the rounds that came in, oldest first.
    pub(crate) fn take_turns(&self, most: usize) -> Vec<Turn> {
        self.said()
            .as_mut()
            .map_or_else(Vec::new, |said| said.take_turns(most))
    }

    pub(crate) fn note(&self, sentence: &str) {
        if let Some(said) = &mut *self.said() {
            sentence.lines().for_each(|line| said.record(line));
        }
    }

    fn note_turn(&self, mut turn: Turn) {
        if let Some(said) = &mut *self.said() {
            turn.variant = plain(&turn.variant, LONGEST_VARIANT);
            turn.metric = plain(&turn.metric, LONGEST_METRIC);
            said.turns.push_back(turn);
            let surplus = said.turns.len().saturating_sub(MOST_TURNS);
            said.turns.drain(..surplus);
        }
    }

    fn said(&self) -> MutexGuard<'_, Option<Unheard>> {
        self.0.said.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends `await_other_than` at once, or the next one.
    pub(crate) fn hurry(&self) {
        let _status = self.0.status.lock();
        self.0.is_hurried.store(true, Ordering::Relaxed);
        self.0.has_changed.notify_all();
    }

    /// Waits until the activity is another than `seen`, at most for `limit`.
    pub(crate) fn await_other_than(&self, seen: Activity, limit: Duration) {
        let status = self.0.status.lock();
        let status = status.unwrap_or_else(PoisonError::into_inner);
        let is_hurried = || self.0.is_hurried.swap(false, Ordering::Relaxed);
        let is_same = |status: &mut Status| status.activity == seen && !is_hurried();
        let has_changed = &self.0.has_changed;
        // Poisoned or not, the next beat reads the status again.
        let _ = has_changed.wait_timeout_while(status, limit, is_same);
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
            Some(bar) => bar.suspend(|| say_aloud(sentence)),
            None => say_aloud(sentence),
        }
        self.status.note(sentence);
        self.update(|status| sentence.clone_into(&mut status.message));
    }

    /// A line that a program printed, for whoever watches the job.
    pub(crate) fn record_line(&self, line: &str) {
        self.status.note(line);
    }

    /// What a round brought, for whoever watches the job.
    pub(crate) fn brought(&self, turn: Turn) {
        self.status.note_turn(turn);
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
            say_aloud(&line);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_kept_within_bounds_and_what_is_lost_is_said() {
        let status = SharedStatus::default();
        status.note("nobody listens");
        status.store_said(true);
        (0..MOST_SAID + 7).for_each(|line| status.note(&format!("line {line}")));
        let first = status.take_said(3);
        assert_eq!(
            first,
            ["[7 lines came too fast to be sent]", "line 7", "line 8"]
        );
        status.note(&"é".repeat(5 * LONGEST_LINE));
        let mut last = String::new();
        loop {
            let lines = status.take_said(500);
            assert!(lines.iter().map(String::len).sum::<usize>() <= MOST_BYTES + 2 * LONGEST_LINE);
            match lines.last() {
                Some(line) => last.clone_from(line),
                None => break,
            }
        }
        assert_eq!(last.chars().count(), LONGEST_LINE);
    }

    #[test]
    fn what_waits_is_what_the_server_takes() {
        let status = SharedStatus::default();
        status.store_said(true);
        status.note("a\0b\x1b[31m\tred");
        assert_eq!(status.take_said(1), ["ab[31m\tred"]);
        let turn = Turn {
            variant: "é\0".repeat(5 * LONGEST_VARIANT),
            metric: "m".repeat(5 * LONGEST_METRIC),
            round: 1,
            arms: vec![1.0; 16],
        };
        (0..MOST_TURNS).for_each(|_| status.note_turn(turn.clone()));
        let taken = status.take_turns(MOST_TURNS);
        assert_eq!(taken[0].variant, "é".repeat(LONGEST_VARIANT));
        assert_eq!(taken[0].metric.len(), LONGEST_METRIC);
        assert!(1 < taken.len() && taken.len() < MOST_TURNS);
        let size = serde_json::to_vec(&taken).unwrap().len();
        assert!(size < 2 * MOST_TURN_BYTES, "{size}");
    }
}
