//! Counters of a child and everything it starts, where the kernel gives them.
//!
//! The counters are opened on the process that starts the programs, switched off, to be inherited and
//! to start at exec: they count nothing of it and all of the program. What a program counted is added
//! to that process's total when it ends, so a sample is the difference of two readings.
//!
//! Beside every inherited counter stands one that is not inherited and never counts. Where all of
//! a parent's counters are inherited, the kernel takes the child's set for a copy and may exchange
//! the two when it switches between them on one processor; the child, which starts its set at exec,
//! then ran with the wrong one and every other sample or so had no counts at all.

use std::collections::{BTreeMap, BTreeSet};

use perf_event::{Builder, Counter, ReadFormat};
use rustix::process::Pid;

use super::events::{EVENTS, QUOTIENTS};
use crate::base::scalar::{Named, Scalar};

/// A counter that ran for less of the time than this shared the hardware with others.
const WHOLE_TIME: f64 = 0.999;

#[derive(Default)]
pub(crate) struct Counters {
    open: Vec<(&'static str, Counter)>,
    /// Never read: that they are open is their purpose.
    own: Vec<Counter>,
    /// Why each of the others that were asked for cannot be had.
    pub(crate) unavailable: BTreeMap<&'static str, String>,
    /// The smallest share of a process's time in which a counter ran, where it was not all of it.
    shared: BTreeMap<&'static str, f64>,
}

/// Totals at one moment: count, time enabled and time running in nanoseconds.
pub(crate) type Reading = BTreeMap<&'static str, [u64; 3]>;

impl Counters {
    /// Opens those of the metrics that are counters, for processes that `parent` makes later. Others
    /// stay closed: the hardware has few, and more of them would have to take turns.
    pub(crate) fn open(wanted: &BTreeSet<&str>, parent: Pid) -> Self {
        let mut counters = Self::default();
        for (name, event) in EVENTS.iter().filter(|(name, _)| is_needed(name, wanted)) {
            let opened = match event.is_meaningless_here() {
                Some(reason) => Err(reason.to_owned()),
                None => open(event.builder(), parent).map_err(|error| event.refusal(&error)),
            };
            match opened {
                Ok(counter) => {
                    counters.open.push((name, counter));
                    let mut own = event.builder();
                    own.observe_pid(raw(parent)).inherit(false);
                    counters.own.extend(own.build());
                }
                Err(reason) => {
                    counters.unavailable.insert(name, reason);
                }
            }
        }
        counters
    }

    /// Opens whatever there is, to see what can be had.
    pub(crate) fn open_all() -> Self {
        let all = EVENTS.iter().map(|(name, _)| *name).collect();
        Self::open(&all, rustix::process::getpid())
    }

    pub(crate) fn available(&self) -> Vec<&'static str> {
        self.open.iter().map(|(name, _)| *name).collect()
    }

    pub(crate) fn read(&mut self) -> Reading {
        let mut reading = Reading::new();
        for (name, counter) in &mut self.open {
            if let Ok(total) = counter.read_count_and_time() {
                reading.insert(name, [total.count, total.time_enabled, total.time_running]);
            }
        }
        reading
    }

    /// What was counted since an earlier reading.
    pub(crate) fn since(&mut self, before: &Reading) -> BTreeMap<&'static str, f64> {
        let after = self.read();
        self.note_sharing(before, &after);
        difference(before, &after)
    }

    fn note_sharing(&mut self, before: &Reading, after: &Reading) {
        for (name, [_, enabled, running]) in spans(before, after) {
            let share = running / enabled;
            if share < WHOLE_TIME {
                let lowest = self.shared.entry(name).or_insert(share);
                *lowest = lowest.min(share);
            }
        }
    }

    /// What a reader of the numbers must know, once per run.
    pub(crate) fn facts(&self) -> Named {
        let absent = self
            .unavailable
            .iter()
            .map(|(name, reason)| (*name, format!("not available: {reason}")));
        let shared = self.shared.iter().map(|(name, share)| {
            let percent = share * 100.0;
            (*name, format!("shared the hardware with other counters and ran {percent:.0} % of the time at least; scaled up"))
        });
        absent
            .chain(shared)
            .map(|(name, fact)| (format!("counter_{name}"), Scalar::from(fact)))
            .collect()
    }
}

fn is_needed(name: &str, wanted: &BTreeSet<&str>) -> bool {
    let makes =
        |(quotient, parts): &(&str, [&str; 2])| wanted.contains(quotient) && parts.contains(&name);
    wanted.contains(name) || QUOTIENTS.iter().any(makes)
}

