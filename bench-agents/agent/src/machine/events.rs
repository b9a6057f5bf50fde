//! What the kernel can count of a process, and what each count needs.

use perf_event::Builder;
use perf_event::events::{Cache, CacheId, CacheOp, CacheResult, Hardware, Software};

use super::files;

/// How much the kernel lets an unprivileged user look at: 2 is the user's own code, 1 the kernel too.
pub(crate) fn perf_event_paranoid() -> Option<i64> {
    files::text("/proc/sys/kernel/perf_event_paranoid")?
        .parse()
        .ok()
}

/// An event behind a metric.
#[derive(Debug, Clone)]
pub(super) enum Event {
    /// Counted by the processor, in user mode only, so that a user needs no privilege.
    Hardware(Hardware),
    Cache(Cache),
    /// Counted by the kernel about the process, wherever it runs.
    Software(Software),
}

const L1_DATA_MISSES: Cache = Cache {
    which: CacheId::L1D,
    operation: CacheOp::READ,
    result: CacheResult::MISS,
};

/// Metric names and the event behind each.
pub(super) const EVENTS: [(&str, Event); 14] = [
    ("instructions", Event::Hardware(Hardware::INSTRUCTIONS)),
    ("cycles", Event::Hardware(Hardware::CPU_CYCLES)),
    ("branches", Event::Hardware(Hardware::BRANCH_INSTRUCTIONS)),
    ("branch_misses", Event::Hardware(Hardware::BRANCH_MISSES)),
    (
        "cache_references",
        Event::Hardware(Hardware::CACHE_REFERENCES),
    ),
    ("cache_misses", Event::Hardware(Hardware::CACHE_MISSES)),
    ("l1_data_misses", Event::Cache(L1_DATA_MISSES)),
    (
        "stalled_cycles_frontend",
        Event::Hardware(Hardware::STALLED_CYCLES_FRONTEND),
    ),
    (
        "stalled_cycles_backend",
        Event::Hardware(Hardware::STALLED_CYCLES_BACKEND),
    ),
    ("task_clock", Event::Software(Software::TASK_CLOCK)),
    (
        "context_switches",
        Event::Software(Software::CONTEXT_SWITCHES),
    ),
    ("cpu_migrations", Event::Software(Software::CPU_MIGRATIONS)),
    ("page_faults", Event::Software(Software::PAGE_FAULTS)),
    (
        "alignment_faults",
        Event::Software(Software::ALIGNMENT_FAULTS),
    ),
];

/// Counts per count: metrics made of two others, numerator first.
pub(super) const QUOTIENTS: [(&str, [&str; 2]); 1] =
    [("instructions_per_cycle", ["instructions", "cycles"])];

/// True for every metric that comes from the kernel's counters.
pub(crate) fn is_counter(metric: &str) -> bool {
    EVENTS.iter().any(|(name, _)| *name == metric)
        || QUOTIENTS.iter().any(|(name, _)| *name == metric)
}

impl Event {
    pub(super) fn builder(&self) -> Builder<'static> {
        match self.clone() {
            Self::Hardware(event) => Builder::new(event),
            Self::Cache(event) => Builder::new(event),
            Self::Software(event) => {
                let mut builder = Builder::new(event);
                builder.exclude_kernel(self.is_countable_from_user_mode());
                builder
            }
        }
    }

    /// A clock runs in both modes whatever was asked for; the other events of the kernel happen in
    /// kernel mode and would count as zero without the right to look there.
    fn is_countable_from_user_mode(&self) -> bool {
        !matches!(self, Self::Software(event) if *event != Software::TASK_CLOCK)
    }

    /// Why a count would be zero whatever the program does.
    pub(super) fn is_meaningless_here(&self) -> Option<&'static str> {
        let is_alignment =
            matches!(self, Self::Software(event) if *event == Software::ALIGNMENT_FAULTS);
        let in_hardware = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));
        (is_alignment && in_hardware)
            .then_some("this processor reads unaligned data itself, so the kernel counts none")
    }

    /// What went wrong when the kernel refused the event, and what helps.
    pub(super) fn refusal(&self, error: &std::io::Error) -> String {
        match error.raw_os_error() {
            Some(libc::ENOENT | libc::EOPNOTSUPP | libc::ENODEV | libc::EINVAL) => {
                "the processor, or the virtual machine, offers no such counter".to_owned()
            }
            Some(libc::EACCES | libc::EPERM) => {
                let most = if self.is_countable_from_user_mode() {
                    2
                } else {
                    1
                };
                not_permitted(most, perf_event_paranoid())
            }
            Some(libc::ENOSYS) => "this kernel has no perf_event_open".to_owned(),
            _ => error.to_string(),
        }
    }
}

/// The event that profiles are best sampled by, and whether samples may come from the kernel.
pub(crate) fn sampling_event() -> Result<(&'static str, bool), String> {
    let clock = || Builder::new(Software::CPU_CLOCK);
    let cycles = || Builder::new(Hardware::CPU_CYCLES);
    for sees_kernel in [true, false] {
        for (name, builder) in [("cycles", cycles()), ("cpu-clock", clock())] {
            if opens(builder, sees_kernel).is_ok() {
                return Ok((name, sees_kernel));
            }
        }
    }
    opens(clock(), false)
        .map(|()| ("cpu-clock", false))
        .map_err(|error| Event::Software(Software::TASK_CLOCK).refusal(&error))
}

fn opens(mut builder: Builder, sees_kernel: bool) -> std::io::Result<()> {
    builder.exclude_kernel(!sees_kernel).build().map(drop)
}

/// The sentence for a refused event that `most` would have allowed.
fn not_permitted(most: i64, paranoid: Option<i64>) -> String {
    match paranoid {
        Some(level) if level > most => format!(
            "not permitted; kernel.perf_event_paranoid is {level}: lower it to {most} or grant CAP_PERFMON"
        ),
        Some(level) => format!(
            "not permitted although kernel.perf_event_paranoid is {level}: a container's filter of system \
             calls forbids perf_event_open; allow it or grant CAP_PERFMON"
        ),
        None => "not permitted, and /proc/sys/kernel/perf_event_paranoid cannot be read".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Error;

    fn event(name: &str) -> &'static Event {
        let (_, event) = EVENTS.iter().find(|(known, _)| *known == name).unwrap();
        event
    }

    #[test]
    fn a_refusal_names_the_setting_that_helps() {
        for (most, level, expected) in [
            (2, Some(4), "paranoid is 4: lower it to 2"),
            (1, Some(2), "paranoid is 2: lower it to 1"),
            (2, Some(1), "container"),
            (2, None, "cannot be read"),
        ] {
            let sentence = not_permitted(most, level);
            assert!(sentence.contains(expected), "{sentence}");
        }
    }

    #[test]
    fn a_processor_without_the_counter_is_not_a_matter_of_permission() {
        let sentence = event("cycles").refusal(&Error::from_raw_os_error(libc::ENOENT));
        assert!(sentence.contains("virtual machine"), "{sentence}");
        let refused = event("page_faults").refusal(&Error::from_raw_os_error(libc::EACCES));
        assert!(refused.contains("not permitted"), "{refused}");
    }

    #[test]
    fn only_what_happens_in_the_kernel_asks_for_the_right_to_look_there() {
        let excluded = |name: &str| event(name).builder().attrs().exclude_kernel();
        for (name, expected) in [
            ("instructions", 1),
            ("l1_data_misses", 1),
            ("task_clock", 1),
            ("context_switches", 0),
            ("page_faults", 0),
        ] {
            assert_eq!(excluded(name), expected, "{name}");
        }
    }
}
