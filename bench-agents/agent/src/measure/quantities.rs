//! The quantities that the agent measures of a process by itself.

use std::collections::BTreeMap;

use crate::machine::is_counter;
use crate::process::{Allocated, Finished};

/// What accounting says of one process. A peak of 0 is one that the kernel did not count yet.
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
    if usage.peak_resident_bytes > 0 {
        quantities.insert("peak_rss", usage.peak_resident_bytes as f64);
    }
    quantities
}

/// What was counted inside of it.
#[allow(clippy::cast_precision_loss, reason = "counts below 2^53 are exact")]
pub(super) fn of_allocations(allocated: Allocated) -> [(&'static str, f64); 3] {
    [
        ("allocations", allocated.allocations as f64),
        ("allocated_bytes", allocated.bytes as f64),
        ("peak_heap", allocated.peak as f64),
    ]
}

/// Why a built-in quantity can be missing from a sample.
pub(super) fn reason_for_absence(name: &str) -> &'static str {
    match name {
        "peak_rss" => "the process ended before the kernel had counted its memory",
        "allocations" | "allocated_bytes" | "peak_heap" => {
            "the program is linked statically or brings an allocator of its own (jemalloc, \
             mimalloc, tcmalloc): only calls of glibc's malloc can be counted"
        }
        "build_time" => "the suite builds nothing, or found its program built",
        "binary_size" | "text_size" | "data_size" => {
            "no built program in the suite's folder is run, and `program` names none"
        }
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
    use crate::process::Ending;
    use crate::process::usage::Usage;
    use crate::suite::metric::built_in;
    use std::time::Duration;

    fn finished(peak: u64) -> Finished {
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
            stdout: String::new(),
            is_exact: false,
            stderr: String::new(),
        }
    }

    #[test]
    fn a_peak_that_was_not_counted_is_left_out() {
        assert!(!of_process(&finished(0)).contains_key("peak_rss"));
        assert_eq!(of_process(&finished(1100)).get("peak_rss"), Some(&1100.0));
    }

    #[test]
    fn every_quantity_has_a_definition() {
        for (name, _) in of_process(&finished(2)) {
            assert!(built_in(name).is_some(), "{name}");
        }
    }
}