/// Count, time enabled and time running between two readings.
fn spans<'a>(
    before: &'a Reading,
    after: &'a Reading,
) -> impl Iterator<Item = (&'static str, [f64; 3])> + 'a {
    let both = after
        .iter()
        .filter_map(|(name, after)| Some((*name, before.get(name)?, after)));
    both.map(|(name, before, after)| {
        let spans = [0, 1, 2].map(|field| to_float(after[field].saturating_sub(before[field])));
        (name, spans)
    })
    .filter(|(_, [_, enabled, _])| *enabled > 0.0)
}

/// What was counted between two readings, scaled up where counters had to share the hardware.
/// A counter that never ran has no number.
fn difference(before: &Reading, after: &Reading) -> BTreeMap<&'static str, f64> {
    let ran = spans(before, after).filter(|(_, [_, _, running])| *running > 0.0);
    let mut counted: BTreeMap<&str, f64> = ran
        .map(|(name, [count, enabled, running])| {
            (name, count * unit(name) * (enabled / running).max(1.0))
        })
        .collect();
    for (name, [above, below]) in QUOTIENTS {
        if let (Some(above), Some(below)) = (counted.get(above), counted.get(below)) {
            if *below > 0.0 {
                counted.insert(name, above / below);
            }
        }
    }
    counted
}

/// The kernel's clock counts nanoseconds, everything else counts itself.
fn unit(name: &str) -> f64 {
    if name == "task_clock" { 1e-9 } else { 1.0 }
}

#[allow(
    clippy::cast_precision_loss,
    reason = "counts below 2^53 are exact, larger ones to 1e-16"
)]
fn to_float(count: u64) -> f64 {
    count as f64
}

fn raw(pid: Pid) -> i32 {
    pid.as_raw_nonzero().get()
}

fn open(mut builder: Builder, parent: Pid) -> std::io::Result<Counter> {
    let format = ReadFormat::TOTAL_TIME_ENABLED | ReadFormat::TOTAL_TIME_RUNNING;
    builder
        .observe_pid(raw(parent))
        .inherit(true)
        .enable_on_exec(true)
        .read_format(format)
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of the several threads of a test runner, the one that starts the child.
    fn this_thread() -> Pid {
        rustix::thread::gettid()
    }

    #[test]
    fn an_inherited_counter_counts_the_child_and_not_the_agent() {
        let mut counters = Counters::open(&BTreeSet::from(["task_clock"]), this_thread());
        let begin = counters.read();
        let mut spin = 0_u64;
        for step in 0..2_000_000_u64 {
            spin = std::hint::black_box(spin ^ step);
        }
        assert_eq!(counters.read()["task_clock"][0], 0);
        let status = std::process::Command::new("true").status().unwrap();
        assert!(status.success());
        let seconds = counters.since(&begin)["task_clock"];
        assert!(seconds > 0.0 && seconds < 10.0, "{seconds}");
    }

    #[test]
    fn shared_counters_are_scaled_and_silent_ones_left_out() {
        let before = Reading::from([("cycles", [10, 100, 100]), ("instructions", [0, 0, 0])]);
        let after = Reading::from([("cycles", [40, 300, 200]), ("instructions", [0, 50, 0])]);
        let counted = difference(&before, &after);
        assert_eq!(counted, BTreeMap::from([("cycles", 60.0)]));
    }

    #[test]
    fn sharing_is_said_with_the_worst_share() {
        let mut counters = Counters::default();
        let at = |enabled, running| Reading::from([("cycles", [5, enabled, running])]);
        counters.note_sharing(&at(0, 0), &at(100, 100));
        assert_eq!(counters.facts(), []);
        counters.note_sharing(&at(100, 100), &at(200, 150));
        counters.note_sharing(&at(200, 150), &at(300, 230));
        let (name, fact) = &counters.facts()[0];
        assert_eq!(name, "counter_cycles");
        assert!(fact.to_string().contains("50 % of the time"), "{fact}");
    }

    #[test]
    fn a_quotient_needs_both_of_its_counters() {
        let before = Reading::from([("cycles", [0, 0, 0]), ("instructions", [0, 0, 0])]);
        let after = Reading::from([("cycles", [50, 9, 9]), ("instructions", [100, 9, 9])]);
        let both = difference(&before, &after);
        assert_eq!(both.get("instructions_per_cycle"), Some(&2.0));
        let one = Reading::from([("cycles", [50, 9, 9])]);
        assert!(!difference(&before, &one).contains_key("instructions_per_cycle"));
    }

    #[test]
    fn only_what_is_asked_for_is_opened_or_has_a_reason() {
        let named = |counters: &Counters| -> BTreeSet<&str> {
            let unavailable = counters.unavailable.keys().copied();
            counters
                .available()
                .into_iter()
                .chain(unavailable)
                .collect()
        };
        assert_eq!(named(&Counters::open_all()).len(), EVENTS.len());
        let wanted = BTreeSet::from(["instructions_per_cycle", "wall_time", "task_clock"]);
        let opened = Counters::open(&wanted, this_thread());
        let expected = BTreeSet::from(["cycles", "instructions", "task_clock"]);
        assert_eq!(named(&opened), expected);
    }
}
