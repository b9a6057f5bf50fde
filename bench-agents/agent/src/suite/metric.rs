//! Metrics: those that a suite declares, and the quantities that the agent measures by itself.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Metric {
    pub(crate) unit: String,
    pub(crate) direction: Direction,
    pub(crate) noise: Noise,
    #[serde(default)]
    pub(crate) summary: String,
    #[serde(default, skip_serializing)]
    pub(crate) source: Source,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Direction {
    Lower,
    Higher,
    Unknown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Noise {
    Sampled,
    Exact,
}

/// Who knows the number: the program's own output, or the agent that watched the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Source {
    #[default]
    Stdout,
    Process,
}

/// name, unit, direction, summary
type Row = (&'static str, &'static str, Direction, &'static str);

const BUILT_IN: [Row; 32] = [
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
        "user and system CPU time of one process",
    ),
    ("user_time", "s", Direction::Lower, "CPU time in user mode"),
    (
        "system_time",
        "s",
        Direction::Lower,
        "CPU time in the kernel",
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
        "CPU time in both modes by the scheduler's clock, in nanoseconds' steps",
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
    (
        "build_time",
        "s",
        Direction::Lower,
        "elapsed time of the build before the run, as much as there was to build",
    ),
    (
        "binary_size",
        "B",
        Direction::Lower,
        "length of the built program",
    ),
    (
        "text_size",
        "B",
        Direction::Lower,
        "code and constants in the built program",
    ),
    (
        "data_size",
        "B",
        Direction::Lower,
        "initialised variables in the built program",
    ),
    (
        "allocations",
        "1",
        Direction::Lower,
        "calls that allocated memory, of the process and those that it started",
    ),
    (
        "allocated_bytes",
        "B",
        Direction::Lower,
        "bytes that these calls asked for",
    ),
    (
        "peak_heap",
        "B",
        Direction::Lower,
        "most bytes that the allocator had given and not got back",
    ),
];

/// What a library in the program counts, which slows it.
pub(crate) const COUNTED_INSIDE: [&str; 3] = ["allocations", "allocated_bytes", "peak_heap"];

/// What stays true of a program that is counted inside.
const UNDISTURBED: [&str; 4] = ["build_time", "binary_size", "text_size", "data_size"];

/// What the agent measures of a process and counting inside it would change.
pub(crate) fn is_disturbed_by_counting(name: &str) -> bool {
    let is_own = COUNTED_INSIDE.contains(&name) || UNDISTURBED.contains(&name);
    built_in(name).is_some() && !is_own
}

/// What the same build gives again, to the last digit.
const EXACT: [&str; 3] = ["binary_size", "text_size", "data_size"];

/// The definition of a metric that needs no declaration.
pub(crate) fn built_in(name: &str) -> Option<Metric> {
    let (_, unit, direction, summary) = BUILT_IN.iter().find(|row| row.0 == name)?;
    Some(Metric {
        unit: (*unit).to_owned(),
        direction: *direction,
        noise: if EXACT.contains(&name) {
            Noise::Exact
        } else {
            Noise::Sampled
        },
        summary: (*summary).to_owned(),
        source: Source::Process,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contract_names_every_built_in_metric() {
        let contract = include_str!("../../../protocol/README.md");
        for (name, ..) in BUILT_IN {
            assert!(contract.contains(&format!("`{name}`")), "{name}");
        }
    }
}
