//! The quantities that the agent measures of a process by itself.

use std::collections::BTreeMap;

use crate::manifest::{Direction, Metric, Noise, Source};
use crate::process::{Finished, is_counter};

/// name, unit, direction, summary
type Row = (&'static str, &'static str, Direction, &'static str);

const BUILT_IN: [Row; 25] = [
    (
        "wall_time",
        "s",
        Direction::Lower,
        "elapsed time of one process",
    ),
    (
        "cpu_time",
        "s",
        Direction::Lower,
        "user and system processor time of one process",
    ),
    (
        "user_time",
        "s",
        Direction::Lower,
        "processor time in user mode",
    ),
    (
        "system_time",
        "s",
        Direction::Lower,
        "processor time in the kernel",
    ),
    (
        "voluntary_switches",
        "1",
        Direction::Lower,
        "context switches because the process waited",
    ),
    (
        "involuntary_switches",
        "1",
        Direction::Lower,
        "context switches forced on the process",
    ),
    (
        "page_faults_minor",
        "1",
        Direction::Lower,
        "page faults served from memory",
    ),
    (
        "page_faults_major",
        "1",
        Direction::Lower,
        "page faults served from disk",
    ),
    (
        "peak_rss",
        "B",
        Direction::Lower,
        "largest resident memory of the process",
    ),
    (
        "foreign_cpu",
        "1",
        Direction::Unknown,
        "share of the machine used by others meanwhile",
    ),
    (
        "instructions",
        "1",
        Direction::Lower,
        "instructions retired in user mode",
    ),
    (
        "cycles",
        "1",
        Direction::Lower,
        "processor cycles in user mode",
    ),
    (
        "instructions_per_cycle",
        "1",
        Direction::Higher,
        "instructions per cycle in user mode",
    ),
    (
        "branches",
        "1",
        Direction::Lower,
        "branches retired in user mode",
    ),
    (
        "branch_misses",
        "1",
        Direction::Lower,
        "mispredicted branches in user mode",
    ),
    (
        "cache_references",
        "1",
        Direction::Lower,
        "last-level cache accesses in user mode",
    ),
    (
        "cache_misses",
        "1",
        Direction::Lower,
        "last-level cache misses in user mode",
    ),
    (
        "l1_data_misses",
        "1",
        Direction::Lower,
        "first-level data cache read misses in user mode",
    ),
    (
        "stalled_cycles_frontend",
        "1",
        Direction::Lower,
        "cycles that waited for instructions, in user mode",
    ),
    (
        "stalled_cycles_backend",
        "1",
        Direction::Lower,
        "cycles that waited for data or units, in user mode",
    ),
    (
        "task_clock",
        "s",
        Direction::Lower,
        "processor time in both modes by the scheduler's clock, in nanoseconds' steps",
    ),
    (
        "context_switches",
        "1",
        Direction::Lower,
        "times that a thread was taken off its processor",
    ),
    (
        "cpu_migrations",
        "1",
        Direction::Lower,
        "times that a thread went on on another processor",
    ),
    (
        "page_faults",
        "1",
        Direction::Lower,
        "page faults in both modes",
    ),
    (
        "alignment_faults",
        "1",
        Direction::Lower,
        "unaligned accesses that the kernel repaired",
    ),
];

/// The definition of a metric that needs no declaration.
pub(crate) fn built_in(name: &str) -> Option<Metric> {
    let (_, unit, direction, summary) = BUILT_IN.iter().find(|row| row.0 == name)?;
    Some(Metric {
        unit: (*unit).to_owned(),
        direction: *direction,
        noise: Noise::Sampled,
        summary: (*summary).to_owned(),
        source: Source::Process,
    })
}

/// What accounting says of one process. Peak memory below the floor is not the program's own.
#[allow(clippy::cast_precision_loss, reason = "counts below 2^53 are exact")]
pub(super) fn of_process(finished: &Finished) -> BTreeMap<&'static str, f64> {
    let usage = &finished.usage;
    let mut quantities = BTreeMap::from([
        ("wall_time", finished.wall.as_secs_f64()),
        ("cpu_time", usage.cpu_s()),
        ("user_time", usage.user_s),
        ("system_time", usage.system_s),
        ("voluntary_switches", usage.voluntary_switches as f64),
        ("involuntary_switches", usage.involuntary_switches as f64),
        ("page_faults_minor", usage.minor_faults as f64),
        ("page_faults_major", usage.major_faults as f64),
    ]);
    if usage.peak_resident_bytes > finished.resident_floor {
        quantities.insert("peak_rss", usage.peak_resident_bytes as f64);
    }
    quantities
}

/// Why a built-in quantity can be missing from a sample.
pub(super) fn reason_for_absence(name: &str) -> &'static str {
    match name {
        "peak_rss" => "the process is smaller than the agent's private memory",
        "foreign_cpu" => "the process is too short for the kernel's clock of 10 ms",
        counter if is_counter(counter) => {
            "the counter cannot be had here; see counter_* in the environment"
        }
        _ => "the program did not report it",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::{Ending, Usage};
    use std::time::Duration;

    fn finished(peak: u64, floor: u64) -> Finished {
        Finished {
            ending: Ending::Exited(0),
            wall: Duration::from_millis(20),
            usage: Usage {
                user_s: 0.01,
                system_s: 0.005,
                peak_resident_bytes: peak,
                ..Usage::default()
            },
            left_behind: 0,
            resident_floor: floor,
            stdout: String::new(),
            stderr: String::new(),
        }
    }

    #[test]
    fn peak_memory_below_the_floor_is_left_out() {
        assert!(!of_process(&finished(900, 1000)).contains_key("peak_rss"));
        assert_eq!(
            of_process(&finished(1100, 1000)).get("peak_rss"),
            Some(&1100.0)
        );
    }

    #[test]
    fn every_quantity_has_a_definition() {
        for (name, _) in of_process(&finished(2, 1)) {
            assert!(built_in(name).is_some(), "{name}");
        }
    }

    #[test]
    fn the_contract_names_every_built_in_metric() {
        let contract = include_str!("../../../protocol/README.md");
        for (name, ..) in BUILT_IN {
            assert!(contract.contains(&format!("`{name}`")), "{name}");
        }
    }
}
