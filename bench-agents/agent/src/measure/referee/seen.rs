//! What one process showed, and what no process can foresee.

use std::collections::BTreeSet;
use std::fs;

use crate::base::clock;

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

/// Nothing that a program could guess.
pub(super) fn fresh_secret() -> String {
    let mut noise = [0_u8; 32];
    let read = fs::File::open("/dev/urandom")
        .and_then(|mut file| std::io::Read::read_exact(&mut file, &mut noise));
    let moment = clock::unix_now().as_nanos();
    format!("{noise:02x?}{moment}{}", read.is_ok())
}
