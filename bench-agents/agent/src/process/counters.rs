//! Hardware counters of a child and everything it starts, where the kernel gives them.
//!
//! The counters are opened on the agent's own thread, switched off, to be inherited and to start
//! at exec: they count nothing of the agent and all of the program. What a child counted is added
//! to the agent's total when it ends, so a sample is the difference of two readings.

use std::collections::BTreeMap;

use perf_event::events::Hardware;
use perf_event::{Builder, Counter, ReadFormat};

/// Metric names and the counter behind each.
const COUNTERS: [(&str, Hardware); 4] = [
    ("instructions", Hardware::INSTRUCTIONS),
    ("cycles", Hardware::CPU_CYCLES),
    ("branch_misses", Hardware::BRANCH_MISSES),
    ("cache_misses", Hardware::CACHE_MISSES),
];

#[derive(Default)]
pub(crate) struct Counters {
    open: Vec<(&'static str, Counter)>,
    /// Why each of the others cannot be had.
    pub(crate) unavailable: BTreeMap<&'static str, String>,
}

/// Totals at one moment: count, time enabled and time running in nanoseconds.
pub(crate) type Reading = BTreeMap<&'static str, [u64; 3]>;

impl Counters {
    /// Opens what the kernel allows, for processes that the calling thread starts later.
    pub(crate) fn open() -> Self {
        let mut counters = Self::default();
        for (name, event) in COUNTERS {
            match open(event) {
                Ok(counter) => counters.open.push((name, counter)),
                Err(error) => {
                    counters.unavailable.insert(name, reason(&error));
                }
            }
        }
        counters
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
}

/// What was counted between two readings, scaled up where counters had to share the hardware.
/// A counter that never ran has no number.
pub(crate) fn difference(before: &Reading, after: &Reading) -> BTreeMap<&'static str, f64> {
    let mut counted = BTreeMap::new();
    for (name, after) in after {
        let Some(before) = before.get(name) else {
            continue;
        };
        let [count, enabled, running] =
            [0, 1, 2].map(|field| to_float(after[field].saturating_sub(before[field])));
        if running > 0.0 {
            counted.insert(*name, count * (enabled / running).max(1.0));
        }
    }
    counted
}

#[allow(
    clippy::cast_precision_loss,
    reason = "counts below 2^53 are exact, larger ones to 1e-16"
)]
fn to_float(count: u64) -> f64 {
    count as f64
}

fn open(event: impl perf_event::events::Event) -> std::io::Result<Counter> {
    let format = ReadFormat::TOTAL_TIME_ENABLED | ReadFormat::TOTAL_TIME_RUNNING;
    Builder::new(event)
        .inherit(true)
        .enable_on_exec(true)
        .read_format(format)
        .build()
}

fn reason(error: &std::io::Error) -> String {
    match error.raw_os_error() {
        Some(libc::ENOENT | libc::EOPNOTSUPP | libc::ENODEV) => {
            "the processor, or the virtual machine, offers no such counter".to_owned()
        }
        Some(libc::EACCES | libc::EPERM) => {
            "not permitted; lower kernel.perf_event_paranoid to 2 or grant CAP_PERFMON".to_owned()
        }
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use perf_event::events::Software;

    #[test]
    fn an_inherited_counter_counts_the_child_and_not_the_agent() {
        let mut counter = open(Software::TASK_CLOCK).unwrap();
        let mut spin = 0_u64;
        for step in 0..2_000_000_u64 {
            spin = std::hint::black_box(spin ^ step);
        }
        assert_eq!(counter.read_count_and_time().unwrap().count, 0);
        let status = std::process::Command::new("true").status().unwrap();
        assert!(status.success());
        assert!(counter.read_count_and_time().unwrap().count > 0);
    }

    #[test]
    fn shared_counters_are_scaled_and_silent_ones_left_out() {
        let before = Reading::from([("cycles", [10, 100, 100]), ("instructions", [0, 0, 0])]);
        let after = Reading::from([("cycles", [40, 300, 200]), ("instructions", [0, 50, 0])]);
        let counted = difference(&before, &after);
        assert_eq!(counted, BTreeMap::from([("cycles", 60.0)]));
    }

    #[test]
    fn every_counter_is_open_or_has_a_reason() {
        let counters = Counters::open();
        assert_eq!(
            counters.open.len() + counters.unavailable.len(),
            COUNTERS.len()
        );
    }
}
