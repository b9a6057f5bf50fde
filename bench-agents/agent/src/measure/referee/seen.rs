//! What one process showed, and what no process can foresee.

use std::collections::BTreeSet;
use std::fs;

use crate::base::clock;
use crate::suite::Source;
use crate::suite::metric::COUNTED_INSIDE;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Seen {
    pub(super) answer: Option<String>,
    pub(super) counters: Vec<Option<f64>>,
    /// Metrics that a program must not leave out where the base has them.
    pub(super) metrics: BTreeSet<String>,
    pub(super) aim: Option<f64>,
    pub(super) wall: f64,
}

/// A metric of which only the base has a number in a round.
pub(super) fn left_out<'a>(base: &'a Seen, patch: &Seen, again: &'a Seen) -> Option<&'a String> {
    let mut both = base.metrics.intersection(&again.metrics);
    both.find(|name| !patch.metrics.contains(*name))
}

/// Whether the agent measures a metric where no program can write its number: what is counted inside
/// of a program lies in its own memory.
pub(super) fn is_by_agent(name: &str, source: Source) -> bool {
    source == Source::Process && !COUNTED_INSIDE.contains(&name)
}

/// Nothing that a program could guess.
pub(super) fn fresh_secret() -> String {
    let mut noise = [0_u8; 32];
    let read = fs::File::open("/dev/urandom")
        .and_then(|mut file| std::io::Read::read_exact(&mut file, &mut noise));
    let moment = clock::unix_now().as_nanos();
    format!("{noise:02x?}{moment}{}", read.is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_in_a_programs_own_memory_is_not_measured_by_the_agent() {
        assert!(is_by_agent("wall_time", Source::Process));
        assert!(!is_by_agent("allocations", Source::Process));
        assert!(!is_by_agent("peak_heap", Source::Process));
        assert!(!is_by_agent("took", Source::Stdout));
    }
}
